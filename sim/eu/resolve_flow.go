package eu

import "github.com/genvisa/genvisa/native"

// place codes of a branchRow: which instruction a target is.
const (
	toNext  = iota
	toJIP   // IP + JIP
	toUIP   // IP + UIP
	pastUIP // the instruction after IP + UIP
)

// branchRow is the rule of a branch (PRM, flow control; the table of the model's
// execution rules): targets by predicate, and the instruction that follows.
type branchRow struct {
	ifTrue, ifFalse, first, other uint8
	when                          FlowCond
}

var branchTable = [native.NumOps]branchRow{
	native.OpIf:    {toNext, toJIP, toNext, toJIP, AnyThere},
	native.OpElse:  {toJIP, toJIP, toNext, toJIP, AnyThere},
	native.OpEndif: {toNext, toNext, toNext, toJIP, AnyActive},
	native.OpWhile: {toJIP, toNext, toJIP, toNext, AnyTrue},
	// UIP of break names the while itself; broken channels wait behind it, or an
	// unconditional while would take them round again.
	native.OpBreak: {pastUIP, toNext, toNext, toJIP, AnyThere},
	native.OpCont:  {toUIP, toNext, toNext, toJIP, AnyThere},
	native.OpHalt:  {toUIP, toNext, toNext, toJIP, AnyThere},
	native.OpJoin:  {toNext, toNext, toNext, toJIP, AnyActive},
	// On Gen9 a forward goto moves the channels whose predicate is false.
	native.OpGoto: {toNext, toUIP, toNext, toJIP, AnyThere},
}

// gotoBack is goto.b, which moves the channels whose predicate is true.
var gotoBack = branchRow{toUIP, toJIP, toUIP, toJIP, AnyTrue}

// control starts an op that has a Flow.
func (l *loader) control(f Form) *Flow {
	o := l.op
	o.Form, o.Cond, o.Ext = f, native.CondNone, int32(len(l.prog.Flows))
	o.Flags &^= FlagPredicated // the predicate splits the channels instead
	l.prog.Flows = append(l.prog.Flows, Flow{})
	return &l.prog.Flows[o.Ext]
}

func resolveBranch(l *loader) error {
	in := l.in
	row := branchTable[in.Op]
	switch {
	case in.Op == native.OpGoto && in.Branch:
		row = gotoBack
	case in.Branch:
		return l.refuse("%s with BranchCtrl", in.Op)
	}
	if in.NoMask {
		return l.refuse("%s with NoMask", in.Op)
	}
	f := l.control(FormBranch)
	f.When = row.when
	for _, p := range []struct {
		to   *int32
		code uint8
	}{{&f.IfTrue, row.ifTrue}, {&f.IfFalse, row.ifFalse}, {&f.First, row.first}, {&f.Other, row.other}} {
		if err := l.target(p.to, p.code); err != nil {
			return err
		}
	}
	return nil
}

// target turns a place code into an index and marks it as a place to join at.
func (l *loader) target(to *int32, code uint8) error {
	*to = int32(l.index + 1)
	switch code {
	case toNext:
		return nil
	case toJIP:
		return l.jump(to, l.in.JIP)
	case toUIP:
		return l.jump(to, l.in.UIP)
	}
	err := l.jump(to, l.in.UIP)
	*to++
	if err == nil && int(*to) < len(l.leaders) {
		l.leaders[*to] = true
	}
	return err
}

func (l *loader) jump(to *int32, offset int32) error {
	at := int64(l.ip()) + int64(offset)
	i, ok := l.prog.index(uint32(at))
	if at < 0 || at >= int64(l.prog.length) || !ok {
		return l.bad("branch target %#x is not an instruction", at)
	}
	l.leaders[i] = true
	*to = int32(i)
	return nil
}

func resolveJmpi(l *loader) error {
	src := &l.in.Src[0]
	if src.File == native.GRF || src.File == native.ARF && src.Reg != native.ARFIP && !src.IsNull() {
		return l.refuse("jmpi to an address in a register")
	}
	return l.target(&l.control(FormJmpi).IfTrue, toJIP)
}

func resolveCall(l *loader) error {
	dst := l.in.Dst
	if l.in.NoMask || dst.File != native.GRF || dst.Indirect {
		return l.refuse("call with NoMask, or without a register for the return address")
	}
	at, _, err := l.place(&dst, 8)
	if err != nil {
		return err
	}
	l.leaders[l.index+1] = true
	f := l.control(FormCall)
	f.Link = int32(at)
	return l.target(&f.IfTrue, toJIP)
}

func resolveRet(l *loader) error {
	src := l.in.Src[0]
	if src.File != native.GRF || src.Indirect {
		return l.refuse("ret without a register for the return address")
	}
	at, _, err := l.place(&src, 8)
	if err != nil {
		return err
	}
	l.control(FormRet).Link = int32(at)
	return nil
}

// resolveWait is wait n0: the barrier notification.
func resolveWait(l *loader) error {
	src := &l.in.Src[0]
	if src.File != native.ARF || src.Reg != native.ARFN0 || src.Sub != 0 {
		return l.refuse("wait for a register other than n0.0")
	}
	l.op.Form = FormWait
	return nil
}
