package asm

import (
	"math"

	"github.com/genvisa/genvisa/native"
)

// dialectBranch reads the targets of a branch, and gives what finishes it.
func (p *parser) dialectBranch() func() {
	if p.syntax == Mesa {
		return p.mesaBranch()
	}
	return p.gen4asmBranch()
}

// mesaBranch reads JIP: LABEL UIP: LABEL.
func (p *parser) mesaBranch() func() {
	in := &p.in
	if in.Op.Links() || in.Op.IsUniform() || in.Op.Targets() == 0 {
		p.lacks(p.cols[atOp], "%v in the syntax %v is not supported", in.Op, p.syntax)
		return nil
	}
	for i, name := range []string{"JIP", "UIP"}[:p.target.Offsets(in.Op)] {
		p.skip()
		at := p.at
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

// mesaFill gives a branch the operands that Mesa writes, which the hardware ignores:
// null, and the offset as an immediate of a type.
func (p *parser) mesaFill() {
	in := &p.in
	in.Dst = native.NullDst(native.D)
	row, kind := native.Region{V: 8, W: 8, H: 1}, native.W
	if p.target.Offsets(in.Op) == 2 {
		kind = native.D
		if in.Op == native.OpIf {
			row, kind = native.Scalar, native.W
		}
	}
	in.Src[0] = native.Operand{File: native.ARF, Type: native.D, Region: row}
	if in.Align16 {
		in.Dst.ChanEn = allChannels
		in.Src[0].Region = native.Region{V: row.V / 2}
		in.Src[0].Swizzle = channelsXYZW
	}
	like := native.Inst{Op: native.OpAdd, ExecSize: in.ExecSize, Align16: in.Align16, Dst: in.Dst, Src: [3]native.Operand{in.Src[0], native.ImmOperand(0, kind)}}
	in.Src[1] = native.Operand{File: native.Imm, Type: kind}
	if p.target.Offsets(in.Op) == 2 {
		in.Src[0].Region, in.Src[0].Swizzle = native.Region{}, 0
	}
	rest, err := native.RestLike(p.target, in, &like)
	if err != nil {
		p.stop(p.fieldFault(err))
		return
	}
	in.Rest = rest
}

// gen4asmBranch reads what intel-gen4asm takes: a destination of call, a source of
// ret, labels, or offsets in instructions.
func (p *parser) gen4asmBranch() func() {
	in := &p.in
	var dst, src shape
	if in.Op.Links() || in.Op.Targets() == 0 {
		p.skip()
		p.cols[0] = p.at
		dst = p.dialectRegister(&in.Dst)
	}
	if in.Op.Targets() == 0 {
		p.skip()
		p.cols[1] = p.at
		src = p.dialectRegister(&in.Src[0])
	}
	for i := range p.target.Offsets(in.Op) {
		p.gen4asmTarget(i)
	}
	return func() {
		if in.Dst.File != native.NoFile {
			p.dialectPlace(&in.Dst, &dst, true, false)
			in.Dst.Type = native.D
		}
		if in.Src[0].File != native.NoFile {
			p.dialectPlace(&in.Src[0], &src, false, false)
			in.Src[0].Type = native.D
			in.Src[0].Region = native.Region{V: 2, W: 2, H: 1} // two dwords, whatever the text says
		}
	}
}

// gen4asmTarget reads a label, or a distance in instructions of 16 bytes.
func (p *parser) gen4asmTarget(i int) {
	p.skip()
	at := p.at
	if !p.isNumber() {
		w := p.word()
		if len(w) == 0 {
			p.fail(at, "%s: want a label or a number of instructions", p.token())
		}
		p.refs[i] = labelRef{w, at}
		return
	}
	const whole = 16
	l := p.dialectNumber()
	if l.float || l.v > math.MaxInt32/whole {
		p.fail(at, "distance %q: want a whole number, of less than 2 GiB", l.text)
		return
	}
	v := int32(l.v)
	if l.neg {
		v = -v
	}
	*p.distance(i) = v * whole
}

// dialectWait reads the notification register, which is destination and source.
func (p *parser) dialectWait() func() {
	in := &p.in
	p.skip()
	p.cols[1] = p.at
	s := p.dialectRegister(&in.Src[0])
	if p.syntax == Gen4asm {
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
		if p.syntax == Mesa && in.Align16 && p.err == nil {
			p.likePlain(native.Operand{File: native.ARF, Type: native.F, Region: native.Region{V: 4}, Swizzle: channelsXYZW})
		}
	}
}
