package message

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// canvas is a bench with a render target at index 5: 16 by 8 pixels, with other rows around.
type canvas struct {
	*bench
	img *mem.Image
}

const (
	canvasWidth  = 16
	canvasHeight = 8
)

func newCanvas(t *testing.T, format string, kind mem.ImageKind, layers int) *canvas {
	t.Helper()
	c := &canvas{bench: newBench(t)}
	shape, err := mem.ImageShape{Kind: kind, Format: mem.FindSurfaceFormat(format), Extent: [3]int{canvasWidth, canvasHeight, layers}}.Complete()
	require.NoError(t, err)
	b := c.mem.Alloc("target", int(shape.Bytes()))
	c.mem.SetShared(false)
	c.img = mem.NewImage(shape, b)
	c.mem.BindImage(5, c.img)
	return c
}

// render runs a message on a target; aside are r0, r1 and r2 of the dispatch.
func (c *canvas) render(target native.Target, em uint32, desc native.Desc, ex native.ExDesc, aside *[3][8]uint32, mask uint32) error {
	src := places
	in := native.Message{SFID: native.SFIDDPRC, Desc: desc | 5, ExDesc: ex}
	if err := Resolve(&c.msg, target, &in, &src, false); err != nil {
		return err
	}
	c.port.Attach(c.mem.States(), c.slm, c.scr)
	c.port.Aside = Aside{aside, mask}
	_, err := c.execute(em)
	return err
}

// floats puts values into registers from reg on.
func (c *canvas) floats(reg int, v ...float32) {
	for i, f := range v {
		binary.LittleEndian.PutUint32(c.regs[32*reg+4*i:], math.Float32bits(f))
	}
}

// painted are the pixels that are not 0, by row and column, of four bytes each.
func (c *canvas) painted() map[[2]int]uint32 {
	out := map[[2]int]uint32{}
	for i := range canvasWidth * canvasHeight {
		if v := word32(c.img.Buffer(), i); v != 0 {
			out[[2]int{i / canvasWidth, i % canvasWidth}] = v
		}
	}
	return out
}

// corner is the upper left pixel of a subspan as a dword has it.
func corner(x, y uint32) uint32 { return y<<16 | x }

// grey is the colour of lane i in the tests: i + 1 of 255 in red, twice in green.
func (c *canvas) greys(reg, lanes, each int) {
	for i := range lanes {
		v := float32(i+1) / 255
		for n, k := range []float32{1, 2, 0, 0} {
			binary.LittleEndian.PutUint32(c.regs[32*(reg+n*each)+4*i:], math.Float32bits(v*k))
		}
	}
}

func greyOf(lane int) uint32 { return uint32(lane+1) | uint32(2*(lane+1))<<8 }

// squares are the pixels that lanes of subspans write, from the lane of the first one on: upper left, upper right, lower left, lower
// right (computed here from the corners, apart from the code under test).
func squares(enables uint32, corners ...[2]int) map[[2]int]uint32 {
	out := map[[2]int]uint32{}
	for s, at := range corners {
		for q, d := range [4][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
			if lane := 4*s + q; enables>>lane&1 != 0 {
				out[[2]int{at[1] + d[0], at[0] + d[1]}] = greyOf(lane)
			}
		}
	}
	return out
}

// four are the corners of the tests: column and row.
var four = [][2]int{{0, 0}, {4, 0}, {2, 4}, {14, 6}}

// pixelsOf is r1 of a thread for the four subspans of the tests.
func pixelsOf(enables uint32) [8]uint32 {
	return [8]uint32{2: corner(0, 0), 3: corner(4, 0), 4: corner(2, 4), 5: corner(14, 6), 7: enables}
}

