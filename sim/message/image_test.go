package message

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Descriptors of messages on images.
const (
	sampler             = 2 // the shared function
	sampler8, sampler16 = 1 << 17, 2 << 17
	narrow              = 1 << 30
	sampleType          = 0 << 12
	load                = 7 << 12
	gather4             = 8 << 12
	resinfo             = 10 << 12
	typedRead           = 5 << 14
	typedWrite          = 13 << 14
	typedAtomic         = 6 << 14
	low8, high8         = 1 << 12, 2 << 12
	mediaRead           = 4 << 14
	mediaWrite          = 10 << 14
)

// newImage is a bench with an image of 4 by 2 texels as image 5, whose bytes count from 1.
func newImage(t *testing.T, format string) (*bench, *mem.Buffer) {
	b := newBench(t)
	s, err := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat(format), Extent: [3]int{4, 2, 1}}.Complete()
	require.NoError(t, err)
	store := b.mem.Alloc("image", int(s.Bytes()))
	for i := range store.Len() {
		store.SetBytes(i, []byte{byte(i + 1)})
	}
	b.mem.SetShared(false)
	b.mem.BindImage(5, mem.NewImage(s, store))
	return b, store
}

// TestTextures: what descriptors say of images.
func TestTextures(t *testing.T) {
	for _, c := range []struct {
		name             string
		sfid             uint8
		mlen, rlen, desc uint32
		action           Action
		lanes, cell      uint8
		want             Texture
	}{
		{"ld", sampler, 3, 4, sampler8 | load | 6<<8 | 5, Sample, 8, 4, Texture{Sampler: 6, Params: 3, Each: 1, Parts: 4}},
		{"ld of 16", sampler, 6, 4, sampler16 | load | 5, Sample, 16, 4, Texture{Params: 3, Each: 2, Parts: 2}},
		{"ld with a header", sampler, 3, 1, header | sampler8 | load | 5, Sample, 8, 4, Texture{Params: 2, Each: 1, Parts: 1}},
		{"ld of halves", sampler, 6, 4, narrow | sampler16 | load | 5, Sample, 16, 2, Texture{Params: 3, Each: 2, Parts: 4}},
		{"read", dc1, 2, 4, typedRead | low8 | 5, TypedRead, 8, 4, Texture{Params: 2, Each: 1, Parts: 4}},
		{"read, high", dc1, 5, 2, header | typedRead | high8 | yw | 5, TypedRead, 8, 4, Texture{Params: 4, Each: 1, Parts: 4, High: true}},
		{"write", dc1, 4, 0, typedWrite | low8 | xz | 5, TypedWrite, 8, 4, Texture{Params: 2, Each: 1, Parts: 4}},
		{"atomic", dc1, 3, 1, typedAtomic | returns | 7<<8 | 5, TypedAtomic, 8, 4, Texture{Params: 2, Each: 1, Parts: 4}},
		{"atomic, high", dc1, 5, 0, header | typedAtomic | 1<<12 | 14<<8 | 5, TypedAtomic, 8, 4, Texture{Params: 2, Each: 1, Parts: 4, High: true}},
		{"media read", dc1, 1, 2, header | mediaRead | 5, MediaRead, 8, 4, Texture{Each: 1, Step: 1}},
		{"media read, top", dc1, 1, 2, header | mediaRead | 6<<8 | 5, MediaRead, 8, 4, Texture{Each: 1, Step: 2}},
		{"media write, bottom", dc1, 2, 0, header | mediaWrite | 7<<8 | 5, MediaWrite, 8, 4, Texture{Each: 1, First: 1, Step: 2}},
	} {
		b := newBench(t)
		require.NoError(t, b.resolve(c.sfid, c.mlen, 0, c.rlen, c.desc), c.name)
		got := b.msg.Texture
		got.Op = mem.SamplerOp{}
		if c.action != TypedRead && c.action != TypedWrite {
			got.Channels = 0
		} else {
			c.want.Channels = uint8(^c.desc >> 8 & 15)
		}
		assert.Equal(t, c.want, got, c.name)
		assert.Equal(t, []any{c.action, c.lanes, c.cell}, []any{b.msg.Action, b.msg.Lanes, b.msg.Cell}, c.name)
	}
}

