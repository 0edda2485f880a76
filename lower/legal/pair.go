package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Integers of 64 bits where the target has none: each is a pair of dwords, in the place of
// the 64 bits. What computes on them becomes instructions on dwords; copies and logic go
// by halves.

// pair is a number of 64 bits as operands of dwords.
type pair [2]native.Operand // low, high

// pairer replaces an instruction on such numbers.
type pairer struct {
	*legaliser
	in   native.Inst
	size int
}

// dwordPairs replaces an instruction with an operand of 64-bit integers by instructions on
// dwords.
func (l *legaliser) dwordPairs(in *native.Inst) bool {
	if l.Caps.Int64 || !isQuad(in) && (l.Caps.Float64 || !isQword(in)) {
		return false
	}
	if wideStep(in) {
		l.laneByLane(*in)
		return true
	}
	if l.mixedQuads(in) || l.quadSat(in) || l.quadNegated(in) {
		return true
	}
	p := &pairer{legaliser: l, in: *in, size: int(in.ExecSize)}
	floats := false
	for _, o := range edit.Operands(in) {
		if o.File != native.NoFile && o.Type == native.DF && !l.Caps.Float64 {
			l.fail(in, "type df, which target %v has not", l.T)
			return true
		}
		if o.File != native.NoFile && o.Type == native.DF && !in.Op.IsCopy() {
			l.fail(in, "%s of df and 64-bit integers, which target %v has not", in.Op, l.T)
			return true
		}
		floats = floats || o.File != native.NoFile && o.Type.IsFloat()
	}
	if floats && l.pairsAndFloats(in) {
		return true
	}
	switch {
	case in.Dst.Type == native.DF:
		p.toDouble()
	case in.Dst.Type.IsFloat():
		p.toFloat()
	case in.Src[0].Type == native.DF:
		p.fromDouble()
	case floats:
		p.fromFloat()
	case in.Op.IsCopy(), in.Op.IsLogic(), in.Op.PredicateChooses() && in.Cond == native.CondNone:
		p.halves()
	case in.Op.Compares():
		p.compare()
	case in.Op.ConditionChooses():
		p.choose()
	case in.Op == native.OpAdd && in.Cond == native.CondNone:
		p.store(p.added())
	case in.Op == native.OpMul:
		p.multiply()
	default:
		p.shift()
	}
	return true
}

// isQuad tells the instructions that have an operand of 64-bit integers.
func isQuad(in *native.Inst) bool {
	for _, o := range edit.Operands(in) {
		if o.File != native.NoFile && o.Type.Size() == 8 && !o.Type.IsFloat() {
			return true
		}
	}
	return false
}

// multiply makes a product as emulate does.
func (p *pairer) multiply() {
	out := &edit.Sequence{VISA: p.out.VISA}
	if err := p.mulWide(p.in, out); err != nil && p.err == nil {
		p.legaliser.err = err
	}
	for _, in := range out.Insts {
		p.run(in)
	}
}

// packed are the dwords of a temporary.
func (p *pairer) packed(v int32) native.Operand {
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, p.size), native.UD)
}

// inst is an instruction in the lanes of the one that is replaced, whatever its predicate
// says: what is done to temporaries has its mask, so that a copy of lanes can be read where
// it comes from.
func (p *pairer) inst(op native.Op) native.Inst {
	return p.unpredicated(native.Inst{Op: op, ExecSize: p.in.ExecSize})
}

// unpredicated gives an instruction the mask of the one that is replaced, and no predicate.
func (p *pairer) unpredicated(in native.Inst) native.Inst {
	in = edit.Unmasked(in)
	if in.NoMask = p.in.NoMask; !in.NoMask {
		in.ChanOff = p.in.ChanOff
	}
	return in
}

// flag is a new one for such instructions.
func (p *pairer) flag(name string) native.Flag {
	return native.Flag{Virt: p.NewFlag(name, int(p.inst(native.OpNop).ChanOff)+p.size) + 1}
}

// step computes a dword in the lanes of the instruction.
func (p *pairer) step(op native.Op, a, b native.Operand) native.Operand {
	v := p.NewTemp(4 * p.size)
	dst := edit.Virt(v, 0, native.Dst1, edit.DwordOf(a.Type))
	in := p.inst(op)
	in.Dst, in.Src = dst, [3]native.Operand{a, b}
	p.run(in)
	return p.packed(v)
}

func signed(o native.Operand) native.Operand {
	o.Type = native.D
	return o
}

func dwordImm(n int) native.Operand { return native.ImmOperand(uint64(uint32(n)), native.UD) }

func countImm(n int) native.Operand { return native.ImmOperand(uint64(n), native.UW) }

// bits is source s as it is, without its modifier.
func (p *pairer) bits(s int) pair {
	o := p.in.Src[s]
	o.Mod = native.ModNone
	switch {
	case o.File == native.Imm && !edit.IsVectorImm(&o):
		n := extended(o.Imm, o.Type)
		return pair{native.ImmOperand(n&0xFFFFFFFF, native.UD), native.ImmOperand(n>>32, native.UD)}
	case o.Type.Size() == 8:
		return p.inRegisters(o)
	case !edit.IsReg(&o) || o.Type.Size() < 4:
		o = p.load(&p.in, o, edit.DwordOf(edit.ValueType(&o)))
	}
	low := o
	low.Type = native.UD
	if !o.Type.IsSigned() {
		return pair{low, dwordImm(0)}
	}
	return pair{low, p.step(native.OpAsr, o, countImm(31))}
}

