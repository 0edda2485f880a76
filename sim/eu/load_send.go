package eu

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// message is a send with its descriptor decoded.
type message struct {
	row    *messageRow
	desc   uint32
	kind   native.MessageKind
	field  native.DescValues
	simd   int
	rows   int   // GRFs of one dword parameter
	header int   // byte address of M0; -1 without a header
	pay    []int // byte address of every payload GRF after the header
	dst    int   // byte address of the response
}

// messageRow is what a kind of message does.
type messageRow struct {
	run     func(t *thread, o *Op, m *message, em uint32)
	surface bool // has a binding table index
	flat    bool // 64-bit addresses
	sample  bool // a header holds a sample mask
}

// messageTable has a row for every kind that is modelled.
var messageTable = [...]messageRow{
	native.MsgOwordRead:             {run: owordRead, surface: true},
	native.MsgOwordUnalignedRead:    {run: owordRead, surface: true},
	native.MsgOwordWrite:            {run: owordWrite, surface: true},
	native.MsgByteRead:              {run: byteRead, surface: true},
	native.MsgByteWrite:             {run: byteWrite, surface: true},
	native.MsgDwordRead:             {run: dwordRead, surface: true},
	native.MsgDwordWrite:            {run: dwordWrite, surface: true},
	native.MsgFence:                 {run: fence},
	native.MsgScratchRead:           {run: scratchRead},
	native.MsgScratchWrite:          {run: scratchWrite},
	native.MsgUntypedRead:           {run: untypedRead, surface: true, sample: true},
	native.MsgUntypedWrite:          {run: untypedWrite, surface: true, sample: true},
	native.MsgUntypedAtomic:         {run: untypedAtomic, surface: true, sample: true},
	native.MsgFloatAtomic:           {run: untypedAtomic, surface: true, sample: true},
	native.MsgA64ByteRead:           {run: a64Read, flat: true},
	native.MsgA64DwordRead:          {run: a64Read, flat: true},
	native.MsgA64QwordRead:          {run: a64Read, flat: true},
	native.MsgA64ByteWrite:          {run: a64Write, flat: true},
	native.MsgA64DwordWrite:         {run: a64Write, flat: true},
	native.MsgA64QwordWrite:         {run: a64Write, flat: true},
	native.MsgA64UntypedRead:        {run: a64Read, flat: true},
	native.MsgA64UntypedWrite:       {run: a64Write, flat: true},
	native.MsgA64Atomic:             {run: a64Atomic, flat: true},
	native.MsgA64FloatAtomic:        {run: a64Atomic, flat: true},
	native.MsgA64OwordRead:          {run: a64BlockRead, flat: true},
	native.MsgA64OwordUnalignedRead: {run: a64BlockRead, flat: true},
	native.MsgA64OwordWrite:         {run: a64BlockWrite, flat: true},
	native.MsgBarrier:               {run: barrier},
	native.MsgEndOfThread:           {run: fence},
}

// Binding table indices with a meaning of their own.
const (
	btiNonCoherent = 253
	btiSLM         = 254
	btiStateless   = 255
	firstReserved  = 240
)

// send is a send instruction: its message, or how to find the descriptor.
type send struct {
	message  *message
	in       native.Message
	register bool
}

func resolveSend(l *loader) error {
	in := l.in
	if in.Src[0].File != native.GRF || in.Src[0].Indirect || in.Dst.Indirect {
		return l.refuse("send with an indirect operand")
	}
	o := l.op
	o.Form, o.Cond, o.Ext = FormSend, native.CondNone, int32(len(l.prog.sends))
	s := send{in: in.Msg, register: in.Msg.DescReg || in.Msg.ExDescReg}
	if !s.register {
		var err error
		if s.message, err = l.message(&in.Msg); err != nil {
			return err
		}
	}
	l.prog.sends = append(l.prog.sends, s)
	return nil
}

