package asm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/native"
)

// operands are the texts of destination and sources.
func (p printer) operands(in *native.Inst, pc int) (string, []string) {
	srcs := p.labels(in, pc)
	if r := in.TargetRegister(); r != nil {
		srcs = []string{p.register(r) + addressType(r)}
	}
	switch {
	case srcs != nil && in.Op.Links():
		return p.register(&in.Dst) + stride(&in.Dst) + addressType(&in.Dst), srcs
	case srcs != nil:
		return "", srcs
	case in.Op.IsSend():
		return p.message(in)
	}
	for i := range in.Src {
		if in.Op == native.OpSync {
			srcs = append(srcs, tokens(&in.Src[0]))
			break
		}
		if in.Src[i].File != native.NoFile {
			srcs = append(srcs, p.source(in, i))
		}
	}
	if in.Op == native.OpWait || in.Op == native.OpRet || in.Op == native.OpSync {
		return "", srcs
	}
	return p.destination(in), srcs
}

// stride is the region of a destination where 1 is not shown.
func stride(o *native.Operand) string {
	if o.Region.H == 1 {
		return ""
	}
	return angle(o.Region.H)
}

func digits(n int) string { return strconv.Itoa(n) }

// angle is a region of one number.
func angle(n uint8) string { return "<" + strconv.Itoa(int(n)) + ">" }

// addressType is the type of a branch target or return address, where d is not
// shown.
func addressType(o *native.Operand) string {
	if o.Type == native.D {
		return ""
	}
	return ":" + o.Type.String()
}

// isUnified tells the send of Gen12, which has both parts of a payload.
func isUnified(in *native.Inst) bool {
	return in.Op.IsSend() && !in.Op.IsSplit() && in.Src[1].File != native.NoFile
}

func (p printer) message(in *native.Inst) (string, []string) {
	if isUnified(in) {
		return p.blockRegister(&in.Dst, false), []string{
			p.blockRegister(&in.Src[0], false), p.blockRegister(&in.Src[1], false),
			descriptor(in.Msg.ExDescReg, in.Msg.ExDescSub, fmt.Sprintf("0x%X", uint32(in.Msg.ExDesc))),
			descriptor(in.Msg.DescReg, in.Msg.DescSub, fmt.Sprintf("0x%08X", uint32(in.Msg.Desc))),
		}
	}
	split := in.Op.IsSplit()
	dst, srcs := p.blockRegister(&in.Dst, split), []string{p.blockRegister(&in.Src[0], false)}
	if split {
		srcs = append(srcs, p.blockRegister(&in.Src[1], false))
	}
	return dst, append(srcs,
		descriptor(in.Msg.ExDescReg, in.Msg.ExDescSub, fmt.Sprintf("0x%X", in.Msg.FullExDesc())),
		descriptor(in.Msg.DescReg, in.Msg.DescSub, fmt.Sprintf("0x%08X", in.Msg.Desc)))
}

