package opencl

import (
	"fmt"
	"math"
	"strings"
)

// expr is an expression of a type, of at most depth operations in each other.
func (g *generator) expr(t typ, depth int) string {
	if depth == 0 || g.IntN(6) == 0 {
		return g.leaf(t)
	}
	switch n := g.IntN(10); {
	case n == 0:
		return g.choice(t, depth-1)
	case n == 1:
		return g.convert(t, depth-1)
	case n == 2 && t.width > 1:
		return g.parts(t, depth-1)
	case t.float:
		return g.floatOp(t, depth-1)
	}
	return g.intOp(t, depth-1)
}

// leaf is a variable, a constant or memory.
func (g *generator) leaf(t typ) string {
	if v := g.pick(func(v variable) bool { return v.t == t }); v != nil && g.IntN(4) > 0 {
		return v.name
	}
	if v := g.pick(func(v variable) bool { return v.t.width > 1 && of(v.t, 1) == t }); v != nil && g.IntN(2) == 0 {
		return fmt.Sprintf("%s.s%d", v.name, g.IntN(v.t.width))
	}
	switch {
	case t == uintType && g.IntN(3) == 0:
		return fmt.Sprintf("pa[%s & 7]", g.index())
	case t == uintType && g.IntN(2) == 0:
		return fmt.Sprintf("a[%s & %d]", g.index(), inputs-1)
	case t == floatType && g.IntN(2) == 0:
		return fmt.Sprintf("f[%s & %d]", g.index(), inputs-1)
	case t.base == "uchar" && t.width == 1 && g.IntN(2) == 0:
		return fmt.Sprintf("((__global const uchar *)a)[%s & %d]", g.index(), 4*inputs-1)
	case t.base == "uint" && t.width == 4 && g.IntN(2) == 0:
		return fmt.Sprintf("vload4(%s & %d, a)", g.index(), inputs/4-1)
	}
	return g.constant(t)
}

func (g *generator) index() string {
	if v := g.pick(func(v variable) bool { return v.t == uintType }); v != nil {
		return v.name
	}
	return "g"
}

func (g *generator) constant(t typ) string {
	if t.width > 1 {
		return fmt.Sprintf("(%s)(%s)", t.name(), g.constant(of(t, 1)))
	}
	switch {
	case t.float && t.bits == 32:
		return fmt.Sprintf("as_float(0x%08xu)", math.Float32bits(g.number()))
	case t.float:
		return fmt.Sprintf("as_double(0x%016xul)", math.Float64bits(float64(g.number())/3))
	}
	v := g.Uint64() >> g.IntN(64)
	if g.IntN(3) == 0 {
		v = uint64(g.IntN(70)) - 3
	}
	v &= math.MaxUint64 >> (64 - t.bits)
	return fmt.Sprintf("(%s)0x%xul", t.name(), v)
}

// number is a float; one in six is odd. Zeros are left out, of which Intel's compiler
// takes one for the other (testdata/compiler: negative_zero.cl, zero_minus.cl).
func (g *generator) number() float32 {
	if odd := []float32{math.MaxFloat32, 1e-40, float32(math.Inf(1)), 16777217}; g.IntN(6) == 0 {
		return odd[g.IntN(len(odd))]
	}
	return float32(g.NormFloat64() * math.Exp2(float64(g.IntN(40)-20)))
}

// cond is a condition on scalars.
func (g *generator) cond(depth int) string {
	t := of(g.typ(), 1)
	return fmt.Sprintf("%s %s %s", g.expr(t, depth), []string{"<", ">", "<=", ">=", "==", "!="}[g.IntN(6)], g.expr(t, depth))
}

// choice chooses by a condition, in vectors by element.
func (g *generator) choice(t typ, depth int) string {
	a, b := g.expr(t, depth), g.expr(t, depth)
	if t.width == 1 {
		cond := g.cond(depth)
		return fmt.Sprintf("(%s)(%s ? %s : %s)", t.name(), cond, a, notLess(t, cond, a, b))
	}
	u := of(g.typ(), t.width)
	for u.bits != t.bits {
		u = of(g.typ(), t.width)
	}
	cond := fmt.Sprintf("%s > %s", g.expr(u, depth), g.expr(u, depth))
	return fmt.Sprintf("select(%s, %s, as_%s(%s))", a, notLess(t, cond, a, b), t.unsigned().name(), cond)
}

// notLess is b, hidden where the condition compares the floats a and b, of which Intel's
// finalizer makes the less or the greater (testdata/finalizer/sel_nan.cl).
func notLess(t typ, cond, a, b string) string {
	if t.float && strings.Contains(cond, a) && strings.Contains(cond, b) {
		return hide(t, b)
	}
	return b
}

