package agree

import "fmt"

// statements emits n statements, nested ones included.
func (g *gen) statements(n int) {
	for n > 0 {
		n -= g.statement(n)
	}
}

// statement emits one statement of at most n and returns how many it was.
func (g *gen) statement(n int) int {
	if g.depth < 3 && n > 2 && g.chance(25) {
		inner := 1 + g.r.IntN(min(n-1, 8))
		g.depth++
		pick(g, []func(int){g.ifThen, g.ifThen, g.ifElse, g.loop, g.loop, g.crossing, g.uniformSkip, g.uniformLoop})(inner)
		g.depth--
		return inner + 1
	}
	if g.subs > 0 && g.chance(20) {
		g.call()
		return 1
	}
	switch p := g.r.IntN(100); {
	case p < 2:
		g.mode()
	case p < 4 && g.depth == 0 && g.saved < 6:
		g.saveAddress()
	case p < 7:
		g.localPredicates()
	case p < 10:
		g.constantPredicates()
	case p < 60:
		g.alu()
	case p < 70:
		g.predicateOp()
	case p < 78:
		g.indirect()
	case p < 97:
		g.memory()
	// the finalizer ends the wrong lanes (testdata/finalizer/predicated_ret)
	case p == 97 && !g.intel && g.chance(30):
		g.end()
	default:
		g.leave()
	}
	return 1
}

func (g *gen) newLabel() string {
	g.label++
	return fmt.Sprintf("L%d", g.label)
}

func (g *gen) put(label string) { g.lines = append(g.lines, label+":") }

// condition is a predicate for a branch, often made just before.
func (g *gen) condition() string {
	p := 1 + g.r.IntN(g.user)
	switch c := g.r.IntN(100); {
	case c < 60:
		g.compareTo(fmt.Sprintf("P%d", p))
	case c < 65:
		g.setConstant(fmt.Sprintf("P%d", p))
	case c < 75: // the same in all lanes, which part by it all the same where others wait
		g.emit("cmp.%s (M1_NM, %d) PE HDR(0,%d)<0;1,0> %#x:ud", g.relation(), g.simd, g.r.IntN(8), g.r.IntN(300))
		return pick(g, []string{"(PE)", "(!PE)"})
	}
	not := ""
	if g.chance(50) {
		not = "!"
	}
	comb := ""
	if g.intel && g.chance(8) { // package lower has no such branches yet
		comb = pick(g, []string{".any", ".all"})
	}
	return fmt.Sprintf("(%sP%d%s)", not, p, comb)
}

func (g *gen) branch(cond, label string) {
	if !g.intel && g.chance(6) { // the other half goes on
		half := g.simd / 2
		g.emit("%s goto (M%d, %d) %s", cond, 1+half/4*g.r.IntN(2), half, label)
		return
	}
	g.emit("%s goto (M1, %d) %s", cond, g.simd, label)
}

func (g *gen) ifThen(n int) {
	end := g.newLabel()
	g.branch(g.condition(), end)
	g.statements(n)
	g.put(end)
}

func (g *gen) ifElse(n int) {
	other, end := g.newLabel(), g.newLabel()
	g.branch(g.condition(), other)
	g.statements((n + 1) / 2)
	g.emit("goto (M1, %d) %s", g.simd, end)
	g.put(other)
	g.statements(max(n/2, 1))
	g.put(end)
}

// crossing is two jumps whose ranges overlap without nesting.
func (g *gen) crossing(n int) {
	a, b := g.newLabel(), g.newLabel()
	g.branch(g.condition(), a)
	g.statements((n + 2) / 3)
	g.branch(g.condition(), b)
	g.statements((n + 2) / 3)
	g.put(a)
	g.statements((n + 2) / 3)
	g.put(b)
}

// loop runs each lane up to 3 times; its counter is per lane or uniform.
func (g *gen) loop(n int) {
	if g.loops == maxLoops {
		g.ifThen(n)
		return
	}
	id := g.loops
	g.loops++
	g.preds++
	p, top, end := g.preds, g.newLabel(), g.newLabel()
	uniform := g.chance(40)
	g.put(top)
	next := g.newLabel() // where a lane goes that is done with this round
	g.inLoop = append(g.inLoop, end, next)
	g.statements(n)
	g.inLoop = g.inLoop[:len(g.inLoop)-2]
	g.put(next)
	size, mask := min(g.simd, 16), "M1"
	cnt := func(half int) string { return fmt.Sprintf("CNT(%d,0)", 4*id+2*half) }
	step := []string{"M1", "M5"}
	limit := g.r.IntN(3) + 1
	if uniform {
		g.emit("add (M1_NM, 1) %s<1> %s<0;1,0> 0x1:w", cnt(0), cnt(0))
		if !g.intel && g.chance(40) { // those that are there leave together, past others that wait
			g.emit("cmp.%s (M1_NM, 1) PU %s<0;1,0> %#x:d", g.relation(), cnt(0), 1+g.r.IntN(3))
			g.emit("(PU) goto (M1, 1) %s", end)
		}
		g.emit("cmp.lt (%s, %d) P%d %s<0;1,0> %#x:d", pick(g, []string{"M1", "M1_NM"}), g.simd, p, cnt(0), limit)
	} else {
		for half := range (g.simd + 15) / 16 {
			mask = step[half]
			g.emit("add (%s, %d) %s<1> %s<1;1,0> 0x1:w", mask, size, cnt(half), cnt(half))
			g.emit("cmp.lt (%s, %d) P%d %s<1;1,0> %#x:d", mask, size, p, cnt(half), limit)
		}
	}
	if !g.intel && g.chance(40) { // some lanes are done before others
		g.emit("and (M1, %d) P%d P%d P%d", g.simd, p, p, 1+g.r.IntN(g.user))
	}
	g.emit("(P%d) goto (M1, %d) %s", p, g.simd, top)
	g.put(end)
}

