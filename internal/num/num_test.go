package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestArithmeticAgainstBig(t *testing.T) {
	rounds := 20000
	if testing.Short() {
		rounds = 1000
	}
	modes := allModes()
	for _, u := range units() {
		t.Run(u.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, uint64(u.prec)))
			for i := range rounds {
				m := modes[i%len(modes)]
				a, b, c := u.operands(rng)
				arithmetic(t, &u, m, a, b, c)
			}
		})
	}
}

// arithmetic checks all operations on one set of operands.
func arithmetic(t *testing.T, u *unit, m Mode, a, b, c float64) {
	x, y, z := u.flushed(m, a), u.flushed(m, b), u.flushed(m, c)
	u.check(t, m, u.add(m, a, b), func() *big.Rat { return new(big.Rat).Add(rat(x), rat(y)) }, x+y, "add", a, b)
	u.check(t, m, u.sub(m, a, b), func() *big.Rat { return new(big.Rat).Sub(rat(x), rat(y)) }, x-y, "sub", a, b)
	u.check(t, m, u.mul(m, a, b), func() *big.Rat { return new(big.Rat).Mul(rat(x), rat(y)) }, x*y, "mul", a, b)
	u.check(t, m, u.fma(m, a, b, c), func() *big.Rat {
		p := new(big.Rat).Mul(rat(x), rat(y))
		return p.Add(p, rat(z))
	}, math.FMA(x, y, z), "fma", a, b, c)
	div := func() *big.Rat { return new(big.Rat).Quo(rat(x), rat(y)) }
	if y == 0 {
		u.check(t, m, u.div(m, a, b), nil, x/y, "div", a, b, math.Inf(1))
	} else {
		u.check(t, m, u.div(m, a, b), div, x/y, "div", a, b)
	}
	if x < 0 {
		u.check(t, m, u.sqrt(m, a), nil, math.NaN(), "sqrt", a, math.Inf(1))
	} else {
		u.check(t, m, u.sqrt(m, a), func() *big.Rat { return refSqrt(x) }, math.Sqrt(x), "sqrt", a)
	}
}

// A zero that comes from terms of different sign is minus zero only when
// rounding down.
func TestSignOfZero(t *testing.T) {
	neg := math.Copysign(0, -1)
	for _, u := range units() {
		for _, m := range allModes() {
			want := m.Round == Down
			name := []any{"%s %+v", u.name, m}
			assert.Equal(t, want, math.Signbit(u.add(m, 1.5, -1.5)), name...)
			assert.Equal(t, want, math.Signbit(u.sub(m, 1.5, 1.5)), name...)
			assert.Equal(t, want, math.Signbit(u.add(m, 0, neg)), name...)
			assert.Equal(t, want, math.Signbit(u.fma(m, 1.5, 2, -3)), name...)
			assert.Equal(t, want, math.Signbit(u.fma(m, neg, 2, 0)), name...)
			assert.False(t, math.Signbit(u.add(m, 0, 0)), name...)
			assert.True(t, math.Signbit(u.add(m, neg, neg)), name...)
			assert.True(t, math.Signbit(u.mul(m, neg, 1)), name...)
			assert.True(t, math.Signbit(u.div(m, neg, 1)), name...)
			assert.True(t, math.Signbit(u.sqrt(m, neg)), name...)
		}
	}
}

// The product is 1 - 2^-46, just below half a place of c: rounding the sum to
// double first would make it a tie and go to the even neighbour above.
func TestFmaRoundsOnce(t *testing.T) {
	a, b, c := float32(1-0x1p-23), float32(1+0x1p-23), float32(0x1p24+2)
	require.Equal(t, float32(0x1p24+4), float32(float64(a)*float64(b)+float64(c)), "the case shows double rounding")
	assert.Equal(t, c, FmaF(IEEE, a, b, c))
	assert.Equal(t, -c, FmaF(IEEE, -a, b, -c))
}

