package launch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

func shape(t *testing.T, kind mem.ImageKind, format string, extent ...int) *mem.ImageShape {
	s := mem.ImageShape{Kind: kind, Format: mem.FindFormat(format), Extent: [3]int{1, 1, 1}}
	require.NotNil(t, s.Format, format)
	copy(s.Extent[:], extent)
	s, err := s.Complete()
	require.NoError(t, err)
	return &s
}

// Pixels of a PNG made by the standard library become the components of each
// format, and a picture of them again.
func TestPictureFormats(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{255, 0, 51, 128})
	img.SetNRGBA(1, 0, color.NRGBA{1, 2, 3, 0})
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	pic, err := decodePicture("x.PNG", b.Bytes(), roomy)
	require.NoError(t, err)
	for _, c := range []struct {
		format string
		want   []byte
	}{
		{"rgba8", []byte{255, 0, 51, 128, 1, 2, 3, 0}},
		{"bgra8", []byte{51, 0, 255, 128, 3, 2, 1, 0}},
		{"rgba8ui", []byte{255, 0, 51, 128, 1, 2, 3, 0}},
		{"rg8sn", []byte{127, 0, 0, 1}}, // 1 of 255 is 0.498 of 127
		{"rgba8i", []byte{127, 0, 51, 127, 1, 2, 3, 0}},
		{"r16", []byte{0xff, 0xff, 0x01, 0x01}},
		{"a8", []byte{128, 0}},
		{"r32ui", []byte{255, 0, 0, 0, 1, 0, 0, 0}},
		{"r16f", []byte{0x00, 0x3c, 0x04, 0x1c}}, // 1 and 1/255
		{"r32f", []byte{0x00, 0x00, 0x80, 0x3f, 0x81, 0x80, 0x80, 0x3b}},
	} {
		assert.Equal(t, c.want, drawn(pic, shape(t, mem.Image2D, c.format, 2, 1)), c.format)
	}
	s := shape(t, mem.Image2D, "rgba8", 2, 1)
	again, ok := encodePicture("y.png", s, drawn(pic, s))
	require.True(t, ok)
	back, err := decodePicture("y.png", again, roomy)
	require.NoError(t, err)
	assert.Equal(t, pic.pix[:4], back.pix[:4])
}

// drawn is a picture in the memory of an image that holds nothing else.
func drawn(p *picture, s *mem.ImageShape) []byte {
	out := make([]byte, s.Bytes())
	p.draw(s, out)
	return out
}

// Slices lie below each other, floats are cut, one component is gray.
func TestPictureOfImage(t *testing.T) {
	s := shape(t, mem.Image3D, "r32f", 1, 2, 2)
	var data []byte
	for _, v := range []uint32{0xbf800000, 0x3f000000, 0x40000000, 0x7fc00000} { // -1, 0.5, 2, NaN
		data = binary.LittleEndian.AppendUint32(data, v)
	}
	out, ok := encodePicture("x.pgm", s, data)
	require.True(t, ok)
	assert.Equal(t, "P5\n1 4\n65535\n\x00\x00\x80\x00\xff\xff\x00\x00", string(out))
	_, ok = encodePicture("x.bin", s, data)
	assert.False(t, ok)
}

func TestPPM(t *testing.T) {
	p, err := decodePicture("x.ppm", []byte("P6 # a comment\n2 1\n# another\n15\n\x00\x05\x0f\x01\x02\x03"), roomy)
	require.NoError(t, err)
	assert.Equal(t, []uint16{0, 5, 15, 15, 1, 2, 3, 15}, p.pix)
	assert.Equal(t, []byte{0, 85, 255, 255, 17, 34, 51, 255}, drawn(p, shape(t, mem.Image2D, "rgba8", 2, 1)))
	for src, want := range map[string]string{
		"P3\n1 1\n255\n0 0 0":          `byte 0: no PPM or PGM in binary form: want P6 or P5, found "P3"`,
		"":                             `byte 0: no PPM or PGM in binary form: want P6 or P5, found ""`,
		"P6\n0 1\n255\n":               `byte 3: width "0 ": legal are 1 to 65535 and a blank behind it`,
		"P6\n1 99999999999\n255\n":     `byte 5: height "9999`,
		"P6\n1 1\n65536\n":             `byte 7: largest value "65536`,
		"P6\n2 2\n255\n\x00":           "byte 11: 1 bytes of pixels: 2 x 2 of 3 components up to 255 have 12",
		"P5\n1 1\n9\n\x0a":             "byte 9: value 10: legal are 0 to 9",
		"P6\n65535 65535\n65535\n\x00": "2 bytes of pixels",
		"P6\n1 1\n255" /* no blank */ : `largest value "255"`,
	} {
		_, err := decodePicture("x.ppm", []byte(src), roomy)
		if strings.HasPrefix(want, "2 bytes") {
			want = "bytes of pixels: 65535 x 65535"
		}
		assert.ErrorContains(t, err, want, src)
	}
}

