//go:build oracle

package images

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/mem"
)

// kind is a kind of image with what OpenCL calls it, the extents of images that are
// read and of those that are written: every item writes another texel.
type kind struct {
	kind          mem.ImageKind
	number        int // KIND of images.cl
	object        uint32
	spatial       int
	read, written [3]int
}

var kinds = []kind{
	{mem.Image2D, 4, 0x10F1, 2, [3]int{8, 5, 1}, [3]int{16, 16, 1}},
	{mem.Image3D, 6, 0x10F2, 3, [3]int{5, 4, 3}, [3]int{8, 4, 8}},
	{mem.Image1DArray, 2, 0x10F5, 1, [3]int{6, 5, 1}, [3]int{64, 4, 1}},
	{mem.Image2DArray, 5, 0x10F3, 2, [3]int{7, 4, 3}, [3]int{8, 8, 4}},
	{mem.Image1D, 1, 0x10F4, 1, [3]int{13, 1, 1}, [3]int{256, 1, 1}},
	{mem.Image1DBuffer, 3, 0x10F6, 1, [3]int{29, 1, 1}, [3]int{256, 1, 1}},
}

// points is how many items a case has.
const points = 256

// job is a case: io is the components that a write has, and garbage for a read.
type job struct {
	verb    string // sample, texel, load, write
	kind    *kind
	format  *mem.Format
	sampler mem.Sampler
	extent  [3]int
	image   []byte
	at, io  []byte
}

// suffix is that of the built-in function for a format.
func suffix(f *mem.Format) string {
	switch f.Numeric {
	case mem.Sint:
		return "i"
	case mem.Uint:
		return "ui"
	}
	return "f"
}

func (j *job) kernel() string { return j.verb + "_" + suffix(j.format) }

// samplers lists those that a verb can have: for integers as places OpenCL wants
// coordinates in texels, the nearest one and no repetition; integers are not filtered.
func samplers(verb string, integer bool) (out []mem.Sampler) {
	if verb == "load" || verb == "write" {
		return []mem.Sampler{{}}
	}
	for _, normalized := range []bool{false, true} {
		for _, filter := range []mem.Filter{mem.Nearest, mem.Linear} {
			for address := mem.AddressNone; address <= mem.Mirror; address++ {
				switch {
				case !normalized && address >= mem.Repeat:
				case filter == mem.Linear && (integer || verb == "texel"):
				case verb == "texel" && normalized:
				default:
					out = append(out, mem.Sampler{Filter: filter, Address: address, Normalized: normalized})
				}
			}
		}
	}
	return out
}

// jobs lists all cases of a kind in the formats that accepts says.
func jobs(k *kind, accepts func(*mem.Format) bool) (out []*job) {
	verbs := []string{"sample", "texel", "load", "write"}
	if k.kind == mem.Image1DBuffer {
		verbs = verbs[2:]
	}
	for _, f := range mem.Formats() {
		if !accepts(f) {
			continue
		}
		for _, verb := range verbs {
			if verb == "write" && !f.Writable {
				continue
			}
			for _, s := range samplers(verb, f.Numeric.Integer()) {
				out = append(out, &job{verb: verb, kind: k, format: f, sampler: s, extent: k.read})
			}
		}
	}
	return out
}

// fill makes the contents of a case.
func (j *job) fill(r *rand.Rand) {
	if j.verb == "write" {
		j.extent = j.kind.written
	}
	n := j.extent[0] * j.extent[1] * j.extent[2] * j.format.Size()
	j.at, j.io = make([]byte, 16*points), make([]byte, 16*points)
	for len(j.image) < n {
		v := math.Float32bits(r.Float32()*8 - 4)
		switch {
		case j.format.Numeric == mem.Float && j.format.Bits == 16:
			j.image = binary.LittleEndian.AppendUint16(j.image, num.NarrowHalf(v))
		case j.format.Numeric == mem.Float:
			j.image = binary.LittleEndian.AppendUint32(j.image, v)
		default:
			j.image = append(j.image, byte(r.Uint32()))
		}
	}
	for i := range points {
		for c := range 4 {
			at := 16*i + 4*c
			binary.LittleEndian.PutUint32(j.io[at:], j.component(r))
			if c < j.kind.kind.Coordinates() {
				binary.LittleEndian.PutUint32(j.at[at:], j.place(r, i, c))
			}
		}
	}
}

// component is one that is written: steps of the format, the points between them,
// what does not fit, and numbers that are none.
func (j *job) component(r *rand.Rand) uint32 {
	if j.format.Numeric.Integer() {
		return r.Uint32() >> r.IntN(32) * (1 - 2*(r.Uint32()&1))
	}
	most := steps(j.format)
	step := float64(r.IntN(int(min(most, 1<<20)) + 1))
	var v float64
	switch r.IntN(6) {
	case 0:
		v = step / most
	case 1:
		v = (step + 0.5) / most
	case 2:
		v = r.NormFloat64() * 3
	case 3:
		v = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e30}[r.IntN(8)]
	default:
		v = r.Float64()
	}
	if r.IntN(2) == 0 {
		v = -v
	}
	return math.Float32bits(float32(v))
}

// place is coordinate c of item i.
func (j *job) place(r *rand.Rand, i, c int) uint32 {
	n := j.extent[c]
	switch {
	case j.verb == "write":
		for d := range c {
			i /= j.extent[d]
		}
		return uint32(i % n)
	case j.verb == "load":
		return uint32(r.IntN(n)) // nothing is defined outside
	case j.verb == "texel" && j.sampler.Address == mem.AddressNone:
		return uint32(r.IntN(n))
	case j.verb == "texel":
		return uint32(r.IntN(3*n) - n)
	case c >= j.kind.spatial:
		return math.Float32bits(float32(r.IntN(n+6)-3) + [4]float32{0, 0.25, -0.25, 0.375}[r.IntN(4)]) // pocl rounds halves up
	}
	return math.Float32bits(j.coordinate(r, n))
}

// coordinate is in or near an axis of n texels: centres, edges, what is next to
// those, steps of 1/256, anything. Without address mode it is inside, and a filter
// finds two texels.
func (j *job) coordinate(r *rand.Rand, n int) float32 {
	low, high := float64(-n-1), float64(2*n+1)
	if j.sampler.Address == mem.AddressNone {
		low, high = 0, float64(n)
		if j.sampler.Filter == mem.Linear {
			low, high = 0.5, float64(n)-0.5
		}
	}
	x := low + r.Float64()*(high-low)
	switch r.IntN(6) {
	case 0:
		x = math.Floor(x) + 0.5
	case 1:
		x = math.Floor(x)
	case 2:
		x = math.Floor(x*256) / 256
	}
	x = min(max(x, low), high)
	v := float32(x)
	if j.sampler.Normalized {
		v /= float32(n)
	}
	switch r.IntN(6) {
	case 0:
		v = math.Nextafter32(v, 100)
	case 1:
		v = math.Nextafter32(v, -100)
	}
	if j.sampler.Address == mem.AddressNone && j.outside(v, n, low, high) {
		return j.coordinate(r, n)
	}
	return v
}

func (j *job) outside(v float32, n int, low, high float64) bool {
	if j.sampler.Normalized {
		v *= float32(n)
	}
	return float64(v) < low || float64(v) >= high
}
