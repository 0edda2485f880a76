package legal

import "github.com/genvisa/genvisa/native"

// strictly is a relation without equality: what the high dwords decide where they differ.
var strictly = [...]native.CondMod{
	native.CondEQ: native.CondEQ, native.CondNE: native.CondNE,
	native.CondGT: native.CondGT, native.CondGE: native.CondGT, native.CondLT: native.CondLT, native.CondLE: native.CondLT,
}

// compare sets a flag by numbers of 64 bits, where the mask lets it.
func (p *pairer) compare() {
	a, b := p.number(0), p.number(1)
	if p.in.PredCtrl == native.PredNone && p.in.Dst.IsNull() {
		p.relation(p.in, a, b)
		return
	}
	if p.in.Dst.Type.Size() == 8 && !p.in.Dst.IsNull() { // and nobody reads the flag
		all := p.either(p.holds(a, b), p.inRegister(dwordImm(-1)), dwordImm(0))
		p.store(pair{all, all})
		return
	}
	last := p.in
	last.Cond, last.Uses = native.CondNE, nil
	last.Src = [3]native.Operand{p.either(p.holds(a, b), p.inRegister(dwordImm(1)), dwordImm(0)), dwordImm(0)}
	if last.Dst.IsNull() {
		last.Dst.Type = native.UD
	}
	p.run(last)
}

// holds is a flag of all channels in which the relation of two numbers holds.
func (p *pairer) holds(a, b pair) native.Flag {
	f := p.flag("holds")
	in := p.unpredicated(p.in)
	in.Flag = f
	p.relation(in, a, b)
	return f
}

// relation compares the low dwords, and the high ones where that does not decide: the
// flag keeps its bits in the channels that the predicate leaves out.
func (p *pairer) relation(in native.Inst, a, b pair) {
	cond := in.Cond
	isSigned := p.in.Src[0].Type.IsSigned() || p.in.Src[1].Type.IsSigned() || (p.in.Src[0].Mod|p.in.Src[1].Mod) != native.ModNone
	in.Op, in.Dst, in.Uses, in.Sat = native.OpCmp, native.NullDst(native.UD), nil, false
	step := func(cond native.CondMod, half int, inverted, signs bool) {
		m := in
		m.Cond, m.Src = cond, [3]native.Operand{a[half], b[half]}
		if half == 1 {
			m.PredCtrl, m.PredInv = native.PredSeq, inverted
		}
		if signs {
			m.Dst.Type = native.D
			m.Src[0], m.Src[1] = signed(m.Src[0]), signed(m.Src[1])
		}
		p.run(m)
	}
	step(cond, 0, false, false)
	if cond == native.CondNE {
		step(cond, 1, true, false)
		return
	}
	step(native.CondEQ, 1, false, false)
	if cond != native.CondEQ {
		step(strictly[cond], 1, true, isSigned)
	}
}

// choose is the lesser or the greater number.
func (p *pairer) choose() {
	a, b := p.number(0), p.number(1)
	f := p.holds(a, b)
	p.store(pair{p.either(f, p.inRegister(a[0]), b[0]), p.either(f, p.inRegister(a[1]), b[1])})
}