func TestTexturesRefused(t *testing.T) {
	for _, c := range []struct {
		want             string
		sfid             uint8
		mlen, rlen, desc uint32
	}{
		{"sampler message sample_min is not modelled: no source says which texels of a filter count", sampler, 2, 4, sampler8 | 22<<12 | 5},
		{"message sfid 2 desc 0x0442d005: Sampler: code 13 of type is reserved", sampler, 2, 4, sampler8 | 13<<12 | 5},
		{"sampler payload of 3 registers with 16 lanes", sampler, 3, 8, sampler16 | load | 5},
		{"sampler response of 5 registers with 8 lanes", sampler, 2, 5, sampler8 | load | 5},
		{"sampler response of 0 registers with 8 lanes", sampler, 2, 0, sampler8 | load | 5},
		{"sampler response of 3 registers with 16 lanes", sampler, 4, 3, sampler16 | load | 5},
		{"sampler response of 10 registers with 16 lanes", sampler, 4, 10, sampler16 | load | 5},
		{"sampler response of 5 registers with 16 lanes", sampler, 4, 5, narrow | sampler16 | load | 5},
		{"message TypedRead4x2 without a header: no source says that it may be", dc1, 1, 1, typedRead | 5},
		{"typed message with slot group 3", dc1, 2, 4, typedRead | 3<<12 | 5},
		{"typed message with 0 coordinates", dc1, 1, 4, header | typedRead | low8 | 5},
		{"typed message with 5 coordinates", dc1, 5, 4, typedRead | low8 | 5},
		{"typed message with 0 coordinates", dc1, 4, 0, typedWrite | low8 | 5},
		{"typed message with 0 coordinates", dc1, 1, 0, typedAtomic | 7<<8 | 5},
		{"typed message with 5 coordinates", dc1, 6, 0, typedAtomic | 7<<8 | 5},
		{"TypedAtomic of pairs of dwords (operation 0): no source says how registers hold them", dc1, 6, 0, typedAtomic | 5},
		{"media block with line stride 1", dc1, 1, 1, header | mediaRead | 1<<8 | 5},
		{"media block with line stride 5", dc1, 1, 1, header | mediaRead | 5<<8 | 5},
	} {
		err := newBench(t).resolve(c.sfid, c.mlen, 0, c.rlen, c.desc)
		require.ErrorIs(t, err, errors.ErrUnsupported, c.want)
		require.EqualError(t, err, c.want)
	}
	err := newBench(t).resolve(sampler, 5, 0, 4, sampler8|load|5)
	require.EqualError(t, err, "5 parameters of sampler message ld: legal are up to 4")
	require.NotErrorIs(t, err, errors.ErrUnsupported)
	for _, c := range [][3]uint32{{1, 4, typedRead | low8 | 5}, {2, 0, typedAtomic | 7<<8 | 5}, {5, 0, typedWrite | low8 | 5}, {4, 4, typedRead | low8 | 5}, {5, 0, typedAtomic | 7<<8 | 5}, {8, 0, typedWrite | low8 | 5}} {
		require.NoError(t, newBench(t).resolve(dc1, c[0], 0, c[1], c[2]))
	}
}

