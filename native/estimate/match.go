package estimate

import "slices"

// MostMerged is how many blocks of one side are matched with one of the other.
const MostMerged = 4

// mostCells bounds the work of matching: blocks of ours times blocks of theirs.
const mostCells = 1 << 22

// What matches is worth: kinds that shape a kernel count more than instructions between them.
const (
	common  = 4  // for each instruction that both have, by weight
	apart   = -1 // for each that only one has, by weight
	merged  = -1 // for each further block
	nested  = -8 // for blocks in different loops
	sharing = 8  // for each source line that both have
)

// weights say how much an instruction of a kind counts.
var weights = func() (w [NumKinds]int) {
	for k := range w {
		w[k] = 1
	}
	for _, k := range []Kind{KindLoad, KindStore, KindAtomic, KindSample, KindMessage, KindBranch, KindSystolic, KindMath} {
		w[k] = 4
	}
	for _, k := range []Kind{KindPayload, KindMove, KindEmpty, KindWait, KindScratch, KindAddress} {
		w[k] = 0 // how code is made, not what it does
	}
	return w
}()

// shape is what of blocks is matched.
type shape struct {
	kinds [NumKinds]int
	depth int
	lines []int32 // rising
}

func shapes(s *Side) []shape {
	out := make([]shape, len(s.Blocks))
	for i := range out {
		b := &s.Blocks[i]
		out[i].depth = b.Depth
		for k := range b.Kinds {
			out[i].kinds[k] = b.Kinds[k].Instructions
		}
		if s.Lines == nil {
			continue
		}
		for _, l := range s.Lines[b.Start:b.End] {
			if l > 0 {
				out[i].lines = append(out[i].lines, l)
			}
		}
		slices.Sort(out[i].lines)
		out[i].lines = slices.Compact(out[i].lines)
	}
	return out
}

// alone is what blocks count that nothing is matched with.
func (s *shape) alone() (score int) {
	for k, n := range s.kinds {
		score += apart * weights[k] * n
	}
	return score
}

// like is what two match.
func (s *shape) like(o *shape) (score int) {
	for k, n := range s.kinds {
		m := o.kinds[k]
		score += weights[k] * (common*min(n, m) + apart*(max(n, m)-min(n, m)))
	}
	if s.depth != o.depth {
		score += nested
	}
	for i, j := 0, 0; i < len(s.lines) && j < len(o.lines); {
		switch a, b := s.lines[i], o.lines[j]; {
		case a < b:
			i++
		case a > b:
			j++
		default:
			score += sharing
			i, j = i+1, j+1
		}
	}
	return score
}

// with is the shape of both; false when they are in different loops.
func (s shape) with(o *shape) (shape, bool) {
	for k, n := range o.kinds {
		s.kinds[k] += n
	}
	if len(o.lines) > 0 {
		s.lines = append(slices.Clone(s.lines), o.lines...)
		slices.Sort(s.lines)
		s.lines = slices.Compact(s.lines)
	}
	return s, s.depth == o.depth
}

// matcher finds the matches that count most: best and how are about what is behind block i of ours
// and j of theirs.
type matcher struct {
	a, b []shape
	best []int32
	how  []step
}

// step is how many blocks of each side come next.
type step struct{ ours, theirs uint8 }

// match pairs the blocks of both sides; false when there are too many.
func match(ours, theirs *Side) (out []Pair, ok bool) {
	if (len(ours.Blocks)+1)*(len(theirs.Blocks)+1) > mostCells {
		return nil, false
	}
	m := &matcher{a: shapes(ours), b: shapes(theirs)}
	return m.match(), true
}

func (m *matcher) match() (out []Pair) {
	n, w := len(m.a), len(m.b)+1
	m.best, m.how = make([]int32, (n+1)*w), make([]step, (n+1)*w)
	for i := n; i >= 0; i-- {
		for j := w - 1; j >= 0; j-- {
			m.cell(i, j)
		}
	}
	for i, j := 0, 0; i < n || j < w-1; {
		s := m.how[i*w+j]
		p := Pair{Ours: Span{i, i + int(s.ours)}, Theirs: Span{j, j + int(s.theirs)}}
		out = append(out, p)
		i, j = p.Ours.End, p.Theirs.End
	}
	return out
}

// cell chooses what comes next: of equal choices one block with one, then fewer blocks.
func (m *matcher) cell(i, j int) {
	w := len(m.b) + 1
	best, how := int32(0), step{}
	try := func(score int, ours, theirs int) {
		if s := int32(score) + m.best[(i+ours)*w+j+theirs]; how == (step{}) || s > best {
			best, how = s, step{uint8(ours), uint8(theirs)}
		}
	}
	if i < len(m.a) && j < len(m.b) {
		try(m.a[i].like(&m.b[j]), 1, 1)
		m.runs(m.a[i:], &m.b[j], func(score, n int) { try(score, n, 1) })
		m.runs(m.b[j:], &m.a[i], func(score, n int) { try(score, 1, n) })
	}
	if i < len(m.a) {
		try(m.a[i].alone(), 1, 0)
	}
	if j < len(m.b) {
		try(m.b[j].alone(), 0, 1)
	}
	m.best[i*w+j], m.how[i*w+j] = best, how
}

// runs tries two blocks and more as one.
func (m *matcher) runs(list []shape, with *shape, try func(score, n int)) {
	all, ok := list[0], true
	for n := 2; n <= min(MostMerged, len(list)); n++ {
		if all, ok = all.with(&list[n-1]); !ok {
			return
		}
		try(all.like(with)+merged*(n-1), n)
	}
}
