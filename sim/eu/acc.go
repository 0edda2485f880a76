package eu

import "github.com/genvisa/genvisa/native"

// accKindOf is how the accumulator holds elements of a type.
func accKindOf(ty native.Type) accKind {
	switch ty {
	case native.F:
		return accF
	case native.HF:
		return accHF
	case native.DF:
		return accDF
	}
	return accInt
}

// readAcc checks that the accumulator holds elements of kind; an accumulator
// that nobody wrote reads as zeros.
func (t *thread) readAcc(o *op, kind accKind) bool {
	if t.acc.kind != kind && t.acc.kind != accNone {
		t.unmodelled(o, "reading the accumulator as another kind of type than it was written", 0)
		return false
	}
	return true
}

// bindAcc reads an explicit accumulator source.
func bindAcc[T lane](l *loader, src *native.Operand, c *class[T], s *source[T]) error {
	size := src.Type.Size()
	s.kind, s.addr = srcAcc, accElement(src)
	s.offs = offsets(src.Region, 1, int(l.op.n))
	if s.addr+int(maxOf(s.offs)) >= maxLanes || int(src.Sub)%size != 0 {
		return l.bad("accumulator operand from byte %d reaches beyond acc1", src.Sub)
	}
	get := c.accGet(l, src.Type)
	if get == nil {
		return l.refuse("accumulator source of type %s in %s arithmetic", src.Type, c.name)
	}
	kind := accKindOf(src.Type)
	s.acc = func(t *thread, o *op, s *source[T], row *[maxLanes]T) {
		if !t.readAcc(o, kind) {
			return
		}
		for k, off := range s.offs {
			row[k] = get(&t.acc, s.addr+int(off))
		}
	}
	return nil
}

// accElem0 is the accumulator element of an instruction's first channel when it
// uses the accumulator without naming it. Dwords and quads have acc0 only.
func accElem0(ty native.Type, off uint8) int {
	if (ty.Size() == 4 && !ty.IsFloat()) || ty.Size() == 8 {
		return 0
	}
	return int(off) % 16
}

// accPut writes row elements of em into the accumulator from element e on.
func accPut[T lane](t *thread, c *class[T], ty native.Type, em uint32, e, stride int, row *[maxLanes]T) {
	t.acc.kind = accKindOf(ty)
	for em != 0 {
		var k int
		k, em = lowest(em)
		c.accSet(&t.acc, e+k*stride, row[k])
	}
}