// TestLoadTexels: coordinates of eight and of sixteen lanes, whole and half results.
//
// seed: Broxton vol. 6 Messages
func TestLoadTexels(t *testing.T) {
	b, _ := newImage(t, "rgba8ui")
	b.dwords(20, 0, 1, 2, 3, 0, 1, 2, 4).dwords(21, 0, 0, 1, 1, 1, 1, 0, 0)
	b.dwords(10, seq(7, 0, 40)...).ok(0xFD, sampler, 2, 0, 4, sampler8|load|5)
	assert.Equal(t, []uint32{1, 7, 25, 29, 17, 21, 9, 0}, b.got(10, 8))
	assert.Equal(t, []uint32{2, 7, 26, 30, 18, 22, 10, 0}, b.got(11, 8))
	assert.Equal(t, []uint32{4, 7, 28, 32, 20, 24, 12, 0}, b.got(13, 8))
	assert.EqualValues(t, 7, b.got(14, 1)[0])

	b.dwords(20, 0, 1, 2, 3, 0, 1, 2, 3, 3, 2, 1, 0, 3, 2, 1, 0).dwords(22, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1)
	b.dwords(10, seq(7, 0, 40)...).ok(0xFFFF, sampler, 4, 0, 4, sampler16|load|5)
	assert.Equal(t, []uint32{1, 5, 9, 13, 17, 21, 25, 29, 13, 9, 5, 1, 29, 25, 21, 17}, b.got(10, 16))
	assert.Equal(t, []uint32{2, 6, 10, 14, 18, 22, 26, 30, 14, 10, 6, 2, 30, 26, 22, 18, 7}, b.got(12, 17), "two components")

	b.dwords(10, seq(7, 0, 40)...).ok(0xFFFF, sampler, 4, 0, 3, narrow|sampler16|load|5)
	assert.Equal(t, []uint32{5<<16 | 1, 13<<16 | 9, 21<<16 | 17, 29<<16 | 25, 9<<16 | 13, 1<<16 | 5, 25<<16 | 29, 17<<16 | 21}, b.got(10, 8))
	assert.Equal(t, []uint32{6<<16 | 2, 14<<16 | 10}, b.got(11, 2))
	assert.Equal(t, []uint32{7<<16 | 3, 15<<16 | 11}, b.got(12, 2))
	assert.EqualValues(t, 7, b.got(13, 1)[0])

	// Parameters that a message leaves out are 0, whatever the last one had.
	b.dwords(20, 1).dwords(21, 1).dwords(22, 1).ok(1, sampler, 3, 0, 1, sampler8|load|5)
	assert.EqualValues(t, 0, b.got(10, 1)[0], "level 1")
	b.ok(1, sampler, 1, 0, 1, sampler8|load|5)
	assert.EqualValues(t, 5, b.got(10, 1)[0], "row 0")
	// The response may lie over the parameters.
	b.dwords(20, 2, 3)
	src := places
	src.Dst = src.First
	require.NoError(t, Resolve(&b.msg, native.SKL, &native.Message{SFID: sampler, Desc: 1<<25 | 1<<20 | sampler8 | load | 5}, &src, false))
	_, err := b.execute(3)
	require.NoError(t, err)
	assert.Equal(t, []uint32{9, 13}, b.got(20, 2))
}

// TestLevelSecond: the second parameter of ld is the level up to Gen8, the row later.
func TestLevelSecond(t *testing.T) {
	for target, want := range map[native.Target]uint32{native.IVB: 17, native.BDW: 17, native.SKL: 0, native.TGL: 0} {
		b, _ := newImage(t, "rgba8ui")
		src := places
		require.NoError(t, Resolve(&b.msg, target, &native.Message{SFID: sampler, Desc: 3<<25 | 1<<20 | sampler8 | load | 5}, &src, false))
		b.dwords(20, 0).dwords(21, 0).dwords(22, 1)
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		_, err := b.execute(1)
		require.NoError(t, err)
		assert.Equal(t, want, b.got(10, 1)[0], "%v", target)
	}
}

// TestSamplerHeader: texel offsets, the components that come back, the one of gather4.
//
// seed: Broxton vol. 6 Message Header
func TestSamplerHeader(t *testing.T) {
	b, _ := newImage(t, "rgba8ui")
	b.mem.BindSampler(3, &mem.Sampler{Address: mem.ClampEdge})
	b.mem.BindSampler(4, &mem.Sampler{Address: mem.ClampEdge, Normalized: true})
	f := math.Float32bits
	for _, c := range []struct {
		name        string
		word, desc  uint32
		u, v        uint32
		rlen        uint32
		want, after uint32
	}{
		{"nothing", 0, sampler8 | load, 1, 0, 4, 5, 6},
		{"an offset", 0x2F0, sampler8 | load, 1, 1, 4, 13, 14},
		{"R off", 1 << 12, sampler8 | load, 1, 0, 3, 6, 7},
		{"R, B and A off", 13 << 12, sampler8 | load, 1, 0, 1, 6, 7777},
		{"all off but A", 7 << 12, sampler8 | load, 1, 0, 4, 8, 7777},
		{"sample", 0xE00, sampler8 | sampleType | 4<<8, f(2.5 / 4), f(0.5 / 2), 4, 1, 2},
		{"gather of B", 2 << 16, sampler8 | gather4 | 3<<8, f(1), f(1), 4, 19, 23},
		{"gather of A, right", 3<<16 | 0x100, sampler8 | gather4 | 4<<8, f(1. / 4), f(1. / 2), 4, 24, 28},
	} {
		b.dwords(10, seq(7777, 0, 40)...).dwords(20, 1<<20, 2, c.word, 4).dwords(21, c.u).dwords(22, c.v)
		b.ok(1, sampler, 3, 0, c.rlen, header|c.desc|5)
		assert.Equal(t, []uint32{c.want, 7777}, b.got(10, 2), c.name)
		assert.Equal(t, c.after, b.got(11, 1)[0], c.name)
	}
	for says, c := range map[string][2]uint32{
		"masks all four channels, which is not allowed":                                        {0xF << 12, sampler8 | load},
		"masks all four channels":                                                              {0xF << 12, sampler8 | sampleType | 3<<8},
		"gathers texels, whose header masks channels (0x8): want none masked":                  {8 << 12, sampler8 | gather4 | 4<<8},
		"gathers comparisons, whose header selects channel 1: want 0, which is red":            {1 << 16, sampler8 | 16<<12 | 4<<8},
		"texel offsets [1 0 0] and a sampler of coordinates that are not normalized":           {0x100, sampler8 | sampleType | 3<<8},
		"texel offsets [0 -1 0] and a sampler of coordinates that are not normalized: want no": {0x0F0, sampler8 | gather4 | 3<<8},
	} {
		b.dwords(20, 0, 0, c[0], 0)
		_, err := b.run(1, sampler, 3, 0, 4, header|c[1]|5)
		require.ErrorContains(t, err, says)
		assert.NotErrorIs(t, err, errors.ErrUnsupported, says)
	}
}

