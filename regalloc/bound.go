package regalloc

import (
	"fmt"
	"slices"
)

// maxTogether is the most HWords of GRF variables that live at once, each with at
// least one: those that scratch messages reach, and as many variables of a dword as
// the registers hold. The graph of more would take memory with the square of it.
const maxTogether = maxHWords + 1<<10

// bounds are the most that lives at once of what is bounded.
type bounds struct{ words, small struct{ now, most int32 } }

// add adds a GRF object, or takes it away.
func (b *bounds) add(o *object, by int32) {
	b.words.now += by * wordsOf(o)
	b.words.most = max(b.words.most, b.words.now)
	b.small.now += by * smallOf(o)
	b.small.most = max(b.small.most, b.small.now)
}

// wordsOf is the pieces of scratch memory that an object takes.
func wordsOf(o *object) int32 { return (o.size + scratchUnit - 1) / scratchUnit }

// smallOf is 1 for what can share a dword with others.
func smallOf(o *object) int32 {
	if o.size <= packBytes/2 {
		return 1
	}
	return 0
}

// bounded refuses a program of which too much lives at once for any choice of what to spill, before GRF objects are connected;
// again tells that small variables share registers now, and that the program is another.
func (a *analysis) bounded(g *graph, m *memory) (again bool, err error) {
	if m.stats.Rounds+m.stats.FlagRounds == 0 && g.bounds.small.most > a.usable[fileGRF]/dword {
		if c := a.scattered(); c != nil && a.pack(c.alive, m) {
			return true, nil
		}
	}
	if g.bounds.words.most > maxTogether {
		if c := a.crowded(); c != nil {
			return false, c.error(a)
		}
	}
	return false, nil
}

// crowd is where most lives at once of what is counted: more than most.
type crowd struct {
	most, need int
	inst       int32
	alive      []int32
}

// crowded finds where more lives at once than any choice of spills makes fit, before the
// graph is made; nil when that is nowhere.
func (a *analysis) crowded() *crowd {
	return a.together(maxTogether, wordsOf)
}

// scattered finds where more small variables live at once than the registers have dwords,
// one of which each takes at least.
func (a *analysis) scattered() *crowd {
	return a.together(int(a.usable[fileGRF]/dword), smallOf)
}

// together finds where GRF objects live at once that have more than most of what is counted.
func (a *analysis) together(most int, number func(o *object) int32) *crowd {
	count, all := make([]int32, len(a.list)), 0
	for x := range a.list {
		if o := &a.list[x]; o.file == fileGRF {
			count[x] = number(o)
			all += int(count[x])
		}
	}
	if all <= most {
		return nil
	}
	now, c := 0, &crowd{most: most}
	w := newWalker(a)
	w.enter = func(x int32) { now += int(count[x]) }
	w.leave = func(x int32, _, _ int32) { now -= int(count[x]) }
	w.walk(func(i int32) {
		if now <= most || now <= c.need {
			return
		}
		c.need, c.inst = now, i
		c.alive = append(c.alive[:0], w.alive[fileGRF]...)
	})
	if c.need == 0 {
		return nil
	}
	slices.Sort(c.alive)
	return c
}

// error refuses the program and names the first of what lives there.
func (c *crowd) error(a *analysis) error {
	e := &PressureError{
		File: fileName[fileGRF], Need: c.need, Have: int(a.usable[fileGRF] / a.grf), Inst: int(c.inst),
		Most: c.most, What: "pieces of 32 bytes", More: max(len(c.alive)-shownLive, 0),
	}
	for _, x := range c.alive[:len(c.alive)-e.More] {
		e.Live = append(e.Live, a.list[x].name)
	}
	return fmt.Errorf("regalloc: %s: %w", a.p.Name, e)
}

// dword is the least alignment of a variable.
const dword = 4

// shownLive is the most variables that a PressureError names.
const shownLive = 32
