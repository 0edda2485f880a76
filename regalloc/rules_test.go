package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// location is the first byte of a GRF operand.
func location(o native.Operand) int { return int(o.Reg)*grfBytes + int(o.Sub) }

func overlap(a, an, b, bn int) bool { return a < b+bn && b < a+an }

func TestPressureError(t *testing.T) {
	p := newProg()
	id := p.input("id", 0, 64)
	x, y := p.newVar("x", 64), p.newVar("y", 64)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))
	p.alu(native.OpAdd, vec(y), vec(id), imm(2))
	p.store(x, y)
	p.eot()
	_, err := Allocate(p.Program, native.SKL, Options{GRFs: 3})
	var e *PressureError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "GRF", e.File)
	assert.Equal(t, 4, e.Need)
	assert.Equal(t, 3, e.Have)
	assert.Equal(t, 0, e.Inst)
	assert.Equal(t, []string{"id", "x"}, e.Live)
}

func TestPressureJustFits(t *testing.T) {
	p := newProg()
	id := p.input("id", 0, 64)
	var all []int32
	for range 6 {
		v := p.newVar("v", 64)
		p.alu(native.OpAdd, vec(v), vec(id), imm(1))
		all = append(all, v)
	}
	for _, v := range all {
		p.store(id, v)
	}
	s, err := Allocate(p.Program, native.SKL, Options{GRFs: 14, Verify: true})
	require.NoError(t, err)
	assert.Equal(t, 14, s.GRFs)
	assert.Equal(t, 14*grfBytes, s.MaxLiveBytes)
}

func TestInputsAreFreeAfterTheirLastUse(t *testing.T) {
	p := newProg()
	id := p.input("id", 0, 64)
	x, y := p.newVar("x", 64), p.newVar("y", 64)
	p.alu(native.OpAdd, vec(x), vec(id), imm(1))
	p.alu(native.OpAdd, vec(y), vec(x), imm(1))
	p.store(y, y)
	s := allocate(t, p.Program)
	assert.Equal(t, 2, s.GRFs)
}

func TestScalarsShareARegister(t *testing.T) {
	p := newProg()
	id := p.input("id", 0, 64)
	x := p.newVar("x", 64)
	p.alu(native.OpMov, vec(x), vec(id))
	for range 8 {
		p.scalar(native.OpMov, scl(p.newVar("u", 4)), imm(1))
	}
	for u := int32(2); u < 10; u++ {
		p.alu(native.OpAdd, vec(x), vec(x), scl(u))
	}
	p.store(x, x)
	assert.LessOrEqual(t, allocate(t, p.Program).GRFs, 3)
}

// TestTwoRegisterInstructions covers R-OVL1: a dying source may not lie where
// the first half of the destination goes.
func TestTwoRegisterInstructions(t *testing.T) {
	words := func(v int32) native.Operand {
		o := vec(v)
		o.Type, o.Region = native.UW, native.Region{V: 16, W: 16, H: 1}
		return o
	}
	for name, c := range map[string]struct {
		size, dst, grfs int
		build           func(p *prog, s, d int32)
		same            bool
	}{
		"scalar to vector": {4, 64, 3, func(p *prog, s, d int32) { p.alu(native.OpAdd, vec(d), scl(s), imm(1)) }, false},
		"widening":         {32, 64, 3, func(p *prog, s, d int32) { p.alu(native.OpAdd, vec(d), words(s), imm(1)) }, false},
		"narrowing":        {64, 32, 3, func(p *prog, s, d int32) { p.alu(native.OpAdd, words(d), vec(s), imm(1)) }, false},
		"equal cells":      {64, 64, 2, func(p *prog, s, d int32) { p.alu(native.OpAdd, vec(d), vec(s), imm(1)) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProg()
			s, d := p.newVar("s", c.size), p.newVar("d", c.dst)
			if c.size == 4 {
				p.scalar(native.OpMov, scl(s), imm(1))
			} else {
				p.alu(native.OpMov, words(s), imm(1)).NoMask = true
			}
			c.build(p, s, d)
			p.alu(native.OpMov, native.NullDst(native.UW), words(d))
			_, err := Allocate(p.Program, native.SKL, Options{GRFs: c.grfs, Verify: true})
			require.NoError(t, err)
			in := p.Insts[1]
			assert.Equal(t, c.same, overlap(location(in.Dst), c.dst, location(in.Src[0]), c.size))
		})
	}
}

