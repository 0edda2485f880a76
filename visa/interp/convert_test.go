package interp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

var (
	intTypes   = []visa.Type{visa.UB, visa.B, visa.UW, visa.W, visa.UD, visa.D, visa.UQ, visa.Q}
	floatTypes = []visa.Type{visa.HF, visa.BF, visa.F, visa.DF}
	bfloat16   = num.Format{Exp: 8, Man: 7}
	allTypes   = append(append([]visa.Type(nil), intTypes...), floatTypes...)
)

// limits are the ends of the integer types of up to 63 bits.
var limits = map[visa.Type][2]int64{
	visa.UB: {0, math.MaxUint8}, visa.B: {math.MinInt8, math.MaxInt8}, visa.UW: {0, math.MaxUint16}, visa.W: {math.MinInt16, math.MaxInt16},
	visa.UD: {0, math.MaxUint32}, visa.D: {math.MinInt32, math.MaxInt32}, visa.Q: {math.MinInt64, math.MaxInt64},
}

// specials are bit patterns that conversions treat in different ways, cut to
// the size of the type that they are tried in.
var specials = []uint64{
	0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 1<<53 + 1,
	0x1FFFFFF, 0x1000001, 1<<63 - 1, 1 << 63, math.MaxUint64, math.MaxUint64 - 1<<10,
	0x0001, 0x03FF, 0x0400, 0x3800, 0x3C00, 0x3C01, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0xFC00, 0xFE01, 0xBC00, // halves
	0x7F80, 0x7F81, 0xFFC1, 0x007F, 0x3F80, 0x7F7F, // bfloat16
	0x3F808000, 0x3F818000, 0x3F808001, 0x7F7F7FFF, 0x7F7F8000, 0x80008000,
	0x00000001, 0x807FFFFF, 0x00800000, 0x3F000000, 0x3F800000, 0x3F800001, 0x477FE000, 0x477FF000, 0x477FEFFF, 0x33000000, 0x33000001,
	0x38801000, 0x387FF000, 0xBF800000, 0x4EFFFFFF, 0x4F000000, 0x4F800000, 0x5F000000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC12345, 0xFFC00000,
	0x000FFFFFFFFFFFFF, 0x8000000000000001, 0x0010000000000000, 0x3FE0000000000000, 0x3FF0000000000000, 0x3FF0000000000001, 0xBFF0000000000000,
	0x36A0000000000000, 0x3690000000000001, 0x380FFFFFFFFFFFFF, 0x47EFFFFFF0000000, 0x40EFFDFFFFFFFFFF, 0x3FF0000010000000, 0x3FF0020000000001,
	0x41DFFFFFFFFFFFFF, 0x43E0000000000000, 0x43F0000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF0000000000001, 0xFFF8000000000123,
}

// modes are all that cr0 can say about arithmetic.
func modes() (out []num.Mode) {
	for bits := range uint32(32) {
		out = append(out, num.ModeOf(bits&3<<4|bits>>2&3<<6|bits>>4<<10))
	}
	return out
}

// move is one element of mov from type s to t by the rules of gen-execution 4.3
// to 4.5, with the arithmetic of one element of package num.
type move struct {
	m    num.Mode
	s, t visa.Type
	mod  visa.Modifier
	sat  bool
}

func (c *move) element(v uint64) uint64 {
	var out uint64
	switch {
	case !c.s.IsFloat() && c.s == visa.UQ && c.mod == visa.NoMod:
		out = c.fromUQ(v)
	case !c.s.IsFloat():
		out = c.fromInt(c.integer(v))
	case c.s == c.t && c.mod == visa.NoMod && !c.sat:
		out = v // bits are copied
	default:
		out = c.fromFloat(c.sign(v))
	}
	return out & (^uint64(0) >> (64 - 8*c.t.Size()))
}

// integer is the source's value after its modifier, at 64 bits.
func (c *move) integer(v uint64) int64 {
	x := int64(v)
	if shift := 64 - 8*c.s.Size(); c.s.IsSigned() {
		x = x << shift >> shift
	}
	negative := x < 0 && c.s.IsSigned()
	if c.mod == visa.Neg || c.mod == visa.Abs && negative || c.mod == visa.NegAbs && !negative {
		x = -x
	}
	return x
}

