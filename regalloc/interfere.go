package regalloc

import "github.com/genvisa/genvisa/native"

// edge is the relation of two objects of one file.
type edge uint8

const (
	apart    edge = iota + 1 // no common unit
	together                 // no common unit, or the same base (see sameCells)
)

// neighbour is an entry of an object's adjacency list.
type neighbour struct {
	obj  int32
	kind edge
}

// hint asks for two objects to be placed so that a copy becomes void:
// location(to) = location(from) + shift.
type hint struct{ from, shift int32 }

// graph is the interference of all objects.
type graph struct {
	adj      [][]neighbour
	hints    [][]hint
	start    []int32 // first instruction that writes or finds it live
	span     []int32 // instructions behind which it is live
	uses     []int32 // accesses, weighted by loop depth
	pressure [numFiles]struct{ units, inst int32 }

	edges []edge // n*n, both halves
	n     int32
}

func (g *graph) connect(x, y int32, kind edge) {
	if x == y {
		return
	}
	e := &g.edges[x*g.n+y]
	if *e == 0 || kind == apart {
		*e = kind
		g.edges[y*g.n+x] = kind
	}
}

func (a *analysis) graph() *graph {
	n := int32(len(a.list))
	g := &graph{
		edges: make([]edge, n*n), n: n, adj: make([][]neighbour, n), hints: make([][]hint, n),
		start: make([]int32, n), span: make([]int32, n), uses: make([]int32, n),
	}
	for x := range g.start {
		g.start[x] = int32(len(a.p.Insts))
		if a.list[x].liveIn {
			g.start[x] = -1
		}
	}
	objOf := make([]int32, a.units)
	for x := range a.list {
		for u := range a.list[x].size {
			objOf[a.list[x].first+u] = int32(x)
		}
	}
	live := newBitset(int(n))
	a.walk(func(i int, units bitset) {
		clear(live)
		last := int32(-1)
		units.each(func(u int32) {
			if x := objOf[u]; x != last {
				live.add(x)
				last = x
			}
		})
		a.record(g, i, live)
	})
	for x := range n {
		for y := range n {
			if k := g.edges[x*n+y]; k != 0 {
				g.adj[x] = append(g.adj[x], neighbour{y, k})
			}
		}
	}
	return g
}

// record adds what instruction i means for the graph; live holds the objects
// behind it.
func (a *analysis) record(g *graph, i int, live bitset) {
	var sum [numFiles]int32
	live.each(func(x int32) {
		sum[a.list[x].file] += a.list[x].size
		g.span[x]++
		g.start[x] = min(g.start[x], int32(i))
	})
	for f := range sum {
		if sum[f] > g.pressure[f].units {
			g.pressure[f].units, g.pressure[f].inst = sum[f], int32(i)
		}
	}
	weight := int32(1) << (3 * min(a.flow.Blocks[a.flow.Of[i]].Depth, 4))
	last := int32(-1)
	for _, r := range a.acc.of(i) {
		g.start[r.obj] = min(g.start[r.obj], int32(i))
		if !r.write && r.obj != last {
			g.uses[r.obj] += weight
		}
		if !r.write || r.obj == last {
			continue
		}
		last = r.obj
		g.uses[r.obj] += weight
		live.each(func(x int32) {
			if a.list[x].file == a.list[r.obj].file {
				g.connect(r.obj, x, apart)
			}
		})
	}
	a.sameInst(g, &a.p.Insts[i], live)
}

// sameInst adds the rules between operands of one instruction.
func (a *analysis) sameInst(g *graph, in *native.Inst, live bitset) {
	if isSplit(in.Op) {
		s0, ok0 := a.grfObject(&in.Src[0])
		s1, ok1 := a.grfObject(&in.Src[1])
		if ok0 && ok1 {
			g.connect(s0, s1, apart)
		}
	}
	if isSend(in.Op) || in.Dst.Indirect {
		return
	}
	d, ok := a.grfObject(&in.Dst)
	if !ok {
		return
	}
	wide := twoGRFs(in, &in.Dst, true)
	for k := range in.Src {
		src := &in.Src[k]
		s, ok := a.grfObject(src)
		if !ok || s == d {
			continue
		}
		if wide || twoGRFs(in, src, false) {
			kind := apart
			if sameCells(in, src) {
				kind = together
			}
			g.connect(d, s, kind)
		}
		if isCopy(in) && !live.has(s) {
			shift := int32(in.Dst.Sub) - int32(src.Sub)
			g.hints[d] = append(g.hints[d], hint{s, -shift})
			g.hints[s] = append(g.hints[s], hint{d, shift})
		}
	}
	if wide {
		for _, v := range in.Uses {
			g.connect(d, a.index[fileGRF][v], apart)
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
		(in.ExecSize == 1 || cellStride(in, d, true) == cellStride(in, s, false))
}