func TestHalfExhaustive(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		f := HalfToF(h)
		require.Equal(t, h, NarrowHalf(WidenHalf(h)))
		if h&0x7FFF > infH {
			require.Equal(t, uint32(NaNBitsF), math.Float32bits(f))
			require.Equal(t, uint16(NaNBitsH), FToHalf(IEEE, f))
			continue
		}
		require.Equal(t, h, FToHalf(IEEE, f))
		want := float64(h&0x3FF) * 0x1p-24
		if e := int(h >> 10 & 31); e == 31 {
			want = math.Inf(1)
		} else if e > 0 {
			want = math.Ldexp(1+float64(h&0x3FF)/1024, e-15)
		}
		if h>>15 != 0 {
			want = -want
		}
		require.Equal(t, math.Float64bits(want), math.Float64bits(float64(f)))
	}
}

// Every half, its neighbours in float and the middles between halves, all modes.
func TestFToHalfExhaustive(t *testing.T) {
	for i := range 1 << 16 {
		f := HalfToF(uint16(i))
		if f-f != 0 {
			continue
		}
		middle := float32((float64(f) + float64(HalfToF(uint16(i+1)))) / 2)
		for _, v := range []float32{f, nextF(f, 1), nextF(f, -1), middle, nextF(middle, 1), nextF(middle, -1)} {
			if v-v != 0 {
				continue
			}
			for r := range Round(4) {
				want := refHalf(r, v)
				if got := HalfToF(FToHalf(Mode{Round: r}, v)); got != want || math.Signbit(float64(got)) != math.Signbit(float64(want)) {
					require.Failf(t, "wrong half", "%x mode %d: got %v want %v", v, r, got, want)
				}
			}
		}
	}
}

// refHalf rounds in steps of the half's place, in double, where all is exact.
func refHalf(r Round, v float32) float32 {
	x := float64(v)
	_, e := math.Frexp(x)
	place := math.Ldexp(1, max(e-11, -24))
	y := math.Copysign(RoundInt(r, x/place)*place, x)
	if math.Abs(y) > 65504 {
		if r == TowardZero || r == Up && y < 0 || r == Down && y > 0 {
			return float32(math.Copysign(65504, y))
		}
		return float32(math.Inf(int(math.Copysign(1, y))))
	}
	return float32(y)
}

func TestConversionsAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	rounds := 40000
	if testing.Short() {
		rounds = 4000
	}
	for i := range rounds {
		r := Round(i & 3)
		m := Mode{Round: r}
		v := int64(rng.Uint64()) >> rng.IntN(64)
		if i%5 == 0 {
			v = int64(1)<<rng.IntN(63) + int64(rng.IntN(5)) - 2
		}
		exactInt := new(big.Rat).SetInt64(v)
		require.Equal(t, refRound(floatFormat, r, exactInt), float64(IntToF(m, v)), "%d %d", v, r)
		require.Equal(t, refRound(doubleFormat, r, exactInt), IntToD(m, v), "%d %d", v, r)
		require.Equal(t, refRound(halfFormat, r, exactInt), float64(HalfToF(IntToHalf(m, v))), "%d %d", v, r)
		exactUint := new(big.Rat).SetUint64(uint64(v))
		require.Equal(t, refRound(floatFormat, r, exactUint), float64(UintToF(m, uint64(v))), "%d %d", uint64(v), r)
		require.Equal(t, refRound(doubleFormat, r, exactUint), UintToD(m, uint64(v)), "%d %d", uint64(v), r)
		require.Equal(t, refRound(halfFormat, r, exactUint), float64(HalfToF(UintToHalf(m, uint64(v)))), "%d %d", uint64(v), r)

		d := math.Float64frombits(rng.Uint64())
		if i%2 == 0 {
			d = math.Ldexp(rng.Float64()*2-1, rng.IntN(320)-170)
		}
		if d-d == 0 && d != 0 {
			require.Equal(t, refRound(floatFormat, r, rat(d)), float64(DToF(m, d)), "%x %d", d, r)
			require.Equal(t, refRound(halfFormat, r, rat(d)), float64(HalfToF(DToHalf(m, d))), "%x %d", d, r)
		}
	}
}

