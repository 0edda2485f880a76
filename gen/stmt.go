package gen

import (
	"fmt"
	"math/big"

	"github.com/genvisa/genvisa/opdefs"
)

func (g *scope) stmt(s opdefs.Stmt) {
	switch s := s.(type) {
	case *opdefs.Block:
		g.block(s)
	case *opdefs.If:
		g.ifStmt(s)
	case *opdefs.For:
		switch {
		case s.Lanes && !g.splits(s):
			g.laneLoop(s)
		case !s.Lanes && !g.movesBlock(s):
			g.forLoop(s)
		}
	case *opdefs.While:
		g.while(s)
	case *opdefs.Atomic:
		g.atomic(s)
	case *opdefs.Decl:
		g.decl(s)
	case *opdefs.Assign:
		g.assign(s)
	default:
		panic("BUG: unknown statement")
	}
}

// block emits statements; those of a block inside a block keep their names to
// themselves.
func (g *scope) block(s *opdefs.Block) {
	for _, x := range s.List {
		_, inner := x.(*opdefs.Block)
		if inner {
			g.emit("{")
		}
		g.stmt(x)
		if inner {
			g.emit("}")
		}
	}
}

func (g *scope) ifStmt(s *opdefs.If) {
	if e, ok := s.Cond.(*opdefs.Elem); ok && e.Mask != "" && s.Else == nil {
		g.guard(e, s.Then)
		return
	}
	switch g.truth(s.Cond) {
	case 1:
		g.stmt(s.Then)
		return
	case 0:
		if s.Else != nil {
			g.stmt(s.Else)
		}
		return
	}
	g.emit("if %s {", g.boolean(s.Cond).s)
	then := g.branch(func() { g.stmt(s.Then) })
	other := g.env
	if s.Else != nil {
		g.emit("} else {")
		other = g.branch(func() { g.stmt(s.Else) })
	}
	g.emit("}")
	g.merge(then, other)
}

// guard is if (ChEn[i]) or if (EM[i]). Row kernels compute all elements, since
// stores mask them; memory bodies skip the others.
func (g *scope) guard(e *opdefs.Elem, then opdefs.Stmt) {
	if g.class != nil {
		g.stmt(then)
		return
	}
	g.emit("if %s {", g.boolean(e).s)
	out := g.branch(func() { g.stmt(then) })
	g.emit("}")
	g.merge(out, g.env)
}

func (g *scope) laneLoop(s *opdefs.For) {
	g.setLocal(s.Var, g.constRange(span(0, 31)))
	if g.class != nil && g.op.Page.Props.Mask == opdefs.MaskChannels && !guarded(s.Body) {
		g.emit("f.ChEn = uint32(1<<n - 1)")
	}
	g.emit("for i := range n {")
	g.loopBody(32, s.Body)
	g.emit("}")
}

// guarded reports whether a body tests a mask somewhere.
func guarded(s opdefs.Stmt) bool {
	found := false
	opdefs.Walk(s, func(n opdefs.Node) {
		if e, ok := n.(*opdefs.Elem); ok && e.Mask != "" && e.Mask != "Pred" {
			found = true
		}
	})
	return found
}

// loopBody emits a body that runs up to so many times.
func (g *scope) loopBody(trips int, body opdefs.Stmt) {
	g.fixpoint(trips, func() { g.stmt(body) })
	before := g.env
	after := g.branch(func() { g.stmt(body) })
	g.merge(before, after)
}

