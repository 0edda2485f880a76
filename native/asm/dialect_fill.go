package asm

import "github.com/genvisa/genvisa/native"

// likePlain gives an instruction that lacks source 1 the bits that a plain one with
// this source has there: these assemblers fill in all operands. The bits of its register
// file are not among them: those that fill in a register have null.
func (p *parser) likePlain(source native.Operand) {
	none := native.ImmOperand(0, native.UD)
	if source.File != native.Imm {
		source.File = native.GRF
		none = native.Operand{File: native.GRF, Region: native.Scalar}
	}
	file := ^uint64(0)
	both := [2]uint64{file, file}
	rest := p.restOf(source)
	for _, t := range []native.Type{native.UD, native.UW} { // which have no bit of their codes in common
		none.Type = t
		r := p.restOf(none)
		both[0], both[1] = both[0]&r[0], both[1]&r[1]
	}
	p.in.Rest[0] |= rest[0] &^ both[0]
	p.in.Rest[1] |= rest[1] &^ both[1]
}

// restOf are the bits of a plain instruction with a source 1 that the instruction has
// no fields for.
func (p *parser) restOf(source native.Operand) [2]uint64 {
	like := native.Inst{Op: native.OpAdd, ExecSize: p.in.ExecSize, Align16: p.in.Align16, Dst: p.in.Dst, Src: [3]native.Operand{p.in.Src[0], source}}
	if f := like.Src[0].File; f == native.Imm || f == native.NoFile {
		like.Src[0] = native.Operand{File: native.ARF, Type: native.UD, Region: native.Scalar}
	}
	return p.restFrom(&like)
}

// restLike takes the bits of another instruction that this one has no fields for.
func (p *parser) restLike(like *native.Inst) {
	rest := p.restFrom(like)
	p.in.Rest[0] |= rest[0]
	p.in.Rest[1] |= rest[1]
}

func (p *parser) restFrom(like *native.Inst) [2]uint64 {
	rest := p.in.Rest
	p.in.Rest = [2]uint64{}
	bits, err := native.RestLike(p.target, &p.in, like)
	if err != nil {
		p.stop(p.fieldFault(err))
	}
	p.in.Rest = rest
	return bits
}

// mesaOperands fills in what Mesa writes beside the operands of an instruction that is
// complete: the stride of an Align16 destination, and the type of a source 1 that is not
// there because source 0 is an immediate of up to 32 bits.
func (p *parser) mesaOperands() {
	in := &p.in
	if in.Op.Sources() == 3 || p.err != nil {
		return
	}
	if in.Align16 {
		like := native.Inst{Op: native.OpAdd, ExecSize: in.ExecSize, Dst: native.Operand{File: native.ARF, Type: native.UD, Region: native.Dst1}}
		like.Src[0] = native.Operand{File: native.ARF, Type: native.UD, Region: native.Scalar}
		like.Src[1] = native.ImmOperand(0, native.UD)
		rest := p.restFrom(&like)
		like.Dst.Region = native.Region{}
		none := p.restFrom(&like)
		p.in.Rest[0] |= rest[0] &^ none[0]
	}
	o := &in.Src[0]
	if o.File == native.Imm && o.Type.Size() < 8 && !p.target.Scoreboard() && in.Op != native.OpDim {
		p.likePlain(native.ImmOperand(0, o.Type))
	}
}

// payloadRegion gives a message the region of its payload where it has no such fields:
// from Gen9 on they are bits of the extended descriptor, which Mesa's texts do not say.
func (p *parser) payloadRegion() {
	in := &p.in
	if p.forms[in.Op].Regions[1] {
		return
	}
	like := native.Inst{Op: native.OpAdd, ExecSize: in.ExecSize, Align16: in.Align16, Dst: in.Dst, Src: [3]native.Operand{in.Src[0], native.ImmOperand(0, native.UD)}}
	message := *in
	*in = native.Inst{Op: native.OpNop}
	bits := p.restFrom(&like)
	like.Src[0].Region, like.Src[0].Swizzle = native.Scalar, 0
	none := p.restFrom(&like)
	*in = message
	for i := range bits {
		p.patch.Bits[i] = bits[i] &^ none[i]
		p.patch.Mask[i] = p.patch.Bits[i]
	}
}
