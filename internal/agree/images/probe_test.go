package images

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// probe is a kernel of 8 lanes that sends one message on image 0 and stores what comes
// back at 16 bytes for each lane.
const probe = `.version 4.1
.kernel "probe"
.decl U v_type=G type=f num_elts=8 align=hword
.decl V v_type=G type=f num_elts=8 align=hword
.decl R v_type=G type=f num_elts=8 align=hword
.decl L v_type=G type=f num_elts=8 align=hword
.decl I v_type=G type=ud num_elts=8 align=hword alias=<L, 0>
.decl AT v_type=G type=ud num_elts=8 align=hword
.decl D v_type=G type=f num_elts=32 align=hword
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.input U offset=32 size=32
.input V offset=64 size=32
.input R offset=96 size=32
.input L offset=128 size=32
.input AT offset=160 size=32
.kernel_attr SimdSize=8
movs (M1_NM, 1) S0(0) 0x0:ud
movs (M1_NM, 1) T6(0) 0x0:ud
%s
movs (M1_NM, 1) T6(0) 0x1:ud
scatter4_scaled.RGBA (M1, 8) T6 0x0:ud AT.0 D.0
ret (M1, 1)
`

// prober runs probes.
type prober struct {
	programs [2]*run.Program
}

func newProber(t *testing.T, message string) *prober {
	k, err := run.ParseVISA("probe.visaasm", fmt.Appendf(nil, probe, message))
	require.NoError(t, err)
	p := &prober{}
	for i, e := range []run.EngineName{run.Interp, run.Sim} {
		p.programs[i], err = run.FromVISA("probe.visaasm", k, e, native.SKL)
		require.NoError(t, err)
	}
	return p
}

// run gives the four numbers of each place, of both engines; the fourth input of a place is
// the level of detail.
func (p *prober) run(t *testing.T, image *run.Arg, s *mem.Sampler, places [][4]uint32) (out [2][]byte) {
	inputs := map[int][]byte{}
	for i, at := range places {
		for c, v := range at {
			inputs[c] = binary.LittleEndian.AppendUint32(inputs[c], v)
		}
		inputs[4] = binary.LittleEndian.AppendUint32(inputs[4], uint32(16*i))
	}
	l := &run.Launch{Kernel: "probe", Threads: len(places) / 8, Args: []run.Arg{
		*image, {Data: make([]byte, 16*len(places)), Output: true}, {Kind: run.SamplerArg, Sampler: s},
	}}
	for c, name := range []string{"U", "V", "R", "L", "AT"} {
		l.Inputs = append(l.Inputs, run.Input{Name: name, Data: inputs[c]})
	}
	for i, program := range p.programs {
		r, err := run.Run(context.Background(), l, run.Options{Program: program, Target: native.SKL, Deterministic: true})
		require.NoError(t, err)
		out[i] = r.Buffers[1]
	}
	return out
}

// lacking is formats that the CPU does not read right, or not at all.
var lacking = []picture{
	{order: "r", bits: 16, half: true}, {order: "rg", bits: 16, half: true}, {order: "rgba", bits: 16, half: true}, {order: "a", bits: 16, half: true},
	{order: "i", bits: 16, half: true}, {order: "l", bits: 16, half: true}, {order: "rg", bits: 8}, {order: "rg", bits: 16}, {order: "i", bits: 8},
	{order: "l", bits: 16}, {order: "srgba", bits: 8}, {order: "sbgra", bits: 8},
}

func (p *picture) name() string {
	if p.half {
		return p.order + "16f"
	}
	return fmt.Sprint(p.order, p.bits)
}

// shapes are kinds of images with extents that are powers of two, so that places in
// texels are exact.
var shapes = []struct {
	kind    mem.ImageKind
	spatial int
	layers  bool
	size    [3]int
}{
	{mem.Image2D, 2, false, [3]int{8, 4, 1}}, {mem.Image2DArray, 2, true, [3]int{4, 4, 3}}, {mem.Image3D, 3, false, [3]int{4, 2, 4}},
	{mem.Image1D, 1, false, [3]int{16, 1, 1}}, {mem.Image1DArray, 1, true, [3]int{8, 3, 1}},
}

var modes = []string{mem.AddressNone: "none", mem.ClampBorder: "clamp", mem.ClampEdge: "edge", mem.Repeat: "repeat", mem.Mirror: "mirror"}

