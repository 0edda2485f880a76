package lower

import "github.com/genvisa/genvisa/visa"

// liveVars are variables of a function.
type liveVars struct{ vars, preds []int32 }

// liveAt lists what of function f a call at instruction i has to keep: what may have been
// written before, and may be read behind it. Nothing ends a life: a write under a mask
// leaves the lanes that are off.
func (e *inliner) liveAt(i int32, f *visa.Function) (liveVars, error) {
	s := e.functionFlow(f)
	before, after := s.from(i, s.preds), s.from(i, s.succs)
	wrote, reads := newMentions(), newMentions()
	for at := range before {
		wrote.add(e, at, f, true)
	}
	for at := range after {
		reads.add(e, at, f, false)
	}
	if wrote.addrs || reads.addrs {
		if in := e.addressUse(f); in >= 0 {
			return liveVars{}, e.unsupported(in, "an address variable or a surface that is no constant in a function that calls itself")
		}
	}
	var out liveVars
	for v := f.Vars.First; v < f.Vars.End; v++ {
		if e.k.Vars[v].Alias < 0 && wrote.vars[v] && reads.vars[v] {
			out.vars = append(out.vars, v)
		}
	}
	for p := f.Preds.First; p < f.Preds.End; p++ {
		if wrote.preds[p] && reads.preds[p] {
			out.preds = append(out.preds, p)
		}
	}
	return out, nil
}

// addressUse is an instruction of a function that a lane may come to with an address
// variable, or -1.
func (e *inliner) addressUse(f *visa.Function) int32 {
	for i := f.Insts.First; i < f.Insts.End; i++ {
		if e.reached[i] && e.needsState(i) {
			return i
		}
	}
	return -1
}

// needsState tells an instruction about what a frame has no place for.
func (e *inliner) needsState(i int32) bool {
	in := &e.k.Insts[i]
	for a := range in.Args {
		switch in.Args[a].Kind {
		case visa.Address, visa.Indirect, visa.AddressOf:
			return true
		}
	}
	if in.Op != visa.OpMovs {
		return false
	}
	dst := visa.AsMovs(in).Dst()
	if dst.Kind != visa.State {
		return false
	}
	_, val, ok := stateMove(in, dst.StateVar)
	return !ok || val == noBTI
}

// mentions are variables that instructions name.
type mentions struct {
	vars, preds map[int32]bool
	addrs       bool
}

func newMentions() *mentions { return &mentions{map[int32]bool{}, map[int32]bool{}, false} }

// add adds what instruction i writes or reads.
func (m *mentions) add(e *inliner, i int32, f *visa.Function, writes bool) {
	in := &e.k.Insts[i]
	m.addrs = m.addrs || e.needsState(i)
	for _, u := range predUses(in) {
		if u.writes && writes || u.reads && !writes {
			m.preds[u.pred] = true
		}
	}
	for a := range in.Args {
		o := &in.Args[a]
		if o.Kind != visa.General && o.Kind != visa.Raw {
			continue
		}
		acc := in.Slot(a).Access
		if w := acc == visa.Writes || acc == visa.ReadsWrites; w != writes && acc != visa.ReadsWrites {
			continue
		}
		root, _ := e.k.Root(o.Var)
		m.vars[root] = true
	}
}

// functionFlow is where lanes go in a function, its subroutines included.
type functionFlow struct{ succs, preds map[int32][]int32 }

func (s *functionFlow) edge(from, to int32) {
	s.succs[from] = append(s.succs[from], to)
	s.preds[to] = append(s.preds[to], from)
}

// from lists the instructions behind i by edges, i among them only where a way leads back.
func (s *functionFlow) from(i int32, edges map[int32][]int32) map[int32]bool {
	seen := map[int32]bool{}
	for work := []int32{i}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range edges[at] {
			if !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return seen
}

// functionFlow follows labels, and subroutines there and back behind every call.
func (e *inliner) functionFlow(f *visa.Function) *functionFlow {
	s := &functionFlow{map[int32][]int32{}, map[int32][]int32{}}
	at := map[int32]int32{}
	var behind []int32
	for i := f.Insts.First; i < f.Insts.End; i++ {
		in := &e.k.Insts[i]
		if rules[in.Op].label {
			at[in.Arg(visa.ArgLabel).Var] = i
		}
		if in.Op.Info().Hook == visa.HookCall && i+1 < f.Insts.End {
			behind = append(behind, i+1)
		}
	}
	for i := f.Insts.First; i < f.Insts.End; i++ {
		in := &e.k.Insts[i]
		if i+1 < f.Insts.End && (!rules[in.Op].ends || !e.c.all(in)) {
			s.edge(i, i+1)
		}
		for a := range in.Args {
			if to, ok := at[in.Args[a].Var]; ok && in.Args[a].Kind == visa.Label {
				s.edge(i, to)
			}
		}
		if in.Op.Info().Hook == visa.HookRet {
			for _, to := range behind {
				s.edge(i, to)
			}
		}
	}
	return s
}