func TestFToInt(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		x      float64
		bits   int
		signed bool
		want   int64
	}{
		{1.9, 32, true, 1}, {-1.9, 32, true, -1}, {-0.9, 32, false, 0}, {math.NaN(), 32, true, 0}, {math.NaN(), 64, false, 0},
		{inf, 32, true, math.MaxInt32}, {-inf, 32, true, math.MinInt32}, {inf, 32, false, math.MaxUint32}, {-inf, 32, false, 0},
		{3e9, 32, true, math.MaxInt32}, {3e9, 32, false, 3e9}, {2147483647.5, 32, true, math.MaxInt32}, {-2147483648.5, 32, true, math.MinInt32},
		{127.9, 8, true, 127}, {128, 8, true, 127}, {-129, 8, true, -128}, {255.9, 8, false, 255}, {256, 8, false, 255},
		{40000, 16, true, 32767}, {70000, 16, false, 65535}, {-5, 16, false, 0},
		{0x1p63, 64, true, math.MaxInt64}, {-0x1p63, 64, true, math.MinInt64}, {-inf, 64, true, math.MinInt64},
		{0x1p63, 64, false, math.MinInt64}, {0x1p64, 64, false, -1}, {inf, 64, false, -1}, {5.5, 64, false, 5},
	} {
		assert.Equal(t, c.want, FToInt(c.x, c.bits, c.signed), "%+v", c)
	}
}

func TestSaturation(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0.25, 0.25}, {1, 1}, {2, 1}, {-1, 0}, {math.Inf(1), 1}, {math.Inf(-1), 0}, {math.NaN(), 0}, {math.Copysign(0, -1), 0},
	} {
		assert.Equal(t, math.Float64bits(c.want), math.Float64bits(SatD(c.x)))
		assert.Equal(t, float32(c.want), SatF(float32(c.x)))
	}
	assert.Equal(t, int64(-128), SatInt(-1000, 8, true))
	assert.Equal(t, int64(127), SatInt(1000, 8, true))
	assert.Equal(t, int64(0), SatInt(-1, 32, false))
	assert.Equal(t, int64(math.MaxUint32), SatInt(1<<40, 32, false))
	assert.Equal(t, int64(-7), SatInt(-7, 64, true))
}

func TestMinMax(t *testing.T) {
	nan1, nan2 := math.Float32frombits(0x7FC00001), math.Float32frombits(0xFFC00002)
	neg := float32(math.Copysign(0, -1))
	bits := math.Float32bits
	for _, c := range []struct{ a, b, min, max float32 }{
		{1, 2, 1, 2}, {2, 1, 1, 2}, {nan1, 2, 2, 2}, {1, nan2, 1, 1}, {nan1, nan2, nan2, nan2},
		{0, neg, neg, 0}, {neg, 0, 0, neg},
	} {
		assert.Equal(t, bits(c.min), bits(MinF(IEEE, c.a, c.b)), "min %v %v", c.a, c.b)
		assert.Equal(t, bits(c.max), bits(MaxF(IEEE, c.a, c.b)), "max %v %v", c.a, c.b)
		if c.a == c.a && c.b == c.b {
			assert.Equal(t, math.Float64bits(float64(c.min)), math.Float64bits(MinD(IEEE, float64(c.a), float64(c.b))))
			assert.Equal(t, math.Float64bits(float64(c.max)), math.Float64bits(MaxD(IEEE, float64(c.a), float64(c.b))))
		}
	}
	assert.Equal(t, 2.0, MinD(IEEE, math.NaN(), 2))
	assert.Equal(t, 2.0, MaxD(IEEE, 2, math.NaN()))
}

