package eu

import "github.com/genvisa/genvisa/native"

// Runs of ops that only compute rows in place take one call of runRows, which has kernels of its own.

// firstModeRow is the lowest Op.Row of a kernel that is right in the mode of compiled kernels alone: sums that
// carry, which the mode may keep from the accumulator, and floats.
const firstModeRow = 18

// rowNumbers gives Op.Row of each kernel that runRows has; moves of floats move bits.
var rowNumbers = [numClasses][numKernels]uint8{
	ClassRaw: {
		KernMov: 1, KernAdd: 2, KernMul: 3, KernMad: 4, KernAdd3: 5, KernMachLow: 6, KernAnd: 7, KernOr: 8, KernXor: 9, KernNot: 10,
		KernShl: 11, KernShr: 12, KernAsr: 13, KernRol: 14, KernAddSpread: 15, KernMulSpread: 16,
	},
	ClassFloat: {
		KernMov: 1, KernAdd: 19, KernMul: 20, KernMad: 21, KernAddSpread: 22, KernMulSpread: 23, KernMadSpread: lastRow,
	},
}

// Op.Row of what is no kernel of Op.Kern.
const (
	rowBoolean = 17
	rowCarry   = firstModeRow
	lastRow    = 24
)

// rows fills Row of the ops that runRows can execute.
func (p *Program) rows() {
	for i := range p.Ops {
		o := &p.Ops[i]
		if o.Row = o.rowNumber(p); o.Row != 0 && o.Form != FormALU {
			o.Flags |= FlagBring
		}
	}
}

// rowNumber is the Row of an op.
func (o *Op) rowNumber(p *Program) uint8 {
	if o.Flags&(FlagInPlace|FlagPredicated) != FlagInPlace || o.N != 1 && o.N%8 != 0 || !o.brings() {
		return 0
	}
	switch {
	case o.Form == FormALU && o.Flags&FlagDirect != 0:
		return rowNumbers[o.Class][o.Kern]
	case o.Form == FormBoolean && o.Flags&FlagReports == 0:
		return rowBoolean
	case o.Form == FormCarry && o.Class == ClassRaw && o.Kern == KernAdd && o.Flags&FlagAccWr != 0 && o.Cond == native.CondNone &&
		o.N <= accDwordLanes && int(o.AccAt) == p.grf+offAcc:
		return rowCarry
	}
	return 0
}

// brings says that runRows can load all sources of an op.
func (o *Op) brings() bool {
	for i := range o.Src {
		if s := &o.Src[i]; s.Mode > SrcShorts || s.Hook != plain || s.Indirect {
			return false
		}
	}
	return true
}

// rowLimit is the highest Op.Row that runRows may execute in the thread's mode.
func (t *thread) rowLimit() uint32 {
	if t.mode.ieee && !t.mode.noAcc {
		return lastRow
	}
	return firstModeRow - 1
}

// run executes ops from i on by runRows and gives the index of the first that is left.
func (t *thread) run(ops []Op, i int) int {
	return i + runRows(t, &ops[i], len(ops)-i, t.exec, t.rowLimit(), t.u32(t.grf+offAccKind))
}
