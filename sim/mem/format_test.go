package mem

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	writable = "r8 r16 r8sn r16sn r8i r16i r32i r8ui r16ui r32ui r16f r32f " +
		"rg8 rg16 rg8sn rg16sn rg8i rg16i rg32i rg8ui rg16ui rg32ui rg16f rg32f " +
		"rgba8 rgba16 rgba8sn rgba16sn rgba8i rgba16i rgba32i rgba8ui rgba16ui rgba32ui rgba16f rgba32f " +
		"bgra8 a8 d16 d32f"
	readOnly = "a16 a16f a32f i8 i16 i16f i32f l8 l16 l16f l32f srgba8 sbgra8"
)

func TestFormatNames(t *testing.T) {
	var can, cannot []string
	for _, f := range Formats() {
		assert.Same(t, f, FindFormat(f.Name))
		if f.Writable {
			can = append(can, f.Name)
		} else {
			cannot = append(cannot, f.Name)
		}
	}
	assert.Equal(t, strings.Fields(writable), can)
	assert.Equal(t, strings.Fields(readOnly), cannot)
	Formats()[0] = nil
	assert.NotNil(t, Formats()[0])
}

// Orders and types have the numbers of OpenCL's header CL/cl.h.
func TestFormatsOfOpenCL(t *testing.T) {
	for _, c := range []struct {
		cl, name      string
		order, typ    uint32
		numeric       Numeric
		bits, size    int
		stored        string
		integer, srgb bool
	}{
		{"R:SNORM_INT8", "r8sn", 0x10B0, 0x10D0, Snorm, 8, 1, "r", false, false},
		{"CL_RG:SNORM_INT16", "rg16sn", 0x10B2, 0x10D1, Snorm, 16, 4, "rg", false, false},
		{"RGBA:CL_UNORM_INT8", "rgba8", 0x10B5, 0x10D2, Unorm, 8, 4, "rgba", false, false},
		{"CL_DEPTH:CL_UNORM_INT16", "d16", 0x10BD, 0x10D3, Unorm, 16, 2, "r", false, false},
		{"R:SIGNED_INT8", "r8i", 0x10B0, 0x10D7, Sint, 8, 1, "r", true, false},
		{"RG:SIGNED_INT16", "rg16i", 0x10B2, 0x10D8, Sint, 16, 4, "rg", true, false},
		{"RGBA:SIGNED_INT32", "rgba32i", 0x10B5, 0x10D9, Sint, 32, 16, "rgba", true, false},
		{"R:UNSIGNED_INT8", "r8ui", 0x10B0, 0x10DA, Uint, 8, 1, "r", true, false},
		{"RG:UNSIGNED_INT16", "rg16ui", 0x10B2, 0x10DB, Uint, 16, 4, "rg", true, false},
		{"RGBA:UNSIGNED_INT32", "rgba32ui", 0x10B5, 0x10DC, Uint, 32, 16, "rgba", true, false},
		{"A:HALF_FLOAT", "a16f", 0x10B1, 0x10DD, Float, 16, 2, "a", false, false},
		{"INTENSITY:FLOAT", "i32f", 0x10B8, 0x10DE, Float, 32, 4, "r", false, false},
		{"LUMINANCE:UNORM_INT8", "l8", 0x10B9, 0x10D2, Unorm, 8, 1, "r", false, false},
		{"BGRA:UNORM_INT8", "bgra8", 0x10B6, 0x10D2, Unorm, 8, 4, "bgra", false, false},
		{"sRGBA:UNORM_INT8", "srgba8", 0x10C1, 0x10D2, Unorm, 8, 4, "rgba", false, true},
		{"CL_sBGRA:UNORM_INT8", "sbgra8", 0x10C2, 0x10D2, Unorm, 8, 4, "bgra", false, true},
	} {
		f := FindFormat(c.cl)
		require.NotNil(t, f, c.cl)
		assert.Same(t, f, FindFormat(c.name))
		assert.Equal(t, []any{c.order, c.typ, c.numeric, c.bits, c.size, c.stored, c.integer, c.srgb, len(c.stored)},
			[]any{f.Order, f.DataType, f.Numeric, f.Bits, f.Size(), f.Stored(), f.Numeric.Integer(), f.srgb, f.Components()}, c.cl)
	}
	for _, none := range []string{"", "rgba", "rgba8x", "bgra16", "R:", ":FLOAT", "R:FLOAT32", "RGBA8:", "BGRA:FLOAT", "r8:"} {
		assert.Nil(t, FindFormat(none), none)
	}
}

