package code

import (
	"errors"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/message"
)

// Send is a send instruction: its message, unless a descriptor is in a register.
type Send struct {
	Message  message.Message
	In       native.Message
	Register bool // the message is resolved each time
	Checks   bool // it waits for the threads that its own depends on
	First    int  // byte of the first payload register
}

func resolveSend(l *loader) error {
	in := l.in
	if in.Src[0].File != native.GRF || in.Src[0].Indirect || in.Dst.Indirect {
		return l.refuse("send with an indirect operand")
	}
	o := l.op
	o.Form, o.Cond, o.Ext = FormSend, native.CondNone, int32(len(l.prog.Sends))
	if o.Dst.Enable = l.enable; in.Align16 { // channels that are not enabled take no part (Mesa, brw_untyped_surface_write)
		o.Dst.Enable &= uint32(in.Dst.ChanEn&15) * 0x11111111
	}
	s := SendOf(in)
	s.First = int(in.Src[0].Reg) * l.prog.RegBytes
	if !s.Register {
		if err := l.prog.Message(&s.Message, &in.Msg, l.index); err != nil {
			return err
		}
		if !in.Msg.EOT && !s.Checks && (s.Message.Action > message.Barrier || s.Message.Action == message.Nothing) {
			o.Form = FormMessage
		}
	}
	l.prog.Sends = append(l.prog.Sends, s)
	return nil
}

// SendOf is the row of a send whose message is still to be resolved.
func SendOf(in *native.Inst) Send {
	return Send{In: in.Msg, Register: in.Msg.DescReg || in.Msg.ExDescReg && !in.Msg.ExBSO, Checks: in.Op.Checks()}
}

// Message resolves the message of instruction i with descriptors msg.
func (p *Program) Message(m *message.Message, msg *native.Message, i int) error {
	in := &p.Insts[i]
	src := message.Sources{
		First: int(in.Src[0].Reg) * p.RegBytes, Second: -1, Split: msg.Second(),
		Dst: -1, GRF: p.RegBytes, Limit: p.FileBytes, Channels: int(in.ExecSize),
	}
	if in.Src[1].File == native.GRF {
		src.Second = int(in.Src[1].Reg) * p.RegBytes
	}
	if msg.ExBSO {
		src.Surface = p.FileBytes + OffA0 + int(msg.ExDescSub)
	}
	if in.Dst.File == native.GRF {
		src.Dst = int(in.Dst.Reg)*p.RegBytes + int(in.Dst.Sub)
	}
	err := message.Resolve(m, p.Target, msg, &src, in.NoMask)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return p.unmodelled(i, err.Error(), msg.Desc)
	case err != nil:
		return p.bad(i, "%w", err)
	}
	return nil
}

// messagePairs gives FlagWithNext to messages that can be executed with the next op: in code that jumps nowhere
// between them both are one after the other in a straight run.
func (p *Program) messagePairs() {
	for i := range p.Ops[:max(len(p.Ops)-1, 0)] {
		o, next := &p.Ops[i], &p.Ops[i+1]
		if o.whole() && next.whole() && o.Skip == 0 && p.Send(o).Message.Pairs(&p.Send(next).Message) {
			o.Flags |= FlagWithNext
		}
	}
}

// whole tells a message on memory for all channels of its instruction.
func (o *Op) whole() bool {
	return o.Form == FormMessage && o.Flags&FlagPredicated == 0 && o.Full&^o.Dst.Enable == 0
}
