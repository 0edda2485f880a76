package regalloc

import "github.com/genvisa/genvisa/native"

// A variable that one instruction computes from values that never change can be
// computed again where it is used, instead of being saved and loaded: an offset
// from an address, a constant.

// noInst and severalInsts stand for the writer of an object that none, or more
// than one instruction writes.
const (
	noInst       = -1
	severalInsts = -2
)

// source finds the instruction that can compute object x again, or -1. Nothing
// may change what it reads: it and the writers of its sources run once. Under a
// mask, each lane may read only what it has computed itself.
func (s *survey) source(x int32) int32 {
	d := s.writer[x]
	if s.f != fileGRF || d < 0 || s.list[x].liveIn || s.list[x].taken || !s.once(d) {
		return noInst
	}
	in := &s.p.Insts[d]
	if in.Origin <= 0 || !repeatable(in) || s.shared[x] && !in.NoMask {
		return noInst
	}
	for k := range in.Src {
		if y, ok := s.grfObject(&in.Src[k]); ok && !s.constant(y, d) {
			return noInst
		}
	}
	return d
}

// once tells that no loop has an instruction.
func (s *survey) once(i int32) bool { return s.flow.Blocks[s.flow.Of[i]].Depth == 0 }

// constant tells that an object keeps its value from instruction d on.
func (s *survey) constant(y, d int32) bool {
	o := &s.list[y]
	w := s.writer[y]
	switch {
	case o.taken || s.mem.isHome(s.varAt[y]):
		return false
	case w == noInst:
		return o.liveIn
	}
	return w >= 0 && w < d && !o.liveIn && s.once(w)
}

// isHome tells the variables that spilling has made.
func (m *memory) isHome(v int32) bool {
	_, ok := m.home[fileGRF][v]
	return ok || m.template[v] != nil
}

// sources are the objects that the instruction of x reads.
func (s *survey) sources(x int32) []int32 {
	in := &s.p.Insts[s.from[x]]
	if t := s.mem.template[s.varAt[x]]; t != nil {
		in = t
	}
	var out []int32
	for k := range in.Src {
		if y, ok := s.grfObject(&in.Src[k]); ok {
			out = append(out, y)
		}
	}
	return out
}

// pin keeps the sources of x, which is computed again, in their registers: longer
// than before. It is false when one of them has left, or when sources would take more
// than their share of the registers somewhere: they cannot leave any more.
func (c *chooser) pin(x int32) bool {
	list := c.sources(x)
	again := c.mem.template[c.varAt[x]] != nil // its sources are there already
	for _, y := range list {
		if c.gone[y] || !again && !c.roomFor(y, x) {
			c.from[x] = noInst
			return false
		}
	}
	for _, y := range list {
		live := c.spans(y)
		if !c.pinned[y] && !c.mem.kept[c.varAt[y]] {
			live.each(func(at int32) { c.held[at] += c.list[y].size })
		}
		c.pinned[y] = true
		for _, r := range c.stays[x] {
			for at := r.lo; at < r.hi; at++ {
				if !live.has(at) {
					live.add(at)
					c.held[at] += c.list[y].size
					c.set(at, c.of(at)+c.list[y].size)
				}
			}
		}
	}
	return true
}

// roomFor tells that y may stay in its register for as long as x needs it, beside the
// others that stay for such a reason.
func (c *chooser) roomFor(y, x int32) bool {
	most := c.limit / 2
	live := c.spans(y)
	for _, r := range c.stays[x] {
		for at := r.lo; at < r.hi; at++ {
			if !live.has(at) && c.held[at]+c.list[y].size > most {
				return false
			}
		}
	}
	if c.pinned[y] || c.mem.kept[c.varAt[y]] {
		return true
	}
	return !live.any(func(at int32) bool { return c.held[at]+c.list[y].size > most })
}

// holdKept counts the sources that earlier rounds have kept.
func (c *chooser) holdKept() {
	for v := range c.mem.kept {
		x := c.index[c.f][v]
		if c.f != fileGRF || x < 0 {
			continue
		}
		for _, r := range c.stays[x] {
			for at := r.lo; at < r.hi; at++ {
				c.held[at] += c.list[x].size
			}
		}
	}
}

// spans is the points at which an object is live.
func (c *chooser) spans(y int32) bitset {
	if c.lives[y] == nil {
		c.lives[y] = newBitset(len(c.taken))
		for _, r := range c.stays[y] {
			c.lives[y].addRange(r.lo, r.hi-r.lo)
		}
	}
	return c.lives[y]
}

// repeatable tells an instruction whose result depends on its GRF sources and
// immediates alone, and that does nothing else. What is not an integer depends on
// cr0.
func repeatable(in *native.Inst) bool {
	op := in.Op
	if !op.IsALU() || op.IsMath() || op.ReadsAccumulator() || op.WritesAccumulator() || in.AccWr || in.Align16 ||
		in.PredCtrl != native.PredNone || op.MaskSource() >= 0 || in.Cond != native.CondNone || in.Thread != 0 || in.DepCtrl != 0 || len(in.Uses) > 0 {
		return false
	}
	if in.Dst.File != native.Virt || in.Dst.Indirect || in.Dst.Type.IsFloat() {
		return false
	}
	for s := range in.Src {
		o := &in.Src[s]
		switch {
		case o.File == native.NoFile:
		case o.Indirect || o.AddrOf > 0 || o.Type.IsFloat() || o.File != native.Imm && o.File != native.Virt:
			return false
		}
	}
	return true
}

// keepTemplate keeps the instruction that computes a picked object again. Its
// place in the program goes with the next round.
func (m *memory) keepTemplate(s *survey, x int32) {
	v := s.varAt[x]
	if s.from[x] < 0 || m.template[v] != nil {
		return
	}
	in := m.p.Insts[s.from[x]]
	in.Origin = -in.Origin
	m.template[v] = &in
}

// again is the instruction of a spilled variable once more, for variable t.
func (m *memory) again(v, t int32) native.Inst {
	in := *m.template[v]
	in.Dst.Reg = t
	return in
}
