package states

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// Where the tests have states: the binding table at its base, a surface at 0x100, samplers from 0x200, a border colour at 0x400;
// and 64 KB of surfaces.
const (
	statesAt   = 0x10000
	surfaceAt  = 0x100
	samplersAt = 0x200
	borderAt   = 0x400
	dataAt     = 0x20000
	dataBytes  = 0x10000
)

// bench is states in the memory of a launch.
type bench struct {
	*Memory
	states, data *mem.Buffer
}

func newBench(t testing.TB, target native.Target) *bench {
	t.Helper()
	m := mem.New()
	states, err := m.AllocAt("states", statesAt, 0x1000)
	require.NoError(t, err)
	data, err := m.AllocAt("data", dataAt, dataBytes)
	require.NoError(t, err)
	given, err := New(m, target, Bases{Surfaces: Table{Given: true, Base: statesAt}, Samplers: Table{Given: true, Base: statesAt, Pointer: samplersAt}})
	require.NoError(t, err)
	b := &bench{Memory: given, states: states, data: data}
	binary.LittleEndian.PutUint32(states.Contents()[4:], surfaceAt) // entry 1
	return b
}

// ref is the surface of the tests.
var ref = mem.Ref{BTI: 1}

// set puts a structure with fields "Name=value ..." at a place.
func (b *bench) set(t testing.TB, at int, name, fields string) {
	t.Helper()
	l, err := state.Struct(b.target, name)
	require.NoError(t, err)
	o := l.New()
	for f := range strings.FieldsSeq(fields) {
		key, value, _ := strings.Cut(f, "=")
		require.NoError(t, o.Set(key, value), f)
	}
	b.states.SetBytes(at, o.Encode())
	b.Forget()
}

// words puts dwords at a place.
func (b *bench) words(at int, words string) {
	for i, w := range strings.Fields(words) {
		v, err := strconv.ParseUint(w, 16, 32)
		if err != nil {
			panic(err)
		}
		binary.LittleEndian.PutUint32(b.states.Contents()[at+4*i:], uint32(v))
	}
	b.Forget()
}

// base is the fields of a surface at the start of the data.
const base = " SurfaceBaseAddress=0x20000 "