// Texels as registers have them. Floats are written as the numbers that they are.
func TestTexelReads(t *testing.T) {
	for _, c := range []struct{ format, memory, want string }{
		{"r8", "ff", "1 0 0 1"}, {"r8", "00", "0 0 0 1"}, {"r8", "33", "0.2 0 0 1"},
		{"r16", "ffff", "1 0 0 1"}, {"r16", "3333", "0.2 0 0 1"},
		{"r8sn", "7f", "1 0 0 1"}, {"r8sn", "81", "-1 0 0 1"}, {"r8sn", "80", "-1 0 0 1"}, {"r8sn", "c0", "-0.503937 0 0 1"},
		{"r16sn", "ff7f", "1 0 0 1"}, {"r16sn", "0080", "-1 0 0 1"}, {"r16sn", "00c0", "-0.50001526 0 0 1"},
		{"rg8i", "80ff", "-128 -1 0 1"}, {"rg16i", "0080ff7f", "-32768 32767 0 1"}, {"r32i", "00000080", "-2147483648 0 0 1"},
		{"rg8ui", "80ff", "128 255 0 1"}, {"rg16ui", "0080ff7f", "32768 32767 0 1"}, {"r32ui", "01000000", "1 0 0 1"},
		{"rgba8i", "01020304", "1 2 3 4"}, {"rgba16ui", "0100020003000400", "1 2 3 4"},
		{"rgba32ui", "01000000020000000300000004000000", "1 2 3 4"},
		{"rg16f", "003e00c0", "1.5 -2 0 1"}, {"rgba16f", "003c0040004200c4", "1 2 3 -4"},
		{"r32f", "0000c03f", "1.5 0 0 1"}, {"rgba32f", "0000803f0000004000004040000080c0", "1 2 3 -4"},
		{"rgba8", "00336699", "0 0.2 0.4 0.6"}, {"bgra8", "00336699", "0.4 0.2 0 0.6"},
		{"a8", "33", "0 0 0 0.2"}, {"a16f", "003e", "0 0 0 1.5"}, {"i8", "33", "0.2 0.2 0.2 0.2"}, {"l8", "33", "0.2 0.2 0.2 1"},
		{"d16", "3333", "0.2 0 0 1"}, {"d32f", "0000003f", "0.5 0 0 1"},
		// c/12.92 up to 0.04045 (code 10), ((c+0.055)/1.055)^2.4 above; alpha is not on the curve.
		{"srgba8", "000a0bff", "0 0.003035 0.003347 1"}, {"srgba8", "ff80bc80", "1 0.215861 0.502886 0.501961"}, {"sbgra8", "000a0b33", "0.003347 0.003035 0 0.2"},
	} {
		f := FindFormat(c.format)
		require.NotNil(t, f, c.format)
		p, err := hex.DecodeString(c.memory)
		require.NoError(t, err)
		require.Len(t, p, f.Size())
		at := texel{15: 0xEE}
		copy(at[:], p)
		out := [4]uint32{9, 9, 9, 9}
		f.unpack(&at, &out)
		for i, want := range strings.Fields(c.want) {
			if f.Numeric.Integer() {
				assert.Equal(t, want, fmt.Sprint(int32(out[i])), "%s %s, component %d", c.format, c.memory, i)
				continue
			}
			var v float64
			_, err := fmt.Sscan(want, &v)
			require.NoError(t, err)
			assert.InDelta(t, v, math.Float32frombits(out[i]), 5e-7, "%s %s, component %d", c.format, c.memory, i)
		}
	}
}