// TestNullMask: a header that asks for the mask of null pixels gets a register more, whose first dword has a bit for each lane.
// seed: Broxton PRM vol. 6, Message Header (Pixel Null Mask Enable)
func TestNullMask(t *testing.T) {
	const null = 1 << 23
	for _, c := range []struct {
		name     string
		word, em uint32
		mode     uint32
		regs     uint32 // of coordinates
		rlen     uint32
		at       int // register with the mask
	}{
		{"all components", null, 0xA5, sampler8, 2, 5, 4},
		{"two components", null | 12<<12, 0xFF, sampler8, 2, 3, 2},
		{"16 lanes", null, 0x8001, sampler16, 4, 9, 8},
		{"halves of 16 lanes", null, 0xFFFE, sampler16 | narrow, 4, 5, 4},
	} {
		b, _ := newImage(t, "rgba8ui")
		b.dwords(20, 0, 0, c.word).dwords(21, make([]uint32, 32)...).dwords(10, seq(7777, 0, 80)...)
		b.ok(c.em, sampler, 1+c.regs, 0, c.rlen, header|c.mode|load|5)
		assert.Equal(t, []uint32{c.em, 7777}, b.got(10+c.at, 2), c.name)
	}
	for says, c := range map[string][3]uint32{ // word, rlen, mode
		"no mask of null pixels in M0.2 (0x0): want 1 registers for each component": {0, 5, sampler8},
		"and a mask of null pixels: want one more than 2 for each component":        {null, 8, sampler16},
	} {
		b, _ := newImage(t, "rgba8ui")
		b.dwords(20, 0, 0, c[0])
		_, err := b.run(1, sampler, 3+2*(c[2]>>18), 0, c[1], header|c[2]|load|5)
		require.ErrorContains(t, err, says)
		assert.NotErrorIs(t, err, errors.ErrUnsupported)
	}
}

// TestHeaderLeftOut: a message without a header does what one with a header of zeros does.
//
// seed: Broxton vol. 6 Message Header
func TestHeaderLeftOut(t *testing.T) {
	b, _ := newImage(t, "rgba8ui")
	b.dwords(20, 2, 3).dwords(21, 1, 0)
	b.ok(3, sampler, 2, 0, 4, sampler8|load|5)
	without := b.got(10, 32)
	assert.Equal(t, []uint32{25, 13}, without[:2])
	b.dwords(10, make([]uint32, 32)...).dwords(30, 0, 0, 0, 0).dwords(20, 0, 0, 0, 0, 0, 0, 0, 0).dwords(21, 2, 3).dwords(22, 1, 0)
	b.ok(3, sampler, 3, 0, 4, header|sampler8|load|5)
	assert.Equal(t, without, b.got(10, 32))
}

