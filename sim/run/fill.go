package run

import (
	"encoding/binary"
	"math"
	"strconv"
)

// generated makes the contents of {bytes: N, fill: zero} and {bytes: N, fill:
// {random: SEED, type: T, min: A, max: B}}.
func generated(n node) ([]byte, error) {
	fields, err := n.fields("bytes", "fill")
	if err != nil {
		return nil, err
	}
	var data []byte
	var fill node
	for _, f := range fields {
		if f.key == "fill" {
			fill = f.val
			continue
		}
		size, err := f.val.integer(1, maxBuffers)
		if err != nil {
			return nil, err
		}
		data = make([]byte, size)
	}
	if data == nil {
		return nil, n.errorf("missing key \"bytes\"")
	}
	if fill.ast == nil {
		return nil, n.errorf("missing key \"fill\": want zero or {random: SEED, type: f32, min: A, max: B}")
	}
	if !fill.isMapping() {
		if fill.text() != "zero" {
			return nil, fill.errorf("want fill: zero or {random: SEED, ...}, found %q", fill.text())
		}
		return data, nil
	}
	return data, randomFill(data, fill)
}

func randomFill(data []byte, n node) error {
	fields, err := n.fields("random", "type", "min", "max")
	if err != nil {
		return err
	}
	var seed uint64
	var kind string
	lo, hi := 0.0, 0.0
	for _, f := range fields {
		switch f.key {
		case "random":
			seed, err = strconv.ParseUint(f.val.text(), 0, 64)
		case "type":
			kind, err = f.val.str()
		case "min":
			lo, err = strconv.ParseFloat(f.val.text(), 64)
		case "max":
			hi, err = strconv.ParseFloat(f.val.text(), 64)
		}
		if err != nil {
			return f.val.errorf("want a number for %q, found %q", f.key, f.val.text())
		}
	}
	if len(data)%4 != 0 {
		return n.errorf("random fill needs a multiple of 4 bytes, found %d", len(data))
	}
	if hi < lo {
		return n.errorf("random fill: max %v is below min %v", hi, lo)
	}
	var draw func(z uint64) uint32
	switch kind {
	case "u32", "i32":
		span := uint64(int64(hi)-int64(lo)) + 1
		draw = func(z uint64) uint32 { return uint32(int64(lo) + int64(z%span)) }
	case "f32":
		draw = func(z uint64) uint32 {
			return math.Float32bits(float32(lo + (hi-lo)*float64(z>>40)/(1<<24)))
		}
	default:
		return n.errorf("random fill of type %q: legal are u32, i32, f32", kind)
	}
	rng := splitMix64(seed)
	for i := 0; i < len(data); i += 4 {
		binary.LittleEndian.PutUint32(data[i:], draw(rng.next()))
	}
	return nil
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
