package eu

// Runs of ops that only compute rows in place take one call of runRows, which has kernels of its own.

// firstFloatRow is the lowest Op.Row of a kernel that computes floats, for which the mode must be num.IEEE.
const firstFloatRow = 17

// rowNumbers gives Op.Row of each kernel that runRows has; moves of floats move bits.
var rowNumbers = [numClasses][numKernels]uint8{
	ClassRaw: {
		KernMov: 1, KernAdd: 2, KernMul: 3, KernMad: 4, KernAdd3: 5, KernMachLow: 6, KernAnd: 7, KernOr: 8, KernXor: 9, KernNot: 10,
		KernShl: 11, KernShr: 12, KernAsr: 13, KernRol: 14, KernAddSpread: 15, KernMulSpread: 16,
	},
	ClassFloat: {
		KernMov: 1, KernAdd: firstFloatRow, KernMul: 18, KernMad: 19, KernAddSpread: 20, KernMulSpread: 21, KernMadSpread: lastRow,
	},
}

const lastRow = 22

// rows fills Row of the ops that runRows can execute.
func (p *Program) rows() {
	const in = FlagDirect | FlagInPlace
	for i := range p.Ops {
		if o := &p.Ops[i]; o.Form == FormALU && o.Flags&(in|FlagPredicated) == in && (o.N == 1 || o.N%8 == 0) && o.brings() {
			o.Row = rowNumbers[o.Class][o.Kern]
		}
	}
}

// brings says that runRows can load all sources of an op.
func (o *Op) brings() bool {
	for i := range o.Src {
		if o.Src[i].Mode > SrcShorts {
			return false
		}
	}
	return true
}

// rowLimit is the highest Op.Row that runRows may execute in the thread's mode.
func (t *thread) rowLimit() uint32 {
	if t.mode.ieee {
		return lastRow
	}
	return firstFloatRow - 1
}

// run executes ops from i on by runRows and gives the index of the first that is left.
func (t *thread) run(ops []Op, i int) int {
	return i + runRows(t, &ops[i], len(ops)-i, t.exec, t.rowLimit(), t.u32(t.grf+offAccKind))
}
