package opencl

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// within says that doubles are at most n units in the last place from each other; zeros have
// their sign, and a NaN is only one with the same bits.
func within(x, y uint64, n int) bool {
	const inf = 0x7FF << 52
	if x == y {
		return true
	}
	if x&^(1<<63) > inf || y&^(1<<63) > inf || x&^(1<<63) == 0 && y&^(1<<63) == 0 {
		return false
	}
	place := func(v uint64) int64 {
		if v>>63 != 0 {
			return -int64(v &^ (1 << 63))
		}
		return int64(v)
	}
	a, b := place(x), place(y)
	d := max(a, b) - min(a, b) // no overflow: both are below 2^63 - 2^52 in magnitude, and of one sign if near
	return d >= 0 && d <= int64(n)
}

func TestWithin(t *testing.T) {
	bits := math.Float64bits
	inf := math.Inf(1)
	for _, c := range []struct {
		x, y float64
		n    int
		want bool
	}{
		{1, 1, 0, true},
		{1, math.Nextafter(1, 2), 0, false},
		{1, math.Nextafter(1, 2), 1, true},
		{1, math.Nextafter(1, 0), 1, true},
		{5e-324, -5e-324, 2, true},
		{5e-324, -5e-324, 1, false},
		{0, 5e-324, 1, true},
		{0, math.Copysign(0, -1), 9, false},
		{inf, math.MaxFloat64, 1, true},
		{inf, -inf, 9, false},
		{inf, math.NaN(), 9, false},
		{1, -1, 9, false},
		{math.MaxFloat64, -math.MaxFloat64, 9, false},
	} {
		assert.Equal(t, c.want, within(bits(c.x), bits(c.y), c.n), "%v", c)
		assert.Equal(t, c.want, within(bits(c.y), bits(c.x), c.n), "%v", c)
	}
}
