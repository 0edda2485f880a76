package agree

import (
	"fmt"

	"github.com/genvisa/genvisa/visa"
)

// setConstant emits predicate p of all lanes from an immediate, or for 32 lanes from two. Of those
// the finalizer writes the second over the first.
func (g *gen) setConstant(p string) {
	exec := g.simd
	if g.simd == 32 && !g.intel && g.chance(50) {
		exec = 16
	}
	for first := 0; first < g.simd; first += exec {
		t := pick(g, []visa.Type{visa.UD, visa.D, visa.UW, visa.W}[:4-2*(exec/32)])
		mask := fmt.Sprintf("M%d%s", 1+first/4, pick(g, []string{"", "_NM"}))
		g.emit("setp (%s, %d) %s %#x:%s", mask, exec, p, g.value(t), t)
	}
}

// constantPredicates emits predicates of immediates that no other block sees, each with a use or
// two. A copy of dwords that is the only use has the lanes as an immediate then, where a target has
// such copies.
func (g *gen) constantPredicates() {
	before := 3 * g.locals
	g.locals++
	n := 1 + g.r.IntN(3)
	for i := range n {
		g.setConstant(fmt.Sprintf("K%d", before+i+1))
	}
	for i := range n {
		for range pick(g, []int{1, 1, 1, 2}) {
			g.useConstant(fmt.Sprintf("K%d", before+i+1))
		}
		if g.chance(30) {
			g.alu()
		}
	}
}

// useConstant emits a copy under predicate p, at times of another type than dwords, or a choice.
func (g *gen) useConstant(p string) {
	not := pick(g, []string{"", "", "", "!"})
	op := pick(g, []visa.Op{visa.OpMov, visa.OpMov, visa.OpMov, visa.OpMov, visa.OpSel})
	t := pick(g, []visa.Type{visa.D, visa.D, visa.UD, visa.UD, visa.F, visa.W, visa.HF, visa.UB})
	if !g.intel && !g.on.types.Has(t) { // what the finalizer has no arithmetic of it copies all the same
		t = visa.D
	}
	for range tries {
		s := shape{op: op, exec: g.constantExec(), dst: t}
		s.mask = g.maskFor(s.exec)
		d, ok := g.dest(&s)
		if !ok {
			continue
		}
		a, ok := g.source(&s, t, visa.ModNone, 0)
		if !ok {
			continue
		}
		if op == visa.OpMov {
			g.emit("(%s%s) mov (%s, %d) %s %s", not, p, s.mask, s.exec, d, a)
			return
		}
		if b, ok := g.source(&s, t, visa.ModNone, 1); ok {
			g.emit("(%s%s) sel (%s, %d) %s %s %s", not, p, s.mask, s.exec, d, a, b)
			return
		}
	}
}

// constantExec is the number of lanes of a use. The finalizer takes few of them, or some in the
// middle, for others.
func (g *gen) constantExec() int {
	if g.intel {
		return min(g.simd, 16)
	}
	return max(min(g.simd, 16)>>pick(g, []int{0, 0, 0, 1, 1, 2, 3}), 1)
}
