package estimate

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// Pressure is how many general registers hold a value that is read later, counted as whole registers. A write ends
// the value before it for the lanes that are awake; what waiting lanes read is kept. What nothing has written yet holds none, but for
// what threads start with. Registers behind an address count where the compiler has said which they may be.
type Pressure struct {
	Alive []int // by instruction: the most while it runs
	Most  int
	At    int // the first instruction with so many
	Used  int // registers that any instruction touches
}

// Bounds of the work: blocks, which take 5 KB each, pairs of a block and one at which lanes wait meanwhile, and rounds.
const maxBlocks, maxWaits, maxRounds = 1 << 12, 1 << 16, 1 << 7

// pressure counts; nil when there is more than it follows. Without edges each block
// goes on to the next. payload is the registers that threads start with.
func pressure(insts []native.Inst, g *flow.Graph, edges bool, payload int) *Pressure {
	waits := 0
	for i := range g.Blocks {
		waits += len(g.Blocks[i].Waiting)
	}
	if len(g.Blocks) > maxBlocks || waits > maxWaits {
		return nil
	}
	n := len(g.Blocks)
	f := &follower{insts: insts, g: g, edges: edges, in: make([]live, n), use: make([]live, n), def: make([]live, n), had: make([]live, n), set: make([]live, n)}
	for r := range min(payload, native.MostGRFs) {
		f.had[0][r] = ^uint32(0)
	}
	for b := range g.Blocks {
		x := &g.Blocks[b]
		for i := x.End - 1; i >= x.Start; i-- {
			f.use[b].back(&insts[i], &f.def[b])
			f.set[b].written(&insts[i])
		}
	}
	for _, round := range []func() bool{f.backwards, f.forwards} {
		for n := 0; round(); n++ {
			if n == maxRounds {
				return nil
			}
		}
	}
	return f.sum()
}

// follower finds what is alive at the start of each block.
type follower struct {
	insts        []native.Inst
	g            *flow.Graph
	edges        bool
	in, use, def []live // use is read before it is written, def surely written
	had, set     []live // set is written, had may be when the block begins
}

// out is what is alive behind a block, and held what waiting lanes keep alive in it.
func (f *follower) out(b int) (out, held live) {
	x := &f.g.Blocks[b]
	if !f.edges && b+1 < len(f.in) {
		out = f.in[b+1]
	}
	for _, next := range x.Lane {
		out.join(&f.in[next])
	}
	for _, w := range x.Waiting {
		held.join(&f.in[w])
	}
	return out, held
}

// forwards hands on what may be written, and says whether anything changed.
func (f *follower) forwards() (changed bool) {
	for b := range f.had {
		out := f.had[b]
		out.join(&f.set[b])
		x := &f.g.Blocks[b]
		for _, list := range [][]int32{x.Lane, x.Thread} {
			for _, next := range list {
				changed = f.had[next].join(&out) || changed
			}
		}
		if !f.edges && b+1 < len(f.had) {
			changed = f.had[b+1].join(&out) || changed
		}
	}
	return changed
}

// backwards hands on what is read, and says whether anything changed.
func (f *follower) backwards() (changed bool) {
	for b := len(f.in) - 1; b >= 0; b-- {
		now, held := f.out(b)
		for r := range now {
			now[r] = f.use[b][r] | now[r]&^f.def[b][r] | held[r]
		}
		if now != f.in[b] {
			f.in[b], changed = now, true
		}
	}
	return changed
}

// sum counts each block.
func (f *follower) sum() *Pressure {
	p := &Pressure{Alive: make([]int, len(f.insts))}
	var touched live
	for b := range f.in {
		x := &f.g.Blocks[b]
		f.block(b, f.insts[x.Start:x.End], p.Alive[x.Start:x.End])
	}
	for i := range f.insts {
		effects.Registers(&f.insts[i], func(e effects.Effect) { each(&e, func(r int32, bytes uint32) { touched[r] |= bytes }) })
	}
	for i, n := range p.Alive {
		if n > p.Most {
			p.Most, p.At = n, i
		}
	}
	p.Used = touched.count()
	return p
}

// piece is how many instructions of a block are looked at together: a set for each takes 1 KB.
const piece = 1 << 8

// block counts, in front of each instruction and with what it writes, what was written before and is read later.
func (f *follower) block(b int, insts []native.Inst, alive []int) {
	now, held := f.out(b)
	now.join(&held)
	ends := make([]live, (len(insts)+piece-1)/piece) // behind each piece
	var rest live
	for k := len(ends) - 1; k >= 0; k-- {
		ends[k] = now
		for i := min((k+1)*piece, len(insts)) - 1; i >= k*piece; i-- {
			now.back(&insts[i], &rest)
			now.join(&held)
		}
	}
	had := f.had[b]
	for k := range ends {
		lo, hi := k*piece, min((k+1)*piece, len(insts))
		var behind [piece]live
		now := ends[k]
		for i := hi - 1; i >= lo; i-- {
			behind[i-lo] = now
			now.back(&insts[i], &rest)
			now.join(&held)
		}
		for i := lo; i < hi; i++ {
			n := now.both(&had)
			had.written(&insts[i])
			now = behind[i-lo]
			with := now
			with.written(&insts[i])
			alive[i] = max(n, with.both(&had))
		}
	}
}

// Stretch is a run of instructions of a chart.
type Stretch struct {
	Start, End int // instructions
	Most       int // registers alive at once
}

// Chart cuts the code into at most n stretches of the same length.
func (p *Pressure) Chart(n int) (out []Stretch) {
	total := len(p.Alive)
	n = min(n, total)
	for k := range n {
		s := Stretch{Start: total * k / n, End: total * (k + 1) / n}
		for _, alive := range p.Alive[s.Start:s.End] {
			s.Most = max(s.Most, alive)
		}
		out = append(out, s)
	}
	return out
}
