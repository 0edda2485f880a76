package states

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// controlWords are words of control surfaces by the number of samples: sample s in slice s, all in slice 0, the last sample in slice 0 and so on,
// and the clear colour. Numbers of slices have 1, 2, 3 and 4 bits (Broadwell PRM vol. 5, Compressed Multisample Surfaces, as Mesa's blorp_clear.c has it).
var controlWords = map[int][4]uint64{
	2: {0b10, 0, 0b01, 0b11}, 4: {0xE4, 0, 0x1B, 0xFF}, 8: {0xFAC688, 0, 0x53977, 0xFFFFFFFF}, 16: {0xFEDCBA9876543210, 0, 0x0123456789ABCDEF, math.MaxUint64},
}

// controlled is 8 by 4 texels R8_UINT of n samples in tiles Y, with a control surface: texel (x, y) of layer l has word (x + y + l) % 4. Slice s of layer l
// has 10 x + y + 50 s + 100 l.
func controlled(t *testing.T, target native.Target, n int, more string) *bench {
	t.Helper()
	b := newBench(t, target)
	store, err := b.memory.AllocAt("samples", 0x100000, 1<<20)
	require.NoError(t, err)
	rows, layers := 32, 2
	tiles := "TileMode=YMAJOR SurfaceQPitch=32 AuxiliarySurfaceMode=1 AuxiliarySurfaceQPitch=8 SurfaceArray=yes Depth=2 "
	if target < native.BDW {
		rows, layers = 4, 1
		tiles = "TiledSurface=yes TileWalk=TILEWALK_YMAJOR SurfaceArraySpacing=ARYSPC_LOD0 MCSEnable=yes "
	}
	if target >= native.HSW {
		tiles += "ShaderChannelSelectRed=RED ShaderChannelSelectGreen=ALPHA ShaderChannelSelectBlue=BLUE "
	}
	inTile := func(column, row int) int { return row/32*4096 + column/16*512 + row%32*16 + column%16 }
	size := map[int]int{2: 1, 4: 1, 8: 4, 16: 8}[n]
	for i := range 8 * 4 * layers {
		x, y, l := i%8, i/8%4, i/32
		for s := range n {
			store.Contents()[inTile(x, (l*n+s)*rows+y)] = byte(10*x + y + 50*s + 100*l)
		}
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], controlWords[n][(x+y+l)%4])
		copy(store.Contents()[0x80000+inTile(x*size, l*8+y):], w[:size])
	}
	b.set(t, surfaceAt, surfaceState, fmt.Sprintf("SurfaceType=SURFTYPE_2D SurfaceFormat=R8_UINT SurfaceBaseAddress=0x100000 Width=8 Height=4 SurfacePitch=128 "+
		"NumberOfMultisamples=MULTISAMPLECOUNT_%d SurfaceVerticalAlignment=VALIGN_4 AuxiliarySurfaceBaseAddress=0x180000 AuxiliarySurfacePitch=1 %s%s", n, tiles, more))
	return b
}

// TestControlSurfaces: ld_mcs gives the word of a texel, and a load that has it the sample's slice, or the clear colour; ld2dss names the slice itself.
//
// seed: Broxton PRM vol. 6, Messages (ld2dms, ld2dss, ld_mcs)
func TestControlSurfaces(t *testing.T) {
	for target, counts := range map[native.Target][]int{native.IVB: {4, 8}, native.HSW: {4, 8}, native.BDW: {2, 4, 8}, native.SKL: {2, 4, 8, 16}, native.BXT: {4}, native.LKF: {2, 16}} {
		for _, n := range counts {
			clear, layers := uint32(200), 2 // Gen9: the number itself
			if target < native.SKL {
				clear = 1
			}
			if target < native.BDW {
				layers = 1
			}
			b := controlled(t, target, n, fmt.Sprintf("RedClearColor=%d", clear))
			img, err := b.Image(ref)
			require.NoError(t, err, "%v %d", target, n)
			load, control, slice := 30, 29, 31 // ld2dms, ld_mcs, ld2dss
			if target >= native.SKL {
				load = 28 // ld2dms_w
			}
			run := func(code int, params ...uint32) [4]uint32 {
				op, err := mem.ParseSamplerOp(code, len(params), target < native.SKL)
				require.NoError(t, err)
				var x mem.Texels
				for i, v := range params {
					x.Param(op, i)[0] = v
				}
				a := mem.Access{Op: op, Image: img}
				require.NoError(t, a.Check())
				x.Run(&a, 1)
				return [4]uint32{x.Out[0][0], x.Out[1][0], x.Out[2][0], x.Out[3][0]}
			}
			for i := range 8 * 4 * layers {
				x, y, l := i%8, i/8%4, i/32
				kind := (x + y + l) % 4
				word := controlWords[n][kind]
				u, v, r := uint32(x), uint32(y), uint32(l)
				require.Equal(t, [4]uint32{uint32(word), uint32(word >> 32)}, run(control, u, v, r, 0), "%v %d: %d %d %d", target, n, x, y, l)
				for s := range n {
					value := func(slice int) uint32 { return uint32(byte(10*x + y + 50*slice + 100*l)) }
					want := [4]uint32{value(s), value(0), value(n - 1 - s), clear}[kind]
					params := []uint32{uint32(s), uint32(word), uint32(word >> 32), u, v, r, 0}
					if load == 30 {
						params = append(params[:2], params[3:]...)
					}
					got := run(load, params...)
					require.Equal(t, want, got[0], "%v %d: %d %d %d sample %d", target, n, x, y, l, s)
					if target >= native.HSW {
						require.Equal(t, uint32(1), got[1], "selected of the alpha that the format lacks")
					}
					require.Equal(t, value(s), run(slice, uint32(s), u, v, r, 0)[0])
				}
			}
			assert.Equal(t, [4]uint32{}, run(control, 8, 0, 0, 0), "outside")
			assert.Zero(t, run(load, uint32(n), math.MaxUint32, math.MaxUint32, 0, 0, 0)[0], "no such sample")
		}
	}
}

