package asm

import "github.com/genvisa/genvisa/native"

// mesaBranch reads JIP: LABEL UIP: LABEL. Mesa's grammar lets if and else end without
// UIP, which is then 0, and has no form of the instructions that link or whose target
// is a register.
func (p *parser) mesaBranch() func() {
	in := &p.in
	if in.Op == native.OpJmpi {
		return p.mesaJump()
	}
	if in.Op.Links() || in.Op.IsUniform() || in.Op.Targets() == 0 || p.forms[in.Op].TargetSource >= 0 {
		p.lacks(p.cols[atOp], "%v in the syntax %v is not supported: its grammar has no form of it", in.Op, p.syntax)
		return nil
	}
	for i, name := range []string{"JIP", "UIP"}[:p.target.Offsets(in.Op)] {
		p.skip()
		at := p.at
		if i > 0 && p.ends() && (in.Op == native.OpIf || in.Op == native.OpElse) {
			break
		}
		if w := p.word(); string(w) != name || !p.take(':') {
			p.at = at
			p.fail(at, "%s: want %s: and a label", p.token(), name)
			return nil
		}
		p.skip()
		at = p.at
		w := p.word()
		if len(w) == 0 || isDigit(w[0]) {
			p.at = at
			p.fail(at, "%s: want a label", p.token())
			return nil
		}
		p.refs[i] = labelRef{w, at}
	}
	return p.mesaFill
}

// mesaJump reads the distance of jmpi, which is that of the instruction's field:
// counted from the next instruction, in the units of the target; or a register that
// holds it.
func (p *parser) mesaJump() func() {
	in := &p.in
	if p.target.Scoreboard() {
		p.lacks(p.cols[atOp], "jmpi of %v in the syntax %v is not supported: Mesa's makes ip its target", p.target, p.syntax)
		return nil
	}
	src := p.forms[in.Op].TargetSource
	p.skip()
	p.cols[1+src] = p.at
	o := &in.Src[src]
	if !p.isNumber() {
		s := p.dialectRegister(o)
		return func() { p.dialectPlace(o, &s, false, false) }
	}
	at := p.at
	p.dialectImmediate(o)
	v := p.jumpUnit()*int64(int32(o.Imm)) + native.MostBytes
	if o.Type.Size() != len("dwrd") || int64(int32(v)) != v {
		p.fail(at, "distance %q: want 32 bits, of type D or UD, and less than 2 GiB", p.line[at:p.at])
	}
	in.JIP, o.Imm = int32(v), 0
	return func() {}
}

// jumpUnit is the bytes that the target counts the distance of jmpi in: those of
// which the encoder takes no part.
func (p *parser) jumpUnit() int64 {
	in := native.Inst{Op: native.OpJmpi, ExecSize: 1, JIP: native.MostBytes + 1}
	if _, err := native.Encode(p.target, &in); err != nil {
		return 8
	}
	return 1
}

// offsetsInSource tells the targets whose branches have their offsets in the immediate
// source 1, as if they were operands: Gen7.
func (p *parser) offsetsInSource() bool {
	return p.forms[native.OpBreak].Files[2] && !p.target.Scoreboard()
}

// mesaFill gives a branch the operands that Mesa writes, which the hardware ignores:
// null or ip, and the offset as an immediate of a type.
func (p *parser) mesaFill() {
	if p.in.Op == native.OpGoto || p.in.Op == native.OpJoin {
		return // what Mesa writes there differs between its versions
	}
	dst, src := native.NullDst(native.D), native.Operand{File: native.ARF, Type: native.D, Region: native.Region{V: 8, W: 8, H: 1}}
	if p.in.Op == native.OpCont {
		dst = native.Operand{File: native.ARF, Reg: native.ARFIP, Region: native.Dst1}
		src = native.Operand{File: native.ARF, Reg: native.ARFIP, Region: native.Region{V: 4, W: 1}}
	}
	switch {
	case p.target.Scoreboard():
		p.mesaFill12(dst)
	case p.offsetsInSource():
		p.mesaFill7(dst, src)
	default:
		p.mesaFill8(dst)
	}
}

