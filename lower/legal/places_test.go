package legal

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestIntoFirst: a channel whose result is in the second register reads a dword of the first
// that another channel writes.
func TestIntoFirst(t *testing.T) {
	k, out := testSequence()
	l := &legaliser{mender: bare(k), out: out}
	v, w := k.NewVar("v", 256, grfBytes), k.NewVar("w", 256, grfBytes)
	second, row := native.Region{H: 2}, native.Region{V: 1, W: 1}
	for _, c := range []struct {
		dst, src native.Operand
		n        int
		want     bool
	}{
		// Dwords 0, 2, 4 and 6 are written there.
		{edit.Virt(v, 0, second, native.D), edit.Virt(v, 0, row, native.D), 8, true}, {edit.Virt(v, 0, second, native.D), edit.Virt(w, 0, row, native.D), 8, false},
		{edit.Virt(v, 0, second, native.D), edit.Virt(v, 4, native.Scalar, native.D), 8, false}, {edit.Virt(v, 0, second, native.D), edit.Virt(v, 8, native.Scalar, native.D), 8, true},
		{edit.Virt(v, 0, second, native.D), edit.Virt(v, 24, native.Scalar, native.D), 8, true}, {edit.Virt(v, 0, second, native.D), edit.Virt(v, 28, native.Scalar, native.D), 8, false},
		{edit.Virt(v, 0, second, native.D), edit.Virt(v, 32, native.Scalar, native.D), 8, false}, {edit.Virt(v, 0, second, native.D), edit.Virt(v, 10, native.Scalar, native.W), 8, true},
		{edit.Virt(v, 32, second, native.D), edit.Virt(v, 0, native.Scalar, native.D), 8, false}, {edit.Virt(v, 32, second, native.D), edit.Virt(v, 40, native.Scalar, native.D), 8, true},
		// Channels 6 and 7 have their results in the second register; dwords from 2 on are written.
		{edit.Virt(v, 8, native.Dst1, native.D), edit.Virt(v, 4, native.Scalar, native.W), 8, false}, {edit.Virt(v, 8, native.Dst1, native.D), edit.Virt(v, 0, native.Region{V: 8, W: 8, H: 1}, native.W), 8, true},
		// The first dword alone is written.
		{edit.Virt(v, 28, native.Dst1, native.D), edit.Virt(v, 24, row, native.D), 2, true}, {edit.Virt(v, 28, native.Dst1, native.D), edit.Virt(v, 20, row, native.D), 2, false},
	} {
		assert.Equal(t, c.want, l.intoFirst(&c.src, &c.dst, c.n), "%+v", c)
	}
}

// TestControlBits: what sets bits of cr0.0 leaves denormals alone where they are always flushed;
// what clears bits and what writes other parts stays.
func TestControlBits(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		op     native.Op
		reg    int32
		sub    uint16
		want   uint64
	}{
		{native.HSW, native.OpOr, native.ARFCR0, 0, 0x841}, {native.IVB, native.OpMov, native.ARFCR0, 0, 0x841}, {native.BDW, native.OpOr, native.ARFCR0, 0, 0xCC1},
		{native.HSW, native.OpAnd, native.ARFCR0, 0, 0xCC1}, {native.HSW, native.OpOr, native.ARFCR0, 4, 0xCC1}, {native.HSW, native.OpOr, native.ARFA0, 0, 0xCC1},
	} {
		l := &legaliser{mender: newMender(edit.New(&native.Program{}, c.target)), out: &edit.Sequence{}}
		in := native.Inst{Op: c.op, ExecSize: 1, NoMask: true, Dst: native.Operand{File: native.ARF, Reg: c.reg, Sub: c.sub, Region: native.Dst1, Type: native.UD}}
		in.Src[0] = native.ImmOperand(0xCC1, native.UD)
		assert.False(t, l.controlBits(&in), "%+v", c)
		assert.Equal(t, c.want, in.Src[0].Imm, "%+v", c)
		far := in
		far.Dst.Indirect, far.Src[0].Imm = true, 0xCC1
		assert.False(t, l.controlBits(&far), "%+v", c)
		assert.EqualValues(t, 0xCC1, far.Src[0].Imm, "behind an address: %+v", c)
	}
}

// TestDropAddresses: an address variable that lives in general registers needs no room in a0.
func TestDropAddresses(t *testing.T) {
	p, err := listing.Read("var a 32\naddr x 16\naddr y 8\nmov (8|M0) a<1>:d r[x.8,0]<1,0>:d\nmov (8|M0) a<1>:d r[y.0,0]<1,0>:d")
	require.NoError(t, err)
	require.NoError(t, Run(edit.New(p, native.HSW)))
	var words []int
	for _, a := range p.Addrs {
		words = append(words, a.Words)
	}
	assert.Equal(t, []int{1, 8, 8}, words)
}

// TestAlign16Operands: sources of three-source instructions have their channels in order, and all
// channels of the destination are enabled but where there is one.
func TestAlign16Operands(t *testing.T) {
	p, err := listing.Read("var a 64\nmad (8|M0) a<1>:f a<8;8,1>:f a.4<0;1,0>:f a.32<8;8,1>:f\nmad (1|M0) a<1>:f a<0;1,0>:f a.4<0;1,0>:f a.32<0;1,0>:f")
	require.NoError(t, err)
	require.NoError(t, Run(edit.New(p, native.SKL)))
	require.Len(t, p.Insts, 2)
	for i, enabled := range []uint8{native.AllChannels, 1} {
		in := &p.Insts[i]
		assert.Equal(t, enabled, in.Dst.ChanEn)
		for s := range in.Src {
			assert.EqualValues(t, native.IdentitySwizzle, in.Src[s].Swizzle, "%d: source %d", i, s)
		}
	}
}

// TestWideMul: a product of dwords, or of 64 bits, in more channels than mul has, which the
// accumulator makes; not one that is saturated, of floats, or in the accumulator already.
func TestWideMul(t *testing.T) {
	acc := native.Operand{File: native.ARF, Reg: native.ARFAcc0, Type: native.D, Region: native.Dst1}
	reg := func(ty native.Type) native.Operand { return edit.Virt(0, 0, native.Dst1, ty) }
	for _, c := range []struct {
		target native.Target
		size   uint8
		dst    native.Operand
		a, b   native.Type
		want   bool
	}{
		{native.BXT, 8, reg(native.D), native.D, native.D, true}, {native.TGL, 1, reg(native.D), native.D, native.UD, true}, {native.SKL, 8, reg(native.D), native.D, native.D, false},
		{native.BXT, 8, reg(native.D), native.D, native.W, false}, {native.BXT, 8, reg(native.D), native.W, native.D, false}, {native.BXT, 8, reg(native.Q), native.W, native.W, true},
		{native.BXT, 8, reg(native.W), native.D, native.D, true}, {native.BXT, 8, native.NullDst(native.D), native.D, native.D, true}, {native.BXT, 8, acc, native.D, native.D, false},
		{native.BXT, 8, reg(native.F), native.F, native.F, false}, {native.BXT, 8, reg(native.D), native.F, native.D, false}, {native.BXT, 8, reg(native.D), native.D, native.F, false},
	} {
		in := native.Inst{Op: native.OpMul, ExecSize: c.size, Dst: c.dst, Src: [3]native.Operand{reg(c.a), reg(c.b)}}
		m := newMender(edit.New(&native.Program{}, c.target))
		assert.Equal(t, c.want, m.wideMul(&in), "%+v", c)
		in.Sat = true
		assert.False(t, m.wideMul(&in), "saturated: %+v", c)
	}
}
