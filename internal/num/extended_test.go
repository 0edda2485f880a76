package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exactExt is an extended double exactly; big.Float has a sign of zero too.
func exactExt(x ExtD) *big.Float {
	return new(big.Float).SetMantExp(new(big.Float).SetPrec(6000).SetFloat64(x.Frac), x.Exp)
}

func randomExt(rng *rand.Rand, spread int) ExtD {
	f := math.Float64frombits(rng.Uint64()>>12 | biasD<<fracD)
	if rng.IntN(2) == 0 {
		f = -f
	}
	return ExtD{f, rng.IntN(2*spread+1) - spread}
}

// TestMadmD compares steps with exact sums: rounded to 53 bits in the middle of a
// macro, by every mode to a double at its end.
func TestMadmD(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var modes [4]Mode
	for r := range modes {
		modes[r] = IEEE
		modes[r].Round = Round(r)
	}
	bigModes := [...]big.RoundingMode{big.ToNearestEven, big.ToPositiveInf, big.ToNegativeInf, big.ToZero}
	for i := range 400 {
		spread := []int{3, 60, 600, 1200}[i%4]
		a, b, c := randomExt(rng, spread), randomExt(rng, spread/2), randomExt(rng, spread/2)
		if i%5 == 0 { // cancels
			a = ExtD{-b.Frac, b.Exp + c.Exp}
			c.Frac = math.Copysign(1, c.Frac)
		}
		sum := new(big.Float).SetPrec(6000)
		sum.Add(sum.Mul(exactExt(b), exactExt(c)), exactExt(a))
		want := new(big.Float).SetPrec(53).Set(sum)
		require.Zero(t, want.Cmp(exactExt(MadmD(a, b, c))), "%v + %v * %v", a, b, c)
		for r, m := range modes {
			got := LastMadmD(m, a, b, c)
			require.Equal(t, roundTo(sum, bigModes[r]), math.Abs(got), "mode %d: %v + %v * %v", r, a, b, c)
		}
	}
}

// roundTo is the magnitude of x as a double.
func roundTo(x *big.Float, mode big.RoundingMode) float64 {
	const least = -1074
	if x.Sign() == 0 {
		return 0
	}
	unit := new(big.Float).SetMantExp(big.NewFloat(1), max(x.MantExp(nil)-53, least))
	scaled := new(big.Float).SetPrec(6000).Quo(x, unit) // by a power of two
	down, _ := scaled.Int(nil)
	f := new(big.Float).SetInt(down)
	if f.Cmp(scaled) != 0 {
		bits := max(uint(down.BitLen()), 1)
		switch {
		case down.Sign() != 0:
			scaled = new(big.Float).SetPrec(bits).SetMode(mode).Set(scaled)
		case mode == big.ToPositiveInf && x.Sign() > 0 || mode == big.ToNegativeInf && x.Sign() < 0,
			mode == big.ToNearestEven && scaled.Cmp(big.NewFloat(math.Copysign(0.5, float64(x.Sign()))))*x.Sign() > 0:
			scaled = big.NewFloat(1)
		default:
			return 0
		}
	}
	out, _ := new(big.Float).SetPrec(53).Mul(scaled, unit).Float64()
	if math.IsInf(out, 0) && (mode == big.ToZero || mode == big.ToPositiveInf && x.Sign() < 0 || mode == big.ToNegativeInf && x.Sign() > 0) {
		return math.MaxFloat64
	}
	return math.Abs(out)
}

// TestMadmF: a step on floats in the middle of a macro has 24 bits, rounded once.
func TestMadmF(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	value := func() float64 {
		return math.Ldexp(float64(math.Float32frombits(rng.Uint32()>>9|biasF<<fracF)), rng.IntN(61)-30)
	}
	for range 400 {
		a, b, c := value(), -value(), value()
		sum := new(big.Float).SetPrec(400)
		sum.Add(sum.Mul(big.NewFloat(b), big.NewFloat(c)), big.NewFloat(a))
		want, _ := new(big.Float).SetPrec(24).Set(sum).Float64()
		require.Equal(t, want, MadmF(a, b, c), "%g + %g * %g", a, b, c)
		nearest, _ := sum.Float32()
		require.Equal(t, nearest, LastMadmF(IEEE, a, b, c))
	}
}

// TestPacked: registers and two more bits hold what they were made of; zeros,
// infinities and NaN look like those of the type.
func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		x := randomExt(rng, 2000)
		bits, high := x.PackD()
		require.Equal(t, x, UnpackD(bits, high))
		f := math.Ldexp(float64(float32(x.Frac)), x.Exp/8)
		bitsF, highF := PackF(f)
		require.Equal(t, f, UnpackF(bitsF, highF))
	}
	for _, v := range []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), nanD} {
		bits, high := ExtD{Frac: v}.PackD()
		assert.Equal(t, math.Float64bits(v), bits, "%g", v)
		assert.Equal(t, math.Float64bits(v), math.Float64bits(UnpackD(bits, high).Frac), "%g", v)
		bitsF, highF := PackF(v)
		assert.Equal(t, math.Float32bits(float32(v)), bitsF, "%g", v)
		assert.Equal(t, math.Float64bits(v), math.Float64bits(UnpackF(bitsF, highF)), "%g", v)
	}
	bits, high := ExtD{1.5, 5000}.PackD()
	assert.Equal(t, ExtD{Frac: math.Inf(1)}, UnpackD(bits, high))
	bits, high = ExtD{-1.5, -6000}.PackD()
	assert.Equal(t, ExtD{Frac: math.Copysign(0, -1)}, UnpackD(bits, high))
}

// TestSeeds: first steps are about the reciprocal, or the result itself.
func TestSeeds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		b := math.Float64frombits(rng.Uint64() &^ (1 << 63))
		if b-b != 0 || b == 0 {
			continue
		}
		x := WidenD(IEEE, b)
		y, done := InvmD(IEEE, 1, b)
		require.False(t, done)
		require.InDelta(t, 1, math.Ldexp(y.Frac*x.Frac, y.Exp+x.Exp), 0x1p-21, "%g", b)
		y, done = RsqtmD(IEEE, b)
		require.False(t, done)
		require.InDelta(t, 1, math.Ldexp(y.Frac*y.Frac*x.Frac, 2*y.Exp+x.Exp), 0x1p-20, "%g", b)
	}
	y, done := InvmD(IEEE, 3, 0)
	assert.True(t, done)
	assert.Equal(t, math.Inf(1), y.Frac)
	z, done := InvmF(Mode{}, 1, 1e-40)
	assert.True(t, done, "a denormal that is flushed")
	assert.Equal(t, math.Inf(1), z)
	z, done = RsqtmF(IEEE, float32(math.Copysign(0, -1)))
	assert.True(t, done)
	assert.True(t, z == 0 && math.Signbit(z))
}
