package estimate

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// Pressure is how many general registers hold a value that is read later, counted as whole registers. A write ends
// the value before it for the lanes that are awake; what waiting lanes read is kept. Registers behind an address count where the
// compiler has said which they may be.
type Pressure struct {
	Alive []int // by instruction: the most while it runs
	Most  int
	At    int // the first instruction with so many
	Used  int // registers that any instruction touches
}

// Bounds of the work: blocks, which take 3 KB each, pairs of a block and one at which lanes wait meanwhile, and rounds.
const maxBlocks, maxWaits, maxRounds = 1 << 12, 1 << 16, 1 << 7

// live is a bit for each byte of the register file.
type live [native.MostGRFs]uint32

// one is the bytes of an effect that are in register r.
func one(e *effects.Effect, r int32) uint32 {
	lo, hi := max(e.At-r*native.GRFBytes, 0), min(e.At+e.N-r*native.GRFBytes, native.GRFBytes)
	if hi <= lo {
		return 0
	}
	return uint32(uint64(1)<<hi - uint64(1)<<lo)
}

// each does do with the registers of an effect on those of the file.
func each(e *effects.Effect, do func(r int32, bytes uint32)) {
	if e.Space != effects.Register || e.Through != nil || e.Var != 0 {
		return
	}
	x := *e
	if x.N == effects.Rest {
		x.N = native.GRFBytes
	}
	for r := x.At / native.GRFBytes; r*native.GRFBytes < x.At+x.N && r < native.MostGRFs; r++ {
		do(r, one(&x, r))
	}
}

// back is what is alive before an instruction, of what is behind it; def gets what it surely
// writes.
func (l *live) back(in *native.Inst, def *live) {
	effects.Registers(in, func(e effects.Effect) {
		if e.Write && e.Full {
			each(&e, func(r int32, bytes uint32) {
				l[r] &^= bytes
				def[r] |= bytes
			})
		}
	})
	effects.Registers(in, func(e effects.Effect) {
		if !e.Write {
			each(&e, func(r int32, bytes uint32) { l[r] |= bytes })
		}
	})
}

// during adds what an instruction writes.
func (l live) during(in *native.Inst) int {
	effects.Registers(in, func(e effects.Effect) {
		if e.Write {
			each(&e, func(r int32, bytes uint32) { l[r] |= bytes })
		}
	})
	return l.count()
}

func (l *live) count() (n int) {
	for _, bytes := range l {
		if bytes != 0 {
			n++
		}
	}
	return n
}

// join adds what is alive elsewhere.
func (l *live) join(o *live) {
	for r := range l {
		l[r] |= o[r]
	}
}

// pressure counts; nil when there is more than it follows. Without edges each block
// goes on to the next.
func pressure(insts []native.Inst, g *flow.Graph, edges bool) *Pressure {
	waits := 0
	for i := range g.Blocks {
		waits += len(g.Blocks[i].Waiting)
	}
	if len(g.Blocks) > maxBlocks || waits > maxWaits {
		return nil
	}
	n := len(g.Blocks)
	f := &follower{insts: insts, g: g, edges: edges, in: make([]live, n), use: make([]live, n), def: make([]live, n)}
	for b := range g.Blocks {
		x := &g.Blocks[b]
		for i := x.End - 1; i >= x.Start; i-- {
			f.use[b].back(&insts[i], &f.def[b])
		}
	}
	for round := 0; f.round(); round++ {
		if round == maxRounds {
			return nil
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

// round goes backwards through all blocks and says whether anything changed.
func (f *follower) round() (changed bool) {
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

func (f *follower) sum() *Pressure {
	p := &Pressure{Alive: make([]int, len(f.insts))}
	var touched, rest live
	for b := range f.in {
		now, held := f.out(b)
		now.join(&held)
		x := &f.g.Blocks[b]
		for i := x.End - 1; i >= x.Start; i-- {
			in := &f.insts[i]
			effects.Registers(in, func(e effects.Effect) { each(&e, func(r int32, bytes uint32) { touched[r] |= bytes }) })
			p.Alive[i] = now.during(in)
			now.back(in, &rest)
			now.join(&held)
			p.Alive[i] = max(p.Alive[i], now.count())
		}
	}
	for i, n := range p.Alive {
		if n > p.Most {
			p.Most, p.At = n, i
		}
	}
	p.Used = touched.count()
	return p
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
