package states

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// pictureBytes is memory for the largest picture.
const pictureBytes = 5 << 19

// newGallery is a bench with a picture at a place of its own.
func newGallery(t *testing.T, target native.Target, p *picture) *bench {
	t.Helper()
	b := newBench(t, target)
	store, err := b.memory.AllocAt("picture", 0x100000, pictureBytes)
	require.NoError(t, err)
	store.SetBytes(0, p.bytes(target, pictureBytes))
	axes, layers := p.axes()
	f := []string{"SurfaceBaseAddress=0x100000", "SurfaceFormat=" + p.format.name, "Width=16", "MIPCountOrLOD=3", "SurfaceVerticalAlignment=VALIGN_4", "SurfaceHorizontalAlignment=HALIGN_4"}
	f = append(f, fmt.Sprintf("SurfacePitch=%d", texelsOfRow*p.format.bytes))
	kind := map[string]string{"1d": "1D", "2d": "2D", "3d": "3D", "cu": "CUBE"}[p.kind[:2]]
	depth := layers
	switch {
	case kind == "CUBE":
		depth = layers / 6
		f = append(f, strings.Fields(allFaces)...)
	case kind == "3D":
		depth = 16
	}
	if axes > 1 {
		f = append(f, "Height=16")
	}
	if strings.HasSuffix(p.kind, "array") {
		f = append(f, "SurfaceArray=yes")
	}
	f = append(f, fmt.Sprintf("Depth=%d", depth))
	switch {
	case target < native.BDW && p.tiles != "":
		f = append(f, "TiledSurface=yes", "TileWalk=TILEWALK_"+p.tiles+"MAJOR")
	case target >= native.BDW && p.tiles != "":
		f = append(f, "TileMode="+p.tiles+"MAJOR")
	}
	switch {
	case kind == "1D" && target >= native.SKL:
		f = append(f, fmt.Sprintf("SurfaceQPitch=%d", lineTexels))
	case target >= native.BDW:
		f = append(f, fmt.Sprintf("SurfaceQPitch=%d", rowsOfSlice))
	}
	if target >= native.HSW {
		f = append(f, "ShaderChannelSelectRed=RED", "ShaderChannelSelectGreen=GREEN", "ShaderChannelSelectBlue=BLUE", "ShaderChannelSelectAlpha=ALPHA")
	}
	// the type first: which fields there are depends on it
	b.set(t, surfaceAt, surfaceState, "SurfaceType=SURFTYPE_"+kind+" "+strings.Join(f, " "))
	return b
}

// sampler puts a sampler of the reference into memory.
func (b *bench) sampler0(t *testing.T, l *looker, more string) {
	t.Helper()
	f := fmt.Sprintf("MinModeFilter=%s MagModeFilter=%s MipModeFilter=%s TextureLODBias=%v MinLOD=%v MaxLOD=%v ", l.min, l.mag, l.mip, l.bias, l.least, l.most)
	for _, axis := range axes {
		f += fmt.Sprintf("%s=%s ", axis, l.mode)
	}
	for i, filter := range []string{l.mag, l.min} {
		for _, r := range roundings[i] {
			if filter != "NEAREST" {
				f += r + "=yes "
			}
		}
	}
	if l.function != "" {
		f += "ShadowFunction=" + l.function + " "
	}
	if l.preclamp && b.target < native.BDW {
		f += "LODPreClampEnable=yes "
	} else if l.preclamp {
		f += "LODPreClampMode=OGL "
	}
	f += "BorderColorPointer=0x400 "
	words := ""
	for _, v := range l.border {
		words += fmt.Sprintf("%08x ", math.Float32bits(float32(v)))
	}
	b.words(borderAt, words)
	b.set(t, samplersAt, samplerState, f+more)
}

