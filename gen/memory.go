package gen

import (
	"fmt"

	"github.com/genvisa/genvisa/opdefs"
)

// view emits a read of memory or of a raw operand.
func (g *scope) view(x *opdefs.View) code {
	if x.Memory == "" {
		slot, i := g.op.SlotOf(x.Field), g.index(x.Index)
		if g.rows != nil && i == "i" && !x.Auto && x.Type.Bits() >= 32 {
			kind, t := "dwords", u32
			if x.Type.Bits() == 64 {
				kind, t = "qwords", u64
			}
			name := localName(x.Field.Name)
			g.rows[name] = fmt.Sprintf("%s := f.%s(%d, n)", name, kind, slot)
			return narrow(prim(t, "%s[i]", name), x.Type)
		}
		if x.Auto {
			return prim(u64, "f.rawLoad(%d, %s, %s)", slot, i, g.atomicSize())
		}
		return narrow(prim(u64, "f.rawLoad(%d, %s, %d)", slot, i, x.Type.Bits()/8), x.Type)
	}
	v := g.temp()
	g.emit("%s, err := f.load1(%s, %d)", v, g.address(x), x.Type.Bits()/8)
	g.emit("if err != nil {")
	g.emit("return err")
	g.emit("}")
	return narrow(prim(u64, "%s", v), x.Type)
}

// narrow is a zero-extended element as number of its type.
func narrow(c code, t opdefs.Type) code {
	if t.Bits() == 64 && !t.IsSigned() {
		return c
	}
	if c.typ == u32 && t == opdefs.UD {
		return c
	}
	name := fmt.Sprintf("uint%d", t.Bits())
	if t.IsSigned() {
		name = name[1:]
	}
	out := prim(u32, "%s(%s)", name, c.s)
	switch {
	case t == opdefs.Q:
		out.typ = i64
	case t.IsSigned() && t.Bits() < 32:
		out = prim(i32, "int32(%s)", out.s)
	case t.IsSigned():
		out.typ = i32
	case t.Bits() < 32:
		out = prim(u32, "uint32(%s)", out.s)
	}
	return out
}

// address is a byte address: 32 bits on a surface, 64 bits flat.
func (g *scope) address(x *opdefs.View) string {
	if x.Memory == "surface" {
		return fmt.Sprintf("uint64(%s)", g.operand(x.Index, u32).s)
	}
	return g.operand(x.Index, u64).s
}

func (g *scope) storeView(pl *opdefs.View, e opdefs.Expr) {
	size := fmt.Sprint(pl.Type.Bits() / 8)
	if pl.Auto {
		size = g.atomicSize()
	}
	v := g.mod(e, u64)
	if pl.Memory == "" {
		g.emit("f.rawStore(%d, %s, %s, %s)", g.op.SlotOf(pl.Field), g.index(pl.Index), size, v.s)
		return
	}
	g.emit("if err := f.store1(%s, %s, %s); err != nil {", g.address(pl), size, v.s)
	g.emit("return err")
	g.emit("}")
}

// atomicSize is the bytes of an atomic's elements: bit 6 of the operation.
func (g *scope) atomicSize() string {
	for _, f := range g.op.Page.Fields {
		if f.Enum == nil || !opdefs.IsAtomicOp(f.Enum) {
			continue
		}
		op := fmt.Sprintf("f.Field[%d]", g.op.SlotOf(f))
		if v, fixed := g.op.FixedOf(f); fixed {
			op = fmt.Sprint(v)
		}
		return g.hoist("size", "atomicSize("+op+")")
	}
	g.fail(g.op.Pos, "view AT on an op without operation field; legal is an ub field with enumeration ATOMIC_OP")
	return "4"
}

// atomic emits one read-modify-write. The operation becomes a function before
// the loops, so that no lane allocates a closure.
func (g *scope) atomic(s *opdefs.Atomic) {
	size := fmt.Sprint(s.Place.Type.Bits() / 8)
	if s.Place.Auto {
		size = g.atomicSize()
	}
	op := s.Update.Args
	update := g.hoistTry("update", fmt.Sprintf("rmw(%s)", g.operation(s)))
	a, b := g.mod(op[2], u64), g.mod(op[3], u64)
	g.setLocal(s.Old, g.constRange(typeRange(64, false)))
	g.emit("%s, err := f.atomic1(%s, %s, %s, %s, %s)", g.local(s.Old), g.address(s.Place), size, update, a.s, b.s)
	g.emit("if err != nil {")
	g.emit("return err")
	g.emit("}")
	g.stmt(s.Body)
}

// operation is the code of an atomic's operation: that on quadwords where the place is one.
func (g *scope) operation(s *opdefs.Atomic) string {
	op := g.exactAs(s.Update.Args[0], i64).as(i64).s
	if !s.Place.Auto && s.Place.Type.Bits() == 64 {
		op = "atomic64 | " + op
	}
	return op
}
