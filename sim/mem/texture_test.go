package mem

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The sampler messages by code: name, the most parameters, and which of them are U, V,
// R and the level (message reference, section 7.2).
var samplerMessages = []struct {
	code  int
	name  string
	most  int
	where [4]int // of u, v, r, lod; -1: none
	why   string
}{
	{0, "sample", 4, [4]int{0, 1, 2, -1}, ""},
	{1, "sample_b", 5, [4]int{1, 2, 3, -1}, ""},
	{2, "sample_l", 5, [4]int{1, 2, 3, 0}, ""},
	{3, "sample_c", 5, [4]int{1, 2, 3, -1}, ""},
	{4, "sample_d", 10, [4]int{0, 3, 6, -1}, ""},
	{5, "sample_b_c", 6, [4]int{2, 3, 4, -1}, ""},
	{6, "sample_l_c", 6, [4]int{2, 3, 4, 1}, ""},
	{7, "ld", 4, [4]int{0, 1, 3, 2}, ""},
	{8, "gather4", 4, [4]int{0, 1, 2, -1}, ""},
	{9, "lod", 4, [4]int{0, 1, 2, -1}, ""},
	{10, "resinfo", 1, [4]int{-1, -1, -1, 0}, ""},
	{11, "sampleinfo", 1, [4]int{-1, -1, -1, -1}, ""},
	{12, "sample_killpix", 0, [4]int{}, "no source gives the mask of pixels that comes back"},
	{16, "gather4_c", 5, [4]int{1, 2, 3, -1}, ""},
	{17, "gather4_po", 5, [4]int{0, 1, 4, -1}, ""},
	{18, "gather4_po_c", 6, [4]int{1, 2, 5, -1}, ""},
	{20, "sample_d_c", 11, [4]int{1, 4, 7, -1}, ""},
	{22, "sample_min", 0, [4]int{}, reduces},
	{23, "sample_max", 0, [4]int{}, reduces},
	{24, "sample_lz", 4, [4]int{0, 1, 2, -1}, ""},
	{25, "sample_c_lz", 5, [4]int{1, 2, 3, -1}, ""},
	{26, "ld_lz", 3, [4]int{0, 1, 2, -1}, ""},
	{28, "ld2dms_w", 7, [4]int{3, 4, 5, 6}, ""},
	{29, "ld_mcs", 4, [4]int{0, 1, 2, 3}, ""},
	{30, "ld2dms", 6, [4]int{2, 3, 4, 5}, ""},
	{31, "ld2dss", 5, [4]int{1, 2, 3, 4}, ""},
}

// op is a message that is modelled.
func op(t *testing.T, code, params int) SamplerOp {
	t.Helper()
	o, err := ParseSamplerOp(code, params, false)
	require.NoError(t, err)
	return o
}

// seed: Broxton vol. 6 Messages
func TestSamplerMessages(t *testing.T) {
	known := map[int]bool{}
	for _, c := range samplerMessages {
		known[c.code] = true
		o, err := ParseSamplerOp(c.code, c.most, false)
		if c.why != "" {
			require.EqualError(t, err, "sampler message "+c.name+" is not modelled: "+c.why)
			require.ErrorIs(t, err, errors.ErrUnsupported)
			continue
		}
		require.NoError(t, err)
		var x Texels
		for axis, i := range c.where {
			if i >= 0 {
				assert.Same(t, x.Coordinate(axis), x.Param(o, i), "%s, parameter %d", c.name, i)
			}
		}
		_, err = ParseSamplerOp(c.code, c.most+1, false)
		require.EqualError(t, err, fmt.Sprintf("%d parameters of sampler message %s: legal are up to %d", c.most+1, c.name, c.most))
		require.NotErrorIs(t, err, errors.ErrUnsupported)
	}
	for code := -1; code < 33; code++ {
		if !known[code] {
			_, err := ParseSamplerOp(code, 0, false)
			require.EqualError(t, err, fmt.Sprintf("sampler message %d: no such message is known", code))
			require.ErrorIs(t, err, errors.ErrUnsupported)
		}
	}
	for code, filters := range map[int]bool{0: true, 7: false, 8: true, 10: false, 11: false, 17: true, 26: false} {
		assert.Equal(t, filters, op(t, code, 1).Filters(), "%d", code)
	}
}