func (g *scope) forLoop(s *opdefs.For) {
	from, to := hull(g.ranges(s.From)), hull(g.ranges(s.To))
	last := unaryRange("~", unaryRange("-", to)) // to - 1
	counter := interval{from.lo, maxBig(last.hi, from.hi)}
	g.setLocal(s.Var, g.constRange(counter))
	stepped := interval{counter.lo, new(big.Int).Add(counter.hi, big.NewInt(s.Step))}
	g.total[s.Var] = joinRanges(g.total[s.Var], g.constRange(stepped)) // the type holds the value that ends the loop, too
	t := g.localType(s.Var)
	v := g.local(s.Var)
	step := fmt.Sprintf("%s += %d", v, s.Step)
	if s.Step == 1 {
		step = v + "++"
	}
	both, ok := pick(stepped.join(to), t)
	if !ok {
		g.fail(s.To.Where(), "loop from %s to %s; no 64-bit integer holds both", from.lo, to.hi)
		return
	}
	g.emit("for %s := %s; %s < %s; %s {", v, constOf(g.mod(s.From, t), t), prim(t, "%s", v).as(both).s, g.exactAs(s.To, both).as(both).s, step)
	g.loopBody(tripCount(from, to, s.Step), s.Body)
	g.emit("}")
}

// tripCount is the most iterations of a loop; 0 above 1000.
func tripCount(from, to interval, step int64) int {
	n := new(big.Int).Sub(to.hi, from.lo)
	if !n.IsInt64() || n.Int64() > 1000*step {
		return 0
	}
	return int(max((n.Int64()+step-1)/step, 1))
}

func constOf(c code, t goType) string { return fmt.Sprintf("%s(%s)", t, c.s) }

func (g *scope) while(s *opdefs.While) {
	g.emit("for {")
	cond := func() {
		g.emit("if !(%s) {", g.boolean(s.Cond).s)
		g.emit("break")
		g.emit("}")
	}
	g.fixpoint(0, func() { cond(); g.stmt(s.Body) })
	if g.truth(s.Cond) == 1 {
		g.fail(s.Cond.Where(), "condition of while is true for all values that its operands can have; legal is one that ends the loop")
	}
	before := g.env
	after := g.branch(func() { cond(); g.stmt(s.Body) })
	g.emit("}")
	g.merge(before, after)
}

func (g *scope) decl(s *opdefs.Decl) {
	if s.Var.Type == opdefs.BOOL {
		b := g.boolean(s.Init)
		g.setLocal(s.Var, g.constRange(span(0, 1)))
		g.emit("%s := %s", g.local(s.Var), b.s)
		return
	}
	v := g.stored(s.Var, s.Init)
	g.setLocal(s.Var, g.ranges(s.Init))
	if g.constant(s.Var) {
		return
	}
	if _, isConst := exactPoint(g.ranges(s.Init)); isConst || v.typ != g.localType(s.Var) {
		v.s = constOf(v, g.localType(s.Var))
	}
	g.emit("%s := %s", g.local(s.Var), v.s)
}

// constant is true for a local with one value everywhere: its uses are numbers.
func (g *scope) constant(l *opdefs.Local) bool {
	_, ok := exactPoint(g.total[l])
	return ok
}

// stored emits a value for a local: exact for an int, cut to size for others.
func (g *scope) stored(l *opdefs.Local, e opdefs.Expr) code {
	t := g.localType(l)
	if l.Sized && l.Type.Bits() < t.bits() && !hull(g.ranges(e)).within(elementRange(l.Type)) {
		small := fmt.Sprintf("uint%d", l.Type.Bits())
		if l.Type.IsSigned() {
			small = small[1:]
		}
		return prim(t, "%s(%s(%s))", t, small, g.operand(e, t).s)
	}
	if l.Sized {
		return g.mod(e, t)
	}
	return g.exactFor(e, t)
}

// exactFor is a value of a local in the type that holds all of the local's values.
func (g *scope) exactFor(e opdefs.Expr, t goType) code {
	if hull(g.ranges(e)).within(t.span()) {
		return g.exactAs(e, t).as(t)
	}
	return g.exact(e).as(t)
}