func TestApproximateSpecials(t *testing.T) {
	inf, nan, neg := float32(math.Inf(1)), float32(math.NaN()), float32(math.Copysign(0, -1))
	type fn = func(Mode, float32) float32
	for _, c := range []struct {
		name    string
		f, h    fn
		x, want float32
	}{
		{"inv", InvF, InvH, 0, inf}, {"inv", InvF, InvH, neg, -inf}, {"inv", InvF, InvH, inf, 0},
		{"inv", InvF, InvH, -inf, neg}, {"inv", InvF, InvH, 4, 0.25},
		{"sqrt", SqrtApproxF, SqrtApproxH, neg, neg}, {"sqrt", SqrtApproxF, SqrtApproxH, -1, nan},
		{"sqrt", SqrtApproxF, SqrtApproxH, 9, 3},
		{"rsqrt", RsqrtF, RsqrtH, 0, inf}, {"rsqrt", RsqrtF, RsqrtH, neg, -inf}, {"rsqrt", RsqrtF, RsqrtH, -1, nan},
		{"rsqrt", RsqrtF, RsqrtH, 4, 0.5}, {"rsqrt", RsqrtF, RsqrtH, inf, 0},
		{"log2", Log2F, Log2H, 0, -inf}, {"log2", Log2F, Log2H, neg, -inf}, {"log2", Log2F, Log2H, -1, nan},
		{"log2", Log2F, Log2H, inf, inf}, {"log2", Log2F, Log2H, 8, 3},
		{"exp2", Exp2F, Exp2H, 1000, inf}, {"exp2", Exp2F, Exp2H, -1000, 0}, {"exp2", Exp2F, Exp2H, 3, 8},
		{"exp2", Exp2F, Exp2H, -inf, 0}, {"exp2", Exp2F, Exp2H, inf, inf},
		{"sin", SinF, SinH, inf, nan}, {"cos", CosF, CosH, -inf, nan}, {"cos", CosF, CosH, 0, 1},
		{"inv", InvF, InvH, nan, nan}, {"sin", SinF, SinH, nan, nan}, {"exp2", Exp2F, Exp2H, nan, nan},
	} {
		for _, f := range []fn{c.f, c.h} {
			got := f(IEEE, c.x)
			want := CanonF(c.want)
			assert.Equal(t, math.Float32bits(want), math.Float32bits(got), "%s(%v)", c.name, c.x)
		}
	}
	assert.Equal(t, float32(8), PowF(IEEE, -2, 3))
	assert.Equal(t, float32(8), PowH(IEEE, -2, 3))
	assert.Equal(t, uint32(NaNBitsF), math.Float32bits(PowF(IEEE, nan, 0)))
	assert.Equal(t, uint32(NaNBitsF), math.Float32bits(PowF(IEEE, 1, nan)))
	assert.Equal(t, float32(0.75), DivApproxF(IEEE, 3, 4))
	assert.Equal(t, float32(0.75), DivApproxH(IEEE, 3, 4))
	assert.Equal(t, inf, InvF(Mode{}, 0x1p-140), "a flushed denormal is zero")
	assert.Equal(t, float32(0), Exp2F(Mode{}, -140), "a denormal result is flushed")
	assert.Equal(t, float32(0x1p-140), Exp2F(IEEE, -140))
}

func TestRoundingAndFraction(t *testing.T) {
	for _, c := range []struct {
		r       Round
		x, want float32
	}{
		{NearestEven, 2.5, 2}, {NearestEven, 3.5, 4}, {NearestEven, -0.5, float32(math.Copysign(0, -1))},
		{Up, 2.1, 3}, {Up, -2.9, -2}, {Down, 2.9, 2}, {Down, -2.1, -3}, {TowardZero, -2.9, -2}, {Down, 0x1p60, 0x1p60},
	} {
		assert.Equal(t, math.Float32bits(c.want), math.Float32bits(RoundF(IEEE, c.r, c.x)))
		assert.Equal(t, math.Float32bits(c.want), math.Float32bits(RoundF(Mode{Round: Up}, c.r, c.x)))
		assert.Equal(t, math.Float64bits(float64(c.want)), math.Float64bits(RoundD(IEEE, c.r, float64(c.x))))
		if c.x < 65504 {
			h := HalfToF(FToHalf(IEEE, c.x))
			assert.Equal(t, math.Float32bits(c.want), math.Float32bits(RoundH(IEEE, c.r, h)))
		}
	}
	assert.Equal(t, float32(-1), RoundF(IEEE, Down, -0x1p-140))
	assert.Zero(t, RoundF(Mode{}, Down, -0x1p-140))
	assert.Equal(t, float32(0.25), FracF(IEEE, -1.75))
	assert.Equal(t, float32(0x1.fffffep-1), FracF(IEEE, -0x1p-60))
	assert.Equal(t, 0.25, FracD(IEEE, 3.25))
	assert.Equal(t, float32(0.25), FracH(IEEE, 3.25))
	assert.Equal(t, float32(0x1.ffcp-1), FracH(IEEE, -0x1p-20))
	assert.Equal(t, uint32(NaNBitsF), math.Float32bits(FracF(IEEE, float32(math.Inf(1)))))
}

