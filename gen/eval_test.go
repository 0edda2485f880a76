package gen_test

import (
	"fmt"
	"math"
	"math/big"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/opdefs"
	"github.com/genvisa/genvisa/visa/sem"
)

// value is a value of the Semantics language: an exact integer or a float.
type value struct {
	i *big.Int
	f float64
}

func integer(v int64) value { return value{i: big.NewInt(v)} }

func boolean(b bool) value {
	if b {
		return integer(1)
	}
	return integer(0)
}

func (v value) isTrue() bool { return v.i.Sign() != 0 }

// evaluator walks a body as README's language says, one node after the other,
// with unbounded integers: the reference for the generated kernels.
type evaluator struct {
	op     *opdefs.Op
	sort   opdefs.Sort
	frame  *sem.Frame
	src    map[string][]value // vector sources by field
	dst    map[string][]*value
	raw    map[string][]byte
	mem    *fakeMemory
	types  map[string]opdefs.Type
	locals map[*opdefs.Local]value
	class  sem.Class
	quads  bool // in an atomic on a place of 64 bits

	left, pred uint32 // elements that stay as they are, and what the predicate becomes
	stops      bool   // a lane has a sum of products that no document gives
}

func (ev *evaluator) stmt(s opdefs.Stmt) {
	switch s := s.(type) {
	case *opdefs.Block:
		for _, x := range s.List {
			ev.stmt(x)
		}
	case *opdefs.If:
		if ev.cond(s.Cond) {
			ev.stmt(s.Then)
		} else if s.Else != nil {
			ev.stmt(s.Else)
		}
	case *opdefs.For:
		for k := ev.expr(s.From).i.Int64(); k < ev.expr(s.To).i.Int64(); k += s.Step {
			ev.locals[s.Var] = integer(k)
			ev.stmt(s.Body)
		}
	case *opdefs.While:
		for ev.cond(s.Cond) {
			ev.stmt(s.Body)
		}
	case *opdefs.Atomic:
		addr := ev.address(s.Place)
		size := ev.size(s.Place)
		old, _ := ev.mem.load(addr, size)
		ev.locals[s.Old] = value{i: new(big.Int).SetUint64(old)}
		for _, x := range s.Body.List {
			ev.stmt(x)
		}
		ev.quads = !s.Place.Auto && size == 8
		_ = ev.mem.store(addr, size, low64(ev.call(s.Update).i))
	case *opdefs.Decl:
		ev.setLocal(s.Var, ev.expr(s.Init))
	case *opdefs.Assign:
		ev.assign(s)
	}
}

// cond is a condition; one that the sort decides is not evaluated.
func (ev *evaluator) cond(e opdefs.Expr) bool {
	if v, known := opdefs.Static(ev.op.Page, ev.sort, e); known {
		return v
	}
	return ev.expr(e).isTrue()
}

func (ev *evaluator) setLocal(l *opdefs.Local, v value) {
	if l.Sized {
		v.i = wrap(v.i, l.Type.Bits(), l.Type.IsSigned())
	}
	ev.locals[l] = v
}

func (ev *evaluator) assign(s *opdefs.Assign) {
	if opdefs.IsUndefined(s.Value) {
		ev.left |= 1 << ev.expr(s.Place.(*opdefs.Elem).Index).i.Int64()
		return
	}
	v := ev.expr(s.Value)
	switch pl := s.Place.(type) {
	case *opdefs.Ref:
		ev.setLocal(pl.Local, v)
	case *opdefs.Elem:
		if pl.Mask != "" {
			ev.pred |= uint32(boolean(v.isTrue()).i.Uint64()) << ev.expr(pl.Index).i.Int64()
			return
		}
		ev.dst[pl.Field.Name][ev.expr(pl.Index).i.Int64()] = &v
	case *opdefs.View:
		size := ev.size(pl)
		if pl.Memory != "" {
			_ = ev.mem.store(ev.address(pl), size, low64(v.i))
			return
		}
		at := int(ev.expr(pl.Index).i.Int64()) * size
		for k := range size {
			if b := ev.raw[pl.Field.Name]; at+size <= len(b) {
				b[at+k] = byte(low64(v.i) >> (8 * k))
			}
		}
	}
}

func (ev *evaluator) size(v *opdefs.View) int {
	if v.Auto {
		if ev.field("op")&0x40 != 0 {
			return 8
		}
		return 4
	}
	return v.Type.Bits() / 8
}

func (ev *evaluator) address(v *opdefs.View) uint64 {
	a := low64(ev.expr(v.Index).i)
	if v.Memory == "surface" {
		a = uint64(uint32(a))
	}
	return a
}

func (ev *evaluator) field(name string) int64 {
	f := ev.op.Page.Field(name)
	v := int64(0)
	if fixed, ok := ev.op.FixedOf(f); ok {
		v = int64(fixed)
	} else {
		v = ev.frame.Field[ev.op.SlotOf(f)]
	}
	if f.Log2 {
		return 1 << v
	}
	return v
}