// ld of Gen8 and before has its level second; ld_lz and sample_lz came with Gen9 (message reference,
// section 0).
func TestLoadsOfOldGenerations(t *testing.T) {
	var x Texels
	for _, c := range []struct {
		code  int
		where []int // the coordinate of each parameter
	}{{7, []int{0, 3, 1, 2}}, {0, []int{0, 1, 2}}} {
		o, err := ParseSamplerOp(c.code, len(c.where), true)
		require.NoError(t, err)
		for i, axis := range c.where {
			assert.Same(t, x.Coordinate(axis), x.Param(o, i), "%d, parameter %d", c.code, i)
		}
	}
	_, err := ParseSamplerOp(7, 5, true)
	assert.EqualError(t, err, "5 parameters of sampler message ld: legal are up to 4")
	for code, name := range map[int]string{24: "sample_lz", 26: "ld_lz"} {
		_, err = ParseSamplerOp(code, 2, true)
		require.EqualError(t, err, "sampler message "+name+" is not modelled: it came with Gen9")
		require.ErrorIs(t, err, errors.ErrUnsupported)
	}
}

func TestOffsetsOfAField(t *testing.T) {
	for v, want := range map[uint32]Offsets{0: {}, 0x123: {1, 2, 3}, 0x89A: {-8, -7, -6}, 0xF07F: {0, 7, -1}, 0x7F8: {7, -1, -8}} {
		assert.Equal(t, want, ParseOffsets(v), "%#x", v)
	}
}

// set gives a lane its coordinates, as bits.
func set(x *Texels, lane int, in ...uint32) {
	for i, v := range in {
		x.Coordinate(i)[lane] = v
	}
}

func results(x *Texels, lane int) [4]uint32 {
	return [4]uint32{x.Out[0][lane], x.Out[1][lane], x.Out[2][lane], x.Out[3][lane]}
}

// No lane beside those of the mask changes.
func TestRunOfTheMask(t *testing.T) {
	m := packed(Image1D, "rg8ui", [3]int{4, 1, 1}, 1, 2, 3, 4, 5, 6, 7, 8)
	var x Texels
	for lane := range Lanes {
		set(&x, lane, uint32(lane%4))
		for c := range x.Out {
			x.Out[c][lane] = 99
		}
	}
	x.Run(&Access{Op: op(t, 7, 1), Image: m}, 1|1<<5|1<<31)
	for lane := range Lanes {
		switch lane {
		case 0:
			assert.Equal(t, [4]uint32{1, 2, 0, 1}, results(&x, 0))
		case 5:
			assert.Equal(t, [4]uint32{3, 4, 0, 1}, results(&x, 5))
		case 31:
			assert.Equal(t, [4]uint32{7, 8, 0, 1}, results(&x, 31))
		default:
			assert.Equal(t, [4]uint32{99, 99, 99, 99}, results(&x, lane), "lane %d", lane)
		}
	}
	x.Clear()
	assert.Zero(t, *x.Coordinate(0))
}

// Loads are by integers, of level 0; offsets move all coordinates but the layer.
func TestTexelLoads(t *testing.T) {
	count := make([]byte, 24)
	for i := range count {
		count[i] = byte(i + 1)
	}
	three := packed(Image3D, "r8ui", [3]int{4, 3, 2}, count...)
	array := packed(Image2DArray, "r8ui", [3]int{4, 3, 2}, count...)
	rows := packed(Image1DArray, "r8ui", [3]int{4, 3, 1}, count[:12]...)
	for _, c := range []struct {
		m    *Image
		in   []uint32 // u, v, r, level
		off  Offsets
		want uint32
	}{
		{three, []uint32{1, 2, 1, 0}, Offsets{}, 1 + 1 + 8 + 12}, {three, []uint32{1, 2, 1, 1}, Offsets{}, 0}, {three, []uint32{4, 0, 0, 0}, Offsets{}, 0},
		{three, []uint32{math.MaxUint32, 0, 0, 0}, Offsets{}, 0}, {three, []uint32{1, 1, 0, 0}, Offsets{2, -1, 1}, 4 + 12},
		{array, []uint32{1, 1, 0, 0}, Offsets{2, -1, 1}, 4}, {array, []uint32{0, 0, 1, 0}, Offsets{}, 13}, {array, []uint32{0, 0, 2, 0}, Offsets{}, 0},
		{rows, []uint32{1, 1, 7, 0}, Offsets{1, 1, 1}, 7},
	} {
		var x Texels
		set(&x, 3, c.in...)
		x.Run(&Access{Op: op(t, 7, 4), Image: c.m, Offset: c.off}, 1<<3)
		assert.Equal(t, [4]uint32{c.want, 0, 0, 1}, results(&x, 3), "%s %v", c.m.Kind, c.in)
	}
}

