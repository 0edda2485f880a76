package legal

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// vector is a packed operand of 16 dwords of a new variable.
func vector(c *mender, t native.Type) native.Operand {
	return edit.Virt(c.NewVar("v", 64, grfBytes), 0, native.Region{V: 8, W: 8, H: 1}, t)
}

func testSequence() (*mender, *edit.Sequence) {
	return newMender(edit.New(&native.Program{}, native.SKL)), &edit.Sequence{}
}

// bare is a mender without fixes: what one of them makes is seen before the others.
func bare(m *mender) *mender {
	b := *m
	b.fixes = nil
	return &b
}

// TestMulHighSaturates: the accumulator's instructions do not saturate, the move
// out of the temporary does.
func TestMulHighSaturates(t *testing.T) {
	c, out := testSequence()
	in := native.Inst{Op: native.OpMach, ExecSize: 16, Sat: true, Dst: vector(c, native.D)}
	in.Dst.Region = native.Region{H: 2}
	in.Src = [3]native.Operand{vector(c, native.D), vector(c, native.D)}
	require.NoError(t, c.mulHigh(in, out))
	ops, sat := []native.Op{}, []bool{}
	for i := range out.Insts {
		ops, sat = append(ops, out.Insts[i].Op), append(sat, out.Insts[i].Sat)
	}
	assert.Equal(t, []native.Op{native.OpMul, native.OpMach, native.OpMul, native.OpMach, native.OpMov}, ops)
	assert.Equal(t, []bool{false, false, false, false, true}, sat)
}

// TestViaTempSaturates: a result clamps to the type of the temporary first and
// to that of the destination then; where both are the same once is enough, and a
// float needs none.
func TestViaTempSaturates(t *testing.T) {
	for name, c := range map[string]struct {
		op       native.Op
		src, dst native.Type
		temp     native.Type
		sat      bool
		want     [2]bool
	}{
		"integers":          {native.OpAdd, native.D, native.B, native.W, true, [2]bool{true, true}},
		"one type":          {native.OpAdd, native.D, native.W, native.W, true, [2]bool{true, false}},
		"without":           {native.OpAdd, native.D, native.B, native.W, false, [2]bool{false, false}},
		"float to integer":  {native.OpMov, native.F, native.B, native.D, false, [2]bool{false, true}},
		"float temporary":   {native.OpMov, native.DF, native.HF, native.F, true, [2]bool{true, false}},
		"float destination": {native.OpAdd, native.D, native.F, native.D, true, [2]bool{true, false}},
	} {
		k, out := testSequence()
		in := native.Inst{Op: c.op, ExecSize: 8, Sat: c.sat, Dst: vector(k, c.dst)}
		in.Dst.Region = native.Dst1
		in.Src[0] = vector(k, c.src)
		if c.op == native.OpAdd {
			in.Src[1] = vector(k, c.src)
		}
		l := &legaliser{mender: bare(k), out: out}
		l.viaTemp(in, c.temp, 2)
		require.NoError(t, l.err, name)
		require.Len(t, out.Insts, 2, name)
		assert.Equal(t, c.want, [2]bool{out.Insts[0].Sat, out.Insts[1].Sat}, name)
		assert.Equal(t, c.op, out.Insts[0].Op, name)
		assert.Equal(t, c.temp, out.Insts[0].Dst.Type, name)
		assert.Equal(t, native.OpMov, out.Insts[1].Op, name)
		assert.Equal(t, c.dst, out.Insts[1].Dst.Type, name)
	}
}

// TestMixedSources: integers among floats are converted, of two sources and of
// three; logic takes bits of any type, and one source is alone.
func TestMixedSources(t *testing.T) {
	for name, c := range map[string]struct {
		op   native.Op
		srcs []native.Type
		want bool
	}{
		"two":     {native.OpAdd, []native.Type{native.F, native.D}, true},
		"three":   {native.OpMad, []native.Type{native.F, native.D, native.F}, true},
		"floats":  {native.OpMad, []native.Type{native.F, native.F, native.F}, false},
		"halves":  {native.OpAdd, []native.Type{native.HF, native.W}, true},
		"numbers": {native.OpAdd, []native.Type{native.UD, native.W}, false},
		"logic":   {native.OpAnd, []native.Type{native.UD, native.F}, false},
		"one":     {native.OpMov, []native.Type{native.D}, false},
	} {
		k, out := testSequence()
		in := native.Inst{Op: c.op, ExecSize: 8, Dst: vector(k, native.F)}
		in.Dst.Region = native.Dst1
		for s, ty := range c.srcs {
			in.Src[s] = vector(k, ty)
		}
		l := &legaliser{mender: bare(k), out: out}
		assert.Equal(t, c.want, l.mixedSources(&in), name)
		require.NoError(t, l.err, name)
		if !c.want {
			assert.Empty(t, out.Insts, name)
			continue
		}
		last := out.Insts[len(out.Insts)-1]
		for s := range c.srcs {
			assert.True(t, last.Src[s].Type.IsFloat(), name)
		}
	}
}

