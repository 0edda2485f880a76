package observe

import (
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/origin"
)

// BankStats counts messages on local memory, and the clocks in which lanes wait for banks of
// it (machine.LocalMemory.Conflicts).
type BankStats struct {
	Banks    int         `json:"banks"`
	Width    int         `json:"width"` // bytes of a bank
	Messages uint64      `json:"messages"`
	Clocks   uint64      `json:"conflict_clocks"` // beyond those without conflicts
	Degree   int         `json:"degree"`          // the largest; 1 is free of conflicts
	Worst    []BankPlace `json:"conflicts"`       // instructions with conflicts, most clocks first
}

// BankPlace is what an instruction has of that.
type BankPlace struct {
	dispatch.Place
	Messages uint64 `json:"messages"`
	Clocks   uint64 `json:"conflict_clocks"`
	Degree   int    `json:"degree"`
}

// banks counts by instruction.
type banks struct {
	of machine.LocalMemory
	at map[int]*BankPlace
}

func newBanks(of machine.LocalMemory) *banks { return &banks{of, map[int]*BankPlace{}} }

// count adds a message of an instruction and gives the clocks of its conflicts.
func (b *banks) count(index int, touches []mem.Touch) (clocks uint64) {
	local, degree := false, 0
	for i := range touches {
		a := &touches[i]
		if !a.Local {
			continue
		}
		local = true
		extra, d := b.of.Conflicts(a.Lanes, &a.At, a.Bytes)
		clocks += uint64(extra)
		degree = max(degree, d)
	}
	if !local {
		return 0
	}
	p := b.at[index]
	if p == nil {
		p = new(BankPlace)
		b.at[index] = p
	}
	p.Messages++
	p.Clocks += clocks
	p.Degree = max(p.Degree, degree)
	return clocks
}

// stats sums up; nil when no message was on local memory.
func (b *banks) stats(l *origin.Listing) *BankStats {
	if len(b.at) == 0 {
		return nil
	}
	out := &BankStats{Banks: b.of.Banks, Width: b.of.Width, Worst: []BankPlace{}}
	for _, i := range inOrder(b.at) {
		p := *b.at[i]
		out.Messages += p.Messages
		out.Clocks += p.Clocks
		out.Degree = max(out.Degree, p.Degree)
		if p.Clocks > 0 {
			p.Place = l.Place(i)
			out.Worst = append(out.Worst, p)
		}
	}
	most(out.Worst, func(p *BankPlace) uint64 { return p.Clocks })
	return out
}
