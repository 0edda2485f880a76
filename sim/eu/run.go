package eu

import "github.com/genvisa/genvisa/sim/eu/code"

// rowLimit is the highest Op.Row that runRows may execute in the thread's mode.
func (t *thread) rowLimit() uint32 {
	if t.mode.ieee && !t.mode.noAcc {
		return code.LastRow
	}
	return code.FirstModeRow - 1
}

// run executes ops from i on by runRows and gives the index of the first that is left.
func (t *thread) run(ops []code.Op, i int) int {
	exec := t.exec
	if exec&t.prog.RowLanes == t.prog.RowLanes {
		exec = ^uint32(0) // where runRows looks at no masks
	}
	return i + runRows(t, (*op)(&ops[i]), len(ops)-i, exec, t.rowLimit(), t.u32(t.grf+code.OffAccKind))
}