func TestIntegerDivision(t *testing.T) {
	const lo, hi = math.MinInt32, math.MaxInt32
	for _, c := range []struct{ a, b, q, r int32 }{
		{7, 2, 3, 1}, {-7, 2, -3, -1}, {7, -2, -3, 1}, {-7, -2, 3, -1},
		{5, 0, hi, hi}, {0, 0, hi, hi}, {-5, 0, lo, lo}, {lo, -1, lo, 0}, {lo, 1, lo, 0}, {lo, lo, 1, 0},
	} {
		assert.Equal(t, c.q, IDiv(c.a, c.b), "%d / %d", c.a, c.b)
		assert.Equal(t, c.r, IMod(c.a, c.b), "%d %% %d", c.a, c.b)
	}
	assert.Equal(t, uint32(math.MaxUint32), UDiv(3, 0))
	assert.Equal(t, uint32(math.MaxUint32), UMod(3, 0))
	assert.Equal(t, uint32(0x7FFFFFFF), UDiv(math.MaxUint32, 2))
	assert.Equal(t, uint32(1), UMod(math.MaxUint32, 2))
}

func TestVectorImmediates(t *testing.T) {
	for i := range 8 {
		assert.Equal(t, uint32(i), UVElement(0x76543210, i))
		assert.Equal(t, []int32{0, 1, 7, -8, -1, 2, 3, 4}[i], VElement(0x432F8710, i))
		assert.Equal(t, VElement(0x432F8710, i), VElement(0x432F8710, i+8))
	}
	for b, want := range map[uint8]float32{0: 0, 0x80: 0, 0x30: 1, 0xB0: -1, 0x38: 1.5, 0x40: 2, 0x01: 0.1328125, 0x7F: 31} {
		assert.Equal(t, want, VF(b), "%#x", b)
	}
	assert.Equal(t, float32(-1), VFElement(0x00B03000, 2))
	assert.Equal(t, float32(1), VFElement(0x00B03000, 5))
}

func TestModeOf(t *testing.T) {
	assert.Equal(t, IEEE, ModeOf(0x4C0))
	assert.Equal(t, Mode{Round: TowardZero}, ModeOf(0x30))
}

func BenchmarkFma(b *testing.B) {
	x := float32(1.1)
	for range b.N {
		x = FmaF(IEEE, x, 0.99, 0.01)
	}
	sink = x
}

func BenchmarkAdd(b *testing.B) {
	x := float32(1.1)
	for range b.N {
		x = AddF(IEEE, x, 0.01)
	}
	sink = x
}

var sink float32

// The alternative mode has no infinities, NaNs and denormals, neither in operands nor
// in results, and log, rsqrt and sqrt take magnitudes.
func TestAlternativeMode(t *testing.T) {
	m, inf, nan := Mode{F: AltMode}, float32(math.Inf(1)), float32(math.NaN())
	const most = math.MaxFloat32
	for i, c := range []struct{ got, want float32 }{
		{AddF(m, most, most), most}, {AddF(m, -inf, -1), -most}, {AddF(m, inf, -inf), 0}, {AddF(m, nan, 3), 3}, {AddF(m, 0x1p-140, 0), 0},
		{MulF(m, inf, 0), 0}, {MulF(m, -most, 2), -most}, {MulF(m, 0x1p-100, 0x1p-40), 0}, {FmaF(m, most, 2, 1), most}, {FmaF(m, inf, 1, -inf), 0},
		{InvF(m, 0), most}, {RsqrtF(m, -4), 0.5}, {SqrtApproxF(m, -9), 3}, {Log2F(m, -8), 3}, {Log2F(m, 0), -most}, {Exp2F(m, 300), most},
		{RsqrtF(Mode{}, -4), nanF}, {Log2F(Mode{}, 0), -inf},
	} {
		assert.Equal(t, math.Float32bits(c.want), math.Float32bits(c.got), "case %d", i)
	}
	assert.Equal(t, uint32(0x80000000), math.Float32bits(VF(0x80)))
}
