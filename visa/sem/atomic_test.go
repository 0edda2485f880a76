package sem

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every operation at both widths, on values whose order differs by signedness.
func TestAtomicOperations(t *testing.T) {
	const lo, hi, ones = 1 << 31, 1 << 63, ^uint64(0)
	for _, c := range []struct {
		op             int64
		old, a, b      uint64 // of a qword; dwords take the halves of the sign and below
		want32, want64 uint64
	}{
		{0, ones, 3, 0, 2, 2},
		{1, 2, 5, 0, 0xFFFFFFFD, ^uint64(2)},
		{2, ones, 9, 9, 0, 0},
		{3, 0, 9, 9, 0xFFFFFFFF, ones},
		{4, hi | lo, 7, 0, 7, 7},
		{5, hi | lo, 7, 0, lo, hi | lo},
		{6, 1, 2, 3, 2, 2},
		{7, 5, 8, 5, 8, 8},
		{7, 5, 8, 4, 5, 5},
		{8, 0xF0F0, 0xFF00, 0, 0xF000, 0xF000},
		{9, 0xF0F0, 0xFF00, 0, 0xFFF0, 0xFFF0},
		{10, 0xF0F0, 0xFF00, 0, 0x0FF0, 0x0FF0},
		{11, hi | lo, 7, 0, lo, hi | lo},
		{12, hi | lo, 7, 0, 7, 7},
	} {
		dword, err := rmw(c.op)
		require.NoError(t, err)
		cut := func(v uint64) uint64 { return v & 0xFFFFFFFF }
		assert.Equal(t, c.want32, cut(dword(cut(c.old), cut(c.a), cut(c.b))), "operation %d of dwords", c.op)
		qword, err := rmw(c.op | 0x40)
		require.NoError(t, err)
		assert.Equal(t, c.want64, qword(c.old, c.a, c.b), "operation %d of qwords", c.op)
		assert.Equal(t, 4, atomicSize(c.op))
		assert.Equal(t, 8, atomicSize(c.op|0x40))
	}
}

// Float operations compare numbers, not bits; a NaN loses.
func TestAtomicFloatOperations(t *testing.T) {
	const one, minusTwo, minusZero, nan = 0x3F800000, 0xC0000000, 0x80000000, 0x7FC00000
	for _, c := range []struct {
		op              int64
		old, a, b, want uint64
	}{
		{0x10, one, minusTwo, 0, one}, {0x11, one, minusTwo, 0, minusTwo},
		{0x10, nan, one, 0, one}, {0x11, one, nan, 0, one},
		{0x13, one, minusTwo, 0, 0xBF800000}, {0x14, one, minusTwo, 0, 0x40400000}, {0x1f, one, minusTwo, 0, one},
		{0x12, 0, minusZero, 7, 7}, {0x12, one, minusTwo, 7, one}, {0x12, nan, nan, 7, nan},
	} {
		f, err := rmw(c.op)
		require.NoError(t, err)
		assert.Equal(t, c.want, f(c.old, c.a, c.b), "operation %#x of %#x and %#x", c.op, c.old, c.a)
	}
}

func TestAtomicOperationsThatAreNone(t *testing.T) {
	for _, op := range []int64{-1, 13, 0x0F, 0x15, 0x1E, 0x20, 0x3F, 0x4D, 0x50, 0x52, 0x7FFF} {
		_, err := rmw(op)
		assert.ErrorIs(t, err, AtomicOpError(op))
	}
}