// TestSamplerStates: dword 3 of the header points to the first of the sampler states, of 16
// bytes each; its low bits are nothing, but from Gen10 on bit 0 is that of bindless states.
//
// seed: Broxton vol. 6 Sampler State Fetch
// seed: Broxton vol. 6 Bindless Sampler State
func TestSamplerStates(t *testing.T) {
	f := math.Float32bits
	for target := range native.NumTargets {
		b, _ := newImage(t, "rgba8ui")
		b.mem.BindSampler(3, &mem.Sampler{Address: mem.ClampEdge})
		b.mem.BindSampler(5, &mem.Sampler{Address: mem.Repeat, Normalized: true})
		for _, c := range []struct {
			states, index uint32
			want          uint32
		}{
			{0, 3, 13}, {32, 3, 1}, {80, 0, 1}, {48, 0, 13}, {0xE, 3, 13}, {0, 5, 1},
		} {
			u, v := f(4.5), f(0.5)
			if c.want == 1 {
				u, v = f(4.5/4), f(0.5/2)
			}
			src := places
			require.NoError(t, Resolve(&b.msg, target, &native.Message{SFID: sampler, Desc: native.Desc(3<<25 | 4<<20 | header | sampler8 | sampleType | c.index<<8 | 5)}, &src, false))
			b.dwords(10, seq(7777, 0, 40)...).dwords(20, 0, 0, 0, c.states).dwords(21, u).dwords(22, v)
			b.port.Attach(b.mem.States(), b.slm, b.scr)
			_, err := b.execute(1)
			require.NoError(t, err)
			assert.Equal(t, c.want, b.got(10, 1)[0], "%v %+v", target, c)
		}
		b.dwords(20, 0, 0, 0, 1)
		_, err := b.execute(1)
		if target < native.CNL {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			assert.EqualError(t, err, "a bindless sampler, for which the launch gives no base of states")
		}
		b.dwords(20, 0, 0, 0, 0xFFFFFFF0)
		_, err = b.execute(1)
		require.ErrorIs(t, err, mem.ErrNoSampler, target)
	}
}

// TestSamplesWithoutWhatTheyNeed: an image, a sampler, results that fit.
func TestSamplesWithoutWhatTheyNeed(t *testing.T) {
	b, _ := newImage(t, "r32ui")
	for _, c := range []struct {
		desc uint32
		want string
		is   error
	}{
		{sampler8 | load | 6, "binding table index 6: no image is bound (images: [5])", mem.ErrNoImage},
		{sampler8 | sampleType | 4<<8 | 5, "sampler index 4: no sampler is bound (samplers: [])", mem.ErrNoSampler},
		{narrow | sampler8 | load | 5, "16-bit results of image image of format r32ui", errors.ErrUnsupported},
	} {
		_, err := b.run(1, sampler, 2, 0, 1, c.desc)
		var at *LaneError
		require.ErrorAs(t, err, &at)
		assert.Equal(t, -1, at.Lane)
		require.ErrorIs(t, err, c.is)
		require.EqualError(t, err, c.want)
	}
	b.ok(0, sampler, 2, 0, 1, sampler8|load|6) // no lane, no access
	b.ok(1, sampler, 1, 0, 4, sampler8|resinfo|5)
	assert.EqualValues(t, []uint32{4, 2, 0}, []uint32{b.got(10, 1)[0], b.got(11, 1)[0], b.got(12, 1)[0]})
}

// TestTyped: texels by coordinates; the header's mask has eight bits for each slot group.
func TestTyped(t *testing.T) {
	b, store := newImage(t, "rgba8ui")
	b.dwords(20, 0, 0, 0, 0, 0, 0, 0, 0x0F05).dwords(21, seq(0, 1, 8)...).dwords(22, seq(1, 0, 8)...)
	b.dwords(10, seq(7, 0, 40)...).ok(0xFF, dc1, 3, 0, 2, header|typedRead|low8|yw|5)
	assert.Equal(t, []uint32{18, 7, 26, 7, 7, 7, 7, 7, 20, 7, 28, 7, 7, 7, 7, 7, 7}, b.got(10, 17))
	b.dwords(10, seq(7, 0, 40)...).ok(0xFE, dc1, 3, 0, 4, header|typedRead|high8|5)
	assert.Equal(t, []uint32{7, 21, 25, 29, 7}, b.got(10, 5))
	assert.Equal(t, []uint32{7, 24, 28, 32, 7}, b.got(13, 5))
	assert.EqualValues(t, 7, b.got(14, 1)[0])

	b.dwords(23, seq(100, 1, 8)...).dwords(24, seq(200, 1, 8)...)
	b.ok(0x6, dc1, 5, 0, 0, header|typedWrite|high8|xz|5)
	assert.Equal(t, []byte{17, 18, 19, 20, 101, 22, 201, 24, 102, 26, 202, 28, 29}, store.Bytes()[16:29])
	left, err := b.run(0xFE, dc1, 4, 0, 0, typedWrite|low8|5<<8|5) // coordinates 20 and 21: 0,1 to 0,7
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{store, 2, true}, b.port.Left)
	b.dwords(20, 3).dwords(21, 0)
	b.ok(1, dc1, 4, 0, 0, typedWrite|low8|5<<8|5)
	assert.Equal(t, []byte{9, 10, 11, 12, 13, 1, 15, 100}, store.Bytes()[8:16])
	assert.Zero(t, b.port.Left)
}