func TestSplitPayloadsAreApart(t *testing.T) {
	p := newProg()
	a, d := p.newVar("a", 64), p.newVar("d", 64) // nothing defines them
	p.store(a, d)
	p.eot()
	allocate(t, p.Program)
	assert.False(t, overlap(location(p.Insts[0].Src[0]), 64, location(p.Insts[0].Src[1]), 64))
}

func TestFlagsSpill(t *testing.T) {
	var moves []int
	rounds := 0
	for _, c := range []struct{ bits, fit int }{{16, 4}, {32, 2}} {
		for n := 1; n <= 7; n++ {
			p := newProg()
			p.SIMD = c.bits
			id, x := p.input("id", 32, 128), p.newVar("x", 64)
			for k := range n {
				f := p.newFlag(c.bits)
				p.cmp(f, native.CondLT, vec(id), imm(0x30000000+k<<26))
			}
			ifElse(p, id, func() {
				in := p.cmp(0, native.CondGE, vec(id), imm(0x50000000)) // keeps the sleeping lanes' bits
				in.PredCtrl = native.PredSeq
			}, func() {})
			for k := range n {
				p.alu(native.OpMov, vec(x), imm(0))
				in := p.alu(native.OpMov, vec(x), imm(k+1))
				in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: int32(k + 1)}
				p.store(id, x)
			}
			p.eot()
			before := Snapshot(p.Program)
			s := allocate(t, p.Program)
			assert.Equal(t, n+1 > c.fit, s.FlagsSpilled > 0, "%d flags of %d bits: %d spilled", n, c.bits, s.FlagsSpilled)
			moves = append(moves, s.FlagMoves)
			rounds = max(rounds, s.FlagRounds)
			assert.True(t, sameRuns(t, before, p.Program), "%d flags of %d bits", n, c.bits)
			if s.FlagMoves > 0 {
				_, err := Allocate(Snapshot(before), native.SKL, Options{Cost: s.Cost()})
				assert.ErrorIs(t, err, ErrCost)
				_, err = Allocate(Snapshot(before), native.SKL, Options{Cost: s.Cost() + 1})
				assert.NoError(t, err)
			}
		}
	}
	assert.Equal(t, []int{0, 0, 0, 2, 4, 6, 8, 0, 2, 4, 6, 8, 10, 12}, moves)
	assert.Equal(t, 1, rounds)
}

// TestSpilledFlagOfWhile has lanes that jump to a while whose flag must be
// loaded first, and a break whose UIP must name the while itself.
func TestSpilledFlagOfWhile(t *testing.T) {
	p := newProg()
	id, i, x := p.input("id", 32, 64), p.newVar("i", 64), p.newVar("x", 64)
	again, leave := p.newFlag(16), p.newFlag(16)
	p.cmp(again, native.CondLT, vec(id), imm(0x50000000))
	var held []int32
	for k := range 4 {
		held = append(held, p.newFlag(16))
		p.cmp(held[k], native.CondLT, vec(id), imm(0x30000000+k<<26))
	}
	p.alu(native.OpMov, vec(i), vec(id))
	head, end := p.label(), p.label()
	p.place(head)
	p.alu(native.OpAdd, vec(i), vec(i), imm(0x08000000))
	for _, h := range append(held, held...) {
		p.alu(native.OpMov, vec(x), imm(0))
		in := p.alu(native.OpMov, vec(x), imm(1))
		in.PredCtrl, in.Flag = native.PredSeq, native.Flag{Virt: h + 1}
		p.store(id, x)
	}
	p.cmp(leave, native.CondGE, vec(i), imm(0x60000000))
	p.branch(native.OpBreak, leave, end, end)
	p.store(id, i)
	p.place(end)
	p.branch(native.OpWhile, again, head, 0)
	p.eot()
	before := Snapshot(p.Program)
	allocate(t, p.Program)
	assert.True(t, sameRuns(t, before, p.Program))
	for k := range p.Insts {
		if in := &p.Insts[k]; in.Op == native.OpBreak {
			u, j := p.Labels[in.Label2-1], p.Labels[in.Label-1]
			assert.Equal(t, native.OpWhile, p.Insts[u].Op)
			assert.Equal(t, u-1, j, "JIP names the load of the flag")
			assert.Zero(t, p.Insts[j].Origin)
		}
	}
}