// What is written, as memory has it: each component in its place, clamped and rounded.
func TestTexelWrites(t *testing.T) {
	one, half, low := math.Float32bits(1), math.Float32bits(0.5), math.Float32bits(-3)
	for _, c := range []struct {
		format string
		in     [4]uint32
		want   string
	}{
		{"rgba8", [4]uint32{one, half, 0, low}, "ff800000"}, {"bgra8", [4]uint32{one, half, 0, low}, "0080ff00"},
		{"a8", [4]uint32{0, 0, 0, half}, "80"}, {"rg16", [4]uint32{half, one}, "0080ffff"}, {"r8sn", [4]uint32{low}, "81"},
		{"rg16sn", [4]uint32{low, one}, "0180ff7f"}, {"rgba16f", [4]uint32{one, half, 0, low}, "003c0038000000c2"},
		{"rg32f", [4]uint32{half, low}, "0000003f000040c0"}, {"rg8ui", [4]uint32{255, 256}, "ffff"}, {"r16ui", [4]uint32{65536}, "ffff"},
		{"r32ui", [4]uint32{math.MaxUint32}, "ffffffff"}, {"rg8i", [4]uint32{127, 128}, "7f7f"}, {"rg8i", [4]uint32{0xFFFFFF80, 0xFFFFFF7F}, "8080"},
		{"rg16i", [4]uint32{32768, 0xFFFF7FFF}, "ff7f0080"}, {"rgba32i", [4]uint32{1, 2, 3, 0x80000000}, "01000000020000000300000000000080"},
	} {
		m := packed(Image1D, c.format, [3]int{1, 1, 1})
		m.store(&[3]int{}, 0xF, &c.in)
		assert.Equal(t, c.want, hex.EncodeToString(m.buf.Bytes()), "%s", c.format)
	}
}

// Half the distance between two codes goes to the even one.
func TestFixedPointTies(t *testing.T) {
	for _, c := range []struct {
		v, least, most float32
		want           int64
	}{
		{0.5, 0, 255, 128}, {0.5, 0, 3, 2}, {0.5, 0, 1, 0}, {-0.5, -1, 1, 0}, {-0.5, -3, 3, -2}, {2, 0, 255, 255}, {-2, 0, 255, 0}, {-2, -127, 127, -127},
		{float32(math.NaN()), -127, 127, 0},
	} {
		assert.Equal(t, c.want, fixedPoint(math.Float32bits(c.v), c.least, c.most), "%+v", c)
	}
}

// TestSurfaceNames: names are the documents' (Lakefield PRM vol. 2b, SURFACE_FORMAT), one for each
// format but depth, which is a red component there.
//
// seed: Lakefield enumerations SURFACE_FORMAT
func TestSurfaceNames(t *testing.T) {
	for name, want := range map[string]string{
		"r8": "R8_UNORM", "rg16sn": "R16G16_SNORM", "rgba32f": "R32G32B32A32_FLOAT", "rgba8ui": "R8G8B8A8_UINT", "bgra8": "B8G8R8A8_UNORM",
		"a8": "A8_UNORM", "i16f": "I16_FLOAT", "l8": "L8_UNORM", "srgba8": "R8G8B8A8_UNORM_SRGB", "sbgra8": "B8G8R8A8_UNORM_SRGB", "d32f": "R32_FLOAT",
	} {
		assert.Equal(t, want, FindFormat(name).SurfaceName())
	}
	for _, f := range Formats() {
		if f.order().name != "d" {
			assert.Same(t, f, FindSurfaceFormat(f.SurfaceName()))
		}
		assert.Empty(t, f.Opaque())
	}
	assert.Nil(t, FindSurfaceFormat("R8"))
	assert.Equal(t, "bytes without texels", FindSurfaceFormat("RAW").Opaque())
}