func (ev *evaluator) expr(e opdefs.Expr) value {
	switch x := e.(type) {
	case *opdefs.Num:
		if x.Float {
			return ev.round(x.F)
		}
		return value{i: new(big.Int).SetUint64(x.Int), f: ev.round(float64(x.Int)).f}
	case *opdefs.Ref:
		switch {
		case x.Local != nil:
			return ev.locals[x.Local]
		case x.Env == "exec_size":
			return integer(int64(ev.frame.N))
		case x.Env == "GRF_SIZE":
			return integer(int64(ev.frame.GRFSize))
		case !x.Field.Type.IsNumber():
			return value{i: new(big.Int).SetUint64(uint64(ev.frame.Field[ev.op.SlotOf(x.Field)]))}
		}
		return integer(ev.field(x.Field.Name))
	case *opdefs.Elem:
		k := ev.expr(x.Index).i.Int64()
		if x.Mask != "" {
			m := map[string]uint32{"ChEn": ev.frame.ChEn, "EM": ev.frame.EM, "Pred": ev.frame.Pred}[x.Mask]
			return integer(int64(m >> k & 1))
		}
		return ev.src[x.Field.Name][k]
	case *opdefs.View:
		return ev.view(x)
	case *opdefs.Unary:
		return ev.unary(x)
	case *opdefs.Binary:
		return ev.binary(x)
	case *opdefs.Ternary:
		if ev.cond(x.C) {
			return ev.expr(x.A)
		}
		return ev.expr(x.B)
	case *opdefs.Call:
		return ev.call(x)
	}
	panic(fmt.Sprintf("BUG: expression %T", e))
}

func (ev *evaluator) view(x *opdefs.View) value {
	size := ev.size(x)
	var v uint64
	if x.Memory != "" {
		v, _ = ev.mem.load(ev.address(x), size)
	} else {
		at, b := int(ev.expr(x.Index).i.Int64())*size, ev.raw[x.Field.Name]
		for k := size - 1; k >= 0 && at+size <= len(b); k-- {
			v = v<<8 | uint64(b[at+k])
		}
	}
	i := new(big.Int).SetUint64(v)
	return value{i: wrap(i, 8*size, x.Type.IsSigned())}
}

func (ev *evaluator) unary(x *opdefs.Unary) value {
	v := ev.expr(x.X)
	switch x.Op {
	case "-":
		if v.i == nil {
			return value{f: -v.f}
		}
		return value{i: new(big.Int).Neg(v.i), f: -v.f}
	case "~":
		return value{i: new(big.Int).Not(v.i)}
	}
	return boolean(!v.isTrue())
}

func (ev *evaluator) binary(x *opdefs.Binary) value {
	if x.Op == "&&" || x.Op == "||" {
		if a := ev.cond(x.X); a == (x.Op == "||") {
			return boolean(a)
		}
		return boolean(ev.cond(x.Y))
	}
	a, b := ev.expr(x.X), ev.expr(x.Y)
	if a.i == nil || b.i == nil {
		return ev.floatBinary(x.Op, a.f, b.f)
	}
	z := new(big.Int)
	switch x.Op {
	case "+":
		return value{i: z.Add(a.i, b.i)}
	case "-":
		return value{i: z.Sub(a.i, b.i)}
	case "*":
		return value{i: z.Mul(a.i, b.i)}
	case "/":
		return value{i: z.Quo(a.i, b.i)}
	case "&":
		return value{i: z.And(a.i, b.i)}
	case "|":
		return value{i: z.Or(a.i, b.i)}
	case "^":
		return value{i: z.Xor(a.i, b.i)}
	case "<<":
		return value{i: z.Lsh(a.i, uint(b.i.Uint64()))}
	case ">>":
		return value{i: z.Rsh(a.i, uint(b.i.Uint64()))}
	}
	return boolean(holds(x.Op, a.i.Cmp(b.i)))
}

func holds(op string, c int) bool {
	return map[string]bool{"==": c == 0, "!=": c != 0, "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[op]
}

// round rounds a double to the type of the class, once: exact for one operator on F.
func (ev *evaluator) round(v float64) value {
	switch {
	case v != v:
		return value{f: math.NaN()}
	case ev.class == sem.DF:
		return value{f: v}
	case ev.class == sem.HF:
		return value{f: float64(num.HalfToF(num.FToHalf(num.IEEE, float32(v))))}
	}
	return value{f: float64(float32(v))}
}

func (ev *evaluator) floatBinary(op string, a, b float64) value {
	if ev.frame.Mode != num.IEEE {
		return ev.modeBinary(op, a, b)
	}
	switch op {
	case "+":
		return ev.round(a + b)
	case "-":
		return ev.round(a - b)
	case "*":
		return ev.round(a * b)
	case "/":
		return ev.round(a / b)
	}
	return boolean(compareFloats(op, a, b))
}

// low64 is v modulo 2^64.
func low64(v *big.Int) uint64 { return wrap(v, 64, false).Uint64() }

// wrap is v modulo 2^bits as a number of that many bits.
func wrap(v *big.Int, bits int, signed bool) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	x := new(big.Int).Mod(v, m)
	if signed && x.Bit(bits-1) == 1 {
		x.Sub(x, m)
	}
	return x
}