// TestSaturatedMad: the product must be exact; that of dwords is clamped in 64 bits.
func TestSaturatedMad(t *testing.T) {
	for _, c := range []struct {
		a, b native.Type
		mod  native.SrcMod
		want native.Type
		ok   bool
	}{
		{native.W, native.W, 0, native.D, true}, {native.UW, native.UW, 0, native.UD, true}, {native.UW, native.W, native.ModNeg, native.D, true},
		{native.UW, native.UW, native.ModNeg, 0, false}, {native.D, native.W, 0, native.Q, true}, {native.W, native.D, 0, native.Q, true},
	} {
		k, out := testSequence()
		in := native.Inst{Op: native.OpMad, ExecSize: 8, Sat: true, Dst: vector(k, native.D)}
		in.Dst.Region = native.Dst1
		in.Src = [3]native.Operand{vector(k, native.D), vector(k, c.a), vector(k, c.b)}
		in.Src[1].Mod = c.mod
		err := k.mulAdd(in, out)
		if !c.ok {
			assert.ErrorContains(t, err, "saturation of an integer mad", "%v", c)
			continue
		}
		require.NoError(t, err)
		want := []native.Op{native.OpMul, native.OpAdd}
		if c.want == native.Q {
			want = append(want, native.OpSel, native.OpSel, native.OpMov)
		}
		require.Len(t, out.Insts, len(want))
		for i := range want {
			assert.Equal(t, want[i], out.Insts[i].Op, "%v", c)
		}
		assert.Equal(t, c.want, out.Insts[0].Dst.Type, "%v", c)
	}
}

// TestRowCrosses: a row of a region may not begin in one register and end in the
// next.
func TestRowCrosses(t *testing.T) {
	k, out := testSequence()
	l := &legaliser{mender: bare(k), out: out}
	v := k.NewVar("v", 256, grfBytes)
	small := edit.Virt(k.NewVar("small", 16, 4), 20, native.Region{V: 16, W: 4, H: 2}, native.W)
	assert.False(t, l.rowCrosses(&small, 8), "nobody knows where it begins")
	for _, c := range []struct {
		sub  int
		r    native.Region
		ty   native.Type
		want bool
	}{
		{0, native.Region{V: 16, W: 4, H: 2}, native.W, false}, {32, native.Region{V: 16, W: 4, H: 2}, native.W, false}, {18, native.Region{V: 16, W: 4, H: 2}, native.W, false},
		{20, native.Region{V: 16, W: 4, H: 2}, native.W, true}, {0, native.Region{V: 6, W: 4, H: 1}, native.D, true}, {0, native.Region{V: 8, W: 4, H: 1}, native.D, false}, {0, native.Region{V: 6, W: 8, H: 1}, native.D, false},
		{64, native.Region{V: 8, W: 2, H: 4}, native.D, false}, {76, native.Region{V: 8, W: 2, H: 4}, native.D, false}, {80, native.Region{V: 8, W: 2, H: 4}, native.D, true},
	} {
		o := edit.Virt(v, c.sub, c.r, c.ty)
		assert.Equal(t, c.want, l.rowCrosses(&o, 8), "%+v", c)
	}
}

// TestReachesInto: a source of two registers of which the second is the first of
// the destination.
func TestReachesInto(t *testing.T) {
	k, out := testSequence()
	l := &legaliser{mender: bare(k), out: out}
	v, w := k.NewVar("v", 256, grfBytes), k.NewVar("w", 256, grfBytes)
	packed := native.Region{V: 8, W: 8, H: 1}
	for _, c := range []struct {
		o    native.Operand
		to   int
		want bool
	}{
		{edit.Virt(v, 0, packed, native.D), 32, true}, {edit.Virt(v, 0, packed, native.D), 64, false}, {edit.Virt(v, 0, packed, native.D), 0, false}, {edit.Virt(v, 32, packed, native.D), 64, true},
		{edit.Virt(w, 0, packed, native.D), 32, false}, {edit.Virt(v, 0, native.Scalar, native.D), 32, false}, {edit.Virt(v, 0, native.Region{V: 16, W: 16, H: 1}, native.W), 32, false},
	} {
		dst := edit.Virt(v, c.to, native.Dst1, native.D)
		assert.Equal(t, c.want, l.reachesInto(&c.o, &dst, 16), "%+v to %d", c.o, c.to)
	}
}

// TestViaTempKeepsLanes: the mask of an smov says what of the destination stays, so that it
// is the move out of the temporary that has it; of a part it has the part's own bits.
func TestViaTempKeepsLanes(t *testing.T) {
	k, out := testSequence()
	in := native.Inst{Op: native.OpSmov, ExecSize: 16, Dst: vector(k, native.D)}
	in.Dst.Region = native.Dst1
	in.Src = [3]native.Operand{vector(k, native.D), native.ImmOperand(0x1248, native.UW)}
	assert.Equal(t, native.ImmOperand(0x12, native.UW), edit.Part(in, 8, 8).Src[1])
	l := &legaliser{mender: bare(k), out: out}
	l.viaTemp(in, native.D, 1)
	require.Len(t, out.Insts, 2)
	first, last := out.Insts[0], out.Insts[1]
	assert.Equal(t, []native.Op{native.OpMov, native.OpSmov}, []native.Op{first.Op, last.Op})
	assert.Equal(t, native.NoFile, first.Src[1].File)
	assert.True(t, first.NoMask)
	assert.Equal(t, in.Src[1], last.Src[1])
	assert.Equal(t, first.Dst.Reg, last.Src[0].Reg)
	assert.Equal(t, in.Dst, last.Dst)
}
