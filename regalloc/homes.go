package regalloc

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// findHomes gives places to the objects picked that have none. Objects that do not live at
// once share them, but for inputs, all of which are live at the start.
func (m *memory) findHomes(s *survey, picked []int32, loops []around) error {
	h := &homes{base: m.end}
	for _, x := range picked {
		v, o := s.varAt[x], &s.list[x]
		m.gone[s.f][v], m.brief[s.f][v] = o.fixed < 0, true
		if _, ok := m.home[s.f][v]; ok || s.from[x] >= 0 {
			m.keepTemplate(s, x)
			continue
		}
		m.stats.Spilled++
		if s.f == fileAddr {
			m.home[s.f][v] = int32(len(m.p.Vars))
			m.p.Vars = append(m.p.Vars, native.Var{Name: "spill_" + o.name, Size: int(o.size), Align: int(o.align), Fixed: -1})
			continue
		}
		if err := m.findHome(s, x, h); err != nil {
			return err
		}
	}
	for k := range loops {
		m.stats.Spilled++
		if err := m.findHome(s, loops[k].obj, h); err != nil {
			return err
		}
	}
	m.stats.SpillBytes = int(m.end-m.first) * scratchUnit
	return nil
}

// findHome gives a GRF object a place in scratch memory.
func (m *memory) findHome(s *survey, x int32, h *homes) error {
	o, v := &s.list[x], s.varAt[x]
	size := (o.size + m.limits.grf - 1) / m.limits.grf * (m.limits.grf / scratchUnit)
	at := m.end
	if !o.liveIn {
		at = h.place(s.stays[x], size)
	}
	h.take(s.stays[x], at, size)
	m.home[s.f][v] = at
	m.end = max(m.end, at+size)
	if m.end > maxHWords {
		return &UnsupportedError{fmt.Sprintf("spilling %d bytes from byte %d of scratch memory: want an end of at most %d", (m.end-m.first)*scratchUnit, m.first*scratchUnit, maxHWords*scratchUnit)}
	}
	if !o.liveIn {
		return nil
	}
	saves, err := m.moves(s.f, v, o.size/m.limits.grf, true, 0)
	m.top = append(m.top, saves...)
	return err
}

// homes are the pieces of scratch memory that one round of spilling gives away: from base on,
// each with the runs of points, rising, at which it is taken.
type homes struct {
	base  int32
	taken [][]stay
}

// place is the lowest place of size pieces that are free at all of the points of stays,
// which it sorts.
func (h *homes) place(stays []stay, size int32) int32 {
	slices.SortFunc(stays, func(p, q stay) int { return int(p.lo - q.lo) })
	run := int32(0)
	for k := range h.taken {
		if run++; meet(h.taken[k], stays) {
			run = 0
		}
		if run == size {
			return h.base + int32(k) + 1 - size
		}
	}
	return h.base + int32(len(h.taken)) - run
}

// take adds stays to the points at which size pieces from a place on are taken.
func (h *homes) take(stays []stay, at, size int32) {
	for k := at - h.base; k < at-h.base+size; k++ {
		for int(k) >= len(h.taken) {
			h.taken = append(h.taken, nil)
		}
		h.taken[k] = union(h.taken[k], stays)
	}
}

// meet tells whether two lists of runs, each rising, have a point in common.
func meet(p, q []stay) bool {
	if len(p) > len(q) {
		p, q = q, p
	}
	for _, r := range p {
		// The first run of q that ends behind the start of r.
		k, _ := slices.BinarySearchFunc(q, r.lo, func(x stay, lo int32) int { return int(x.hi - lo - 1) })
		if q = q[k:]; len(q) == 0 {
			return false
		}
		if q[0].lo < r.hi {
			return true
		}
	}
	return false
}

// union is the runs of two lists that do not meet, or that overlap where an input does.
func union(p, q []stay) []stay {
	out := append(slices.Grow(p, len(q)), q...)
	slices.SortFunc(out, func(x, y stay) int { return int(x.lo - y.lo) })
	n := 0
	for _, r := range out {
		if n > 0 && r.lo <= out[n-1].hi {
			out[n-1].hi = max(out[n-1].hi, r.hi)
			continue
		}
		out[n] = r
		n++
	}
	return out[:n]
}
