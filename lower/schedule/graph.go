package schedule

import "math/bits"

// edge says that an instruction comes later than another.
type edge struct {
	to  int32
	gap int32 // clocks from the issue of the first until the other can issue
}

// graph is what instructions of a region wait for: their number, and who waits for each.
type graph struct {
	after [][]edge
	need  []int32 // edges to each
}

// touched is units of a cell that an instruction read or wrote last.
type touched struct {
	insn  int32
	units uint32
	how   how
}

// lastOf is what happened to a cell so far: who wrote each of its units, and who read them since.
type lastOf struct {
	writers, readers []touched
}

// builder makes the graph of a region.
type builder struct {
	*scheduler
	g     graph
	from  int32 // the first instruction of the region
	cells []lastOf
	dirty []int32 // cells with something in them
	mem   [numMemories]struct {
		writer  int32 // the last, and 1; or 0
		readers []int32
	}
	edges, forget int // how many there were, and the number, from 1, of one that tests leave out
}

// build makes the graph of instructions [lo, hi); the last of them, when it stays, comes last.
func (b *builder) build(lo, hi int32) *graph {
	n := int(hi - lo)
	b.from = lo
	b.g.need = append(b.g.need[:0], make([]int32, n)...)
	for len(b.g.after) < n {
		b.g.after = append(b.g.after, nil)
	}
	for k := range n {
		b.g.after[k] = b.g.after[k][:0]
	}
	for i := lo; i < hi; i++ {
		b.add(i)
	}
	if b.insns[hi-1].pinned {
		for k := range int32(n - 1) {
			b.edge(k, int32(n-1), b.insns[lo+k].issue())
		}
	}
	for _, c := range b.dirty {
		b.cells[c].writers, b.cells[c].readers = b.cells[c].writers[:0], b.cells[c].readers[:0]
	}
	b.dirty = b.dirty[:0]
	for m := range b.mem {
		b.mem[m].writer, b.mem[m].readers = 0, b.mem[m].readers[:0]
	}
	return &b.g
}

func (b *builder) edge(from, to int32, gap int) {
	if from == to {
		return
	}
	if list := b.g.after[from]; len(list) > 0 && list[len(list)-1].to == to {
		last := &list[len(list)-1]
		last.gap = max(last.gap, int32(gap))
		return
	}
	if b.edges++; b.edges == b.forget {
		return
	}
	b.g.after[from] = append(b.g.after[from], edge{to, int32(gap)})
	b.g.need[to]++
}

// add adds the edges to instruction i.
func (b *builder) add(i int32) {
	x, me := &b.insns[i], i-b.from
	for k := range x.at {
		if a := &x.at[k]; a.how == reads {
			b.read(&b.cells[a.cell], a, me)
		}
	}
	for k := range x.at {
		if a := &x.at[k]; a.how != reads {
			b.write(&b.cells[a.cell], a, me)
		}
	}
	b.memory(x.memory, me)
}

func (b *builder) read(c *lastOf, a *access, me int32) {
	for _, w := range c.writers {
		if w.units&a.units != 0 {
			b.edge(w.insn, me, b.insns[b.from+w.insn].until(w.how))
		}
	}
	b.mark(c, a.cell)
	c.readers = append(c.readers, touched{me, a.units, reads})
}

// write replaces who wrote the units: what comes later waits for this instruction, and so for those before.
func (b *builder) write(c *lastOf, a *access, me int32) {
	b.mark(c, a.cell)
	left := c.readers[:0]
	for _, r := range c.readers {
		if r.units&a.units != 0 && r.insn != me {
			b.edge(r.insn, me, b.insns[b.from+r.insn].untilRead())
			r.units &^= a.units
		}
		if r.units != 0 {
			left = append(left, r)
		}
	}
	c.readers = left
	left = c.writers[:0]
	for _, w := range c.writers {
		if w.units&a.units != 0 {
			b.edge(w.insn, me, b.insns[b.from+w.insn].untilAgain(w.how, a.how, &b.insns[b.from+me], b.watch))
			w.units &^= a.units
		}
		if w.units != 0 {
			left = append(left, w)
		}
	}
	c.writers = append(left, touched{me, a.units, a.how})
}

func (b *builder) mark(c *lastOf, cell int32) {
	if len(c.readers)+len(c.writers) == 0 {
		b.dirty = append(b.dirty, cell)
	}
}

// memory: reads pass reads.
func (b *builder) memory(u use, me int32) {
	for left := u.reads | u.writes; left != 0; left &= left - 1 {
		k := bits.TrailingZeros8(left)
		m := &b.mem[k]
		if m.writer > 0 {
			b.edge(m.writer-1, me, b.insns[b.from+m.writer-1].issue())
		}
		if u.writes>>k&1 == 0 {
			m.readers = append(m.readers, me)
			continue
		}
		for _, r := range m.readers {
			b.edge(r, me, b.insns[b.from+r].issue())
		}
		m.writer, m.readers = me+1, m.readers[:0]
	}
}
