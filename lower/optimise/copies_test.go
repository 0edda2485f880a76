package optimise

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestInstead: what a reader gets in the place of the result of a copy.
func TestInstead(t *testing.T) {
	dword, quad := copyOf(), copyOf()
	quad.ExecSize, quad.Dst.Type, quad.Src[0] = 8, native.Q, edit.Virt(2, 8, reg(4, 4, 1), native.Q)
	one := copyOf()
	one.ExecSize, one.NoMask, one.Src[0].Sub = 1, true, 4
	two := copyOf()
	two.ExecSize = 2
	float := quad
	float.Dst.Type, float.Src[0].Type = native.DF, native.DF
	wide := quad
	wide.Src[0].Region = reg(16, 1, 0)
	masked := one
	masked.NoMask = false
	for name, c := range map[string]struct {
		c    native.Inst
		src  native.Operand
		size uint8
		want native.Operand // of no file: nothing
	}{
		"all":                           {dword, edit.Virt(1, 0, packed8, native.D), 16, edit.Virt(2, 0, packed8, native.D)},
		"all as another type":           {dword, edit.Virt(1, 0, packed8, native.UD), 16, edit.Virt(2, 0, packed8, native.UD)},
		"low words":                     {dword, edit.Virt(1, 0, reg(2, 1, 0), native.UW), 16, edit.Virt(2, 0, reg(2, 1, 0), native.UW)},
		"low dwords":                    {quad, edit.Virt(1, 0, reg(2, 1, 0), native.D), 8, edit.Virt(2, 8, reg(2, 1, 0), native.D)},
		"low words of quads":            {quad, edit.Virt(1, 0, reg(4, 1, 0), native.W), 8, edit.Virt(2, 8, reg(4, 1, 0), native.W)},
		"low dwords far apart":          {wide, edit.Virt(1, 0, reg(2, 1, 0), native.D), 8, edit.Virt(2, 8, reg(32, 1, 0), native.D)},
		"low words too far apart":       {wide, edit.Virt(1, 0, reg(4, 1, 0), native.W), 8, native.Operand{}},
		"one for all":                   {one, edit.Virt(1, 0, native.Scalar, native.D), 16, edit.Virt(2, 4, native.Scalar, native.D)},
		"one in a lane":                 {masked, edit.Virt(1, 0, native.Scalar, native.D), 1, edit.Virt(2, 4, packed8, native.D)},
		"two of two":                    {two, edit.Virt(1, 0, reg(2, 2, 1), native.D), 2, edit.Virt(2, 0, packed8, native.D)},
		"one of two":                    {two, edit.Virt(1, 0, native.Scalar, native.D), 2, native.Operand{}},
		"a part as float":               {quad, edit.Virt(1, 0, reg(2, 1, 0), native.F), 8, native.Operand{}},
		"a part of a float":             {float, edit.Virt(1, 0, reg(2, 1, 0), native.D), 8, native.Operand{}},
		"more than the source of words": {native.Inst{Op: native.OpMov, ExecSize: 8, Dst: edit.Virt(1, 0, native.Dst1, native.Q), Src: [3]native.Operand{edit.Virt(2, 0, packed8, native.W)}}, edit.Virt(1, 0, reg(2, 1, 0), native.D), 8, native.Operand{}},
		"as much as the source":         {native.Inst{Op: native.OpMov, ExecSize: 8, Dst: edit.Virt(1, 0, native.Dst1, native.Q), Src: [3]native.Operand{edit.Virt(2, 0, packed8, native.D)}}, edit.Virt(1, 0, reg(2, 1, 0), native.UD), 8, edit.Virt(2, 0, reg(1, 1, 0), native.UD)},
	} {
		in := native.Inst{Op: native.OpAdd, ExecSize: c.size}
		c.src.Mod = native.ModNeg
		got, ok := instead(&in, &c.src, &c.c)
		assert.Equal(t, c.want.File != native.NoFile, ok, name)
		if c.want.Mod = native.ModNeg; ok {
			assert.Equal(t, c.want, got, name)
		}
	}
}

// TestScale: parts of elements lie at most 32 of their own size apart.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		n    uint8
		by   int
		want bool
	}{{1, 2, true}, {8, 4, true}, {16, 2, true}, {32, 1, true}, {32, 2, false}, {16, 4, false}, {8, 8, false}} {
		o := edit.Virt(1, 0, reg(c.n, 1, 0), native.W)
		assert.Equal(t, c.want, scale(&o, c.by, 8), "%+v", c)
		if c.want {
			assert.Equal(t, reg(c.n*uint8(c.by), 1, 0), o.Region, "%+v", c)
		}
	}
	o := edit.Virt(1, 0, reg(8, 4, 1), native.W)
	assert.False(t, scale(&o, 2, 8), "rows apart")
}

