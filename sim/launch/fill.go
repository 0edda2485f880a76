package launch

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The keys of generated contents and of a random fill.
var (
	generatedKeys = []string{"bytes", "fill"}
	contentsKeys  = []string{"bytes", "fill", "values", "structs"}
	randomKeys    = []string{"random", "type", "min", "max"}
)

// filler generates the contents of a buffer. Contents are not kept: a launch with
// large buffers needs their memory once. The nth element depends on n alone, so
// that a part can be generated without what is before it.
type filler struct {
	rng  splitMix64                                  // before the first element
	fill func(f *filler, dst []byte, rng splitMix64) // nil: zeros

	elem       int     // bytes of an element; of zeros any
	lo         int64   // of whole numbers
	span       uint64  // how many whole numbers there are: 1 to 2^32
	reciprocal uint64  // of span, in units of 2^-64, rounded down; the largest there is of 1
	from, wide float64 // of floats: the least, and how far from it they reach
}

// at writes the bytes from offset off on; both ends are multiples of an element unless
// the contents are zeros.
func (f *filler) at(dst []byte, off int) {
	if f.fill == nil {
		clear(dst)
		return
	}
	f.fill(f, dst, f.rng+splitMix64(off/f.elem)*splitStep)
}

// wholes makes numbers from lo on. The quotient of a draw by span is at most the
// true one, which a loop mends: a division takes longer than all the rest.
func (f *filler) wholes(dst []byte, rng splitMix64) {
	lo, span, reciprocal := uint64(f.lo), f.span, f.reciprocal
	if n := len(dst) / 4 &^ 7; quickFill && n > 0 && span&(span-1) == 0 {
		drawMasked(&dst[0], n, rng, uint32(lo), uint32(span-1))
		dst, rng = dst[4*n:], rng+splitMix64(n)*splitStep
	}
	for ; len(dst) >= 4; dst = dst[4:] {
		rng += splitStep
		z := rng.draw()
		q, _ := bits.Mul64(z, reciprocal)
		for z -= q * span; z >= span; {
			z -= span
		}
		binary.LittleEndian.PutUint32(dst, uint32(lo+z))
	}
}

// floats makes numbers from from on. The conversion around the product keeps it
// from being fused with the sum, so that all hosts make the same contents; to
// multiply by 2^-24 rounds as to divide by 2^24 does, and takes less time.
func (f *filler) floats(dst []byte, rng splitMix64) {
	from, wide := f.from, f.wide
	// Unless it is tiny, a 2^24th of wide is exact, and to multiply by that rounds as to
	// multiply by wide does.
	if n := len(dst) / 4 &^ 7; quickFill && n > 0 && (wide == 0 || wide >= 0x1p-900) {
		drawFloats(&dst[0], n, rng, from, wide*(1.0/(1<<24)))
		dst, rng = dst[4*n:], rng+splitMix64(n)*splitStep
	}
	element := func(z uint64) uint64 {
		x := from + float64(wide*float64(int64(z>>40))*(1.0/(1<<24)))
		return uint64(math.Float32bits(float32(x)))
	}
	const some = 4 // draws of a round
	for ; len(dst) >= 4*some; dst = dst[4*some:] {
		low, high := element((rng + splitStep).draw()), element((rng + twoSteps).draw())
		binary.LittleEndian.PutUint64(dst, low|high<<32)
		rng += twoSteps
		low, high = element((rng + splitStep).draw()), element((rng + twoSteps).draw())
		binary.LittleEndian.PutUint64(dst[8:], low|high<<32)
		rng += twoSteps
	}
	for ; len(dst) >= 4; dst = dst[4:] {
		rng += splitStep
		binary.LittleEndian.PutUint32(dst, uint32(element(rng.draw())))
	}
}

// generated reads {bytes: N, fill: zero} and {bytes: N, fill: {random: SEED,
// type: T, min: A, max: B}}.
func generated(n node) (size int, f *filler, err error) {
	fields, err := n.fields(generatedKeys...)
	if err != nil {
		return 0, nil, err
	}
	var fill node
	size = -1
	for _, f := range fields {
		if f.key == "fill" {
			fill = f.val
			continue
		}
		if size, err = f.val.integer(0, maxBuffers); err != nil {
			return 0, nil, err
		}
	}
	if size < 0 {
		return 0, nil, n.errorf("missing key \"bytes\"")
	}
	if fill.ast == nil {
		return 0, nil, n.errorf("missing key \"fill\": want zero or {random: SEED, type: f32, min: A, max: B}")
	}
	return fillOf(size, fill)
}

// fillOf reads zero, or {random: ...}, for so many bytes.
func fillOf(size int, fill node) (int, *filler, error) {
	if !fill.isMapping() {
		if fill.text() != "zero" {
			return 0, nil, fill.want("zero or {random: SEED, ...}")
		}
		return size, &filler{}, nil
	}
	f, err := randomFill(size, fill)
	return size, f, err
}

// randomFill makes one draw for each element. All keys are needed: a
// default would be a silent choice of data.
func randomFill(size int, n node) (*filler, error) {
	fields, err := n.fields(randomKeys...)
	if err != nil {
		return nil, err
	}
	at := map[string]node{}
	for _, f := range fields {
		at[f.key] = f.val
	}
	for _, key := range randomKeys {
		if _, ok := at[key]; !ok {
			return nil, n.errorf("missing key %q: want {random: SEED, type: f32, min: A, max: B}", key)
		}
	}
	seed, err := at["random"].unsigned(math.MaxUint64)
	if err != nil {
		return nil, err
	}
	f, err := drawOf(at["type"], at["min"], at["max"])
	if err != nil {
		return nil, err
	}
	if size%f.elem != 0 {
		return nil, n.errorf("random fill needs a multiple of %d bytes, found %d", f.elem, size)
	}
	f.rng = splitMix64(seed)
	return f, nil
}

// drawOf is the filler of a type of element.
func drawOf(kind, lo, hi node) (*filler, error) {
	switch kind.text() {
	case "u32":
		return wholeDraw(lo, hi, 0, math.MaxUint32)
	case "i32":
		return wholeDraw(lo, hi, math.MinInt32, math.MaxInt32)
	case "f32":
		return floatDraw(lo, hi)
	}
	e, err := parseElem(kind)
	if err != nil {
		return nil, err
	}
	return otherDraw(e, lo, hi)
}

// wholeDraw gives numbers from lo to hi, both included.
func wholeDraw(lo, hi node, least, most int64) (*filler, error) {
	a, err := lo.whole(least, most)
	if err != nil {
		return nil, err
	}
	b, err := hi.whole(a, most)
	if err != nil {
		return nil, err
	}
	f := &filler{fill: (*filler).wholes, elem: 4, lo: a, span: uint64(b-a) + 1, reciprocal: math.MaxUint64}
	if f.span > 1 {
		f.reciprocal, _ = bits.Div64(1, 0, f.span)
	}
	return f, nil
}

// floatDraw gives numbers from lo to below hi, before the one rounding.
func floatDraw(lo, hi node) (*filler, error) {
	a, b, err := finite(Elem{Name: "f32", Size: 4}, lo, hi)
	return &filler{fill: (*filler).floats, elem: 4, from: a, wide: b - a}, err
}

// splitMix64 is a state of the generator of the launch format: the seed, and one
// splitStep more for each draw.
type splitMix64 uint64

const (
	splitStep = 0x9E3779B97F4A7C15
	twoSteps  = splitStep * 2 & math.MaxUint64
)

// draw is the number of a state, which is that after the step.
func (s splitMix64) draw() uint64 {
	z := uint64(s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