// uniformLoop runs all lanes that are there up to 3 times.
func (g *gen) uniformLoop(n int) {
	if g.loops == maxLoops || g.intel && g.depth > 1 {
		g.ifThen(n)
		return
	}
	cnt := fmt.Sprintf("CNT(%d,0)", 4*g.loops)
	g.loops++
	open, top := g.inLoop, g.newLabel()
	g.inLoop = nil
	g.put(top)
	if g.depth == 1 {
		g.depth = 0 // a barrier stands in a loop of the whole group too
	}
	g.statements(n)
	g.depth = max(g.depth, 1)
	g.inLoop = open
	g.emit("add (M1_NM, 1) %s<1> %s<0;1,0> 0x1:w", cnt, cnt)
	g.emit("cmp.lt (M1_NM, 1) PU %s<0;1,0> %#x:d", cnt, g.r.IntN(3)+1)
	g.emit("(PU) %s (M1, 1) %s", pick(g, []string{"goto", "jmp"}), top)
}

// uniformSkip jumps over n statements with all lanes or none.
func (g *gen) uniformSkip(n int) {
	if g.intel && g.depth > 1 { // where lanes wait the finalizer reads a bit per lane
		g.ifThen(n)
		return
	}
	end := g.newLabel()
	g.emit("cmp.%s (M1_NM, 1) PU HDR(0,%d)<0;1,0> %#x:ud", g.relation(), g.r.IntN(8), g.r.IntN(300))
	if !g.intel && g.chance(25) { // lane 0 decides for all
		g.emit("(%sP%d) %s (M1, 1) %s", pick(g, []string{"", "!"}), 1+g.r.IntN(g.user), pick(g, []string{"goto", "jmp"}), end)
	}
	g.emit("(%sPU) %s (M1, 1) %s", pick(g, []string{"", "!"}), pick(g, []string{"goto", "jmp"}), end)
	open := g.inLoop
	g.inLoop = nil // nobody may leave to a label beyond a range that others skip
	g.statements(n)
	g.inLoop = open
	g.put(end)
}

// call calls a subroutine that does not call this one, with all lanes that are there or some.
func (g *gen) call() {
	if g.sub == g.subs {
		g.alu()
		return
	}
	to := g.sub + 1 + g.r.IntN(g.subs-g.sub)
	if g.chance(50) {
		g.emit("call (M1, %d) S%d", g.simd, to)
		return
	}
	g.emit("%s call (M1, %d) S%d", g.condition(), g.simd, to)
}

// subroutines are the texts of all subroutines. No barrier stands in them: some lanes call.
func (g *gen) subroutines() []string {
	g.lines, g.depth = nil, 1
	for n := 1; n <= g.subs; n++ {
		g.sub = n
		g.emit(".function \"S%d\"", n)
		g.put(fmt.Sprintf("S%d", n))
		g.statements(3 + g.r.IntN(20))
		g.emit("ret (M1, %d)", g.simd)
	}
	g.depth = 0
	return g.lines
}

// leave breaks out of an open loop.
func (g *gen) leave() {
	if len(g.inLoop) == 0 {
		g.alu()
		return
	}
	g.branch(g.condition(), pick(g, g.inLoop))
}

// end ends some lanes, or by one number all of them.
func (g *gen) end() {
	switch g.r.IntN(4) {
	case 0:
		g.emit("cmp.%s (M1_NM, 1) PU HDR(0,%d)<0;1,0> %#x:ud", g.relation(), g.r.IntN(8), g.r.IntN(300))
		g.emit("(%sPU) ret (M1, 1)", pick(g, []string{"", "!"}))
	case 1:
		g.emit("ret (M1, %d)", max(g.simd>>g.r.IntN(3), 4))
	default:
		g.emit("%s ret (M1, %d)", g.condition(), g.simd)
	}
}

func (g *gen) relation() string { return pick(g, []string{"eq", "ne", "gt", "ge", "lt", "le"}) }