// TestRenderForms: which pixels each form of a write reaches, with a header whose enables count and the channels do not, and without
// one, where the dispatch says both.
func TestRenderForms(t *testing.T) {
	for _, f := range []struct {
		name  string
		desc  native.Desc
		lanes int
		first int // subspan
	}{
		{"SIMD16", 8 << 25, 16, 0},
		{"SIMD8", 4<<25 | 4<<8, 8, 0},
		{"SIMD8 dual, lower", 8<<25 | 2<<8, 8, 0},
		{"SIMD8 dual, higher", 8<<25 | 3<<8, 8, 2},
	} {
		for target := native.IVB; target < native.NumTargets; target++ {
			each := f.lanes / 8
			enables := uint32(0xB7FB) >> (4 * f.first)
			c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
			p := pixelsOf(0xB7FB)
			c.dwords(20, 0, 0, 0).dwords(21, p[:]...)
			c.greys(22, f.lanes, each)
			require.NoError(t, c.render(target, 1, f.desc+2<<25|12<<14|header, 0, nil, 0), "%v %s", target, f.name)
			want := squares(enables&(1<<f.lanes-1), four[f.first:]...)
			assert.Equal(t, want, c.painted(), "%v %s with a header", target, f.name)

			c = newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
			c.greys(20, f.lanes, each)
			require.NoError(t, c.render(target, 1<<f.lanes-1, f.desc|12<<14, 0, &[3][8]uint32{1: pixelsOf(0)}, 0xB7FB), "%v %s", target, f.name)
			assert.Equal(t, want, c.painted(), "%v %s without", target, f.name)
		}
	}
}

// TestRenderChannels: without a header the channels that send count from Haswell on. Ivy Bridge writes all pixels of the dispatch, and a
// message by some of the channels stops there.
func TestRenderChannels(t *testing.T) {
	c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	c.greys(20, 8, 1)
	aside := &[3][8]uint32{1: pixelsOf(0)}
	require.NoError(t, c.render(native.HSW, 0x5A, 4<<25|4<<8|12<<14, 0, aside, 0xF7))
	assert.Equal(t, squares(0x52, four...), c.painted())
	err := c.render(native.IVB, 0x5A, 4<<25|4<<8|12<<14, 0, aside, 0xF7)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "under a mask of channels")
	require.NoError(t, c.render(native.IVB, 0xFF, 4<<25|4<<8|12<<14, 0, aside, 0x01))
	assert.ErrorIs(t, c.render(native.HSW, 0xFF, 4<<25|4<<8|12<<14, 0, nil, 0xFF), errNoPixels)
}

// TestRenderSlots: the slot group takes the higher 16 slots of a thread of 32, whose pixels r2 has.
func TestRenderSlots(t *testing.T) {
	c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	c.greys(20, 16, 2)
	require.NoError(t, c.render(native.SKL, 0xFFFF, 8<<25|12<<14|1<<11, 0, &[3][8]uint32{1: {2: corner(8, 8)}, 2: pixelsOf(0)}, 0x8421FFFF))
	assert.Equal(t, squares(0x8421, four...), c.painted())
}

// TestRenderReplicated: one register has the colour of all pixels.
func TestRenderReplicated(t *testing.T) {
	c := newCanvas(t, "B8G8R8A8_UNORM", mem.Image2D, 1)
	c.floats(20, 1, 0.2, 0.4, 0.6)
	require.NoError(t, c.render(native.BDW, 0xFFFF, 1<<25|1<<8|12<<14, 0, &[3][8]uint32{1: pixelsOf(0)}, 0x8001))
	assert.Equal(t, map[[2]int]uint32{{0, 0}: 0x99FF3366, {7, 15}: 0x99FF3366}, c.painted())
}

// TestRenderNarrow: colours of 16 bits, eight in the lower half of a register, or sixteen in one.
func TestRenderNarrow(t *testing.T) {
	const one, half, quarter = 0x3C00, 0x3800, 0x3400
	for lanes, desc := range map[int]native.Desc{8: 4 << 8, 16: 0} {
		c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
		for i := range lanes {
			for n, v := range []uint16{one, half, quarter, uint16(0)} {
				binary.LittleEndian.PutUint16(c.regs[32*(20+n)+2*i:], v)
			}
		}
		require.NoError(t, c.render(native.SKL, 1<<lanes-1, desc|4<<25|12<<14|1<<30, 0, &[3][8]uint32{1: pixelsOf(0)}, 0xFFFF))
		got := c.painted()
		assert.Len(t, got, lanes)
		assert.EqualValues(t, 0x4080FF, got[[2]int{0, 0}])
		assert.EqualValues(t, 0x4080FF, got[[2]int{1, 5}])
	}
}

