package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEdgeSet(t *testing.T) {
	var r Room
	s := r.edgeSet(601)
	for k := range int32(300) {
		s.connect(k, 2*k+1, together)
		s.connect(2*k+1, k, together)
		s.connect(k, k, apart)
	}
	s.connect(7, 3, apart)
	s.connect(20, 41, together)
	s.connect(41, 20, apart)
	s.connect(21, 43, apart)
	s.connect(43, 21, together)
	s.connect(3, 7, together)
	near := s.adjacency(601, &r)
	first, adj := near.first, near.list
	require.Len(t, first, 602)
	assert.Equal(t, []neighbour{newNeighbour(1, together)}, adj[first[0]:first[1]])
	assert.Equal(t, []neighbour{newNeighbour(1, together), newNeighbour(7, apart)}, adj[first[3]:first[4]])
	assert.Equal(t, []neighbour{newNeighbour(3, apart), newNeighbour(15, together)}, adj[first[7]:first[8]])
	assert.Equal(t, []neighbour{newNeighbour(299, together)}, adj[first[599]:first[600]])
	assert.Equal(t, []neighbour{newNeighbour(10, together), newNeighbour(43, apart)}, adj[first[21]:first[22]])
	assert.Equal(t, apart, adj[first[20]].kind())
	assert.Empty(t, adj[first[600]:first[601]])
	assert.Len(t, adj, 600)
}

func TestUnitMap(t *testing.T) {
	m := newUnitMap(200)
	assert.Len(t, m, 4)
	m.add(60, 10)
	m.add(128, 64)
	for _, c := range []struct {
		at, n int32
		free  bool
	}{{0, 60, true}, {0, 61, false}, {69, 1, false}, {70, 58, true}, {70, 59, false}, {191, 1, false}, {192, 8, true}, {60, 0, true}} {
		assert.Equal(t, c.free, m.free(c.at, c.n), "%d from %d", c.n, c.at)
	}
}

// refsOf collects the refs of the last instruction, units from its objects.
func refsOf(t *testing.T, p *prog) []ref {
	t.Helper()
	o, err := newObjects(p.Program, testLimits, len(p.Flags))
	require.NoError(t, err)
	acc, err := collect(o)
	require.NoError(t, err)
	refs := acc.of(int32(len(p.Insts) - 1))
	for k := range refs {
		refs[k].unit -= o.list[refs[k].obj].first
	}
	return refs
}

// footprintCase is an instruction on v (object 0), w (object 1), flag 0 (object 2)
// and its refs: object, first unit, units, first channel, units of a channel,
// write, full.
type footprintCase struct {
	build func(p *prog, v, w int32) *native.Inst
	want  []ref
}

var packed = native.Region{V: 8, W: 8, H: 1}

func virtual(v int32, ty native.Type, sub int, r native.Region) native.Operand {
	return native.Operand{File: native.Virt, Reg: v, Type: ty, Sub: uint16(sub), Region: r}
}

// TestFootprints: bytes, first channel and bytes of each channel of operands.
func TestFootprints(t *testing.T) {
	for _, list := range []map[string]footprintCase{regionCases, flagCases} {
		for name, c := range list {
			t.Run(name, func(t *testing.T) {
				p := newProg()
				v, w := p.newVar("v", 64), p.newVar("w", 64)
				p.newFlag(16)
				c.build(p, v, w)
				assert.Equal(t, c.want, refsOf(t, p))
			})
		}
	}
}

var regionCases = map[string]footprintCase{
	"packed": {func(p *prog, v, w int32) *native.Inst {
		return p.alu(native.OpMov, vec(v), vec(w))
	}, []ref{{1, 0, 64, 0, 4, false, false}, {0, 0, 64, 0, 4, true, true}}},
	"upper half": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, virtual(v, native.D, 32, packed), virtual(w, native.D, 32, packed))
		in.ExecSize, in.ChanOff = 8, 8
		return in
	}, []ref{{1, 32, 32, 8, 4, false, false}, {0, 32, 32, 8, 4, true, true}}},
	"NoMask": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, vec(v), scl(w))
		in.NoMask = true
		return in
	}, []ref{{1, 0, 4, -1, 0, false, false}, {0, 0, 64, -1, 4, true, true}}},
	"one channel": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, scl(v), scl(w))
		in.ExecSize, in.ChanOff = 1, 4
		return in
	}, []ref{{1, 0, 4, 4, 4, false, false}, {0, 0, 4, 4, 4, true, true}}},
	"one value for all": {func(p *prog, v, w int32) *native.Inst {
		return p.alu(native.OpMov, vec(v), virtual(w, native.D, 8, native.Scalar))
	}, []ref{{1, 8, 4, -1, 0, false, false}, {0, 0, 64, 0, 4, true, true}}},
	"rows": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, vec(v), virtual(w, native.W, 2, native.Region{V: 8, W: 4, H: 1}))
		in.ExecSize = 8
		return in
	}, []ref{{1, 2, 8, 0, 2, false, false}, {1, 18, 8, 4, 2, false, false}, {0, 0, 32, 0, 4, true, true}}},
	"stride 2": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, native.NullDst(native.D), virtual(w, native.W, 0, native.Region{V: 8, W: 4, H: 2}))
		in.ExecSize = 4
		return in
	}, []ref{{1, 0, 2, 0, 2, false, false}, {1, 4, 2, 1, 2, false, false}, {1, 8, 2, 2, 2, false, false}, {1, 12, 2, 3, 2, false, false}}},
	"destination stride 2": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, virtual(v, native.UW, 2, packed), imm(1))
		in.ExecSize, in.Dst.Region.H = 2, 2
		return in
	}, []ref{{0, 2, 2, 0, 2, true, true}, {0, 6, 2, 1, 2, true, true}}},
}

