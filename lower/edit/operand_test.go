package edit

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestShrinkQuad: a number of 64 bits as one of 32 where that is the same.
func TestShrinkQuad(t *testing.T) {
	for _, c := range []struct {
		v    uint64
		t    native.Type
		want native.Operand
	}{
		{0x7FFFFFFF, native.Q, native.ImmOperand(0x7FFFFFFF, native.D)}, {0x80000000, native.Q, native.ImmOperand(0x80000000, native.Q)}, {0xFFFFFFFF80000000, native.Q, native.ImmOperand(0x80000000, native.D)},
		{0xFFFFFFFF7FFFFFFF, native.Q, native.ImmOperand(0xFFFFFFFF7FFFFFFF, native.Q)}, {0, native.Q, native.ImmOperand(0, native.D)}, {0xFFFFFFFFFFFFFFFF, native.Q, native.ImmOperand(0xFFFFFFFF, native.D)},
		{0xFFFFFFFF, native.UQ, native.ImmOperand(0xFFFFFFFF, native.UD)}, {0x100000000, native.UQ, native.ImmOperand(0x100000000, native.UQ)}, {1, native.DF, native.ImmOperand(1, native.DF)},
	} {
		assert.Equal(t, c.want, ShrinkQuad(c.v, c.t), "%#x:%v", c.v, c.t)
	}
}

// TestEachMention: variables by operand, by address and by what an indirect one may reach.
func TestEachMention(t *testing.T) {
	far := native.Operand{File: native.GRF, Indirect: true, AddrReg: 1, Reg: 9}
	in := native.Inst{
		Dst:  Virt(3, 0, native.Dst1, native.D),
		Src:  [3]native.Operand{Virt(4, 0, Row8, native.D), {File: native.Imm, AddrOf: 1}, far},
		Uses: []int32{6, 7},
	}
	type mention struct {
		v     int32
		write bool
	}
	var got []mention
	add := func(v int32, write bool) { got = append(got, mention{v, write}) }
	EachMention(&in, add)
	assert.Equal(t, []mention{{3, true}, {4, false}, {0, false}, {6, false}, {7, false}}, got)
	got, in.Dst, in.Src = nil, far, [3]native.Operand{{File: native.Imm, AddrOf: 6}}
	EachMention(&in, add)
	assert.Equal(t, []mention{{5, false}, {6, true}, {7, true}}, got)
}

// TestNegated: twice is as before, and what is absolute stays so.
func TestNegated(t *testing.T) {
	for m, want := range map[native.SrcMod]native.SrcMod{
		native.ModNone: native.ModNeg, native.ModNeg: native.ModNone, native.ModAbs: native.ModNegAbs, native.ModNegAbs: native.ModAbs,
	} {
		assert.Equal(t, want, Negated(m))
	}
}

// TestWholeRegister: eight dwords fill a register, as the lanes of the smallest message and of
// an accumulator do.
func TestWholeRegister(t *testing.T) {
	o := Virt(0, 0, Row8, native.UD)
	for _, lanes := range []int{Lanes8, AccLanes} {
		_, hi := Extent(&o, false, lanes)
		assert.Equal(t, grfBytes, hi)
	}
	n, ok := Stride(Row8, 16)
	assert.Equal(t, 1, n)
	assert.True(t, ok)
}

// TestTypes: of vectors in an immediate, and of dwords by sign.
func TestTypes(t *testing.T) {
	for is, want := range map[native.Type]native.Type{native.V: native.W, native.UV: native.UW, native.VF: native.F, native.D: native.D, native.UB: native.UB} {
		o := native.ImmOperand(0, is)
		assert.Equal(t, want, ValueType(&o))
		assert.Equal(t, is != want, IsVectorImm(&o), "%v", is)
		o.File = native.Virt
		assert.False(t, IsVectorImm(&o), "%v in a register", is)
	}
	assert.Equal(t, native.D, DwordOf(native.W))
	assert.Equal(t, native.UD, DwordOf(native.UQ))
}

// TestIsReg: what lies in general registers where it says.
func TestIsReg(t *testing.T) {
	for _, c := range []struct {
		o    native.Operand
		want bool
	}{
		{Virt(1, 0, Row8, native.D), true}, {native.Operand{File: native.Virt, Indirect: true}, false}, {native.ImmOperand(1, native.D), false}, {FlagReg(1, 0, native.Scalar, native.UW), false}, {native.Operand{}, false},
	} {
		assert.Equal(t, c.want, IsReg(&c.o), "%+v", c.o)
	}
}

// TestSources: how many there are, and the operands in their order.
func TestSources(t *testing.T) {
	in := native.Inst{Dst: Virt(1, 0, native.Dst1, native.D)}
	for n := range 4 {
		assert.Equal(t, n, NumSrcs(&in))
		if n < 3 {
			in.Src[n] = Virt(int32(n)+2, 0, Row8, native.D)
		}
	}
	for k, o := range Operands(&in) {
		assert.EqualValues(t, k+1, o.Reg)
	}
}

// TestMaskFree: what may run in all channels when its result is a temporary.
func TestMaskFree(t *testing.T) {
	far := native.Operand{File: native.GRF, Indirect: true}
	for name, c := range map[string]struct {
		in   native.Inst
		want bool
	}{
		"sum":         {native.Inst{Op: native.OpAdd}, true},
		"condition":   {native.Inst{Op: native.OpAdd, Cond: native.CondEQ}, false},
		"minimum":     {native.Inst{Op: native.OpSel, Cond: native.CondLT}, true},
		"choice":      {native.Inst{Op: native.OpSel}, true},
		"accumulator": {native.Inst{Op: native.OpAdd, AccWr: true}, false},
		"address":     {native.Inst{Op: native.OpAdd, Src: [3]native.Operand{{}, far}}, false},
		"far result":  {native.Inst{Op: native.OpAdd, Dst: far}, true},
	} {
		assert.Equal(t, c.want, MaskFree(&c.in), name)
	}
}

// TestUnmasked: all channels, from the first one, and no predicate.
func TestUnmasked(t *testing.T) {
	in := native.Inst{Op: native.OpAdd, ExecSize: 8, ChanOff: 8, PredCtrl: native.PredSeq, PredInv: true, Flag: native.Flag{Virt: 2}, VISA: 7}
	assert.Equal(t, native.Inst{Op: native.OpAdd, ExecSize: 8, NoMask: true, VISA: 7}, Unmasked(in))
}

// TestMixedFloat: floats of two sizes among the operands.
func TestMixedFloat(t *testing.T) {
	for _, c := range []struct {
		dst, src native.Type
		want     bool
	}{{native.HF, native.F, true}, {native.F, native.HF, true}, {native.HF, native.VF, true}, {native.F, native.F, false}, {native.HF, native.HF, false}, {native.D, native.F, false}} {
		in := native.Inst{Dst: Virt(1, 0, native.Dst1, c.dst), Src: [3]native.Operand{{File: native.Imm, Type: c.src}}}
		assert.Equal(t, c.want, MixedFloat(&in), "%+v", c)
	}
}
