package sem

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

var edges = []int64{0, 1, -1, 2, 3, 31, 63, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}

func pairs(f func(a, b int64)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, a := range edges {
		for _, b := range edges {
			f(a, b)
		}
	}
	for range 10000 {
		f(int64(rng.Uint64())>>rng.UintN(64), int64(rng.Uint64())>>rng.UintN(64))
	}
}

func clampBig(v *big.Int) int64 {
	switch {
	case v.IsInt64():
		return v.Int64()
	case v.Sign() < 0:
		return math.MinInt64
	}
	return math.MaxInt64
}

// TestSaturatingHelpers covers what generated kernels call when a page's values
// leave 64 bits before a saturating store.
func TestSaturatingHelpers(t *testing.T) {
	pairs(func(a, b int64) {
		x, y := big.NewInt(a), big.NewInt(b)
		require.Equal(t, clampBig(new(big.Int).Add(x, y)), satAdd(a, b), "%d + %d", a, b)
		require.Equal(t, clampBig(new(big.Int).Sub(x, y)), satSub(a, b), "%d - %d", a, b)
		require.Equal(t, clampBig(new(big.Int).Mul(x, y)), satMul(a, b), "%d * %d", a, b)
		k := uint32(b & 63)
		require.Equal(t, clampBig(new(big.Int).Lsh(x, uint(k))), satShl(a, k), "%d << %d", a, k)
		product := new(big.Int).Mul(x, y)
		low := new(big.Int).And(product.Rsh(product, uint(k)), new(big.Int).SetUint64(math.MaxUint64))
		require.Equal(t, int64(low.Uint64()), mulShift(a, b, k), "%d * %d >> %d", a, b, k)
	})
}

// TestAtomicUpdates covers what the random test of the bodies leaves out: float
// operations, and codes that are none.
func TestAtomicUpdates(t *testing.T) {
	f := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	nan := f(float32(math.NaN()))
	for _, c := range []struct {
		op              int64
		old, a, b, want uint64
	}{
		{0x10, f(1), f(2), 0, f(2)}, {0x10, f(2), f(1), 0, f(2)}, {0x10, nan, f(1), 0, f(1)}, {0x10, f(1), nan, 0, f(1)},
		{0x11, f(1), f(-2), 0, f(-2)}, {0x11, f(-2), f(1), 0, f(-2)}, {0x11, nan, f(1), 0, f(1)}, {0x11, f(1), nan, 0, f(1)},
		{0x12, f(1), f(1), f(7), f(7)}, {0x12, f(1), f(2), f(7), f(1)}, {0x12, f(0), f(float32(math.Copysign(0, -1))), f(7), f(7)}, {0x12, nan, nan, f(7), nan},
	} {
		op, err := rmw(c.op)
		require.NoError(t, err)
		require.Equal(t, c.want, op(c.old, c.a, c.b), "%#x of %#x and %#x, %#x", c.op, c.old, c.a, c.b)
	}
	for _, code := range []int64{-1, 13, 0x15, 0x20, 0x4d, 0x50, 0x100} {
		_, err := rmw(code)
		require.ErrorIs(t, err, AtomicOpError(code))
	}
}

func TestFits(t *testing.T) {
	for _, v := range edges {
		require.Equal(t, v >= math.MinInt32 && v <= math.MaxInt32, fits(v, 32, true), "%d as D", v)
		require.Equal(t, v >= 0 && v <= math.MaxUint32, fits(v, 32, false), "%d as UD", v)
		require.Equal(t, v >= 0 && v <= math.MaxUint8, fits(v, 8, false), "%d as UB", v)
	}
}