// convert changes the type: floats to integers with saturation, since nothing
// else is defined outside their range.
func (g *generator) convert(t typ, depth int) string {
	from := of(g.typ(), t.width)
	e := g.expr(from, depth)
	if from.bits == t.bits && !from.float && g.IntN(3) == 0 {
		return fmt.Sprintf("as_%s(%s)", t.name(), e)
	}
	if from.float && !t.float {
		e = hide(from, e)
	}
	sat, mode := "", ""
	if !t.float && (from.float || g.IntN(3) == 0) {
		sat = "_sat"
	}
	if (from.float || t.float) && g.IntN(3) == 0 {
		mode = []string{"_rte", "_rtz", "_rtp", "_rtn"}[g.IntN(4)]
	}
	return fmt.Sprintf("convert_%s%s%s(%s)", t.name(), sat, mode, e)
}

// hide makes a value one that no compiler knows: Intel's takes a saturating
// conversion of a constant out of range for undefined (testdata/compiler/sat_constant.cl).
func hide(t typ, e string) string {
	u := t.unsigned().name()
	return fmt.Sprintf("as_%s(as_%s(%s) ^ (%s)zero)", t.name(), u, e, u)
}

// parts makes a vector of scalars.
func (g *generator) parts(t typ, depth int) string {
	s := fmt.Sprintf("(%s)(%s", t.name(), g.expr(of(t, 1), depth))
	for range t.width - 1 {
		s += ", " + g.expr(of(t, 1), depth)
	}
	return s + ")"
}

func (g *generator) floatOp(t typ, depth int) string {
	a, b := g.expr(t, depth), g.expr(t, depth)
	switch g.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", a, b)
	case 2:
		return fmt.Sprintf("(%s - %s)", a, b)
	case 3, 4:
		return fmt.Sprintf("(%s * %s)", a, b)
	case 5:
		return fmt.Sprintf("fma(%s, %s, %s)", a, b, g.expr(t, depth))
	case 6:
		return fmt.Sprintf("-%s", g.leaf(t))
	}
	switch name := []string{"floor", "ceil", "trunc", "rint", "round", "fabs"}[g.IntN(6)]; name {
	case "round": // testdata/compiler/round_zero.cl: no negative zeros
		return fmt.Sprintf("(round(%s) + (%s)0)", a, t.name())
	case "rint", "fabs": // testdata/compiler: rint_constant.cl, fabs_constant.cl
		return fmt.Sprintf("%s(%s)", name, hide(t, a))
	default:
		return fmt.Sprintf("%s(%s)", name, a)
	}
}

// wrap is an operation on unsigned numbers, which wrap, of a type that may be
// signed.
func wrap(t typ, format string, args ...string) string {
	u := t.unsigned()
	list := make([]any, len(args))
	for i, a := range args {
		list[i] = fmt.Sprintf("as_%s(%s)", u.name(), a)
	}
	return fmt.Sprintf("as_%s((%s)(%s))", t.name(), u.name(), fmt.Sprintf(format, list...))
}

func (g *generator) intOp(t typ, depth int) string {
	a, b := g.expr(t, depth), g.expr(t, depth)
	same := fmt.Sprintf("(%s)", t.name())
	switch g.IntN(15) {
	case 0, 1:
		return wrap(t, "%s + %s", a, b)
	case 2:
		return wrap(t, "%s - %s", a, b)
	case 3:
		return wrap(t, "%s * %s", a, b)
	case 4, 5:
		return fmt.Sprintf("%s(%s %s %s)", same, a, []string{"&", "|", "^"}[g.IntN(3)], b)
	case 6:
		return fmt.Sprintf("%s(~%s)", same, a)
	case 7:
		return wrap(t, "%s << %s", a, fmt.Sprintf("%s(%s & %s%d)", same, b, same, t.bits-1))
	case 8:
		return fmt.Sprintf("%s(%s >> %s(%s & %s%d))", same, a, same, b, same, t.bits-1)
	case 9:
		return fmt.Sprintf("%s(%s %s (%s(%s & %s7) + %s2))", same, a, []string{"/", "%"}[g.IntN(2)], same, b, same, same)
	case 10, 11:
		return fmt.Sprintf("%s(%s, %s)", []string{"min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi", "rotate"}[g.IntN(8)], a, b)
	case 12:
		return fmt.Sprintf("as_%s(%s(%s))", t.name(), []string{"abs", "clz", "popcount"}[g.IntN(3)], a)
	case 13:
		return fmt.Sprintf("as_%s(abs_diff(%s, %s))", t.name(), a, b)
	}
	return fmt.Sprintf("%s(%s, %s, %s)", []string{"bitselect", "mad_sat", "mad_hi"}[g.IntN(3)], a, b, g.expr(t, depth))
}