// TestShapes: what an image is by the fields of its state. Slices lie SurfaceQPitch rows apart; on Gen7, and on Gen8 for 3D, up to a
// multiple of the vertical alignment.
//
// seed: Broxton vol. 6 Surface State Fetch
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		targets, fields string
		want            mem.ImageShape
	}{
		{"ivb hsw bdw skl icl tgl", "SurfaceType=SURFTYPE_1D SurfaceFormat=R16_UNORM Width=9", mem.ImageShape{Kind: mem.Image1D, Extent: [3]int{9, 1, 1}, Row: 18, Slice: 18}},
		{"ivb bdw skl tgl", "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UNORM Width=9 Height=3 SurfacePitch=20", mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{9, 3, 1}, Row: 20, Slice: 60}},
		{"bdw skl icl tgl", "SurfaceType=SURFTYPE_2D SurfaceArray=yes SurfaceFormat=R16_UNORM Width=9 Height=3 Depth=4 SurfacePitch=20 SurfaceQPitch=8",
			mem.ImageShape{Kind: mem.Image2DArray, Extent: [3]int{9, 3, 4}, Row: 20, Slice: 160}},
		{"ivb hsw", "SurfaceType=SURFTYPE_2D SurfaceArray=yes SurfaceArraySpacing=ARYSPC_LOD0 SurfaceFormat=R16_UNORM Width=9 Height=5 Depth=4 SurfacePitch=20 SurfaceVerticalAlignment=VALIGN_4",
			mem.ImageShape{Kind: mem.Image2DArray, Extent: [3]int{9, 5, 4}, Row: 20, Slice: 160}},
		{"bdw", "SurfaceType=SURFTYPE_3D SurfaceFormat=R16_UNORM Width=9 Height=5 Depth=4 SurfacePitch=20 SurfaceQPitch=64 SurfaceVerticalAlignment=VALIGN_8",
			mem.ImageShape{Kind: mem.Image3D, Extent: [3]int{9, 5, 4}, Row: 20, Slice: 160}},
		{"ivb", "SurfaceType=SURFTYPE_3D SurfaceFormat=R16_UNORM Width=9 Height=5 Depth=4 SurfacePitch=20 SurfaceVerticalAlignment=VALIGN_2",
			mem.ImageShape{Kind: mem.Image3D, Extent: [3]int{9, 5, 4}, Row: 20, Slice: 120}},
		{"skl icl tgl", "SurfaceType=SURFTYPE_3D SurfaceFormat=R16_UNORM Width=9 Height=5 Depth=4 SurfacePitch=20 SurfaceQPitch=12",
			mem.ImageShape{Kind: mem.Image3D, Extent: [3]int{9, 5, 4}, Row: 20, Slice: 240}},
		{"bdw skl", "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UNORM Width=9 Height=3 SurfacePitch=512 TileMode=XMAJOR", mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{9, 3, 1}, Row: 512, Slice: 1536, Tiling: mem.TiledX}},
		{"ivb hsw", "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UNORM Width=9 Height=3 SurfacePitch=128 TiledSurface=yes TileWalk=TILEWALK_YMAJOR",
			mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{9, 3, 1}, Row: 128, Slice: 384, Tiling: mem.TiledY}},
		{"ivb bdw skl tgl", "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=R16_UNORM NumberOfEntries=700 SurfacePitch=2", mem.ImageShape{Kind: mem.Image1DBuffer, Extent: [3]int{700, 1, 1}, Row: 1400, Slice: 1400}},
		{"skl", "SurfaceType=SURFTYPE_2D SurfaceFormat=R16_UNORM Width=1 SurfacePitch=2 MIPCountOrLOD=0 MOCS=5 ShaderChannelSelectRed=BLUE ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=ZERO ShaderChannelSelectAlpha=ONE",
			mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{1, 1, 1}, Row: 2, Slice: 2, Select: [4]mem.Select{mem.SelectBlue, mem.SelectOwn, mem.SelectZero, mem.SelectOne}}},
	} {
		for name := range strings.FieldsSeq(c.targets) {
			target, err := native.ParseTarget(name)
			require.NoError(t, err)
			b := newBench(t, target)
			fields := c.fields
			if target >= native.HSW && !strings.Contains(fields, "Select") {
				fields += " ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ALPHA"
			}
			b.set(t, surfaceAt, surfaceState, fields+base)
			img, err := b.Image(ref)
			require.NoError(t, err, "%s: %s", name, c.fields)
			want := c.want
			want.Format = mem.FindSurfaceFormat("R16_UNORM")
			assert.Equal(t, want, img.ImageShape, "%s: %s", name, c.fields)
			assert.Equal(t, "data", img.Name)
		}
	}
}

// TestGoldenWords: a state that a driver packed is an image of the size, pitch, tiles and levels that it was packed from.
//
// seed: Broxton vol. 6 Surface State Fetch
func TestGoldenWords(t *testing.T) {
	const words = "231d7000 02000078 00%s0%s 000001ff 00000000 %s 00000000 09710000 00020000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
	b := newBench(t, native.SKL)
	b.words(surfaceAt, fmt.Sprintf(words, "1f", "07f", "00000013")) // 128 by 32 texels, levels 1 to 4
	img, err := b.Image(ref)
	require.NoError(t, err)
	assert.Equal(t, 4, img.LevelCount())
	assert.Equal(t, [3]int{64, 16, 1}, img.Extent)
	assert.Equal(t, [3]int{8, 2, 1}, img.Level(3).Extent)
	b.words(surfaceAt, fmt.Sprintf(words, "1f", "07f", "00000000"))
	img, err = b.Image(ref)
	require.NoError(t, err)
	assert.Equal(t, [3]int{128, 32, 1}, img.Extent)
	assert.Equal(t, [2]int{512, int(mem.TiledY)}, [2]int{img.Row, int(img.Tiling)})
	assert.Equal(t, [4]mem.Select{mem.SelectOwn, mem.SelectOwn, mem.SelectOwn, mem.SelectOne}, img.Select)
	assert.Equal(t, "R8G8B8A8_UNORM", img.Format.SurfaceName())

	b.words(surfaceAt, "87fc0000 00000000 0007007f 00000000 00000000 00000000 00000000 00000000 00020000 00000000 00000000 00000000 00000000 00000000 00000000 00000000")
	s, err := b.Surface(ref)
	require.NoError(t, err)
	assert.Equal(t, uint64(1024), s.Len)
	b.words(samplersAt, "00027d00 08074004 00000400 00180454")
	_, err = b.Sampler(mem.SamplerRef{})
	assert.EqualError(t, err, "SAMPLER_STATE at 0x10200: UAddressMagFilterRoundingEnable is no: not modelled: coordinates are rounded for the filters LINEAR and ANISOTROPIC, and not for NEAREST")
}

