package gen_test

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/visa/sem"
)

func (ev *evaluator) call(x *opdefs.Call) value {
	if x.Operand != nil {
		return ev.operandCall(x)
	}
	if x.Name == "compare" {
		a, b := ev.expr(x.Args[1]), ev.expr(x.Args[2])
		op := []string{"==", "!=", ">", ">=", "<", "<="}[ev.expr(x.Args[0]).i.Int64()]
		if a.i == nil {
			return ev.floatBinary(op, a.f, b.f)
		}
		return boolean(holds(op, a.i.Cmp(b.i)))
	}
	var args []value
	for _, a := range x.Args {
		args = append(args, ev.expr(a))
	}
	switch {
	case x.Name == opdefs.SumOfProducts:
		return ev.sumOfProducts(args)
	case args[0].i == nil:
		return ev.floatCall(x.Name, args)
	case x.Name == "idiv", x.Name == "imod":
		return ev.divide(x, args[0].i, args[1].i)
	}
	return ev.intCall(x.Name, args)
}

// sumOfProducts is that of package num; a lane that is on stops where it is none.
func (ev *evaluator) sumOfProducts(args []value) value {
	var a, b []float32
	for i := 0; i < len(args); i += 2 {
		a, b = append(a, float32(args[i].f)), append(b, float32(args[i+1].f))
	}
	sum, known := num.DotF(ev.frame.Mode, a, b)
	for l, v := range ev.locals {
		ev.stops = ev.stops || l.Lane && !known && ev.frame.ChEn>>v.i.Int64()&1 != 0
	}
	return value{f: float64(sum)}
}

func (ev *evaluator) operandCall(x *opdefs.Call) value {
	t := ev.types[x.Operand.Name]
	switch x.Name {
	case "is_pred":
		return boolean(t == opdefs.BOOL)
	case "is_signed":
		return boolean(t.IsSigned())
	case "is_scalar":
		return boolean(ev.frame.Wide[ev.op.SlotOf(x.Operand)])
	case "width":
		return integer(int64(t.Bits()))
	case "shift_mask":
		first := slices.IndexFunc(ev.op.Slots(), func(f *opdefs.OpField) bool { return f.Type == opdefs.TVec })
		if t.Bits() == 64 || ev.types[ev.op.Slots()[first].Name].Bits() == 64 {
			return integer(63)
		}
		return integer(31)
	case "pred_size":
		return integer(int64(ev.frame.Width[ev.op.SlotOf(x.Operand)]))
	case "address_of":
		return ev.src[x.Operand.Name][ev.expr(x.Args[0]).i.Int64()]
	case "all_ones":
		if ev.class == sem.DF {
			return value{f: math.Float64frombits(math.MaxUint64)}
		}
		return value{f: float64(math.Float32frombits(math.MaxUint32))}
	case "fits":
		v := ev.expr(x.Args[0]).i
		return boolean(wrap(v, t.Bits(), t.IsSigned()).Cmp(v) == 0)
	}
	panic("BUG: built-in " + x.Name)
}

func (ev *evaluator) intCall(name string, a []value) value {
	v := a[0].i
	low := uint32(low64(v))
	switch name {
	case "convert":
		return a[0]
	case "abs":
		return value{i: new(big.Int).Abs(v)}
	case "min":
		if a[1].i.Cmp(v) < 0 {
			return a[1]
		}
		return a[0]
	case "max":
		if a[1].i.Cmp(v) > 0 {
			return a[1]
		}
		return a[0]
	case "bit":
		return value{i: wrap(new(big.Int).Rsh(v, uint(a[1].i.Uint64())), 1, false)}
	case "bits":
		hi, lo := uint(a[1].i.Uint64()), uint(a[2].i.Uint64())
		return value{i: wrap(new(big.Int).Rsh(v, lo), int(hi-lo+1), false)}
	case "sext":
		if w := int(a[1].i.Int64()); w > 0 {
			return value{i: wrap(v, w, true)}
		}
		return integer(0)
	case "popcount":
		return integer(int64(bits.OnesCount32(low)))
	case "leading_zeros":
		return integer(int64(bits.LeadingZeros32(low)))
	case "trailing_zeros":
		return integer(int64(bits.TrailingZeros32(low)))
	case "bit_reverse":
		return integer(int64(bits.Reverse32(low)))
	case "widen_half":
		return integer(int64(math.Float32bits(num.HalfToF(uint16(low)))))
	case "fma_bits":
		f := func(k int) float32 { return math.Float32frombits(uint32(low64(a[k].i))) }
		return integer(int64(math.Float32bits(num.FmaF(num.IEEE, f(0), f(1), f(2)))))
	case "rmw":
		if ev.quads {
			v.SetInt64(v.Int64() | 0x40)
		}
		return value{i: new(big.Int).SetUint64(rmw(v.Int64(), low64(a[1].i), low64(a[2].i), low64(a[3].i)))}
	}
	panic("BUG: built-in " + name)
}

