package observe

import (
	"cmp"
	"maps"
	"slices"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/origin"
	"github.com/genvisa/genvisa/sim/trace"
)

// L3 is a cache to estimate, and what it is called.
type L3 struct {
	Cache     *machine.Cache
	Partition *machine.Partition
}

// L3Stats counts cache lines that messages on buffers touch, each once a message, in the order
// in which the model runs threads: one group after the other. Images are not in it.
type L3Stats struct {
	Config       string    `json:"config"`
	Bytes        int       `json:"bytes"` // that the cache holds
	Hits         uint64    `json:"hits"`
	Misses       uint64    `json:"misses"`
	Instructions []L3Place `json:"instructions"` // with misses, most first
}

// L3Place is what an instruction has of that.
type L3Place struct {
	dispatch.Place
	Hits   uint64 `json:"hits"`
	Misses uint64 `json:"misses"`
}

// cached is the observer that counts them.
type cached struct {
	l3    *L3
	at    map[int]*L3Place
	lines []uint64 // of a message
}

func newCached(l3 *L3) *cached { return &cached{l3: l3, at: map[int]*L3Place{}} }

// Wants is false: addresses are no values.
func (c *cached) Wants(*trace.Event) bool { return false }

// Follows asks for accesses.
func (c *cached) Follows() {}

// Ran touches the lines of a message.
func (c *cached) Ran(e *trace.Event) {
	c.lines = c.lines[:0]
	for i := range e.Touches {
		a := &e.Touches[i]
		for lane, addr := range a.At {
			if a.Local || a.Lanes>>lane&1 == 0 {
				continue
			}
			for line := c.l3.Cache.Line(addr); line <= c.l3.Cache.Line(addr+uint64(a.Bytes)-1); line++ {
				c.lines = append(c.lines, line)
			}
		}
	}
	if len(c.lines) == 0 {
		return
	}
	p := c.at[e.Index]
	if p == nil {
		p = new(L3Place)
		c.at[e.Index] = p
	}
	slices.Sort(c.lines)
	for _, line := range slices.Compact(c.lines) {
		if c.l3.Cache.Touch(line) {
			p.Hits++
		} else {
			p.Misses++
		}
	}
}

// stats sums up.
func (c *cached) stats(l *origin.Listing) *L3Stats {
	out := &L3Stats{Config: c.l3.Partition.String(), Bytes: c.l3.Cache.Bytes(), Instructions: []L3Place{}}
	for _, i := range inOrder(c.at) {
		p := *c.at[i]
		out.Hits += p.Hits
		out.Misses += p.Misses
		if p.Misses > 0 {
			p.Place = l.Place(i)
			out.Instructions = append(out.Instructions, p)
		}
	}
	most(out.Instructions, func(p *L3Place) uint64 { return p.Misses })
	return out
}

// inOrder are the instructions of a count in the order of the program.
func inOrder[P any](at map[int]P) []int { return slices.Sorted(maps.Keys(at)) }

// most sorts by a number, the largest first, and else leaves the order.
func most[P any](list []P, by func(*P) uint64) {
	slices.SortStableFunc(list, func(a, b P) int { return cmp.Compare(by(&b), by(&a)) })
}
