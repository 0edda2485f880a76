package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// added is the sum or the difference that an add is.
func (p *pairer) added() pair {
	for s := range 2 {
		if p.in.Src[s].Mod == native.ModNeg {
			return p.difference(p.number(1-s), p.bits(s))
		}
	}
	return p.sum(p.number(0), p.number(1))
}

// sum adds numbers of 64 bits: the accumulator has the carry of the low dwords.
func (p *pairer) sum(a, b pair) pair {
	low, high := p.carried(native.OpAddc, a[0], b[0], native.ModNone, a[1])
	return pair{low, p.step(native.OpAdd, high, b[1])}
}

// difference subtracts: the accumulator has what the low dwords borrow.
func (p *pairer) difference(a, b pair) pair {
	high := b[1]
	if high.File == native.Imm {
		high.Imm = uint64(-uint32(high.Imm))
	} else {
		high.Mod = native.ModNeg
	}
	low, high := p.carried(native.OpSubb, a[0], b[0], native.ModNeg, p.step(native.OpAdd, high, a[1]))
	return pair{low, high}
}

// carried runs addc or subb in each accumulator full of channels, and adds what it leaves
// there, with a modifier, to dwords.
func (p *pairer) carried(op native.Op, a, b native.Operand, mod native.SrcMod, to native.Operand) (low, high native.Operand) {
	v, w := p.NewVar("low", max(4*p.size, grfBytes), grfBytes), p.NewVar("high", max(4*p.size, grfBytes), grfBytes)
	lanes := min(p.size, edit.AccLanes)
	in, add := p.inst(op), p.inst(native.OpAdd)
	in.AccWr, in.Dst, in.Src = true, edit.Virt(v, 0, native.Dst1, native.UD), [3]native.Operand{p.inRegister(a), b}
	add.Dst, add.Src[1] = edit.Virt(w, 0, native.Dst1, native.UD), to
	for k := 0; k < p.size; k += lanes {
		p.run(edit.Part(in, k, lanes))
		part := edit.Part(add, k, lanes)
		part.Src[0] = acc0(native.UD, lanes)
		part.Src[0].Mod = mod
		p.run(part)
	}
	return p.packed(v), p.packed(w)
}

// shift moves bits over the boundary of the dwords.
func (p *pairer) shift() {
	if o := &p.in.Src[0]; p.in.Op == native.OpAsr && !o.Type.IsSigned() && o.Mod&native.ModNeg == 0 {
		p.in.Op = native.OpShr
	}
	right := p.in.Op == native.OpShr || p.in.Op == native.OpAsr
	if !right && p.in.Op != native.OpShl || p.in.Cond != native.CondNone {
		p.fail(&p.in, "%s of 64-bit integers, which target %v has not", p.in.Op, p.T)
		return
	}
	if p.in.Dst.Type.Size() < 8 && p.in.Src[0].Type.Size() < 8 { // the count's low bits are in its low dword
		p.in.Src[1] = p.number(1)[0]
		p.run(p.in)
		return
	}
	n := p.number(0)
	for half := range n {
		n[half] = p.inRegister(n[half])
	}
	from, to := 0, 1 // bits go from this dword to that
	if right {
		from, to = 1, 0
	}
	if count := p.in.Src[1]; count.File == native.Imm && !edit.IsVectorImm(&count) {
		p.store(p.shiftBy(n, from, to, int(count.Imm&63)))
		return
	}
	p.store(p.shiftVar(n, from, to, p.count()))
}

// shiftOne is one dword shifted as the whole number is.
func (p *pairer) shiftOne(o, count native.Operand) native.Operand {
	if p.in.Op == native.OpAsr {
		o = signed(o)
	}
	return p.step(p.in.Op, o, count)
}

// emptied is the dword that all bits left.
func (p *pairer) emptied(from native.Operand) native.Operand {
	if p.in.Op == native.OpAsr {
		return p.step(p.in.Op, signed(from), countImm(31))
	}
	return dwordImm(0)
}

// across are the ops that shift the bits which go over and those which stay in the dword
// that they go to.
func across(right bool) (over, stay native.Op) {
	if right {
		return native.OpShl, native.OpShr
	}
	return native.OpShr, native.OpShl
}

// shiftBy shifts by a constant.
func (p *pairer) shiftBy(n pair, from, to, count int) (out pair) {
	over, stay := across(from == 1)
	switch {
	case count == 0:
		return n
	case count >= 32:
		out[from] = p.emptied(n[from])
		switch out[to] = n[from]; {
		case count > 32:
			out[to] = p.shiftOne(n[from], countImm(count-32))
		case from == 0: // the low dwords are stored first, in the place of the source it may be
			out[to] = p.load(&p.in, n[from], native.UD)
		}
		return out
	}
	moved := p.step(over, n[from], countImm(32-count))
	out[to] = p.step(native.OpOr, p.step(stay, n[to], countImm(count)), moved)
	out[from] = p.shiftOne(n[from], countImm(count))
	return out
}

// count is the number of bits to shift by, as a dword in a register.
func (p *pairer) count() native.Operand {
	o := p.bits(1)[0]
	if p.in.Src[1].Mod != native.ModNone {
		o = p.number(1)[0]
	}
	return o
}

// shiftVar shifts by a number in a register: by less than 32 bits, of which a dword takes
// the low five bits of the count, and where it is 32 or more by a dword besides.
func (p *pairer) shiftVar(n pair, from, to int, count native.Operand) (out pair) {
	over, stay := across(from == 1)
	rest := p.step(native.OpXor, count, dwordImm(31)) // 31 minus the low five bits
	moved := p.step(over, p.step(over, n[from], countImm(1)), rest)
	near := p.step(native.OpOr, p.step(stay, n[to], count), moved)
	far := p.shiftOne(n[from], count)
	f := p.flag("far")
	test := p.inst(native.OpAnd)
	test.Cond, test.Flag = native.CondNE, f
	test.Dst, test.Src = native.NullDst(native.UD), [3]native.Operand{count, dwordImm(32)}
	p.run(test)
	out[to] = p.either(f, far, near)
	out[from] = p.either(f, p.inRegister(p.emptied(n[from])), far)
	return out
}

// either is a where a flag is set, else b.
func (p *pairer) either(flag native.Flag, a, b native.Operand) native.Operand {
	v := p.NewTemp(4 * p.size)
	in := p.inst(native.OpSel)
	in.PredCtrl, in.Flag = native.PredSeq, flag
	in.Dst, in.Src = edit.Virt(v, 0, native.Dst1, native.UD), [3]native.Operand{a, b}
	p.run(in)
	return p.packed(v)
}
