package regalloc

import "slices"

// around is an object that keeps its register but for loops without a use of it: it is saved
// behind what writes it, and loaded where the thread, or a lane that slept, comes to behind a loop.
type around struct {
	obj   int32
	saves []int32 // instructions behind which it is saved
	loads []int32 // instructions in front of which it is loaded
}

// loops are the blocks from the target of a backward jump to the jump, each once.
func (s *survey) loops() (list []stay) {
	for b := range s.flow.Blocks {
		for _, t := range s.flow.Blocks[b].Thread {
			if int(t) <= b {
				list = append(list, stay{t, int32(b) + 1})
			}
		}
	}
	return list
}

// crowdedBlocks are the blocks with points over the limit.
func (s *survey) crowdedBlocks() []bool {
	out := make([]bool, len(s.flow.Blocks))
	for at, n := range s.taken {
		if n > s.limit {
			out[s.flow.Of[at/2]] = true
		}
	}
	return out
}

// aroundLoops takes those of the picked objects that need not leave but around loops, where that
// has fewer loads and saves.
func (s *survey) aroundLoops(picked []int32, crowded []bool) (left []int32, list []around) {
	loops := s.loops()
	if s.f != fileGRF || len(loops) == 0 || len(s.flow.Routines) > 0 {
		return picked, nil
	}
	for _, x := range picked {
		inside := s.unused(x, loops)
		if a, ok := s.aroundOf(x, inside, crowded); ok {
			list = append(list, a)
			s.takeBack(x, inside)
			continue
		}
		left = append(left, x)
	}
	return left, list
}

// unused are the blocks of loops without a use of an object.
func (s *survey) unused(x int32, loops []stay) []bool {
	inside := make([]bool, len(s.flow.Blocks))
	for _, l := range loops {
		if !slices.ContainsFunc(s.uses[x], func(u use) bool { b := s.flow.Of[u.inst]; return l.lo <= b && b < l.hi }) {
			for b := l.lo; b < l.hi; b++ {
				inside[b] = true
			}
		}
	}
	return inside
}

// aroundOf is where an object is loaded and saved around loops; ok is false where that is not
// enough, or no less than at its uses.
func (s *survey) aroundOf(x int32, inside, crowded []bool) (a around, ok bool) {
	o := &s.list[x]
	if s.from[x] >= 0 || o.liveIn || o.size%s.grf != 0 || s.mem.isHome(s.varAt[x]) {
		return a, false
	}
	lives := false
	for _, r := range s.stays[x] {
		for b := s.flow.Of[r.lo/2]; b <= s.flow.Of[(r.hi-1)/2]; b++ {
			if crowded[b] && !inside[b] {
				return a, false
			}
			lives = lives || inside[b]
		}
	}
	a.obj = x
	cost := int32(0)
	for b, is := range inside {
		if !is {
			continue
		}
		for _, list := range [][]int32{s.flow.Blocks[b].Thread, s.flow.Blocks[b].Waiting} {
			for _, e := range list {
				if at := s.flow.Blocks[e].Start; !inside[e] && !slices.Contains(a.loads, at) && s.liveAt(x, e) {
					a.loads = append(a.loads, at)
					cost += s.weight(e)
				}
			}
		}
	}
	full := int32(0)
	for k := range s.uses[x] {
		u := &s.uses[x][k]
		b := s.flow.Of[u.inst]
		first := k == 0 || s.flow.Of[s.uses[x][k-1].inst] != b
		if load, _ := u.holds(); load && first {
			full += s.weight(b)
		}
		if !u.writes {
			continue
		}
		if s.flow.Blocks[b].Depth > 0 {
			return a, false // a save reads what no mask has written
		}
		if n := len(a.saves); n > 0 && s.flow.Of[a.saves[n-1]] == b {
			a.saves[n-1] = u.inst
			continue
		}
		a.saves = append(a.saves, u.inst)
		cost, full = cost+s.weight(b), full+s.weight(b)
	}
	return a, lives && cost < full
}

// weight is how often a block runs, about.
func (s *survey) weight(b int32) int32 { return 1 << (3 * min(s.flow.Blocks[b].Depth, 4)) }

// liveAt tells that an object is live at the start of a block.
func (s *survey) liveAt(x, b int32) bool {
	return slices.ContainsFunc(s.in.of(b), func(e uint32) bool {
		at, what := unpack(e)
		return s.obj[at] == x && what&live != 0
	})
}

// takeBack counts the units of an object where it keeps its register.
func (s *survey) takeBack(x int32, inside []bool) {
	for _, r := range s.stays[x] {
		for at := r.lo; at < r.hi; at++ {
			if !inside[s.flow.Of[at/2]] {
				s.taken[at] += s.list[x].size
			}
		}
	}
}

// around makes the loads and saves around loops.
func (m *memory) around(s *survey, list []around) (edits []edit, err error) {
	for k := range list {
		a := &list[k]
		v, n := s.varAt[a.obj], s.list[a.obj].size/m.limits.grf
		for _, i := range a.saves {
			saves, err := m.moves(s.f, v, n, true, m.p.Insts[i].VISA)
			if err != nil {
				return nil, err
			}
			edits = append(edits, edit{inst: int(i), after: saves})
		}
		for _, i := range a.loads {
			loads, err := m.moves(s.f, v, n, false, m.p.Insts[i].VISA)
			if err != nil {
				return nil, err
			}
			edits = append(edits, edit{inst: int(i), before: loads})
		}
	}
	return edits, nil
}
