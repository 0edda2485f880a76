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

// bounds count what lives at once of what is bounded.
type bounds struct{ words, narrow struct{ now, most int32 } }

// add adds a GRF object, or takes it away.
func (b *bounds) add(o *object, by int32) {
	b.words.now += by * wordsOf(o)
	b.words.most = max(b.words.most, b.words.now)
	b.narrow.now += by * narrowOf(o)
	b.narrow.most = max(b.narrow.most, b.narrow.now)
}

func wordsOf(o *object) int32 { return (o.size + scratchUnit - 1) / scratchUnit }

func narrowOf(o *object) int32 {
	if o.size < dword {
		return 1
	}
	return 0
}

// bounded refuses a program of which too much lives at once for any choice of what
// to spill, before GRF objects are connected.
func (a *analysis) bounded(g *graph) error {
	if g.bounds.words.most > maxTogether {
		if err := a.together(wordsOf, maxTogether, "pieces of 32 bytes"); err != nil {
			return err
		}
	}
	if g.bounds.narrow.most > maxNarrow {
		return a.together(narrowOf, maxNarrow, "variables of less than 4 bytes")
	}
	return nil
}

// together refuses objects that live at once and have more than most of what is counted.
func (a *analysis) together(of func(*object) int32, most int, what string) error {
	count := func(x int32) int {
		if o := &a.list[x]; o.file == fileGRF {
			return int(of(o))
		}
		return 0
	}
	now, e := 0, &PressureError{File: fileName[fileGRF], Have: int(a.usable[fileGRF] / a.grf)}
	var shown []int32
	w := newWalker(a)
	w.enter = func(x int32) { now += count(x) }
	w.leave = func(x int32, _, _ int32) { now -= count(x) }
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