var flagCases = map[string]footprintCase{
	"predicated": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, vec(v), imm(1))
		in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: 1}
		return in
	}, []ref{{2, 0, 16, 0, 1, false, false}, {0, 0, 64, 0, 4, true, false}}},
	"sel": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpSel, vec(v), imm(1), imm(2))
		in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: 1}
		return in
	}, []ref{{2, 0, 16, 0, 1, false, false}, {0, 0, 64, 0, 4, true, true}}},
	"sel.lt": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpSel, native.NullDst(native.D), imm(1), imm(2))
		in.Cond, in.Flag = native.CondLT, native.Flag{Virt: 1}
		return in
	}, []ref{}},
	"any8h": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, native.NullDst(native.D), imm(1))
		in.PredCtrl, in.Flag, in.ExecSize, in.ChanOff = native.PredAny8H, native.Flag{Virt: 1}, 4, 12
		return in
	}, []ref{{2, 8, 8, -1, 0, false, false}}},
	"any32h of 16 bits": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, native.NullDst(native.D), imm(1))
		in.PredCtrl, in.Flag = native.PredAny32H, native.Flag{Virt: 1}
		return in
	}, []ref{{2, 0, 16, -1, 0, false, false}}},
	"cmp": {func(p *prog, v, w int32) *native.Inst {
		in := p.cmp(0, native.CondLT, imm(1), imm(2))
		in.ExecSize, in.ChanOff = 4, 8
		return in
	}, []ref{{2, 8, 4, 8, 1, true, true}}},
	"predicated cmp": {func(p *prog, v, w int32) *native.Inst {
		in := p.cmp(0, native.CondLT, imm(1), imm(2))
		in.PredCtrl = native.PredSeq
		return in
	}, []ref{{2, 0, 16, 0, 1, false, false}, {2, 0, 16, 0, 1, true, false}}},
	"flag register": {func(p *prog, v, w int32) *native.Inst {
		f := native.Operand{File: native.VirtFlag, Type: native.UW, Region: native.Scalar}
		return p.scalar(native.OpMov, f, imm(1))
	}, []ref{{2, 0, 16, -1, 16, true, true}}},
	"store": {func(p *prog, v, w int32) *native.Inst {
		p.store(v, w)
		return &p.Insts[0]
	}, []ref{{0, 0, 64, 0, 4, false, false}, {1, 0, 64, 0, 4, false, false}}},
	"load": {func(p *prog, v, w int32) *native.Inst {
		p.load(v, w)
		p.Insts[0].Msg.Desc = 2<<25 | 2<<20 | 0x5e00
		return &p.Insts[0]
	}, []ref{{1, 0, 64, 0, 4, false, false}, {0, 0, 64, 0, 4, true, true}}},
	"load with a header": {func(p *prog, v, w int32) *native.Inst {
		p.Vars[1].Size = 96
		p.load(v, w)
		p.Insts[0].Msg.Desc = 3<<25 | 2<<20 | 1<<19 | 0x5e00
		return &p.Insts[0]
	}, []ref{{1, 0, 32, -1, 0, false, false}, {1, 32, 64, 0, 4, false, false}, {0, 0, 64, 0, 4, true, true}}},
	"load of four lanes": {func(p *prog, v, w int32) *native.Inst {
		p.load(v, w)
		p.Insts[0].Msg.Desc, p.Insts[0].ExecSize, p.Insts[0].NoMask = 1<<25|2<<20|0x6d00, 4, true
		return &p.Insts[0]
	}, []ref{
		{1, 0, 32, -1, 0, false, false}, {0, 0, 16, -1, 0, true, true}, {0, 16, 16, -1, 0, true, false},
		{0, 32, 16, -1, 0, true, true}, {0, 48, 16, -1, 0, true, false},
	}},
	"unknown load": {func(p *prog, v, w int32) *native.Inst {
		p.load(v, w)
		return &p.Insts[0]
	}, []ref{{1, 0, 64, -1, 0, false, false}, {0, 0, 64, -1, 0, true, false}}},
	"NoMask load": {func(p *prog, v, w int32) *native.Inst {
		p.load(v, w)
		p.Insts[0].NoMask = true
		return &p.Insts[0]
	}, []ref{{1, 0, 64, -1, 0, false, false}, {0, 0, 64, -1, 0, true, true}}},
	"named register": {func(p *prog, v, w int32) *native.Inst {
		in := p.alu(native.OpMov, native.NullDst(native.D), native.GRFOperand(5, 16, packed, native.D))
		return in
	}, []ref{{3, 16, 16, 0, 4, false, false}, {4, 0, 32, 4, 4, false, false}, {5, 0, 16, 12, 4, false, false}}},
}

