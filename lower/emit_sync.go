package lower

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// r0 is the thread header as a source.
func (s *selector) r0(off int, r native.Region) native.Operand {
	v, _, err := s.varFor(visa.VarR0)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return edit.Virt(v, off, r, native.UD)
}

// emitBarrier tells the gateway that the thread has arrived and waits.
func emitBarrier(s *selector) {
	v := s.barrierHeader()
	n0 := native.Operand{File: native.ARF, Reg: native.ARFN0, Type: native.UD, Region: native.Dst1}
	if s.T.HasOp(native.OpWait) {
		s.emit(s.scalar(native.OpMov, n0, native.ImmOperand(0, native.UD)))
	}
	s.arrive(v)
	emitWait(s)
}

// emitSignal tells the gateway that the thread has arrived. What it was notified of before
// stays: two signals have two waits.
func emitSignal(s *selector) { s.arrive(s.barrierHeader()) }

// barrierHeader is a register with the number of the group's barrier, or the counts of its threads.
func (s *selector) barrierHeader() int32 {
	v := s.NewVar("barrier", grfBytes, grfBytes)
	if s.Caps.BarrierCounts {
		s.barrierCounts(v)
	} else {
		s.barrierNumber(v)
	}
	return v
}

// arrive sends the message with such a header.
func (s *selector) arrive(v int32) {
	s.send(s.scalar(native.OpSend, native.Operand{}), &message{kind: native.MsgBarrier, parts: []payloadPart{header(v)}})
}

// emitWait waits for the gateway's notification that all have.
func emitWait(s *selector) {
	n0 := native.Operand{File: native.ARF, Reg: native.ARFN0, Type: native.UD, Region: native.Dst1}
	wait := s.scalar(native.OpWait, n0, n0)
	wait.Src[0].Region = native.Scalar
	s.emit(wait)
}

// barrierNumber puts the number of the group's barrier into the payload v.
func (s *selector) barrierNumber(v int32) {
	id := native.Inst{Op: native.OpAnd, ExecSize: 8, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, native.UD)}
	id.Src[0] = s.r0(fixed.BarrierID.Byte(), native.Scalar)
	id.Src[1] = native.ImmOperand(uint64(s.numbers.barrierID), native.UD)
	s.emit(id)
}

// barrierCounts puts the number of the group's threads there twice: all signal, and all wait.
func (s *selector) barrierCounts(v int32) {
	all := edit.Virt(v, fixed.CountedBarrierConsumers.Byte(), native.Scalar, native.UD)
	to := all
	to.Region = native.Dst1
	apart := fixed.CountedBarrierConsumers.Shift() - fixed.CountedBarrierProducers.Shift()
	w := s.NewVar("producers", 4, 4)
	s.emit(s.scalar(native.OpAnd, to, s.r0(fixed.ThreadThreads.Byte(), native.Scalar), native.ImmOperand(uint64(fixed.ThreadThreads.Mask()), native.UD)))
	s.emit(s.scalar(native.OpShr, edit.Virt(w, 0, native.Dst1, native.UD), all, native.ImmOperand(uint64(apart), native.UD)))
	s.emit(s.scalar(native.OpOr, to, all, edit.Virt(w, 0, native.Scalar, native.UD)))
}

// Bits of vISA's fence mask.
const (
	fenceCommit = 1 << 0
	fenceFlush  = 15 << 1 // instruction, sampler, constant, R/W data
	fenceLocal  = 1 << 5
	fenceL1     = 1 << 6
)

// emitFence orders all memory of the thread, shared local memory included; or that alone, where the target can.
func emitFence(s *selector) {
	if s.r.fences[0].kind.Fields(s.T) != nil {
		for _, f := range s.r.fences {
			s.fence(f)
		}
		return
	}
	mask := s.field(visa.ArgFlags)
	commit := int(mask & fenceCommit)
	m := message{kind: native.MsgFence, parts: []payloadPart{whole(s.r0(0, edit.Row8), 1)}}
	m.field[native.DescCommit], m.field[native.DescFlush] = commit, int(mask&fenceFlush)
	if mask&fenceLocal != 0 && s.Caps.LocalFence {
		m.field[native.DescBti] = fixed.SurfaceLocal
	}
	if mask&fenceL1 != 0 {
		m.field[native.DescFlush] |= 1
	}
	once := native.Inst{ExecSize: 8, NoMask: true}
	if commit == 0 {
		s.send(once, &m)
		return
	}
	s.answered(once, &m)
}

// emitRet ends the thread at the last instruction of the kernel's own, and goes there from others. In a
// routine it returns.
func emitRet(s *selector) {
	if s.routine != nil {
		s.leave()
		return
	}
	if s.idx != s.main-1 {
		s.branch(s.endLabel())
		return
	}
	s.endOfThread()
}

// endOfThread is where the end label points.
func (s *selector) endOfThread() {
	if s.end != 0 {
		s.P.Labels[s.end-1] = len(*s.out)
	}
	v := s.NewVar("eot", grfBytes, grfBytes)
	s.P.Vars[v].MinGRF = s.numbers.firstEOT + s.P.File(s.T) - native.GRFs // FirstEOT of specs/eu/targets.md
	s.emit(native.Inst{
		Op: native.OpMov, ExecSize: 8, NoMask: true,
		Dst: edit.Virt(v, 0, native.Dst1, native.UD), Src: [3]native.Operand{s.r0(0, edit.Row8)},
	})
	s.send(native.Inst{ExecSize: 8, NoMask: true}, &message{
		kind: native.MsgEndOfThread, field: native.DescValues{native.DescKeepurb: 1}, parts: []payloadPart{header(v)},
	})
	(*s.out)[len(*s.out)-1].Msg.EOT = true
}
