package launch

import (
	"fmt"
	"math"
)

// ppmReader reads the head of a PPM or PGM.
type ppmReader struct {
	src []byte
	at  int
}

// decodePPM reads a binary PPM (P6) or PGM (P5): a head in text, then the components of
// each pixel, in two bytes each when the largest value needs them.
func decodePPM(src []byte, take func(bytes int64) error) (*picture, error) {
	r := &ppmReader{src: src}
	n := 3
	switch {
	case len(src) >= 2 && string(src[:2]) == "P5":
		n = 1
	case len(src) < 2 || string(src[:2]) != "P6":
		return nil, fmt.Errorf("byte 0: no PPM or PGM in binary form: want P6 or P5, found %q", src[:min(2, len(src))])
	}
	r.at = 2
	p := &picture{gray: n == 1}
	for _, f := range []struct {
		what string
		to   *int
	}{{"width", &p.width}, {"height", &p.height}, {"largest value", &p.most}} {
		if err := r.number(f.what, f.to); err != nil {
			return nil, err
		}
	}
	r.at++ // one blank ends the head
	size := 1
	if p.most > math.MaxUint8 {
		size = 2
	}
	want := int64(p.width) * int64(p.height) * int64(n*size)
	if have := int64(len(src) - r.at); have != want {
		return nil, fmt.Errorf("byte %d: %d bytes of pixels: %d x %d of %d components up to %d have %d", r.at, max(have, 0), p.width, p.height, n, p.most, want)
	}
	if err := take(int64(p.width) * int64(p.height) * pixelBytes); err != nil {
		return nil, err
	}
	return p, p.fill(src, r.at, n, size)
}

// number reads a number behind blanks and comments.
func (r *ppmReader) number(what string, to *int) error {
	for comment := false; r.at < len(r.src); r.at++ {
		c := r.src[r.at]
		comment = c == '#' || comment && c != '\n'
		if !comment && !blank(c) {
			break
		}
	}
	from, v := r.at, 0
	for ; r.at < len(r.src) && r.src[r.at] >= '0' && r.src[r.at] <= '9' && v <= math.MaxUint16; r.at++ {
		v = 10*v + int(r.src[r.at]-'0')
	}
	if v < 1 || v > math.MaxUint16 || r.at >= len(r.src) || !blank(r.src[r.at]) {
		return fmt.Errorf("byte %d: %s %q: legal are 1 to %d and a blank behind it", from, what, r.src[from:min(r.at+1, len(r.src))], math.MaxUint16)
	}
	*to = v
	return nil
}

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// fill takes the pixels from byte at on: n components of size bytes, big endian.
func (p *picture) fill(src []byte, at, n, size int) error {
	p.pix = make([]uint16, 4*p.width*p.height)
	for i := 0; i < len(p.pix); i += 4 {
		for c := range n {
			v := int(src[at])
			if size == 2 {
				v = v<<8 | int(src[at+1])
			}
			if v > p.most {
				return fmt.Errorf("byte %d: value %d: legal are 0 to %d", at, v, p.most)
			}
			p.pix[i+c] = uint16(v)
			at += size
		}
		if n == 1 {
			p.pix[i+1], p.pix[i+2] = p.pix[i], p.pix[i]
		}
		p.pix[i+3] = uint16(p.most)
	}
	return nil
}

// ppm is the picture without alpha.
func (p *picture) ppm() []byte {
	kind, n := "P6", 3
	if p.gray {
		kind, n = "P5", 1
	}
	head := fmt.Sprintf("%s\n%d %d\n%d\n", kind, p.width, p.height, p.most)
	wide, size := p.most > math.MaxUint8, 1
	if wide {
		size = 2
	}
	out := make([]byte, len(head)+len(p.pix)/4*n*size)
	copy(out, head)
	p.levels(n, wide, out[len(head):])
	return out
}