// TestResponsesLeaveTheLastRegister covers eu.send.last: what is no response may have r127.
func TestResponsesLeaveTheLastRegister(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	plain, response := p.newVar("plain", 32), p.newVar("response", 32)
	p.Vars[plain].MinGRF, p.Vars[response].MinGRF = 126, 126
	eight := func(in *native.Inst) *native.Inst {
		in.ExecSize = 8
		return in
	}
	eight(p.alu(native.OpMov, vec(plain), imm(1)))
	p.load(response, id)
	in := eight(&p.Insts[1])
	in.Msg.Desc = 1<<25 | 1<<20
	eight(p.alu(native.OpAdd, native.NullDst(native.D), vec(plain), vec(response)))
	allocate(t, p.Program)
	assert.Equal(t, int32(126), p.Insts[1].Dst.Reg)
	assert.Equal(t, int32(127), p.Insts[0].Dst.Reg)
}

// TestResponseOverItsPayload is the same where payload and response share registers:
// they may, but not the last one.
func TestResponseOverItsPayload(t *testing.T) {
	for name, c := range map[string]struct {
		first int // lowest register that both may have
		want  int32
	}{"below": {124, 124}, "up to the last": {126, -1}} {
		p := newProg()
		payload, response := p.newVar("payload", 64), p.newVar("response", 64)
		p.Vars[payload].MinGRF, p.Vars[response].MinGRF = c.first, c.first
		p.alu(native.OpMov, vec(payload), imm(1)).NoMask = true
		p.load(response, payload)
		p.alu(native.OpAdd, native.NullDst(native.D), vec(response), imm(1))
		_, err := Allocate(p.Program, native.SKL, Options{Verify: true})
		if c.want < 0 {
			assert.ErrorContains(t, err, "GRF pressure", name)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, c.want, p.Insts[1].Dst.Reg, name)
		assert.Empty(t, native.Check(native.SKL, p.Insts), name)
	}
}

// indirect reads table[index] through an address register per lane.
func indirect() (*prog, int) {
	p := newProg()
	id := p.input("id", 32, 64)
	table, index, x := p.newVar("table", 64), p.newVar("index", 32), p.newVar("x", 64)
	p.Addrs = append(p.Addrs, native.AddrVar{Name: "A", Words: 16})
	p.alu(native.OpAdd, vec(table), vec(id), imm(5)).NoMask = true
	w := vec(index)
	w.Type, w.Region = native.UW, native.Region{V: 16, W: 16, H: 1}
	p.alu(native.OpMov, w, imm(8)).NoMask = true
	a := native.Operand{File: native.VirtAddr, Type: native.UW, Region: native.Dst1}
	base := native.ImmOperand(0, native.UW)
	base.AddrOf = table + 1
	p.alu(native.OpAdd, a, w, base)
	in := p.alu(native.OpMov, vec(x), native.Operand{
		File: native.GRF, Indirect: true, Type: native.D, Region: native.Region{V: native.VxH, W: 1}, AddrReg: 1,
	})
	in.Uses = []int32{table}
	p.store(id, x)
	p.eot()
	return p, 3
}