// TestAtoms: a variable is one atom until something touches a part of it, or
// its channels have no place of their own.
func TestAtoms(t *testing.T) {
	p := newProg()
	x, y, z := p.newVar("x", 64), p.newVar("y", 64), p.newVar("z", 64)
	p.newVar("unused", 8)
	p.alu(native.OpMov, vec(x), vec(y)) // 16 channels of 4 bytes
	words := vec(y)                     // and of 2 bytes: no byte but the first two has one owner
	words.Type, words.Region = native.UW, native.Region{V: 16, W: 16, H: 1}
	p.alu(native.OpMov, native.NullDst(native.UW), words)
	p.scalar(native.OpMov, scl(z), imm(1)) // part of z, no owner
	p.alu(native.OpMov, native.NullDst(native.D), scl(z))
	p.alu(native.OpMov, native.NullDst(native.D), vec(x))
	o, err := newObjects(p.Program, testLimits, 0)
	require.NoError(t, err)
	acc, err := collect(o)
	require.NoError(t, err)
	a := cutAtoms(o, acc)
	assert.Equal(t, []int32{0, 1, 4, 6, 7}, a.start)
	assert.Equal(t, []int32{0, 1, 1, 1, 2, 2, 3}, a.obj)
	assert.Equal(t, []bool{true, true, false, true, false, false, false}, a.owned)
	assert.Equal(t, []ref{{1, 1, 3, 0, 4, false, false}, {0, 0, 1, 0, 4, true, true}}, acc.of(0))
	assert.Equal(t, []ref{{1, 1, 2, 0, 2, false, false}}, acc.of(1))
	assert.Equal(t, []ref{{2, 4, 1, -1, 4, true, true}}, acc.of(2))
}

// TestBetween: the sums of all runs of a row of numbers.
func TestBetween(t *testing.T) {
	row := []int32{3, 0, 1, 0, 0, 2, 1, 1, 0, 5, 0}
	c := newCounts(len(row))
	for at, n := range row {
		c.add(int32(at), n)
	}
	assert.Equal(t, int32(13), c.total())
	for lo := range row {
		sum := int32(0)
		for hi := lo; hi <= len(row); hi++ {
			assert.Equal(t, sum, c.between(int32(lo), int32(hi)), "%d to %d", lo, hi)
			if hi < len(row) {
				sum += row[hi]
			}
		}
	}
}

// TestRoom: lists do not meet, and the pieces of memory serve again.
func TestRoom(t *testing.T) {
	var r Room
	for range 2 {
		r.reset()
		s := r.edgeSet(3000)
		for y := range int32(3000) {
			s.connect(y, 2999-y, apart)
			s.connect(0, y, apart)
		}
		near := s.adjacency(3000, &r)
		assert.Len(t, near.of(0), 2999)
		assert.Equal(t, []neighbour{newNeighbour(0, apart), newNeighbour(1000, apart)}, near.of(1999))
	}
	assert.Len(t, r.neighbour.pieces, 10)
	assert.Len(t, r.numbers.pieces, 2)
}

// TestDrop: what is dropped in place is what edits drop.
func TestDrop(t *testing.T) {
	program := func() *native.Program {
		p := &native.Program{Insts: make([]native.Inst, 6), Labels: []int{0, 1, 2, 5, 6}}
		for i := range p.Insts {
			p.Insts[i].VISA = int32(i + 1)
		}
		return p
	}
	for _, drops := range [][]int{nil, {0}, {5}, {1, 2}, {0, 2, 4}, {0, 1, 2, 3, 4, 5}} {
		var edits []edit
		for _, i := range drops {
			edits = append(edits, edit{inst: i, drop: true})
		}
		want, got := program(), program()
		apply(want, edits, &Room{})
		drop(got, edits)
		assert.Equal(t, want, got, "%v", drops)
	}
	p := program()
	drop(p, []edit{{inst: 1, drop: true}, {inst: 2, drop: true}})
	assert.Equal(t, []int{0, 1, 1, 3, 4}, p.Labels)
	assert.Len(t, p.Insts, 4)
}
