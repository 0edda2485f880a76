package gen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/genvisa/genvisa/opdefs"
)

// Loops of memory bodies over lanes become accesses of whole rows: addresses are
// computed for all lanes, then one call moves the elements. That is right when a
// lane's path through the body has one access and nothing else that another
// lane could see. Other loops access memory element by element.

// split is the loop over lanes that is being taken apart.
type split struct {
	lane  *opdefs.Local
	inner *opdefs.For // a loop inside it, over the elements of a lane
	mask  string      // of the lanes
	decls []*opdefs.Decl
}

// splits emits the loop as accesses of rows, if it can.
func (g *scope) splits(s *opdefs.For) bool {
	sp := &split{lane: s.Var}
	if g.class != nil || !sp.takes(s.Body) {
		return false
	}
	sp = &split{lane: s.Var, mask: "uint32(1<<n - 1)"}
	g.splitStmt(sp, s.Body)
	return true
}

// varies reports whether an expression differs between lanes or, inside a lane,
// between elements.
func (sp *split) varies(e opdefs.Expr) bool {
	found := false
	opdefs.Walk(e, func(n opdefs.Node) {
		switch x := n.(type) {
		case *opdefs.View, *opdefs.Elem:
			found = true
		case *opdefs.Ref:
			found = found || x.Local != nil && (x.Local == sp.lane || sp.inner != nil && x.Local == sp.inner.Var || sp.declares(x.Local))
		}
	})
	return found
}

func (sp *split) declares(l *opdefs.Local) bool {
	for _, d := range sp.decls {
		if d.Var == l {
			return true
		}
	}
	return false
}

// takes reports whether a statement of the loop can be taken apart. Blocks may
// declare locals and then have one statement.
func (sp *split) takes(s opdefs.Stmt) bool {
	switch x := s.(type) {
	case *opdefs.Block:
		for i, y := range x.List {
			if d, ok := y.(*opdefs.Decl); ok {
				if reads(d.Init) || d.Var.Type == opdefs.BOOL || sp.inner != nil && sp.varies(d.Init) {
					return false
				}
				if sp.varies(d.Init) {
					sp.decls = append(sp.decls, d)
				}
				continue
			}
			if i != len(x.List)-1 || !sp.takes(y) {
				return false
			}
		}
		return len(x.List) > 0
	case *opdefs.If:
		if e, ok := x.Cond.(*opdefs.Elem); ok && (e.Mask == "ChEn" || e.Mask == "EM") && x.Else == nil && sp.isLane(e.Index) {
			return sp.takes(x.Then)
		}
		return !sp.varies(x.Cond) && sp.takes(x.Then) && (x.Else == nil || sp.takes(x.Else))
	case *opdefs.For:
		from, ok := x.From.(*opdefs.Num)
		if x.Lanes || sp.inner != nil || x.Step != 1 || !ok || from.Int != 0 || sp.varies(x.To) {
			return false
		}
		sp.inner = x
		defer func() { sp.inner = nil }()
		return sp.takes(x.Body)
	case *opdefs.Assign:
		_, ok := sp.transfer(x)
		return ok
	case *opdefs.Atomic:
		_, ok := sp.exchange(x)
		return ok && sp.inner == nil
	}
	return false
}

func (sp *split) isLane(e opdefs.Expr) bool {
	r, ok := e.(*opdefs.Ref)
	return ok && r.Local == sp.lane
}

// transfer is a load into a raw operand or a store from one.
type transfer struct {
	mem, raw           *opdefs.View
	store              bool
	step               opdefs.Expr // of the address, from element to element of a lane; nil: 0
	base, stride, next opdefs.Expr // of the raw operand's index: at 0, by lane, by element; nil: 0
}