// extended is an immediate in 64 bits.
func extended(n uint64, t native.Type) uint64 {
	shift := 64 - 8*t.Size()
	if t.IsSigned() {
		return uint64(int64(n<<shift) >> shift)
	}
	return n << shift >> shift
}

// inRegisters are the halves of an operand of 64 bits; copies where its region has no
// form for dwords, or its addresses are those of awake lanes only.
func (p *pairer) inRegisters(o native.Operand) (out pair) {
	r, ok := inDwords(o.Region, p.size)
	if !ok {
		if o, ok = p.gathered(&p.in, o); !ok {
			p.fail(&p.in, "64-bit integers at a stride of %d in rows with an address each, which target %v has not", o.Region.H, p.T)
			return out
		}
		r, _ = inDwords(o.Region, p.size)
	}
	o.Region = r
	for half := range out {
		out[half] = o
		lowDwords(&out[half], half)
		if o.Indirect {
			out[half] = p.load(&p.in, out[half], native.UD)
		}
	}
	return out
}

// number is source s with its modifier.
func (p *pairer) number(s int) pair {
	n, mod := p.bits(s), p.in.Src[s].Mod
	if mod&native.ModAbs != 0 && p.in.Src[s].Type.IsSigned() {
		sign := p.step(native.OpAsr, signed(p.inRegister(n[1])), countImm(31))
		for half := range n {
			n[half] = p.step(native.OpXor, p.inRegister(n[half]), sign)
		}
		n = p.difference(n, pair{sign, sign})
	}
	if mod&native.ModNeg != 0 {
		n = p.difference(pair{dwordImm(0), dwordImm(0)}, n)
	}
	return n
}

// inRegister is a dword that may be an immediate in a register.
func (p *pairer) inRegister(o native.Operand) native.Operand {
	if o.File != native.Imm {
		return o
	}
	return p.load(&p.in, o, native.UD)
}

// halves does the same with the low and the high dwords.
func (p *pairer) halves() {
	in, n := p.in, edit.NumSrcs(&p.in)
	var src [3]pair
	apart := true
	for s := range n {
		src[s] = p.bits(s)
		if !in.Op.IsLogic() && in.Src[s].Mod != native.ModNone {
			src[s] = p.number(s)
		}
		o := &in.Src[s]
		apart = apart && (!in.Dst.Indirect || len(in.Uses) == 0) && (o.File != in.Dst.File || o.Reg != in.Dst.Reg || sameCells(&in, o))
	}
	wide := in.Dst.Type.Size() == 8
	if !wide && in.Cond == native.CondNone {
		p.half(in.Dst, src, 0)
		return
	}
	if !apart || in.Cond != native.CondNone || !wide {
		p.store(p.apart(src))
		return
	}
	for half, dst := range p.destination() {
		p.half(dst, src, half)
	}
}

// apart makes halves in temporaries; a condition is about both.
func (p *pairer) apart(src [3]pair) (out pair) {
	in := p.in
	for half := range out {
		v := p.NewTemp(4 * p.size)
		m := p.halfOf(edit.Virt(v, 0, native.Dst1, native.UD), src, half)
		m.Cond = native.CondNone
		if !m.Op.PredicateChooses() {
			m = p.unpredicated(m)
		}
		p.run(m)
		out[half] = p.packed(v)
	}
	if in.Cond != native.CondNone {
		in.Op, in.Dst = native.OpOr, native.NullDst(native.UD)
		in.Src = [3]native.Operand{out[0], out[1]}
		p.run(in)
	}
	return out
}

func (p *pairer) half(dst native.Operand, src [3]pair, half int) { p.run(p.halfOf(dst, src, half)) }

// halfOf is the instruction on one half. A modifier of logic is one of each half.
func (p *pairer) halfOf(dst native.Operand, src [3]pair, half int) native.Inst {
	m := p.in
	m.Dst = dst
	for s := range edit.NumSrcs(&p.in) {
		m.Src[s] = src[s][half]
		if p.in.Op.IsLogic() && p.in.Src[s].Mod != native.ModNone {
			m.Src[s] = p.inRegister(m.Src[s])
			m.Src[s].Mod = p.in.Src[s].Mod
		}
	}
	return m
}

// destination are the halves of a destination of 64 bits.
func (p *pairer) destination() pair {
	halves, _ := dwordHalves(p.in.Dst, p.size)
	return halves
}

// store moves a result to the destination.
func (p *pairer) store(n pair) {
	m := p.in
	m.Op, m.Cond, m.Sat, m.AccWr, m.Src = native.OpMov, native.CondNone, false, false, [3]native.Operand{}
	if p.in.Op.PredicateChooses() {
		m.PredCtrl, m.PredInv = native.PredNone, false
	}
	if !m.Dst.Indirect {
		m.Uses = nil
	}
	if m.Dst.IsNull() {
		return
	}
	if m.Dst.Type.Size() < 8 {
		m.Src[0] = n[0]
		p.run(m)
		return
	}
	for half, dst := range p.destination() {
		m.Dst, m.Src[0] = dst, n[half]
		p.run(m)
	}
}
