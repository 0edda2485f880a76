package agree

import (
	"fmt"

	"github.com/genvisa/genvisa/visa"
)

// compareTo emits a comparison of all lanes into predicate p.
func (g *gen) compareTo(p string) {
	t := pick(g, g.ofDevice([]visa.Type{visa.D, visa.UD, visa.W, visa.F, visa.UW, visa.HF}))
	size := min(g.simd, 16)
	for half := range (g.simd + 15) / 16 {
		s := shape{exec: size, mask: []string{"M1", "M5"}[half]}
		for {
			a, ok1 := g.source(&s, t, visa.ModNone, 0)
			b, ok2 := g.source(&s, t, visa.ModNone, 1)
			if ok1 && ok2 {
				g.emit("cmp.%s (%s, %d) %s %s %s", g.relation(), s.mask, size, p, a, b)
				break
			}
			s.imms = 0
		}
	}
}

// localPredicates emits predicates that no other block sees, a logic operation
// on them, and a use of the result.
func (g *gen) localPredicates() {
	before := 3 * g.locals
	g.locals++
	p := func(n int) string { return fmt.Sprintf("K%d", before+n) }
	g.compareTo(p(1))
	g.compareTo(p(2))
	switch g.r.IntN(3) {
	case 0:
		g.emit("not (M1, %d) %s %s", g.simd, p(3), p(1+g.r.IntN(2)))
	case 1: // in place
		g.emit("%s (M1, %d) %s %s %s", pick(g, []string{"and", "or", "xor"}), g.simd, p(2), p(1), p(2))
		g.emit("or (M1, %d) %s %s %s", g.simd, p(3), p(2), p(1))
	default:
		g.emit("%s (M1, %d) %s %s %s", pick(g, []string{"and", "or", "xor"}), g.simd, p(3), p(1), p(2))
	}
	exec := min(g.simd, 16)
	s := shape{op: visa.OpMov, exec: exec, mask: fmt.Sprintf("M%d", 1+4*g.r.IntN(g.simd/exec)), dst: visa.D} // lanes that are off have no bit
	for range tries {
		d, ok := g.dest(&s)
		if o, fits := g.source(&s, visa.D, visa.ModNone, 0); ok && fits {
			g.emit("(%s%s) mov (%s, %d) %s %s", pick(g, []string{"", "!"}), p(3), s.mask, exec, d, o)
			return
		}
		s.imms, s.roots = 0, nil
	}
}

// predicateOp emits an operation on predicates.
func (g *gen) predicateOp() {
	p := func() string { return fmt.Sprintf("P%d", 1+g.r.IntN(g.user)) }
	exec := g.simd
	mask := pick(g, []string{"M1", "M1", "M1_NM"})
	if !g.intel && g.chance(25) {
		exec = max(g.simd>>g.r.IntN(4), 4)
		mask = g.maskFor(exec)
	}
	switch g.r.IntN(5) {
	case 0, 1:
		g.emit("%s (%s, %d) %s %s %s", pick(g, []string{"and", "or", "xor"}), mask, exec, p(), p(), p())
	case 2:
		if g.intel && mask == "M1_NM" { // it reads the source again where it has changed
			mask = "M1"
		}
		g.emit("not (%s, %d) %s %s", mask, exec, p(), p())
	case 3:
		s := shape{op: visa.OpSetp, exec: exec, mask: mask}
		if g.intel {
			s.exec = min(exec, 16)
		}
		t := pick(g, []visa.Type{visa.UD, visa.D, visa.UW, visa.W, visa.UB, visa.B})
		for {
			if o, ok := g.source(&s, t, visa.ModNone, 0); ok {
				g.emit("setp (%s, %d) %s %s", s.mask, s.exec, p(), o)
				return
			}
		}
	case 4:
		t := pick(g, []visa.Type{visa.UD, visa.D, visa.UW})
		r, at, _ := g.spot(t.Size(), t.Size(), false)
		g.emit("mov (M1_NM, 1) TU(0,5)<1> %s", p())
		g.emit("and (M1_NM, 1) %s<1> TU(0,5)<0;1,0> %s", g.place(r, t, at), g.lanesMask())
	}
}
