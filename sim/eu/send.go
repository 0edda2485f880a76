package eu

import (
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/message"
)

// send runs a message for its enabled lanes. A descriptor in a0 is decoded each
// time.
func (t *thread) send(o *code.Op) step {
	s := t.prog.Send(o)
	if s.Checks && t.depends() {
		if t.env.Depends() {
			return stall
		}
		t.unmodelled(o, "a message that waits for other threads (tdr0)", 0)
		return end
	}
	m, eot := &s.Message, s.In.EOT
	if s.Register {
		now := t.sent(s)
		m, eot = &t.work.message, now.EOT
		if t.err = t.prog.Message(m, &now, t.pc); t.err != nil {
			return end
		}
	}
	if eot {
		if em := t.mask(o); em != 0 && m.Action > message.Barrier {
			t.transmit(o, m, em)
		}
		return end
	}
	if em := t.mask(o); em != 0 {
		if m.Action == message.Barrier {
			if !t.signal(o, s.First) {
				return end
			}
		} else if m.Action != message.Nothing && !t.transmit(o, m, em) {
			return end
		}
	}
	t.pc++
	return goOn
}

// signal tells the group's barrier that the thread has come, with a message from byte m0 on; false after a fault.
func (t *thread) signal(o *code.Op, m0 int) bool {
	if t.env.Group.Alone {
		t.fault(o, -1, NoGroup{})
		return false
	}
	word, barrier := *t.u32(m0 + fixed.BarrierCounts.Byte()), &t.env.Group.Barrier
	if t.prog.Target.Caps().BarrierCounts {
		return t.counted(o, word)
	}
	if fixed.BarrierCounts.Of(word) != 0 {
		if err := barrier.Expect(int(fixed.BarrierCount.Of(word))); err != nil {
			t.fault(o, -1, err)
			return false
		}
	}
	barrier.Signal(t.env.Index)
	return true
}

// counted is signal with a payload that has the number of threads on both sides.
func (t *thread) counted(o *code.Op, word uint32) bool {
	producers, consumers := fixed.CountedBarrierProducers.Of(word), fixed.CountedBarrierConsumers.Of(word)
	switch barrier := &t.env.Group.Barrier; {
	case fixed.CountedBarrierID.Of(word) != 0 || fixed.CountedBarrierType.Of(word) != 0 || producers != consumers:
		t.unmodelled(o, fmt.Sprintf("barrier %d of %d threads that signal and %d that wait, type %d: a group has one, at which all do both",
			fixed.CountedBarrierID.Of(word), producers, consumers, fixed.CountedBarrierType.Of(word)), 0)
	default:
		err := barrier.Expect(int(producers))
		if err == nil {
			barrier.Signal(t.env.Index)
			return true
		}
		t.fault(o, -1, err)
	}
	return false
}

// sent is a message with what its descriptors are now, when they are in registers.
func (t *thread) sent(s *code.Send) native.Message {
	if !s.Register {
		return s.In
	}
	a0 := t.grf + code.OffA0
	return s.In.Resolved(native.Desc(*t.u32(a0 + int(s.In.DescSub))), native.ExDesc(*t.u32(a0 + int(s.In.ExDescSub))))
}

// transmit executes a message on memory; false after a fault.
func (t *thread) transmit(o *code.Op, m *message.Message, em uint32) bool {
	if em &= o.Dst.Enable; em == 0 {
		return true
	}
	switch {
	case em == o.Full:
		if t.work.port.Quick(m, t.regs) {
			return true
		}
	case m.Action.Whole(): // open point 5 of the message reference
		t.unmodelled(o, fmt.Sprintf("message %v under a mask that leaves out channels: no source says what of a block they are", m.Kind), 0)
		return false
	}
	if m.Space == message.Flat && t.work.compiled != nil {
		t.work.port.Near(int(o.Ext), m, t.regs, em)
	}
	left, err := t.work.port.Run(m, t.regs, em)
	if err != nil {
		lane := -1
		var at *message.LaneError
		if errors.As(err, &at) && at.Lane >= 0 {
			lane = int(o.Off) + at.Lane
		}
		t.fault(o, lane, errors.Unwrap(err))
		return false
	}
	if left {
		t.leave(o)
	}
	return true
}

// withNext executes a message and the next one in one, when that can be done; else nothing.
func (t *thread) withNext(o, next *code.Op) bool {
	return t.err == nil && next.Full&^(t.exec>>(next.Off&31)|next.NoMask) == 0 && t.work.port.QuickPair(&t.prog.Send(o).Message, t.regs)
}

// leave tells of the first access past the end of a surface.
func (t *thread) leave(o *code.Op) {
	left := &t.work.port.Left
	lane := left.Lane
	if lane >= 0 {
		lane += int(o.Off)
	}
	ip := o.IP
	t.env.Outside(left.Buffer, lane, left.Write, func() dispatch.Place {
		pc, _ := t.prog.Index(ip)
		return placeOf(t.prog, pc)
	})
}
