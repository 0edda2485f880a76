package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// plan is a straight-line instruction of class T: sources, kernel, destination.
type plan[T lane] struct {
	src     [3]source[T]
	dst     dest
	kern    kernel[T]
	class   *class[T]
	to32    to32[T]
	to64    to64[T]
	inPlace bool // with all elements enabled the kernel may write to the registers
	acc     bool // copies its result to the accumulator
	accFrom int  // first accumulator element of that copy
}

// newPlan binds the operands of an instruction with n sources.
func newPlan[T lane](l *loader, c *class[T], k kernel[T], n int) (*plan[T], error) {
	p := &plan[T]{kern: k, class: c}
	if l.op.cond == native.CondOV {
		return nil, l.refuse("condition modifier .o")
	}
	for i := range p.src {
		if i >= n {
			p.src[i].row = new([maxLanes]T)
			continue
		}
		if err := bind(l, i, c, &p.src[i]); err != nil {
			return nil, err
		}
	}
	if err := l.bindDst(&p.dst); err != nil {
		return nil, err
	}
	var err error
	if p.to32, p.to64, err = c.convert(l, p.dst.ty, l.in.Sat); err != nil {
		return nil, err
	}
	if l.in.AccWr {
		p.acc, p.accFrom = true, accElem0(l.in.Dst.Type, l.op.off)
	}
	if p.acc || p.dst.kind == dstAcc {
		if c.acc != accKindOf(p.dst.ty) {
			return nil, l.refuse("writing the accumulator as %s in %s arithmetic", p.dst.ty, c.name)
		}
		if l.in.Sat {
			return nil, l.refuse("saturated result in the accumulator")
		}
	}
	size := int(unsafe.Sizeof(*new(T)))
	p.inPlace = p.to32 == nil && p.to64 == nil && p.dst.packed(size, l.op.n) && p.disjoint(int(l.op.n)*size)
	return p, nil
}

// disjoint says that no source that is read from the registers themselves
// overlaps the destination, except exactly.
func (p *plan[T]) disjoint(size int) bool {
	for i := range p.src {
		s := &p.src[i]
		if s.kind == srcDirect && s.addr != p.dst.addr && s.addr < p.dst.addr+size && p.dst.addr < s.addr+size {
			return false
		}
	}
	return true
}

// run executes the instruction.
func (p *plan[T]) run(t *thread, o *op) {
	em := t.mask(o)
	if em == 0 {
		return
	}
	p.runMasked(t, o, em)
}

func (p *plan[T]) runMasked(t *thread, o *op, em uint32) {
	a := p.src[0].get(t, o, tmp[T](t, 0))
	b := p.src[1].get(t, o, tmp[T](t, 1))
	c := p.src[2].get(t, o, tmp[T](t, 2))
	if p.inPlace && em == o.full {
		out := rowAt[T](t, p.dst.addr)
		p.kern(t, out, a, b, c, int(o.n))
		if o.cond != native.CondNone || p.acc {
			p.report(t, o, em, out, unsafe.Pointer(out))
		}
		return
	}
	out := tmp[T](t, 3)
	p.kern(t, out, a, b, c, int(o.n))
	p.finish(t, o, em, out)
}

// finish converts a result row and writes flags, accumulator and destination.
func (p *plan[T]) finish(t *thread, o *op, em uint32, out *[maxLanes]T) {
	raw := unsafe.Pointer(out)
	switch {
	case p.to32 != nil:
		bits := tmp[uint32](t, 4)
		p.to32(t, out, bits, int(o.n))
		raw = unsafe.Pointer(bits)
	case p.to64 != nil:
		bits := tmp[uint64](t, 4)
		p.to64(t, out, bits, int(o.n))
		raw = unsafe.Pointer(bits)
	}
	p.report(t, o, em, out, raw)
	switch {
	case p.dst.kind == dstNone || t.err != nil:
	case p.dst.kind == dstAcc:
		accPut(t, p.class, p.dst.ty, em&p.dst.enable, p.dst.addr, p.dst.stride, out)
	case p.dst.size == 8:
		p.dst.store64(t, o, em, (*[maxLanes]uint64)(raw))
	default:
		p.dst.store32(t, o, em, (*[maxLanes]uint32)(raw))
	}
}

// report writes what a result changes besides the destination. The condition
// modifier tests the value in the destination's type.
func (p *plan[T]) report(t *thread, o *op, em uint32, out *[maxLanes]T, raw unsafe.Pointer) {
	if o.cond != native.CondNone {
		t.setFlags(o, em, testZero(p.dst.ty, o.cond, raw, int(o.n)))
	}
	if p.acc {
		accPut(t, p.class, p.dst.ty, em&p.dst.enable, p.accFrom, 1, out)
	}
}
