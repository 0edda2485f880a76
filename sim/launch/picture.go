package launch

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/sim/mem"
)

// picture is what a file with pixels holds: four components each, alpha not
// multiplied in, from 0 to most.
type picture struct {
	width, height int
	most          int // 255, 65535, or what a PPM says
	gray          bool
	pix           []uint16
}

// pixelBytes is the memory of a picture's pixel.
const pixelBytes = 4 * 2

// format is the format of an image that a launch gives none.
func (p *picture) format() *mem.Format {
	if p.most > math.MaxUint8 {
		return mem.FindFormat("rgba16")
	}
	return mem.FindFormat("rgba8")
}

// decodePicture reads a PNG or a binary PPM or PGM, told by the name of its file; nil
// for other files. It asks for the memory of the pixels before it takes that: a few
// bytes of a PNG can stand for a great many pixels.
func decodePicture(path string, src []byte, take func(bytes int64) error) (*picture, error) {
	switch dataKindOf(path) {
	case pngData:
		return decodePNG(src, take)
	case ppmData:
		return decodePPM(src, take)
	}
	return nil, nil
}

// deflateRatio is more than the bytes that a byte of deflated data can stand for.
const deflateRatio = 1040

// decodePNG reads a PNG. Its size is believed only as far as its data can fill it.
func decodePNG(src []byte, take func(bytes int64) error) (*picture, error) {
	c, err := png.DecodeConfig(bytes.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("not a PNG that can be read: %w", err)
	}
	if least := int64(c.Width) * int64(c.Height) / 8; least > int64(len(src))*deflateRatio {
		return nil, fmt.Errorf("a PNG of %d x %d pixels in %d bytes: it must be truncated", c.Width, c.Height, len(src))
	}
	if err := take(int64(c.Width) * int64(c.Height) * pixelBytes); err != nil {
		return nil, err
	}
	img, err := png.Decode(bytes.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("not a PNG that can be read: %w", err)
	}
	b := img.Bounds()
	p := &picture{width: b.Dx(), height: b.Dy(), most: math.MaxUint8, pix: make([]uint16, 4*b.Dx()*b.Dy())}
	switch img.(type) {
	case *image.Gray16, *image.RGBA64, *image.NRGBA64:
		p.most = math.MaxUint16
	}
	shift := 0
	if p.most == math.MaxUint8 {
		shift = 8
	}
	at, to := straight(img), p.pix
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x, to = x+1, to[4:] {
			c := at(x, y)
			to[0], to[1], to[2], to[3] = c.R>>shift, c.G>>shift, c.B>>shift, c.A>>shift
		}
	}
	return p, nil
}

// straight gives the pixels of an image without alpha multiplied in, and without an
// allocation for each. The conversion of the library loses what is transparent.
func straight(img image.Image) func(x, y int) color.NRGBA64 {
	switch m := img.(type) {
	case *image.NRGBA:
		return func(x, y int) color.NRGBA64 { return widen(m.NRGBAAt(x, y)) }
	case *image.NRGBA64:
		return m.NRGBA64At
	case *image.Paletted:
		colors := make([]color.NRGBA64, len(m.Palette))
		for i, c := range m.Palette {
			if n, ok := c.(color.NRGBA); ok {
				colors[i] = widen(n)
			} else {
				colors[i] = color.NRGBA64Model.Convert(c).(color.NRGBA64)
			}
		}
		return func(x, y int) color.NRGBA64 { return colors[m.ColorIndexAt(x, y)] }
	case image.RGBA64Image: // gray, and colours without alpha
		return func(x, y int) color.NRGBA64 { return color.NRGBA64(m.RGBA64At(x, y)) }
	}
	return func(x, y int) color.NRGBA64 { return color.NRGBA64Model.Convert(img.At(x, y)).(color.NRGBA64) }
}

func widen(c color.NRGBA) color.NRGBA64 {
	return color.NRGBA64{R: uint16(c.R) * 257, G: uint16(c.G) * 257, B: uint16(c.B) * 257, A: uint16(c.A) * 257}
}

// pictureSize is the pixels of an image as a picture: slices and layers lie below each
// other.
func pictureSize(s *mem.ImageShape) (width, height int) {
	return s.Extent[0], s.Extent[1] * s.Extent[2]
}

// place is the byte of a pixel's texel.
func place(s *mem.ImageShape, x, y int) int { return rowAt(s, y) + x*s.Format.Size() }

// draw writes the picture into the memory of an image of its size. What lies between
// rows stays.
func (p *picture) draw(s *mem.ImageShape, out []byte) {
	f := s.Format
	for y := range p.height {
		for x := range p.width {
			at := place(s, x, y)
			for i, c := range f.Stored() {
				v := int(p.pix[4*(y*p.width+x)+strings.IndexRune("rgba", c)])
				put(out[at+i*f.Bits/8:], f.Bits, p.component(f, v))
			}
		}
	}
}