// A PNG whose head promises more pixels than its bytes can hold is refused before
// memory is taken.
func TestPNGBomb(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))))
	src := b.Bytes()
	binary.BigEndian.PutUint32(src[16:], 60000)
	binary.BigEndian.PutUint32(src[20:], 60000)
	_, err := decodePNG(src, roomy)
	require.Error(t, err)
	_, err = decodePNG(src[:20], roomy)
	require.ErrorContains(t, err, "not a PNG that can be read")
}

// Each kind of PNG gives the pixels that it holds, transparent ones too.
func TestPNGKinds(t *testing.T) {
	box := image.Rect(0, 0, 1, 1)
	one := func(img draw.Image, c color.Color) image.Image { img.Set(0, 0, c); return img }
	for _, c := range []struct {
		img  image.Image
		most int
		want []uint16
	}{
		{one(image.NewGray(box), color.Gray{7}), 255, []uint16{7, 7, 7, 255}},
		{one(image.NewGray16(box), color.Gray16{0x1234}), 65535, []uint16{0x1234, 0x1234, 0x1234, 0xffff}},
		{one(image.NewRGBA(box), color.RGBA{1, 2, 3, 255}), 255, []uint16{1, 2, 3, 255}},
		{one(image.NewRGBA64(box), color.RGBA64{1, 2, 3, 0xffff}), 65535, []uint16{1, 2, 3, 0xffff}},
		{one(image.NewNRGBA(box), color.NRGBA{1, 2, 3, 0}), 255, []uint16{1, 2, 3, 0}},
		{one(image.NewNRGBA64(box), color.NRGBA64{1, 2, 3, 4}), 65535, []uint16{1, 2, 3, 4}},
		{image.NewPaletted(box, color.Palette{color.NRGBA{9, 8, 7, 6}}), 255, []uint16{9, 8, 7, 6}},
		{image.NewPaletted(box, color.Palette{color.NRGBA{9, 8, 7, 255}}), 255, []uint16{9, 8, 7, 255}},
	} {
		var b bytes.Buffer
		require.NoError(t, png.Encode(&b, c.img))
		p, err := decodePicture("x.png", b.Bytes(), roomy)
		require.NoError(t, err)
		assert.Equal(t, c.most, p.most, "%T", c.img)
		assert.Equal(t, c.want, p.pix, "%T", c.img)
	}
}

// Pictures count before they are decoded: a PNG of 32 kB can have 2 GiB of pixels. So
// do those that are saved.
func TestPictureLimit(t *testing.T) {
	full := errors.New("full")
	asked := int64(0)
	take := func(n int64) error { asked = n; return full }
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 5))))
	_, err := decodePicture("x.png", b.Bytes(), take)
	require.Equal(t, full, err)
	require.Equal(t, int64(3*5*8), asked)
	_, err = decodePicture("x.pgm", []byte("P5 2 3 255 abcdef"), take)
	require.Equal(t, full, err)
	require.Equal(t, int64(2*3*8), asked)

	dir := t.TempDir()
	src := bytes.Clone(b.Bytes()) // 16384 x 16384 pixels in a head that is believed, since the file is long enough
	binary.BigEndian.PutUint32(src[16:], 16384)
	binary.BigEndian.PutUint32(src[20:], 16384)
	binary.BigEndian.PutUint32(src[29:], crc32.ChecksumIEEE(src[12:29]))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.png"), append(src, make([]byte, 1<<16)...), 0o644))
	for arg, want := range map[string]string{
		"{image: 2d, data: a.png}": "l.yaml:5:23: error: buffers and their expectations to this one have 2147549259 bytes together: the limit is 1073741824",
		"{image: 2d, format: r8, width: 16384, height: 16384, fill: zero, save: b.PNG}":   "l.yaml:5:76: error: buffers and their expectations to this one have 2147483648 bytes together",
		"{image: 2d, format: r8, width: 16384, height: 16384, fill: zero, expect: a.png}": "bytes together",
	} {
		_, err := Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: k\nglobal: [1]\nlocal: [1]\nargs:\n  - "+arg+"\n"))
		assert.ErrorContains(t, err, want, arg)
	}
}