// TestBuffers: elements one behind the other, in the part of memory that the state names.
func TestBuffers(t *testing.T) {
	b := newBench(t, native.SKL)
	for fields, want := range map[string]uint64{
		"SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=1000 SurfaceBaseAddress=0x20010":              1000,
		"SurfaceType=SURFTYPE_STRBUF SurfaceFormat=RAW NumberOfEntries=10 SurfacePitch=24" + base:                    240,
		"SurfaceType=SURFTYPE_BUFFER SurfaceFormat=R32G32B32A32_FLOAT NumberOfEntries=10 SurfacePitch=16" + base:     160,
		"SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=65536 MOCS=3 RenderTargetViewExtent=7" + base: 65536,
		"SurfaceType=SURFTYPE_NULL": 0,
	} {
		b.set(t, surfaceAt, surfaceState, fields)
		s, err := b.Surface(ref)
		require.NoError(t, err, fields)
		assert.Equal(t, want, s.Len, fields)
		assert.Equal(t, mem.Bounded, s.Kind)
	}
	short, err := b.memory.AllocAt("short", 0x40000, 10)
	require.NoError(t, err)
	b.set(t, surfaceAt, surfaceState, "SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=12 SurfaceBaseAddress=0x40000")
	s, err := b.Surface(ref)
	require.NoError(t, err)
	assert.Equal(t, uint64(short.Len()), s.Len, "a size that was rounded up")
}

// TestSamplers: filters, modes by coordinate, and the border colour of each kind.
func TestSamplers(t *testing.T) {
	b := newBench(t, native.SKL)
	b.set(t, samplersAt+16*2, samplerState, "TCXAddressControlMode=MIRROR TCYAddressControlMode=CLAMP_BORDER TCZAddressControlMode=CLAMP BorderColorPointer=0x400 MaxLOD=3 ShadowFunction=LESS")
	b.words(borderAt, "3f800000 00000002 ffffffff 7fc00000")
	want := &mem.Sampler{Apart: true, Normalized: true, Address: mem.Mirror, Others: [2]mem.AddressMode{mem.ClampBorder, mem.ClampEdge}, Border: [4]uint32{0x3f800000, 2, 0xffffffff, 0x7fc00000},
		Detail: &mem.Detail{Most: 3 * 256, Places: 2}, Compare: mem.CompareLess}
	for _, r := range []mem.SamplerRef{{Index: 2}, {Header: true, States: samplersAt / 16, Index: 2}, {Header: true, States: samplersAt/16 + 2}} {
		s, err := b.Sampler(r)
		require.NoError(t, err)
		assert.Equal(t, want, s, r)
	}
	gen7 := newBench(t, native.IVB)
	gen7.set(t, samplersAt, samplerState, "TCXAddressControlMode=CLAMP_BORDER BorderColorPointer=0x400")
	_, err := gen7.Sampler(mem.SamplerRef{})
	require.NoError(t, err)
	gen7.words(borderAt, "3f800000")
	_, err = gen7.Sampler(mem.SamplerRef{})
	assert.ErrorContains(t, err, "SAMPLER_BORDER_COLOR_STATE at 0x10400: ")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestBound: what no base is given for is what the launch bound.
func TestBound(t *testing.T) {
	m := mem.New()
	m.Bind(3, m.Alloc("bound", 48))
	m.BindSampler(4, &mem.Sampler{Normalized: true})
	s, err := New(m, native.SKL, Bases{Samplers: Table{Given: true}})
	require.NoError(t, err)
	surface, err := s.Surface(mem.Ref{BTI: 3})
	require.NoError(t, err)
	assert.Equal(t, uint64(48), surface.Len)
	_, err = s.Image(mem.Ref{BTI: 3})
	assert.ErrorIs(t, err, mem.ErrNoImage)
	_, err = s.Sampler(mem.SamplerRef{Index: 4})
	assert.EqualError(t, err, "SAMPLER_STATE at 0x40: its 16 bytes are in no buffer of the launch")
	s, err = New(m, native.SKL, Bases{Surfaces: Table{Given: true}})
	require.NoError(t, err)
	sampler, err := s.Sampler(mem.SamplerRef{Index: 4})
	require.NoError(t, err)
	assert.True(t, sampler.Normalized)
	assert.Equal(t, mem.FlatSpace, func() mem.Kind { f := s.Flat(); return f.Kind }())
	_, err = New(m, native.NumTargets, Bases{})
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}
