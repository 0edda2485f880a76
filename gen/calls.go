package gen

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/opdefs"
)

// relations are the Go operators of enumeration RELATION by code.
var relations = []string{"==", "!=", ">", ">=", "<", "<="}

// boolCall emits the built-ins that give a condition.
func (g *scope) boolCall(x *opdefs.Call) (code, bool) {
	var slot int
	if x.Operand != nil {
		slot = g.op.SlotOf(x.Operand)
	}
	switch x.Name {
	case "compare":
		return g.relation(relations[g.variant.rel], x.Args[1], x.Args[2]), true
	case "is_scalar":
		return prim(noType, "%s", g.hoist("scalar"+camelField(x.Operand), fmt.Sprintf("f.Wide[%d]", slot))), true
	case "is_signed":
		return prim(noType, "%s", g.hoist("signed"+camelField(x.Operand), fmt.Sprintf("f.Signed>>%d&1 != 0", slot))), true
	case "fits":
		return g.fits(x, slot), true
	}
	return code{}, false
}

// fits emits the test of a value, which int64 must hold.
func (g *scope) fits(x *opdefs.Call, slot int) code {
	if r := hull(g.ranges(x.Args[0])); !r.within(i64.span()) {
		g.fail(x.Pos, "fits of values from %s to %s; legal are values that a signed 64-bit integer holds", r.lo, r.hi)
		return prim(noType, "false")
	}
	return prim(noType, "fits(%s, f.Width[%d], f.Signed>>%d&1 != 0)", g.exactAs(x.Args[0], i64).as(i64).s, slot, slot)
}

func camelField(f *opdefs.OpField) string { return slotCamel(f.Name) }

// call emits an integer built-in.
func (g *scope) call(x *opdefs.Call, t goType) code {
	switch x.Name {
	case "convert":
		return g.exactAs(x.Args[0], t)
	case "address_of":
		return g.elem(&opdefs.Elem{Pos: x.Pos, Field: x.Operand, Index: x.Args[0]})
	case "abs":
		return g.absCall(x, t)
	case "min", "max":
		return g.minMax(x, t)
	case "bit":
		return g.bit(x)
	case "bits":
		return g.bits(x)
	case "sext":
		return g.sext(x)
	case "popcount":
		return prim(u32, "uint32(bits.OnesCount32(%s))", g.operand(x.Args[0], u32).s)
	case "leading_zeros":
		return prim(u32, "uint32(bits.LeadingZeros32(%s))", g.operand(x.Args[0], u32).s)
	case "trailing_zeros":
		return prim(u32, "uint32(bits.TrailingZeros32(%s))", g.operand(x.Args[0], u32).s)
	case "bit_reverse":
		return prim(u32, "bits.Reverse32(%s)", g.operand(x.Args[0], u32).s)
	case "widen_half":
		return prim(u32, "widenHalf(%s)", g.operand(x.Args[0], u32).s)
	case "fma_bits":
		return prim(u32, "fmaBits(%s, %s, %s)", g.operand(x.Args[0], u32).s, g.operand(x.Args[1], u32).s, g.operand(x.Args[2], u32).s)
	case "idiv", "imod":
		return g.divide(x)
	case "pred_size":
		return prim(u32, "%s", g.hoist("predSize"+camelField(x.Operand), fmt.Sprintf("uint32(f.Width[%d])", g.op.SlotOf(x.Operand))))
	case "shift_mask":
		first := slices.IndexFunc(g.op.Slots(), func(f *opdefs.OpField) bool { return f.Type == opdefs.TVec })
		return prim(u32, "%s", g.hoist("shiftMask"+camelField(x.Operand), fmt.Sprintf("shiftMask(f.Width[%d], f.Width[%d])", g.op.SlotOf(x.Operand), first)))
	}
	return g.fromBool(g.boolean(x), t)
}

func (g *scope) absCall(x *opdefs.Call, t goType) code {
	r := hull(g.ranges(x.Args[0]))
	if r.nonNegative() {
		return g.exactAs(x.Args[0], t)
	}
	// The type must hold the negative argument too.
	at, ok := pick(r.join(absRange(r)), g.native())
	if !ok {
		g.fail(x.Pos, "abs of values from %s to %s; no 64-bit integer holds both", r.lo, r.hi)
		return prim(i64, "0")
	}
	v := g.temp()
	g.emit("%s := %s", v, g.exactAs(x.Args[0], at).as(at).s)
	g.emit("if %s < 0 {", v)
	g.emit("%s = -%s", v, v)
	g.emit("}")
	return prim(at, "%s", v)
}

func (g *scope) minMax(x *opdefs.Call, t goType) code {
	r := hull(g.ranges(x.Args[0])).join(hull(g.ranges(x.Args[1])))
	at, ok := pick(r, t)
	if !ok {
		g.fail(x.Pos, "%s of values from %s to %s; no 64-bit integer holds both", x.Name, r.lo, r.hi)
		return prim(i64, "0")
	}
	return prim(at, "%s(%s, %s)", x.Name, g.exactAs(x.Args[0], at).as(at).s, g.exactAs(x.Args[1], at).as(at).s)
}

