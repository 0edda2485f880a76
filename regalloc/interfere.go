package regalloc

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// hint asks for two objects to be placed so that a copy becomes void:
// location(to) = location(from) + shift.
type hint struct{ to, from, shift, inst int32 }

// graph is the interference of all objects: of flags and address variables with the
// measures, of GRF objects when connect is called.
type graph struct {
	few, grf adjacency
	hints    []hint
	hintsOf  []int32 // object -> its hints begin in hints
	start    []int32 // first instruction that writes or finds it live
	span     []int32 // instructions behind which it is live
	uses     []int32 // accesses, weighted by loop depth
	pressure [numFiles]struct{ units, inst int32 }
	bounds   bounds
	least    [numFiles]int32 // no colouring ends lower
}

// tooMany tells that objects of a file find no place: of flags some have to, of other files
// the neighbours are not all known.
func (g *graph) tooMany(f file, usable [numFiles]int32) bool { return g.least[f] > usable[f] }

// neighbours are the objects that may not be where x is.
func (g *graph) neighbours(x int32) []neighbour {
	if near := g.few.of(x); len(near) > 0 {
		return near
	}
	return g.grf.of(x)
}

// builder makes the graph of an analysis on walks.
type builder struct {
	*walker
	g     *graph
	edges *edgeSet
	sum   [numFiles]int32 // units that are live
	low   [numFiles]int32 // those of objects that may be anywhere
}

func (a *analysis) newBuilder(g *graph) *builder {
	b := &builder{walker: newWalker(a), g: g, edges: a.room.edgeSet(len(a.list))}
	b.enter, b.leave = func(int32) {}, func(int32, int32, int32) {}
	return b
}

// add adds an object to the sums, or takes it away.
func (b *builder) add(x, by int32) {
	f := b.list[x].file
	b.sum[f] += by * b.list[x].size
	if f == fileGRF {
		b.g.bounds.add(&b.list[x], by)
	}
	if b.list[x].min == 0 {
		b.low[f] += by * b.list[x].size
		b.g.least[f] = max(b.g.least[f], b.low[f])
	}
}

// measure finds how much is live, and where, and what interferes of flags and addresses.
func (a *analysis) measure() *graph {
	n := len(a.list)
	g := &graph{start: a.room.numbers.empty(n)[:n], span: a.room.numbers.take(n), uses: a.room.numbers.take(n)}
	for x := range g.start {
		g.start[x] = int32(len(a.p.Insts))
		if a.list[x].liveIn {
			g.start[x] = -1
		}
	}
	b := a.newBuilder(g)
	b.enter = func(x int32) { b.add(x, 1) }
	b.leave = func(x, from, to int32) {
		b.add(x, -1)
		g.span[x] += to - from
		if from < to {
			g.start[x] = min(g.start[x], from)
		}
	}
	b.walk(b.record)
	g.few = b.edges.adjacency(n, a.room)
	g.sortHints(n)
	return g
}

// connect finds what interferes of the GRF objects, and their hints: where all else has its
// place, and no more is live than there is. What is spilled before, it does not see.
func (a *analysis) connect(g *graph) {
	b := a.newBuilder(g)
	b.walk(b.meet)
	g.grf = b.edges.adjacency(len(a.list), a.room)
	g.sortHints(len(a.list))
}

// sortHints groups the hints by the object that they are for, in program order.
func (g *graph) sortHints(n int) {
	slices.SortStableFunc(g.hints, func(x, y hint) int { return int(x.inst - y.inst) })
	g.hintsOf = make([]int32, n+2)
	for _, h := range g.hints {
		g.hintsOf[h.to+2]++
	}
	for x := 2; x < len(g.hintsOf); x++ {
		g.hintsOf[x] += g.hintsOf[x-1]
	}
	sorted := make([]hint, len(g.hints))
	for _, h := range g.hints {
		sorted[g.hintsOf[h.to+1]] = h
		g.hintsOf[h.to+1]++
	}
	g.hints, g.hintsOf = sorted, g.hintsOf[:n+1]
}