func (sp *split) transfer(s *opdefs.Assign) (t transfer, ok bool) {
	to, okTo := s.Place.(*opdefs.View)
	from, okFrom := s.Value.(*opdefs.View)
	if !okTo || !okFrom || (to.Memory == "") == (from.Memory == "") {
		return t, false
	}
	t = transfer{mem: from, raw: to}
	if to.Memory != "" {
		t = transfer{mem: to, raw: from, store: true}
	}
	if !t.shape() || reads(t.mem.Index) {
		return t, false
	}
	step, ok1 := sp.slope(t.mem.Index, sp.element())
	stride, ok2 := sp.slope(t.raw.Index, sp.lane)
	next, ok3 := sp.slope(t.raw.Index, sp.element())
	if !ok1 || !ok2 || !ok3 || step != nil && sp.varies(step) || stride != nil && sp.varies(stride) || next != nil && sp.varies(next) {
		return t, false
	}
	t.step, t.stride, t.next = step, stride, next
	t.base = zero(zero(t.raw.Index, sp.lane), sp.element())
	return t, !sp.varies(t.base)
}

// shape reports whether a row can do the conversion between the two types:
// none, or unsigned from one or two bytes to a dword and back.
func (t *transfer) shape() bool {
	m, r := t.mem.Type, t.raw.Type
	switch {
	case t.mem.Auto || t.raw.Auto:
		return false
	case m.Bits() == r.Bits():
		return true
	}
	return m.Bits() < 32 && r.Bits() == 32 && (t.store || !m.IsSigned())
}

// element is the variable of the loop over a lane's elements, or nil.
func (sp *split) element() *opdefs.Local {
	if sp.inner == nil {
		return nil
	}
	return sp.inner.Var
}

// slope is what an expression grows by when a variable does; nil is 0. ok is
// false where it is not the same everywhere.
func (sp *split) slope(e opdefs.Expr, v *opdefs.Local) (d opdefs.Expr, ok bool) {
	if v == nil || !mentions(e, v) {
		return nil, true
	}
	switch x := e.(type) {
	case *opdefs.Ref:
		return &opdefs.Num{Pos: x.Pos, Int: 1}, x.Local == v
	case *opdefs.Binary:
		a, okA := sp.slope(x.X, v)
		b, okB := sp.slope(x.Y, v)
		if !okA || !okB {
			return nil, false
		}
		switch {
		case x.Op == "+" && a != nil && b != nil:
			return &opdefs.Binary{Pos: x.Pos, Op: "+", X: a, Y: b}, true
		case x.Op == "+" && a != nil, x.Op == "-" && b == nil:
			return a, true
		case x.Op == "+":
			return b, true
		case x.Op == "*" && b == nil:
			return product(a, x.Y), true
		case x.Op == "*" && a == nil:
			return product(b, x.X), true
		}
	}
	return nil, false
}

func product(a, b opdefs.Expr) opdefs.Expr {
	if n, ok := a.(*opdefs.Num); ok && n.Int == 1 {
		return b
	}
	return &opdefs.Binary{Pos: a.Where(), Op: "*", X: a, Y: b}
}

func mentions(e opdefs.Expr, v *opdefs.Local) bool {
	found := false
	opdefs.Walk(e, func(n opdefs.Node) {
		r, ok := n.(*opdefs.Ref)
		found = found || ok && r.Local == v
	})
	return found
}

// zero is an expression with a variable at 0, of the operators that slope knows.
func zero(e opdefs.Expr, v *opdefs.Local) opdefs.Expr {
	if v == nil || !mentions(e, v) {
		return e
	}
	switch x := e.(type) {
	case *opdefs.Ref:
		return &opdefs.Num{Pos: x.Pos}
	case *opdefs.Binary:
		a, b := zero(x.X, v), zero(x.Y, v)
		switch {
		case x.Op == "+" && isZero(a):
			return b
		case x.Op != "*" && isZero(b):
			return a
		case x.Op == "*" && (isZero(a) || isZero(b)):
			return &opdefs.Num{Pos: x.Pos}
		}
		return &opdefs.Binary{Pos: x.Pos, Op: x.Op, X: a, Y: b}
	}
	panic("BUG: expression without slope")
}

func isZero(e opdefs.Expr) bool {
	n, ok := e.(*opdefs.Num)
	return ok && n.Int == 0 && !n.Float
}