// mesaFill7 fills in the operands of Gen7: the offset is a word, of those with two
// offsets but for if a dword.
func (p *parser) mesaFill7(dst, src native.Operand) {
	in := &p.in
	kind := native.W
	if p.target.Offsets(in.Op) == 2 && in.Op != native.OpIf {
		kind = native.D
	}
	if in.Op == native.OpIf {
		src.Region = native.Scalar
	}
	in.Dst, in.Src[0] = dst, src
	if in.Align16 {
		in.Dst.ChanEn = native.AllChannels
		in.Src[0].Region = native.Region{V: min(src.Region.V, 4)}
		in.Src[0].Swizzle = channelsXYZW
	}
	like := native.Inst{Op: native.OpAdd, ExecSize: in.ExecSize, Align16: in.Align16, Dst: in.Dst, Src: [3]native.Operand{in.Src[0], native.ImmOperand(0, kind)}}
	in.Src[1] = native.Operand{File: native.Imm, Type: kind}
	if p.target.Offsets(in.Op) == 2 {
		in.Src[0] = native.Operand{File: native.ARF, Type: src.Type}
	}
	p.restLike(&like)
}

// mesaFill8 fills in those of Gen8 to Gen11: no destination of endif, and an immediate
// source 0, whose type source 1 has as well where no offset stands.
func (p *parser) mesaFill8(dst native.Operand) {
	in := &p.in
	if in.Op == native.OpEndif {
		dst = native.Operand{File: native.ARF}
	}
	in.Dst, in.Src[0] = dst, native.ImmOperand(0, native.D)
	if in.Align16 {
		in.Dst.ChanEn = native.AllChannels
	}
	if p.forms[in.Op].Files[2] {
		in.Src[1] = native.Operand{File: native.ARF, Type: native.D}
	}
}

// mesaFill12 fills in those of Gen12: the bits of a destination, and of an immediate
// for some.
func (p *parser) mesaFill12(dst native.Operand) {
	like := native.Inst{Op: native.OpMov, ExecSize: p.in.ExecSize, Dst: dst, Src: [3]native.Operand{native.ImmOperand(0, native.D)}}
	switch p.in.Op {
	case native.OpEndif:
		like.Dst = native.NullDst(native.UB)
		like.Dst.Region = native.Region{}
	case native.OpBreak, native.OpCont:
	default:
		like.Src[0] = native.Operand{File: native.ARF, Type: native.UB, Region: native.Scalar}
	}
	if p.in.Op == native.OpCont {
		p.in.Dst = native.Operand{File: native.ARF, Reg: native.ARFIP, Type: native.D, Region: native.Dst1}
	}
	p.restLike(&like)
}

// dialectWait reads the notification register, which is destination and source.
func (p *parser) dialectWait() func() {
	in := &p.in
	p.skip()
	p.cols[1] = p.at
	s := p.dialectRegister(&in.Src[0])
	if p.syntax.isGen4asm() {
		in.Src[0].Type = native.D
	}
	return func() {
		in.Dst = in.Src[0]
		p.dialectPlace(&in.Dst, &s, true, false)
		s.regions, s.region = 1, [3]uint8{}
		if !in.Align16 {
			s.regions = 0
		}
		p.dialectPlace(&in.Src[0], &s, false, false)
		if p.syntax != Mesa || p.err != nil {
			return
		}
		in.NoMask = true
		null := native.Operand{File: native.ARF, Type: native.F, Region: native.Region{V: 8, W: 8, H: 1}}
		if in.Align16 {
			null.Region, null.Swizzle = native.Region{V: 4}, channelsXYZW
		}
		p.likePlain(null)
	}
}

// mesaSync reads the function of sync, its channels, and null or what it waits for.
func (p *parser) mesaSync() func() {
	in := &p.in
	var s shape
	p.skip()
	p.cols[1] = p.at
	if o := &in.Src[0]; p.isNumber() {
		p.dialectImmediate(o)
	} else if s = p.dialectRegister(o); p.err == nil && !o.IsNull() {
		p.at = s.at
		p.fail(s.at, "%s: want null<0,1,0>UB, or a mask such as 0x3UD", p.token())
	}
	return func() {
		p.dialectPlace(&in.Src[0], &s, false, false)
		in.Dst = native.Operand{File: native.ARF} // of stride 0, where the vendor's tools write 1
	}
}