func (c *move) fromInt(x int64) uint64 {
	if c.sat {
		lim := [2]int64{0, 1}
		if !c.t.IsFloat() {
			lim = limits[c.t]
		}
		x = min(max(x, lim[0]), lim[1])
	}
	switch {
	case c.t == visa.F:
		return uint64(math.Float32bits(num.IntToF(c.m, x)))
	case c.t == visa.DF:
		return math.Float64bits(num.IntToD(c.m, x))
	case c.t == visa.HF && c.s.Size() == 8:
		return uint64(num.FToHalf(c.m, num.IntToF(c.m, x)))
	case c.t == visa.HF:
		return uint64(num.IntToHalf(c.m, x))
	case c.t == visa.BF:
		return uint64(bfloat16.Round(c.m, num.IntToF(c.m, x)))
	}
	return uint64(x)
}

func (c *move) fromUQ(x uint64) uint64 {
	switch c.t {
	case visa.F:
		return uint64(math.Float32bits(num.UintToF(c.m, x)))
	case visa.DF:
		return math.Float64bits(num.UintToD(c.m, x))
	case visa.HF:
		return uint64(num.FToHalf(c.m, num.UintToF(c.m, x)))
	case visa.BF:
		return uint64(bfloat16.Round(c.m, num.UintToF(c.m, x)))
	}
	return x
}

// sign applies a modifier to the sign bit of a float.
func (c *move) sign(v uint64) uint64 {
	bit := uint64(1) << (8*c.s.Size() - 1)
	switch c.mod {
	case visa.Neg:
		return v ^ bit
	case visa.Abs:
		return v &^ bit
	case visa.NegAbs:
		return v | bit
	}
	return v
}

// fromFloat converts the bits of a float, after its modifier. With one, or with
// saturation, a mov to the same type is arithmetic and flushes.
func (c *move) fromFloat(v uint64) uint64 {
	arithmetic := c.s == c.t && (c.mod != visa.NoMod || c.sat)
	if c.s == visa.DF {
		x := math.Float64frombits(v)
		if arithmetic {
			x = c.m.FlushD(x)
		}
		switch {
		case !c.t.IsFloat():
			return uint64(num.FToInt(x, 8*c.t.Size(), c.t.IsSigned()))
		case c.t == visa.DF && c.sat:
			return math.Float64bits(num.SatD(x))
		case c.t == visa.DF:
			return math.Float64bits(x)
		}
		return c.fromF(num.DToF(c.m, x))
	}
	x := math.Float32frombits(uint32(v))
	if c.s == visa.BF {
		x = math.Float32frombits(uint32(v) << 16)
		if c.t == visa.F {
			x = num.CanonF(x)
		}
	} else if c.s == visa.HF {
		x = math.Float32frombits(num.WidenHalf(uint16(v)))
		if arithmetic {
			x = c.m.FlushH(x)
		}
		switch {
		case c.t == visa.HF && !c.sat:
			return uint64(num.NarrowHalf(math.Float32bits(x)))
		case c.t == visa.F:
			x = num.CanonF(x)
		}
	} else if arithmetic {
		x = c.m.FlushF(x)
	}
	if !c.t.IsFloat() {
		return uint64(num.FToInt(float64(x), 8*c.t.Size(), c.t.IsSigned()))
	}
	return c.fromF(x)
}

// fromF converts a float to a float type.
func (c *move) fromF(x float32) uint64 {
	if c.sat {
		x = num.SatF(x)
	}
	switch c.t {
	case visa.HF:
		return uint64(num.FToHalf(c.m, x))
	case visa.BF:
		return uint64(bfloat16.Round(c.m, x))
	case visa.DF:
		return math.Float64bits(num.FToD(x))
	}
	return uint64(math.Float32bits(x))
}

// Every pair of types, with every modifier, saturating or not, in every mode of
// cr0, gives each element what the scalar functions of package num give it.
func TestConversionPairs(t *testing.T) {
	b, rng := newBench(), rand.New(rand.NewPCG(3, 5))
	pairs, refused := 0, 0
	for _, s := range allTypes {
		for _, d := range allTypes {
			for _, mod := range []visa.Modifier{visa.NoMod, visa.Neg, visa.Abs, visa.NegAbs} {
				for _, sat := range []bool{false, true} {
					c, err := b.decodeMove(s, d, mod, sat)
					if err != nil {
						assert.True(t, d == visa.UQ && sat || s == visa.UQ && (sat || mod != visa.NoMod && d.IsFloat()), "%s to %s: %v", s, d, err)
						refused++
						continue
					}
					pairs++
					for _, m := range modes() {
						b.checkMove(t, c, &move{m, s, d, mod, sat}, rng)
					}
				}
			}
		}
	}
	assert.Equal(t, 12*12*8, pairs+refused)
	assert.Equal(t, 88, refused)
}

