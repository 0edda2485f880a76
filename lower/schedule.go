package lower

import (
	"github.com/genvisa/genvisa/lower/hoist"
	"github.com/genvisa/genvisa/lower/optimise"
	"github.com/genvisa/genvisa/lower/schedule"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
)

// hoist moves out of loops what is the same in every round.
func (c *compiler) hoist() error {
	before := regalloc.Snapshot(c.P)
	if hoist.Run(c.Editor) {
		c.unhoisted = before
	}
	return nil
}

// schedule puts instructions where they wait less, while registers are virtual.
func (c *compiler) schedule() error {
	before := regalloc.Snapshot(c.P)
	c.unallocated = before
	if schedule.Run(c.P, c.T, schedule.Options{Room: &c.orders, Stage: schedule.Virtual, GRFs: c.o.Alloc.GRFs}) {
		c.unscheduled = before
	}
	return nil
}

// reschedule does so for what the allocator has added, and what it has put into registers
// that were used before.
func (c *compiler) reschedule() error {
	schedule.Run(c.P, c.T, schedule.Options{Room: &c.orders, Stage: schedule.Allocated})
	return nil
}

// regalloc gives registers to the scheduled program. When that needs memory for some of them it tries the program of which nothing has
// moved out of loops, then less for all lanes, then a schedule that fills fewer, and the text as it was: of those that need least the first.
func (c *compiler) regalloc() error {
	o := c.o.Alloc
	if a := c.k.Attr("SpillMemOffset"); a != nil {
		o.Scratch = int(min(a.Int, 1<<20))
	}
	o.Scratch, o.Room = max(o.Scratch, c.stack), &c.room
	st, err := regalloc.Allocate(c.P, c.T, o)
	st, err = c.inLoops(o, st, err)
	st, err = c.masked(o, st, err)
	for _, full := range [...]int{fewer, 0} {
		if c.unscheduled == nil || err == nil && st.Cost() == 0 {
			break
		}
		p := c.unscheduled
		if full > 0 {
			if err != nil || st.SpillBytes > c.P.File(c.T)*native.GRFBytes { // more than another file: no order is without
				continue
			}
			p = c.room.Snapshot(p)
			schedule.Run(p, c.T, schedule.Options{Room: &c.orders, Stage: schedule.Virtual, GRFs: o.GRFs, Full: full})
		}
		was, errWas := regalloc.Allocate(p, c.T, under(o, st, err))
		if err != nil || errWas == nil && was.Cost() < st.Cost() {
			*c.P, st, err = *p, was, errWas
		}
	}
	if err != nil {
		return c.placeAlloc(err)
	}
	for i := range c.P.Insts {
		if c.P.Insts[i].Op.IsSend() {
			c.stats.Sends++
		}
	}
	c.stats.GRFs, c.stats.SpillBytes = st.GRFs, st.SpillBytes
	if c.stack > 0 || st.SpillBytes > 0 {
		c.stats.Scratch = o.Scratch + st.SpillBytes
	}
	return nil
}

// inLoops tries the program of which nothing has moved out of loops, when its allocation needs memory, and goes on with that
// where it needs less.
func (c *compiler) inLoops(o regalloc.Options, st *regalloc.Stats, err error) (*regalloc.Stats, error) {
	if c.unhoisted == nil || err == nil && st.Cost() == 0 {
		return st, err
	}
	return c.instead(c.unhoisted, o, st, err)
}

// masked tries the text with the instructions under the mask that need not be for all lanes, when an allocation needs memory.
func (c *compiler) masked(o regalloc.Options, st *regalloc.Stats, err error) (*regalloc.Stats, error) {
	if c.unallocated == nil || err == nil && st.Cost() == 0 {
		return st, err
	}
	text := c.room.Snapshot(c.unallocated)
	if optimise.Masks(text) == 0 {
		return st, err
	}
	return c.instead(text, o, st, err)
}

// instead schedules and allocates another text of the program, and goes on with it where that needs less memory.
func (c *compiler) instead(text *native.Program, o regalloc.Options, st *regalloc.Stats, err error) (*regalloc.Stats, error) {
	p := c.room.Snapshot(text)
	moved := schedule.Run(p, c.T, schedule.Options{Room: &c.orders, Stage: schedule.Virtual, GRFs: o.GRFs})
	was, errWas := regalloc.Allocate(p, c.T, under(o, st, err))
	if errWas != nil || err == nil && was.Cost() >= st.Cost() {
		return st, err
	}
	*c.P, c.unallocated, c.unscheduled = *p, text, nil
	if moved {
		c.unscheduled = text
	}
	return was, nil
}

// fewer is how many eighths of the registers the second schedule fills.
const fewer = 3

// under are the options of another attempt, which gives up when it needs as much as the best one so far.
func under(o regalloc.Options, st *regalloc.Stats, err error) regalloc.Options {
	if err == nil {
		o.Cost = st.Cost()
	}
	return o
}
