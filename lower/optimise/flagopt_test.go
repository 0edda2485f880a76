package optimise

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

func flagSource(f int32) native.Operand { return edit.FlagReg(f, 0, native.Scalar, native.UW) }

// TestIsMerge: flags that are combined part by part.
func TestIsMerge(t *testing.T) {
	made := func() native.Inst {
		return native.Inst{Op: native.OpAnd, ExecSize: 1, NoMask: true, Dst: edit.FlagReg(1, 0, native.Dst1, native.UW), Src: [3]native.Operand{flagSource(2), flagSource(3)}}
	}
	hold(t, made, isMerge, []change{
		{"or", func(in *native.Inst) { in.Op = native.OpOr }, true}, {"xor", func(in *native.Inst) { in.Op = native.OpXor }, false}, {"predicate", flow2, false}, {"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false},
		{"to a register", func(in *native.Inst) { in.Dst.File = native.Virt }, false}, {"of a register", func(in *native.Inst) { in.Src[0].File = native.Virt }, false}, {"with a register", func(in *native.Inst) { in.Src[1].File = native.Virt }, false},
		{"inverted", func(in *native.Inst) { in.Src[1].Mod = native.ModNeg }, false}, {"other half", func(in *native.Inst) { in.Src[0].Sub = 2 }, false}, {"other type", func(in *native.Inst) { in.Src[1].Type = native.UD }, false},
	})
}

// flagProgram is an optimiser with four flags of 16 lanes and one of 32, and a program.
func flagProgram(insts ...native.Inst) *optimiser {
	k := edit.New(&native.Program{}, native.SKL)
	for range 4 {
		k.NewFlag("P", 16)
	}
	k.NewFlag("P", 32)
	k.P.Insts = slices.Clone(insts)
	return &optimiser{Editor: k, lanes: func(*native.Inst) Lanes { return Lanes{Size: 16} }, dead: make([]bool, len(insts))}
}

func comparison(f int32) native.Inst {
	return native.Inst{Op: native.OpCmp, ExecSize: 16, Cond: native.CondLT, Flag: native.Flag{Virt: f + 1}, Dst: native.NullDst(native.D), Src: [3]native.Operand{edit.Virt(2, 0, packed8, native.D), edit.Virt(3, 0, packed8, native.D)}, VISA: 1}
}

func merged(op native.Op, to, a, b int32) native.Inst {
	return native.Inst{Op: op, ExecSize: 1, NoMask: true, Dst: edit.FlagReg(to, 0, native.Dst1, native.UW), Src: [3]native.Operand{flagSource(a), flagSource(b)}, VISA: 1}
}

func reader(f int32) native.Inst {
	in := copyOf()
	in.PredCtrl, in.Flag.Virt = native.PredSeq, f+1
	return in
}

// TestCombine: the later comparison runs where the earlier one leaves the result
// open, when no other use of the flags is on the way.
func TestCombine(t *testing.T) {
	masked := comparison(1)
	masked.NoMask = true
	for name, c := range map[string]struct {
		insts []native.Inst
		want  bool
	}{
		"and":                        {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1), reader(2)}, true},
		"or":                         {[]native.Inst{comparison(0), comparison(1), merged(native.OpOr, 2, 0, 1), reader(2)}, true},
		"the other order":            {[]native.Inst{comparison(1), comparison(0), merged(native.OpAnd, 2, 0, 1), reader(2)}, true},
		"into the later":             {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 1, 0, 1), reader(1)}, true},
		"into the earlier":           {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 0, 0, 1), reader(0)}, false},
		"into the earlier, unread":   {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 0, 0, 1)}, false},
		"of one flag":                {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 1, 1), reader(2)}, false},
		"earlier read behind":        {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1), reader(0)}, false},
		"earlier read between":       {[]native.Inst{comparison(0), reader(0), comparison(1), merged(native.OpAnd, 2, 0, 1)}, false},
		"later read behind":          {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1), reader(1)}, false},
		"result read before":         {[]native.Inst{reader(2), comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1)}, false},
		"no comparison":              {[]native.Inst{comparison(0), merged(native.OpAnd, 2, 0, 1), reader(2)}, false},
		"later behind the merge":     {[]native.Inst{comparison(0), merged(native.OpAnd, 2, 0, 1), comparison(1), reader(2)}, false},
		"fewer lanes":                {[]native.Inst{comparison(0), masked, merged(native.OpAnd, 2, 0, 1), reader(2)}, false},
		"combined twice":             {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1), merged(native.OpAnd, 2, 0, 1)}, false},
		"combined in two ways":       {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1), merged(native.OpOr, 3, 0, 1)}, false},
		"result wider than its part": {[]native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 4, 0, 1), reader(4)}, true},
		"result narrower":            {[]native.Inst{comparison(4), comparison(4), merged(native.OpAnd, 2, 4, 4)}, false},
	} {
		o := flagProgram(c.insts...)
		o.flags([]flow.Block{{Start: 0, End: int32(len(c.insts))}})
		at := -1
		for i := range c.insts {
			if c.insts[i].Op == native.OpAnd || c.insts[i].Op == native.OpOr {
				at = i
				break
			}
		}
		assert.Equal(t, c.want, o.dead[at], name)
		if !c.want {
			assert.Equal(t, c.insts, o.P.Insts, name)
			continue
		}
		to := c.insts[at].Dst.Reg + 1
		late := o.P.Insts[at-1]
		assert.Equal(t, native.PredSeq, late.PredCtrl, name)
		assert.Equal(t, c.insts[at].Op == native.OpOr, late.PredInv, name)
		assert.Equal(t, to, late.Flag.Virt, name)
		assert.Equal(t, to, o.P.Insts[at-2].Flag.Virt, name)
		assert.Equal(t, native.PredNone, o.P.Insts[at-2].PredCtrl, name)
	}
}

