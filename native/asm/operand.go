package asm

import (
	"fmt"
	"math/bits"

	"github.com/genvisa/genvisa/native"
)

// operands are the texts of destination and sources.
func (p printer) operands(in *native.Inst, pc int) (string, []string) {
	if srcs := p.labels(in, pc); srcs != nil {
		dst := ""
		if in.Op == native.OpCall || in.Op == native.OpCalla {
			dst = p.register(&in.Dst) + returnType(&in.Dst)
		}
		return dst, srcs
	}
	if in.Op.IsSend() {
		return p.message(in)
	}
	var srcs []string
	for i := range in.Src {
		if in.Src[i].File != native.NoFile {
			srcs = append(srcs, p.source(in, i))
		}
	}
	switch in.Op {
	case native.OpWait:
		return "", srcs
	case native.OpRet:
		return "", []string{p.register(&in.Src[0]) + returnType(&in.Src[0])}
	}
	return p.destination(in), srcs
}

// returnType is the type of a return address, where d is not shown.
func returnType(o *native.Operand) string {
	if o.Type == native.D {
		return ""
	}
	return ":" + o.Type.String()
}

func (p printer) message(in *native.Inst) (string, []string) {
	split := in.Op == native.OpSends || in.Op == native.OpSendsc
	dst, srcs := p.blockRegister(&in.Dst, split), []string{p.blockRegister(&in.Src[0], false)}
	if split {
		srcs = append(srcs, p.blockRegister(&in.Src[1], false))
	}
	ex := in.Msg.ExDesc | uint32(in.Msg.SFID)
	if in.Msg.EOT {
		ex |= 1 << 5
	}
	return dst, append(srcs,
		descriptor(in.Msg.ExDescReg, in.Msg.ExDescSub, fmt.Sprintf("0x%X", ex)),
		descriptor(in.Msg.DescReg, in.Msg.DescSub, fmt.Sprintf("0x%08X", in.Msg.Desc)))
}

func descriptor(reg bool, sub uint8, imm string) string {
	if reg {
		return fmt.Sprintf("a0.%d", sub/2)
	}
	return imm
}

// blockRegister names a whole register; the sub-register shows when it is not
// 0, the type when it is not ud or always is set.
func (p printer) blockRegister(o *native.Operand, always bool) string {
	s := "null"
	switch {
	case o.Indirect || o.Sub != 0:
		s = p.register(o)
	case !o.IsNull():
		s = p.name(o)
	}
	if always || o.Type != native.UD {
		s += ":" + o.Type.String()
	}
	return s
}

// register is a register with its sub-register in elements, or an address.
func (p printer) register(o *native.Operand) string {
	switch {
	case o.Indirect && o.AddrImm == 0:
		return fmt.Sprintf("r[%s.%d]", p.address(o), o.AddrSub)
	case o.Indirect:
		return fmt.Sprintf("r[%s.%d,%d]", p.address(o), o.AddrSub, o.AddrImm)
	case o.IsNull():
		return "null"
	}
	return fmt.Sprintf("%s.%d", p.name(o), int(o.Sub)/o.Type.Size())
}

func (p printer) macroRegister(o *native.Operand) string {
	mme := "nomme"
	if o.MME < 8 {
		mme = fmt.Sprintf("mme%d", o.MME)
	}
	return p.name(o) + "." + mme
}

// isMacro tells the instructions whose operands name implicit accumulators.
func isMacro(in *native.Inst) bool {
	return in.Op == native.OpMadm || in.Op == native.OpMath && in.Align16 && (in.MathFC == native.MathInvm || in.MathFC == native.MathRsqtm)
}

func (p printer) destination(in *native.Inst) string {
	o := in.Dst
	t := ":" + o.Type.String()
	if isMacro(in) {
		return p.macroRegister(&o) + t
	}
	if in.Align16 {
		o.Region.H = 1
		if o.ChanEn != 15 {
			o.Sub += uint16(4 * bits.TrailingZeros8(o.ChanEn))
		}
	}
	return fmt.Sprintf("%s<%d>%s", p.register(&o), o.Region.H, t)
}

func (p printer) source(in *native.Inst, i int) string {
	o := &in.Src[i]
	if o.File == native.Imm {
		return p.addressOf(o) + immediate(o)
	}
	mod := modifier(in, o.Mod)
	t := ":" + o.Type.String()
	switch {
	case isMacro(in):
		return mod + p.macroRegister(o) + t
	case in.Align16:
		return mod + p.register(o) + region16(o, i) + t
	}
	return mod + p.register(o) + region(o) + t
}

// region16 is the region of a three-source operand: packed or replicated.
func region16(o *native.Operand, i int) string {
	rep := o.Region == native.Scalar
	switch {
	case i == 2 && rep:
		return "<0>"
	case i == 2:
		return "<1>"
	case rep:
		return "<0;0>"
	}
	return "<2;1>"
}

func region(o *native.Operand) string {
	if o.Region.V == native.VxH {
		return fmt.Sprintf("<%d,%d>", o.Region.W, o.Region.H)
	}
	return fmt.Sprintf("<%d;%d,%d>", o.Region.V, o.Region.W, o.Region.H)
}

func modifier(in *native.Inst, m native.SrcMod) string {
	if in.Op.IsLogic() && m == native.ModNeg {
		return "~"
	}
	return [...]string{native.ModNone: "", native.ModAbs: "(abs)", native.ModNeg: "-", native.ModNegAbs: "-(abs)"}[m&3]
}

// immediate prints signed integers in decimal and everything else as bits.
func immediate(o *native.Operand) string {
	t := o.Type
	if t.IsFloat() || !t.IsSigned() || t == native.V {
		return fmt.Sprintf("0x%X:%v", o.Imm, t)
	}
	shift := 64 - 8*t.Size()
	return fmt.Sprintf("%d:%v", int64(o.Imm<<shift)>>shift, t)
}
