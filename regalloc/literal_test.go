package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestElements: byte offsets of the first elements of operands, and their step, as Verify and the
// rest of the allocator see them.
func TestElements(t *testing.T) {
	o := func(ty native.Type, sub int, r native.Region, swizzle uint8) native.Operand {
		return native.Operand{File: native.Virt, Type: ty, Sub: uint16(sub), Region: r, Swizzle: swizzle}
	}
	for name, c := range map[string]struct {
		size    uint8
		align16 bool
		dst     bool
		o       native.Operand
		at      []int
		step    int
	}{
		"packed":             {8, false, false, o(native.D, 4, packed, 0), []int{4, 8, 12, 16, 20, 24, 28, 32}, 4},
		"scalar":             {8, false, false, o(native.D, 4, native.Scalar, 0), []int{4, 4, 4}, 0},
		"one channel":        {1, false, false, o(native.D, 8, packed, 0), []int{8}, 0},
		"columns":            {8, false, false, o(native.W, 0, native.Region{V: 2, W: 1, H: 0}, 0), []int{0, 4, 8, 12}, 4},
		"rows apart":         {8, false, false, o(native.W, 0, native.Region{V: 16, W: 4, H: 2}, 0), []int{0, 4, 8, 12, 32, 36}, 0},
		"rows that follow":   {8, false, false, o(native.W, 0, native.Region{V: 8, W: 4, H: 2}, 0), []int{0, 4, 8, 12, 16, 20}, 4},
		"one row":            {4, false, false, o(native.B, 0, native.Region{V: 0, W: 4, H: 3}, 0), []int{0, 3, 6, 9}, 3},
		"destination":        {8, false, true, o(native.W, 2, native.Region{H: 2}, 0), []int{2, 6, 10, 14}, 4},
		"Align16 identity":   {8, true, false, o(native.F, 0, packed, native.IdentitySwizzle), []int{0, 4, 8, 12, 16, 20, 24, 28}, 4},
		"Align16 reversed":   {8, true, false, o(native.F, 0, packed, 0x1B), []int{12, 8, 4, 0, 28, 24, 20, 16}, 0},
		"Align16 one vector": {8, true, false, o(native.F, 0, native.Region{V: 0, W: 4, H: 1}, native.IdentitySwizzle), []int{0, 4, 8, 12, 0, 4, 8, 12}, 0},
		"Align16 dst":        {8, true, true, o(native.F, 16, native.Region{H: 1}, 0), []int{16, 20, 24, 28, 32}, 4},
	} {
		in := &native.Inst{ExecSize: c.size, Align16: c.align16}
		for k, want := range c.at {
			assert.Equal(t, want, int(c.o.Sub)+elementAt(in, &c.o, c.dst, k)*c.o.Type.Size(), "%s: element %d of Verify", name, k)
		}
		i := 0
		in.Src[0], in.Dst.ChanEn = c.o, 15
		if c.dst {
			i, in.Dst = -1, c.o
			in.Dst.ChanEn = 15
		}
		assert.Equal(t, c.step, in.Step(i), name)
		for k, x := range in.Touches(i)[:len(c.at)] {
			assert.Equal(t, c.at[k], x.At, "%s: element %d", name, k)
		}
	}
}

// TestSameCells: equal bases do no harm where every channel's source and
// destination are one cell.
func TestSameCells(t *testing.T) {
	in := &native.Inst{ExecSize: 16, Dst: dstOf(vec(0))}
	of := func(o native.Operand) bool {
		in.Src[0] = o
		return sameCells(in, 0)
	}
	same := vec(1)
	assert.True(t, of(same))
	next := vec(1)
	next.Sub = 4
	assert.False(t, of(next))
	one := scl(1)
	assert.False(t, of(one))
	in.ExecSize = 1
	assert.False(t, of(one), "one element has no step")
	halves := vec(1)
	halves.Type, halves.Region = native.W, native.Region{V: 16, W: 8, H: 2}
	in.ExecSize = 16
	assert.True(t, of(halves))
	halves.Sub = 2
	assert.True(t, of(halves), "the other half of the cell")
}

// TestLiveAtBlocks: x is live from its definition to its read, and in no block
// that only a later path could reach it from; u counts for the whole thread.
func TestLiveAtBlocks(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	x, u := p.newVar("x", 64), p.newVar("u", 4)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))
	p.scalar(native.OpMov, scl(u), imm(1))
	f := p.newFlag(16)
	l, m := p.label(), p.label()
	p.cmp(f, native.CondLT, vec(id), imm(7))
	p.branch(native.OpGoto, f, l, l)
	p.alu(native.OpAdd, native.NullDst(native.D), vec(x), imm(1))
	p.place(l)
	p.branch(native.OpJoin, -1, m, 0)
	p.alu(native.OpAdd, native.NullDst(native.D), vec(id), scl(u))
	p.place(m)
	p.branch(native.OpJoin, -1, 0, 0)
	a, err := analyse(p.Program, testLimits, len(p.Flags))
	require.NoError(t, err)
	want := [][]uint32{
		{pack(0, liveLane|defined)},
		{pack(0, liveLane|liveSleep|defined), pack(1, liveLane|defined), pack(2, liveThread|defined)},
		{pack(0, liveLane|defined), pack(2, liveThread|defined)},
		{pack(0, liveLane|defined), pack(2, liveThread|defined)},
		{},
	}
	require.Len(t, a.flow.Blocks, len(want))
	for b := range want {
		assert.Equal(t, want[b], a.in.of(int32(b)), "block %d", b)
	}
}