// divide is README's table entry: a zero divisor gives the ends of the range,
// and -2^31 by -1 is -2^31 again.
func (ev *evaluator) divide(x *opdefs.Call, a, b *big.Int) value {
	unsigned := true
	for _, arg := range x.Args {
		unsigned = unsigned && ev.frame.Signed>>ev.op.SlotOf(arg.(*opdefs.Elem).Field)&1 == 0
	}
	a, b = wrap(a, 32, !unsigned), wrap(b, 32, !unsigned)
	switch {
	case b.Sign() == 0 && unsigned:
		return integer(math.MaxUint32)
	case b.Sign() == 0 && a.Sign() < 0:
		return integer(math.MinInt32)
	case b.Sign() == 0:
		return integer(math.MaxInt32)
	case x.Name == "idiv":
		return value{i: wrap(new(big.Int).Quo(a, b), 32, !unsigned)}
	}
	return value{i: new(big.Int).Rem(a, b)}
}

// rmw is written from ENUMS.md for 32- and 64-bit integers.
func rmw(op int64, old, a, b uint64) uint64 {
	wide := op&0x40 != 0
	if !wide {
		old, a, b = uint64(uint32(old)), uint64(uint32(a)), uint64(uint32(b))
	}
	sold, sa := int64(old), int64(a)
	if !wide {
		sold, sa = int64(int32(old)), int64(int32(a))
	}
	r := map[int64]func() uint64{
		0: func() uint64 { return old + a }, 1: func() uint64 { return old - a },
		2: func() uint64 { return old + 1 }, 3: func() uint64 { return old - 1 },
		4: func() uint64 { return min(old, a) }, 5: func() uint64 { return max(old, a) },
		6: func() uint64 { return a },
		7: func() uint64 {
			if old == b {
				return a
			}
			return old
		},
		8: func() uint64 { return old & a }, 9: func() uint64 { return old | a }, 10: func() uint64 { return old ^ a },
		11: func() uint64 { return uint64(min(sold, sa)) }, 12: func() uint64 { return uint64(max(sold, sa)) },
		0x1f: func() uint64 { return old },
	}[op&0x1f]()
	if !wide {
		r = uint64(uint32(r))
	}
	return r
}

// modeBinary is floatBinary in another mode than the default.
func (ev *evaluator) modeBinary(op string, a, b float64) value {
	m := ev.frame.Mode
	f := map[string]func(num.Mode, float32, float32) float32{"+": num.AddF, "-": num.SubF, "*": num.MulF, "/": num.DivF}
	flush := m.FlushF
	switch ev.class {
	case sem.DF:
		d := map[string]func(num.Mode, float64, float64) float64{"+": num.AddD, "-": num.SubD, "*": num.MulD, "/": num.DivD}
		if g, ok := d[op]; ok {
			return value{f: g(m, a, b)}
		}
		return boolean(compareFloats(op, m.FlushD(a), m.FlushD(b)))
	case sem.HF:
		f = map[string]func(num.Mode, float32, float32) float32{"+": num.AddH, "-": num.SubH, "*": num.MulH, "/": num.DivH}
		flush = m.FlushH
	}
	if g, ok := f[op]; ok {
		return value{f: float64(g(m, float32(a), float32(b)))}
	}
	return boolean(compareFloats(op, float64(flush(float32(a))), float64(flush(float32(b)))))
}

