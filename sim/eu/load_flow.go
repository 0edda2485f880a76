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
	when                          flowCond
}

var branchTable = [native.NumOps]branchRow{
	native.OpIf:    {toNext, toJIP, toNext, toJIP, anyThere},
	native.OpElse:  {toJIP, toJIP, toNext, toJIP, anyThere},
	native.OpEndif: {toNext, toNext, toNext, toJIP, anyActive},
	native.OpWhile: {toJIP, toNext, toJIP, toNext, anyTrue},
	// UIP of break names the while itself; broken channels wait behind it, or an
	// unconditional while would take them round again.
	native.OpBreak: {pastUIP, toNext, toNext, toJIP, anyThere},
	native.OpCont:  {toUIP, toNext, toNext, toJIP, anyThere},
	native.OpHalt:  {toUIP, toNext, toNext, toJIP, anyThere},
	native.OpJoin:  {toNext, toNext, toNext, toJIP, anyActive},
	// On Gen9 a forward goto moves the channels whose predicate is false.
	native.OpGoto: {toNext, toUIP, toNext, toJIP, anyThere},
}

// gotoBack is goto.b, which moves the channels whose predicate is true.
var gotoBack = branchRow{toUIP, toJIP, toUIP, toJIP, anyTrue}

func loadBranch(l *loader) error {
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
	f := &l.op.flow
	f.when = row.when
	for _, p := range []struct {
		to   *int32
		code uint8
	}{{&f.ifTrue, row.ifTrue}, {&f.ifFalse, row.ifFalse}, {&f.first, row.first}, {&f.other, row.other}} {
		if err := l.resolve(p.to, p.code); err != nil {
			return err
		}
	}
	l.op.cond = native.CondNone
	l.op.ctl = branch
	return nil
}

// resolve turns a target into an index and marks it as a place to join at.
func (l *loader) resolve(to *int32, code uint8) error {
	*to = int32(l.index + 1)
	switch code {
	case toNext:
		return nil
	case toJIP:
		return l.target(to, l.in.JIP)
	case toUIP:
		return l.target(to, l.in.UIP)
	}
	err := l.target(to, l.in.UIP)
	*to++
	if err == nil && int(*to) < len(l.leaders) {
		l.leaders[*to] = true
	}
	return err
}

func (l *loader) target(to *int32, offset int32) error {
	at := int64(l.ip()) + int64(offset)
	i, ok := l.prog.index(uint32(at))
	if at < 0 || at >= int64(l.prog.length) || !ok {
		return l.bad("branch target %#x is not an instruction", at)
	}
	l.leaders[i] = true
	*to = int32(i)
	return nil
}

func loadJmpi(l *loader) error {
	src := &l.in.Src[0]
	if src.File == native.GRF || src.File == native.ARF && src.Reg != native.ARFIP && !src.IsNull() {
		return l.refuse("jmpi to an address in a register")
	}
	l.op.ctl = jmpi
	return l.resolve(&l.op.flow.ifTrue, toJIP)
}

func loadCall(l *loader) error {
	dst := l.in.Dst
	if l.in.NoMask || dst.File != native.GRF || dst.Indirect {
		return l.refuse("call with NoMask, or without a register for the return address")
	}
	at, _, err := l.place(&dst, 8)
	if err != nil {
		return err
	}
	l.leaders[l.index+1] = true
	l.op.ctl = call(at)
	return l.resolve(&l.op.flow.ifTrue, toJIP)
}

func loadRet(l *loader) error {
	src := l.in.Src[0]
	if src.File != native.GRF || src.Indirect {
		return l.refuse("ret without a register for the return address")
	}
	at, _, err := l.place(&src, 8)
	if err != nil {
		return err
	}
	l.op.ctl = ret(at)
	return nil
}

// loadWait is wait n0: the barrier notification.
func loadWait(l *loader) error {
	src := &l.in.Src[0]
	if src.File != native.ARF || src.Reg != native.ARFN0 || src.Sub != 0 {
		return l.refuse("wait for a register other than n0.0")
	}
	l.op.ctl = wait
	return nil
}
