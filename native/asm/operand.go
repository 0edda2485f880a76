package asm

import (
	"strconv"

	"github.com/genvisa/genvisa/native"
)

// operands writes destination and sources, and gives how many sources there are.
func (p *printer) operands(in *native.Inst, pc int) (n int) {
	if in.Sat {
		p.str("(sat)")
	}
	target := in.TargetRegister()
	switch {
	case target != nil || p.branches(in):
		if in.Op.Links() {
			p.register(&in.Dst)
			if in.Dst.Region.H != 1 {
				p.angle(in.Dst.Region.H)
			}
			p.addressType(&in.Dst)
		}
		if target == nil {
			return p.targets(in, pc)
		}
		p.column(0)
		p.register(target)
		p.addressType(target)
		return 1
	case in.Op.IsSend():
		return p.message(in)
	case in.Op.IsSystolic():
		return p.systolic(in)
	case in.Op == native.OpSync:
		p.column(0)
		p.tokens(&in.Src[0])
		return 1
	case in.Op != native.OpWait && in.Op != native.OpRet:
		p.destination(in)
	}
	for i := range in.Src {
		if in.Src[i].File != native.NoFile {
			p.column(n)
			p.source(in, i)
			n++
		}
	}
	return n
}

// angle is a region of one number.
func (p *printer) angle(n uint8) {
	p.char('<')
	p.num(int(n))
	p.char('>')
}

// typed is the type of an operand.
func (p *printer) typed(t native.Type) {
	p.char(':')
	p.str(t.String())
}

// addressType is the type of a branch target or return address, where d is not
// shown.
func (p *printer) addressType(o *native.Operand) {
	if o.Type != native.D {
		p.typed(o.Type)
	}
}

// isUnified tells the send of Gen12, which has both parts of a payload.
func isUnified(in *native.Inst) bool {
	return in.Op.IsSend() && !in.Op.IsSplit() && in.Src[1].File != native.NoFile
}

// message writes the operands of a send.
func (p *printer) message(in *native.Inst) (n int) {
	unified, split := isUnified(in), in.Op.IsSplit()
	p.blockRegister(&in.Dst, split)
	for i := range 1 + btoi(unified || split) {
		p.column(n)
		p.blockRegister(&in.Src[i], false)
		n++
	}
	ex := in.Msg.ExDesc
	if p.sized && unified && (!in.Msg.ExDescReg || in.Msg.ExBSO) {
		p.char(':')
		p.num(in.Msg.Second())
		ex, _ = ex.WithMlen(0)
	}
	if !unified {
		ex = in.Msg.FullExDesc()
	}
	p.column(n)
	p.descriptor(in.Msg.ExDescReg, in.Msg.ExDescSub, uint32(ex), 1)
	p.column(n + 1)
	p.descriptor(in.Msg.DescReg, in.Msg.DescSub, uint32(in.Msg.Desc), 8)
	return n + 2
}

// descriptor is a register, in dwords, or bits with so many digits at least.
func (p *printer) descriptor(reg bool, sub uint8, bits uint32, digits int) {
	if !reg {
		p.hex(uint64(bits), digits)
		return
	}
	p.str("a0.")
	p.num(int(sub / 4))
}

// blockRegister names a whole register; the sub-register shows when it is not
// 0, the type when it is not ud or always is set.
func (p *printer) blockRegister(o *native.Operand, always bool) {
	switch {
	case o.Indirect || o.Sub != 0:
		p.register(o)
	case o.IsNull():
		p.str("null")
	default:
		p.name(o)
	}
	if always || o.Type != native.UD {
		p.typed(o.Type)
	}
}

// register is a register with its sub-register in elements, and bytes that make
// no element, or an address.
func (p *printer) register(o *native.Operand) {
	if o.Indirect {
		p.str("r[")
		p.address(o)
		p.char('.')
		p.num(int(o.AddrSub))
		if o.AddrImm != 0 {
			p.char(',')
			p.num(int(o.AddrImm))
		}
		p.char(']')
		return
	}
	p.name(o)
	n, rest := int(o.Sub)/o.Type.Size(), int(o.Sub)%o.Type.Size()
	if n != 0 || rest != 0 || o.Reg == native.ARFSP || !native.Single(o.File, o.Reg) {
		p.char('.')
		p.num(n)
	}
	if rest != 0 {
		p.char('+')
		p.num(rest)
	}
}

// macroRegister is a register with its implicit accumulator; one with an address has none
// in the vendor's text.
func (p *printer) macroRegister(o *native.Operand) {
	if o.Indirect {
		p.register(o)
		return
	}
	p.name(o)
	if o.MME < native.NoMME {
		p.str(".mme")
		p.num(int(o.MME))
		return
	}
	p.str(".nomme")
}

// isMacro tells the instructions whose operands name implicit accumulators. Where
// there is Align16, as align16 says, the math functions do so only in it (rule
// eu.math.macro).
func isMacro(in *native.Inst, align16 bool) bool {
	return in.Op == native.OpMadm || in.IsMathMacro() && (in.Align16 || !align16)
}