// seed: Broxton vol. 6 Messages
func TestSizesOfImages(t *testing.T) {
	for kind, want := range map[ImageKind][4]uint32{
		Image1D: {4, 0, 0, 1}, Image1DArray: {4, 3, 0, 1}, Image1DBuffer: {4, 0, 0, 1}, Image2D: {4, 3, 0, 1}, Image2DArray: {4, 3, 2, 1}, Image3D: {4, 3, 2, 1},
	} {
		extent := [3]int{4, 1, 1}
		for d := range kind.Coordinates() {
			extent[d] = 4 - d
		}
		var x Texels
		set(&x, 1, 0, 0, 0, 1)
		m := packed(kind, "r8", extent)
		x.Run(&Access{Op: op(t, 10, 1), Image: m}, 3)
		assert.Equal(t, want, results(&x, 0), "%s", kind)
		assert.Equal(t, [4]uint32{0, 0, 0, 1}, results(&x, 1), "%s, level 1", kind)
		x.Run(&Access{Op: op(t, 11, 0), Image: m}, 1)
		assert.Equal(t, [4]uint32{1}, results(&x, 0))
	}
}

// Typed messages: reads give the border outside, writes are dropped and counted there.
func TestTypedAccesses(t *testing.T) {
	m := packed(Image2D, "rg8ui", [3]int{2, 2, 1}, 1, 2, 3, 4, 5, 6, 7, 8)
	var x Texels
	set(&x, 0, 1, 0)
	set(&x, 2, 0, 1)
	set(&x, 30, 2, 1)
	set(&x, 31, 0, math.MaxUint32)
	x.Typed(m, 1|1<<2|1<<30)
	assert.Equal(t, [4]uint32{3, 4, 0, 1}, results(&x, 0))
	assert.Equal(t, [4]uint32{}, results(&x, 1))
	assert.Equal(t, [4]uint32{5, 6, 0, 1}, results(&x, 2))
	assert.Equal(t, [4]uint32{0, 0, 0, 1}, results(&x, 30))
	for c := range x.Out {
		for lane := range x.Out[c] {
			x.Out[c][lane] = uint32(10*lane + c)
		}
	}
	assert.Zero(t, x.Write(m, 1, 0b01))
	assert.Equal(t, []byte{1, 2, 0, 4, 5, 6, 7, 8}, m.buf.Bytes())
	assert.Zero(t, m.buf.OutOfBounds.Load())
	assert.Equal(t, uint32(3<<30), x.Write(m, 1<<2|3<<30, 0b11))
	assert.Equal(t, []byte{1, 2, 0, 4, 20, 21, 7, 8}, m.buf.Bytes())
	assert.Equal(t, uint64(2), m.buf.OutOfBounds.Load())

	// Of two lanes at one place the higher one stays.
	set(&x, 1, 1, 0)
	assert.Zero(t, x.Write(m, 3, 0b11))
	assert.Equal(t, []byte{1, 2, 10, 11, 20, 21, 7, 8}, m.buf.Bytes())
}

func TestTypedAtomics(t *testing.T) {
	add := func(old, x, _ uint64) uint64 { return old + x }
	m := packed(Image2D, "r32ui", [3]int{2, 2, 1}, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0)
	var x Texels
	set(&x, 0, 1, 1)
	set(&x, 1, 2, 0)
	set(&x, 2, 0, 1)
	r := AtomicRow{Mask: 7, Size: 4, Op: add, X: []byte{5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0}, Old: ee(12)}
	outside, err := x.Atomic(m, &r)
	require.NoError(t, err)
	assert.Equal(t, uint32(2), outside)
	assert.Equal(t, []byte{1, 0, 0, 0, 2, 0, 0, 0, 10, 0, 0, 0, 9, 0, 0, 0}, m.buf.Bytes())
	assert.Equal(t, []byte{4, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0}, r.Old)
	assert.Equal(t, uint64(1), m.buf.OutOfBounds.Load())
	for _, format := range []string{"r32f", "r16ui", "rg16ui", "rgba8ui", "rg32ui", "rgba8"} {
		_, err = x.Atomic(packed(Image2D, format, [3]int{2, 2, 1}), &r)
		require.ErrorIs(t, err, errors.ErrUnsupported)
		assert.EqualError(t, err, "atomic on image img of format "+format+": want r32i or r32ui")
	}
	_, err = x.Atomic(packed(Image1D, "r32i", [3]int{2, 1, 1}), &r)
	assert.NoError(t, err)
}