// decodeMove decodes mov (M1, 32) from byte 0 of the variable to byte 256.
func (b *bench) decodeMove(s, t visa.Type, mod visa.Modifier, sat bool) (*inst, error) {
	dst := visa.Operand{Kind: visa.General, Var: b.v, Type: t, Region: visa.Region{H: 1}, Row: 8}
	src := visa.Operand{Kind: visa.General, Var: b.v, Type: s, Region: visa.Region{V: 1, W: 1}, Mod: mod}
	if sat {
		dst.Mod = visa.Sat
	}
	b.d.in = &visa.Inst{Op: visa.OpMov, Exec: visa.Exec{Size: 32}, Args: []visa.Operand{dst, src}}
	c := &inst{step: stepRow}
	return c, b.d.inst(c)
}

// checkMove runs all specials and as many random elements, 32 at a time.
func (b *bench) checkMove(t *testing.T, c *inst, want *move, rng *rand.Rand) {
	t.Helper()
	b.w.frame.Mode, b.t.exec = want.m, math.MaxUint32
	base, size := int(b.d.l.off[b.v]), want.s.Size()
	mask := ^uint64(0) >> (64 - 8*size)
	for at := 0; at < 2*len(specials); at += sem.Lanes {
		var in [sem.Lanes]uint64
		for i := range in {
			in[i] = rng.Uint64()
			if at+i < len(specials) {
				in[i] = specials[at+i]
			}
			in[i] &= mask
			putElement(b.t.image[base+i*size:], uint8(size), in[i])
		}
		require.NoError(t, b.w.row(b.t, c))
		for i, v := range in {
			got := element(b.t.image[base+256+i*want.t.Size():], uint8(want.t.Size()))
			if got != want.element(v) {
				require.Fail(t, fmt.Sprintf("%+v of %#x: got %#x, want %#x", *want, v, got, want.element(v)))
			}
		}
	}
}

// No conversion allocates.
func TestConversionsDoNotAllocate(t *testing.T) {
	b := newBench()
	for _, s := range allTypes {
		for _, d := range allTypes {
			c, err := b.decodeMove(s, d, visa.Neg, d != visa.UQ)
			if err != nil {
				continue
			}
			b.t.exec = math.MaxUint32
			assert.Zero(t, testing.AllocsPerRun(10, func() { _ = b.w.row(b.t, c) }), "%s to %s", s, d)
		}
	}
}

// Types that no element of a variable has here are refused by name, not read as
// the bits of another type.
func TestTypesWithoutElements(t *testing.T) {
	b := newBench()
	for _, typ := range []visa.Type{visa.V, visa.UV, visa.VF, visa.BOOL, visa.NumTypes} {
		_, err := b.decodeMove(typ, visa.F, visa.NoMod, false)
		assert.ErrorContains(t, err, "operand of type "+typ.String())
		_, err = b.decodeMove(visa.F, typ, visa.NoMod, false)
		assert.ErrorContains(t, err, "operand of type "+typ.String())
	}
}

// BenchmarkConversions is one mov of 32 elements.
func BenchmarkConversions(b *testing.B) {
	for _, c := range []struct {
		s, t visa.Type
		mod  visa.Modifier
		sat  bool
	}{
		{visa.HF, visa.HF, visa.NoMod, false}, {visa.D, visa.F, visa.NoMod, false}, {visa.D, visa.UB, visa.NoMod, true}, {visa.F, visa.D, visa.NoMod, false}, {visa.F, visa.F, visa.Neg, true},
		{visa.HF, visa.F, visa.NoMod, false}, {visa.F, visa.HF, visa.NoMod, false}, {visa.DF, visa.F, visa.NoMod, false}, {visa.UQ, visa.HF, visa.NoMod, false},
		{visa.BF, visa.F, visa.NoMod, false}, {visa.F, visa.BF, visa.NoMod, false},
	} {
		b.Run(fmt.Sprintf("%s_%s_%d_%v", c.s, c.t, c.mod, c.sat), func(b *testing.B) {
			bench := newBench()
			in, err := bench.decodeMove(c.s, c.t, c.mod, c.sat)
			require.NoError(b, err)
			bench.t.exec = math.MaxUint32
			for b.Loop() {
				_ = bench.w.row(bench.t, in)
			}
		})
	}
}
