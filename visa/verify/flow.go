package verify

import (
	"maps"
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// checkLabelKinds knows what a label begins from the instruction that defines it.
func checkLabelKinds(c *checker) {
	begins := make([]visa.Begins, len(c.k.Labels))
	c.eachLabel(func(in *visa.Inst, l int32, def bool) {
		if def && l >= 0 && int(l) < len(begins) {
			begins[l] = visa.BeginsBlock
			if in.Op.Info().Hook == visa.HookSubroutine {
				begins[l] = visa.BeginsSubroutine
			}
		}
	})
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		for n := range in.Args {
			o := &in.Args[n]
			if o.Kind != visa.Label || o.Var < 0 || int(o.Var) >= len(begins) || !wellFormed(in) {
				continue
			}
			want := in.Slot(n).Begins
			if got := begins[o.Var]; want != visa.BeginsAny && got != visa.BeginsAny && got != want {
				c.report(in.Pos, "%s names label %s, which begins %s: want that of %s", in.Op, c.labelName(o.Var), got, want)
			}
		}
	}
}

// checkLabelScopes counts subroutines as they stand one behind the other. A branch to
// the label of another one leaves the call mask of its own behind.
func checkLabelScopes(c *checker) {
	home := make([]int, len(c.k.Labels))
	scope := 0
	each := func(f func(in *visa.Inst, o *visa.Operand, def bool)) {
		scope = 0
		for i := range c.k.Insts {
			in := &c.k.Insts[i]
			if in.Op.Info().Hook == visa.HookSubroutine {
				scope++
			}
			for n := range in.Args {
				if o := &in.Args[n]; o.Kind == visa.Label && o.Var >= 0 && int(o.Var) < len(home) && wellFormed(in) {
					f(in, o, defines(in.Op))
				}
			}
		}
	}
	each(func(in *visa.Inst, o *visa.Operand, def bool) {
		if def && in.Op.Info().Hook != visa.HookSubroutine { // label.kind is about those
			home[o.Var] = scope + 1
		}
	})
	each(func(in *visa.Inst, o *visa.Operand, def bool) {
		if h := home[o.Var]; !def && h != 0 && h != scope+1 && slices.Contains(leaves, in.Op.Info().Hook) {
			c.report(in.Pos, "%s goes to label %s of another subroutine", in.Op, c.labelName(o.Var))
		}
	})
}

// stretch is a run of instructions that are entered at the first one alone, as the
// search for unset variables sees it.
type stretch struct {
	first, end int
	next       []int
}

// stretches cuts a kernel before labels and behind instructions that go elsewhere. A call
// goes to its subroutine, and to what follows when not all lanes take it; a return of a
// subroutine goes behind its calls.
func stretches(k *visa.Kernel) []stretch {
	var out []stretch
	at := make(map[int32]int, len(k.Labels))
	for i := range k.Insts {
		in := &k.Insts[i]
		if n := len(out); n == 0 || defines(in.Op) || branches(&k.Insts[i-1]) {
			out = append(out, stretch{first: i})
		}
		out[len(out)-1].end = i + 1
		if defines(in.Op) && len(in.Args) > 0 {
			at[in.Args[0].Var] = len(out) - 1
		}
	}
	routine := int32(-1)
	returns, behind := map[int32][]int{}, map[int32][]int{} // by label of a subroutine
	for n := range out {
		last := &k.Insts[out[n].end-1]
		hook := last.Op.Info().Hook
		if n+1 < len(out) && !goesAway(last) {
			out[n].next = append(out[n].next, n+1)
		}
		if first := &k.Insts[out[n].first]; first.Op.Info().Hook == visa.HookSubroutine && len(first.Args) > 0 {
			routine = first.Args[0].Var
		}
		if defines(last.Op) {
			continue
		}
		for a := range last.Args {
			if to, ok := at[last.Args[a].Var]; ok && last.Args[a].Kind == visa.Label {
				out[n].next = append(out[n].next, to)
				if hook == visa.HookCall && n+1 < len(out) {
					behind[last.Args[a].Var] = append(behind[last.Args[a].Var], n+1)
				}
			}
		}
		if hook == visa.HookRet {
			returns[routine] = append(returns[routine], n)
		}
	}
	return joinReturns(out, returns, behind)
}

// goesAway says that nothing comes from an instruction to the next one but by a label.
func goesAway(in *visa.Inst) bool {
	hook := in.Op.Info().Hook
	return in.Pred.Var == 0 && (slices.Contains(leaves, hook) && in.Exec.Size == 1 || hook == visa.HookCall)
}

// joinReturns adds a stretch without instructions for each subroutine, through which its
// returns go behind its calls: as many edges as there are of both, not each with each.
func joinReturns(out []stretch, returns, behind map[int32][]int) []stretch {
	for _, routine := range slices.Sorted(maps.Keys(behind)) {
		for _, n := range returns[routine] {
			out[n].next = append(out[n].next, len(out))
		}
		out = append(out, stretch{next: behind[routine]})
	}
	return out
}