func descriptor(reg bool, sub uint8, imm string) string {
	if reg {
		return fmt.Sprintf("a0.%d", sub/4) // dwords
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

// register is a register with its sub-register in elements, and bytes that make
// no element, or an address.
func (p printer) register(o *native.Operand) string {
	switch {
	case o.Indirect && o.AddrImm == 0:
		return "r[" + p.address(o) + "." + digits(int(o.AddrSub)) + "]"
	case o.Indirect:
		return "r[" + p.address(o) + "." + digits(int(o.AddrSub)) + "," + digits(int(o.AddrImm)) + "]"
	}
	s, n, rest := p.name(o), int(o.Sub)/o.Type.Size(), int(o.Sub)%o.Type.Size()
	if n != 0 || rest != 0 || o.Reg == native.ARFSP || !native.Single(o.File, o.Reg) {
		s += "." + digits(n)
	}
	if rest != 0 {
		s += "+" + digits(rest)
	}
	return s
}

func (p printer) macroRegister(o *native.Operand) string {
	mme := "nomme"
	if o.MME < 8 {
		mme = fmt.Sprintf("mme%d", o.MME)
	}
	return p.name(o) + "." + mme
}

// isMacro tells the instructions whose operands name implicit accumulators. Where
// there is Align16, as align16 says, the math functions do so only in it (rule
// eu.math.macro).
func isMacro(in *native.Inst, align16 bool) bool {
	return in.Op == native.OpMadm || in.IsMathMacro() && (in.Align16 || !align16)
}

func (p printer) destination(in *native.Inst) string {
	o := in.Dst
	if !in.Align16 && !isMacro(in, p.align16) {
		return p.remembered(operandKey{o: o, place: atDestination}, func() string { return p.register(&o) + angle(o.Region.H) + ":" + o.Type.String() })
	}
	t := ":" + o.Type.String()
	if isMacro(in, p.align16) {
		return p.macroRegister(&o) + t
	}
	lane, scalar := in.ScalarLane()
	o.Sub += uint16(lane * o.Type.Size())
	enabled := ""
	if in.Src[2].File == native.NoFile || !scalar && o.ChanEn != allChannels {
		enabled = "."
		for k, c := range channels {
			if o.ChanEn>>k&1 != 0 {
				enabled += string(c)
			}
		}
	}
	return p.register(&o) + "<1>" + enabled + t
}

// channels are the elements of 16 bytes in an Align16 operand.
const channels = "xyzw"

// Channel enables and selects with a meaning of their own.
const (
	allChannels  = 15
	channelsXYZW = 0xE4
	channelsXYXY = 0x44 // the first 64-bit element
	channelsZWZW = 0xEE // the second
)

func (p printer) source(in *native.Inst, i int) string {
	o := &in.Src[i]
	if o.File == native.Imm {
		return p.addressOf(o) + immediate(o)
	}
	mod := modifier(in, o.Mod)
	switch {
	case isMacro(in, p.align16):
		return mod + p.macroRegister(o) + ":" + o.Type.String()
	case in.Align16:
		return mod + p.source16(in, i) + ":" + o.Type.String()
	}
	key := operandKey{o: *o, place: atSource, logic: in.Op.IsLogic()}
	if in.Src[2].File != native.NoFile {
		key.place = atThree
		if i == 2 {
			key.place = atLast
		}
		return p.remembered(key, func() string { return mod + p.register(o) + region3(o, i) + ":" + o.Type.String() })
	}
	return p.remembered(key, func() string { return mod + p.register(o) + region(o) + ":" + o.Type.String() })
}

// region3 is a source of a three-source Align1 instruction: the width of its
// region follows from the strides, and source 2 has one stride alone.
func region3(o *native.Operand, i int) string {
	if i == 2 {
		return angle(o.Region.V)
	}
	return "<" + digits(int(o.Region.V)) + ";" + digits(int(o.Region.H)) + ">"
}

// source16 is an Align16 source. With three sources the vendor's text knows
// packed and replicated ones, where 64-bit elements replicate by channels; other
// channels, and the vertical stride that fewer sources have, are the PRM's.
func (p printer) source16(in *native.Inst, i int) string {
	o := in.Src[i]
	packed, replicated := "<2;1>", "<0;0>"
	if i == 2 {
		packed, replicated = "<1>", "<0>"
	}
	switch wide := o.Type.Size() == 8; {
	case in.Src[2].File == native.NoFile:
		packed = angle(o.Region.V)
	case o.Region == native.Scalar || wide && o.Swizzle == channelsXYXY:
		return p.register(&o) + replicated
	case wide && o.Swizzle == channelsZWZW:
		o.Sub += 8
		return p.register(&o) + replicated
	case o.Swizzle == channelsXYZW:
		return p.register(&o) + packed
	}
	var selected []byte
	for k := range channels {
		selected = append(selected, channels[o.Swizzle>>(2*k)&3])
	}
	return p.register(&o) + packed + "." + string(selected)
}

func region(o *native.Operand) string {
	if o.Region.V == native.VxH {
		return "<" + digits(int(o.Region.W)) + "," + digits(int(o.Region.H)) + ">"
	}
	return "<" + digits(int(o.Region.V)) + ";" + digits(int(o.Region.W)) + "," + digits(int(o.Region.H)) + ">"
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
		return "0x" + strings.ToUpper(strconv.FormatUint(o.Imm, 16)) + ":" + t.String()
	}
	shift := 64 - 8*t.Size()
	return strconv.FormatInt(int64(o.Imm<<shift)>>shift, 10) + ":" + t.String()
}

// tokens are what a sync waits for beside its own scoreboard: none, or a mask.
func tokens(o *native.Operand) string {
	if o.File != native.Imm {
		return "null"
	}
	var list []string
	for k := range 32 {
		if o.Imm>>k&1 != 0 {
			list = append(list, fmt.Sprintf("$%d", k))
		}
	}
	return "(" + strings.Join(list, ",") + ")"
}