// TestCopiedPart: which channels of a sum of 32 from the second register of a variable on a
// move of 16 copies.
func TestCopiedPart(t *testing.T) {
	in := sum()
	in.ExecSize, in.Dst = 32, edit.Virt(1, 32, native.Dst1, native.D)
	made := func() native.Inst {
		return native.Inst{Op: native.OpMov, ExecSize: 16, ChanOff: 16, Dst: edit.Virt(5, 0, native.Dst1, native.D), Src: [3]native.Operand{edit.Virt(1, 96, packed8, native.D)}}
	}
	part := func(c *native.Inst) bool { k, ok := copiedPart(&in, c); return ok && k == int(c.ChanOff) }
	hold(t, made, part, []change{
		{"the first ones", func(c *native.Inst) { c.Src[0].Sub, c.ChanOff = 32, 0 }, true}, {"eight", func(c *native.Inst) { c.ExecSize = 8 }, true}, {"four", func(c *native.Inst) { c.ExecSize = 4 }, false},
		{"all", func(c *native.Inst) { c.ExecSize, c.Src[0].Sub, c.ChanOff = 32, 32, 0 }, false}, {"to words", func(c *native.Inst) { c.Dst.Type = native.W }, false}, {"of words", func(c *native.Inst) { c.Src[0].Type, c.Dst.Type = native.W, native.W }, false},
		{"as another type", func(c *native.Inst) { c.Dst.Type, c.Src[0].Type = native.F, native.F }, true}, {"predicate", flow2, false}, {"within a variable", func(c *native.Inst) { c.Dst.Reg = 1 }, false},
		{"apart", func(c *native.Inst) { c.Dst.Region.H = 2 }, true}, {"every second one", func(c *native.Inst) { c.Src[0].Region, c.Src[0].Sub, c.ChanOff = reg(16, 8, 2), 32, 0 }, false}, {"rows apart", func(c *native.Inst) { c.Src[0].Region = reg(8, 4, 1) }, false},
		{"in front of it", func(c *native.Inst) { c.Src[0].Sub, c.ChanOff, c.ExecSize = 0, 0, 8 }, false}, {"a row further", func(c *native.Inst) { c.Src[0].Sub, c.ChanOff = 64, 8 }, false}, {"behind it", func(c *native.Inst) { c.Src[0].Sub, c.ChanOff = 160, 32 }, false},
		{"other lanes", func(c *native.Inst) { c.ChanOff = 0 }, false}, {"all lanes", func(c *native.Inst) { c.NoMask = true }, false},
	})
	in.NoMask = true
	for _, do := range []func(c *native.Inst){func(c *native.Inst) {}, func(c *native.Inst) { c.NoMask = true }, func(c *native.Inst) { c.ChanOff = 0 }} {
		c := made()
		do(&c)
		k, ok := copiedPart(&in, &c)
		assert.Equal(t, 16, k)
		assert.True(t, ok, "any lanes of what is made in all")
	}
	for _, do := range []func(c *native.Inst){func(c *native.Inst) { c.Src[0].Sub = 0 }, func(c *native.Inst) { c.Dst.Type = native.W }} {
		c := made()
		do(&c)
		k, ok := copiedPart(&in, &c)
		assert.Equal(t, 0, k)
		assert.False(t, ok)
	}
	in.NoMask, in.Dst.Region.H = false, 2
	hold(t, func() native.Inst { c := made(); c.Src[0].Region, c.Src[0].Sub = reg(16, 8, 2), 160; return c }, part, []change{
		{"side by side", func(c *native.Inst) { c.Src[0].Region = packed8 }, false}, {"the neighbours", func(c *native.Inst) { c.Src[0].Sub = 164 }, false},
	})
}

// TestFoldCompare: a comparison with zero that the instruction which made the value can do.
func TestFoldCompare(t *testing.T) {
	made := func() native.Inst {
		return native.Inst{Op: native.OpCmp, ExecSize: 16, Cond: native.CondEQ, Flag: native.Flag{Virt: 1}, Dst: native.NullDst(native.D), Src: [3]native.Operand{edit.Virt(4, 0, packed8, native.D), native.ImmOperand(0, native.W)}}
	}
	and := sum()
	and.Op = native.OpAnd
	hold(t, made, func(in *native.Inst) bool {
		o := program(and, *in)
		o.flagUse = []int{-1}
		o.foldCompare(0, 1)
		return o.dead[1]
	}, []change{
		{"unequal", func(in *native.Inst) { in.Cond = native.CondNE }, true}, {"less", func(in *native.Inst) { in.Cond = native.CondLT }, false}, {"another op", func(in *native.Inst) { in.Op = native.OpSel }, false},
		{"a result", func(in *native.Inst) { in.Dst = edit.Virt(5, 0, native.Dst1, native.D) }, false}, {"predicate", flow2, false}, {"no flag", func(in *native.Inst) { in.Flag.Virt = 0 }, false},
		{"of a number", func(in *native.Inst) { in.Src[0] = native.ImmOperand(1, native.D) }, false}, {"modifier", func(in *native.Inst) { in.Src[0].Mod = native.ModNeg }, false}, {"with a variable", func(in *native.Inst) { in.Src[1] = edit.Virt(3, 0, packed8, native.D) }, false},
		{"with one", func(in *native.Inst) { in.Src[1].Imm = 1 }, false}, {"of another variable", func(in *native.Inst) { in.Src[0].Reg = 5 }, false},
	})
}

