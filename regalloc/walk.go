package regalloc

// walker carries one set of live atoms backwards through each block and keeps
// the objects that have some of them.
type walker struct {
	*analysis
	state  []uint8 // live bits and defined of each atom behind the instruction in hand
	atIn   []uint8 // those at the start of the block
	first  []int32 // first instruction of the block that writes the atom
	marked []int32 // atoms with a state, an entry of atIn or of first

	alive [numFiles][]int32 // objects that are live
	slot  []int32           // object -> its place in alive, plus one
	atoms []int32           // object -> live atoms
	since []int32           // object -> it is live behind the instructions before this one

	enter func(x int32)
	leave func(x, from, to int32) // live behind instructions from to to-1
	front func(i int32)           // when set, is called with the state in front of instruction i
}

func newWalker(a *analysis) *walker {
	n := len(a.obj)
	w := &walker{
		analysis: a, state: a.room.bytes.take(n), atIn: a.room.bytes.take(n), first: a.room.numbers.empty(n)[:n],
		slot: a.room.numbers.take(len(a.list)), atoms: a.room.numbers.take(len(a.list)), since: a.room.numbers.take(len(a.list)),
	}
	for at := range w.first {
		w.first[at] = -1
	}
	return w
}

// isLive tells that an object is live behind the instruction in hand.
func (w *walker) isLive(x int32) bool { return w.atoms[x] > 0 }

// walk calls visit for every instruction, the last of a block first. Alive then
// are the objects that are live behind it: in any lane, awake or asleep, and
// perhaps defined.
func (w *walker) walk(visit func(i int32)) {
	for b := range w.flow.Blocks {
		x := &w.flow.Blocks[b]
		w.begin(int32(b))
		for i := x.End - 1; i >= x.Start; i-- {
			visit(i)
			w.before(i)
			if w.front != nil {
				w.front(i)
			}
		}
		for f := range w.alive {
			for _, o := range w.alive[f] {
				w.slot[o] = 0
				w.leave(o, x.Start, w.since[o])
			}
			w.alive[f] = w.alive[f][:0]
		}
		for _, at := range w.marked {
			w.state[at], w.atIn[at], w.first[at] = 0, 0, -1
			w.atoms[w.obj[at]] = 0
		}
		w.marked = w.marked[:0]
	}
}

// atEnd is what is known of an atom behind the last instruction of a block.
type atEnd struct {
	atom, first int32
	state, atIn uint8
}

// begin sets the state behind the last instruction of a block, which the first walk of an analysis finds.
func (w *walker) begin(b int32) {
	if list := w.ends[b]; list != nil {
		for k := range list {
			e := &list[k]
			w.state[e.atom], w.atIn[e.atom], w.first[e.atom] = e.state, e.atIn, e.first
			w.marked = append(w.marked, e.atom)
		}
	} else {
		w.find(b)
		w.ends[b] = w.room.ends.empty(len(w.marked))
		for _, at := range w.marked {
			w.ends[b] = append(w.ends[b], atEnd{at, w.first[at], w.state[at], w.atIn[at]})
		}
	}
	for _, at := range w.marked {
		if now := w.state[at]; now&live != 0 && now&defined != 0 {
			w.count(at, 1, w.flow.Blocks[b].End)
		}
	}
}

// find finds the state behind the last instruction of a block.
func (w *walker) find(b int32) {
	x := &w.flow.Blocks[b]
	for _, p := range w.in.of(b) {
		at, what := unpack(p)
		w.mark(at)
		w.atIn[at] = what
		w.state[at] = what & (liveSleep | defined)
	}
	for i := x.Start; i < x.End; i++ {
		for k, refs := 0, w.acc.of(i); k < len(refs); k++ {
			for at := refs[k].unit; refs[k].write && at < refs[k].unit+refs[k].n; at++ {
				if w.first[at] < 0 {
					w.mark(at)
					w.first[at] = i
					w.state[at] |= defined
				}
			}
		}
	}
	for _, t := range x.Lane {
		w.flowIn(t, liveLane)
	}
	for _, t := range x.Thread {
		w.flowIn(t, liveThread)
	}
	w.flowPast(b)
}

func (w *walker) mark(at int32) {
	if w.state[at]|w.atIn[at] == 0 && w.first[at] < 0 {
		w.marked = append(w.marked, at)
	}
}

// flowIn adds what is live at the start of a following block.
func (w *walker) flowIn(t int32, bit uint8) {
	for _, p := range w.in.of(t) {
		if at, what := unpack(p); what&bit != 0 {
			w.mark(at)
			w.state[at] |= bit
		}
	}
}

// count adds to the live atoms of an object; it enters or leaves the set in
// front of instruction i.
func (w *walker) count(at, by, i int32) {
	x := w.obj[at]
	w.atoms[x] += by
	f := w.list[x].file
	switch {
	case by > 0 && w.atoms[x] == 1:
		w.alive[f] = append(w.alive[f], x)
		w.slot[x] = int32(len(w.alive[f]))
		w.since[x] = i
		w.enter(x)
	case by < 0 && w.atoms[x] == 0:
		w.drop(x, i)
	}
}

func (w *walker) drop(x, i int32) {
	list := &w.alive[w.list[x].file]
	end := len(*list) - 1
	moved := (*list)[end]
	(*list)[w.slot[x]-1], w.slot[moved] = moved, w.slot[x]
	*list, w.slot[x] = (*list)[:end], 0
	w.leave(x, i, w.since[x])
}

// set changes the state of an atom in front of instruction i.
func (w *walker) set(at int32, to uint8, i int32) {
	now := w.state[at]
	if now == to {
		return
	}
	w.mark(at)
	w.state[at] = to
	was, is := now&live != 0 && now&defined != 0, to&live != 0 && to&defined != 0
	switch {
	case is && !was:
		w.count(at, 1, i)
	case was && !is:
		w.count(at, -1, i)
	}
}

// before turns the state behind an instruction into that in front of it.
func (w *walker) before(i int32) {
	refs := w.acc.of(i)
	for k := range refs {
		r := &refs[k]
		if !r.write {
			continue
		}
		kill := uint8(0)
		if r.full {
			kill = liveLane
			if r.lane == wholeThread {
				kill |= liveThread
			}
		}
		for at := r.unit; at < r.unit+r.n; at++ {
			to := w.state[at] &^ kill
			if w.first[at] == i && w.atIn[at]&defined == 0 {
				to &^= defined
			}
			w.set(at, to, i)
		}
	}
	for k := range refs {
		r := &refs[k]
		if r.write {
			continue
		}
		for at := r.unit; at < r.unit+r.n; at++ {
			bit := uint8(liveThread)
			if r.lane != wholeThread && w.owned[at] {
				bit = liveLane
			}
			w.set(at, w.state[at]|bit, i)
		}
	}
}

// defined tells that something may have written an atom before the instruction
// in hand.
func (w *walker) defined(at, i int32) bool {
	return w.atIn[at]&defined != 0 || w.first[at] >= 0 && w.first[at] < i
}
