package schedule

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// pins says that nothing passes an instruction, because it does what effects do not tell. It is
// asked in the order of the code.
func (c *collector) pins(in *native.Inst) bool {
	waits := c.fence.file != native.NoFile && slices.ContainsFunc(in.Src[:], c.fence.is)
	if c.fence.is(in.Dst) {
		c.fence = operand{}
	}
	if in.Op.IsSend() {
		if info, err := native.DecodeMessage(c.target, &in.Msg); err != nil || !movable(info.Kind) {
			c.fence = operand{in.Dst.File, in.Dst.Reg}
			return true
		}
	}
	switch {
	case waits: // until memory is as the fence wants it
		return true
	case in.Op.IsBranch(), in.Op.IsEmpty(), in.Msg.EOT:
		return true
	case in.DepCtrl != 0, in.Thread != 0: // it says something of its neighbours
		return true
	case c.throughUnknown(in), touchesState(in):
		return true
	}
	return false
}

func (o operand) is(of native.Operand) bool {
	return of.File == o.file && of.Reg == o.reg && !of.Indirect
}

// movable tells messages that do nothing but read and write memory that has addresses.
func movable(k native.MessageKind) bool {
	return (k.Does().Reads() || k.Does().Writes()) && k.Memory() != native.MemoryNone
}

// throughUnknown tells operands behind addresses that may be of any register.
func (c *collector) throughUnknown(in *native.Inst) bool {
	if len(in.Uses) > 0 && in.Placed == (c.stage == Allocated) {
		return false
	}
	return in.Dst.Indirect || slices.ContainsFunc(in.Src[:], func(o native.Operand) bool { return o.Indirect })
}

// touchesState tells operands in architecture registers that are no flags, addresses or accumulators: the
// control register, notifications, clocks.
func touchesState(in *native.Inst) bool {
	state := func(o native.Operand) bool {
		return o.File == native.ARF && !o.IsNull() && o.Reg != native.ARFA0 && o.Reg != native.ARFF0 && o.Reg != native.ARFF1 &&
			(o.Reg < native.ARFAcc0 || o.Reg > native.ARFAcc9)
	}
	return state(in.Dst) || slices.ContainsFunc(in.Src[:], state)
}