// roomy is memory for any picture.
func roomy(int64) error { return nil }

// FuzzPNG and FuzzPPM: nothing crashes, and what is read has the pixels that it says.
func FuzzPNG(f *testing.F) {
	var b bytes.Buffer
	require.NoError(f, png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 3, 2))))
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, src []byte) { checkPicture(t, "x.png", src) })
}

func FuzzPPM(f *testing.F) {
	f.Add([]byte("P6\n2 1\n255\n\x00\x05\x0f\x01\x02\x03"))
	f.Add([]byte("P5 1 1 65535 ab"))
	f.Fuzz(func(t *testing.T, src []byte) { checkPicture(t, "x.ppm", src) })
}

func checkPicture(t *testing.T, path string, src []byte) {
	p, err := decodePicture(path, src, roomy)
	if err != nil || p.width*p.height > 1<<16 {
		return
	}
	require.Len(t, p.pix, 4*p.width*p.height)
	s := mem.ImageShape{Kind: mem.Image2D, Format: p.format(), Extent: [3]int{p.width, p.height, 1}}
	if s, err = s.Complete(); err != nil {
		return
	}
	data := drawn(p, &s)
	out, _ := encodePicture("x.png", &s, data)
	again, err := decodePicture("x.png", out, roomy)
	require.NoError(t, err)
	require.Equal(t, data, drawn(again, &s))
}

// TestImageKeys: what is wrong with an image or sampler argument is said with its
// place and what is legal.
func TestImageKeys(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.in"), make([]byte, 16), 0o644))
	for arg, want := range map[string]string{
		"{image: 4d, format: r8, width: 1, fill: zero}":                                            `5:13: error: unknown kind of image "4d": legal are 1d, 1d_array, 1d_buffer, 2d, 2d_array, 3d`,
		"{image: 2d, format: rgb8, width: 1, fill: zero}":                                          `unknown format "rgb8": legal are r8 r16`,
		"{image: 2d, format: r8, width: 1, height: 99999, fill: zero}":                             "extent 99999: legal are 1 to 16384",
		"{image: 2d, format: r8, width: 4, fill: zero}":                                            `missing key "height" of an image 2d`,
		"{image: 2d, format: r8, width: 4, height: 4}":                                             "either data, a file, or fill",
		"{image: 1d, format: r8, width: 4, height: 4, fill: zero}":                                 "height 4 of an image 1d: legal are 0 and 1",
		"{image: 2d, format: r8, width: 4, height: 4, layers: 2, fill: zero}":                      "layers of an image 2d: legal for 1d_array and 2d_array",
		"{image: 2d, format: r8, width: 5, height: 4, data: a.in}":                                 "the file has 16 bytes: an image 2d of format r8 and 5 x 4 has 20",
		"{image: 2d, format: r32f, width: 2, height: 2, row_pitch: 6, data: a.in}":                 "row pitch 6: legal are multiples of the 4 bytes of a texel from 8 on",
		"{image: 2d, format: r8, width: 4, height: 4, data: a.in, check: exact}":                   "needs expect",
		"{image: 2d, format: r8ui, width: 4, height: 4, data: a.in, expect: a.in, check: 'abs:1'}": "needs a format of fixed-point numbers or floats, found r8ui",
		"{image: 2d, format: r8, width: 4, height: 4, access: rw, data: a.in}":                     `unknown access "rw": legal are read, write, readwrite`,
		"{sampler: false}":                 "sampler: want true",
		"{sampler: true, address: wrap}":   `unknown address mode "wrap": legal are none, clamp, edge, repeat, mirror`,
		"{sampler: true, filter: cubic}":   `unknown filter "cubic": legal are nearest, linear`,
		"{sampler: true, address: mirror}": "address repeat and mirror go with normalized: true",
	} {
		_, err := Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: k\nglobal: [1]\nlocal: [1]\nargs:\n  - "+arg+"\n"))
		assert.ErrorContains(t, err, want, arg)
	}
}
