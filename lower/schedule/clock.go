package schedule

import (
	"github.com/genvisa/genvisa/native"
)

// due is when a cell has its value, and when messages have read it.
type due struct {
	at, read int
	ordered  bool
	pipe     native.Pipe
}

// clock is the time of one thread: as of the estimate of a run, but that cells may be of variables. It goes on
// over the regions of a program in their order.
type clock struct {
	now   int
	due   []due
	watch bool // the hardware watches destinations in order too
}

// start is when an instruction can issue: its registers are there.
func (c *clock) start(x *insn) int {
	at := c.now
	for k := range x.at {
		a := &x.at[k]
		d := &c.due[a.cell]
		switch {
		case a.how == reads:
			at = max(at, d.at)
		case a.how == result:
			if c.watch || !d.ordered || !x.ordered || d.pipe != x.pipe {
				at = max(at, d.at)
			}
			at = max(at, d.read)
		}
	}
	return at
}

// issue issues an instruction when it can.
func (c *clock) issue(x *insn) {
	at := c.start(x)
	c.now = at + x.cost.Issue
	for k := range x.at {
		a := &x.at[k]
		d := &c.due[a.cell]
		switch a.how {
		case reads:
			if x.sources > 0 {
				d.read = max(d.read, at+x.sources)
			}
		case result:
			*d = due{at: at + x.until(result), read: d.read, ordered: x.ordered, pipe: x.pipe}
		case beside, sum:
			*d = due{at: at + x.until(a.how), ordered: true, pipe: x.pipe}
		}
	}
}

// issue is how long an instruction keeps the next one from issuing.
func (x *insn) issue() int { return x.cost.Issue }

// until is how long it takes until a result can be read.
func (x *insn) until(h how) int {
	switch h {
	case beside:
		return x.flag
	case sum:
		return x.sum
	case stored:
		return x.cost.Issue
	}
	return x.cost.Latency
}

// untilRead is how long it takes until what it reads can be written.
func (x *insn) untilRead() int { return max(x.sources, x.cost.Issue) }

// untilAgain is how long it takes until another instruction can write what it writes.
func (x *insn) untilAgain(mine, other how, y *insn, watch bool) int {
	if other != result || !watch && x.ordered && y.ordered && x.pipe == y.pipe {
		return x.cost.Issue
	}
	return x.until(mine)
}
