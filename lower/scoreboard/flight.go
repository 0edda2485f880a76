package scoreboard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// flight is an instruction whose effects are not all there yet.
type flight struct {
	inst  int32
	age   int32 // in order: how many in order of its pipe have been issued since, and 1; else 0
	pipe  native.Pipe
	token int32 // out of order
	read  bool  // out of order: its sources may not be read yet
	write bool  // its result may not be there yet; in order always
	// after are the tokens of later instructions of the same unit, which reads sources in order:
	// whoever waits for one of them knows that these sources are read.
	after uint32
}

// board is what is in flight at a place, by instruction.
type board []flight

// waits is what an instruction waits for.
type waits struct {
	dist     int // the youngest in order of the pipes, at most native.MaxDistance, or 0
	pipes    native.Pipes
	dst, src uint32 // tokens
}

// needs is what instruction x waits for. t has the bytes that it reads, u those that it
// writes.
func (b board) needs(x *insn, xs []insn, t, u *table) (w waits) {
	for i := range b {
		f := &b[i]
		y := &xs[f.inst]
		switch {
		case f.age > 0:
			if f.early(y, x, t, u) {
				w.inOrder(int(f.age), 1<<f.pipe)
			}
		case x.holds && x.token == int(f.token):
			// the hardware waits for all of it before the token is set again
		case f.write && (t.meets(y.writes) || u.meets(y.writes)):
			w.dst |= 1 << f.token
		case f.read && u.general(y.reads) && !readsFirst(y, x):
			w.src |= 1 << f.token
		}
	}
	if x.guard > 0 {
		w.inOrder(x.guard, x.all)
	}
	if w.pipes&(w.pipes-1) != 0 || x.holds && x.Op.IsSend() && w.dist > 0 { // no code has several pipes but all, none of messages that set a token another
		w.pipes = x.all
	}
	// a longer distance than the code has is that one, for which older ones are waited for too
	w.dist = min(w.dist, native.MaxDistance)
	w.src &^= w.dst
	return w
}

// inOrder adds a distance. The least of several counts for all pipes.
func (w *waits) inOrder(dist int, pipes native.Pipes) {
	if w.dist == 0 || dist < w.dist {
		w.dist = dist
	}
	w.pipes |= pipes
}

// early says that x needs what f does, an instruction y in order; t has what x reads, u what it writes. In one pipe
// results are written, and sources read, in order; accumulators are seen there. Where a target has several, others do not wait
// until sources are read.
func (f *flight) early(y, x *insn, t, u *table) bool {
	if t.general(y.writes) {
		return true
	}
	if x.inOrder && x.pipe == y.pipe {
		return false
	}
	if y.apart && u.general(y.reads) {
		return true
	}
	return u.general(y.writes) || x.inOrder && (t.accumulators(y.writes) || u.accumulators(y.writes) || u.accumulators(y.reads))
}

// wait takes off the board what has been waited for.
func (b board) wait(w waits) board {
	if w == (waits{}) {
		return b
	}
	out := b[:0]
	for _, f := range b {
		switch {
		case f.age > 0 && w.dist > 0 && int(f.age) >= w.dist && w.pipes.Has(f.pipe):
			continue
		case f.age == 0 && w.dst>>f.token&1 != 0:
			continue
		case f.age == 0 && (w.src>>f.token&1 != 0 || (w.src|w.dst)&f.after != 0):
			f.read = false
		}
		f.after &^= w.dst
		if f.read || f.write {
			out = append(out, f)
		}
	}
	return out
}

// issue puts instruction i on the board; results older than the window have landed.
func (b board) issue(i int32, xs []insn) board {
	x := &xs[i]
	out := b[:0]
	for _, f := range b {
		switch {
		case f.inst == i, x.holds && f.age == 0 && int(f.token) == x.token:
			continue
		case f.age > 0 && x.inOrder && x.pipe == f.pipe:
			if f.age++; int(f.age) > x.window {
				continue
			}
		case x.holds && f.read:
			f.later(x, &xs[f.inst])
		}
		if f.read || f.write {
			out = append(out, f)
		}
	}
	switch {
	case x.inOrder && (len(x.writes) > 0 || x.apart && len(x.reads) > 0):
		out = out.add(flight{inst: i, age: 1, pipe: x.pipe, write: true})
	case x.holds && len(x.reads)+len(x.writes) > 0:
		out = out.add(flight{inst: i, pipe: x.pipe, token: int32(x.token), read: len(x.reads) > 0, write: len(x.writes) > 0})
	}
	return out
}

// later notes that x, which holds a token, is issued behind the flight of y. The hardware waits
// for whatever held the token before.
func (f *flight) later(x, y *insn) {
	token := uint32(1) << x.token
	if f.after&token != 0 {
		f.read = false
	}
	if f.after &^= token; oneUnit(y, x) {
		f.after |= token
	}
}

// add keeps the board in the order of instructions.
func (b board) add(f flight) board {
	if len(b) == 0 || b[len(b)-1].inst < f.inst {
		return append(b, f)
	}
	n, _ := slices.BinarySearchFunc(b, f.inst, func(f flight, i int32) int { return int(f.inst - i) })
	return slices.Insert(b, n, f)
}

// join adds what is in flight on another path, and says whether that was more.
func (b board) join(o board) (board, bool) {
	grew := false
	for _, f := range o {
		n, found := slices.BinarySearchFunc(b, f.inst, func(f flight, i int32) int { return int(f.inst - i) })
		if !found {
			b, grew = slices.Insert(b, n, f), true
			continue
		}
		g := &b[n]
		was := *g
		switch {
		case f.read && g.read:
			g.after &= f.after
		case f.read:
			g.after = f.after
		}
		g.age, g.read, g.write = min(g.age, f.age), g.read || f.read, g.write || f.write
		grew = grew || *g != was
	}
	return b, grew
}

// jump is the way to another place than the next instruction, which takes longer than any
// result in order.
func (b board) jump() board {
	return slices.DeleteFunc(b, func(f flight) bool { return f.age > 0 })
}