func compareFloats(op string, a, b float64) bool {
	return map[string]bool{"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
}

// floatCall uses internal/num, whose functions have tests of their own.
func (ev *evaluator) floatCall(name string, a []value) value {
	m := ev.frame.Mode
	f := func(k int) float32 { return float32(a[k].f) }
	switch {
	case name == "convert":
		return a[0]
	case name == "abs":
		return value{f: math.Abs(a[0].f)}
	case ev.class == sem.DF:
		return value{f: ev.doubleCall(name, a)}
	case ev.class == sem.HF:
		return value{f: float64(halfCall(m, name, f))}
	}
	return value{f: float64(floatCall(m, name, f))}
}

func (ev *evaluator) doubleCall(name string, a []value) float64 {
	m := ev.frame.Mode
	switch name {
	case "min":
		return num.MinD(m, a[0].f, a[1].f)
	case "max":
		return num.MaxD(m, a[0].f, a[1].f)
	case "fma":
		return num.FmaD(m, a[0].f, a[1].f, a[2].f)
	case "quotient":
		return num.DivD(m, a[0].f, a[1].f)
	case "inv":
		return num.DivD(m, 1, a[0].f)
	case "floor":
		return num.RoundD(m, num.Down, a[0].f)
	case "ceil":
		return num.RoundD(m, num.Up, a[0].f)
	case "trunc":
		return num.RoundD(m, num.TowardZero, a[0].f)
	case "roundeven":
		return num.RoundD(m, num.NearestEven, a[0].f)
	case "frac":
		return num.FracD(m, a[0].f)
	case "ieee_sqrt":
		return num.SqrtD(m, a[0].f)
	}
	panic("BUG: built-in on DF " + name)
}

func floatCall(m num.Mode, name string, f func(int) float32) float32 {
	one := map[string]func(num.Mode, float32) float32{
		"sqrt": num.SqrtApproxF, "rsqrt": num.RsqrtF, "inv": num.InvF, "exp2": num.Exp2F, "log2": num.Log2F,
		"sin": num.SinF, "cos": num.CosF, "frac": num.FracF, "ieee_sqrt": num.SqrtF,
	}
	rounds := map[string]num.Round{"floor": num.Down, "ceil": num.Up, "trunc": num.TowardZero, "roundeven": num.NearestEven}
	if g, ok := one[name]; ok {
		return g(m, f(0))
	}
	if r, ok := rounds[name]; ok {
		return num.RoundF(m, r, f(0))
	}
	switch name {
	case "min":
		return num.MinF(m, f(0), f(1))
	case "max":
		return num.MaxF(m, f(0), f(1))
	case "quotient":
		return num.DivApproxF(m, f(0), f(1))
	case "pow":
		return num.PowF(m, f(0), f(1))
	}
	return num.FmaF(m, f(0), f(1), f(2))
}

func halfCall(m num.Mode, name string, f func(int) float32) float32 {
	one := map[string]func(num.Mode, float32) float32{
		"sqrt": num.SqrtApproxH, "rsqrt": num.RsqrtH, "inv": num.InvH, "exp2": num.Exp2H, "log2": num.Log2H,
		"sin": num.SinH, "cos": num.CosH, "frac": num.FracH,
	}
	rounds := map[string]num.Round{"floor": num.Down, "ceil": num.Up, "trunc": num.TowardZero, "roundeven": num.NearestEven}
	if g, ok := one[name]; ok {
		return g(m, f(0))
	}
	if r, ok := rounds[name]; ok {
		return num.RoundH(m, r, f(0))
	}
	switch name {
	case "min":
		return num.MinH(m, f(0), f(1))
	case "max":
		return num.MaxH(m, f(0), f(1))
	case "quotient":
		return num.DivApproxH(m, f(0), f(1))
	case "pow":
		return num.PowH(m, f(0), f(1))
	}
	return num.FmaH(m, f(0), f(1), f(2))
}