func TestTypedAtomic(t *testing.T) {
	b, store := newImage(t, "r32ui")
	store.SetBytes(0, []byte{5, 0, 0, 0, 6, 0, 0, 0})
	b.dwords(20, 0, 1, 4).dwords(21, 0, 0, 0).dwords(22, 10, 20, 30).dwords(10, 7, 7, 7, 7)
	left, err := b.run(7, dc1, 3, 0, 1, typedAtomic|returns|7<<8|5)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{store, 2, true}, b.port.Left)
	assert.Equal(t, []uint32{5, 6, 0, 7}, b.got(10, 4))
	assert.Equal(t, []uint32{15, 26}, []uint32{word32(store, 0), word32(store, 1)})
	b.dwords(22, 15, 25).dwords(23, 1, 2).dwords(10, 7, 7).ok(3, dc1, 4, 0, 0, typedAtomic|14<<8|5)
	assert.Equal(t, []uint32{1, 26}, []uint32{word32(store, 0), word32(store, 1)}, "compare and write")
	assert.Equal(t, []uint32{7, 7}, b.got(10, 2))
	b.ok(3, dc1, 2, 0, 1, typedAtomic|returns|15<<8|5)
	assert.Equal(t, []uint32{0, 25, 0, 25}, append(b.got(10, 2), word32(store, 0), word32(store, 1)), "predec gives the new value")
	b.dwords(20, 0, 0, 0, 0, 0, 0, 0, 0x0102).dwords(21, 0, 1).dwords(22, 0, 0)
	b.ok(3, dc1, 3, 0, 0, header|typedAtomic|5<<8|5)
	b.ok(3, dc1, 3, 0, 0, header|typedAtomic|1<<12|5<<8|5)
	assert.Equal(t, []uint32{1, 26}, []uint32{word32(store, 0), word32(store, 1)})
	b.ok(3, dc1, 3, 0, 0, header|typedAtomic|1<<12|5<<8|5)
	assert.Equal(t, []uint32{2, 26}, []uint32{word32(store, 0), word32(store, 1)}, "the mask of the higher slots")

	f, _ := newImage(t, "r32f")
	_, err = f.run(1, dc1, 3, 0, 1, typedAtomic|returns|7<<8|5)
	var at *LaneError
	require.ErrorAs(t, err, &at)
	assert.Equal(t, -1, at.Lane)
	require.EqualError(t, err, "atomic on image image of format r32f: want r32i or r32ui")
}

