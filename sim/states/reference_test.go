package states

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/genvisa/genvisa/native"
)

// The reference of the sampler: numbers of 64 bits, texels by a function of their place, places of levels by number from the documents. It
// shares nothing with the model.

// picture is a surface of 16 texels in each coordinate and four levels.
type picture struct {
	kind   string // 1d 1d_array 2d 2d_array 3d cube cube_array
	format *codec
	tiles  string // "" X Y
}

// codec is texels of a format: their bytes, and what they mean.
type codec struct {
	name     string
	bytes    int
	integer  bool
	put      func(p []byte, v [4]int) // of values of 0 to 255
	meaning  func(v [4]int) [4]float64
	inMemory [4]bool
}

var codecs = []*codec{
	{"R32G32B32A32_FLOAT", 16, false, func(p []byte, v [4]int) {
		for c := range v {
			binary.LittleEndian.PutUint32(p[4*c:], math.Float32bits(float32(v[c])/16))
		}
	}, func(v [4]int) (f [4]float64) {
		for c := range v {
			f[c] = float64(v[c]) / 16
		}
		return f
	}, [4]bool{true, true, true, true}},
	{"R8G8B8A8_UNORM", 4, false, func(p []byte, v [4]int) {
		for c := range v {
			p[c] = byte(v[c])
		}
	}, func(v [4]int) (f [4]float64) {
		for c := range v {
			f[c] = float64(float32(float64(v[c]) / 255))
		}
		return f
	}, [4]bool{true, true, true, true}},
	{"B5G6R5_UNORM", 2, false, func(p []byte, v [4]int) {
		binary.LittleEndian.PutUint16(p, uint16(v[2]%32|v[1]%64<<5|v[0]%32<<11))
	}, func(v [4]int) [4]float64 {
		return [4]float64{float64(float32(float64(v[0]%32) / 31)), float64(float32(float64(v[1]%64) / 63)), float64(float32(float64(v[2]%32) / 31)), 1}
	}, [4]bool{true, true, true, false}},
	{"R16_FLOAT", 2, false, func(p []byte, v [4]int) {
		p[0], p[1] = 0, 0x3C+byte(v[0]%4)*4 // 1, 2, 4, 8
	}, func(v [4]int) [4]float64 { return [4]float64{math.Ldexp(1, v[0]%4), 0, 0, 1} }, [4]bool{true, false, false, false}},
	{"R8G8_UINT", 2, true, func(p []byte, v [4]int) { p[0], p[1] = byte(v[0]), byte(v[1]) },
		func(v [4]int) [4]float64 { return [4]float64{float64(v[0]), float64(v[1]), 0, 1} }, [4]bool{true, true, false, false}},
}

// value is texel (x, y, z) of a level, z being the slice or layer.
func value(level, x, y, z int) (v [4]int) {
	for c := range v {
		v[c] = (level*101 + x*37 + y*59 + z*83 + c*29 + x*y*z) % 256
	}
	return v
}

// axes is how many coordinates are filtered, and layers how many layers there are.
func (p *picture) axes() (axes, layers int) {
	switch p.kind {
	case "1d":
		return 1, 1
	case "1d_array":
		return 1, 5
	case "2d":
		return 2, 1
	case "2d_array":
		return 2, 5
	case "3d":
		return 3, 1
	case "cube":
		return 2, 6
	}
	return 2, 12
}

// Where levels begin: columns and rows, as the documents have them for extents of 16, 8, 4, 2 and alignments of 4.
var (
	placesOf2D   = [4][2]int{{0, 0}, {0, 16}, {8, 16}, {8, 20}}
	placesOf1D   = [4][2]int{{0, 0}, {0, 4}, {8, 4}, {8, 8}}
	placesOfLine = [4][2]int{{0, 0}, {64, 0}, {128, 0}, {192, 0}} // from Gen9 on
	rowsOf3D     = [4]int{0, 256, 288, 292}                       // up to Gen8
)

// Pitches of the states of the test: texels from row to row, and rows (texels of lines) from slice to slice.
const (
	texelsOfRow = 256
	rowsOfSlice = 32
	fullSpacing = 16 + 8 + 12*4 // Gen7
	lineSpacing = 4 + 4 + 12*4
	lineTexels  = 320
)

// at is the column and row of a texel.
func (p *picture) at(target native.Target, level, x, y, z int) (column, row int) {
	var o [2]int
	slice := rowsOfSlice
	if target < native.BDW {
		slice = fullSpacing
	}
	switch {
	case p.kind[:2] == "1d" && target >= native.SKL:
		return placesOfLine[level][0] + x + z*lineTexels, 0
	case p.kind[:2] == "1d":
		if o = placesOf1D[level]; target < native.BDW {
			slice = lineSpacing
		}
	case p.kind == "3d" && target < native.SKL:
		across, side := 1<<level, max(16>>level, 4)
		return z%across*side + x, rowsOf3D[level] + z/across*side + y
	default:
		o = placesOf2D[level]
	}
	return o[0] + x, o[1] + y + z*slice
}

// bytes are those of the picture. Tiles are 512 bytes by 8 rows, or 128 by 32 in columns of 16.
func (p *picture) bytes(target native.Target, n int) []byte {
	out := make([]byte, n)
	axes, layers := p.axes()
	pitch := texelsOfRow * p.format.bytes
	for level := range 4 {
		side := 16 >> level
		high, deep := side, layers
		if axes == 1 {
			high = 1
		}
		if axes == 3 {
			deep = side
		}
		for i := range side * high * deep {
			x, y, z := i%side, i/side%high, i/side/high
			column, row := p.at(target, level, x, y, z)
			b := column * p.format.bytes
			at := row*pitch + b
			switch p.tiles {
			case "X":
				at = (row/8*(pitch/512)+b/512)*4096 + row%8*512 + b%512
			case "Y":
				at = (row/32*(pitch/128)+b/128)*4096 + b%128/16*512 + row%32*16 + b%16
			}
			p.format.put(out[at:], value(level, x, y, z))
		}
	}
	return out
}

