package states

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// bindShape binds an image of a format at an index, its bytes 1, 2, 3 and so on.
func bindShape(t *testing.T, m *mem.Memory, bti int, s mem.ImageShape, format string) *mem.Image {
	t.Helper()
	s.Format = mem.FindSurfaceFormat(format)
	whole, err := s.Complete()
	require.NoError(t, err)
	b := m.Alloc("image", int(whole.Bytes()))
	for i := range b.Contents() {
		b.Contents()[i] = byte(i + 1)
	}
	img := mem.NewImage(whole, b)
	m.BindImage(bti, img)
	return img
}

// described are the targets whose states are: all.
var described = []native.Target{native.IVB, native.HSW, native.BDW, native.SKL, native.BXT, native.CNL, native.ICL, native.LKF, native.TGL, native.DG2, native.MTL, native.ARL}

// TestWrite: what is bound is found by the states that are written, of every target: where it was when a state can say that,
// else in a copy that goes back.
func TestWrite(t *testing.T) {
	for _, target := range described {
		large := mem.TiledY
		if target >= native.DG2 {
			large = mem.Tiled4
		}
		for _, tiling := range []mem.Tiling{mem.Untiled, mem.TiledX, large} {
			m := mem.New()
			m.SetLow()
			bytes := m.Alloc("bytes", 100)
			m.Bind(3, bytes)
			m.Bind(4, m.Alloc("empty", 0))
			line := bindShape(t, m, 5, mem.ImageShape{Kind: mem.Image1D, Extent: [3]int{9, 1, 1}}, "R16_UNORM")
			list := bindShape(t, m, 6, mem.ImageShape{Kind: mem.Image1DBuffer, Extent: [3]int{700, 1, 1}}, "R8G8_UINT")
			rows := bindShape(t, m, 7, mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{9, 3, 1}, Row: 40}, "R8G8B8A8_UNORM")
			layers := bindShape(t, m, 8, mem.ImageShape{Kind: mem.Image2DArray, Extent: [3]int{5, 6, 3}}, "R32_FLOAT")
			depth := bindShape(t, m, 255, mem.ImageShape{Kind: mem.Image3D, Extent: [3]int{4, 4, 2}}, "R8_UINT")

			w, err := Write(m, target, tiling)
			require.NoError(t, err, "%v", target)
			got, err := w.Surface(mem.Ref{BTI: 3})
			require.NoError(t, err)
			assert.Equal(t, uint64(100), got.Len)
			for _, place := range []uint32{mem.Handle(3) >> 12, mem.Handle(3) >> 6} { // by its handle
				got, err = w.Surface(mem.Ref{Bindless: true, Place: int32(place)})
				require.NoError(t, err)
				assert.Equal(t, uint64(100), got.Len)
			}
			_, err = w.Surface(mem.Ref{Bindless: true, Place: 3})
			assert.EqualError(t, err, "0x3000 is no handle of a surface: the launch gives one to an argument that the metadata lists with addrmode bindless")
			for _, none := range []uint8{0, 4, 254} {
				got, err = w.Surface(mem.Ref{BTI: none})
				require.NoError(t, err)
				assert.Zero(t, got.Len)
			}
			for bti, img := range map[uint8]*mem.Image{5: line, 6: list} {
				read, err := w.Image(mem.Ref{BTI: bti})
				require.NoError(t, err)
				assert.Equal(t, img.ImageShape, read.ImageShape)
				assert.Equal(t, img.Buffer().Base, read.Buffer().Base)
			}
			staged := 0
			for bti, img := range map[uint8]*mem.Image{7: rows, 8: layers, 255: depth} {
				read, err := w.Image(mem.Ref{BTI: bti})
				require.NoError(t, err)
				assert.Equal(t, tiling, read.Tiling)
				assert.Equal(t, img.Extent, read.Extent)
				if read.Buffer().Base == img.Buffer().Base {
					continue
				}
				staged++
				was := blocks(t, img)
				assert.Equal(t, was, blocks(t, read), "%v %v", target, tiling)
				clear(img.Buffer().Contents())
				w.Return()
				assert.Equal(t, was, blocks(t, img))
			}
			want := 3
			if tiling == mem.Untiled {
				want = 1 // six rows of a layer are none of four
			}
			assert.Equal(t, want, staged)
		}
	}
}

// blocks are those of an image one behind the other.
func blocks(t *testing.T, m *mem.Image) []byte {
	t.Helper()
	s := m.ImageShape
	s.Row, s.Slice, s.Tiling = 0, 0, mem.Untiled
	s, err := s.Complete()
	require.NoError(t, err)
	plain := mem.NewImage(s, mem.NewBuffer("plain", 0, int(s.Bytes())))
	plain.CopyBlocks(m)
	return plain.Buffer().Bytes()
}

