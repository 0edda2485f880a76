package num

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// format is a binary format for the reference: precision in bits, exponent of
// the smallest place, largest value.
type format struct {
	name    string
	prec    int
	quantum int
	max     float64
	normal  float64
}

var (
	halfFormat   = format{"half", 11, -24, 65504, minNormalH}
	floatFormat  = format{"float", 24, -149, math.MaxFloat32, minNormalF}
	doubleFormat = format{"double", 53, -1074, math.MaxFloat64, minNormalD}
)

// refRound rounds an exact value to a format with integers only. A zero result
// has the sign of the value, plus for an exact zero.
func refRound(f format, r Round, x *big.Rat) float64 {
	if x.Sign() == 0 {
		return 0
	}
	abs, neg := new(big.Rat).Abs(x), x.Sign() < 0
	e := abs.Num().BitLen() - abs.Denom().BitLen() // 2^(e-1) < abs < 2^(e+1)
	if scaled(abs, -e).Cmp(big.NewRat(1, 1)) >= 0 {
		e++
	} // now 2^(e-1) <= abs < 2^e
	place := max(e-f.prec, f.quantum)
	q, rest := new(big.Int), new(big.Int)
	s := scaled(abs, -place)
	q.QuoRem(s.Num(), s.Denom(), rest)
	if refAway(r, neg, q.Bit(0) == 1, rest.Sign() != 0, rest.Lsh(rest, 1).Cmp(s.Denom())) {
		q.Add(q, big.NewInt(1))
	}
	v, _ := scaled(new(big.Rat).SetInt(q), place).Float64()
	if v > f.max {
		v = math.Inf(1)
		if r == TowardZero || r == Up && neg || r == Down && !neg {
			v = f.max
		}
	}
	if neg {
		v = -v
	}
	return v
}

// refAway decides on the increment; half compares twice the rest with a place.
func refAway(r Round, neg, odd, inexact bool, half int) bool {
	switch r {
	case NearestEven:
		return half > 0 || half == 0 && odd
	case Up:
		return inexact && !neg
	case Down:
		return inexact && neg
	}
	return false
}

// scaled is x * 2^n.
func scaled(x *big.Rat, n int) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(n, -n))))
	if n < 0 {
		return new(big.Rat).Quo(x, p)
	}
	return new(big.Rat).Mul(x, p)
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// refSqrt is the square root to 400 bits: exact when it is a double, else near
// enough to round in any mode.
func refSqrt(x float64) *big.Rat {
	s := new(big.Float).SetPrec(400).SetMode(big.ToZero)
	s.Sqrt(new(big.Float).SetPrec(400).SetFloat64(x))
	out, _ := s.Rat(nil)
	return out
}

// allModes is every mode.
func allModes() []Mode {
	var out []Mode
	for i := range 32 {
		out = append(out, Mode{Round: Round(i & 3), KeepHF: i&4 != 0, F: Floats(i >> 3 & 1), KeepDF: i&16 != 0})
	}
	return out
}

// unit is one format's operations seen as doubles.
type unit struct {
	format
	add, sub, mul, div func(m Mode, a, b float64) float64
	fma                func(m Mode, a, b, c float64) float64
	sqrt               func(m Mode, a float64) float64
	keep               func(m Mode) bool
	edges              []float64
	random             func(rng *rand.Rand) float64
}

func lift2(f func(m Mode, a, b float32) float32) func(m Mode, a, b float64) float64 {
	return func(m Mode, a, b float64) float64 { return float64(f(m, float32(a), float32(b))) }
}

func lift3(f func(m Mode, a, b, c float32) float32) func(m Mode, a, b, c float64) float64 {
	return func(m Mode, a, b, c float64) float64 { return float64(f(m, float32(a), float32(b), float32(c))) }
}

func lift1(f func(m Mode, a float32) float32) func(m Mode, a float64) float64 {
	return func(m Mode, a float64) float64 { return float64(f(m, float32(a))) }
}

