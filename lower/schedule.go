package lower

import (
	"github.com/genvisa/genvisa/lower/schedule"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
)

// schedule puts instructions where they wait less, while registers are virtual.
func (c *compiler) schedule() error {
	before := regalloc.Snapshot(c.P)
	if schedule.Run(c.P, c.T, schedule.Options{Stage: schedule.Virtual, GRFs: c.o.Alloc.GRFs}) {
		c.unscheduled = before
	}
	return nil
}

// reschedule does so for what the allocator has added, and what it has put into registers
// that were used before.
func (c *compiler) reschedule() error {
	schedule.Run(c.P, c.T, schedule.Options{Stage: schedule.Allocated})
	return nil
}

// regalloc gives registers to the scheduled program. When that needs memory for some of them it tries a schedule that fills
// fewer, and the text as it was: of those that need least the first.
func (c *compiler) regalloc() error {
	o := c.o.Alloc
	if a := c.k.Attr("SpillMemOffset"); a != nil {
		o.Scratch = int(min(a.Int, 1<<20))
	}
	o.Scratch = max(o.Scratch, c.stack)
	st, err := regalloc.Allocate(c.P, c.T, o)
	for _, full := range [...]int{fewer, 0} {
		if c.unscheduled == nil || err == nil && spills(st) == 0 {
			break
		}
		p := c.unscheduled
		if full > 0 {
			if err != nil || st.SpillBytes > native.GRFs*native.GRFBytes { // more than another file: no order is without
				continue
			}
			p = regalloc.Snapshot(p)
			schedule.Run(p, c.T, schedule.Options{Stage: schedule.Virtual, GRFs: o.GRFs, Full: full})
		}
		if o.FlagMoves = 0; err == nil {
			o.FlagMoves = spills(st) // with as many, it needs no less
		}
		was, errWas := regalloc.Allocate(p, c.T, o)
		if err != nil || errWas == nil && spills(was) < spills(st) {
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

// fewer is how many eighths of the registers the second schedule fills.
const fewer = 3

// spills is what an allocation adds to a program: messages count as much as moves take instead of one.
func spills(st *regalloc.Stats) int {
	const message = 16
	return message*(st.Fills+st.Saves) + st.Again + st.AddrMoves + st.FlagMoves
}
