package lower

import "github.com/genvisa/genvisa/visa"

// liveVars are variables of a function.
type liveVars struct{ vars, preds []int32 }

// liveAt lists what of function f a call at instruction i has to keep: what may have been
// written before, and may be read behind it. Nothing ends a life: a write under a mask
// leaves the lanes that are off.
func (e *inliner) liveAt(i int32, f *visa.Function) (liveVars, error) {
	s := e.flowOf(f)
	wrote, reads := s.mentions(e, i, s.preds, true), s.mentions(e, i, s.succs, false)
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
	vars, preds []bool
	addrs       bool
}

// add adds what instruction i writes or reads.
func (m *mentions) add(e *inliner, i int32, writes bool) {
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

// functionFlow is where lanes go in a function from instruction first on, its subroutines
// included.
type functionFlow struct {
	first        int32
	succs, preds [][]int32
}

func (s *functionFlow) edge(from, to int32) {
	s.succs[from-s.first] = append(s.succs[from-s.first], to)
	s.preds[to-s.first] = append(s.preds[to-s.first], from)
}

// mentions are those of the instructions behind i by edges, of i among them only where a way
// leads back.
func (s *functionFlow) mentions(e *inliner, i int32, edges [][]int32, writes bool) *mentions {
	m := &mentions{vars: make([]bool, len(e.k.Vars)), preds: make([]bool, len(e.k.Preds))}
	seen := make([]bool, len(edges))
	for work := []int32{i}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range edges[at-s.first] {
			if !seen[to-s.first] {
				seen[to-s.first] = true
				m.add(e, to, writes)
				work = append(work, to)
			}
		}
	}
	return m
}

// flowOf is the flow of a function, which is found once.
func (e *inliner) flowOf(f *visa.Function) *functionFlow {
	s, ok := e.flows[f.Insts.First]
	if !ok {
		s = e.functionFlow(f)
		e.flows[f.Insts.First] = s
	}
	return s
}

// functionFlow follows labels, and subroutines there and back behind every call.
func (e *inliner) functionFlow(f *visa.Function) *functionFlow {
	n := f.Insts.End - f.Insts.First
	s := &functionFlow{f.Insts.First, make([][]int32, n), make([][]int32, n)}
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