// TestCombineInBlock: what lies in another block is left alone.
func TestCombineInBlock(t *testing.T) {
	insts := []native.Inst{comparison(0), comparison(1), merged(native.OpAnd, 2, 0, 1), reader(2)}
	for cut := range int32(3) {
		o := flagProgram(insts...)
		o.flags([]flow.Block{{Start: 0, End: cut}, {Start: cut, End: 4}})
		assert.Equal(t, cut == 0, o.dead[2], "a block ends at %d", cut)
	}
}

// TestIsPart: the comparison has the lanes of the vISA instruction.
func TestIsPart(t *testing.T) {
	o := flagProgram(comparison(1), merged(native.OpAnd, 2, 0, 1))
	hold(t, func() native.Inst { return comparison(1) }, func(in *native.Inst) bool { o.P.Insts[0] = *in; return o.isPart(0, 1, 1) }, []change{
		{"other op", func(in *native.Inst) { in.Op = native.OpSel }, false}, {"predicate", func(in *native.Inst) { in.PredCtrl = native.PredSeq }, false}, {"other flag", func(in *native.Inst) { in.Flag.Virt = 1 }, false}, {"result", func(in *native.Inst) { in.Dst = edit.Virt(4, 0, native.Dst1, native.D) }, false},
		{"channels", func(in *native.Inst) { in.ChanOff = 16 }, false}, {"size", func(in *native.Inst) { in.ExecSize = 8 }, false}, {"mask", func(in *native.Inst) { in.NoMask = true }, false},
	})
	first := comparison(0)
	o = flagProgram(first, comparison(1))
	hold(t, func() native.Inst { return comparison(0) }, func(in *native.Inst) bool { o.P.Insts[0] = *in; return o.earlier([]int32{0}, 1, 0, 0) }, []change{
		{"other op", func(in *native.Inst) { in.Op = native.OpSel }, false}, {"predicate", func(in *native.Inst) { in.PredCtrl = native.PredSeq }, false}, {"other flag", func(in *native.Inst) { in.Flag.Virt = 2 }, false}, {"result", func(in *native.Inst) { in.Dst = edit.Virt(4, 0, native.Dst1, native.D) }, false},
		{"channels", func(in *native.Inst) { in.ChanOff = 16 }, false}, {"size", func(in *native.Inst) { in.ExecSize = 8 }, false}, {"mask", func(in *native.Inst) { in.NoMask = true }, false},
	})
	o.P.Insts[0] = first
	assert.False(t, o.earlier([]int32{0}, 0, 0, 0), "itself")
	assert.False(t, o.earlier([]int32{0}, 1, 1, 0), "in front of the block")
	assert.True(t, o.earlier([]int32{0}, 1, 0, 0))
	assert.Equal(t, -1, o.makes([]int32{0}, 1, 0, 1), "no comparison into the flag")
}

