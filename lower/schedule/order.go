package schedule

// most tried is how many instructions that would take too many registers are passed over.
const mostTried = 16

// orderer finds an order of one region.
type orderer struct {
	*scheduler
	builder
	ready, waiting queue // those whose time has come, by the way behind them; others by their time
	way            []int // clocks from the issue of an instruction to the end of the region
	issued         []bool
	passed         []entry
	order          []int32
}

// reset makes it one of a run with n cells.
func (o *orderer) reset(s *scheduler, n int) {
	o.scheduler, o.builder.scheduler = s, s
	o.edges, o.forget = 0, 0
	if len(o.cells) < n { // nothing is in them between two regions
		o.cells = append(o.cells, make([]lastOf, n-len(o.cells))...)
	}
}

// find gives an order of instructions [lo, hi), counted from the first.
func (o *orderer) find(lo, hi int32) []int32 {
	n := int(hi - lo)
	g := o.build(lo, hi)
	o.ways(g, n)
	o.issued = append(o.issued[:0], make([]bool, n)...)
	o.order = o.order[:0]
	o.ready.list, o.waiting.list = o.ready.list[:0], o.waiting.list[:0]
	for k := range int32(n) {
		if g.need[k] == 0 {
			o.waiting.push(o.clock.start(&o.insns[lo+k]), k)
		}
	}
	next := int32(0) // the first of the text that is not issued
	for len(o.order) < n {
		for next < int32(n) && o.issued[next] {
			next++
		}
		k := o.pick(next)
		o.issued[k] = true
		o.order = append(o.order, k)
		o.step(lo + k)
		for _, e := range g.after[k] {
			if g.need[e.to]--; g.need[e.to] == 0 {
				o.waiting.push(o.clock.start(&o.insns[lo+e.to]), e.to)
			}
		}
	}
	return o.order
}

// step issues instruction i of the program.
func (o *orderer) step(i int32) {
	o.clock.issue(&o.insns[i])
	if o.pressure != nil {
		o.pressure.issue(i)
	}
}

// ways finds the longest way from each instruction to the end of the region.
func (o *orderer) ways(g *graph, n int) {
	o.way = append(o.way[:0], make([]int, n)...)
	for k := n - 1; k >= 0; k-- {
		x := &o.insns[o.from+int32(k)]
		w := x.cost.Issue
		for i := range x.at {
			if x.at[i].how != reads {
				w = max(w, x.until(x.at[i].how))
			}
		}
		for _, e := range g.after[k] {
			w = max(w, int(e.gap)+o.way[e.to])
		}
		o.way[k] = w
	}
}

// pick chooses the next instruction: of those that can issue now and fit the one with the longest way, else the
// one that can first, else, when none fits, the first of the text.
func (o *orderer) pick(first int32) int32 {
	o.come()
	o.passed = o.passed[:0]
	best := int32(-1)
	for o.ready.len() > 0 && len(o.passed) < mostTried {
		e := o.ready.pop()
		if o.issued[e.insn] {
			continue
		}
		if at := o.clock.start(&o.insns[o.from+e.insn]); at > o.clock.now {
			o.waiting.push(at, e.insn)
			continue
		}
		if o.fits(e.insn) {
			best = e.insn
			break
		}
		o.passed = append(o.passed, e)
	}
	for _, e := range o.passed {
		o.ready.push(e.key, e.insn)
	}
	if best >= 0 {
		return best
	}
	if best = o.soonest(len(o.passed) > 0); best >= 0 {
		return best
	}
	return first
}

// soonest is the instruction that fits and can issue first; shrinking says that it has to
// leave no more live than before.
func (o *orderer) soonest(shrinking bool) int32 {
	o.passed = o.passed[:0]
	best := int32(-1)
	for o.waiting.len() > 0 && len(o.passed) < mostTried {
		e := o.waiting.pop()
		if o.issued[e.insn] {
			continue
		}
		if at := o.clock.start(&o.insns[o.from+e.insn]); at > e.key {
			o.waiting.push(at, e.insn)
			continue
		}
		if o.fits(e.insn) && !(shrinking && o.pressure.more(o.from+e.insn)) {
			best = e.insn
			break
		}
		o.passed = append(o.passed, e)
	}
	for _, e := range o.passed {
		o.waiting.push(e.key, e.insn)
	}
	return best
}

// come makes those ready whose time has come.
func (o *orderer) come() {
	for o.waiting.len() > 0 && o.waiting.first().key <= o.clock.now {
		if e := o.waiting.pop(); !o.issued[e.insn] {
			o.ready.push(-o.way[e.insn], e.insn)
		}
	}
}

func (o *orderer) fits(k int32) bool {
	return o.pressure == nil || o.pressure.fits(o.from+k)
}
