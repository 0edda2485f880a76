package latency

import (
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
)

// row is a row of the page; of holds operations, function codes, shared functions or
// messages, nil for all.
type row struct {
	class         Class
	targets       uint16
	of            []int
	cycles, issue [3]int
}

// Cost is what an instruction costs, in clocks.
type Cost struct {
	Class   Class
	Latency int // from its issue until its result is there
	Issue   int // until the next instruction of the thread can issue
}

// String is the class as the page has it.
func (c Class) String() string {
	if c >= NumClasses {
		return "class?"
	}
	return classNames[c]
}

// find is the first row of a class that fits, for a number of channels.
func find(t native.Target, c Class, of int, channels uint8) (Cost, bool) {
	width := 0
	switch {
	case channels > 16:
		width = 2
	case channels > 8:
		width = 1
	}
	for i := range table {
		r := &table[i]
		if r.class == c && r.targets>>t&1 != 0 && (r.of == nil || slices.Contains(r.of, of)) {
			return Cost{c, r.cycles[width], r.issue[width]}, true
		}
	}
	return Cost{}, false
}

// Of is the cost of an instruction for the result it is there for: a register, or, when
// it has none, a flag or the accumulator. A message whose descriptor a register has
// counts by its shared function, when that is known, else as one to memory. Instructions
// without a result (nop, sync, wait) issue as alu does.
func Of(t native.Target, in *native.Inst) Cost {
	switch {
	case in.Op.IsSend():
		return message(t, in)
	case in.Op.IsBranch():
		return must(t, ClassBranch, 0, in)
	case in.Op.IsMath():
		return must(t, ClassMath, int(in.MathFC), in)
	case in.Dst.File == native.ARF && (in.Dst.Reg == native.ARFAcc0 || in.Dst.Reg == native.ARFAcc1):
		return must(t, ClassAcc, 0, in)
	case in.Dst.File == native.ARF && (!in.Dst.IsNull() || in.SetsFlag()):
		return must(t, ClassFlag, 0, in)
	}
	return must(t, ClassAlu, int(in.Op), in)
}

// Flag is how long the flags of an instruction take.
func Flag(t native.Target, in *native.Inst) int { return must(t, ClassFlag, 0, in).Latency }

// Acc is how long its result takes to the accumulator.
func Acc(t native.Target, in *native.Inst) int { return must(t, ClassAcc, 0, in).Latency }

// Sources is how long a message takes to read its registers.
func Sources(t native.Target, in *native.Inst) int { return must(t, ClassSources, 0, in).Latency }

// Window is how many instructions in order later a result in order is there without a
// wait; false for targets whose hardware watches registers.
func Window(t native.Target, p native.Pipe) (instructions int, ok bool) {
	c, ok := find(t, ClassWindow, int(p), 1)
	return c.Latency, ok
}

func message(t native.Target, in *native.Inst) Cost {
	kind := native.MsgUnknown
	if in.Msg.Known() {
		if info, err := native.DecodeMessage(t, &in.Msg); err == nil {
			kind = info.Kind
			if info.Field[native.DescBti] == fixed.SurfaceLocal {
				return must(t, ClassLocal, int(kind), in)
			}
		}
	}
	if c, ok := find(t, ClassMessage, int(kind), in.ExecSize); ok {
		return c
	}
	sfid := in.Msg.SFID
	if in.Msg.ExDescReg {
		sfid = native.SFIDDPDC0
	}
	return must(t, ClassFunction, int(sfid), in)
}

// must finds a row that the page's check promises.
func must(t native.Target, c Class, of int, in *native.Inst) Cost {
	cost, _ := find(t, c, of, in.ExecSize)
	return cost
}
