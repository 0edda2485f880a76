package eu

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/message"
)

var _ dispatch.Watcher = (*Worker)(nil)

// Before describes the instruction that a thread runs next. Messages are shown
// register by register: what a register means to one, its descriptor says.
func (w *Worker) Before(slot int, s *dispatch.Step) {
	s.Clear()
	t, p := &w.threads[slot], w.prog
	if t.pc >= len(p.Ops) {
		return
	}
	if t.wait != 0 && t.pc >= t.wake {
		t.join(t.pc) // as the run loop does first
	}
	if p.SIP >= 0 && (p.Breaks || t.env.Halt != 0) && t.due(t.ticks) == end {
		return // the run stops with the same error
	}
	o, in := &p.Ops[t.pc], &p.Insts[t.pc]
	em := o.Full & (t.exec>>(o.Off&31) | o.NoMask)
	if !o.Form.IsControl() || o.Form == code.FormSend || o.Form == code.FormState {
		em = t.mask(o)
	}
	s.Index, s.Lanes, s.Width = t.pc, em<<(o.Off&31), int(o.N)
	switch {
	case p.Send(o) != nil:
		w.describe(t, p.Send(o), s, em&o.Dst.Enable)
	case o.Kern >= code.KernInv && o.Kern <= code.KernPow && in.Op.IsMath(), o.Kern == code.KernLrp, o.Form == code.FormDpas && p.Dpas[o.Ext].AddFloat:
		s.Effect = dispatch.Approximate
	}
	if !s.Values {
		return
	}
	if o.Pred != native.PredNone {
		s.Sources = t.flags(s.Sources, "predicate", o)
	}
	if t.refresh(o); o.ReadsTime() {
		t.stamp(t.ticks)
	}
	s.Sources = w.operands(s.Sources, t, t.pc, true)
}

// describe names the message of a send for the lanes of em, its elements, and where wanted
// what it accesses.
func (w *Worker) describe(t *thread, send *code.Send, s *dispatch.Step, em uint32) {
	m := &send.Message
	if send.Register {
		now := t.sent(send)
		if m = new(message.Message); w.prog.Message(m, &now, t.pc) != nil {
			s.Message = "unknown"
			return
		}
	}
	s.Message = m.Kind.String()
	if m.Action == message.Nothing && !send.In.EOT {
		s.Effect = dispatch.NoEffect
	}
	if s.Follow && !send.In.EOT {
		w.attach(t)
		s.Touches = w.port.Reach(s.Touches, m, t.regs, em)
	}
}

// After adds destinations, and flags that a condition modifier wrote; nothing of an
// instruction that ended the thread by an error.
func (w *Worker) After(slot int, s *dispatch.Step) {
	t := &w.threads[slot]
	if !s.Values || s.Index < 0 || t.err != nil {
		return
	}
	s.Dests = w.operands(s.Dests, t, s.Index, false)
	if o := &w.prog.Ops[s.Index]; o.Cond != native.CondNone && o.Form != code.FormSel && o.Form != code.FormCsel {
		s.Dests = t.flags(s.Dests, "flags", o)
	}
}

// flags is the flag register of an instruction, a bit for each of its lanes.
func (t *thread) flags(list []dispatch.Value, what string, o *code.Op) []dispatch.Value {
	bits := *t.flagWord(o.FlagReg) >> o.FlagShift & o.Full
	v := dispatch.Value{Name: fmt.Sprintf("%s f%d.%d", what, o.FlagReg, o.FlagSub/16), Type: "bits", Size: 4, Lane: -1}
	list = dispatch.Add(list, v)
	last := &list[len(list)-1]
	last.Bits = append(last.Bits, uint64(bits))
	return list
}

// operands adds the registers of an instruction, sources or the destination.
func (w *Worker) operands(list []dispatch.Value, t *thread, pc int, sources bool) []dispatch.Value {
	p := w.prog
	in := &p.Counted[pc]
	switch {
	case in.Op.IsSend():
		send := code.SendOf(in) // of the instruction, which has one even where no message is modelled
		msg := t.sent(&send)
		if !sources {
			return w.registers(list, t, &in.Dst, msg.Desc.Rlen())
		}
		list = w.registers(list, t, &in.Src[0], msg.Desc.Mlen())
		return w.registers(list, t, &in.Src[1], msg.Second())
	case !sources:
		return w.elements(list, t, pc, &in.Dst, "dst", p.DestOffsets(pc))
	}
	for i := range min(p.Insts[pc].Op.Sources(), len(in.Src)) {
		op := &in.Src[i]
		if op.File == native.Imm || op.IsNull() || op.File == native.NoFile || op.Region.V == native.VxH {
			continue // its text says it; or has no one place
		}
		list = w.elements(list, t, pc, op, fmt.Sprintf("src%d", i), p.SourceOffsets(pc, i))
	}
	return list
}

// elements adds an operand of an instruction whose elements lie at byte offsets from its first.
func (w *Worker) elements(list []dispatch.Value, t *thread, pc int, op *native.Operand, name string, offs []uint16) []dispatch.Value {
	if op.IsNull() || op.File == native.NoFile || len(offs) == 0 {
		return list
	}
	size := op.Type.Size()
	reach := int(slices.Max(offs)) + size
	at, ok := w.prog.Byte(pc, op, reach)
	if !ok {
		return list
	}
	limit := w.prog.FileBytes + code.ArchSize
	if op.Indirect {
		at, limit = int(*(*uint16)(unsafe.Add(t.base, at)))+int(op.AddrImm), w.prog.FileBytes
	}
	if at < 0 || at+reach > limit {
		return list
	}
	list = dispatch.Add(list, dispatch.Value{Name: name, Type: op.Type.String(), Float: op.Type.IsFloat(), Sign: op.Type.IsSigned(), Size: size, Lane: int(w.prog.Ops[pc].Off)})
	last := &list[len(list)-1]
	for _, off := range offs {
		last.Bits = append(last.Bits, element(t.regs[at+int(off):], size))
	}
	return list
}

// registers adds n whole registers from that of an operand on, as dwords.
func (w *Worker) registers(list []dispatch.Value, t *thread, op *native.Operand, n int) []dispatch.Value {
	size := w.prog.RegBytes
	for r := range n {
		at := (int(op.Reg) + r) * size
		if op.File != native.GRF || at+size > t.grf {
			break
		}
		list = dispatch.Add(list, dispatch.Value{Name: fmt.Sprintf("r%d", int(op.Reg)+r), Type: native.UD.String(), Size: 4, Lane: -1})
		last := &list[len(list)-1]
		for b := 0; b < size; b += 4 {
			last.Bits = append(last.Bits, element(t.regs[at+b:], 4))
		}
	}
	return list
}

// element is a little-endian element of 1 to 8 bytes.
func element(b []byte, size int) (v uint64) {
	for i := range size {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}