func (g *scope) assign(s *opdefs.Assign) {
	switch pl := s.Place.(type) {
	case *opdefs.Ref:
		if pl.Local.Type == opdefs.BOOL {
			g.emit("%s = %s", g.local(pl.Local), g.boolean(s.Value).s)
			return
		}
		v := g.stored(pl.Local, s.Value)
		g.setLocal(pl.Local, g.ranges(s.Value))
		if !g.constant(pl.Local) {
			g.emit("%s = %s", g.local(pl.Local), v.s)
		}
	case *opdefs.Elem:
		g.storeElem(pl, s.Value)
	case *opdefs.View:
		g.storeView(pl, s.Value)
	}
}

// storeElem stores to a row, or collects predicate bits.
func (g *scope) storeElem(pl *opdefs.Elem, e opdefs.Expr) {
	if !isLane(pl.Index) {
		g.emit("f.ChEn &= 1") // the other elements are not stored
	}
	if pl.Mask != "" || g.variant.pred && pl.Field.Type == opdefs.TDst {
		g.storePred(pl, e)
		return
	}
	if opdefs.IsUndefined(e) {
		g.emit("f.ChEn &^= 1 << %s", g.index(pl.Index))
		return
	}
	at := g.row(pl.Field) + "[" + g.index(pl.Index) + "]"
	t := g.class.typ
	switch {
	case g.isFloat(e):
		g.emit("%s = %s", at, g.float(e).s)
	case g.class.suffix != "":
		v, ok := exactPoint(g.ranges(e))
		if !ok {
			g.fail(e.Where(), "an integer is stored where the sources are floats; legal are a float and a number")
		}
		g.emit("%s = %s", at, literal(v, i64).s)
	case hull(g.ranges(e)).within(t.span()):
		g.emit("%s = %s", at, g.mod(e, t).s)
	default:
		g.wide = true
		if g.variant.sat {
			g.emit("%s = %s", at, g.saturating(e).s)
			return
		}
		g.emit("%s = %s", at, g.mod(e, t).s)
	}
}

// storePred adds one element's bit to the result word.
func (g *scope) storePred(pl *opdefs.Elem, e opdefs.Expr) {
	if g.stores[pl.Field] == nil {
		g.stores[pl.Field] = map[*opdefs.Elem]bool{}
	}
	g.stores[pl.Field][pl] = true // complete after the dry run
	name := g.hoist("result"+resultName(pl.Field), "uint32(0)")
	i := g.index(pl.Index)
	if len(g.stores[pl.Field]) > 1 { // an earlier store may have set the bit
		g.emit("%s &^= 1 << %s", name, i)
	}
	if ref, ok := e.(*opdefs.Ref); ok && ref.Local != nil && ref.Local.Type == opdefs.BOOL || g.isCondition(e) {
		v := g.temp()
		cond := g.boolean(e)
		g.emit("var %s uint32", v)
		g.emit("if %s {", cond.s)
		g.emit("%s = 1", v)
		g.emit("}")
		g.emit("%s |= %s << %s", name, v, i)
		return
	}
	g.emit("%s |= %s & 1 << %s", name, g.operand(e, u32).at(5), i)
}

// resultName ends the name of a result word; no field is the instruction's predicate.
func resultName(f *opdefs.OpField) string {
	if f == nil {
		return "Pred"
	}
	return camelField(f)
}

func (g *scope) isCondition(e opdefs.Expr) bool {
	switch x := e.(type) {
	case *opdefs.Binary:
		return goPrec[x.Op] <= 3
	case *opdefs.Unary:
		return x.Op == "!"
	case *opdefs.Call:
		return x.Name == "compare" || x.Name == "fits"
	}
	return false
}

func (g *scope) finishPreds() {
	for _, f := range g.op.Slots() {
		if g.stores[f] != nil {
			g.emit("f.Bits[%d] = result%s", g.op.SlotOf(f), resultName(f))
		}
	}
	if g.stores[nil] != nil {
		g.emit("f.Pred = result%s", resultName(nil))
	}
}
