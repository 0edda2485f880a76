package regalloc

// What is live across a call and not touched by what is called lives on from the call to
// the place behind it: it takes no way through the routine, whose returns lead behind
// every call of it, but keeps its registers there. What a routine touches goes through it
// from and to all its calls, which no program does and costs registers alone.

// touchedBy lists, for each routine, the atoms that it or what it calls touches.
func (a *analysis) touchedBy() []bitset {
	out := newBitsets(len(a.flow.Routines), len(a.obj))
	for n := range a.flow.Routines {
		for _, b := range a.flow.Routines[n].Blocks {
			x := &a.flow.Blocks[b]
			for i := x.Start; i < x.End; i++ {
				for _, r := range a.acc.of(i) {
					out[n].addRange(r.unit, r.n)
				}
			}
		}
	}
	return out
}

// pastCall is the routine called in front of block b that an atom passes, plus one: 0
// when there is no call, or when the routine touches the atom.
func (a *analysis) pastCall(b, atom int32) int32 {
	if b == 0 {
		return 0
	}
	r := a.flow.Blocks[b-1].Call
	if r == 0 || a.touched[r-1].has(atom) {
		return 0
	}
	return r
}

// pass keeps an atom that passes a routine in its registers there.
func (s *solver) pass(routine int32) {
	if s.passed[routine] {
		return
	}
	s.passed[routine] = true
	s.passing = append(s.passing, routine)
	for _, b := range s.flow.Routines[routine].Blocks {
		s.add(b, liveSleep)
	}
}

// passNone is for the next atom.
func (s *solver) passNone() {
	for _, r := range s.passing {
		s.passed[r] = false
	}
	s.passing = s.passing[:0]
}

// flowPast adds what passes the call at the end of block b.
func (w *walker) flowPast(b int32) {
	if w.flow.Blocks[b].Call == 0 || int(b)+1 >= len(w.flow.Blocks) {
		return
	}
	for _, p := range w.in.of(b + 1) {
		if at, what := unpack(p); what&(liveLane|liveThread) != 0 && w.pastCall(b+1, at) > 0 {
			w.mark(at)
			w.state[at] |= what & (liveLane | liveThread)
		}
	}
}