// TestControlColours: what a clear texel is by the format.
func TestControlColours(t *testing.T) {
	for fields, want := range map[string]string{
		"SurfaceFormat=R8_UNORM RedClearColor=0x3f000000":                              "",
		"SurfaceFormat=R8_UNORM RedClearColor=0x40000000":                              "RedClearColor is 1073741824: not modelled: clear colour 0x40000000 of component 0, which the format R8_UNORM does not hold",
		"SurfaceFormat=R8_UINT RedClearColor=256":                                      "RedClearColor is 256: not modelled: clear colour 0x100 of component 0, which the format R8_UINT does not hold",
		"SurfaceFormat=R8_UINT AuxiliarySurfacePitch=1 Width=200 SurfacePitch=256":     "AuxiliarySurfacePitch is 1: control surface: row pitch 128: legal are multiples of the 1 bytes of a texel from 200 on",
		"SurfaceFormat=R8_UINT AuxiliarySurfaceQPitch=0":                               "AuxiliarySurfaceQPitch is 0: want the 4 rows of a layer at least",
		"SurfaceFormat=R8_UINT AuxiliarySurfaceBaseAddress=0x300000":                   "AuxiliarySurfaceBaseAddress is 0x300000: no buffer of the launch is there",
		"SurfaceFormat=R8_UINT AuxiliarySurfaceQPitch=131068 AuxiliarySurfacePitch=40": "AuxiliarySurfacePitch is 40: the surface has 671088640 bytes, and samples ends 524288 bytes behind its base 0x180000",
		"SurfaceFormat=R8_UINT AuxiliarySurfaceMode=AUX_CCS_E":                         "AuxiliarySurfaceMode is AUX_CCS_E: not modelled: want zero bits",
		"SurfaceFormat=R8_UINT NumberOfMultisamples=MULTISAMPLECOUNT_1":                "AuxiliarySurfaceMode is AUX_CCS_D: not modelled: want zero bits",
	} {
		_, err := controlled(t, native.SKL, 4, fields).Image(ref)
		if want == "" {
			require.NoError(t, err)
		} else {
			assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x10100: "+want)
		}
	}
	_, err := controlled(t, native.IVB, 4, "SurfaceArray=yes Depth=2").Image(ref)
	assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x10100: MCSEnable is yes: not modelled: layers of control surfaces before Gen8: no document at hand says how far they are apart")
	for target, want := range map[native.Target]string{native.ICL: "ClearValueAddressEnable is yes: not modelled: want zero bits", native.TGL: "AuxiliarySurfaceMode is AUX_CCS_D: not modelled: want zero bits"} {
		fields := ""
		if target == native.ICL {
			fields = "ClearValueAddressEnable=yes"
		}
		_, err := controlled(t, target, 4, fields).Image(ref)
		assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x10100: "+want)
	}
	b := controlled(t, native.SKL, 4, "SurfaceFormat=R8G8B8A8_UNORM_SRGB SurfaceArray=no Depth=1 RedClearColor=0x3f800000 GreenClearColor=0x3f000000")
	_, err = b.Image(ref)
	assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x10100: RedClearColor is 1065353216: not modelled: clear colour 0x3f000000 of component 1, which the format R8G8B8A8_UNORM_SRGB does not hold")
	img, err := controlled(t, native.SKL, 16, "").Image(ref)
	require.NoError(t, err)
	op, err := mem.ParseSamplerOp(30, 5, false)
	require.NoError(t, err)
	assert.EqualError(t, (&mem.Access{Op: op, Image: img}).Check(), "sampler message ld2dms on a surface with a control surface of 16 samples, whose words have 64 bits: want ld2dms_w")
}