// TestRepeated: from labels to branches back to them, one in another, one to itself.
func TestRepeated(t *testing.T) {
	branch := func(label int32) native.Inst { return native.Inst{Op: native.OpGoto, Label: label} }
	p := &native.Program{
		Insts:  []native.Inst{{}, branch(3), {}, {}, branch(2), {}, branch(1), {}, branch(4), {}},
		Labels: []int{2, 3, 5, 8},
	}
	assert.Equal(t, []bool{false, false, true, true, true, true, true, false, true, false}, repeated(p))
}

// TestFills: the channels of a sum in 16 lanes whose places are written anew.
func TestFills(t *testing.T) {
	in := sum()
	in.Dst.Sub, in.ChanOff = 32, 16
	made := func(size, from uint8, sub uint16) native.Inst {
		by := sum()
		by.ExecSize, by.ChanOff, by.Dst.Sub = size, from, sub
		return by
	}
	read := func(size, from uint8, sub uint16) native.Inst {
		by := made(size, from, sub)
		by.Op, by.Src[1], by.Msg = native.OpSend, native.Operand{}, native.Message{SFID: 12, Desc: 0x2106e00}
		if size == 16 {
			by.Msg.Desc = 0x4205e00
		}
		return by
	}
	with := func(by native.Inst, do func(by *native.Inst)) native.Inst { do(&by); return by }
	all := func(by *native.Inst) { by.NoMask = true }
	for name, c := range map[string]struct {
		by   native.Inst
		want uint64
	}{
		"all":                      {made(16, 16, 32), 0xFFFF},
		"the lower":                {made(8, 16, 32), 0xFF},
		"the upper":                {made(8, 24, 64), 0xFF00},
		"the upper and more":       {made(16, 24, 64), 0xFF00},
		"others":                   {made(8, 16, 64), 0},
		"others by a message":      {read(8, 16, 64), 0},
		"in any lanes":             {with(made(8, 0, 64), all), 0xFF00},
		"in front":                 {with(made(16, 8, 0), all), 0},
		"inside elements":          {with(made(8, 0, 34), all), 0},
		"under a predicate":        {with(made(16, 16, 32), flow2), 0},
		"apart":                    {with(made(16, 16, 32), func(by *native.Inst) { by.Dst.Region.H = 2 }), 0},
		"words":                    {with(made(16, 16, 32), func(by *native.Inst) { by.Dst.Type = native.W }), 0},
		"floats":                   {with(made(16, 16, 32), func(by *native.Inst) { by.Dst.Type = native.F }), 0xFFFF},
		"of another variable":      {with(made(16, 16, 32), func(by *native.Inst) { by.Dst.Reg = 5 }), 0},
		"nowhere":                  {with(made(16, 16, 32), func(by *native.Inst) { by.Dst = native.NullDst(native.D) }), 0},
		"a response":               {read(16, 16, 32), 0xFFFF},
		"half of one":              {read(8, 24, 64), 0xFF00},
		"of two elements":          {with(read(16, 16, 32), func(by *native.Inst) { by.Msg.Desc = 0x4405c00 }), 0xFFFF},
		"response in any lanes":    {with(read(16, 0, 32), all), 0xFFFF},
		"under one":                {with(read(16, 16, 32), flow2), 0},
		"a response that is short": {with(read(16, 16, 32), func(by *native.Inst) { by.Msg.Desc = 0x4106e00 }), 0},
		"a block":                  {with(read(16, 16, 32), func(by *native.Inst) { by.Msg = native.Message{SFID: 10, Desc: 0x2280300} }), 0},
	} {
		assert.Equal(t, c.want, fills(&c.by, &in), name)
	}
	in.NoMask = true
	whole, some := with(made(16, 0, 32), all), made(16, 16, 32)
	assert.EqualValues(t, 0xFFFF, fills(&whole, &in))
	assert.EqualValues(t, 0, fills(&some, &in), "fewer lanes")
	in.Dst.Region.H = 2
	assert.EqualValues(t, 0, fills(&whole, &in), "what is apart")
	in.ExecSize = 32
	assert.EqualValues(t, 0xFFFFFFFF, allOf(&in))
}
