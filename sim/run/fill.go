package run

import (
	"encoding/binary"
	"math"
	"strconv"
)

// The keys of generated contents and of a random fill.
var (
	generatedKeys = []string{"bytes", "fill"}
	randomKeys    = []string{"random", "type", "min", "max"}
)

// filler generates the contents of a buffer, from its beginning on. Contents are
// not kept: a launch with large buffers needs their memory once.
type filler struct {
	rng  splitMix64
	draw func(z uint64) uint32 // nil: zeros
}

// fill writes the next bytes, a multiple of four unless they are zeros.
func (f *filler) fill(dst []byte) {
	if f.draw == nil {
		clear(dst)
		return
	}
	for i := 0; i < len(dst); i += 4 {
		binary.LittleEndian.PutUint32(dst[i:], f.draw(f.rng.next()))
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
	for _, f := range fields {
		if f.key == "fill" {
			fill = f.val
			continue
		}
		if size, err = f.val.integer(1, maxBuffers); err != nil {
			return 0, nil, err
		}
	}
	if size == 0 {
		return 0, nil, n.errorf("missing key \"bytes\"")
	}
	if fill.ast == nil {
		return 0, nil, n.errorf("missing key \"fill\": want zero or {random: SEED, type: f32, min: A, max: B}")
	}
	if !fill.isMapping() {
		if fill.text() != "zero" {
			return 0, nil, fill.errorf("want fill: zero or {random: SEED, ...}, found %q", fill.text())
		}
		return size, &filler{}, nil
	}
	f, err = randomFill(size, fill)
	return size, f, err
}

// randomFill makes one draw for each element of 4 bytes. All keys are needed: a
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
	draw, err := drawOf(at["type"], at["min"], at["max"])
	if err != nil {
		return nil, err
	}
	if size%4 != 0 {
		return nil, n.errorf("random fill needs a multiple of 4 bytes, found %d", size)
	}
	return &filler{splitMix64(seed), draw}, nil
}

// drawOf turns a draw of the generator into the bits of an element.
func drawOf(kind, lo, hi node) (func(z uint64) uint32, error) {
	switch kind.text() {
	case "u32":
		return wholeDraw(lo, hi, 0, math.MaxUint32)
	case "i32":
		return wholeDraw(lo, hi, math.MinInt32, math.MaxInt32)
	case "f32":
		return floatDraw(lo, hi)
	}
	return nil, kind.errorf("random fill of type %q: legal are u32, i32, f32", kind.text())
}

// wholeDraw gives numbers from lo to hi, both included.
func wholeDraw(lo, hi node, least, most int64) (func(z uint64) uint32, error) {
	a, err := lo.whole(least, most)
	if err != nil {
		return nil, err
	}
	b, err := hi.whole(a, most)
	if err != nil {
		return nil, err
	}
	return func(z uint64) uint32 { return uint32(a + int64(z%uint64(b-a+1))) }, nil
}

// floatDraw gives numbers from lo to below hi, before the one rounding.
func floatDraw(lo, hi node) (func(z uint64) uint32, error) {
	var bounds [2]float64
	for i, n := range []node{lo, hi} {
		v, err := strconv.ParseFloat(n.text(), 64)
		if err != nil || !(math.Abs(v) <= math.MaxFloat32) || i > 0 && v < bounds[0] {
			return nil, n.errorf("want a finite number of type f32, the maximum not below the minimum, found %q", n.text())
		}
		bounds[i] = v
	}
	a, b := bounds[0], bounds[1]
	return func(z uint64) uint32 { return math.Float32bits(float32(a + (b-a)*float64(z>>40)/(1<<24))) }, nil
}

// splitMix64 is the generator of the launch format: its state is the seed.
type splitMix64 uint64

func (s *splitMix64) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