func (p *printer) destination(in *native.Inst) {
	o := in.Dst
	switch {
	case isMacro(in, p.align16):
		p.macroRegister(&o)
	case in.Align16:
		p.destination16(in, o)
	default:
		p.register(&o)
		p.angle(o.Region.H)
	}
	p.typed(o.Type)
}

func (p *printer) destination16(in *native.Inst, o native.Operand) {
	lane, scalar := in.ScalarLane()
	o.Sub += uint16(lane * o.Type.Size())
	p.register(&o)
	p.angle(1)
	if in.Src[2].File == native.NoFile || !scalar && o.ChanEn != native.AllChannels {
		p.char('.')
		for k := range channels {
			if o.ChanEn>>k&1 != 0 {
				p.char(channels[k])
			}
		}
	}
}

// channels are the elements of 16 bytes in an Align16 operand.
const channels = "xyzw"

// Channel enables and selects with a meaning of their own.
const (
	channelsXYZW = native.IdentitySwizzle
	channelsXYXY = 0x44 // the first 64-bit element
	channelsZWZW = 0xEE // the second
)

func (p *printer) source(in *native.Inst, i int) {
	o := &in.Src[i]
	if o.File == native.Imm {
		p.addressOf(o)
		p.immediate(o)
		return
	}
	p.str(modifier(in, o.Mod))
	switch {
	case isMacro(in, p.align16):
		p.macroRegister(o)
	case in.Align16:
		p.source16(in, i)
	case in.Src[2].File == native.NoFile:
		p.register(o)
		p.region(o)
	default:
		p.register(o)
		p.region3(o, i)
	}
	p.typed(o.Type)
}

// region3 is a source of a three-source Align1 instruction: the width of its
// region follows from the strides, and source 2 has one stride alone.
func (p *printer) region3(o *native.Operand, i int) {
	if i == 2 {
		p.angle(o.Region.V)
		return
	}
	p.char('<')
	p.num(int(o.Region.V))
	p.char(';')
	p.num(int(o.Region.H))
	p.char('>')
}

// source16 is an Align16 source. With three sources the vendor's text knows
// packed and replicated ones, where 64-bit elements replicate by channels; other
// channels, and the vertical stride that fewer sources have, are the PRM's.
func (p *printer) source16(in *native.Inst, i int) {
	o := in.Src[i]
	packed, replicated := "<2;1>", "<0;0>"
	if i == 2 {
		packed, replicated = "<1>", "<0>"
	}
	switch wide := o.Type.Size() == 8; {
	case in.Src[2].File == native.NoFile:
		p.register(&o)
		p.angle(o.Region.V)
		p.selected(o.Swizzle)
		return
	case o.Region == native.Scalar || wide && o.Swizzle == channelsXYXY:
		packed = replicated
	case wide && o.Swizzle == channelsZWZW:
		o.Sub += 8
		packed = replicated
	case o.Swizzle != channelsXYZW:
		p.register(&o)
		p.str(packed)
		p.selected(o.Swizzle)
		return
	}
	p.register(&o)
	p.str(packed)
}

// selected are the four channels of a swizzle.
func (p *printer) selected(swizzle uint8) {
	p.char('.')
	for k := range channels {
		p.char(channels[swizzle>>(2*k)&3])
	}
}

func (p *printer) region(o *native.Operand) {
	p.char('<')
	if o.Region.V != native.VxH {
		p.num(int(o.Region.V))
		p.char(';')
	}
	p.num(int(o.Region.W))
	p.char(',')
	p.num(int(o.Region.H))
	p.char('>')
}

func modifier(in *native.Inst, m native.SrcMod) string {
	if in.Op.IsLogic() && m == native.ModNeg {
		return "~"
	}
	return [...]string{native.ModNone: "", native.ModAbs: "(abs)", native.ModNeg: "-", native.ModNegAbs: "-(abs)"}[m&3]
}

// immediate prints signed integers in decimal and everything else as bits.
func (p *printer) immediate(o *native.Operand) {
	t := o.Type
	if t.IsFloat() || !t.IsSigned() || t == native.V {
		p.hex(o.Imm, 1)
	} else {
		shift := 64 - 8*t.Size()
		p.out = strconv.AppendInt(p.out, int64(o.Imm<<shift)>>shift, 10)
	}
	p.typed(t)
}

// tokens are what a sync waits for beside its own scoreboard: none, or a mask.
func (p *printer) tokens(o *native.Operand) {
	if o.File != native.Imm {
		p.str(native.RegName(native.ARF, native.ARFNull))
		return
	}
	sep := byte('(')
	for k := range 32 {
		if o.Imm>>k&1 != 0 {
			p.char(sep)
			p.char('$')
			p.num(k)
			sep = ','
		}
	}
	if sep == '(' {
		p.char(sep)
	}
	p.char(')')
}
