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