// looker is a sampler of the reference.
type looker struct {
	mode           string
	min, mag, mip  string
	bias           float64
	least, most    float64
	border         [4]float64
	preclamp, comp bool
	function       string
	ref            float64
}

// texel is a texel of any place, by the address mode.
func (l *looker) texel(p *picture, level int, at [3]int, layer int) [4]float64 {
	axes, _ := p.axes()
	n, half, out := 16>>level, false, false
	for d := range axes {
		i := at[d]
		in := i >= 0 && i < n
		switch l.mode {
		case "WRAP":
			i -= int(math.Floor(float64(i)/float64(n))) * n
		case "MIRROR":
			for i < 0 || i >= n {
				if i < 0 {
					i = -1 - i
				} else {
					i = 2*n - 1 - i
				}
			}
		case "MIRROR_ONCE":
			if i < 0 {
				i = -1 - i
			}
		case "MIRROR_101":
			if i < 0 {
				i = -i
			} else if i > n-1 {
				i = n - 1 - (i - (n - 1))
			}
		case "CLAMP_BORDER":
			out = out || !in
		case "HALF_BORDER":
			half = half || !in
		}
		at[d] = int(math.Max(0, math.Min(float64(i), float64(n-1))))
	}
	z := at[2]
	if axes < 3 {
		z = layer
	}
	if axes == 1 {
		at[1] = 0
	}
	v := p.format.meaning(value(level, at[0], at[1], z))
	for c := range v {
		switch {
		case !p.format.inMemory[c]:
		case out:
			v[c] = l.border[c]
		case half:
			v[c] = (v[c] + l.border[c]) / 2
		}
	}
	return l.compared(v)
}

// compared is 0 if a texel passes beside the reference, and 1 if not.
func (l *looker) compared(v [4]float64) [4]float64 {
	if !l.comp {
		return v
	}
	pass := map[string]bool{
		"ALWAYS": true, "NEVER": false, "LESS": v[0] < l.ref, "EQUAL": v[0] == l.ref, "LEQUAL": v[0] <= l.ref,
		"GREATER": v[0] > l.ref, "NOTEQUAL": v[0] != l.ref, "GEQUAL": v[0] >= l.ref,
	}[l.function]
	if pass {
		return [4]float64{0, 0, 0, 1}
	}
	return [4]float64{1, 0, 0, 1}
}

// ofLevel is the texel that a place is in, or the mean of those around it: each counts by 1 less how far its centre is.
func (l *looker) ofLevel(p *picture, filter string, level int, u [3]float64, layer int, texel func(at [3]int) [4]float64) (sum [4]float64) {
	axes, _ := p.axes()
	n := float64(int(16) >> level)
	var first [3]int
	for d := range axes {
		first[d] = int(math.Floor(u[d]*n)) - 1
	}
	if filter == "NEAREST" || p.format.integer {
		for d := range axes {
			first[d]++
		}
		return texel(first)
	}
	for i := range 27 {
		at, weight := first, 1.
		for d, step := range [3]int{i % 3, i / 3 % 3, i / 9} {
			if d >= axes && step > 0 {
				weight = 0
				continue
			}
			if at[d] += step; d < axes {
				weight *= math.Max(0, 1-math.Abs(u[d]*n-0.5-float64(at[d])))
			}
		}
		if weight == 0 {
			continue
		}
		for c, v := range texel(at) {
			sum[c] += weight * v
		}
	}
	return sum
}

// sample is what a sampler gives at a place whose level of detail is lod.
func (l *looker) sample(p *picture, lod float64, u [3]float64, layer int) [4]float64 {
	return l.levels(lod, func(filter string, level int) [4]float64 {
		return l.ofLevel(p, filter, level, u, layer, func(at [3]int) [4]float64 { return l.texel(p, level, at, layer) })
	})
}

// levels mixes what levels give.
func (l *looker) levels(lod float64, give func(filter string, level int) [4]float64) (v [4]float64) {
	lod += l.bias
	if l.preclamp {
		lod = math.Max(math.Min(lod, l.most), l.least)
	}
	filter, mip := l.min, l.mip
	if lod <= 0 {
		filter, mip = l.mag, "NONE"
	}
	at := math.Max(math.Min(lod, math.Min(l.most, 3)), math.Min(l.least, 3))
	switch mip {
	case "NONE":
		return give(filter, int(math.Min(l.least, 3)))
	case "NEAREST":
		return give(filter, int(math.Floor(at+0.5)))
	}
	first := int(at)
	part := at - float64(first)
	if v = give(filter, first); part == 0 {
		return v
	}
	for c, b := range give(filter, first+1) {
		v[c] = v[c]*(1-part) + b*part
	}
	return v
}

// near fails unless a result is that of the reference, rounded.
func near(t *testing.T, want float64, got uint32, p *picture, about string, args ...any) bool {
	t.Helper()
	v := float64(math.Float32frombits(got))
	if p.format.integer {
		v = float64(got)
	}
	if math.Abs(v-want) > 1e-6*math.Max(1, math.Abs(want)) {
		t.Errorf("%s %s %s "+about+": %v, want %v", append(append([]any{p.kind, p.format.name, p.tiles}, args...), v, want)...)
		return false
	}
	return true
}