func TestIndirectOperands(t *testing.T) {
	p, read := indirect()
	allocate(t, p.Program)
	tableAt := location(p.Insts[0].Dst)
	assert.Equal(t, uint64(tableAt), p.Insts[read-1].Src[1].Imm)
	assert.Equal(t, native.ARF, p.Insts[read-1].Dst.File)
	assert.Zero(t, p.Insts[read].Src[0].AddrReg)
	assert.False(t, overlap(tableAt, 64, location(p.Insts[1].Dst), 32), "index lies in the table")
	assert.False(t, overlap(tableAt, 64, location(p.Insts[read].Dst), 64), "two-register destination in the table")
}

func TestVerifyIndirect(t *testing.T) {
	p, _ := indirect()
	assert.NoError(t, Verify(p.Program, forced(t, p.Program, nil, nil), native.SKL))
	bad := forced(t, p.Program, map[int32]int32{1: 20 * grfBytes, 2: 21 * grfBytes}, nil)
	assert.ErrorContains(t, Verify(p.Program, bad, native.SKL), "of table in byte")
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		build func(p *prog, v int32)
		want  string
	}{
		"operand past its variable": {func(p *prog, v int32) {
			o := vec(v)
			o.Sub = 4
			p.alu(native.OpMov, o, imm(1))
		}, "instruction 0: reaches bytes 64 to 67 of v, which has 64"},
		"no such variable": {func(p *prog, v int32) { p.alu(native.OpMov, vec(7), imm(1)) }, "GRF variable 7 of 1"},
		"call":             {func(p *prog, v int32) { p.branch(native.OpCall, -1, 0, 0) }, "call without a target: flow is not modelled"},
		"label":            {func(p *prog, v int32) { p.branch(native.OpJmpi, -1, 3, 0) }, "label 3 of 0"},
		"flag size": {func(p *prog, v int32) {
			f := p.newFlag(16)
			p.cmp(f, native.CondLT, vec(v), imm(1)).ChanOff = 16
		}, "reaches channels 16 to 16 of P, which has 16"},
		"alignment":   {func(p *prog, v int32) { p.Vars[v].Align = 3 }, "alignment 3"},
		"loose input": {func(p *prog, v int32) { p.Vars[v].LiveIn = true }, "input without a fixed place"},
		"two at one place": {func(p *prog, v int32) {
			a, b := p.input("a", 0, 64), p.input("b", 32, 64)
			p.alu(native.OpAdd, vec(a), vec(a), imm(1))
			p.alu(native.OpAdd, vec(a), vec(a), vec(b))
			p.store(a, a)
		}, "a and b are fixed to the same registers"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProg()
			c.build(p, p.newVar("v", 64))
			_, err := Allocate(p.Program, native.SKL, Options{Verify: true})
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestRegistersInTurn: whole registers are taken in turn, from the lowest again behind
// the last; what is smaller is placed first fit, and a copy stays where it is copied from.
func TestRegistersInTurn(t *testing.T) {
	at := func(o native.Operand) int { return location(o) / 32 }
	p := newProg()
	read := func(v int32) { p.alu(native.OpAdd, native.NullDst(native.D), vec(v), imm(1)) }
	for range 3 {
		v, small := p.newVar("v", 64), p.newVar("small", 4)
		p.scalar(native.OpMov, scl(small), imm(1))
		p.alu(native.OpAdd, vec(v), scl(small), imm(1))
		read(v)
	}
	s, err := Allocate(p.Program, native.SKL, Options{GRFs: 6, Verify: true})
	require.NoError(t, err)
	assert.Equal(t, 2, s.GRFs)
	var smalls, wholes []int
	for i := 0; i < len(p.Insts); i += 3 {
		smalls, wholes = append(smalls, at(p.Insts[i].Dst)), append(wholes, at(p.Insts[i+1].Dst))
	}
	assert.Equal(t, []int{0, 0, 0}, smalls)
	assert.Equal(t, []int{1, 3, 1}, wholes)
}