// TestRenderAlpha0: the alpha of the first target comes before the colours where the header, or from Gen11 on the extended descriptor,
// says so. It is for tests of alpha, which a launch has not.
func TestRenderAlpha0(t *testing.T) {
	c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	p := pixelsOf(0x21)
	c.dwords(20, 1<<11, 0, 3).dwords(21, p[:]...)
	c.floats(22, 9, 9, 9, 9, 9, 9, 9, 9)
	c.greys(23, 8, 1)
	require.NoError(t, c.render(native.SKL, 0xFF, 7<<25|4<<8|12<<14|header, 0, nil, 0))
	assert.Equal(t, squares(0x21, four...), c.painted())

	c = newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	c.greys(21, 8, 1)
	require.NoError(t, c.render(native.ICL, 0xFF, 5<<25|4<<8|12<<14, 1<<15|2<<12, &[3][8]uint32{1: pixelsOf(0)}, 0x21))
	assert.Equal(t, squares(0x21, four...), c.painted())
}

// TestRenderLayers: the layer is in the first register of the header, from Gen12 on in the second.
func TestRenderLayers(t *testing.T) {
	for target, at := range map[native.Target]int{native.SKL: 20, native.TGL: 21} {
		c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2DArray, 3)
		p := pixelsOf(1)
		c.dwords(20, 0, 0, 0).dwords(21, p[:]...)
		dword := c.regs[32*at+4*(at-20):]
		binary.LittleEndian.PutUint32(dword, binary.LittleEndian.Uint32(dword)|2<<16)
		c.greys(22, 8, 1)
		require.NoError(t, c.render(target, 0xFF, 6<<25|4<<8|12<<14|header, 0, nil, 0))
		assert.Empty(t, c.painted(), target)
		assert.Equal(t, greyOf(0), word32(c.img.Buffer(), 2*canvasWidth*canvasHeight), target)
	}
	c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	c.dwords(20, 1<<16).dwords(21, 0)
	err := c.render(native.SKL, 0xFF, 6<<25|4<<8|12<<14|header, 0, nil, 0)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "layer 1 of a render target of kind 2d")
}

// TestRenderOutside: pixels past the edge are dropped, and told.
func TestRenderOutside(t *testing.T) {
	c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	c.greys(20, 8, 1)
	require.NoError(t, c.render(native.SKL, 0xFF, 4<<25|4<<8|12<<14, 0, &[3][8]uint32{1: {2: corner(15, 7), 3: corner(0xFFFF, 0)}}, 0xFF))
	assert.Equal(t, map[[2]int]uint32{{7, 15}: greyOf(0)}, c.painted())
	assert.Equal(t, c.img.Buffer(), c.port.Left.Buffer)
	assert.Equal(t, 1, c.port.Left.Lane)
	assert.EqualValues(t, 7, c.img.Buffer().OutOfBounds.Load())
}

// TestRenderNull: the null target of Gen12 takes nothing.
func TestRenderNull(t *testing.T) {
	c := newCanvas(t, "R8G8B8A8_UNORM", mem.Image2D, 1)
	c.greys(20, 8, 1)
	require.NoError(t, c.render(native.TGL, 0xFF, 4<<25|4<<8|12<<14, 1<<20, &[3][8]uint32{1: pixelsOf(0)}, 0xFF))
	assert.Empty(t, c.painted())
}

