package jit

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
	"github.com/genvisa/genvisa/sim/message"
)

// meeting says which of the three instructions of a barrier a control instruction is, as compilers make them.
type meeting uint8

const (
	noMeeting meeting = iota
	clears            // no notification is left: a zero is moved to n0
	signals           // the thread has come
	waits             // for the notification
)

// meetingOf is that of an op.
func meetingOf(p *code.Program, o *code.Op) meeting {
	switch {
	case o.Form == code.FormWait && int(o.Ext) == fixed.NotificationBarrier.Dword():
		return waits
	case o.Pred != native.PredNone || o.NoMask == 0 || o.Flags&code.FlagQuarters != 0:
	case o.Form == code.FormState && clearsNotification(p, &p.States[o.Ext]):
		return clears
	case o.Form == code.FormSend && signalsBarrier(p.Send(o)):
		return signals
	}
	return noMeeting
}

// clearsNotification says that what a control instruction computes is a zero for the count of barriers in n0.
func clearsNotification(p *code.Program, o *code.Op) bool {
	d, s := &o.Dst, &o.Src[0]
	return o.Form == code.FormALU && o.Kern == code.KernMov && o.N == 1 && o.NoMask != 0 && o.Pred == native.PredNone && o.Flags&code.FlagDirect != 0 && o.Cond == native.CondNone &&
		d.Mode == code.DstReg && d.Size == 4 && int(d.Addr) == p.FileBytes+code.OffN0+fixed.NotificationBarrier.Byte() && d.Enable&1 != 0 &&
		s.Space == code.SpaceConsts && s.Hook == code.HookNone && !s.Indirect && int(s.Addr) <= 8*len(p.Consts)-8 && s.Addr%8 == 0 && p.Consts[s.Addr/8] == 0
}

// signalsBarrier says that a send is a signal.
func signalsBarrier(s *code.Send) bool {
	return !s.Register && !s.Checks && !s.In.EOT && s.Message.Action == message.Barrier
}

// meeting emits one of them. A signal that ends a round, and a wait for what has not come, are left to the EU model.
func (e *emitter) meeting(s *sequence, o *code.Op, m meeting) {
	e.meets = true
	switch m {
	case clears:
		e.load(offset, unsafe.Offsetof(eu.Frame{}.Notified))
		e.emit(x64.Inst{Op: x64.MOVQImm, Last: x64.M(offset, 0)})
		e.emit(x64.Inst{Op: x64.ANDImm, Last: e.memory(code.SpaceRegs, e.prog.States[o.Ext].Dst.Addr, 4)})
	case signals:
		e.signal(s, e.prog.Send(o))
	case waits:
		e.load(offset, unsafe.Offsetof(eu.Frame{}.Notified))
		e.emit(x64.Inst{Op: x64.CMPImm, Last: x64.M(offset, 0)})
		e.unless(x64.JE, s.from, 1)
		e.emit(x64.Inst{Op: x64.SUBImm, Last: x64.M(offset, 0), Imm: 1})
	}
	s.next = append(s.next, s.from+1)
	e.onward(s.from + 1)
}

// load makes a register a pointer of the frame.
func (e *emitter) load(to x64.Reg, at uintptr) {
	e.emit(x64.Inst{Op: x64.MOVQLoad, Reg: to, Last: field(at)})
}

// signal emits a signal that does not end its round.
func (e *emitter) signal(s *sequence, send *code.Send) {
	e.load(surface, unsafe.Offsetof(eu.Frame{}.Barrier))
	e.emit(x64.Inst{Op: x64.MOVLoad, Reg: flagWord, Last: e.memory(code.SpaceRegs, uint32(send.First+fixed.BarrierCounts.Byte()), 4)})
	if e.prog.Target.Caps().BarrierCounts {
		e.counted(s)
	} else {
		e.emit(x64.Inst{Op: x64.TESTImm, Last: x64.R(flagWord), Imm: fixed.BarrierCounts.Mask()})
		e.unless(x64.JNE, s.from, 1)
	}
	e.emit(x64.Inst{Op: x64.MOVQLoad, Reg: value, Last: x64.M(surface, int32(dispatch.BarrierArrived))})
	e.emit(x64.Inst{Op: x64.LEAQ, Reg: value, Last: x64.M(value, 1)})
	e.emit(x64.Inst{Op: x64.MOVQLoad, Reg: room, Last: x64.M(surface, int32(dispatch.BarrierCount))})
	e.emit(x64.Inst{Op: x64.CMPQ, Reg: room, Last: x64.R(value)})
	e.unless(x64.JLE, s.from, 1)
	e.emit(x64.Inst{Op: x64.ADDImm, Last: x64.M(surface, int32(dispatch.BarrierArrived)), Imm: 1})
	e.load(offset, unsafe.Offsetof(eu.Frame{}.Came))
	e.emit(x64.Inst{Op: x64.MOVBImm, Last: x64.M(offset, 0), Imm: 1})
}

// counted leaves a signal to the EU model whose payload, in a register, has another number of threads than the barrier waits for, or names
// another barrier.
func (e *emitter) counted(s *sequence) {
	e.emit(x64.Inst{Op: x64.TESTImm, Last: x64.R(flagWord), Imm: fixed.CountedBarrierID.Mask() | fixed.CountedBarrierType.Mask()})
	e.unless(x64.JNE, s.from, 1)
	for _, f := range []fixed.Field{fixed.CountedBarrierProducers, fixed.CountedBarrierConsumers} {
		e.emit(x64.Inst{Op: x64.MOVLoad, Reg: value, Last: x64.R(flagWord)})
		e.emit(x64.Inst{Op: x64.ANDImm, Last: x64.R(value), Imm: f.Mask()})
		e.emit(x64.Inst{Op: x64.SHRImm, Last: x64.R(value), Imm: uint32(f.Shift())})
		e.emit(x64.Inst{Op: x64.CMPQ, Reg: value, Last: x64.M(surface, int32(dispatch.BarrierCount))})
		e.unless(x64.JNE, s.from, 1)
	}
}
