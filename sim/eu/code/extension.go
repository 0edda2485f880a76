package code

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// numMME accumulators, acc2 to acc9, hold exponent extensions: two bits in each of
// their dwords, of which the model keeps a byte.
const (
	NumMME   = native.ARFAcc9 - native.ARFAcc2 + 1
	MMEBytes = 8
	mmeBits  = 3
)

// arfExtensions is the number, which no register has, of those bytes as one register.
const arfExtensions = 0x100

// isExtension says whether an operand is one of acc2 to acc9, and no accumulator of the target.
func (l *loader) isExtension(op *native.Operand) bool {
	return op.File == native.ARF && op.Reg >= native.ARFAcc2 && op.Reg <= native.ARFAcc9 &&
		int(op.Reg-native.ARFAcc0) >= l.prog.accs
}

// moveExtension is a move from or to acc2 to acc9: of dwords without modifiers, of which
// two bits are written and two are defined when they are read (Broxton PRM vol. 6,
// Accumulators acc2-acc9). The others read as zeros here.
func (l *loader) moveExtension() error {
	in := *l.in
	dst, src := &in.Dst, &in.Src[0]
	switch {
	case !l.prog.Target.Caps().MacroAcc:
		return l.refuse("acc2 to acc9 on %s", l.prog.Target)
	case in.Sat || in.AccWr || in.Cond != native.CondNone || src.Mod != native.ModNone || in.Align16,
		!isDword(dst.Type) || !isDword(src.Type):
		return l.refuse("move of acc2 to acc9 with modifiers, or of other than dwords")
	}
	inner := *l
	inner.in = &in
	if l.isExtension(src) {
		if err := inner.bytesOf(src, offsets(src.Region, 1, int(l.op.N))); err != nil {
			return err
		}
	}
	if !l.isExtension(dst) {
		return inner.alu(ClassRaw, KernMov)
	}
	if err := inner.bytesOf(dst, offsets(native.Region{W: MaxLanes, H: max(1, dst.Region.H)}, 1, int(l.op.N))); err != nil {
		return err
	}
	in.Src[1], inner.srcs = native.ImmOperand(mmeBits, native.UD), 2
	return inner.alu(ClassRaw, KernAnd)
}

// bytesOf makes an operand whose elements are at offs, counted in dwords, one of the
// bytes that the model keeps.
func (l *loader) bytesOf(op *native.Operand, offs []uint16) error {
	first := int(op.Sub) / 4
	if op.Sub%4 != 0 || first+int(slices.Max(offs)) >= MMEBytes {
		return l.bad("operand reaches past acc%d, which has %d dwords", op.Reg&15, MMEBytes)
	}
	op.Sub = uint16(int(op.Reg-native.ARFAcc2)*MMEBytes + first)
	op.Reg, op.Type = arfExtensions, native.UB
	return nil
}
