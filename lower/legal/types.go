package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// takenTypes: an instruction takes the types of its row of specs/eu/types.md. The sign of
// a destination changes no bits; other sources are widened first.
func (l *legaliser) takenTypes(in *native.Inst) bool {
	if in.IsMacro() {
		return false
	}
	target := l.T
	refused := func(dst native.Type) (first, n int) {
		for s := edit.NumSrcs(in) - 1; s >= 0; s-- {
			if listed, also := in.Op.Takes(target, dst, in.Src[s].Type); !listed && !also && s != in.Op.MaskSource() {
				first, n = s, n+1
			}
		}
		return first, n
	}
	s, n := refused(in.Dst.Type)
	if n == 0 {
		return false
	}
	other, ok := otherSign(in.Dst.Type)
	for k := range edit.NumSrcs(in) {
		ok = ok && !in.Src[k].Type.IsFloat()
	}
	if ok = ok && !in.Sat && in.Cond == native.CondNone; ok {
		if first, fewer := refused(other); fewer < n {
			in.Dst.Type, s, n = other, first, fewer
		}
	}
	if n > 0 {
		wide, found := l.widerTaken(in.Op, in.Dst.Type, in.Src[s].Type)
		if !found && ok {
			if wide, found = l.widerTaken(in.Op, other, in.Src[s].Type); found {
				in.Dst.Type = other
			}
		}
		if !found {
			return l.widerResult(in, in.Src[s].Type)
		}
		in.Src[s] = l.toTemp(in, in.Src[s], wide)
	}
	l.run(*in)
	return true
}

// widerResult gives a product that takes no factors of a size a result of that size first,
// whose low bits are the destination's.
func (l *legaliser) widerResult(in *native.Inst, from native.Type) bool {
	t := edit.DwordOf(in.Dst.Type)
	listed, also := in.Op.Takes(l.T, t, from)
	if in.Op != native.OpMul || in.Dst.Type.IsFloat() || in.Dst.Type.Size() >= t.Size() || !listed && !also {
		return false
	}
	l.viaTemp(*in, t, 1)
	return true
}

// otherSign is the integer type of the same size.
func otherSign(t native.Type) (native.Type, bool) {
	pairs := [...][2]native.Type{{native.UB, native.B}, {native.UW, native.W}, {native.UD, native.D}, {native.UQ, native.Q}}
	for _, p := range pairs {
		switch t {
		case p[0]:
			return p[1], true
		case p[1]:
			return p[0], true
		}
	}
	return t, false
}

// widerTaken is the least type that holds all values of a source's and that the instruction takes.
func (l *legaliser) widerTaken(op native.Op, dst, from native.Type) (native.Type, bool) {
	list := []native.Type{native.UW, native.W, native.UD, native.D, native.Q}
	if from.IsSigned() {
		list = []native.Type{native.W, native.D, native.Q}
	}
	for _, t := range list {
		if listed, also := op.Takes(l.T, dst, t); t.Size() > from.Size() && !from.IsFloat() && (listed || also) {
			return t, true
		}
	}
	return from, false
}

// mulBytes: no product has bytes, Intel's finalizer makes those of bytes in words too.
func (l *legaliser) mulBytes(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Dst.Type.Size() != 1 {
		return false
	}
	word := native.UW
	if in.Dst.Type == native.B {
		word = native.W
	}
	l.viaTemp(*in, word, max(edit.ExecSize(in)/word.Size(), 1))
	return true
}

// mulQuads: factors have 32 bits at most. Of the product of two numbers of 64 bits
// the low 64 are that of the low halves, and what each half adds to the high dword with the other
// number's.
func (l *legaliser) mulQuads(in *native.Inst) bool {
	if in.Op != native.OpMul || in.Dst.Type.IsFloat() || edit.ExecSize(in) != 8 {
		return false
	}
	size := int(in.ExecSize)
	quad := func(o native.Operand) native.Operand {
		if _, ok := inDwords(o.Region, size); ok && edit.IsReg(&o) && !o.Indirect && o.Mod == native.ModNone && o.Type.Size() == 8 {
			return o
		}
		return l.load(in, o, native.Q)
	}
	a, b := quad(in.Src[0]), quad(in.Src[1])
	half := func(o native.Operand, k int) native.Operand {
		o.Region, _ = inDwords(o.Region, size)
		lowDwords(&o, k)
		return o
	}
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, size)
	run := func(op native.Op, dst native.Operand, src ...native.Operand) {
		m := native.Inst{Op: op, ExecSize: in.ExecSize, NoMask: true, Dst: dst}
		copy(m.Src[:], src)
		l.run(m)
	}
	product, cross := l.NewVar("product", size*8, grfBytes), [2]int32{}
	run(native.OpMul, edit.Virt(product, 0, native.Dst1, native.UQ), half(a, 0), half(b, 0))
	for k, f := range [2][2]native.Operand{{half(a, 0), half(b, 1)}, {half(a, 1), half(b, 0)}} {
		cross[k] = l.NewVar("cross", size*4, grfBytes)
		run(native.OpMul, edit.Virt(cross[k], 0, native.Dst1, native.UD), f[0], f[1])
		high := edit.Virt(product, 4, native.Region{H: 2}, native.UD)
		from := edit.Virt(product, 4, edit.FitRegion(native.Region{V: 2, W: 1}, size), native.UD)
		run(native.OpAdd, high, from, edit.Virt(cross[k], 0, packed, native.UD))
	}
	last := *in
	last.Op, last.AccWr = native.OpMov, false
	last.Src = [3]native.Operand{edit.Virt(product, 0, packed, native.Q)}
	if in.Dst.Type == native.UQ {
		last.Src[0].Type = native.UQ
	}
	if !in.Dst.Indirect {
		last.Uses = nil
	}
	l.run(last)
	return true
}
