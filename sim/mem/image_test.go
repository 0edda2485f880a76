package mem

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// packed is an image without room between rows and slices.
func packed(k ImageKind, format string, extent [3]int, contents ...byte) *Image {
	s, err := ImageShape{Kind: k, Format: FindFormat(format), Extent: extent}.Complete()
	if err != nil {
		panic(err)
	}
	b := NewBuffer("img", 1<<32, int(s.Bytes()))
	b.SetBytes(0, contents)
	return NewImage(s, b)
}

// floats are numbers as memory has them.
func floats(list ...float32) (out []byte) {
	for _, f := range list {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return out
}

func TestImageKinds(t *testing.T) {
	for _, c := range []struct {
		kind        ImageKind
		name        string
		coordinates int
	}{
		{Image1D, "1d", 1}, {Image1DArray, "1d_array", 2}, {Image1DBuffer, "1d_buffer", 1},
		{Image2D, "2d", 2}, {Image2DArray, "2d_array", 3}, {Image3D, "3d", 3},
	} {
		assert.Equal(t, c.name, c.kind.String())
		assert.Equal(t, c.coordinates, c.kind.Coordinates(), c.name)
		k, err := ParseImageKind(c.name)
		require.NoError(t, err)
		assert.Equal(t, c.kind, k)
	}
	_, err := ParseImageKind("4d")
	assert.EqualError(t, err, `unknown kind of image "4d": legal are 1d, 1d_array, 1d_buffer, 2d, 2d_array, 3d`)
}

// Shapes in 16-bit texels of two components: pitches that are filled in, and the bytes
// up to the last texel.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		kind                ImageKind
		extent              [3]int
		row, slice          int
		wantRow, wantSlice  int
		wantBytes, pitchOf1 int64
	}{
		{Image1D, [3]int{5, 1, 1}, 0, 0, 20, 20, 20, 20},
		{Image1D, [3]int{5, 1, 1}, 24, 0, 24, 24, 20, 24},
		{Image1D, [3]int{1 << 14, 1, 1}, 0, 0, 1 << 16, 1 << 16, 1 << 16, 1 << 16},
		{Image1DBuffer, [3]int{1 << 27, 1, 1}, 0, 0, 1 << 29, 1 << 29, 1 << 29, 1 << 29},
		{Image1DArray, [3]int{5, 3, 1}, 0, 0, 20, 20, 60, 20},
		{Image1DArray, [3]int{5, 3, 1}, 24, 48, 24, 48, 116, 48},
		{Image1DArray, [3]int{1, 1 << 11, 1}, 0, 0, 4, 4, 1 << 13, 4},
		{Image2D, [3]int{5, 3, 1}, 0, 0, 20, 60, 60, 20},
		{Image2D, [3]int{5, 3, 1}, 24, 0, 24, 72, 68, 24},
		{Image2D, [3]int{1, 1 << 14, 1}, 0, 0, 4, 1 << 16, 1 << 16, 4},
		{Image2DArray, [3]int{5, 3, 2}, 24, 96, 24, 96, 96 + 68, 24},
		{Image2DArray, [3]int{1, 1, 1 << 11}, 0, 0, 4, 4, 1 << 13, 4},
		{Image3D, [3]int{5, 3, 2}, 0, 0, 20, 60, 120, 20},
		{Image3D, [3]int{1 << 11, 1 << 11, 1 << 11}, 0, 0, 1 << 13, 1 << 24, 1 << 35, 1 << 13},
	} {
		s, err := ImageShape{Kind: c.kind, Format: FindFormat("rg16ui"), Extent: c.extent, Row: c.row, Slice: c.slice}.Complete()
		require.NoError(t, err, "%+v", c)
		assert.Equal(t, []int64{int64(c.wantRow), int64(c.wantSlice), c.wantBytes, 4, c.pitchOf1, int64(c.wantSlice)},
			[]int64{int64(s.Row), int64(s.Slice), s.Bytes(), int64(s.pitch(0)), int64(s.pitch(1)), int64(s.pitch(2))}, "%+v", c)
	}
}

func TestShapesThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		kind       ImageKind
		extent     [3]int
		row, slice int
		axis       int
		want       string
	}{
		{Image1D, [3]int{0, 1, 1}, 0, 0, 0, "extent 0: legal are 1 to 16384 in coordinate 0 of an image 1d"},
		{Image1D, [3]int{1<<14 + 1, 1, 1}, 0, 0, 0, "extent 16385: legal are 1 to 16384 in coordinate 0 of an image 1d"},
		{Image1D, [3]int{1, 2, 1}, 0, 0, 1, "extent 2: legal are 1 to 1 in coordinate 1 of an image 1d"},
		{Image1D, [3]int{1, 1, 2}, 0, 0, 2, "extent 2: legal are 1 to 1 in coordinate 2 of an image 1d"},
		{Image1DArray, [3]int{1<<14 + 1, 1, 1}, 0, 0, 0, "extent 16385: legal are 1 to 16384 in coordinate 0 of an image 1d_array"},
		{Image1DArray, [3]int{1, 2049, 1}, 0, 0, 1, "extent 2049: legal are 1 to 2048 in coordinate 1 of an image 1d_array"},
		{Image1DArray, [3]int{1, 1, 2}, 0, 0, 2, "extent 2: legal are 1 to 1 in coordinate 2 of an image 1d_array"},
		{Image1DBuffer, [3]int{1<<27 + 1, 1, 1}, 0, 0, 0, "extent 134217729: legal are 1 to 134217728 in coordinate 0 of an image 1d_buffer"},
		{Image1DBuffer, [3]int{1, 2, 1}, 0, 0, 1, "extent 2: legal are 1 to 1 in coordinate 1 of an image 1d_buffer"},
		{Image1DBuffer, [3]int{1, 1, 2}, 0, 0, 2, "extent 2: legal are 1 to 1 in coordinate 2 of an image 1d_buffer"},
		{Image2D, [3]int{1<<14 + 1, 1, 1}, 0, 0, 0, "extent 16385: legal are 1 to 16384 in coordinate 0 of an image 2d"},
		{Image2D, [3]int{1, 1<<14 + 1, 1}, 0, 0, 1, "extent 16385: legal are 1 to 16384 in coordinate 1 of an image 2d"},
		{Image2D, [3]int{1, 1, 2}, 0, 0, 2, "extent 2: legal are 1 to 1 in coordinate 2 of an image 2d"},
		{Image2DArray, [3]int{1<<14 + 1, 1, 1}, 0, 0, 0, "extent 16385: legal are 1 to 16384 in coordinate 0 of an image 2d_array"},
		{Image2DArray, [3]int{1, 1<<14 + 1, 1}, 0, 0, 1, "extent 16385: legal are 1 to 16384 in coordinate 1 of an image 2d_array"},
		{Image2DArray, [3]int{1, 1, 2049}, 0, 0, 2, "extent 2049: legal are 1 to 2048 in coordinate 2 of an image 2d_array"},
		{Image3D, [3]int{2049, 1, 1}, 0, 0, 0, "extent 2049: legal are 1 to 2048 in coordinate 0 of an image 3d"},
		{Image3D, [3]int{1, 2049, 1}, 0, 0, 1, "extent 2049: legal are 1 to 2048 in coordinate 1 of an image 3d"},
		{Image3D, [3]int{1, 1, -1}, 0, 0, 2, "extent -1: legal are 1 to 2048 in coordinate 2 of an image 3d"},
		{Image2D, [3]int{5, 3, 1}, 16, 0, -1, "row pitch 16: legal are multiples of the 4 bytes of a texel from 20 on"},
		{Image2D, [3]int{5, 3, 1}, 22, 0, -1, "row pitch 22: legal are multiples of the 4 bytes of a texel from 20 on"},
		{Image2D, [3]int{5, 3, 1}, 1 << 31, 0, -1, "row pitch 2147483648: legal are multiples of the 4 bytes of a texel from 20 on"},
		{Image3D, [3]int{5, 3, 2}, 0, 40, -1, "slice pitch 40: legal are multiples of the row pitch 20 from 60 on"},
		{Image3D, [3]int{5, 3, 2}, 0, 70, -1, "slice pitch 70: legal are multiples of the row pitch 20 from 60 on"},
		{Image3D, [3]int{5, 3, 2}, 0, 20 << 35, -1, "slice pitch 687194767360: legal are multiples of the row pitch 20 from 60 on"},
		{Image1DArray, [3]int{5, 3, 1}, 0, 10, -1, "slice pitch 10: legal are multiples of the row pitch 20 from 20 on"},
	} {
		_, err := ImageShape{Kind: c.kind, Format: FindFormat("rg16ui"), Extent: c.extent, Row: c.row, Slice: c.slice}.Complete()
		var bad *ShapeError
		require.ErrorAs(t, err, &bad, "%+v", c)
		assert.EqualError(t, err, c.want)
		assert.Equal(t, c.axis, bad.Axis, "%+v", c)
	}
}

