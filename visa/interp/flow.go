package interp

import "math"

// nobody is the waiting index when no lane waits.
const nobody = math.MaxInt32

// A thread's lanes each have an instruction index (PcIP). The next instruction
// is always at the minimum over the live lanes, and the lanes that are there
// are active. Only flow control changes who is where, so between flow
// instructions the thread keeps one index pc for its active lanes (exec) and
// the lowest index at which others wait.

// setFlow recomputes pc, exec and wait after lanes moved.
func (t *thread) setFlow() {
	t.pc, t.exec, t.wait = nobody, 0, nobody
	for l := range t.pcip {
		if t.live>>l&1 == 0 {
			continue
		}
		switch p := t.pcip[l]; {
		case p < t.pc:
			t.wait = t.pc
			t.pc, t.exec = p, 1<<l
		case p == t.pc:
			t.exec |= 1 << l
		case p < t.wait:
			t.wait = p
		}
	}
}

// move sends the lanes of m to instruction target and the other active lanes
// to the next instruction.
func (t *thread) move(m uint32, target int32) {
	switch m &= t.exec; {
	case m == t.exec && target < t.wait: // they stay together, and first: no search
		t.pc = target
	case m == 0 && t.pc+1 < t.wait:
		t.pc++
	default:
		t.spread(m, target)
	}
}

// spread is move for lanes that do not stay together, or not first.
func (t *thread) spread(m uint32, target int32) {
	for l := range t.pcip {
		switch {
		case m>>l&1 != 0:
			t.pcip[l] = target
		case t.exec>>l&1 != 0:
			t.pcip[l] = t.pc + 1
		}
	}
	t.setFlow()
}

// merge is called when pc has reached the index where others wait.
func (t *thread) merge() {
	for l := range t.pcip {
		if t.exec>>l&1 != 0 {
			t.pcip[l] = t.pc
		}
	}
	t.setFlow()
}

// end takes the lanes of m out of the thread; the other active lanes go on.
func (t *thread) end(m uint32) {
	t.live &^= m & t.exec
	t.spread(0, 0)
}

// branchLanes are the active lanes that take a goto, jmp or ret: with one lane
// of execution size the branch is uniform and the predicate's single bit
// decides for all active lanes.
func (in *inst) branchLanes(t *thread) uint32 {
	p := in.pred.bits(t)
	if in.n == 1 {
		return t.exec & -(p & 1)
	}
	return t.exec & ((p & in.full) << in.first)
}
