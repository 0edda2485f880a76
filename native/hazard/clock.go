package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/latency"
)

// resources are what instructions wait for: architecture registers by their number, then
// general registers.
const (
	arfResources = 1 << 8
	resources    = arfResources + native.MostGRFs
)

// Timing is a program for Clocks. It does not change.
type Timing struct {
	insts []timed
	watch bool // the hardware watches destinations in order too
	used  int  // resources up to the last that an instruction names
}

// timed is what an instruction waits for and when its results are there.
type timed struct {
	cost          latency.Cost
	reads, writes []int32 // resources
	flag, acc     int32   // resource written beside the destination, or none
	flagLatency   int
	accLatency    int
	sources       int // clocks until a message has read its registers; 0 for others
	pipe          native.Pipe
	ordered       bool // results come in the order of its pipe
	counted       bool // distances count it
	toFlag        bool // the destination is a flag
	ofCR0         bool // a source is cr0
	sync          native.Sync
	three         bool // three sources, of which registers are read at once
	lost          int  // clocks by banks of those
}

const none = -1

// NewTiming prepares instructions of target t.
func NewTiming(t native.Target, insts []native.Inst) *Timing {
	insts = t.InElements(insts)
	p := &Timing{insts: make([]timed, len(insts)), watch: !t.Scoreboard(), used: arfResources}
	for i := range insts {
		x := newTimed(t, &insts[i])
		p.insts[i] = x
		for _, list := range [][]int32{x.reads, x.writes} {
			for _, r := range list {
				p.used = max(p.used, int(r)+1)
			}
		}
	}
	return p
}

func arf(reg int32) int32 { return reg & (arfResources - 1) }

func newTimed(t native.Target, in *native.Inst) timed {
	x := timed{cost: latency.Of(t, in), flag: none, acc: none, pipe: in.Pipe(t), ordered: !in.HoldsToken(t), counted: in.InOrder(t), ofCR0: readsCR0(in), sync: in.Sync(t), toFlag: in.Dst.File == native.ARF && (in.Dst.Reg == native.ARFF0 || in.Dst.Reg == native.ARFF1)}
	_, halves := latency.ReadAtOnce(in)
	x.three, x.lost = halves > 0 && latency.HasBanks(t), latency.Conflicts(t, in)
	effects.Each(t, in, x.effect)
	switch {
	case in.Op.IsSend():
		x.sources = latency.Sources(t, in)
		return x
	case in.SetsFlag():
		x.flagLatency = latency.Flag(t, in)
	}
	if x.acc != none {
		x.accLatency = latency.Acc(t, in)
	}
	return x
}

// effect adds the resources of an effect. Registers behind an address count for nothing, nor
// does memory.
func (x *timed) effect(e effects.Effect) {
	implied := e.First == effects.Thread
	switch {
	case e.Space == effects.Memory || e.Through != nil || e.Var != 0:
	case e.Space == effects.State && e.At == native.ARFCR0 && !e.Write && !x.ofCR0: // the mode of arithmetic is there when the thread is
	case e.Space == effects.Accumulator && implied && e.Write:
		x.acc = arf(native.ARFAcc0)
	case e.Space == effects.Flag && e.Write && !x.toFlag:
		x.flag = resourceOf(&e, 0)
	default:
		last := e.At
		if e.Space == effects.Register && e.N > 0 {
			last = min(last+e.N, native.MostGRFs*native.GRFBytes) - 1
		}
		list := &x.reads
		if e.Write {
			list = &x.writes
		}
		for r := resourceOf(&e, e.At); r <= resourceOf(&e, last); r++ {
			if !slices.Contains(*list, r) {
				*list = append(*list, r)
			}
		}
	}
}

// readsCR0 says that a source is the control register.
func readsCR0(in *native.Inst) bool {
	return slices.ContainsFunc(in.Src[:], func(o native.Operand) bool { return o.File == native.ARF && o.Reg == native.ARFCR0 && !o.Indirect })
}

// resourceOf is the resource of a unit of an effect's space.
func resourceOf(e *effects.Effect, at int32) int32 {
	switch e.Space {
	case effects.Register:
		return arfResources + at/native.GRFBytes
	case effects.Flag:
		return arf(native.ARFF0 + e.At/flagBits)
	case effects.Address:
		return arf(native.ARFA0)
	case effects.Accumulator:
		return arf(native.ARFAcc0 + e.At/native.GRFBytes)
	}
	return arf(e.At)
}

// flagBits are those of a flag register.
const flagBits = 32

// due is when a resource is there, and what makes it.
type due struct {
	at      uint64
	class   latency.Class
	ordered bool
	pipe    native.Pipe
	by      int32  // instruction
	reader  int32  // the message that reads it last
	read    uint64 // when messages have read it
}