// send runs a message; a descriptor in a0 is decoded each time.
func (t *thread) send(o *Op) step {
	s := &t.prog.sends[o.Ext]
	if !s.register {
		return t.transmit(o, s.message, s.in.EOT)
	}
	a0 := t.grf + offA0
	now := s.in.Resolved(native.Desc(*t.u32(a0 + int(s.in.DescSub))), native.ExDesc(*t.u32(a0 + int(s.in.ExDescSub))))
	at := loader{prog: t.prog, in: &t.prog.Insts[t.pc], index: t.pc}
	m, err := at.message(&now)
	if err != nil {
		t.err = err
		return end
	}
	return t.transmit(o, m, now.EOT)
}

// message decodes a descriptor and finds payload and response.
func (l *loader) message(msg *native.Message) (*message, error) {
	info, err := native.DecodeMessage(l.prog.Target, msg)
	unmodelled := func(what string) error { return &UnmodelledError{What: what, IP: l.ip(), Desc: uint32(msg.Desc)} }
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil, unmodelled(err.Error())
	case err != nil:
		return nil, l.bad("%v", err)
	}
	if int(info.Kind) >= len(messageTable) || messageTable[info.Kind].run == nil {
		return nil, unmodelled("message " + info.Kind.String())
	}
	m := &message{row: &messageTable[info.Kind], desc: uint32(msg.Desc), kind: info.Kind, field: info.Field, header: -1}
	if m.simd = info.Field[native.DescSimd]; m.simd == 0 {
		m.simd = 8
	}
	m.rows = m.simd / 8
	bti := info.Field[native.DescBti]
	switch {
	case msg.EOT != (info.Kind == native.MsgEndOfThread):
		return nil, unmodelled("end of thread by message " + info.Kind.String())
	case m.row.surface && bti >= firstReserved && bti < btiNonCoherent:
		return nil, unmodelled("binding table index with bindless or reserved meaning")
	case m.row.flat && bti != btiStateless && bti != btiNonCoherent:
		return nil, unmodelled(fmt.Sprintf("binding table index %d of a message on 64-bit addresses", bti))
	case m.isBlock() && m.field[native.DescOwords] == 1 && msg.Desc>>8&7 != 0:
		return nil, unmodelled("OWord block in the high half of a register")
	}
	return m, l.payload(m, msg, &info)
}

func (m *message) isBlock() bool { return m.field[native.DescOwords] != 0 }

// payload lists the payload registers: those of src0, then those of src1.
func (l *loader) payload(m *message, msg *native.Message, info *native.MessageInfo) error {
	total, second := info.Field[native.DescMlen], msg.ExDesc.Mlen()
	limit := l.prog.grf
	for i := range total {
		at := int(l.in.Src[0].Reg)*32 + i*32
		if i >= total-second {
			if l.in.Src[1].File != native.GRF {
				return l.bad("split send without a second payload register")
			}
			at = int(l.in.Src[1].Reg)*32 + (i-total+second)*32
		}
		if at < 0 || at+32 > limit {
			return l.bad("payload reaches byte %d of a register file of %d", at+32, limit)
		}
		m.pay = append(m.pay, at)
	}
	if info.Field[native.DescHeader] != 0 {
		m.header, m.pay = m.pay[0], m.pay[1:]
	}
	if info.Response == 0 {
		return nil
	}
	m.dst = int(l.in.Dst.Reg)*32 + int(l.in.Dst.Sub)
	switch {
	case l.in.Dst.File != native.GRF:
		return l.bad("%s writes %d registers to a null destination", info.Kind, info.Response)
	case m.dst+info.Response*32 > limit:
		return l.bad("response reaches byte %d of a register file of %d", m.dst+info.Response*32, limit)
	}
	return nil
}

// transmit runs a message for its enabled lanes.
func (t *thread) transmit(o *Op, m *message, eot bool) step {
	if eot {
		return end
	}
	em := t.mask(o) & ones(m.simd)
	if m.header >= 0 && m.row.sample {
		em &= *t.u32(m.header + 28)
	}
	if em != 0 {
		m.row.run(t, o, m, em)
	}
	if t.err != nil {
		return end
	}
	t.pc++
	return goOn
}