// ask runs a message whose lanes have the parameters that give returns, of floats.
func (b *bench) sampled(t *testing.T, code, params int, old bool, give func(lane, param int) float32) *mem.Texels {
	t.Helper()
	op, err := mem.ParseSamplerOp(code, params, old)
	require.NoError(t, err)
	img, err := b.Image(ref)
	require.NoError(t, err)
	s, err := b.Sampler(mem.SamplerRef{})
	require.NoError(t, err)
	a := mem.Access{Op: op, Image: img, Sampler: s}
	require.NoError(t, a.Check())
	x := new(mem.Texels)
	for i := range params {
		for lane := range mem.Lanes {
			x.Param(op, i)[lane] = math.Float32bits(give(lane, i))
		}
	}
	x.Run(&a, math.MaxUint32)
	return x
}

// steps are places between texels: odd multiples of 1/512, so that all levels have weights of 1/256.
func steps(i, axis int) float64 {
	return float64((i*(97+38*axis)+13*axis)%1536-512)/512 + 1./512 - float64((i*(97+38*axis)+13*axis)%2)/512
}

// matrixTargets have the four layouts of levels.
var matrixTargets = []native.Target{native.IVB, native.BDW, native.SKL, native.TGL}

// TestMatrix: samples of formats, kinds, tiles, address modes, filters, places and levels are those of the reference.
// seed: Lakefield PRM vol. 2b, Texture Coordinate Mode; Broxton PRM vol. 6, Surface State Fetch
// seed: Broxton vol. 6 Sampler State Fetch
func TestMatrix(t *testing.T) {
	cases := 0
	for _, target := range matrixTargets {
		for f, format := range codecs {
			for k, kind := range []string{"1d", "1d_array", "2d", "2d_array", "3d"} {
				p := &picture{kind, format, []string{"", "X", "Y"}[(f+k)%3]}
				if k < 2 {
					p.tiles = ""
				}
				b := newGallery(t, target, p)
				for _, mode := range []string{"WRAP", "MIRROR", "CLAMP", "CLAMP_BORDER", "MIRROR_ONCE", "HALF_BORDER", "MIRROR_101"} {
					if mode == "MIRROR_101" && kind[:2] != "2d" || mode == "HALF_BORDER" && format.integer {
						continue
					}
					cases += b.modes(t, p, mode)
				}
			}
		}
	}
	assert.Equal(t, 4*(5*5*5+4*5+5*2)*9*32, cases, "samples")
}

// modes samples with all filters of an address mode.
func (b *bench) modes(t *testing.T, p *picture, mode string) (cases int) {
	axes, layers := p.axes()
	for i := range 9 {
		l := &looker{mode: mode, min: []string{"NEAREST", "LINEAR"}[i%2], mag: []string{"NEAREST", "LINEAR"}[i/2%2], mip: []string{"NONE", "NEAREST", "LINEAR"}[i%3],
			bias: float64(i%3-1) / 4, least: float64(i%4) / 8, most: 3.5 - float64(i%5)/2, preclamp: i%2 == 1}
		if b.target >= native.BDW && !p.format.integer && (mode == "CLAMP_BORDER" || mode == "HALF_BORDER") {
			l.border = [4]float64{0.5, 0.25, 1, 0.125}
		}
		if p.format.integer && l.mip == "LINEAR" {
			l.mip = "NEAREST"
		}
		b.sampler0(t, l, "")
		lods := func(lane int) float64 { return float64(lane*lane%41)/8 - 1 }
		place := func(lane, axis int) float64 { return steps(lane+i*32, axis) }
		x := b.sampled(t, 2, 4, b.target < native.SKL, func(lane, param int) float32 {
			switch {
			case param == 0:
				return float32(lods(lane))
			case param <= axes:
				return float32(place(lane, param-1))
			}
			return float32(lane%(layers+2)) - 1 // clamped
		})
		for lane := range mem.Lanes {
			layer := min(max(lane%(layers+2)-1, 0), layers-1)
			want := l.sample(p, lods(lane), [3]float64{place(lane, 0), place(lane, 1), place(lane, 2)}, layer)
			for c := range want {
				if !near(t, want[c], x.Out[c][lane], p, "%s, %+v, lod %v, at %v %v %v", b.target, *l, lods(lane), place(lane, 0), place(lane, 1), place(lane, 2)) {
					t.FailNow()
				}
			}
			cases++
		}
	}
	return cases
}
