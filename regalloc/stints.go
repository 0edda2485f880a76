package regalloc

import "slices"

// stint is a part of a spilled object's life in a register: from one use to
// another of the same block. What is loaded in front of the first use stays for
// the others while registers allow.
type stint struct {
	obj, lo, n int32
	insts      []int32 // its uses, rising
	end        int32   // last point at which it holds its register
	fill       bool    // loaded in front of the first use
	write      int32   // last instruction that writes it, or -1
	save       bool    // saved behind that
	behind     uint64  // what is live behind its last use
}

// cutter makes the pieces of the objects chosen.
type cutter struct {
	*survey
	limit  int32 // units that pieces may fill up to
	open   [][]*stint
	active []int32 // objects with open pieces
	done   []*stint
	drops  []int32 // moves of earlier rounds
}

// pieces cuts the objects picked.
func (s *survey) pieces(picked []int32, limit int32) (pieces []*stint, drops []int32) {
	c := &cutter{survey: s, limit: limit, open: make([][]*stint, len(s.list))}
	var all []use
	for _, x := range picked {
		all = append(all, s.uses[x]...)
	}
	slices.SortStableFunc(all, func(p, q use) int { return int(p.inst - q.inst) })
	block := int32(-1)
	for k := range all {
		u := &all[k]
		if b := s.flow.Of[u.inst]; b != block {
			c.closeAll()
			block = b
		}
		c.use(u)
	}
	c.closeAll()
	return c.done, c.drops
}

// use gives a use to an open piece, or opens one.
func (c *cutter) use(u *use) {
	if u.moved {
		if !u.writes {
			c.saved(u)
		}
		c.drops = append(c.drops, u.inst)
		return
	}
	if c.from[u.obj] >= 0 {
		u.lo, u.n = 0, (c.list[u.obj].size+c.grf-1)/c.grf
	}
	for _, p := range c.open[u.obj] {
		if p.lo <= u.lo && u.lo+u.n <= p.lo+p.n && c.extend(p, u) {
			c.join(p, u)
			return
		}
	}
	c.close(u.obj, u.lo, u.n)
	p := &stint{obj: u.obj, lo: u.lo, n: u.n, write: -1, end: 2 * u.inst}
	p.fill = u.front&granuleMask(u.lo, u.n) != 0
	if len(c.open[u.obj]) == 0 {
		c.active = append(c.active, u.obj)
	}
	c.open[u.obj] = append(c.open[u.obj], p)
	c.join(p, u)
}

func (c *cutter) join(p *stint, u *use) {
	p.insts = append(p.insts, u.inst)
	p.end = max(p.end, 2*u.inst)
	p.behind = u.behind
	if u.writes {
		p.write, p.end = u.inst, 2*u.inst+1
	}
}

// saved ends the wait of an open piece for its save: an earlier round saved it
// here, for reads that are elsewhere.
func (c *cutter) saved(u *use) {
	for _, p := range c.open[u.obj] {
		if p.lo < u.lo+u.n && u.lo < p.lo+p.n {
			p.save = true
		}
	}
}

// extend keeps a piece up to a use when registers allow it.
func (c *cutter) extend(p *stint, u *use) bool {
	end := 2 * u.inst
	if u.writes {
		end++
	}
	size := p.n * c.granules(p.obj)
	front, behind := u.holds()
	mine := func(at int32) int32 { // what the use itself takes there already
		if at == 2*u.inst && front || at == 2*u.inst+1 && behind {
			return c.temp(u)
		}
		return 0
	}
	for at := p.end + 1; at <= end; at++ {
		if c.taken[at]-mine(at)+size > c.limit {
			return false
		}
	}
	for at := p.end + 1; at <= end; at++ {
		c.taken[at] += size - mine(at)
	}
	return true
}

// close ends the open pieces of an object that have some of n granules from lo.
func (c *cutter) close(x, lo, n int32) {
	c.open[x] = slices.DeleteFunc(c.open[x], func(p *stint) bool {
		if p.lo >= lo+n || lo >= p.lo+p.n {
			return false
		}
		c.end(p)
		return true
	})
}

func (c *cutter) closeAll() {
	for _, x := range c.active {
		for _, p := range c.open[x] {
			c.end(p)
		}
		c.open[x] = c.open[x][:0]
	}
	c.active = c.active[:0]
}

// end decides whether a piece is saved: when it was written and some of it is
// live behind its last use.
func (c *cutter) end(p *stint) {
	p.save = p.write >= 0 && c.from[p.obj] < 0 && (p.save || p.behind&granuleMask(p.lo, p.n) != 0)
	c.done = append(c.done, p)
}
