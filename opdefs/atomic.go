package opdefs

import "strings"

// atomic reads atomic PLACE as NAME { ... NAME = rmw(op, NAME, a, b); }.
func (ps *parser) atomic(at Pos) Stmt {
	a := &Atomic{Pos: at}
	v, ok := ps.primary().(*View)
	if !ok || v.Memory == "" {
		ps.fail(at, "atomic has no memory place; legal are surface.VIEW[...] and flat.VIEW[...]")
	}
	if !v.Auto && v.Type != UD && v.Type != UQ {
		ps.fail(v.Pos, "atomic on a view of type %s; legal are AT, UD and UQ", v.Type)
	}
	a.Place = v
	if !ps.keyword("as") {
		ps.fail(ps.tok().pos, "found %q; legal here is \"as\"", ps.tok().text)
	}
	n := ps.name("a name for the old value")
	a.Old = &Local{Pos: n.pos, Name: n.text, Type: UQ, Sized: true, Old: true}
	a.Body = &Block{Pos: ps.expect("{")}
	outer := len(ps.scope)
	ps.declare(a.Old)
	defer ps.nest()()
	for a.Update == nil {
		switch t := ps.tok(); {
		case t.kind == 'n' && t.text == n.text:
			ps.update(a)
		case ps.is("}"), t.kind == 'e':
			ps.fail(t.pos, "found %q; legal here is the new value: %s = rmw(op, %s, a, b);", t.text, n.text, n.text)
		default:
			a.Body.List = append(a.Body.List, ps.stmt())
		}
	}
	ps.expect("}")
	ps.scope = ps.scope[:outer]
	return a
}

// update reads the statement that gives an atomic's new value. An engine picks
// the operation once and reads its operands before the memory, so neither may
// depend on the old value.
func (ps *parser) update(a *Atomic) {
	old := ps.name("the old value").text
	ps.expect("=")
	at := ps.tok().pos
	c, ok := ps.expr().(*Call)
	if !ok || c.Name != "rmw" {
		ps.fail(at, "new value of %s is no call of rmw; legal is %s = rmw(op, %s, a, b);", old, old, old)
	}
	_, isNum := c.Args[0].(*Num)
	r, isRef := c.Args[0].(*Ref)
	if !isNum && (!isRef || r.Field == nil || r.Field.Enum == nil || !IsAtomicOp(r.Field.Enum)) {
		ps.fail(c.Args[0].Where(), "operation of rmw; legal are a number and a field with enumeration ATOMIC_OP")
	}
	if r, isRef := c.Args[1].(*Ref); !isRef || r.Local != a.Old {
		ps.fail(c.Args[1].Where(), "second argument of rmw; legal is %s", old)
	}
	for _, x := range c.Args[2:] {
		Walk(x, func(n Node) {
			if r, isRef := n.(*Ref); isRef && r.Local == a.Old {
				ps.fail(r.Pos, "operand of rmw uses %s; legal are values known before the memory is read", old)
			}
		})
	}
	ps.expect(";")
	a.Update = c
}

// IsAtomicOp tells the enumerations of atomic operations: ATOMIC_OP and those
// whose name begins so.
func IsAtomicOp(e *FieldEnum) bool { return strings.HasPrefix(e.Name, "ATOMIC_OP") }
