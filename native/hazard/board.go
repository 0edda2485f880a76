package hazard

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Flight is an instruction whose effects are not all there yet.
type Flight struct {
	Inst  int32 // its index
	Dist  int32 // in order: how many instructions of its pipe have been issued since, and 1; else 0
	Pipe  native.Pipe
	Token int8   // out of order: its token, or noToken
	Reads bool   // out of order: sources may not be read yet
	After uint32 // out of order: tokens of later instructions of the same unit, which reads sources in order
	owners
}

const noToken = -1

// Board is what is in flight in a thread of a target with a software scoreboard. The
// zero value is a thread's start.
type Board struct{ Flights []Flight }

// wait applies what an instruction waits for. A token that is set anew is waited for
// by the hardware, as a whole.
func (b *Board) wait(s native.Sync) {
	out := b.Flights[:0]
	for _, f := range b.Flights {
		switch {
		case f.Dist > 0 && s.Dist > 0 && int(f.Dist) >= s.Dist && s.Pipes.Has(f.Pipe):
			continue
		case f.Dist == 0 && f.Token != noToken && (s.Dst|s.Set)>>f.Token&1 != 0:
			continue
		case f.Dist == 0 && (f.Token != noToken && s.Src>>f.Token&1 != 0 || f.After&(s.Src|s.Dst|s.Set) != 0):
			f.Reads = false
		}
		if f.After &^= s.Dst | s.Set; !f.Reads {
			f.After = ^uint32(0) // joined with another path, that one's counts
		}
		out = append(out, f)
	}
	b.Flights = out
}

// issue puts instruction i of a program on the board.
func (b *Board) issue(i int32, xs []insn) {
	x := &xs[i]
	if x.inOrder {
		b.pass(i, x)
		if len(x.writes) > 0 && !x.same || x.apart && len(x.reads) > 0 {
			b.Flights = append(b.Flights, Flight{Inst: i, Dist: 1, Pipe: x.pipe, Token: noToken, owners: owners{here: true}})
		}
		return
	}
	if !x.token || len(x.reads) == 0 && len(x.writes) == 0 {
		return
	}
	out := b.Flights[:0]
	for _, f := range b.Flights {
		if f.Inst == i {
			continue
		}
		if y := &xs[f.Inst]; f.Reads && oneUnit(x, y) && x.holds != noToken {
			f.After |= 1 << x.holds
		}
		out = append(out, f)
	}
	b.Flights = append(out, Flight{Inst: i, Pipe: x.pipe, Token: x.holds, Reads: true, owners: owners{here: true}})
}

// pass counts an instruction in order, for results of its pipe.
func (b *Board) pass(i int32, x *insn) {
	out := b.Flights[:0]
	for _, f := range b.Flights {
		if f.Dist > 0 {
			if f.Pipe == x.pipe {
				f.Dist++
			}
			if f.Inst == i || f.Pipe == x.pipe && int(f.Dist) > x.window {
				continue
			}
		}
		out = append(out, f)
	}
	b.Flights = out
}

// jump is the way to another place than the next instruction, which takes longer than
// any result in order.
func (b *Board) jump() {
	b.Flights = slices.DeleteFunc(b.Flights, func(f Flight) bool { return f.Dist > 0 })
}

// maxWays bounds how often an instruction is on a board.
const maxWays = 16

// covers says that whatever waits for f has waited for g too.
func (f *Flight) covers(g *Flight) bool {
	return f.Inst == g.Inst && f.Dist <= g.Dist && (f.Reads || !g.Reads) && f.After&^g.After == 0
}

// stands says that f can stand for g, whose lanes may then be where those of f are: they are there already, or both are
// waited for in the same way. A way on which lanes of one are nowhere would else be kept for the other's.
func (f *Flight) stands(g *Flight) bool {
	return f.covers(g) && (f.Dist > 0 || f.Reads == g.Reads && f.After == g.After || f.has(&g.owners))
}