// fill chooses shape, sampler and contents.
func (p *picture) fill(r *rand.Rand, arrays bool) (*run.Arg, *mem.Sampler) {
	s := &mem.Sampler{Normalized: r.IntN(2) == 0, Filter: mem.Filter(r.IntN(2)), Address: mem.AddressMode(1 + r.IntN(2))}
	if s.Normalized {
		s.Address = mem.AddressMode(1 + r.IntN(4))
	}
	shape := shapes[r.IntN(len(shapes))]
	if arrays {
		shape = shapes[r.IntN(2)]
	}
	p.size, p.spatial, p.layers = shape.size, shape.spatial, shape.layers
	p.normalized, p.linear, p.address = s.Normalized, s.Filter == mem.Linear, modes[s.Address]
	for range p.size[0] * p.size[1] * p.size[2] * len(p.stored()) * p.bits / 16 {
		v := uint16(r.Uint32())
		if p.half {
			v = v&0x83FF | uint16(r.IntN(20))<<10 // 0, tiny, up to 32
		}
		p.data = binary.LittleEndian.AppendUint16(p.data, v)
	}
	if len(p.data) < p.size[0]*p.size[1]*p.size[2]*len(p.stored())*p.bits/8 {
		p.data = append(p.data, byte(r.Uint32()))
	}
	p.decode()
	return &run.Arg{Kind: run.ImageArg, Data: p.data, Image: &mem.ImageShape{Kind: shape.kind, Format: mem.FindFormat(p.name()), Extent: p.size}}, s
}

// places chooses them: steps of 1/256 of a texel, inside and outside. Layers are in
// steps of 1/4.
func (p *picture) places(r *rand.Rand) (bits [][4]uint32, at [][3]float64) {
	for range 32 {
		var b [4]uint32
		var a [3]float64
		for d := range p.spatial {
			n := p.size[d]
			a[d] = float64(r.IntN(3*n*256)-n*256) / 256
			if r.IntN(3) == 0 {
				a[d] = math.Floor(a[d]*2) / 2
			}
			if p.normalized {
				a[d] /= float64(n)
			}
		}
		if p.layers {
			a[p.spatial] = float64(r.IntN(24)-4) / 4
		}
		for d := range a {
			b[d] = math.Float32bits(float32(a[d]))
		}
		b[3] = math.Float32bits(float32(r.IntN(9)) - 4)
		bits, at = append(bits, b), append(at, a)
	}
	return bits, at
}

// check compares what came back. Numbers are as good as floats are.
func (p *picture) check(t *testing.T, what string, got [2][]byte, want func(int) [4]float64) {
	assert.Equal(t, got[0], got[1], "%s: the engines differ", what)
	for i := range len(got[0]) / 16 {
		for c, w := range want(i) {
			g := float64(math.Float32frombits(binary.LittleEndian.Uint32(got[0][16*i+4*c:])))
			if !p.linear || p.half {
				w = float64(float32(w)) // exact but for this rounding
				require.Equal(t, w, g, "%s: place %d, component %d", what, i, c)
			}
			require.InDelta(t, w, g, 1e-7, "%s: place %d, component %d", what, i, c)
		}
	}
}

// TestSampleReference: formats, levels of detail and gathers that the CPU does not have are as an
// independent calculation in 64 bits says.
func TestSampleReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sampler := newProber(t, "sample_l.RGBA (M1, 8) 0x0:uw S0 T6 D.0 L.0 U.0 V.0 R.0")
	for _, p := range lacking {
		for range rounds(p.half) {
			p := p
			image, s := p.fill(r, false)
			bits, at := p.places(r)
			what := fmt.Sprintf("sample_l %s %v %+v", p.name(), image.Image.Kind, *s)
			p.check(t, what, sampler.run(t, image, s, bits), func(i int) [4]float64 { return p.sample(at[i]) })
		}
	}
	for c, channel := range "RGBA" {
		gatherer := newProber(t, fmt.Sprintf("sample4.%c (M1, 8) 0x0:uw S0 T6 D.0 U.0 V.0 R.0", channel))
		for _, p := range lacking {
			image, s := p.fill(r, true)
			bits, at := p.places(r)
			what := fmt.Sprintf("sample4.%c %s %v %+v", channel, p.name(), image.Image.Kind, *s)
			p.linear = false
			p.check(t, what, gatherer.run(t, image, s, bits), func(i int) [4]float64 { return p.gather(at[i], c) })
		}
	}
}

// rounds is how many shapes and samplers a format is read with.
func rounds(half bool) int {
	if half {
		return 12
	}
	return 4
}

// TestSizes: resinfo says the extents of level 0, layers included, and that another
// level is 0 wide; there is one level.
func TestSizes(t *testing.T) {
	asker := newProber(t, "resinfo.RGBA (M1, 8) T6 I.0 D.0")
	for _, shape := range shapes {
		p := picture{order: "r", bits: 8, size: shape.size}
		image := &run.Arg{Kind: run.ImageArg, Data: make([]byte, p.size[0]*p.size[1]*p.size[2]),
			Image: &mem.ImageShape{Kind: shape.kind, Format: mem.FindFormat("r8"), Extent: p.size}}
		out := asker.run(t, image, &mem.Sampler{}, [][4]uint32{7: {3: 1}})
		want := [4]uint32{uint32(p.size[0]), 0, 0, 1}
		axes := shape.spatial
		if shape.layers {
			axes++
		}
		for d := range axes {
			want[d] = uint32(p.size[d])
		}
		for i := range 8 {
			if i == 7 {
				want = [4]uint32{3: 1}
			}
			for c, w := range want {
				assert.Equal(t, w, binary.LittleEndian.Uint32(out[0][16*i+4*c:]), "%v: lane %d, component %d", shape.kind, i, c)
			}
		}
		assert.Equal(t, out[0], out[1])
	}
}