// exchange is an atomic whose operands and old value are the lane's elements of
// raw operands.
func (sp *split) exchange(a *opdefs.Atomic) (fields [3]*opdefs.OpField, ok bool) {
	whole := func(e opdefs.Expr) *opdefs.OpField {
		v, isView := e.(*opdefs.View)
		if !isView || v.Memory != "" || !sp.isLane(v.Index) || v.Auto != a.Place.Auto || v.Type.Bits() != a.Place.Type.Bits() {
			return nil
		}
		return v.Field
	}
	if len(a.Body.List) != 1 || reads(a.Place.Index) {
		return fields, false
	}
	keep, isAssign := a.Body.List[0].(*opdefs.Assign)
	if !isAssign {
		return fields, false
	}
	r, isRef := keep.Value.(*opdefs.Ref)
	fields = [3]*opdefs.OpField{whole(a.Update.Args[2]), whole(a.Update.Args[3]), whole(keep.Place)}
	return fields, isRef && r.Local == a.Old && fields[0] != nil && fields[1] != nil && fields[2] != nil
}

func (g *scope) splitStmt(sp *split, s opdefs.Stmt) {
	switch x := s.(type) {
	case *opdefs.Block:
		kept := len(sp.decls)
		if len(x.List) > 1 { // it declares names of its own
			g.emit("{")
			defer g.emit("}")
		}
		for _, y := range x.List {
			d, ok := y.(*opdefs.Decl)
			switch {
			case ok && sp.varies(d.Init):
				sp.decls = append(sp.decls, d)
				g.setLocal(d.Var, g.laneRanges(sp, d.Init))
			case ok:
				g.decl(d)
			default:
				g.splitStmt(sp, y)
			}
		}
		sp.decls = sp.decls[:kept]
	case *opdefs.If:
		g.splitIf(sp, x)
	case *opdefs.For:
		sp.inner = x
		g.splitStmt(sp, x.Body)
		sp.inner = nil
	case *opdefs.Assign:
		t, _ := sp.transfer(x)
		g.transfer(sp, t)
	case *opdefs.Atomic:
		fields, _ := sp.exchange(x)
		g.exchange(sp, x, fields)
	}
}

// laneRanges are the ranges of an expression over all lanes.
func (g *scope) laneRanges(sp *split, e opdefs.Expr) []interval {
	g.setLocal(sp.lane, g.constRange(span(0, 31)))
	return g.ranges(e)
}

func (g *scope) splitIf(sp *split, x *opdefs.If) {
	if e, ok := x.Cond.(*opdefs.Elem); ok {
		outer := sp.mask
		sp.mask = g.hoist(map[string]string{"ChEn": "enabled", "EM": "executing"}[e.Mask], "f."+e.Mask)
		g.splitStmt(sp, x.Then)
		sp.mask = outer
		return
	}
	g.emit("if %s {", g.boolean(x.Cond).s)
	then := g.branch(func() { g.splitStmt(sp, x.Then) })
	other := g.env
	if x.Else != nil {
		g.emit("} else {")
		other = g.branch(func() { g.splitStmt(sp, x.Else) })
	}
	g.emit("}")
	g.merge(then, other)
}

// addresses emits the loop that computes every lane's address.
func (g *scope) addresses(sp *split, mem *opdefs.View) {
	at := *mem
	at.Index = zero(mem.Index, sp.element())
	rows := g.hoist("at", "f.At[:n]")
	g.setLocal(sp.lane, g.constRange(span(0, 31)))
	start := len(g.lines)
	g.emit("for i := range n {")
	g.rows = map[string]string{}
	for _, d := range sp.decls {
		g.decl(d)
	}
	g.emit("%s[i] = %s", rows, g.address(&at))
	g.emit("}")
	if !g.dry {
		if sum := g.sum(g.lines[start:]); sum != "" {
			g.lines = append(g.lines[:start], sum)
		}
	}
	if len(g.rows) > 0 && !g.dry { // an operand is asked for where it is read only: it may be too short elsewhere
		before := append([]string{"{"}, slices.Sorted(maps.Values(g.rows))...)
		g.lines = append(slices.Insert(g.lines, start, before...), "}")
	}
	g.rows = nil
}