// TestRenderRead: what a write left comes back, four components of the lanes that send.
func TestRenderRead(t *testing.T) {
	for lanes, desc := range map[int]native.Desc{8: 4<<20 | 1<<8, 16: 8 << 20} {
		c := newCanvas(t, "R32G32_FLOAT", mem.Image2D, 1)
		p := pixelsOf(0xFFFF)
		c.dwords(20, 0).dwords(21, p[:]...)
		each := lanes / 8
		c.greys(22, lanes, each)
		require.NoError(t, c.render(native.SKL, 1, native.Desc(2+4*each)<<25|12<<14|header|map[int]native.Desc{8: 4 << 8}[lanes], 0, nil, 0))
		c.dwords(10, seq(0, 0, 8*4*each)...)
		require.NoError(t, c.render(native.SKL, 0x5, 2<<25|13<<14|header|desc, 0, nil, 0))
		got := c.got(10, 8*4*each)
		want := make([]uint32, 8*4*each)
		for _, lane := range []int{0, 2} {
			want[lane] = math.Float32bits(float32(lane+1) / 255)
			want[8*each+lane] = math.Float32bits(float32(lane+1) / 255 * 2)
			want[3*8*each+lane] = math.Float32bits(1)
		}
		assert.Equal(t, want, got, "%d lanes", lanes)
	}
	c := newCanvas(t, "R32G32_FLOAT", mem.Image2D, 1)
	c.dwords(20, 1<<13).dwords(21, 0)
	assert.ErrorContains(t, c.render(native.SKL, 1, 2<<25|13<<14|header|8<<20, 0, nil, 0), "dword 0 is 0x2000, want bits 14:11 clear")
}

// TestRenderStops: what a launch has no unit for, and what no source says, stops by name; payloads that are not those of their header
// are wrong.
func TestRenderStops(t *testing.T) {
	for _, c := range []struct {
		name, format string
		target       native.Target
		desc         native.Desc
		head         uint32
		want         string
		legal        bool
	}{
		{"sample mask", "R8G8B8A8_UNORM", native.SKL, 7<<25 | 4<<8, 1 << 12, "with a sample mask, and no source says what it does to surfaces of one sample", true},
		{"depth", "R8G8B8A8_UNORM", native.SKL, 7<<25 | 4<<8, 1 << 13, "with depths, and a launch has no depth buffer", true},
		{"stencil", "R8G8B8A8_UNORM", native.SKL, 7<<25 | 4<<8, 1 << 14, "with stencil values, and a launch has no stencil buffer", true},
		{"sample", "R8G8B8A8_UNORM", native.SKL, 6<<25 | 4<<8, 3 << 6, "of sample 3: surfaces have one", true},
		{"coarse", "R8G8B8A8_UNORM", native.CNL, 6<<25 | 4<<8 | 1<<18, 0, "of coarse pixels", true},
		{"each sample", "R8G8B8A8_UNORM", native.SKL, 6<<25 | 4<<8 | 1<<13, 0, "for each sample", true},
		{"narrow integers", "R8G8B8A8_UINT", native.SKL, 6<<25 | 4<<8 | 1<<30, 0, "colours of 16 bits for format R8G8B8A8_UINT", true},
		{"format", "R32G32B32_FLOAT", native.SKL, 6<<25 | 4<<8, 0, "a render target of format R32G32B32_FLOAT: the target renders no such surface", true},
		{"format of later targets", "B8G8R8X8_UNORM", native.IVB, 6<<25 | 4<<8, 0, "a render target of format B8G8R8X8_UNORM: the target renders no such surface", true},
		{"room", "B8G8R8X8_UNORM", native.SKL, 6<<25 | 4<<8, 0, "no source at hand says what the bits are that are not read", true},
		{"more registers", "R8G8B8A8_UNORM", native.SKL, 7<<25 | 4<<8, 0, "the payload has 5 registers: want 4 of what its header, or the dispatch, says", false},
		{"fewer registers", "R8G8B8A8_UNORM", native.SKL, 6<<25 | 4<<8, 1 << 11, "the payload has 4 registers: want 5", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newCanvas(t, c.format, mem.Image2D, 1)
			b.dwords(20, c.head).dwords(21, 0, 0, 0, 0, 0, 0, 0, 0xFF)
			err := b.render(c.target, 0xFF, c.desc|12<<14|header, 0, nil, 0)
			require.ErrorContains(t, err, c.want)
			assert.Equal(t, c.legal, errors.Is(err, errors.ErrUnsupported))
		})
	}
}