// Rows, slices and layers lie their pitches apart; outside is the border.
//
// seed: Broxton vol. 6 Surface State Fetch
func TestFetch(t *testing.T) {
	for _, c := range []struct {
		kind   ImageKind
		extent [3]int
		row    int
		slice  int
		at     [3]int
		want   int // offset, or -1 outside
	}{
		{Image1D, [3]int{3, 1, 1}, 0, 0, [3]int{2, 0, 0}, 2}, {Image1D, [3]int{3, 1, 1}, 0, 0, [3]int{3, 0, 0}, -1},
		{Image1D, [3]int{3, 1, 1}, 0, 0, [3]int{-1, 0, 0}, -1},
		{Image1DArray, [3]int{3, 2, 1}, 4, 8, [3]int{1, 1, 0}, 9}, {Image1DArray, [3]int{3, 2, 1}, 4, 8, [3]int{1, 2, 0}, -1},
		{Image2D, [3]int{3, 2, 1}, 5, 0, [3]int{2, 1, 0}, 7}, {Image2D, [3]int{3, 2, 1}, 5, 0, [3]int{2, 2, 0}, -1},
		{Image2D, [3]int{3, 2, 1}, 5, 0, [3]int{2, -1, 0}, -1}, {Image2D, [3]int{3, 2, 1}, 5, 0, [3]int{3, 1, 0}, -1},
		{Image2DArray, [3]int{3, 2, 2}, 5, 15, [3]int{2, 1, 1}, 22}, {Image2DArray, [3]int{3, 2, 2}, 5, 15, [3]int{2, 1, 2}, -1},
		{Image3D, [3]int{3, 2, 2}, 4, 12, [3]int{0, 0, 1}, 12}, {Image3D, [3]int{3, 2, 2}, 4, 12, [3]int{2, 1, 1}, 18},
		{Image3D, [3]int{3, 2, 2}, 4, 12, [3]int{2, 1, -1}, -1}, {Image3D, [3]int{4, 2, 3}, 4, 8, [3]int{3, 1, 2}, 23},
		{Image3D, [3]int{4, 3, 2}, 4, 12, [3]int{0, 0, 2}, -1}, {Image3D, [3]int{4, 2, 3}, 4, 8, [3]int{0, 2, 0}, -1}, {Image3D, [3]int{2, 3, 4}, 2, 6, [3]int{2, 0, 0}, -1},
	} {
		s, err := ImageShape{Kind: c.kind, Format: FindFormat("r8ui"), Extent: c.extent, Row: c.row, Slice: c.slice}.Complete()
		require.NoError(t, err)
		m := NewImage(s, numbered("img", 0, int(s.Bytes()), false))
		want := [4]uint32{uint32(c.want + 1), 0, 0, 1} // what lies at the offset; outside 0
		var got [4]uint32
		m.fetch(&c.at, &got)
		assert.Equal(t, want, got, "%+v", c)
	}
}

// Outside are 0s where the format has a component, and what it reads for those that it
// lacks.
func TestBorders(t *testing.T) {
	one := math.Float32bits(1)
	for format, want := range map[string][4]uint32{
		"r8": {0, 0, 0, one}, "rg32f": {0, 0, 0, one}, "r32i": {0, 0, 0, 1}, "rg8ui": {0, 0, 0, 1},
		"rgba8": {}, "bgra8": {}, "a8": {}, "i8": {}, "l8": {0, 0, 0, one},
	} {
		got := [4]uint32{7, 7, 7, 7}
		packed(Image1D, format, [3]int{1, 1, 1}, 0xFF).fetch(&[3]int{1, 0, 0}, &got)
		assert.Equal(t, want, got, format)
	}
}

