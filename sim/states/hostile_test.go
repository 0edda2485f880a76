package states

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestStateErrors: what is wrong with a state is said with its address, the field and what is legal; what is valid and not
// modelled is errors.ErrUnsupported.
func TestStateErrors(t *testing.T) {
	const (
		plane  = "SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM Width=16 Height=8 SurfacePitch=64" + base
		border = "TCXAddressControlMode=CLAMP_BORDER "
	)
	for _, c := range []struct {
		target      native.Target
		fields      string
		unsupported bool
		want        string
	}{
		{native.SKL, plane + "SurfaceType=SURFTYPE_CUBE", true, "CubeFaceEnablePositiveX is no: not modelled: a cube without a face, want yes"},
		{native.SKL, plane + "SurfaceType=SURFTYPE_CUBE " + allFaces + "SurfaceQPitch=8", false, "Height is 8: cube of [16 8 6] texels and layers: want as many rows as columns, and six layers for each cube"},
		{native.SKL, plane + "SurfaceType=SURFTYPE_CUBE Depth=2", false, "Depth is 2: the surface is no array of cubes: want 1"},
		{native.SKL, plane + "SurfaceType=SURFTYPE_STRBUF", true, "SurfaceType is SURFTYPE_STRBUF: not modelled: a message with coordinates, want SURFTYPE_1D, SURFTYPE_2D, SURFTYPE_3D, SURFTYPE_CUBE, SURFTYPE_BUFFER or SURFTYPE_NULL"},
		{native.SKL, plane + "NumberOfMultisamples=MULTISAMPLECOUNT_4", false, "SurfaceQPitch is 0: want 8 at least, the rows of a slice"},
		{native.SKL, plane + "NumberOfMultisamples=MULTISAMPLECOUNT_4 MultisampledSurfaceStorageFormat=MSFMT_DEPTH_STENCIL", true, "MultisampledSurfaceStorageFormat is MSFMT_DEPTH_STENCIL: not modelled: samples among each other, want MSFMT_MSS"},
		{native.SKL, plane + "NumberOfMultisamples=MULTISAMPLECOUNT_4 SurfaceType=SURFTYPE_3D", false, "NumberOfMultisamples is MULTISAMPLECOUNT_4: samples are of surfaces of type SURFTYPE_2D"},
		{native.SKL, plane + aligned + "NumberOfMultisamples=MULTISAMPLECOUNT_4 SurfaceQPitch=8 SurfaceMinLOD=1", false, "SurfacePitch is 64: 4 samples in levels 1 to 1: want level 0"},
		{native.SKL, plane + "MIPCountOrLOD=1", false, "SurfaceHorizontalAlignment is 0: want one with a name"},
		{native.SKL, plane + aligned + "MIPCountOrLOD=5", false, "SurfacePitch is 64: levels 0 to 5: an image of [16 8 1] texels has levels 0 to 4"},
		{native.SKL, plane + aligned + "SurfaceMinLOD=8 MIPCountOrLOD=8", false, "MIPCountOrLOD is 8: levels from 8 on: want 15 levels at most in all"},
		{native.SKL, plane + "ResourceMinLOD=0.5", true, "ResourceMinLOD is 0.5: not modelled: a level behind the last, which is 0"},
		{native.SKL, plane + aligned + "MIPCountOrLOD=2 Width=3 SurfacePitch=12", false, "SurfacePitch is 12: row pitch 12: legal are multiples of the 4 bytes of a texel from 20 on"},
		{native.SKL, plane + "AuxiliarySurfaceMode=AUX_CCS_E", true, "AuxiliarySurfaceMode is AUX_CCS_E: not modelled: want zero bits"},
		{native.IVB, plane + "MCSEnable=yes", true, "MCSEnable is yes: not modelled: want zero bits"},
		{native.SKL, plane + "XOffset=4", true, "XOffset is 4: not modelled: want zero bits"},
		{native.SKL, plane + "MinimumArrayElement=1", false, "SurfaceQPitch is 0: want 8 at least, the rows of a slice"},
		{native.SKL, plane + "MinimumArrayElement=1 SurfaceType=SURFTYPE_3D", true, "MinimumArrayElement is 1: not modelled: a first slice of a surface of type SURFTYPE_3D, want 0"},
		{native.SKL, plane + "TiledResourceMode=TILEYF", false, "TileMode is LINEAR: a surface with a TiledResourceMode has tiles Y: want YMAJOR"},
		{native.SKL, plane + "TiledResourceMode=TILEYS TileMode=YMAJOR SurfaceBaseAddress=0x21000", false, "SurfaceBaseAddress is 0x21000: a tiled surface begins at a multiple of 65536"},
		{native.SKL, plane + "TiledResourceMode=TILEYF TileMode=YMAJOR NumberOfMultisamples=MULTISAMPLECOUNT_4", true, "TiledResourceMode is TILEYF: not modelled: 4 samples in tiles Yf: sources differ on where they are"},
		{native.ICL, plane + "TiledResourceMode=TILEYF TileMode=YMAJOR TileAddressMappingMode=GEN10 SurfaceType=SURFTYPE_3D", true, "MipTailStartLOD is 0: not modelled: a tail of a surface of type SURFTYPE_3D with TileAddressMappingMode GEN10: sources differ on its slots"},
		{native.SKL, plane + "TiledResourceMode=TILEYF TileMode=YMAJOR SurfaceType=SURFTYPE_3D Width=8 Depth=8 MIPCountOrLOD=3", true, "MipTailStartLOD is 0: not modelled: a fourth level in the tail of a surface of type SURFTYPE_3D with texels of 4 bytes in tiles Yf: sources differ on its slot"},
		{native.SKL, plane + "TiledResourceMode=TILEYF TileMode=YMAJOR Width=32", false, "MipTailStartLOD is 0: levels 0 to 0 in a tail, the first of [32 8 1] blocks: it has room for [16 32 1]"},
		{native.ICL, plane + "TileMode=YMAJOR TileAddressMappingMode=GEN10", true, "TileAddressMappingMode is GEN10: not modelled: want zero bits without a TiledResourceMode"},
		{native.SKL, plane + "TileMode=WMAJOR", true, "TileMode is WMAJOR: not modelled: legal are linear surfaces, tiles X and Y, and on Xe-HPG tiles X, 4 and 64"},
		{native.SKL, plane + "TileMode=YMAJOR", false, "SurfacePitch is 64: row pitch 64: legal are multiples of the 128 bytes of a tile"},
		{native.SKL, plane + "TileMode=YMAJOR SurfaceBaseAddress=0x20800", false, "SurfaceBaseAddress is 0x20800: a tiled surface begins at a multiple of 4096"},
		{native.HSW, plane + "TileWalk=TILEWALK_YMAJOR", false, "TileWalk is TILEWALK_YMAJOR: the surface is not tiled: want TILEWALK_XMAJOR"},
		{native.SKL, plane + "SurfacePitch=60", false, "SurfacePitch is 60: row pitch 60: legal are multiples of the 4 bytes of a texel from 64 on"},
		{native.SKL, plane + "Depth=2", false, "Depth is 2: the surface is no array: want 1"},
		{native.SKL, plane + "Depth=2 SurfaceArray=yes SurfaceQPitch=4", false, "SurfaceQPitch is 4: want 8 at least, the rows of a slice"},
		{native.HSW, plane + "Depth=2 SurfaceArray=yes SurfaceArraySpacing=ARYSPC_LOD0 MIPCountOrLOD=2", false, "SurfaceArraySpacing is ARYSPC_LOD0: slices have no room for 3 levels: want ARYSPC_FULL"},
		{native.SKL, plane + "Depth=2 SurfaceType=SURFTYPE_3D SurfaceArray=yes", false, "SurfaceArray is yes: a surface of type SURFTYPE_3D is no array: want no"},
		{native.SKL, plane + "Depth=2 SurfaceType=SURFTYPE_3D Width=4096 SurfaceQPitch=8", false, "Width is 4096: extent 4096: legal are 1 to 2048 in coordinate 0 of an image 3d"},
		{native.SKL, plane + "SurfaceType=SURFTYPE_1D", false, "Height is 8: a surface of type SURFTYPE_1D has one row: want 1"},
		{native.SKL, plane + "SurfaceType=SURFTYPE_1D Height=1 Depth=2 SurfaceArray=yes SurfaceQPitch=8", false, "SurfacePitch is 64: row pitch 32: legal are multiples of the 4 bytes of a texel from 64 on"},
		{native.SKL, plane + "SurfaceFormat=P8_UNORM_PALETTE0", true, "SurfaceFormat is P8_UNORM_PALETTE0: not modelled: its colours are in a palette, which a command loads and no launch has"},
		{native.SKL, plane + "SurfaceFormat=PLANAR_420_8 YOffsetForUOrUVPlane=16", true, "YOffsetForUOrUVPlane is 16: not modelled: a second plane that does not follow the 8 rows of the first of PLANAR_420_8"},
		{native.SKL, plane + "Height=16384", false, "Width is 16: the surface has 1048576 bytes, and data ends 65536 bytes behind its base 0x20000"},
		{native.SKL, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=R16_UNORM NumberOfEntries=4 SurfacePitch=4" + base, true, "SurfacePitch is 4: not modelled: elements of R16_UNORM that are not the 2 bytes of a texel apart"},
		{native.SKL, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=R8_UNORM NumberOfEntries=4294967296" + base, false, "NumberOfEntries is 4294967296: extent 4294967296: legal are 1 to 134217728 in coordinate 0 of an image 1d_buffer"},
		{native.SKL, "sampler MagModeFilter=ANISOTROPIC", true, "UAddressMagFilterRoundingEnable is no: not modelled: coordinates are rounded for the filters LINEAR and ANISOTROPIC, and not for NEAREST"},
		{native.SKL, "sampler MagModeFilter=MONO", true, "MagModeFilter is MONO: not modelled: legal are NEAREST, LINEAR and ANISOTROPIC"},
		{native.SKL, "sampler MinModeFilter=LINEAR", true, "UAddressMinFilterRoundingEnable is no: not modelled: coordinates are rounded for the filters LINEAR and ANISOTROPIC, and not for NEAREST"},
		{native.SKL, "sampler MipModeFilter=LINEAR TrilinearFilterQuality=LOW", true, "TrilinearFilterQuality is LOW: not modelled: which levels it leaves out no source at hand says, want FULL"},
		{native.SKL, "sampler UAddressMagFilterRoundingEnable=yes", true, "UAddressMagFilterRoundingEnable is yes: not modelled: coordinates are rounded for the filters LINEAR and ANISOTROPIC, and not for NEAREST"},
		{native.SKL, "sampler SamplerDisable=yes", true, "SamplerDisable is yes: not modelled: want zero bits"},
		{native.SKL, "sampler ChromaKeyEnable=yes", true, "ChromaKeyEnable is yes: not modelled: want zero bits"},
		{native.SKL, "sampler " + border + "TextureBorderColorMode=DX9", true, "TextureBorderColorMode is DX9: not modelled: want DX10/OGL"},
	} {
		b := newBench(t, c.target)
		var err error
		name := "RENDER_SURFACE_STATE at 0x10100: "
		if fields, is := cutSampler(c.fields); is {
			name = "SAMPLER_STATE at 0x10200: "
			b.set(t, samplersAt, samplerState, fields)
			_, err = b.Sampler(mem.SamplerRef{})
		} else {
			b.set(t, surfaceAt, surfaceState, c.fields)
			_, err = b.Image(ref)
		}
		if assert.EqualError(t, err, name+c.want) {
			assert.Equal(t, c.unsupported, errors.Is(err, errors.ErrUnsupported), c.want)
		}
	}
	_, err := newBench(t, native.SKL).Surface(mem.Ref{Bindless: true, Place: 3})
	assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x3: not modelled: a bindless state, for which the launch gives no base")
}

// TestOffsetErrors: what messages with offsets find wrong, where those with coordinates find nothing or something else.
func TestOffsetErrors(t *testing.T) {
	const bytes = "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=64 SurfaceBaseAddress=0x20000 "
	for fields, want := range map[string]string{
		bytes + "SurfacePitch=2":               "SurfacePitch is 2: the elements of a buffer of format RAW are bytes: want 1",
		bytes + "SurfaceBaseAddress=0x20004":   "SurfaceBaseAddress is 0x20004: not modelled: legal are multiples of 8",
		bytes + "SurfaceBaseAddress=0x30000":   "SurfaceBaseAddress is 0x30000: no buffer of the launch is there",
		bytes + "NumberOfEntries=65537":        "NumberOfEntries is 65537: the surface has 65537 bytes, and data ends 65536 bytes behind its base 0x20000",
		bytes + "SurfaceArray=yes":             "SurfaceArray is yes: not modelled: want zero bits",
		bytes + "SurfaceType=SURFTYPE_1D":      "SurfaceType is SURFTYPE_1D: not modelled: a message with offsets, want SURFTYPE_BUFFER, SURFTYPE_STRBUF or SURFTYPE_NULL",
		bytes + "ShaderChannelSelectRed=ALPHA": "",
	} {
		b := newBench(t, native.SKL)
		b.set(t, surfaceAt, surfaceState, fields)
		if _, err := b.Surface(ref); want == "" {
			require.NoError(t, err)
		} else {
			assert.EqualError(t, err, "RENDER_SURFACE_STATE at 0x10100: "+want)
		}
	}
}

// allFaces are those of a cube, and aligned what levels need.
const (
	allFaces = "CubeFaceEnablePositiveX=yes CubeFaceEnableNegativeX=yes CubeFaceEnablePositiveY=yes CubeFaceEnableNegativeY=yes CubeFaceEnablePositiveZ=yes CubeFaceEnableNegativeZ=yes "
	aligned  = "SurfaceHorizontalAlignment=HALIGN_4 SurfaceVerticalAlignment=VALIGN_4 "
)

func cutSampler(fields string) (string, bool) {
	const word = "sampler "
	if len(fields) > len(word) && fields[:len(word)] == word {
		return fields[len(word):], true
	}
	return "", false
}

// flips are valid states, for every target, and what is asked of them.
var flips = []struct{ name, fields string }{
	{surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM Width=32 Height=32 SurfacePitch=512" + base},
	{surfaceState, "SurfaceType=SURFTYPE_3D SurfaceFormat=R32_FLOAT Width=4 Height=4 Depth=4 SurfacePitch=16" + base},
	{surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat=BC1_UNORM Width=32 Height=32 SurfacePitch=64" + base},
	{surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat=PLANAR_420_8 Width=32 Height=32 SurfacePitch=32" + base},
	{surfaceState, "SurfaceType=SURFTYPE_1D SurfaceFormat=R8_UINT Width=32" + base},
	{surfaceState, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=4096" + base},
	{surfaceState, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=R16_UINT NumberOfEntries=64 SurfacePitch=2" + base},
	{surfaceState, "SurfaceType=SURFTYPE_STRBUF SurfaceFormat=RAW NumberOfEntries=64 SurfacePitch=24" + base},
	{surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM Width=32 Height=32 SurfacePitch=512 MIPCountOrLOD=5 " + aligned + base},
	{surfaceState, "SurfaceType=SURFTYPE_3D SurfaceFormat=R32_FLOAT Width=4 Height=4 Depth=4 SurfacePitch=64 MIPCountOrLOD=2 " + aligned + base},
	{surfaceState, "SurfaceType=SURFTYPE_1D SurfaceArray=yes SurfaceFormat=R8_UINT Width=32 Depth=3 SurfacePitch=32 MIPCountOrLOD=5 " + aligned + base},
	{surfaceState, "SurfaceType=SURFTYPE_CUBE SurfaceFormat=R8G8B8A8_UNORM Width=32 Height=32 SurfacePitch=128 " + allFaces + aligned + base},
	{surfaceState, "SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM Width=32 Height=32 SurfacePitch=128 NumberOfMultisamples=MULTISAMPLECOUNT_4 " + aligned + base},
	{surfaceState, "SurfaceType=SURFTYPE_NULL SurfaceFormat=R8G8B8A8_UNORM"},
	{samplerState, "TCXAddressControlMode=CLAMP_BORDER BorderColorPointer=0x400"},
	{samplerState, "NonNormalizedCoordinateEnable=yes TCXAddressControlMode=CLAMP"},
	{tableEntry, "SurfaceStatePointer=0x100"},
}

// ofXe gives fields the names that values have on Xe-HPG.
var ofXe = strings.NewReplacer("HALIGN_4", "HALIGN_16", "YMAJOR", "TILE4")

// mostTaken is more than a state needs for its fields, its error and its image.
const mostTaken = 64 << 10

// TestFlippedBits: of a valid state with any bit changed comes a surface whose bytes are those of the launch, or an error of this
// package; nobody panics, and no memory is taken but for the state.
func TestFlippedBits(t *testing.T) {
	targets := []native.Target{native.IVB, native.HSW, native.BDW, native.SKL, native.ICL, native.TGL, native.DG2}
	given := 0
	for _, target := range targets {
		for _, c := range flips {
			b := newBench(t, target)
			at, size := map[string]int{surfaceState: surfaceAt, samplerState: samplersAt, tableEntry: 4}[c.name], 0
			if target >= native.DG2 {
				c.fields = ofXe.Replace(c.fields)
			}
			b.set(t, at, c.name, c.fields)
			if pitched := strings.Contains(c.fields, aligned); pitched && target >= native.BDW {
				b.set(t, at, c.name, c.fields+"SurfaceQPitch=96")
			}
			if c.name == tableEntry {
				b.set(t, surfaceAt, surfaceState, flips[0].fields)
			}
			l, err := state.Struct(target, c.name)
			require.NoError(t, err)
			size = 32 * l.Dwords
			for bit := range size {
				b.states.Contents()[at+bit/8] ^= 1 << (bit % 8)
				b.Forget()
				var before, after runtime.MemStats
				if bit%37 == 0 {
					runtime.ReadMemStats(&before)
				}
				given += b.ask(t, c.name)
				if bit%37 == 0 {
					runtime.ReadMemStats(&after)
					assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(mostTaken), "%s %s bit %d", target, c.fields, bit)
				}
				b.states.Contents()[at+bit/8] ^= 1 << (bit % 8)
				b.Forget()
			}
		}
	}
	assert.Equal(t, 19090, given, "states that gave something")
}

// farthest loads the last texel of the last level, layer and sample, and the last word of a control surface.
func (b *bench) farthest(t *testing.T, img *mem.Image) {
	code, params := 7, []uint32{0, 0, uint32(img.LevelCount() - 1), 0} // ld
	last := img.Level(img.LevelCount() - 1)
	end := last.Extent
	if n := img.SampleCount(); n > 1 {
		code, params = 31, []uint32{uint32(n - 1), 0, 0, 0, 0} // ld2dss
		params[1], params[2], params[3] = uint32(end[0]-1), uint32(end[1]-1), uint32(end[2]-1)
	} else {
		params[0], params[1], params[3] = uint32(end[0]-1), uint32(end[1]-1), uint32(end[2]-1)
	}
	op, err := mem.ParseSamplerOp(code, len(params), false)
	require.NoError(t, err)
	var x mem.Texels
	for i, v := range params {
		x.Param(op, i)[0] = v
	}
	x.Run(&mem.Access{Op: op, Image: img}, 1)
	if img.Control == nil {
		return
	}
	op, err = mem.ParseSamplerOp(29, 3, false) // ld_mcs
	require.NoError(t, err)
	for d, n := range end {
		x.Coordinate(d)[0] = uint32(n - 1)
	}
	x.Run(&mem.Access{Op: op, Image: img}, 1)
}

// ask asks for all that a state can be, and for the bytes at the ends of what comes; it counts the answers.
func (b *bench) ask(t *testing.T, name string) (given int) {
	known := func(err error) bool {
		if wrong := (*Error)(nil); err != nil && !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
		return err == nil
	}
	if name == samplerState {
		_, err := b.Sampler(mem.SamplerRef{})
		if known(err) {
			given++
		}
		return given
	}
	if s, err := b.Surface(ref); known(err) {
		given++
		s.ReadBlock(0, make([]byte, 8))
		s.ReadBlock(s.Len-4, make([]byte, 8))
		require.LessOrEqual(t, s.Len, uint64(dataBytes))
	}
	left := b.data.OutOfBounds.Load()
	if img, err := b.Image(ref); known(err) {
		given++
		for n := range img.LevelCount() {
			l := img.Level(n)
			rows, across := l.Rows()
			for _, at := range [][2]int{{0, 0}, {across - 1, rows - 1}} {
				l.ReadBlock(&mem.Block{X: at[0], Y: at[1], Width: 1, Height: 1, Pitch: 4, Step: 1}, make([]byte, 4))
			}
		}
		b.farthest(t, img)
		require.Equal(t, left, b.data.OutOfBounds.Load(), "%s: bytes of an image are the launch's", name)
	}
	return given
}