// TestScatterMove: a move under a constant predicate carries its lanes.
func TestScatterMove(t *testing.T) {
	set := func() native.Inst {
		return native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: edit.FlagReg(0, 0, native.Dst1, native.UW), Src: [3]native.Operand{native.ImmOperand(0xA5C3, native.UW)}}
	}
	k := edit.New(&native.Program{}, native.SKL)
	if !k.T.HasOp(native.OpSmov) {
		t.Fatalf("%v has no smov", k.T)
	}
	run := func(end int, insts ...native.Inst) *optimiser {
		o := flagProgram(insts...)
		o.scatterMove(o.flagLists(), 0, end)
		return o
	}
	hold(t, func() native.Inst { return reader(0) }, func(in *native.Inst) bool { return run(2, set(), *in).dead[0] }, []change{
		{"other op", func(in *native.Inst) { in.Op = native.OpNot }, false}, {"another flag", func(in *native.Inst) { in.Flag.Virt = 2 }, false}, {"inverted", func(in *native.Inst) { in.PredInv = true }, false}, {"any", func(in *native.Inst) { in.PredCtrl = native.PredSeq + 1 }, false},
		{"condition", func(in *native.Inst) { in.Cond = native.CondEQ }, false}, {"saturation", func(in *native.Inst) { in.Sat = true }, false}, {"32 channels", func(in *native.Inst) { in.ExecSize = 32 }, false}, {"flag", func(in *native.Inst) { in.Dst.File = native.VirtFlag }, false},
		{"words", func(in *native.Inst) { in.Dst.Type, in.Src[0].Type = native.W, native.W }, false}, {"conversion", func(in *native.Inst) { in.Src[0].Type = native.F }, false}, {"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, false}, {"immediate", func(in *native.Inst) { in.Src[0] = native.ImmOperand(1, native.D) }, false},
	})
	hold(t, set, func(in *native.Inst) bool { return run(2, *in, reader(0)).dead[0] }, []change{
		{"other op", func(in *native.Inst) { in.Op = native.OpNot }, false}, {"register", func(in *native.Inst) { in.Dst = edit.Virt(1, 0, native.Dst1, native.UW) }, false}, {"variable", func(in *native.Inst) { in.Src[0] = edit.Virt(1, 0, native.Scalar, native.UW) }, false}, {"predicate", func(in *native.Inst) { in.PredCtrl = native.PredSeq }, false},
	})
	assert.False(t, run(3, set(), reader(0), reader(0)).dead[0], "read twice")
	assert.False(t, run(1, set(), reader(0)).dead[0], "read in another block")
	in := reader(0)
	in.ExecSize, in.ChanOff, in.Dst.Type, in.Src[0].Type = 8, 4, native.F, native.F
	got := run(2, set(), in).P.Insts[1]
	want := native.Inst{Op: native.OpSmov, ExecSize: 8, ChanOff: 4, Dst: edit.Virt(1, 0, native.Dst1, native.D), Src: [3]native.Operand{edit.Virt(2, 0, packed8, native.D), native.ImmOperand(0x5C, native.UW)}}
	assert.Equal(t, want, got)
	high := set()
	high.Dst.Sub, in.ChanOff = 2, 16
	assert.EqualValues(t, 0xC3, run(2, high, in).P.Insts[1].Src[1].Imm)
}