// record measures what is live behind instruction i, and connects its flags and addresses.
func (b *builder) record(i int32) {
	g := b.g
	for f := range b.sum {
		if p := &g.pressure[f]; b.sum[f] > p.units || b.sum[f] == p.units && i < p.inst {
			p.units, p.inst = b.sum[f], i
		}
	}
	weight := int32(1) << (3 * min(b.flow.Blocks[b.flow.Of[i]].Depth, 4))
	last := int32(-1)
	for k, refs := 0, b.acc.of(i); k < len(refs); k++ {
		r := &refs[k]
		g.start[r.obj] = min(g.start[r.obj], i)
		if r.obj == last {
			continue
		}
		g.uses[r.obj] += weight
		if !r.write {
			continue
		}
		last = r.obj
		f := b.list[r.obj].file
		if f == fileGRF || f == fileAddr && (g.tooMany(fileFlag, b.usable) || g.tooMany(f, b.usable)) {
			continue // these leave first, and then all is done again
		}
		b.edges.apartFrom(r.obj, b.alive[f])
	}
}

// meet adds what instruction i means for GRF objects: what it writes interferes with all
// that is live behind it.
func (b *builder) meet(i int32) {
	last := int32(-1)
	for k, refs := 0, b.acc.of(i); k < len(refs); k++ {
		r := &refs[k]
		if r.write && r.obj != last && b.list[r.obj].file == fileGRF {
			b.edges.apartFrom(r.obj, b.alive[fileGRF])
			last = r.obj
		}
	}
	b.sameInst(i)
}

// sameInst adds the rules between operands of one instruction.
func (b *builder) sameInst(i int32) {
	in := &b.p.Insts[i]
	if in.Op.IsSend() {
		if in.InTwo() {
			s0, ok0 := b.grfObject(&in.Src[0])
			s1, ok1 := b.grfObject(&in.Src[1])
			if ok0 && ok1 {
				b.edges.connect(s0, s1, apart)
			}
		}
		return
	}
	if in.Dst.Indirect {
		return
	}
	d, ok := b.grfObject(&in.Dst)
	if !ok {
		return
	}
	wide := twoGRFs(in, -1, b.grf)
	for k := range in.Src {
		src := &in.Src[k]
		s, ok := b.grfObject(src)
		if !ok || s == d {
			continue
		}
		at, _ := in.Op.Reach(k)
		switch {
		case at != nil && in.Op.Group(k) == 0: // the second half reads what is before it
			b.edges.connect(d, s, apart)
		case !wide && !twoGRFs(in, k, b.grf):
		case sameCells(in, k):
			b.edges.connect(d, s, together)
		default:
			b.edges.connect(d, s, apart)
		}
		if isCopy(in) && !b.isLive(s) {
			shift := int32(in.Dst.Sub) - int32(src.Sub)
			b.g.hints = append(b.g.hints, hint{d, s, -shift, i}, hint{s, d, shift, i})
		}
	}
	if wide {
		for _, v := range in.Uses {
			b.edges.connect(d, b.index[fileGRF][v], apart)
		}
	}
}

// grfObject is the object of a directly addressed virtual GRF operand.
func (a *analysis) grfObject(o *native.Operand) (int32, bool) {
	if o.File != native.Virt || o.Indirect {
		return 0, false
	}
	return a.index[fileGRF][o.Reg], true
}

// isCopy tells that an instruction only moves integers of one type.
func isCopy(in *native.Inst) bool {
	d, s := &in.Dst, &in.Src[0]
	return in.Op == native.OpMov && d.Type == s.Type && !d.Type.IsFloat() && s.Mod == native.ModNone &&
		!in.Sat && !in.AccWr && !in.Align16 && in.Cond == native.CondNone && !d.Indirect && !s.Indirect &&
		(in.ExecSize == 1 || in.Step(-1) == in.Step(0))
}