// A write of some components leaves the others alone.
func TestMaskedStores(t *testing.T) {
	for _, c := range []struct {
		format string
		mask   uint32
		want   []byte
	}{
		{"rgba8ui", 0, ee(4)}, {"rgba8ui", 1, []byte{1, 0xEE, 0xEE, 0xEE}}, {"rgba8ui", 0b1010, []byte{0xEE, 2, 0xEE, 4}},
		{"rgba8ui", 0b0100, []byte{0xEE, 0xEE, 3, 0xEE}}, {"rgba8ui", 0xF, []byte{1, 2, 3, 4}},
		{"rg16ui", 0b10, []byte{0xEE, 0xEE, 2, 0}}, {"rg16ui", 0b01, []byte{1, 0, 0xEE, 0xEE}}, {"rg16ui", 0b11, []byte{1, 0, 2, 0}},
	} {
		m := packed(Image2D, c.format, [3]int{2, 2, 1})
		m.buf.SetBytes(0, ee(16))
		m.store(&[3]int{1, 1, 0}, c.mask, &[4]uint32{1, 2, 3, 4})
		assert.Equal(t, append(ee(12), c.want...), m.buf.Bytes(), "%+v", c)
	}
	m := packed(Image1D, "bgra8", [3]int{1, 1, 1}, 9, 9, 9, 9)
	one := math.Float32bits(1)
	m.store(&[3]int{}, 0b0001, &[4]uint32{one, one, one, one})
	assert.Equal(t, []byte{9, 9, 255, 9}, m.buf.Bytes())
}

func TestImagesOfATable(t *testing.T) {
	m, img := New(), packed(Image1D, "r8", [3]int{4, 1, 1})
	assert.Equal(t, "img", img.Name)
	assert.Same(t, img.buf, img.Buffer())
	_, err := m.Image(0)
	assert.EqualError(t, err, "binding table index 0: no image is bound (images: [])")
	for _, bti := range []int{0, 255} {
		m.BindImage(bti, img)
		got, err := m.Image(bti)
		require.NoError(t, err)
		assert.Same(t, img, got)
	}
	for _, bti := range []int{-1, 1, 254, 256} {
		_, err = m.Image(bti)
		require.ErrorIs(t, err, ErrNoImage)
		assert.ErrorContains(t, err, "(images: [0 255])")
	}
	assert.PanicsWithValue(t, "BUG: binding table index -1", func() { m.BindImage(-1, img) })
	assert.PanicsWithValue(t, "BUG: binding table index 256", func() { m.BindImage(256, img) })
	s, err := ImageShape{Format: FindFormat("r8"), Extent: [3]int{4, 1, 1}}.Complete()
	require.NoError(t, err)
	assert.PanicsWithValue(t, "BUG: image b of 4 bytes in a buffer of 3", func() { NewImage(s, NewBuffer("b", 0, 3)) })
	assert.NotPanics(t, func() { NewImage(s, NewBuffer("b", 0, 4)) })
}

func TestSamplersOfATable(t *testing.T) {
	m, s := New(), &Sampler{Filter: Linear}
	_, err := m.Sampler(0)
	require.ErrorIs(t, err, ErrNoSampler)
	assert.EqualError(t, err, "sampler index 0: no sampler is bound (samplers: [])")
	m.BindSampler(0, s)
	m.BindSampler(15, s)
	for _, i := range []int{0, 15} {
		got, err := m.Sampler(i)
		require.NoError(t, err)
		assert.Same(t, s, got)
	}
	for _, i := range []int{-1, 1, 16} {
		_, err = m.Sampler(i)
		assert.ErrorContains(t, err, "(samplers: [0 15])")
	}
	assert.PanicsWithValue(t, "BUG: sampler index 16", func() { m.BindSampler(16, s) })
	assert.PanicsWithValue(t, "BUG: sampler index -1", func() { m.BindSampler(-1, s) })
}
