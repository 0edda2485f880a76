package native

import "slices"

// Settle makes an instruction that code for all targets has one of target t: the wait for a
// barrier, and the switch of threads when an instruction touches the thread's own state. What
// is left alone is the same on all targets, or has no form on this one, which the encoder
// says.
func (t Target) Settle(in *Inst) {
	if in.Op == OpWait && !t.HasOp(in.Op) {
		*in = Inst{Op: OpSync, ExecSize: in.ExecSize, NoMask: in.NoMask, SyncFC: SyncBar, VISA: in.VISA}
		in.Src[0] = Operand{File: ARF, Type: UB, Region: Scalar}
	}
	if in.touchesState() {
		in.Thread = 0
		if t.takes(OpMov, slotThreadCtrl, ThreadSwitch) {
			in.Thread = ThreadSwitch
		}
	}
}

// touchesState tells the instructions that write an architecture register which is the
// thread's own, from the channel enables on and but for the instruction pointer, or that
// read the control register.
func (in *Inst) touchesState() bool {
	reads := slices.ContainsFunc(in.Src[:], func(o Operand) bool { return o.File == ARF && o.Reg == ARFCR0 })
	return in.Op.IsALU() && (reads || in.Dst.File == ARF && !in.Dst.Indirect && in.Dst.Reg >= ARFCE0 && in.Dst.Reg != ARFIP)
}

// HasMath reports whether the target has a math function.
func (t Target) HasMath(fc uint8) bool { return t.takes(OpMath, slotMathFC, uint64(fc)) }

// HasRowStride reports whether sources of three-source instructions in Align1 can have a
// vertical stride.
func (t Target) HasRowStride(v uint8) bool {
	return t.Caps().TernaryAlign1 && t.takes(OpMad, slotSrc1VertStride, uint64(v))
}

// HasType reports whether operands of instructions can have a type.
func (t Target) HasType(typ Type) bool { return t.takes(OpMov, slotDstDataType, uint64(typ)) }

// takes reports whether a field of an instruction can have a value on the target.
func (t Target) takes(op Op, s slot, v uint64) bool {
	return t.HasOp(op) && slices.ContainsFunc(fieldsOf(t, op), func(f field) bool {
		_, ok := f.raw(v, 0)
		return f.slot == s && ok
	})
}