func units() []unit {
	u := []unit{{
		format: halfFormat, add: lift2(AddH), sub: lift2(SubH), mul: lift2(MulH), div: lift2(DivH), fma: lift3(FmaH), sqrt: lift1(SqrtH),
		keep:   func(m Mode) bool { return m.KeepHF },
		random: func(rng *rand.Rand) float64 { return float64(HalfToF(uint16(rng.Uint32()))) },
	}, {
		format: floatFormat, add: lift2(AddF), sub: lift2(SubF), mul: lift2(MulF), div: lift2(DivF), fma: lift3(FmaF), sqrt: lift1(SqrtF),
		keep:   func(m Mode) bool { return m.F == Keep },
		random: func(rng *rand.Rand) float64 { return float64(math.Float32frombits(rng.Uint32())) },
	}, {
		format: doubleFormat, add: AddD, sub: SubD, mul: MulD, div: DivD, fma: FmaD, sqrt: SqrtD,
		keep:   func(m Mode) bool { return m.KeepDF },
		random: func(rng *rand.Rand) float64 { return math.Float64frombits(rng.Uint64()) },
	}}
	for i := range u {
		u[i].edges = edges(u[i].format)
	}
	return u
}

// edges are the values at the ends of the format and around 1.
func edges(f format) []float64 {
	tiny := math.Ldexp(1, f.quantum)
	ulp := math.Ldexp(1, 1-f.prec)
	pos := []float64{0, tiny, 2 * tiny, 3 * tiny, f.normal - tiny, f.normal, f.normal + tiny, 2 * f.normal,
		0.5, 1 - ulp/2, 1, 1 + ulp, 1 + 2*ulp, 1.5, 3, f.max / 2, f.max, math.Inf(1), math.NaN()}
	var out []float64
	for _, v := range pos {
		out = append(out, v, -v)
	}
	return out
}

// near gives operands whose exponents are close, so that rounding happens.
func (u *unit) near(rng *rand.Rand, a float64) float64 {
	b := u.random(rng)
	frac, _ := math.Frexp(b)
	_, e := math.Frexp(a)
	v := refRound(u.format, TowardZero, rat(orZero(math.Ldexp(frac, e+rng.IntN(2*u.prec)-u.prec))))
	return v
}

func orZero(x float64) float64 {
	if x-x != 0 {
		return 0
	}
	return x
}

// operands gives values for tests: edges and random ones.
func (u *unit) operands(rng *rand.Rand) (a, b, c float64) {
	pick := func() float64 {
		if rng.IntN(3) == 0 {
			return u.edges[rng.IntN(len(u.edges))]
		}
		return u.random(rng)
	}
	a, b, c = pick(), pick(), pick()
	if rng.IntN(2) == 0 {
		b = u.near(rng, a)
	}
	if rng.IntN(2) == 0 {
		c = u.near(rng, a*b)
	}
	return a, b, c
}

// flushed is x as an operand or result of mode m.
func (u *unit) flushed(m Mode, x float64) float64 {
	if !u.keep(m) && math.Abs(x) < u.normal {
		return math.Copysign(0, x)
	}
	return x
}

// check compares got with the exact value rounded by the reference. When the
// operands are not finite the host's double result is the exact one.
func (u *unit) check(t *testing.T, m Mode, got float64, exactValue func() *big.Rat, host float64, what string, ops ...float64) {
	want := host
	if finite(ops...) && !(host-host != 0 && exactValue == nil) {
		if x := exactValue(); x.Sign() != 0 {
			want = u.flushed(m, refRound(u.format, m.Round, x))
		} else {
			require.Zero(t, got, "%s %s %v %+v", u.name, what, ops, m)
			return
		}
	}
	if want != want {
		require.Equal(t, uint64(NaNBitsD), math.Float64bits(got), "%s %s %v %+v", u.name, what, ops, m)
		return
	}
	if math.Float64bits(want) != math.Float64bits(got) {
		require.Failf(t, "wrong result", "%s %s %v %+v: got %v, want %v", u.name, what, fmt.Sprintf("%x", ops), m, got, want)
	}
}
