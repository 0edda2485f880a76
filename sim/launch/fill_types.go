package launch

import (
	"encoding/binary"
	"math"

	"github.com/genvisa/genvisa/internal/num"
)

// otherDraw is the filler of a type whose elements have not 4 bytes: one draw each. They
// have no fast path: what has many elements has mostly 4 bytes each.
func otherDraw(e Elem, lo, hi node) (f *filler, err error) {
	f = &filler{elem: e.Size}
	switch bits := 8 * e.Size; {
	case e.Float:
		return f, f.otherFloats(e, lo, hi)
	case e.Name[0] == 'u':
		var a, b uint64
		if a, err = lo.unsigned(math.MaxUint64 >> (64 - bits)); err != nil {
			return nil, err
		}
		if b, err = hi.unsigned(math.MaxUint64 >> (64 - bits)); err == nil && b < a {
			err = hi.want("a whole number from %d to %d", a, uint64(math.MaxUint64)>>(64-bits))
		}
		f.lo, f.span = int64(a), b-a+1
	default:
		var a, b int64
		if a, err = lo.whole(-1<<(bits-1), 1<<(bits-1)-1); err != nil {
			return nil, err
		}
		b, err = hi.whole(a, 1<<(bits-1)-1)
		f.lo, f.span = a, uint64(b)-uint64(a)+1
	}
	f.fill = (*filler).otherWholes
	return f, err
}

// otherFloats sets a filler of f16 or f64.
func (f *filler) otherFloats(e Elem, lo, hi node) error {
	a, b, err := finite(e, lo, hi)
	f.from, f.wide = a, b-a
	f.fill = (*filler).doubles
	if e.Size == 2 {
		f.fill = (*filler).halves
	}
	return err
}

// otherWholes makes numbers from lo on; a span of 0 is all there are of 64 bits.
func (f *filler) otherWholes(dst []byte, rng splitMix64) {
	for ; len(dst) >= f.elem; dst = dst[f.elem:] {
		rng += splitStep
		z := rng.draw()
		if f.span > 0 {
			z %= f.span
		}
		z += uint64(f.lo)
		for i := range f.elem {
			dst[i] = byte(z >> (8 * i))
		}
	}
}

// doubles makes numbers from from on.
func (f *filler) doubles(dst []byte, rng splitMix64) {
	for ; len(dst) >= 8; dst = dst[8:] {
		rng += splitStep
		x := f.from + float64(f.wide*float64(int64(rng.draw()>>11))*(1.0/(1<<53)))
		binary.LittleEndian.PutUint64(dst, math.Float64bits(x))
	}
}

// halves makes numbers from from on.
func (f *filler) halves(dst []byte, rng splitMix64) {
	for ; len(dst) >= 2; dst = dst[2:] {
		rng += splitStep
		x := f.from + float64(f.wide*float64(int64(rng.draw()>>40))*(1.0/(1<<24)))
		binary.LittleEndian.PutUint16(dst, num.DToHalf(num.IEEE, x))
	}
}

// finite are the bounds of random floats.
func finite(e Elem, lo, hi node) (a, b float64, err error) {
	most := map[int]float64{2: 65504, 4: math.MaxFloat32, 8: math.MaxFloat64 / 2}[e.Size]
	var bounds [2]float64
	for i, n := range []node{lo, hi} {
		v, err := Float(n.text(), 64)
		if err != nil || !(math.Abs(v) <= most) || i > 0 && v < bounds[0] {
			return 0, 0, n.want("a finite number of type %s, the maximum not below the minimum", e.Name)
		}
		bounds[i] = v
	}
	return bounds[0], bounds[1], nil
}