// lowBits emits v modulo 2^(top+1), in the smaller unsigned type that has those bits.
func (g *scope) lowBits(v opdefs.Expr, top interval) code {
	if top.within(span(0, 31)) {
		return g.operand(v, u32)
	}
	return g.operand(v, u64)
}

func (g *scope) bit(x *opdefs.Call) code {
	k := hull(g.ranges(x.Args[1]))
	if !k.within(span(0, 63)) {
		g.fail(x.Pos, "bit(v, k) with k in %s..%s; legal is 0..63", k.lo, k.hi)
	}
	v := g.lowBits(x.Args[0], k)
	return infix("&", infix(">>", v, g.count(x.Args[1]), v.typ), prim(v.typ, "1"), v.typ)
}

// bits emits v >> lo cut to hi-lo+1 bits.
func (g *scope) bits(x *opdefs.Call) code {
	hiR, loR := hull(g.ranges(x.Args[1])), hull(g.ranges(x.Args[2]))
	v := g.lowBits(x.Args[0], hiR)
	hi, okHi := hiR.point()
	lo, okLo := loR.point()
	if !okLo || lo != 0 {
		v = infix(">>", v, g.count(x.Args[2]), v.typ)
	}
	if okHi && okLo && hi >= lo {
		if int(hi-lo)+1 == v.typ.bits() {
			return v
		}
		return infix("&", v, literal(typeRange(int(hi-lo)+1, false).hi, v.typ), v.typ)
	}
	w := &opdefs.Binary{Pos: x.Pos, Op: "-", X: x.Args[1], Y: x.Args[2]}
	mask := code{fmt.Sprintf("lowMask(%s)", g.exactAs(w, i64).as(i64).s), u64, 6}
	return infix("&", v.as(u64), mask, u64)
}

// sext shifts the field to the top and back; a width of 0 gives 0.
func (g *scope) sext(x *opdefs.Call) code {
	w := hull(g.ranges(x.Args[1]))
	if !w.within(span(0, 63)) {
		g.fail(x.Pos, "sext(v, w) with w in %s..%s; legal is 0..63", w.lo, w.hi)
		return prim(i64, "0")
	}
	v, st, n := g.lowBits(x.Args[0], span(0, max(w.hi.Int64()-1, 0))), i32, int64(32)
	if v.typ == u64 {
		st, n = i64, 64
	}
	back := g.temp()
	g.emit("%s := %d - %s", back, n, g.exactAs(x.Args[1], u32).as(u32).at(5))
	return infix(">>", prim(st, "%s(%s << %s)", st, v.at(5), back), prim(u32, "%s", back), st)
}

// divide emits the integer division of the math unit (internal/num).
func (g *scope) divide(x *opdefs.Call) code {
	a, b := x.Args[0], x.Args[1]
	r := hull(g.ranges(a)).join(hull(g.ranges(b)))
	t, _ := pick(r, g.native())
	mask := 0
	for _, arg := range x.Args {
		e, ok := arg.(*opdefs.Elem)
		if !ok {
			g.fail(x.Pos, "%s of an expression; legal are elements of operands", x.Name)
			return prim(i64, "0")
		}
		mask |= 1 << g.op.SlotOf(e.Field)
	}
	if t != i32 && t != u32 && t != i64 {
		g.fail(x.Pos, "%s of values from %s to %s; legal are operands of up to 32 bits", x.Name, r.lo, r.hi)
		return prim(i64, "0")
	}
	unsigned := g.hoist("unsigned", fmt.Sprintf("f.Signed&%#x == 0", mask))
	return prim(i64, "%s(uint32(%s), uint32(%s), %s)", x.Name, g.exactAs(a, t).as(t).s, g.exactAs(b, t).as(t).s, unsigned)
}

// saturating emits a store's value clamped to int64, for values that leave it.
func (g *scope) saturating(e opdefs.Expr) code {
	if hull(g.ranges(e)).within(i64.span()) {
		return g.exactAs(e, i64).as(i64)
	}
	if x, ok := e.(*opdefs.Binary); ok {
		if x.Op == "<<" && hull(g.ranges(x.X)).within(i64.span()) {
			return prim(i64, "satShl(%s, %s)", g.exactAs(x.X, i64).as(i64).s, g.count(x.Y).as(u32).s)
		}
		name, known := map[string]string{"+": "satAdd", "-": "satSub", "*": "satMul"}[x.Op]
		if known && (x.Op != "*" || hull(g.ranges(x.X)).within(i64.span()) && hull(g.ranges(x.Y)).within(i64.span())) {
			return prim(i64, "%s(%s, %s)", name, g.saturating(x.X).s, g.saturating(x.Y).s)
		}
	}
	g.fail(e.Where(), "saturation of a value beyond 64 bits; legal are sums, differences, one product and one shift")
	return prim(i64, "0")
}