// TestWriteSamplers: a sampler that is bound is the same by its state; on Gen7 no border colour but 0 has one.
func TestWriteSamplers(t *testing.T) {
	for _, target := range described {
		for i, s := range []mem.Sampler{
			{Filter: mem.Nearest, Address: mem.AddressNone},
			{Filter: mem.Linear, Address: mem.Repeat, Normalized: true},
			{Filter: mem.Linear, Address: mem.Mirror, Normalized: true, Apart: true, Others: [2]mem.AddressMode{mem.ClampEdge, mem.ClampBorder}},
			{Filter: mem.Nearest, Address: mem.ClampBorder, Border: [4]uint32{0x3F800000, 1, 2, 3}},
		} {
			m := mem.New()
			m.BindSampler(15, &s)
			w, err := Write(m, target, mem.Untiled)
			if target < native.BDW && s.Border != [4]uint32{} {
				assert.EqualError(t, err, "sampler 15 has no state of target "+target.String()+": a border colour other than 0, which of whose fields count depends on the surface")
				continue
			}
			require.NoError(t, err)
			got, err := w.Sampler(mem.SamplerRef{Index: 15})
			require.NoError(t, err)
			want := s
			if !s.Apart {
				want.Apart, want.Others = true, [2]mem.AddressMode{s.Address, s.Address}
			}
			if s.Address == mem.AddressNone {
				want.Address, want.Others = mem.ClampEdge, [2]mem.AddressMode{mem.ClampEdge, mem.ClampEdge}
			}
			want.Detail, want.Compare = &mem.Detail{Min: s.Filter, Places: fewPlaces}, mem.CompareAlways // no levels, and nothing compared
			assert.Equal(t, &want, got, "%v %d", target, i)
			got, err = w.Sampler(mem.SamplerRef{Bindless: true, Header: true, States: int(mem.SamplerHandle(15) >> 4)})
			require.NoError(t, err)
			assert.Equal(t, &want, got, "%v %d by its handle", target, i)
			_, err = w.Sampler(mem.SamplerRef{Bindless: true, Header: true, States: 15})
			assert.EqualError(t, err, "a bindless sampler, for which the launch gives no base of states")
		}
	}
}

// TestWriteErrors: what has no state says what it is, and why.
func TestWriteErrors(t *testing.T) {
	m := mem.New()
	_, err := Write(m, native.NumTargets, mem.Untiled)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	m.Bind(2, m.Alloc("bytes", 8))
	_, err = Write(m, native.IVB, mem.Untiled)
	assert.EqualError(t, err, `binding table index 2 has no state of target ivb: RENDER_SURFACE_STATE of ivb: 1.31:0 SurfaceBaseAddress is "4294967296": want 0x0 to 0xffffffff`)
	m = mem.New()
	bindShape(t, m, 1, mem.ImageShape{Kind: mem.Image1DArray, Extent: [3]int{9, 2, 1}}, "R16_UNORM")
	_, err = Write(m, native.SKL, mem.Untiled)
	assert.EqualError(t, err, `binding table index 1 has no state of target skl: RENDER_SURFACE_STATE of skl: 1.14:0 SurfaceQPitch is "1": want 0 to 131068 in steps of 4`)
	m = mem.New()
	img := bindShape(t, m, 1, mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{8, 4, 1}}, "R8G8_UINT")
	other, err := mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{4, 4, 1}, Format: mem.FindSurfaceFormat("R32_UINT")}.Complete()
	require.NoError(t, err)
	m.BindImage(2, mem.NewImage(other, img.Buffer()))
	_, err = Write(m, native.SKL, mem.TiledY)
	assert.EqualError(t, err, "binding table index 2 has no state of target skl: image is an image 2d of [4 4 1] there and one 2d of [8 4 1] elsewhere, of which one copy cannot be both")
	_, err = Write(m, native.SKL, mem.Untiled)
	assert.NoError(t, err, "where nothing is copied")
	m = mem.New()
	bindShape(t, m, 1, mem.ImageShape{Kind: mem.Image2D, Extent: [3]int{8, 4, 1}}, "R8G8_UINT")
	_, err = Write(m, native.DG2, mem.TiledY)
	assert.EqualError(t, err, `binding table index 1 has no state of target dg2: RENDER_SURFACE_STATE of dg2: 0.13:12 TileMode is "YMAJOR": want a number of 2 bits, or one of LINEAR, TILE64, XMAJOR, TILE4`)
	_, err = Write(m, native.TGL, mem.Tiled4)
	assert.EqualError(t, err, `binding table index 1 has no state of target tgl: RENDER_SURFACE_STATE of tgl: 0.13:12 TileMode is "TILE4": want a number of 2 bits, or one of LINEAR, XMAJOR, YMAJOR`)
}