// TestMedia: rectangles, whatever lanes are on, of whole pictures and of their fields.
func TestMedia(t *testing.T) {
	b, store := newImage(t, "rgba8ui") // rows of 16 bytes
	b.dwords(20, 5, 0, 1<<16|2).dwords(10, seq(0, 0, 8)...)
	b.ok(0x80, dc1, 1, 0, 1, header|mediaRead|5)
	assert.Equal(t, []uint32{6 | 7<<8 | 8<<16, 22 | 23<<8 | 24<<16, 0}, b.got(10, 3))
	b.dwords(20, 4, 1, 3).ok(1, dc1, 1, 0, 1, header|mediaRead|6<<8|5)
	assert.EqualValues(t, 0x18171615, b.got(10, 1)[0], "row 1 of the upper field is below the picture")
	b.dwords(20, 4, 0, 3).ok(1, dc1, 1, 0, 1, header|mediaRead|7<<8|5)
	assert.EqualValues(t, 0x18171615, b.got(10, 1)[0], "the first row of the lower field")
	b.ok(1, dc1, 1, 0, 1, header|mediaRead|6<<8|5)
	assert.EqualValues(t, 0x08070605, b.got(10, 1)[0])

	b.dwords(20, 1, 0, 1<<16|1).dwords(21, 0xDDCCBBAA, 0x44332211).ok(0x80, dc1, 2, 0, 0, header|mediaWrite|5)
	assert.Equal(t, []byte{1, 0xAA, 0xBB, 4}, store.Bytes()[:4])
	assert.Equal(t, []byte{17, 0x11, 0x22, 20}, store.Bytes()[16:20])
	b.dwords(20, math.MaxUint32, 1, 1)
	left, err := b.run(1, dc1, 2, 0, 0, header|mediaWrite|5)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, Outside{store, -1, true}, b.port.Left)
	assert.Equal(t, []byte{0xBB, 0x11, 0x22, 20}, store.Bytes()[16:20])
	b.dwords(20, 0, math.MaxUint32, 0)
	left, err = b.run(1, dc1, 2, 0, 0, header|mediaWrite|5)
	require.NoError(t, err)
	assert.True(t, left)

	for _, c := range []struct {
		size, mlen, rlen, desc uint32
		want                   string
	}{
		{7<<16 | 3, 1, 1, mediaRead, ""}, {8<<16 | 3, 1, 1, mediaRead, "media block of 9 rows of 4 bytes in 32 bytes of registers"},
		{4<<16 | 4, 1, 1, mediaRead, "media block of 5 rows of 5 bytes in 32 bytes of registers"}, {4<<16 | 4, 1, 2, mediaRead, ""},
		{63, 1, 2, mediaRead, ""}, {63<<16 | 63, 1, 2, mediaRead, "media block of 64 rows of 64 bytes in 64 bytes of registers"},
		{3<<16 | 7, 2, 0, mediaWrite, ""}, {3<<16 | 8, 2, 0, mediaWrite, "media block of 4 rows of 9 bytes in 32 bytes of registers"},
		{3<<16 | 8, 3, 0, mediaWrite, ""}, {0xFF00FFC0 &^ (63 << 16), 1, 1, mediaRead, ""},
	} {
		_, err := b.dwords(20, 0, 0, c.size).run(1, dc1, c.mlen, 0, c.rlen, header|c.desc|5)
		if c.want == "" {
			require.NoError(t, err, "%+v", c)
			continue
		}
		require.ErrorIs(t, err, errors.ErrUnsupported)
		require.EqualError(t, err, c.want)
		var at *LaneError
		require.ErrorAs(t, err, &at)
		assert.Equal(t, -1, at.Lane)
	}
}

// TestOffsetsOfAVolume: each coordinate has four bits of offset.
//
// seed: Broxton vol. 6 Message Header
func TestOffsetsOfAVolume(t *testing.T) {
	b := newBench(t)
	s, err := mem.ImageShape{Kind: mem.Image3D, Format: mem.FindFormat("r8ui"), Extent: [3]int{2, 2, 2}}.Complete()
	require.NoError(t, err)
	store := b.mem.Alloc("volume", 8)
	store.SetBytes(0, []byte{1, 2, 3, 4, 5, 6, 7, 8})
	b.mem.BindImage(5, mem.NewImage(s, store))
	for word, want := range map[uint32]uint32{0: 1, 1: 5, 0x10: 3, 0x100: 2, 0x111: 8, 0xF: 0, 0x8: 0} {
		b.dwords(20, 0, 0, word).ok(1, sampler, 5, 0, 1, header|sampler8|load|5)
		assert.Equal(t, want, b.got(10, 1)[0], "%#x", word)
	}
}

// TestMediaFromTwoParts: the payload of a write need not lie in registers that follow each other.
func TestMediaFromTwoParts(t *testing.T) {
	b, store := newImage(t, "rgba8ui")
	b.dwords(20, 0, 0, 1<<16|15).dwords(21, 1, 2, 3, 4, 5, 6, 7, 8).dwords(30, 9, 10)
	b.ok(1, dc1, 3, 1, 0, header|mediaWrite|5)
	assert.Equal(t, []uint32{1, 4, 5, 8}, []uint32{word32(store, 0), word32(store, 3), word32(store, 4), word32(store, 7)})
	b.dwords(20, 0, 0, 7).dwords(30, 0x11, 0x22).ok(1, dc1, 3, 2, 0, header|mediaWrite|5)
	assert.Equal(t, []uint32{0x11, 0x22, 3}, []uint32{word32(store, 0), word32(store, 1), word32(store, 2)})
}
