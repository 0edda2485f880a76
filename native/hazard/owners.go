package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// owners are where the lanes that ran an instruction in flight may be. What they alone
// write, others that do not run with them may touch for themselves: an if part and its else part
// have registers in common without a wait, which Intel's compiler counts on.
type owners struct {
	here   bool    // some may be at the instruction that comes next
	astray bool    // nobody knows where
	waits  waiters // others may wait for the thread there
}

// apart says that none of them runs what comes next.
func (o *owners) apart() bool { return !o.here && !o.astray }

// wait adds a place.
func (o *owners) wait(place int32) {
	waits, ok := o.waits.with(place)
	o.waits, o.astray = waits, o.astray || !ok
}

// leave takes a place away, and reports whether it was there.
func (o *owners) leave(place int32) (was bool) {
	o.waits, was = o.waits.without(place)
	return was
}

// join adds where others may be, and reports whether that was more.
func (o *owners) join(p *owners) (grew bool) {
	was := *o
	o.here, o.astray = o.here || p.here, o.astray || p.astray
	if o.waits != p.waits {
		for k := range p.waits.count() {
			o.wait(p.waits.at(k))
		}
	}
	return *o != was
}

// has says that all places of p are among them.
func (o *owners) has(p *owners) bool {
	all := *o
	return !all.join(p)
}

// move follows the thread to a place behind an instruction that lets its lanes part; lanes says
// that some are there.
func (o *owners) move(p *parting, to int32, lanes bool) {
	if o.astray = o.astray || p.astray; len(p.places) > 0 {
		nobody := int32(flow.None) // a place that the thread passes by, which it does when no lane is there
		if p.first != to {
			nobody = p.first
			o.leave(nobody)
		}
		were := o.here
		o.here = were && slices.Contains(p.places, to)
		for _, place := range p.places {
			if were && place != to && place != nobody {
				o.wait(place)
			}
		}
	}
	o.here = (o.leave(to) || o.here) && lanes
}

// parting is where lanes of an instruction go.
type parting struct {
	places []int32 // none where they stay together
	first  int32   // to where the thread goes when any lane is there, or flow.None
	astray bool    // calls, returns, and what goes to where a register says
}

// newParting reads a step of instruction i.
func newParting(in *native.Inst, i int, s *step) parting {
	if in.Op == native.OpRet || in.Op.Links() || in.TargetRegister() != nil || in.WritesIP() {
		return parting{astray: true}
	}
	var p parting
	if s.splits() {
		for _, place := range s.Lane {
			if place != flow.None {
				p.places = append(p.places, place)
			}
		}
		if p.first = flow.None; s.when == native.FlowThere {
			p.first = s.Thread[0]
		}
		if s.stay {
			p.places = append(p.places, int32(i+1))
		}
	}
	return p
}

// move takes what is in flight to where the thread goes. Most of it was issued by the same lanes.
func (b *Board) move(p *parting, to int32, lanes bool) {
	var from, there owners
	there.move(p, to, lanes)
	for k := range b.Flights {
		o := &b.Flights[k].owners
		if len(p.places) == 0 && !p.astray && lanes && o.waits == "" {
			continue
		}
		if *o != from {
			from, there = *o, *o
			there.move(p, to, lanes)
		}
		*o = there
	}
}

// spares says that no lane of x touches bytes that another lane writes in y: reads or
// writes of x, which both only touch for lanes that run.
func spares(y, x *insn, reads bool) bool {
	indirect := func(o native.Operand) bool { return o.Indirect } // whose bytes are where only a place says
	if y.NoMask || x.NoMask || y.Dst.Indirect || x.Dst.Indirect || slices.ContainsFunc(x.Src[:], indirect) {
		return false
	}
	whose := map[int]int{}
	for _, c := range cells(y.Inst, -1) {
		if c.lane == native.AllLanes {
			return false
		}
		whose[c.at] = c.lane
	}
	first, last := -1, 0
	if reads {
		first, last = 0, len(x.Src)
	}
	for i := first; i < last; i++ {
		for _, c := range cells(x.Inst, i) {
			if lane, ok := whose[c.at]; ok && lane != c.lane {
				return false
			}
		}
	}
	return true
}

// cell is a byte of the register file and the channel whose it is.
type cell struct{ at, lane int }

// cells are the bytes of source i, or of the destination when it is negative.
func cells(in *native.Inst, i int) (out []cell) {
	o := &in.Dst
	if i >= 0 {
		o = &in.Src[i]
	}
	if o.File != native.GRF {
		return nil
	}
	for _, t := range in.Touches(i) {
		for k := range t.Bytes {
			lane := t.Lane
			if lane == native.AllLanes {
				lane = messageLane(in, i, k)
			}
			if lane != native.AllLanes {
				lane += int(in.ChanOff)
			}
			out = append(out, cell{t.At + k, lane})
		}
	}
	return out
}

// messageLane is the lane whose byte k of a payload or a response is, where the table of messages
// says it: addresses come first in payloads.
func messageLane(in *native.Inst, i, k int) int {
	if !in.Op.IsSend() || in.Msg.Desc.Header() != 0 && i >= 0 {
		return native.AllLanes
	}
	address, data := in.Msg.LaneCells()
	if data == 0 {
		return native.AllLanes
	}
	if i > 0 { // behind the first payload
		k += in.Msg.Desc.Mlen() * native.GRFBytes
	}
	n := int(in.ExecSize)
	if addresses := n * address; i >= 0 && k < addresses {
		return k / address
	} else if i >= 0 {
		k -= addresses
	}
	return k / data % n
}