// TestGraph: start, span, uses and neighbours of objects in straight code.
func TestGraph(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	x, y, z := p.newVar("x", 64), p.newVar("y", 64), p.newVar("z", 64)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))                  // 0
	p.alu(native.OpAdd, vec(y), vec(x), vec(x))                   // 1
	p.alu(native.OpMov, vec(z), vec(y))                           // 2: a copy
	p.alu(native.OpAdd, native.NullDst(native.D), vec(z), vec(x)) // 3
	a, err := analyse(p.Program, testLimits, 0)
	require.NoError(t, err)
	g := a.graph()
	assert.Equal(t, []int32{-1, 0, 1, 2}, g.start)
	assert.Equal(t, []int32{0, 3, 1, 1}, g.span)
	assert.Equal(t, []int32{1, 4, 2, 2}, g.uses)
	assert.Equal(t, []neighbour{newNeighbour(id, together), newNeighbour(y, apart), newNeighbour(z, apart)}, sortedNeighbours(g, x))
	assert.Equal(t, []neighbour{newNeighbour(x, apart), newNeighbour(z, together)}, sortedNeighbours(g, y))
	assert.Equal(t, []hint{{y, z, 0, 2}, {z, y, 0, 2}}, g.hints)
	assert.Equal(t, int32(128), g.least[fileGRF])
	assert.Equal(t, int32(1), g.pressure[fileGRF].inst)
}

// graph is that of all objects.
func (a *analysis) graph() *graph {
	g := a.measure()
	a.connect(g)
	return g
}

func sortedNeighbours(g *graph, x int32) []neighbour {
	var out []neighbour
	for y := range int32(len(g.start)) {
		for _, nb := range g.neighbours(x) {
			if nb.obj() == y {
				out = append(out, nb)
			}
		}
	}
	return out
}

// TestCopyOntoItsSource: a copy of the second half of x is placed onto it.
func TestCopyOntoItsSource(t *testing.T) {
	p := newProg()
	id := p.input("id", 0, 64)
	x, y := p.newVar("x", 64), p.newVar("y", 32)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1)).NoMask = true
	half := vec(x)
	half.Sub = 32
	in := p.alu(native.OpMov, vec(y), half)
	in.ExecSize, in.NoMask = 8, true
	p.alu(native.OpAdd, native.NullDst(native.D), vec(y), imm(1)).ExecSize = 8
	s := allocate(t, p.Program)
	assert.Equal(t, 1, s.VoidMoves)
	assert.Equal(t, []int32{0, 0, 32}, s.Vars)
	assert.Equal(t, 2, s.GRFs)
}

// TestLastRegister: a response may not be in the last register of the file, but
// in the last of those that the caller allows.
func TestLastRegister(t *testing.T) {
	few, err := limitsOf(native.SKL, native.GRFs, Options{GRFs: 14})
	require.NoError(t, err)
	for _, c := range []struct {
		l    limits
		s    send
		want int32
	}{{testLimits, send{}, 4096}, {testLimits, send{response: true}, 4064}, {testLimits, send{payload: true}, 4096}, {few, send{response: true}, 448}} {
		obj, err := varObject(native.Var{Size: 20, Align: 4, Fixed: -1}, c.s, c.l)
		require.NoError(t, err)
		assert.Equal(t, c.want, obj.max)
		if c.s != (send{}) {
			assert.Equal(t, int32(32), obj.size)
		}
	}
	_, err = limitsOf(native.SKL, native.GRFs, Options{GRFs: 129})
	assert.ErrorContains(t, err, "129 GRFs: want 1..128")
}

// TestResultsOfRandomPrograms holds what all random programs together need: a
// change of the allocator that makes them worse is seen here.
func TestResultsOfRandomPrograms(t *testing.T) {
	var sum Stats
	for seed := range int64(programs) {
		s, err := Allocate(randomProgram(seed), native.SKL, Options{})
		require.NoError(t, err)
		sum.GRFs += s.GRFs
		sum.FlagsSpilled += s.FlagsSpilled
		sum.FlagRounds += s.FlagRounds
		sum.FlagMoves += s.FlagMoves
		sum.VoidMoves += s.VoidMoves
		sum.MaxLiveBytes += s.MaxLiveBytes
	}
	assert.Equal(t, Stats{GRFs: 1874, FlagsSpilled: 2, FlagRounds: 2, FlagMoves: 12, VoidMoves: 53, MaxLiveBytes: 58696}, sum)
}
