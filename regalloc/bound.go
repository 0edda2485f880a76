package regalloc

import (
	"fmt"
	"slices"
)

// maxTogether is the most HWords of GRF variables that live at once, each with at
// least one: those that scratch messages reach, and as many variables of a dword as
// the registers hold. The graph of more would take memory with the square of it.
const maxTogether = maxHWords + 1<<10

// maxNarrow is the most variables of less than a dword that live at once. Each has a dword
// of a register to itself, which what chooses spills does not count: it takes many rounds
// where they are more, and often ends without room for all.
const maxNarrow = 1 << 11

// bounded refuses a program of which too much lives at once for any choice of what
// to spill, before the graph is made.
func (a *analysis) bounded() error {
	words, narrow := make([]int32, len(a.list)), make([]int32, len(a.list))
	all, few := int32(0), int32(0)
	for x := range a.list {
		if o := &a.list[x]; o.file == fileGRF {
			words[x] = (o.size + scratchUnit - 1) / scratchUnit
			all += words[x]
			if o.size < dword {
				narrow[x] = 1
				few++
			}
		}
	}
	if all > maxTogether {
		if err := a.together(words, maxTogether, "pieces of 32 bytes"); err != nil {
			return err
		}
	}
	if few > maxNarrow {
		return a.together(narrow, maxNarrow, "variables of less than 4 bytes")
	}
	return nil
}

// together refuses objects that live at once and have more than most of what is counted.
func (a *analysis) together(count []int32, most int, what string) error {
	now, e := 0, &PressureError{File: fileName[fileGRF], Have: int(a.usable[fileGRF] / a.grf)}
	var shown []int32
	w := newWalker(a)
	w.enter = func(x int32) { now += int(count[x]) }
	w.leave = func(x int32, _, _ int32) { now -= int(count[x]) }
	w.walk(func(i int32) {
		if now <= most || now <= e.Need {
			return
		}
		alive := w.alive[fileGRF]
		e.Need, e.Most, e.What, e.Inst, e.More = now, most, what, int(i), max(len(alive)-shownLive, 0)
		shown = append(shown[:0], alive[:min(len(alive), shownLive)]...)
	})
	if e.Most == 0 {
		return nil
	}
	slices.Sort(shown)
	for _, x := range shown {
		e.Live = append(e.Live, a.list[x].name)
	}
	return fmt.Errorf("regalloc: %s: %w", a.p.Name, e)
}

// dword is the least alignment of a variable.
const dword = 4

// shownLive is the most variables that a PressureError names.
const shownLive = 32
