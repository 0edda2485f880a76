package observe

import (
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/native/latency"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/trace"
)

// Cycles is an estimate of clocks: what each thread would take if it ran alone on its
// unit, by the latencies of specs/eu/latency.md and the banks of local memory. Threads hide each other's stalls, which
// it does not count, and no cache is modelled.
type Cycles struct {
	Threads uint64            `json:"threads"` // that began
	Total   uint64            `json:"total"`   // of all threads together
	Longest uint64            `json:"longest"` // of one thread
	Issue   uint64            `json:"issue"`   // of the total, issuing instructions
	Stalls  map[string]uint64 `json:"stalls"`  // the rest, by the class of what was waited for
	Banks   *RegisterBanks    `json:"register_banks,omitempty"`
}

// RegisterBanks are executed instructions with three sources, those of them that read a bank of registers twice, and the clocks that
// they lose, which are not among the total.
type RegisterBanks struct {
	Reads     uint64 `json:"instructions"`
	Conflicts uint64 `json:"conflicts"`
	Clocks    uint64 `json:"clocks"`
}

// BanksOf is nil for none.
func BanksOf(b hazard.Banks) *RegisterBanks {
	if b.Reads == 0 {
		return nil
	}
	out := RegisterBanks(b)
	return &out
}

// timer is the observer that counts them.
type timer struct {
	code    *hazard.Timing
	banks   *banks
	threads map[*dispatch.Thread]*timedThread
	began   uint64
	longest uint64
}

// timedThread is a thread's clock, and the group that it belongs to: the next group
// has threads of the same places.
type timedThread struct {
	clock hazard.Clock
	group [3]uint32
}

func newTimer(p *code.Program, banks *banks) *timer {
	return &timer{code: hazard.NewTiming(p.Target, p.Insts), banks: banks, threads: map[*dispatch.Thread]*timedThread{}}
}

// Wants is false: clocks need no values.
func (t *timer) Wants(*trace.Event) bool { return false }

// Follows asks for accesses: lanes wait for banks.
func (t *timer) Follows() {}

// Ran counts an instruction.
func (t *timer) Ran(e *trace.Event) {
	x := t.threads[e.Thread]
	if x == nil {
		x = new(timedThread)
		t.threads[e.Thread] = x
	}
	if group := e.Thread.Group.ID; x.group != group || x.clock.Now == 0 {
		x.group = group
		x.clock.Start(t.code)
		t.began++
	}
	x.clock.Late(e.Index, t.banks.count(e.Index, e.Touches))
	t.longest = max(t.longest, x.clock.Now)
}

// cycles sums up.
func (t *timer) cycles() *Cycles {
	out := &Cycles{Threads: t.began, Longest: t.longest, Stalls: map[string]uint64{}}
	var all hazard.Banks
	for _, x := range t.threads {
		all.Plus(x.clock.Banks)
		out.Issue += x.clock.Issue
		for class, n := range x.clock.Stalls {
			if n > 0 {
				out.Stalls[latency.Class(class).String()] += n
				out.Total += n
			}
		}
	}
	out.Total += out.Issue
	out.Banks = BanksOf(all)
	return out
}
