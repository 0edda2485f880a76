package hoist

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// mostRounds is out of how many loops around each other an instruction moves, mostBytes how many bytes of results a loop has
// to keep, mostMentions how often variables may be named that are looked at.
const mostRounds, mostBytes, mostMentions = 4, 16 * native.GRFBytes, 64

// Run goes through the loops of a program, the inner ones first, and says whether anything moved.
func Run(e *edit.Editor) (moved bool) {
	for range mostRounds {
		if !repeats(e.P) {
			break
		}
		g, err := flow.New(e.P, e.T)
		if err != nil { // nobody knows the loops, and the allocator will say so
			break
		}
		h := newHoister(e, g)
		for _, l := range h.loops() {
			h.search(&l)
		}
		if !h.apply() {
			break
		}
		moved = true
	}
	return moved
}

// repeats says that some branch leads back.
func repeats(p *native.Program) bool {
	for i := range p.Insts {
		in := &p.Insts[i]
		for _, label := range [...]int32{in.Label, in.Label2} {
			if label > 0 && p.Labels[label-1] <= i {
				return true
			}
		}
	}
	return false
}

// hoister is one round.
type hoister struct {
	*edit.Editor
	g        *flow.Graph
	mentions [][]int32 // by variable: instructions that name it, rising
	taken    []bool    // by variable: reached through addresses
	states   []int32   // by instruction: those in front of it that write an architecture register
	to       []int32   // by instruction: 1 + where it goes, 0 where it stays; -1 when its innermost loop keeps it
	any      bool
}

func newHoister(e *edit.Editor, g *flow.Graph) *hoister {
	n := len(e.P.Insts)
	h := &hoister{Editor: e, g: g, mentions: make([][]int32, len(e.P.Vars)), taken: make([]bool, len(e.P.Vars)), states: make([]int32, n+1), to: make([]int32, n)}
	for i := range e.P.Insts {
		in := &e.P.Insts[i]
		edit.EachMention(in, func(v int32, _ bool) {
			if list := h.mentions[v]; len(list) == 0 || list[len(list)-1] != int32(i) {
				h.mentions[v] = append(list, int32(i))
			}
		})
		for _, v := range in.Uses {
			h.taken[v] = true
		}
		for s := range in.Src {
			if v := in.Src[s].AddrOf; v > 0 {
				h.taken[v-1] = true
			}
		}
		h.states[i+1] = h.states[i]
		if writesState(in) {
			h.states[i+1]++
		}
	}
	return h
}

// writesState tells instructions behind which arithmetic may be other than in front of them.
func writesState(in *native.Inst) (writes bool) {
	effects.Registers(in, func(e effects.Effect) { writes = writes || e.Space == effects.State && e.Write })
	return writes
}

// search marks what moves out of a loop and out of none inside it.
func (h *hoister) search(l *loop) {
	for i := l.start; i < l.end; i++ {
		if h.to[i] != 0 {
			continue
		}
		h.to[i] = kept
		if n := h.result(i); n > 0 && l.bytes+n <= mostBytes && h.invariant(l, i) && h.alone(l, i) {
			h.to[i] = int32(l.start) + 1
			l.bytes += n
			h.any = true
		}
	}
}

const kept = -1

// result is how many bytes an instruction makes, 0 of one that does more than that, or for some lanes.
func (h *hoister) result(i int) int {
	in := &h.P.Insts[i]
	d := &in.Dst
	switch {
	case !in.Op.IsALU() || in.PredCtrl != native.PredNone || in.Cond != native.CondNone || !in.NoMask:
	case in.AccWr || in.Op.ReadsAccumulator() || in.Op.WritesAccumulator() || in.IsMacro() || in.BeyondRegions():
	case in.DepCtrl != native.DepNone || in.Thread != native.ThreadNormal || in.Symbol != 0 || len(in.Uses) > 0:
	case d.File != native.Virt || d.Indirect || h.taken[d.Reg] || h.P.Vars[d.Reg].Fixed >= 0:
	default:
		from, to := edit.Extent(d, true, int(in.ExecSize))
		return to - from
	}
	return 0
}

// invariant says that nothing in the loop writes what an instruction reads, but for what moves too.
func (h *hoister) invariant(l *loop, i int) bool {
	in := &h.P.Insts[i]
	if h.states[l.end] != h.states[l.start] {
		return false
	}
	for s := range in.Src {
		o := &in.Src[s]
		switch {
		case o.File == native.NoFile || o.File == native.Imm:
			continue
		case o.File != native.Virt || o.Indirect || h.taken[o.Reg]:
			return false
		}
		from, to := edit.Extent(o, false, int(in.ExecSize))
		if !h.each(o.Reg, from, to, func(k int, write bool) bool {
			return !write || k < l.start || k >= l.end || h.to[k] > 0
		}) {
			return false
		}
	}
	return true
}

// alone says that nothing else writes the result of an instruction, and all that reads it comes behind the instruction in the loop.
func (h *hoister) alone(l *loop, i int) bool {
	in := &h.P.Insts[i]
	from, to := edit.Extent(&in.Dst, true, int(in.ExecSize))
	of := h.g.Of
	return h.each(in.Dst.Reg, from, to, func(k int, write bool) bool {
		if k == i {
			return write
		}
		return !write && k > i && k < l.end && (of[k] == of[i] || of[i] == l.head)
	})
}

// each asks of all accesses to bytes of a variable: it is false where one is refused, or where there are too many.
func (h *hoister) each(v int32, from, to int, ok func(k int, write bool) bool) bool {
	if len(h.mentions[v]) > mostMentions {
		return false
	}
	all := true
	for _, k := range h.mentions[v] {
		effects.Registers(&h.P.Insts[k], func(e effects.Effect) {
			if e.Space == effects.Register && e.Var == v+1 && (e.N == effects.Rest || int(e.At) < to && int(e.At+e.N) > from) {
				all = all && ok(int(k), e.Write)
			}
		})
		if !all {
			return false
		}
	}
	return true
}

// apply puts what moves in front of its loop, in the order of the text. Labels stay with what stood behind them.
func (h *hoister) apply() bool {
	if !h.any {
		return false
	}
	insts := h.P.Insts
	moves := map[int32][]int{}
	for i, to := range h.to {
		if to > 0 {
			moves[to-1] = append(moves[to-1], i)
		}
	}
	out := make([]native.Inst, 0, len(insts))
	at := make([]int, len(insts)+1)
	for i := range insts {
		for _, k := range moves[int32(i)] {
			out = append(out, insts[k])
		}
		if at[i] = len(out); h.to[i] <= 0 {
			out = append(out, insts[i])
		}
	}
	at[len(insts)] = len(out)
	for k := range h.P.Labels {
		h.P.Labels[k] = at[h.P.Labels[k]]
	}
	h.P.Insts = out
	return true
}
