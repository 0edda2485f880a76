package compact

import "github.com/genvisa/genvisa/native"

// shape is what of an instruction decides about its forms: all but the numbers of general
// registers, which every compact form has in full.
type shape struct {
	op                        native.Op
	size, chanOff             uint8
	noMask, predInv           bool
	sat, accWr                bool
	pred                      native.PredCtrl
	cond                      native.CondMod
	flag                      native.Flag
	mathFC, boolFC            uint8
	depCtrl, thread           uint8
	dst, first, second, third native.Operand
}

func shapeOf(in *native.Inst) shape {
	return shape{
		op: in.Op, size: in.ExecSize, chanOff: in.ChanOff, noMask: in.NoMask, predInv: in.PredInv, sat: in.Sat, accWr: in.AccWr,
		pred: in.PredCtrl, cond: in.Cond, flag: in.Flag, mathFC: in.MathFC, boolFC: in.BoolFC, depCtrl: in.DepCtrl, thread: in.Thread,
		dst: anyRegister(in.Dst), first: anyRegister(in.Src[0]), second: anyRegister(in.Src[1]), third: anyRegister(in.Src[2]),
	}
}

// anyRegister is an operand without the number of its general register.
func anyRegister(o native.Operand) native.Operand {
	if o.File == native.GRF {
		o.Reg = 0
	}
	return o
}

// answer is the form of a shape: its operands, and which of the old sources are the new ones.
type answer struct {
	dst   native.Operand
	src   [3]native.Operand
	order order
}

// order says for each source which one it was.
type order [3]uint8

var inOrder = order{0, 1, 2}

func answerOf(in *native.Inst, from order) answer {
	return answer{in.Dst, in.Src, from}
}

// put gives an instruction the form of its shape.
func (a *answer) put(in *native.Inst) {
	was := in.Src
	for k := range in.Src {
		from := &was[a.order[k]]
		in.Src[k] = a.src[k]
		in.Src[k].Reg = from.Reg
	}
	reg := in.Dst.Reg
	in.Dst = a.dst
	in.Dst.Reg = reg
}
