package gen

import (
	"fmt"
	"math/big"

	"github.com/genvisa/genvisa/opdefs"
)

// mod emits an expression of type t that equals e modulo 2^bits.
func (g *scope) mod(e opdefs.Expr, t goType) code {
	if v, ok := exactPoint(g.ranges(e)); ok && !reads(e) {
		return literal(v, t)
	}
	switch x := e.(type) {
	case *opdefs.Unary:
		if x.Op == "-" || x.Op == "~" {
			op := map[string]string{"-": "-", "~": "^"}[x.Op]
			return code{op + g.operand(x.X, t).at(6), t, 6}
		}
	case *opdefs.Binary:
		switch x.Op {
		case "+", "-", "*", "&", "|", "^":
			return infix(x.Op, g.mod(x.X, t), g.mod(x.Y, t), t)
		case "<<":
			return infix("<<", g.operand(x.X, t), g.count(x.Y), t)
		}
	case *opdefs.Ternary:
		return g.choose(x, t)
	}
	return g.exact(e).as(t)
}

// operand is mod with a type even for constants, as shifts and ^ need.
func (g *scope) operand(e opdefs.Expr, t goType) code {
	c := g.mod(e, t)
	if _, isConst := exactPoint(g.ranges(e)); isConst {
		return prim(t, "%s(%s)", t, c.s)
	}
	return c
}

func exactPoint(rs []interval) (*big.Int, bool) {
	h := hull(rs)
	return h.lo, h.lo.Cmp(h.hi) == 0
}

// choose emits c ? a : b through a variable.
func (g *scope) choose(x *opdefs.Ternary, t goType) code {
	switch g.truth(x.C) {
	case 1:
		return g.mod(x.A, t)
	case 0:
		return g.mod(x.B, t)
	}
	v := g.temp()
	cond := g.boolean(x.C)
	if reads(x.B) { // only the chosen side may touch memory
		g.emit("var %s %s", v, t)
		g.emit("if %s {", cond.s)
		g.emit("%s = %s", v, g.mod(x.A, t).s)
		g.emit("} else {")
		g.emit("%s = %s", v, g.mod(x.B, t).s)
		g.emit("}")
		return prim(t, "%s", v)
	}
	g.emit("%s := %s", v, g.operand(x.B, t).s)
	g.emit("if %s {", cond.s)
	g.emit("%s = %s", v, g.mod(x.A, t).s)
	g.emit("}")
	return prim(t, "%s", v)
}

// reads reports whether an expression reads memory, which may fail.
func reads(e opdefs.Expr) bool {
	found := false
	opdefs.Walk(e, func(n opdefs.Node) {
		v, ok := n.(*opdefs.View)
		found = found || ok && v.Memory != ""
	})
	return found
}

// both emits x && y or x || y. A y that reads memory is evaluated only when x
// does not decide.
func (g *scope) both(x *opdefs.Binary) code {
	a := g.boolean(x.X)
	if !reads(x.Y) {
		return infix(x.Op, a, g.boolean(x.Y), noType)
	}
	v, undecided := g.temp(), "%s"
	if x.Op == "||" {
		undecided = "!%s"
	}
	g.emit("%s := %s", v, a.s)
	g.emit("if "+undecided+" {", v)
	g.emit("%s = %s", v, g.boolean(x.Y).s)
	g.emit("}")
	return prim(noType, "%s", v)
}

// count emits a shift count; its range must lie in 0..63.
func (g *scope) count(e opdefs.Expr) code {
	r := hull(g.ranges(e))
	if !r.within(span(0, 63)) {
		g.fail(e.Where(), "shift count from %s to %s; legal is a count that is provably in 0..63", r.lo, r.hi)
		return prim(u32, "0")
	}
	if isLane(e) {
		return prim(u32, "i")
	}
	c := g.exact(e)
	if c.typ.signed() {
		return c.as(u32)
	}
	return c
}

// isLane is true for the variable of a loop over all elements, a Go int.
func isLane(e opdefs.Expr) bool {
	r, ok := e.(*opdefs.Ref)
	return ok && r.Local != nil && r.Local.Lane
}

// index emits an index as Go int.
func (g *scope) index(e opdefs.Expr) string {
	if isLane(e) {
		return "i"
	}
	if c, ok := ofLane(e); ok && g.class != nil {
		return c.s
	}
	if v, ok := exactPoint(g.ranges(e)); ok {
		if v.Sign() < 0 || v.BitLen() > 31 {
			g.fail(e.Where(), "index %s; legal is an index from 0", v)
		}
		return v.String()
	}
	return "int(" + g.exact(e).s + ")"
}

