package eu

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// reservedExceptions are the bits of cr0.1 that are no exception's (Ivy Bridge PRM vol. 4
// part 3, 3.3.3.8).
const reservedExceptions = 0x07FF47FF

// control registers of exceptions.
func (t *thread) cr0(i int) *uint32 { return t.u32(t.grf + code.OffCR0 + 4*i) }

// has says that a bit of cr0 is set.
func (t *thread) has(f fixed.Field) bool { return *t.cr0(f.Dword())&f.Mask() != 0 }

// interrupt is an exception: the thread goes to the system routine with what the routine
// needs to know in cr0.1 and cr0.2. Channels keep their places meanwhile.
func (t *thread) interrupt(o *code.Op, status fixed.Field, aip uint32, what string) step {
	switch {
	case t.prog.SIP < 0:
		t.unmodelled(o, fmt.Sprintf("%s without a system routine (cr0.0 %#x, cr0.1 %#x)", what, *t.cr0(0), *t.cr0(1)), 0)
		return end
	case t.system:
		t.unmodelled(o, what+" in the system routine", 0)
		return end
	}
	*t.cr0(status.Dword()) |= status.Mask()
	*t.cr0(fixed.ExceptionAIP.Dword()) = aip & fixed.ExceptionAIP.Mask()
	*t.cr0(fixed.ExceptionMaster.Dword()) |= fixed.ExceptionMaster.Mask()
	t.system = true
	t.pc = t.prog.SIP
	return goOn
}

// master keeps the master exception state as hardware does: a one that is written has no
// effect, a zero ends the system routine.
func (t *thread) master() {
	t.returns = t.system && !t.has(fixed.ExceptionMaster)
	if t.returns {
		t.system = false
	}
	if !t.system {
		*t.cr0(fixed.ExceptionMaster.Dword()) &^= fixed.ExceptionMaster.Mask()
	}
}

// afterMode goes on behind a write of cr0: back from the system routine, or into it.
func (t *thread) afterMode(o *code.Op) step {
	if t.returns {
		t.returns = false
		to, ok := t.goal(o, *t.cr0(fixed.ExceptionAIP.Dword()))
		if !ok {
			return end
		}
		t.pc = to
	}
	return t.pending(o)
}

// pending takes the exceptions whose status code has set, or left set on its way back.
func (t *thread) pending(o *code.Op) step {
	if t.system {
		return goOn
	}
	next := t.prog.IP(t.pc)
	switch {
	case t.has(fixed.ExceptionSoftware) && t.has(fixed.ExceptionSoftwareEnable):
		return t.interrupt(o, fixed.ExceptionSoftware, next, "a software exception")
	case t.has(fixed.ExceptionHalt):
		return t.interrupt(o, fixed.ExceptionHalt, next, "an external halt")
	case t.has(fixed.ExceptionBreak) && t.has(fixed.ExceptionBreakEnable):
		t.unmodelled(o, "the status bit of breakpoints, set by code outside of the system routine", 0)
		return end
	}
	return goOn
}

// illegal is an illegal opcode: an exception where it is enabled and there is a system
// routine, else a fault.
func (t *thread) illegal(o *code.Op) step {
	if t.prog.SIP >= 0 && !t.system && t.has(fixed.ExceptionIllegalEnable) {
		return t.interrupt(o, fixed.ExceptionIllegal, o.IP, "an illegal opcode")
	}
	*t.cr0(fixed.ExceptionIllegal.Dword()) |= fixed.ExceptionIllegal.Mask()
	t.fault(o, -1, Illegal{})
	return end
}

// breakpoint says that the instruction at pc is one that is enabled.
func (t *thread) breakpoint() bool {
	return t.pc < len(t.prog.Insts) && t.prog.Insts[t.pc].Debug && t.has(fixed.ExceptionBreakEnable)
}

// due takes what happens in front of the instruction at pc: the external halt that reaches
// the thread after a number of instructions, and a breakpoint that is not suppressed.
func (t *thread) due(now uint64) step {
	if t.pc >= len(t.prog.Ops) {
		return goOn
	}
	o, here := &t.prog.Ops[t.pc], t.prog.IP(t.pc)
	if h := t.env.Halt; h != 0 && !t.halted && now >= h {
		t.halted = true
		*t.cr0(fixed.ExceptionHalt.Dword()) |= fixed.ExceptionHalt.Mask()
		if !t.system {
			return t.interrupt(o, fixed.ExceptionHalt, here, "an external halt")
		}
	}
	if t.breakpoint() && (t.system || !t.has(fixed.ExceptionSuppress)) {
		return t.interrupt(o, fixed.ExceptionBreak, here, "a breakpoint")
	}
	return goOn
}

// stepping runs one instruction of a thread that something can stop in front of any.
func (t *thread) stepping(left *int) step {
	at := t.pc
	if s := t.due(t.now(*left)); s == end || t.pc != at {
		return s // in the system routine no instruction has run
	}
	here, rest := t.breakpoint(), *left-1
	*left, t.work.budget = 1, t.work.budget-rest
	s := t.block(left)
	*left, t.work.budget = *left+rest, t.work.budget+rest
	if here && s != stall && s != listen {
		*t.cr0(fixed.ExceptionSuppress.Dword()) &^= fixed.ExceptionSuppress.Mask()
	}
	return s
}

// now is how many instructions the thread has executed, when left of the budget are left.
func (t *thread) now(left int) uint64 { return t.ticks + uint64(t.work.budget-left) }
