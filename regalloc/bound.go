package regalloc

import (
	"fmt"
	"slices"
)

// maxTogether is the most HWords of GRF variables that live at once, each with at
// least one: those that scratch messages reach, and as many variables of a dword as
// the registers hold. The graph of more would take memory with the square of it.
const maxTogether = maxHWords + 1<<10

// bounded refuses a program of which too much lives at once for any choice of what
// to spill, before the graph is made.
func (a *analysis) bounded() error {
	words := make([]int32, len(a.list))
	all := int32(0)
	for x := range a.list {
		if o := &a.list[x]; o.file == fileGRF {
			words[x] = (o.size + scratchUnit - 1) / scratchUnit
			all += words[x]
		}
	}
	if all <= maxTogether {
		return nil
	}
	now, e := int32(0), &PressureError{File: fileName[fileGRF], Have: int(a.usable[fileGRF] / a.grf)}
	w := newWalker(a)
	w.enter = func(x int32) { now += words[x] }
	w.leave = func(x int32, _, _ int32) { now -= words[x] }
	w.walk(func(i int32) {
		if now <= maxTogether || int(now) <= e.Need {
			return
		}
		e.Need, e.Most, e.Inst, e.Live = int(now), maxTogether, int(i), nil
		names := slices.Sorted(slices.Values(w.alive[fileGRF][:min(len(w.alive[fileGRF]), shownLive)]))
		for _, x := range names {
			e.Live = append(e.Live, a.list[x].name)
		}
		e.More = len(w.alive[fileGRF]) - len(names)
	})
	if e.Most == 0 {
		return nil
	}
	return fmt.Errorf("regalloc: %s: %w", a.p.Name, e)
}

// shownLive is the most variables that a PressureError names.
const shownLive = 32