// ofLane emits an index that is made of the lane and of numbers, all of them small, as it
// stands: package opdefs has counted it out.
func ofLane(e opdefs.Expr) (c code, ok bool) {
	switch x := e.(type) {
	case *opdefs.Num:
		return prim(noType, "%d", x.Int), !x.Float
	case *opdefs.Ref:
		return prim(noType, "i"), isLane(x)
	case *opdefs.Unary:
		op := map[string]string{"-": "-", "~": "^"}[x.Op]
		c, ok = ofLane(x.X)
		return code{op + c.at(6), noType, 6}, ok && op != ""
	case *opdefs.Binary:
		a, ok := ofLane(x.X)
		b, ok2 := ofLane(x.Y)
		return infix(x.Op, a, b, noType), ok && ok2 && goPrec[x.Op] > 3
	}
	return code{}, false
}

// exact emits e in a type that holds its whole range.
func (g *scope) exact(e opdefs.Expr) code {
	r := hull(g.ranges(e))
	t, ok := pick(r, g.native())
	if !ok {
		if s, ok := g.wideShift(e); ok {
			return s
		}
		g.fail(e.Where(), "value from %s to %s is needed in full and no 64-bit integer holds it; only + - * << & | ^ ~ of a store may exceed 64 bits", r.lo, r.hi)
		return prim(i64, "0")
	}
	return g.exactAs(e, t)
}

// exactAs is exact in type t, which holds the range of e.
func (g *scope) exactAs(e opdefs.Expr, t goType) code {
	switch x := e.(type) {
	case *opdefs.Num:
		return g.mod(e, t)
	case *opdefs.Ref:
		return g.ref(x, t)
	case *opdefs.Elem:
		return g.elem(x)
	case *opdefs.View:
		return g.view(x)
	case *opdefs.Unary:
		if x.Op == "!" {
			return g.fromBool(g.boolean(e), t)
		}
		return g.mod(e, t)
	case *opdefs.Binary:
		switch x.Op {
		case ">>":
			if s, ok := g.wideShift(e); ok {
				return s
			}
			v := g.exact(x.X)
			if _, isConst := exactPoint(g.ranges(x.X)); isConst {
				v = prim(v.typ, "%s(%s)", v.typ, v.s)
			}
			return infix(">>", v, g.count(x.Y), v.typ)
		case "/":
			return infix("/", g.exactAs(x.X, i64).as(i64), g.exactAs(x.Y, i64).as(i64), i64)
		case "==", "!=", "<", "<=", ">", ">=", "&&", "||":
			return g.fromBool(g.boolean(e), t)
		}
		return g.mod(e, t)
	case *opdefs.Ternary:
		return g.choose(x, t)
	case *opdefs.Call:
		return g.call(x, t)
	}
	panic("BUG: unknown expression")
}

// wideShift is (a*b) >> k for products that exceed 64 bits.
func (g *scope) wideShift(e opdefs.Expr) (code, bool) {
	sh, ok := e.(*opdefs.Binary)
	if !ok || sh.Op != ">>" {
		return code{}, false
	}
	mul, ok := sh.X.(*opdefs.Binary)
	if !ok || mul.Op != "*" {
		return code{}, false
	}
	if _, fits := pick(hull(g.ranges(mul)), g.native()); fits {
		return code{}, false
	}
	if !hull(g.ranges(mul.X)).within(i64.span()) || !hull(g.ranges(mul.Y)).within(i64.span()) {
		return code{}, false
	}
	return prim(i64, "mulShift(%s, %s, %s)", g.exactAs(mul.X, i64).as(i64).s, g.exactAs(mul.Y, i64).as(i64).s, g.count(sh.Y).as(u32).s), true
}

func (g *scope) fromBool(b code, t goType) code {
	v := g.temp()
	g.emit("var %s %s", v, t)
	g.emit("if %s {", b.s)
	g.emit("%s = 1", v)
	g.emit("}")
	return prim(t, "%s", v)
}

