package regalloc

import (
	"fmt"
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// flagText names an instruction by its origin and the flags that it touches, or
// as the load or save of one.
func flagText(p *native.Program, in *native.Inst) string {
	name := func(f int32) string { return fmt.Sprintf("P%d", f) }
	switch {
	case in.Origin == 0 && in.Dst.File == native.VirtFlag:
		return "load " + name(in.Dst.Reg) + " from " + p.Vars[in.Src[0].Reg].Name
	case in.Origin == 0:
		return "save " + name(in.Src[0].Reg) + " to " + p.Vars[in.Dst.Reg].Name
	}
	out := fmt.Sprint(in.Origin - 1)
	if in.Flag.Virt > 0 {
		out += " " + name(in.Flag.Virt-1)
	}
	for _, o := range [...]*native.Operand{&in.Dst, &in.Src[0], &in.Src[1]} {
		if o.File == native.VirtFlag {
			out += " " + name(o.Reg)
		}
	}
	return out
}

// TestSpilledFlag: each instruction that touches a spilled flag has a temporary,
// loaded where bits of before matter and something defined them, saved after
// writes. P1 stays.
func TestSpilledFlag(t *testing.T) {
	p := newProg()
	id, x := p.input("id", 32, 64), p.newVar("x", 64)
	f, g := p.newFlag(16), p.newFlag(16)
	p.Flags[f].Name, p.Flags[g].Name = "F", "G"
	flag := native.Operand{File: native.VirtFlag, Reg: f, Type: native.UW, Region: native.Scalar}
	reads := func(v int32, o native.Operand) {
		p.alu(native.OpMov, vec(v), o).PredCtrl = native.PredSeq
		p.Insts[len(p.Insts)-1].Flag.Virt = f + 1
	}
	p.cmp(f, native.CondLT, vec(id), imm(1))                                          // 0: nothing to keep
	reads(x, imm(1))                                                                  // 1
	p.cmp(g, native.CondLT, vec(id), imm(1))                                          // 2
	p.cmp(f, native.CondLT, vec(id), imm(1)).PredCtrl = native.PredSeq                // 3
	p.scalar(native.OpMov, flag, imm(1))                                              // 4: every bit is new
	p.scalar(native.OpMov, scl(x), flag)                                              // 5
	p.cmp(f, native.CondLT, vec(id), imm(1)).ExecSize = 8                             // 6: the upper bits stay
	p.scalar(native.OpAdd, flag, flag, native.ImmOperand(1, native.UW)).Src[1] = flag // 7: three times
	p.cmp(f, native.CondLT, vec(id), imm(2))                                          // 8: sleeping lanes' bits stay
	p.scalar(native.OpMov, scl(x), flag)                                              // 9
	for i := range p.Insts {
		p.Insts[i].Origin = int32(i + 1)
	}
	a, err := analyse(p.Program, testLimits, 2)
	require.NoError(t, err)
	a.spillFlags([]int32{a.index[fileFlag][f]})
	var got []string
	for i := range p.Insts {
		got = append(got, flagText(p.Program, &p.Insts[i]))
	}
	assert.Equal(t, []string{
		"0 P10", "save P10 to spill_F",
		"load P9 from spill_F", "1 P9",
		"2 P1",
		"load P8 from spill_F", "3 P8", "save P8 to spill_F",
		"4 P7", "save P7 to spill_F",
		"load P6 from spill_F", "5 P6",
		"load P5 from spill_F", "6 P5", "save P5 to spill_F",
		"load P4 from spill_F", "7 P4 P4 P4", "save P4 to spill_F",
		"load P3 from spill_F", "8 P3", "save P3 to spill_F",
		"load P2 from spill_F", "9 P2",
	}, got)
}

// TestRetarget: a flag is named by predicate and condition, and by operands.
func TestRetarget(t *testing.T) {
	flag := native.Operand{File: native.VirtFlag, Reg: 3}
	other := native.Operand{File: native.Virt, Reg: 3}
	in := native.Inst{Flag: native.Flag{Virt: 4}, Dst: flag, Src: [3]native.Operand{other, flag, flag}}
	retarget(&in, 2, 9)
	assert.Equal(t, native.Inst{Flag: native.Flag{Virt: 4}, Dst: flag, Src: [3]native.Operand{other, flag, flag}}, in)
	retarget(&in, 3, 9)
	flag.Reg = 9
	assert.Equal(t, native.Inst{Flag: native.Flag{Virt: 10}, Dst: flag, Src: [3]native.Operand{other, flag, flag}}, in)
}

// TestUndefinedInLoop: what an instruction of a loop reads and nothing has written is not
// loaded, and its place is not kept around the loop.
func TestUndefinedInLoop(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	sum, x, f, head := p.newVar("sum", 64), p.newVar("x", 64), p.newFlag(16), p.label()
	p.alu(native.OpMov, vec(sum), vec(id))
	p.place(head)
	p.alu(native.OpAdd, vec(sum), vec(sum), vec(x))
	p.cmp(f, native.CondLT, vec(sum), imm(9))
	p.branch(native.OpWhile, f, head, 0)
	p.store(id, sum)
	p.eot()
	m := newMemory(p.Program, testLimits, Options{}, &Stats{})
	m.piece[fileGRF][x] = true
	caps := testLimits
	caps.mem = m
	a, err := analyse(p.Program, caps, 1)
	require.NoError(t, err)
	assert.Equal(t, int32(0), a.graph().span[a.index[fileGRF][x]])
	for b := range a.flow.Blocks {
		for _, e := range a.in.of(int32(b)) {
			at, _ := unpack(e)
			assert.NotEqual(t, a.index[fileGRF][x], a.obj[at], "block %d", b)
		}
	}
}

// TestLiveFromFirstWrite: a value that a masked write defines for the whole thread is live
// from there on, not from the start; in a loop, from the loop's start.
func TestLiveFromFirstWrite(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	x, f, skip, head := p.newVar("x", 64), p.newFlag(16), p.label(), p.label()
	p.cmp(f, native.CondLT, vec(id), imm(1))
	p.branch(native.OpGoto, f, skip, skip)
	p.alu(native.OpAdd, vec(id), vec(id), imm(1)) // block 1
	p.place(skip)                                 // block 2
	p.branch(native.OpJoin, -1, 0, 0)
	p.place(head) // block 3
	p.cmp(f, native.CondLT, vec(id), imm(2))
	p.branch(native.OpGoto, f, skip+2, skip+2)
	p.label()
	p.alu(native.OpAdd, vec(x), vec(id), imm(3)) // block 4
	p.place(skip + 2)                            // block 5
	p.branch(native.OpJoin, -1, 0, 0)
	p.alu(native.OpAdd, vec(id), vec(id), vec(x)).NoMask = true
	p.branch(native.OpWhile, f, head, 0)
	p.eot()
	a, err := analyse(p.Program, testLimits, 1)
	require.NoError(t, err)
	var in []int
	for b := range a.flow.Blocks {
		for _, e := range a.in.of(int32(b)) {
			if at, what := unpack(e); a.obj[at] == a.index[fileGRF][x] {
				assert.NotZero(t, what&defined)
				in = append(in, b)
			}
		}
	}
	assert.Equal(t, []int{3, 4, 5}, in)
}
