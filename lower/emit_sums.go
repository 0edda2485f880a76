package lower

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// Sums of products and of differences on targets that have no instruction for them. What
// each channel reads is that of the instruction which the others have.

// sumOfProducts adds up the products of what the instruction reads: a product first, or
// what has no second factor. Each step is rounded: no document says how the instruction
// rounds its sum.
func (s *selector) sumOfProducts(src [2]native.Operand) {
	first, _ := s.r.op.Reach(0)
	second, _ := s.r.op.Reach(1)
	if second == nil {
		second = []int{0} // its own element
	}
	n := max(len(first), len(second))
	terms := make([][]native.Operand, n)
	for k := range n {
		if k < len(first) {
			terms[k] = append(terms[k], s.reached(0, src[0], first[k]))
		}
		if k < len(second) {
			terms[k] = append(terms[k], s.reached(1, src[1], second[k]))
		}
	}
	var sum native.Operand
	if last := terms[n-1]; len(last) == 1 {
		sum, terms = last[0], terms[:n-1]
	}
	for k, t := range terms {
		op, srcs := native.OpMad, [3]native.Operand{sum, t[0], t[1]}
		if sum.File == native.NoFile {
			op, srcs = native.OpMul, [3]native.Operand{t[0], t[1]}
		}
		if k < len(terms)-1 {
			sum = s.sumTo(op, native.F, srcs)
			continue
		}
		in := s.inst(op)
		in.Dst, in.Src, in.Uses = s.dst(s.arg(visa.ArgDst)), srcs, s.uses()
		s.emit(in)
	}
}

// sumTo runs a step in all channels into a temporary.
func (s *selector) sumTo(op native.Op, t native.Type, srcs [3]native.Operand) native.Operand {
	size := int(s.in.Exec.Size)
	in := edit.Unmasked(s.inst(op))
	in.Sat, in.Src = false, srcs
	in.Dst = edit.Virt(s.NewVar("sum", max(size*t.Size(), grfBytes), grfBytes), 0, native.Dst1, t)
	s.emit(in)
	return edit.Virt(in.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}

// reached is what all channels read of source i, whole registers or one number, at a distance
// that the instruction's reach lists.
func (s *selector) reached(i int, o native.Operand, at int) native.Operand {
	const eight = 8
	size, group := int(s.in.Exec.Size), s.r.op.Group(i)
	if group > 0 && o.Region == native.Scalar {
		return o
	}
	o.Sub += uint16(at * o.Type.Size())
	_, by := s.r.op.Reach(i)
	switch {
	case by > 0 && size > eight:
		o.Region = native.Region{V: uint8(by), W: eight, H: 1}
	case group > 0 && group < size:
		o.Region = native.Region{V: uint8(group), W: uint8(group)}
	case group > 0:
		o.Region = native.Scalar
	}
	return o
}

// differences are the sums of the magnitudes of the differences of neighbours, plus a summand
// if there is one. Only every second element is one: the others are written as they were.
func (s *selector) differences(add native.Operand) {
	src := [2]native.Operand{s.neighbours(visa.ArgSrc0), s.neighbours(visa.ArgSrc1)}
	dst, size := s.dst(s.arg(visa.ArgDst)), int(s.in.Exec.Size)
	if dst.IsNull() {
		return
	}
	was := dst
	was.Region = edit.FitRegion(native.Region{V: dst.Region.H, W: 1}, size)
	result := s.ofLanes(was, size)
	var parts [2]native.Operand
	for k := range parts {
		b := everySecond(src[1], k, size)
		b.Mod = edit.Negated(b.Mod)
		parts[k] = s.half(native.D, everySecond(src[0], k, size), b)
		parts[k].Mod = native.ModAbs
	}
	to := result
	to.Region = native.Region{H: 2}
	in := s.halfInst()
	if add.File != native.NoFile {
		in.Sat = s.in.Sat()
		parts[0] = s.half(native.D, parts[0], parts[1])
		parts[1] = add
		if add.File != native.Imm || edit.IsVectorImm(&add) {
			parts[1] = everySecond(s.ofLanes(add, size), 0, size)
		}
	}
	in.Dst, in.Src = to, [3]native.Operand{parts[0], parts[1]}
	s.emit(in)
	last := s.inst(native.OpMov)
	last.Sat, last.Dst, last.Src, last.Uses = false, dst, [3]native.Operand{result}, s.uses()
	s.emit(last)
}

// ofLanes copies an operand of which each lane reads its own element: under the mask where
// sleeping lanes may have no address.
func (s *selector) ofLanes(o native.Operand, size int) native.Operand {
	if !o.Indirect {
		return s.copied(o, size)
	}
	v := s.NewVar("group", size*o.Type.Size(), grfBytes)
	in := s.inst(native.OpMov)
	in.Sat, in.Dst, in.Src, in.Uses = false, edit.Virt(v, 0, native.Dst1, o.Type), [3]native.Operand{o}, s.uses()
	s.emit(in)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), o.Type)
}

// everySecond are the even elements of whole registers, or the odd ones.
func everySecond(o native.Operand, k, size int) native.Operand {
	if o.Region == native.Scalar {
		return o
	}
	o.Sub += uint16(k * o.Type.Size())
	o.Region = edit.FitRegion(native.Region{V: 2, W: 1}, size/2)
	return o
}

// halfInst is a sum in all of half the channels.
func (s *selector) halfInst() native.Inst {
	in := edit.Unmasked(s.inst(native.OpAdd))
	in.ExecSize, in.Sat = s.in.Exec.Size/2, false
	return in
}

// half is such a sum in a temporary.
func (s *selector) half(t native.Type, a, b native.Operand) native.Operand {
	size := int(s.in.Exec.Size) / 2
	in := s.halfInst()
	in.Dst = edit.Virt(s.NewVar("sum", max(size*t.Size(), grfBytes), grfBytes), 0, native.Dst1, t)
	in.Src = [3]native.Operand{a, b}
	s.emit(in)
	return edit.Virt(in.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}
