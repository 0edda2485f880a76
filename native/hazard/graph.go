package hazard

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// successors lists, for each instruction, where the thread can be next. A call goes
// to its target; the returns of what it calls go behind every call of that. The
// error is a *flow.InstError.
func successors(p *native.Program, t native.Target) ([][]int32, error) {
	next := make([][]int32, len(p.Insts))
	calls := map[int32][]int32{} // target -> calls of it
	for i := range p.Insts {
		in := &p.Insts[i]
		switch {
		case in.Op.Links():
			to, err := flow.Target(p, in.Label, flow.None)
			if err == nil && to == flow.None {
				err = &flow.UnsupportedError{What: in.Op.String() + " to an address in a register"}
			}
			if err != nil {
				return nil, &flow.InstError{Inst: i, Err: err}
			}
			next[i] = append(next[i], to)
			calls[to] = append(calls[to], int32(i))
			if in.PredCtrl != native.PredNone {
				next[i] = append(next[i], int32(i+1))
			}
		case in.Op == native.OpRet:
			if in.PredCtrl != native.PredNone {
				next[i] = append(next[i], int32(i+1))
			}
		default:
			s, err := flow.StepAt(p, t, i)
			if err != nil {
				return nil, &flow.InstError{Inst: i, Err: err}
			}
			for _, to := range s.Thread {
				if to != flow.None {
					next[i] = append(next[i], min(to, int32(len(p.Insts))))
				}
			}
		}
	}
	returns(p, next, calls)
	return next, nil
}

// returns adds the edges of ret: a function is what its entry reaches when its own
// calls are stepped over.
func returns(p *native.Program, next [][]int32, calls map[int32][]int32) {
	type edge struct{ from, to int32 }
	var edges []edge
	for entry, from := range calls {
		seen := map[int32]bool{}
		for work := []int32{entry}; len(work) > 0; {
			i := work[len(work)-1]
			work = work[:len(work)-1]
			if int(i) >= len(p.Insts) || seen[i] {
				continue
			}
			seen[i] = true
			switch in := &p.Insts[i]; {
			case in.Op.Links():
				work = append(work, i+1)
				continue
			case in.Op == native.OpRet:
				for _, call := range from {
					edges = append(edges, edge{i, call + 1})
				}
			}
			work = append(work, next[i]...)
		}
	}
	for _, e := range edges {
		next[e.from] = append(next[e.from], e.to)
	}
}