func (g *scope) ref(x *opdefs.Ref, t goType) code {
	switch {
	case x.Env == "exec_size":
		return prim(i64, "int64(n)")
	case x.Env == "GRF_SIZE":
		return prim(i64, "int64(f.GRFSize)")
	case x.Local != nil && x.Local.Type == opdefs.BOOL:
		return g.fromBool(prim(noType, "%s", g.local(x.Local)), t)
	case isLane(x):
		return prim(i64, "int64(i)")
	case x.Local != nil && g.constant(x.Local):
		return literal(g.total[x.Local][0].lo, g.localType(x.Local))
	case x.Local != nil:
		return prim(g.localType(x.Local), "%s", g.local(x.Local))
	}
	slot := g.op.SlotOf(x.Field)
	if x.Field.Type == opdefs.TTag {
		return prim(i64, tagParam)
	}
	if slot < 0 {
		return g.mod(x, t)
	}
	name := localName(x.Field.Name)
	switch {
	case !x.Field.Type.IsNumber():
		st := g.scalarType()
		return prim(st, "%s", g.hoist(name, fmt.Sprintf("%s(f.Field[%d])", st, slot)))
	case x.Field.Log2:
		return prim(i64, "%s", g.hoist(name, fmt.Sprintf("int64(1) << uint(f.Field[%d])", slot)))
	}
	return prim(i64, "%s", g.hoist(name, fmt.Sprintf("f.Field[%d]", slot)))
}

func (g *scope) localType(l *opdefs.Local) goType {
	if t, ok := g.types[l]; ok {
		return t
	}
	if l.Sized {
		return u64 // the old value of an atomic
	}
	return i64
}

// local is a local's Go name.
func (g *scope) local(l *opdefs.Local) string {
	if l.Lane {
		return "i"
	}
	return g.names[l.Name]
}

// elem reads element i of a source row, or a mask bit.
func (g *scope) elem(x *opdefs.Elem) code {
	if x.Mask != "" {
		mask := g.hoist(map[string]string{"ChEn": "enabled", "EM": "executing", "Pred": "chosen"}[x.Mask], "f."+x.Mask)
		return infix("&", infix(">>", prim(u32, "%s", mask), g.count(x.Index), u32), prim(u32, "1"), u32)
	}
	slot := g.op.SlotOf(x.Field)
	if g.class.typ == u32 && g.sort == opdefs.SortBool {
		name := g.hoist(localName(x.Field.Name), fmt.Sprintf("f.Bits[%d]", slot))
		return infix("&", infix(">>", prim(u32, "%s", name), g.count(x.Index), u32), prim(u32, "1"), u32)
	}
	return prim(g.class.typ, "%s[%s]", g.row(x.Field), g.index(x.Index))
}

// row is the Go name of an operand's row, cut to the number of elements.
func (g *scope) row(f *opdefs.OpField) string {
	if f.Elements != nil { // as many elements as its page says
		return g.hoist(localName(f.Name), fmt.Sprintf("f.Row(%d).%s()", g.op.SlotOf(f), g.class.row))
	}
	return g.hoist(localName(f.Name), fmt.Sprintf("f.Row(%d).%s()[:n]", g.op.SlotOf(f), g.class.row))
}

// boolean emits a condition as a Go bool.
func (g *scope) boolean(e opdefs.Expr) code {
	switch g.truth(e) {
	case 1:
		return prim(noType, "true")
	case 0:
		return prim(noType, "false")
	}
	switch x := e.(type) {
	case *opdefs.Unary:
		if x.Op == "!" {
			return code{"!" + g.boolean(x.X).at(6), noType, 6}
		}
	case *opdefs.Binary:
		switch x.Op {
		case "&&", "||":
			return g.both(x)
		case "==", "!=", "<", "<=", ">", ">=":
			return g.relation(x.Op, x.X, x.Y)
		}
	case *opdefs.Ref:
		if x.Local != nil && x.Local.Type == opdefs.BOOL {
			return prim(noType, "%s", g.local(x.Local))
		}
	case *opdefs.Call:
		if b, ok := g.boolCall(x); ok {
			return b
		}
	}
	c := g.exact(e)
	return infix("!=", c, prim(c.typ, "0"), noType)
}

// relation compares integers in a type that holds both, or floats.
func (g *scope) relation(op string, x, y opdefs.Expr) code {
	if g.isFloat(x) || g.isFloat(y) {
		return infix(op, g.compared(x), g.compared(y), noType)
	}
	r := hull(g.ranges(x)).join(hull(g.ranges(y)))
	t, ok := pick(r, g.native())
	if !ok {
		g.fail(x.Where(), "comparison of values from %s to %s; no 64-bit integer holds them", r.lo, r.hi)
		return prim(noType, "false")
	}
	return infix(op, g.exactAs(x, t).as(t), g.exactAs(y, t).as(t), noType)
}