func TestNarrowResults(t *testing.T) {
	one, half := math.Float32bits(1), math.Float32bits(0.5)
	for _, c := range []struct {
		code   int
		format string
		want   [4]uint32
		err    string
	}{
		{7, "rgba8", [4]uint32{0x3C00, 0x3800, 0, 0x3C00}, ""}, {0, "r16f", [4]uint32{0x3C00, 0x3800, 0, 0x3C00}, ""},
		{7, "r16ui", [4]uint32{one, half, 0, one}, ""}, {7, "r8i", [4]uint32{one, half, 0, one}, ""},
		{7, "r32ui", [4]uint32{one, half, 0, one}, "16-bit results of image img of format r32ui"},
		{0, "r32i", [4]uint32{one, half, 0, one}, "16-bit results of image img of format r32i"},
		{10, "r32ui", [4]uint32{one, half, 0, one}, ""}, {11, "rgba8", [4]uint32{one, half, 0, one}, ""},
	} {
		var x Texels
		for i, v := range []uint32{one, half, 0, one} {
			x.Out[i] = [Lanes]uint32{0: v, 1: v, 31: v}
		}
		err := x.Narrow(&Access{Op: op(t, c.code, 0), Image: packed(Image1D, c.format, [3]int{1, 1, 1})}, 1|1<<31)
		if c.err == "" {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			require.EqualError(t, err, c.err)
		}
		assert.Equal(t, c.want, results(&x, 0), "%+v", c)
		assert.Equal(t, c.want, results(&x, 31), "%+v", c)
		assert.Equal(t, [4]uint32{one, half, 0, one}, results(&x, 1), "lanes without mask")
	}
}

// TestVectorParameters: messages with two vectors have an order of their own, four parameters to a register
// (Mesa, brw_vec4_visitor.cpp, emit_texture).
func TestVectorParameters(t *testing.T) {
	var x Texels
	for _, c := range []struct {
		code, registers int
		where           []*[Lanes]uint32 // of the parameters that say a place
	}{
		{2, 2, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), &x.in[paramCube], x.Coordinate(3)}},
		{6, 2, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), &x.in[paramCube], &x.in[paramRef], x.Coordinate(3)}},
		{16, 2, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), &x.in[paramCube], &x.in[paramRef]}},
		{18, 2, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), &x.in[paramRef], &x.in[paramOffU], &x.in[paramOffV]}},
		{20, 3, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), &x.in[paramCube], &x.in[paramUX], &x.in[paramUY], &x.in[paramVX], &x.in[paramVY], &x.in[paramRX], &x.in[paramRY], &x.in[paramRef]}},
		{29, 1, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), x.Coordinate(3)}},
		{30, 2, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), x.Coordinate(3), &x.in[paramSample]}},
		{4, 3, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2)}},
		{7, 1, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2), x.Coordinate(3)}},
		{8, 1, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2)}},
		{10, 1, []*[Lanes]uint32{x.Coordinate(3)}},
		{11, 0, nil},
		{17, 2, []*[Lanes]uint32{x.Coordinate(0), x.Coordinate(1), x.Coordinate(2)}},
	} {
		for _, old := range []bool{false, true} {
			o, err := ParseVectorOp(c.code, c.registers, old)
			require.NoError(t, err)
			assert.Equal(t, c.registers, (o.Params()+3)/4, "%d", c.code)
			for i, want := range c.where {
				assert.Same(t, want, x.Param(o, i), "%d, parameter %d", c.code, i)
			}
			for i := len(c.where); i < o.Params(); i++ {
				for _, place := range c.where {
					assert.NotSame(t, place, x.Param(o, i), "%d, parameter %d", c.code, i)
				}
			}
			_, err = ParseVectorOp(c.code, c.registers+1, old)
			require.ErrorContains(t, err, fmt.Sprintf("%d registers of parameters of sampler message ", c.registers+1))
			require.NotErrorIs(t, err, errors.ErrUnsupported)
		}
	}
	for code, why := range map[int]string{
		0: "sampler message sample of two vectors: no source gives its payload", 24: "sampler message sample_lz of two vectors: no source gives its payload",
		3: "sampler message sample_c of two vectors: no source gives its payload", 13: "no such message is known",
	} {
		_, err := ParseVectorOp(code, 1, false)
		require.ErrorContains(t, err, why)
		require.ErrorIs(t, err, errors.ErrUnsupported)
	}
}