// Wait is what an instruction waits for, longest: a result, or that a message has read its
// registers.
type Wait struct {
	Clocks  uint64 // how long nothing issues; 0 for none
	Class   latency.Class
	By      int32 // instruction that makes the result, or the message
	Address bool  // the result is in a0
	Code    bool  // no register wants it: a scoreboard code does
}

// Banks counts instructions with three sources, on a target whose banks of registers are known, and those that lose clocks by them.
type Banks struct{ Reads, Conflicts, Clocks uint64 }

// add counts an instruction.
func (b *Banks) add(x *timed) {
	if !x.three {
		return
	}
	b.Reads++
	if b.Clocks += uint64(x.lost); x.lost > 0 {
		b.Conflicts++
	}
}

// Plus adds others.
func (b *Banks) Plus(o Banks) {
	b.Reads, b.Conflicts, b.Clocks = b.Reads+o.Reads, b.Conflicts+o.Conflicts, b.Clocks+o.Clocks
}

// Clock estimates the clocks of one thread that runs alone: it issues in order, each
// instruction when its registers are there. A register by address counts for nothing,
// nor, unless Codes is set, does a wait that no register needs.
type Clock struct {
	code   *Timing
	Codes  bool   // what scoreboard codes ask for is waited for, too
	Now    uint64 // clocks since the start
	Issue  uint64 // of them, issuing
	Stalls [latency.NumClasses]uint64
	Banks  Banks // whose clocks are not among Now
	Last   Wait  // of the last instruction
	due    [resources]due
	board  board
}

// Start is a thread's start; the counts go on.
func (c *Clock) Start(p *Timing) {
	c.code, c.Now, c.board = p, 0, board{}
	clear(c.due[:p.used])
}

// Step issues instruction i.
func (c *Clock) Step(i int) { c.Late(i, 0) }

// Late issues instruction i, a message that takes more clocks than the table has: its result
// comes as much later, and so does a write of the registers that it reads.
func (c *Clock) Late(i int, more uint64) {
	x := &c.code.insts[i]
	at := c.ready(x, c.Now)
	c.Stalls[c.Last.Class] += at - c.Now
	c.Issue += uint64(x.cost.Issue)
	c.Banks.add(x)
	c.Now = at + uint64(x.cost.Issue)
	c.results(int32(i), at, more)
}

// ready is when an instruction that comes at now can issue; Last says why not at once.
func (c *Clock) ready(x *timed, now uint64) uint64 {
	at, why := now, Wait{Class: latency.ClassAlu}
	wait := func(until uint64, w Wait) {
		if until > at {
			at, why = until, w
		}
	}
	for _, r := range x.reads {
		d := &c.due[r]
		wait(d.at, Wait{Class: d.class, By: d.by, Address: r == arf(native.ARFA0)})
	}
	for _, w := range x.writes {
		d := &c.due[w]
		if c.code.watch || !d.ordered || !x.ordered || d.pipe != x.pipe {
			wait(d.at, Wait{Class: d.class, By: d.by, Address: w == arf(native.ARFA0)})
		}
		wait(d.read, Wait{Class: latency.ClassSources, By: d.reader})
	}
	if c.Codes {
		c.board.waits(x, wait)
	}
	why.Clocks = at - now
	c.Last = why
	return at
}

// results says when those of instruction i are there, which issues at a time.
func (c *Clock) results(i int32, at, more uint64) {
	x := &c.code.insts[i]
	for _, r := range x.reads {
		if read := at + uint64(x.sources) + more; x.sources > 0 && read > c.due[r].read {
			c.due[r].read, c.due[r].reader = read, i
		}
	}
	for _, w := range x.writes {
		d := &c.due[w]
		*d = due{at + uint64(x.cost.Latency) + more, x.cost.Class, x.ordered, x.pipe, i, d.reader, d.read}
	}
	if x.flag != none {
		c.due[x.flag] = due{at: at + uint64(x.flagLatency), class: latency.ClassFlag, ordered: true, pipe: x.pipe, by: i}
	}
	if x.acc != none {
		c.due[x.acc] = due{at: at + uint64(x.accLatency), class: latency.ClassAcc, ordered: true, pipe: x.pipe, by: i}
	}
	if c.Codes {
		c.board.issued(x, i, at, more)
	}
}

// Estimate is the clock of a thread that runs each instruction of a program once, in
// their order: loops count once, and both sides of a branch; what scoreboard codes ask for is waited for. Insts may come from the
// compiler or from bytes; their registers are physical.
func Estimate(t native.Target, insts []native.Inst) *Clock {
	c := &Clock{Codes: true}
	c.Start(NewTiming(t, insts))
	for i := range insts {
		c.Step(i)
	}
	return c
}
