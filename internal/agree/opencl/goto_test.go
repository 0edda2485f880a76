package opencl

// tangles are the macros of gotos. pocl ends with a signal while it compiles loops that have
// two entries: for it a part of a kernel with labels is a switch in a loop, and a jump
// says what is next.
const tangles = `#ifdef CPU
#define OPEN(n, parts) uint at##n = 0; while (at##n < parts) { switch (at##n) {
#define PART(n, k) case k:
#define GO(n, k) { at##n = k; goto N##n; }
#define SHUT(n, parts) } at##n = parts; N##n: ; }
#else
#define OPEN(n, parts)
#define PART(n, k) L##n##_##k: ;
#define GO(n, k) goto L##n##_##k;
#define SHUT(n, parts) L##n##_##parts: ;
#endif`

// tangle is a part of a kernel with labels that gotos lead to, forward and backward, from
// the part itself and out of loops, conditions and switches in it. Fuel ends the gotos.
// Variables end before the next label: nothing is undefined behind a jump.
func (g *generator) tangle(some func()) {
	parts := 2 + g.IntN(3)
	g.open, g.labels = g.next, parts
	g.next++
	n := g.open
	g.line("uint n%d = 0;", n)
	g.line("OPEN(%d, %d)", n, parts)
	for k := range parts {
		g.line("PART(%d, %d)", n, k)
		g.block("", some)
		if g.IntN(3) > 0 {
			g.leave()
		}
	}
	g.line("SHUT(%d, %d)", n, parts)
	g.labels = 0
}

// leave jumps to a label if a condition holds that fuel ends.
func (g *generator) leave() {
	g.line("if (++n%d < %d && %s) GO(%d, %d)", g.open, 6+g.IntN(8), g.cond(1), g.open, g.IntN(g.labels+1))
}
