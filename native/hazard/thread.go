package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// Code is a program for Threads to run. It does not change.
type Code struct {
	xs      []insn
	dynamic []bool // has registers by address, or a length in a register
	begins  []bool // a block begins there
	parts   []parting
	swsb    bool
}

// NewCode prepares instructions of target t; offsets are their places in bytes.
func NewCode(t native.Target, insts []native.Inst, offsets []int) *Code {
	insts = t.InElements(insts)
	c := &Code{xs: make([]insn, len(insts)), dynamic: make([]bool, len(insts)), swsb: t.Scoreboard()}
	for i := range insts {
		in := &insts[i]
		c.xs[i] = newInsn(t, in, Unplaced)
		c.dynamic[i] = in.Op.IsSend() && (in.Msg.DescReg || in.Msg.ExDescReg)
		for _, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1], &in.Src[2]} {
			c.dynamic[i] = c.dynamic[i] || o.Indirect
		}
	}
	if p, err := flow.Placed(t, insts, offsets); err == nil { // else it stops at that branch
		c.begins = make([]bool, len(insts))
		for _, b := range flow.Cut(p).Blocks {
			c.begins[b.Start] = true
		}
		c.part(p, t)
	}
	return c
}

// part keeps where lanes go; of what stops there it does not matter.
func (c *Code) part(p *native.Program, t native.Target) {
	if !c.swsb {
		return
	}
	all := channels(p)
	for i := range p.Insts {
		s, err := stepOf(p, t, i)
		if err != nil {
			c.parts = append(c.parts, parting{astray: true})
			continue
		}
		s.stay = s.splits() && channelsOf(&p.Insts[i])&all != all
		c.parts = append(c.parts, newParting(&p.Insts[i], i, &s))
	}
}

// Dynamic says that what an instruction touches follows from registers, so that Step
// wants it and its places.
func (c *Code) Dynamic(i int) bool { return c.dynamic[i] }

// Thread is what is in flight in one thread that runs.
type Thread struct {
	code  *Code
	xs    []insn // of the thread: code's, with what dynamic ones touched last
	board Board
	marks Marks
	found []Finding
	next  int // instruction that comes without a jump
}

// Start makes it a thread that begins with nothing in flight.
func (h *Thread) Start(c *Code) {
	if h.code != c {
		h.code, h.xs = c, append(h.xs[:0], c.xs...)
	}
	h.next = 0
	h.board.Flights = h.board.Flights[:0]
	h.marks.Open, h.marks.flights = h.marks.Open[:0], h.marks.flights[:0]
}

// Step issues instruction i, which lanes run or none, and gives what it touches too early; ok is false then. A
// dynamic one is in with its message resolved, and at says where its operands lie; nil
// for others.
func (h *Thread) Step(i int, lanes bool, in *native.Inst, at Place) (f Finding, ok bool) {
	x := &h.xs[i]
	if in != nil {
		x.reads, x.writes = Footprint(in, at)
		x.read, x.wrote = regsOf(x.reads), regsOf(x.writes)
	}
	h.found = h.found[:0]
	if h.code.swsb {
		if i != h.next {
			h.board.jump()
		}
		if from := h.next - 1; from >= 0 && from < len(h.code.parts) {
			h.board.move(&h.code.parts[from], int32(i), lanes)
		}
		h.next = i + 1
		h.board.wait(x.sync)
		h.found = h.board.check(h.found, i, x, h.xs)
		h.board.issue(int32(i), h.xs)
		if n := len(h.board.Flights); n > maxFlights {
			h.board.Flights = slices.Delete(h.board.Flights, 0, n-maxFlights) // the oldest, which messages without a token are
		}
	} else {
		if h.code.begins != nil && h.code.begins[i] {
			h.found = h.marks.end(h.found)
		}
		h.found = h.marks.step(h.found, int32(i), h.xs)
		if x.Op.IsBranch() || x.Op.IsSend() && x.Msg.EOT {
			h.found = h.marks.end(h.found)
		}
	}
	if len(h.found) == 0 {
		return Finding{}, true
	}
	return h.found[0], false
}
