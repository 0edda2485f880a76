package code

import "github.com/genvisa/genvisa/native"

// linkBytes is what call stores and ret reads.
const linkBytes = 8

// distanceBytes is what jmpi reads of a register.
const distanceBytes = 4

// flowConds are the model's names of when a branch takes its first place.
var flowConds = [...]FlowCond{native.FlowThere: AnyThere, native.FlowActive: AnyActive, native.FlowTrue: AnyTrue, native.FlowAlike: AllAlike}

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
	rule := l.prog.Target.Flow(in.Op, in.Branch)
	if rule.When == native.FlowNone {
		return l.refuse("%s with BranchCtrl", in.Op)
	}
	if in.NoMask {
		return l.refuse("%s with NoMask", in.Op)
	}
	if in.TargetRegister() != nil {
		return l.refuse("%s by a distance in a register", in.Op)
	}
	f := l.control(FormBranch)
	f.When = flowConds[rule.When]
	for _, p := range []struct {
		to    *int32
		place native.FlowPlace
	}{{&f.IfTrue, rule.True}, {&f.IfFalse, rule.False}, {&f.First, rule.First}, {&f.Other, rule.Other}} {
		if err := l.target(p.to, p.place); err != nil {
			return err
		}
	}
	return nil
}

// target turns a place into an index and marks it as a place to join at.
func (l *loader) target(to *int32, place native.FlowPlace) error {
	*to = int32(l.index + 1)
	switch place {
	case native.PlaceNext:
		return nil
	case native.PlaceJIP:
		return l.jump(to, l.in.JIP)
	case native.PlaceUIP:
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
	at := int64(offset)
	if !l.in.Op.IsAbsolute() {
		at += int64(l.ip())
	}
	i, ok := l.prog.Index(uint32(at))
	if !ok && at < int64(l.prog.Bytes) { // behind the end is an error of the thread that goes there
		return l.bad("branch target %#x is not an instruction", at)
	}
	l.leaders[i] = true
	*to = int32(i)
	return nil
}

func resolveJmpi(l *loader) error {
	src, distance := &l.in.Src[0], &l.in.Src[1]
	switch {
	case src.File == native.GRF || src.File == native.ARF && src.Reg != native.ARFIP && !src.IsNull():
		return l.refuse("jmpi that does not begin at ip")
	case distance.File == native.GRF:
		return l.jmpiTo(distance)
	case distance.File == native.ARF && !distance.IsNull():
		return l.refuse("jmpi by a distance in an architecture register")
	}
	return l.target(&l.control(FormJmpi).IfTrue, native.PlaceJIP)
}

// jmpiTo is jmpi by a distance in a general register.
func (l *loader) jmpiTo(src *native.Operand) error {
	if !l.plainDword(src) {
		return l.refuse("jmpi by a distance that is no plain dword of a register")
	}
	at, _, err := l.place(src, distanceBytes)
	if err != nil {
		return err
	}
	l.leaders[l.index+1] = true
	l.control(FormJmpiTo).Link = int32(at)
	return nil
}

// IPLow are the bits that ip does not have.
const IPLow = 7

// jumpByMov is a move into ip: a jump of the whole thread (Ivy Bridge PRM vol. 4 part
// 3, 1.1 and 3.3.3.10), if the channel of the move runs.
func (l *loader) jumpByMov() error {
	in, src := l.in, &l.in.Src[0]
	if !in.NoMask && src.File == native.Imm || in.ExecSize != 1 || in.Sat || in.AccWr || in.Cond != native.CondNone || in.Dst.Sub != 0 ||
		!isDword(src.Type) || !isDword(in.Dst.Type) || src.Mod != native.ModNone || src.Indirect || src.File == native.ARF {
		return l.refuse("mov into ip of other than a plain dword, for the whole thread")
	}
	if src.File == native.Imm {
		return l.jump(&l.control(FormJmpi).IfTrue, int32(uint32(src.Imm)&^IPLow-l.ip()))
	}
	at, _, err := l.place(src, distanceBytes)
	if err != nil {
		return err
	}
	l.leaders[l.index+1] = true
	l.control(FormIP).Link = int32(at)
	return nil
}

// resolveCall is call, and calla with a place in the code in place of a distance. A
// distance in a register counts from the call, where a source says so of the target.
func resolveCall(l *loader) error {
	dst, to := l.in.Dst, l.in.TargetRegister()
	switch {
	case dst.File != native.GRF || dst.Indirect:
		return l.refuse("%s without a register for the return address", l.in.Op)
	case to != nil && !l.in.Op.IsAbsolute() && !l.prog.Target.Caps().CallByDistance:
		return l.refuse("%s by a distance in a register", l.in.Op)
	case to != nil && !l.plainDword(to):
		return l.refuse("%s by an address that is no plain dword of a register", l.in.Op)
	}
	at, _, err := l.place(&dst, linkBytes)
	if err != nil {
		return err
	}
	l.leaders[l.index+1] = true
	f := l.control(FormCall)
	f.Link = int32(at)
	if to == nil {
		return l.target(&f.IfTrue, native.PlaceJIP)
	}
	l.op.Form = FormCallTo
	at, _, err = l.place(to, distanceBytes)
	f.From = int32(at)
	if !l.in.Op.IsAbsolute() {
		f.Base = l.ip()
	}
	return err
}

// plainDword says that an operand is one dword of a general register as it is.
func (l *loader) plainDword(op *native.Operand) bool {
	return op.File == native.GRF && !op.Indirect && !op.Type.IsFloat() && op.Type.Size() == distanceBytes && op.Mod == native.ModNone
}

func resolveRet(l *loader) error {
	src := l.in.Src[0]
	if src.File != native.GRF || src.Indirect {
		return l.refuse("ret without a register for the return address")
	}
	at, _, err := l.place(&src, linkBytes)
	if err != nil {
		return err
	}
	l.control(FormRet).Link = int32(at)
	return nil
}

// resolveSync is sync: threads run in order of their instructions, so that only
// the barrier is waited for.
func resolveSync(l *loader) error {
	switch what := native.SyncName(l.in.SyncFC); what {
	case "nop", "allrd", "allwr":
		return resolveNop(l)
	case "bar":
		l.op.Form = FormWait
		return nil
	default:
		return l.refuse("sync.%s", what)
	}
}
