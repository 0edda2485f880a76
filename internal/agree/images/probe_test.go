package images

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
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
	programs [2]*load.Program
}

func newProber(t *testing.T, message string) *prober {
	k, err := load.ParseVISA("probe.visaasm", fmt.Appendf(nil, probe, message))
	require.NoError(t, err)
	p := &prober{}
	for i, e := range []load.EngineName{load.Interp, load.Sim} {
		p.programs[i], err = load.FromVISA("probe.visaasm", k, e, native.SKL)
		require.NoError(t, err)
	}
	return p
}

// run gives the four numbers of each place, of both engines; the fourth input of a place is
// the level of detail.
func (p *prober) run(t *testing.T, image *launch.Arg, s *mem.Sampler, places [][4]uint32) (out [2][]byte) {
	inputs := map[int][]byte{}
	for i, at := range places {
		for c, v := range at {
			inputs[c] = binary.LittleEndian.AppendUint32(inputs[c], v)
		}
		inputs[4] = binary.LittleEndian.AppendUint32(inputs[4], uint32(16*i))
	}
	l := &launch.Launch{Kernel: "probe", Threads: len(places) / 8, Args: []launch.Arg{
		*image, {Data: make([]byte, 16*len(places)), Output: true}, {Kind: launch.SamplerArg, Sampler: s},
	}}
	for c, name := range []string{"U", "V", "R", "L", "AT"} {
		l.Inputs = append(l.Inputs, launch.Input{Name: name, Data: inputs[c]})
	}
	for i, program := range p.programs {
		r, err := run.Run(context.Background(), l, run.Options{Program: program, Target: load.Only(native.SKL), Deterministic: true})
		require.NoError(t, err)
		out[i] = r.Buffers[1]
	}
	return out
}

// lacking is the formats that the CPU does not read right, or not at all.
var lacking = strings.Fields("r16f rg16f rgba16f a16f i16f l16f rg8 rg16 rg8sn rg16sn rg8i rg16i rg32i rg8ui rg16ui rg32ui rg32f " +
	"i8 i16 i32f l8 l16 l32f d16 d32f srgba8 sbgra8")

// newPicture is an empty one of a format.
func newPicture(t *testing.T, format string) *picture {
	digits := strings.IndexAny(format, "0123456789")
	p := &picture{order: format[:digits]}
	_, err := fmt.Sscanf(format[digits:], "%d", &p.bits)
	require.NoError(t, err)
	p.typ = strings.TrimPrefix(format[digits:], fmt.Sprint(p.bits))
	return p
}

func (p *picture) integer() bool { return strings.HasSuffix(p.typ, "i") }

// exact says that results have no rounding but the last: the numbers are integers, or
// halfs.
func (p *picture) exact() bool { return !p.linear || p.typ == "f" && p.bits == 16 }

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
func (p *picture) fill(r *rand.Rand, format string, arrays bool) (*launch.Arg, *mem.Sampler) {
	s := &mem.Sampler{Normalized: r.IntN(2) == 0, Filter: mem.Filter(r.IntN(2)), Address: mem.AddressMode(1 + r.IntN(2))}
	if s.Normalized {
		s.Address = mem.AddressMode(1 + r.IntN(4))
	}
	shape := shapes[r.IntN(len(shapes))]
	if arrays {
		shape = shapes[r.IntN(2)]
	}
	p.size, p.spatial, p.layers = shape.size, shape.spatial, shape.layers
	p.normalized, p.linear, p.address = s.Normalized, s.Filter == mem.Linear && !p.integer(), modes[s.Address]
	p.contents(r)
	return &launch.Arg{Kind: launch.ImageArg, Data: p.data, Image: &mem.ImageShape{Kind: shape.kind, Format: mem.FindFormat(format), Extent: p.size}}, s
}