// component is v of most as a component of a format: fractions of one, or for an integer
// format v itself.
func (p *picture) component(f *mem.Format, v int) uint32 {
	switch f.Numeric {
	case mem.Unorm:
		return scale(v, p.most, 1<<f.Bits-1)
	case mem.Snorm:
		return scale(v, p.most, 1<<(f.Bits-1)-1)
	case mem.Sint:
		return uint32(min(v, 1<<(f.Bits-1)-1))
	case mem.Uint:
		return uint32(min(v, 1<<f.Bits-1))
	}
	x := math.Float32bits(float32(v) / float32(p.most))
	if f.Bits == 16 {
		return uint32(num.NarrowHalf(x))
	}
	return x
}

// scale is v of from as so much of to, to the nearest.
func scale(v, from, to int) uint32 { return uint32((v*to + from/2) / from) }

func put(p []byte, bits int, v uint32) {
	switch bits {
	case 8:
		p[0] = byte(v)
	case 16:
		binary.LittleEndian.PutUint16(p, uint16(v))
	default:
		binary.LittleEndian.PutUint32(p, v)
	}
}

// pictureOf makes a picture of an image's memory: of 8 bits for a format of 8, else of 16.
// Floats are cut to 0 to 1, integers to what the picture can hold.
func pictureOf(s *mem.ImageShape, data []byte) *picture {
	f := s.Format
	p := &picture{most: math.MaxUint8, gray: f.Components() == 1}
	if f.Bits > 8 {
		p.most = math.MaxUint16
	}
	p.width, p.height = pictureSize(s)
	p.pix = make([]uint16, 4*p.width*p.height)
	for y := range p.height {
		for x := range p.width {
			at, to := place(s, x, y), p.pix[4*(y*p.width+x):][:4]
			to[3] = uint16(p.most)
			for i, c := range f.Stored() {
				v := p.level(f, data[at+i*f.Bits/8:])
				if p.gray {
					to[0], to[1], to[2] = v, v, v
				} else {
					to[strings.IndexRune("rgba", c)] = v
				}
			}
		}
	}
	return p
}

// level is a component in memory as a number up to most.
func (p *picture) level(f *mem.Format, b []byte) uint16 {
	var w [4]byte
	copy(w[:], b[:f.Bits/8])
	v := int64(binary.LittleEndian.Uint32(w[:]))
	signed := v << (64 - f.Bits) >> (64 - f.Bits)
	switch f.Numeric {
	case mem.Snorm:
		return uint16(scale(int(max(signed, 0)), 1<<(f.Bits-1)-1, p.most))
	case mem.Sint:
		return uint16(min(max(signed, 0), int64(p.most)))
	case mem.Float:
		x := math.Float32frombits(uint32(v))
		if f.Bits == 16 {
			x = num.HalfToF(uint16(v))
		}
		if !(x > 0) {
			return 0
		}
		return uint16(math.RoundToEven(min(float64(x), 1) * float64(p.most)))
	}
	return uint16(min(v, int64(p.most)))
}

// encodePicture is the file of a name that says PNG, PPM or PGM; ok is false for other
// names.
func encodePicture(path string, s *mem.ImageShape, data []byte) (out []byte, ok bool) {
	switch dataKindOf(path) {
	case pngData:
		return pictureOf(s, data).png(), true
	case ppmData:
		return pictureOf(s, data).ppm(), true
	}
	return nil, false
}

func (p *picture) png() []byte {
	box := image.Rect(0, 0, p.width, p.height)
	var img image.Image
	n, wide := 4, p.most > math.MaxUint8
	var pix []byte
	switch {
	case p.gray && wide:
		g := image.NewGray16(box)
		img, pix, n = g, g.Pix, 1
	case p.gray:
		g := image.NewGray(box)
		img, pix, n = g, g.Pix, 1
	case wide:
		g := image.NewNRGBA64(box)
		img, pix = g, g.Pix
	default:
		g := image.NewNRGBA(box)
		img, pix = g, g.Pix
	}
	p.levels(n, wide, pix)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic("BUG: " + err.Error()) // only sizes of 0 or beyond 32 bits
	}
	return b.Bytes()
}

// levels writes n components of each pixel, big endian.
func (p *picture) levels(n int, wide bool, to []byte) {
	for i := 0; i < len(p.pix); i += 4 {
		for _, v := range p.pix[i:][:n] {
			if wide {
				binary.BigEndian.PutUint16(to, v)
				to = to[2:]
			} else {
				to[0], to = byte(v), to[1:]
			}
		}
	}
}