func (g *scope) transfer(sp *split, t transfer) {
	g.addresses(sp, t.mem)
	size, cell := t.mem.Type.Bits()/8, t.raw.Type.Bits()/8
	call, count := "loadRow", "1"
	if t.store {
		call = "storeRow"
	}
	if sp.inner != nil {
		count = "int(" + g.exactAs(sp.inner.To, i64).as(i64).s + ")"
	}
	step := "0"
	if t.step != nil {
		step = g.mod(t.step, u64).s
	}
	base := scaled(g.index(t.base), cell)
	apart := [2]string{"0", "0"}
	for i, cells := range [2]opdefs.Expr{t.stride, t.next} {
		if cells != nil {
			apart[i] = scaled(g.index(cells), cell)
		}
	}
	g.emit("f.elements(%s, %d, %d, %s, %s, %s, %s)", sp.mask, size, cell, count, step, apart[0], apart[1])
	g.emit("if err := f.%s(%d, %s); err != nil {", call, g.op.SlotOf(t.raw.Field), base)
	g.emit("return err")
	g.emit("}")
}

// scaled is a number of cells, as Go text, in bytes.
func scaled(cells string, size int) string {
	if n, err := strconv.Atoi(cells); err == nil {
		return strconv.Itoa(n * size)
	}
	return fmt.Sprintf("%d * (%s)", size, cells)
}

func (g *scope) exchange(sp *split, a *opdefs.Atomic, fields [3]*opdefs.OpField) {
	size := fmt.Sprint(a.Place.Type.Bits() / 8)
	if a.Place.Auto {
		size = g.atomicSize()
	}
	update := g.temp()
	g.emit("%s, err := rmw(%s)", update, g.operation(a))
	g.emit("if err != nil {")
	g.emit("return err")
	g.emit("}")
	g.addresses(sp, a.Place)
	g.emit("if err := f.atomicRow(%s, %s, %s, %d, %d, %d); err != nil {", sp.mask, size, update,
		g.op.SlotOf(fields[0]), g.op.SlotOf(fields[1]), g.op.SlotOf(fields[2]))
	g.emit("return err")
	g.emit("}")
}

// block emits a loop that moves consecutive elements as one block, if it is one.
func (g *scope) movesBlock(s *opdefs.For) bool {
	a, ok := s.Body.(*opdefs.Assign)
	if b, isBlock := s.Body.(*opdefs.Block); isBlock && len(b.List) == 1 {
		a, ok = b.List[0].(*opdefs.Assign)
	}
	from, isNum := s.From.(*opdefs.Num)
	if g.class != nil || !ok || !isNum || from.Int != 0 || s.Step != 1 {
		return false
	}
	sp := &split{lane: s.Var}
	t, ok := sp.transfer(a)
	size := t.mem0().Bits() / 8
	if !ok || t.stride == nil || !isNumber(t.stride, 1) || t.raw.Type.Bits()/8 != size {
		return false
	}
	grows, ok := sp.slope(t.mem.Index, s.Var)
	if !ok || grows == nil || !isNumber(grows, uint64(size)) {
		return false
	}
	call := "readBlock"
	if t.store {
		call = "writeBlock"
	}
	at := *t.mem
	at.Index = zero(t.mem.Index, s.Var)
	g.emit("if err := f.%s(%d, %d*%s, %s, %d*int(%s)); err != nil {", call, g.op.SlotOf(t.raw.Field), size, g.index(t.base), g.address(&at),
		size, g.exactAs(s.To, i64).as(i64).s)
	g.emit("return err")
	g.emit("}")
	return true
}

// mem0 is the type in memory, UB for a transfer that is none.
func (t *transfer) mem0() opdefs.Type {
	if t.mem == nil {
		return opdefs.UB
	}
	return t.mem.Type
}

func isNumber(e opdefs.Expr, v uint64) bool {
	n, ok := e.(*opdefs.Num)
	return ok && n.Int == v && !n.Float
}