// contents makes numbers: of halfs zeros, tiny ones, and up to 32.
func (p *picture) contents(r *rand.Rand) {
	for range p.size[0] * p.size[1] * p.size[2] * len(p.stored()) {
		v := r.Uint32()
		switch {
		case p.typ == "f" && p.bits == 16:
			v = v&0x83FF | uint32(r.IntN(20))<<10
		case p.typ == "f":
			v = math.Float32bits(r.Float32()*2 - 1)
		case p.typ == "sn" && r.IntN(4) == 0:
			v = 1 << (p.bits - 1) // is -1, as the code above it
		}
		for i := range p.bits / 8 {
			p.data = append(p.data, byte(v>>(8*i)))
		}
	}
	p.decode()
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
			bits := binary.LittleEndian.Uint32(got[0][16*i+4*c:])
			switch {
			case p.integer():
				require.Equal(t, uint32(int64(w)), bits, "%s: place %d, component %d", what, i, c)
			case p.exact():
				require.Equal(t, float32(w), math.Float32frombits(bits), "%s: place %d, component %d", what, i, c)
			default:
				require.InDelta(t, w, float64(math.Float32frombits(bits)), 1e-7, "%s: place %d, component %d", what, i, c)
			}
		}
	}
}

// messages are those that sample at a place: of images with one level, a level, a bias
// and derivatives make no difference.
var messages = []struct {
	text   string
	offset [3]int
}{
	{text: "sample_l.RGBA (M1, 8) 0x0:uw S0 T6 D.0 L.0 U.0 V.0 R.0"},
	{text: "sample_3d.RGBA (M1, 8) 0x0:uw S0 T6 D.0 U.0 V.0 R.0"},
	{text: "sample_b.RGBA (M1, 8) 0x0:uw S0 T6 D.0 L.0 U.0 V.0 R.0"},
	{text: "sample_d.RGBA (M1, 8) 0x0:uw S0 T6 D.0 U.0 L.0 L.0 V.0 L.0 L.0 R.0 L.0 L.0"},
	{text: "sample_lz.RGBA (M1, 8) 0x0:uw S0 T6 D.0 U.0 V.0 R.0"},
	{text: "sample_lz.RGBA (M1, 8) 0x1f1:uw S0 T6 D.0 U.0 V.0 R.0", offset: [3]int{1, -1, 1}},
}

// TestSampleReference: formats, levels of detail and gathers that the CPU does not
// have are as an independent calculation in 64 bits says.
func TestSampleReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, m := range messages {
		sampler := newProber(t, m.text)
		for _, format := range lacking {
			p := newPicture(t, format)
			p.offset = m.offset
			image, s := p.fill(r, format, false)
			if m.offset != [3]int{} && (p.address == "mirror" || !p.normalized) {
				continue // OpenCL has no offsets: what a mirror does with them, its formulas do not say, and texel coordinates have none
			}
			bits, at := p.places(r)
			what := fmt.Sprintf("%s %s %v %+v", m.text, format, image.Image.Kind, *s)
			p.check(t, what, sampler.run(t, image, s, bits), func(i int) [4]float64 { return p.sample(at[i]) })
		}
	}
	for c, channel := range "RGBA" {
		gatherer := newProber(t, fmt.Sprintf("sample4.%c (M1, 8) 0x0:uw S0 T6 D.0 U.0 V.0 R.0", channel))
		for _, format := range lacking {
			p := newPicture(t, format)
			image, s := p.fill(r, format, true)
			bits, at := p.places(r)
			what := fmt.Sprintf("sample4.%c %s %v %+v", channel, format, image.Image.Kind, *s)
			p.linear = false
			p.check(t, what, gatherer.run(t, image, s, bits), func(i int) [4]float64 { return p.gather(at[i], c) })
		}
	}
}

// TestSizes: resinfo says the extents of level 0, layers included, and that another
// level is 0 wide; there is one level.
func TestSizes(t *testing.T) {
	asker := newProber(t, "resinfo.RGBA (M1, 8) T6 I.0 D.0")
	for _, shape := range shapes {
		p := picture{order: "r", bits: 8, size: shape.size}
		image := &launch.Arg{Kind: launch.ImageArg, Data: make([]byte, p.size[0]*p.size[1]*p.size[2]),
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
