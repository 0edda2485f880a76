package opencl

import "fmt"

// locals declares arrays in local memory: the arguments, and none to two of the kernel's
// own beside them.
func (g *generator) locals() {
	uchar, ulong := of(scalars[0], 1), of(scalars[6], 1)
	g.shared = []variable{{"p", uintType, false}, {"b", uchar, false}, {"w", ulong, false}}
	if g.IntN(4) > 0 {
		g.line("__local uint sh[%d];", []int{localSize, 10 * localSize}[g.IntN(2)]) // of the larger, none fits twice
		g.shared = append(g.shared, variable{"sh", uintType, false})
	}
	if g.IntN(3) == 0 {
		g.line("__local ushort sm[%d];", localSize)
		g.shared = append(g.shared, variable{"sm", of(scalars[2], 1), false})
	}
}

// exchange passes values between the items of a group, through several arrays at once: of
// two in the same place one would spoil the other.
func (g *generator) exchange() {
	var used []variable
	for _, s := range g.shared {
		if g.IntN(2) == 0 {
			used = append(used, s)
			g.line("%s[l] = %s;", s.name, g.expr(s.t, 2))
		}
	}
	g.line("barrier(CLK_LOCAL_MEM_FENCE);")
	for _, s := range used {
		name := fmt.Sprintf("v%d", g.next)
		g.next++
		g.line("%s %s = %s[(l + %d) & %d];", s.t.name(), name, s.name, 1+g.IntN(localSize-1), localSize-1)
		g.vars = append(g.vars, variable{name, s.t, true})
	}
	g.line("barrier(CLK_LOCAL_MEM_FENCE);")
}
