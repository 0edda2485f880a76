package code

import "github.com/genvisa/genvisa/native"

// Runs of ops that only compute rows in place take one call of runRows, which has kernels of its own.

// FirstModeRow is the lowest Op.Row of a kernel that is right in the mode of compiled kernels alone: sums that
// carry, which the mode may keep from the accumulator, and floats.
const FirstModeRow = 19

// RowNumbers gives Op.Row of each kernel that runRows has; moves of floats move bits.
var RowNumbers = [NumClasses][NumKernels]uint8{
	ClassRaw: {
		KernMov: 1, KernAdd: 2, KernMul: 3, KernMad: 4, KernAdd3: 5, KernMachLow: 6, KernAnd: 7, KernOr: 8, KernXor: 9, KernNot: 10,
		KernShl: 11, KernShr: 12, KernAsr: 13, KernRol: 14, KernAddSpread: 15, KernMulSpread: 16,
	},
	ClassFloat: {
		KernMov: 1, KernAdd: 20, KernMul: 21, KernMad: 22, KernAddSpread: 23, KernMulSpread: 24, KernMadSpread: 25,
	},
}

// Op.Row of what is no kernel of Op.Kern.
const (
	RowBoolean  = 17
	RowWord     = 18 // the low word of what Op.Kern makes of one element
	RowCarry    = FirstModeRow
	RowLongMul  = 26
	RowLongMach = LastRow
	LastRow     = 27
)

// Op.Jump of what is more than a kernel with its sources where they lie, which is Op.Row.
const (
	jumpAccs     = LastRow + 1 + iota // accumulators have to be looked at
	jumpAccBring                      // the same, and sources brought
	jumpBring                         // sources have to be brought
	jumpWiden                         // words become dwords
)

// rows fills Row of the ops that a run of rows can execute, and RowLanes.
func (p *Program) rows() {
	for i := range p.Ops {
		o := &p.Ops[i]
		if o.Number(p); o.Row != 0 && o.NoMask == 0 {
			p.RowLanes |= o.Full << (o.Off & 31)
		}
	}
}

// Number fills Row and Jump.
func (o *Op) Number(p *Program) {
	switch o.Row = o.rowNumber(p); o.Row {
	case RowBoolean, RowCarry:
		o.Flags |= FlagBring
	case RowWord:
		o.Ext = int32(RowNumbers[o.Class][o.Kern])
	}
	o.Jump = o.JumpOf()
}

// JumpOf is the Jump of an op whose Row is known.
func (o *Op) JumpOf() uint8 {
	switch {
	case o.Row == 0 || o.Row == RowCarry && o.N == 8:
		return o.Row
	case o.Form == FormALU && o.Class == ClassRaw && o.Kern == KernMov && o.Src[0].Mode == SrcWords && o.N%8 == 0 && o.Flags&FlagAccs == 0 && !o.meetsSource():
		return jumpWiden
	}
	switch o.Flags & (FlagAccs | FlagBring) {
	case 0:
		return o.Row
	case FlagAccs:
		return jumpAccs
	case FlagBring:
		return jumpBring
	}
	return jumpAccBring
}

// rowNumber is the Row of an op.
func (o *Op) rowNumber(p *Program) uint8 {
	switch {
	case o.Flags&FlagPredicated != 0:
		return 0
	case o.Flags&FlagLong != 0:
		return o.LongRow(p)
	case o.Flags&(FlagDirect|FlagInPlace) == FlagDirect:
		return o.wordRow()
	case o.Flags&FlagInPlace == 0 || o.N != 1 && o.N%8 != 0 || !o.brings():
		return 0
	case o.Form == FormALU && o.Flags&FlagDirect != 0:
		return RowNumbers[o.Class][o.Kern]
	case o.Form == FormBoolean && o.Flags&FlagReports == 0:
		return RowBoolean
	}
	return o.CarryRow(p)
}

// CarryRow is the Row of a sum whose carries are dwords of the first accumulator, as it is in place and without a predicate.
func (o *Op) CarryRow(p *Program) uint8 {
	if o.Form == FormCarry && o.Class == ClassRaw && o.Kern == KernAdd && o.Flags&FlagAccWr != 0 && o.Cond == native.CondNone &&
		o.N <= AccDwordLanes && int(o.AccAt) == p.FileBytes+OffAcc {
		return RowCarry
	}
	return 0
}

// wordRow is the Row of a direct op that is not in place.
func (o *Op) wordRow() uint8 {
	if o.Form == FormALU && o.Class == ClassRaw && o.N == 1 && o.Dst.Size == 2 && o.Dst.Enable&1 != 0 && o.brings() && RowNumbers[ClassRaw][o.Kern] != 0 {
		return RowWord
	}
	return 0
}

// LongRow is the Row of a step of a long multiply, as it is without a predicate.
func (o *Op) LongRow(p *Program) uint8 {
	at, number := o.Dst.Addr, uint8(RowLongMul)
	if o.Form == FormMach {
		at, number = o.AccAt, RowLongMach
		if o.Dst.Hook != HookNone || o.Dst.Step != 4 || o.N > 1 && o.meetsSource() {
			return 0
		}
	}
	if int(at) != p.FileBytes+OffAcc || o.Dst.Enable&o.Full != o.Full {
		return 0
	}
	return number
}

// meetsSource says that the destination, dwords that follow each other, has bytes of a source.
func (o *Op) meetsSource() bool {
	for i := range o.Src[:2] {
		if s := &o.Src[i]; s.Space == SpaceRegs && s.Addr < o.Dst.Addr+4*uint32(o.N) && o.Dst.Addr < s.Addr+s.Reach {
			return true
		}
	}
	return false
}

// brings says that runRows can load all sources of an op.
func (o *Op) brings() bool {
	for i := range o.Src {
		if s := &o.Src[i]; s.Mode > SrcShorts || s.Hook != HookNone || s.Indirect {
			return false
		}
	}
	return true
}
