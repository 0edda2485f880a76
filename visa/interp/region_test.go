package interp

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Regions in elements of 4 bytes: whether n elements are side by side or all one, where they
// end, and where the last is.
func TestRegions(t *testing.T) {
	for _, c := range []struct {
		w, h, v            int32
		n                  int
		contiguous, scalar bool
		end, last          int32
	}{
		{8, 4, 32, 8, true, false, 132, 28}, {8, 4, 32, 16, true, false, 164, 60}, {4, 4, 32, 8, false, false, 148, 44},
		{4, 4, 32, 4, true, false, 116, 12}, {4, 4, 0, 8, false, false, 116, 12},
		{8, 0, 0, 8, false, true, 104, 0}, {1, 0, 0, 16, false, true, 104, 0}, {2, 0, 0, 4, false, true, 104, 0}, {2, 0, 8, 4, false, false, 112, 8},
		{2, 0, 8, 2, false, true, 104, 0}, {1, 4, 0, 2, false, true, 104, 0}, {1, 4, 4, 4, true, false, 116, 12}, {1, 0, 8, 4, false, false, 128, 24},
		{4, 8, 32, 4, false, false, 128, 24}, {4, 8, 32, 1, true, true, 104, 0}, {1, 0, 0, 1, true, true, 104, 0},
		{2, 4, 0, 2, true, false, 108, 4}, {2, 4, 8, 1, true, true, 104, 0}, {1, 0, 4, 2, false, false, 108, 4},
	} {
		r := region{off: 100, w: c.w, h: c.h, v: c.v, size: 4}
		assert.Equal(t, []bool{c.contiguous, c.scalar}, []bool{r.contiguous(c.n), r.scalar(c.n)}, "%+v", c)
		assert.Equal(t, c.end, r.end(c.n), "%+v", c)
		assert.Equal(t, c.last, r.at(int32(c.n)-1), "%+v", c)
	}
}

// A region of one even stride is one row, in bytes.
func TestSourceRegions(t *testing.T) {
	for _, c := range []struct {
		g    visa.Region
		n    int
		want region
	}{
		{visa.Region{V: 8, W: 8, H: 1}, 16, region{w: 16, h: 4, v: 0, size: 4}}, {visa.Region{V: 1, W: 1}, 8, region{w: 8, h: 4, v: 0, size: 4}},
		{visa.Region{V: 0, W: 1}, 8, region{w: 8, h: 0, v: 0, size: 4}}, {visa.Region{V: 4, W: 1, H: 2}, 8, region{w: 8, h: 16, v: 0, size: 4}},
		{visa.Region{V: 4, W: 2, H: 2}, 8, region{w: 8, h: 8, v: 0, size: 4}}, {visa.Region{V: 4, W: 2, H: 1}, 8, region{w: 2, h: 4, v: 16, size: 4}},
		{visa.Region{V: 0, W: 2, H: 1}, 8, region{w: 2, h: 4, v: 0, size: 4}}, {visa.Region{V: 0, W: 0, H: 0}, 8, region{w: 8, h: 0, v: 0, size: 4}},
		{visa.Region{W: 1, H: 1, NoV: true}, 8, region{w: 1, h: 4, v: 0, size: 4}}, {visa.Region{W: 4, H: 0, NoV: true}, 8, region{w: 4, h: 0, v: 0, size: 4}},
		{visa.Region{V: 0, W: 4, H: 0}, 8, region{w: 8, h: 0, v: 0, size: 4}},
	} {
		assert.Equal(t, c.want, srcRegion(c.g, 4, c.n), "%+v", c.g)
	}
	assert.Equal(t, region{w: 2, h: 8, v: 32, size: 8}, srcRegion(visa.Region{V: 4, W: 2, H: 1}, 8, 4))
}

// What an execution class follows from.
func TestClassOfOperands(t *testing.T) {
	gen := func(t visa.Type) visa.Operand { return visa.Operand{Kind: visa.General, Type: t} }
	mod := func(t visa.Type, m visa.Modifier) visa.Operand {
		return visa.Operand{Kind: visa.General, Type: t, Mod: m}
	}
	imm := func(t visa.Type, v uint64) visa.Operand {
		return visa.Operand{Kind: visa.Immediate, Type: t, Imm: v}
	}
	for _, c := range []struct {
		dst  visa.Type
		sat  bool
		srcs []visa.Operand
		want sem.Class
	}{
		{visa.UD, false, []visa.Operand{gen(visa.UD)}, sem.UD}, {visa.UD, false, []visa.Operand{gen(visa.UW), gen(visa.UB)}, sem.UD},
		{visa.UD, false, []visa.Operand{gen(visa.D)}, sem.D}, {visa.UW, false, []visa.Operand{gen(visa.B), gen(visa.UW)}, sem.D},
		{visa.UD, false, []visa.Operand{gen(visa.UD), gen(visa.D)}, sem.X}, {visa.UD, false, []visa.Operand{gen(visa.UD), gen(visa.W)}, sem.X},
		{visa.D, false, []visa.Operand{gen(visa.UW)}, sem.D}, {visa.D, false, []visa.Operand{gen(visa.UD)}, sem.UD}, {visa.F, false, []visa.Operand{gen(visa.UW)}, sem.UD},
		{visa.F, false, []visa.Operand{gen(visa.UD)}, sem.UD}, {visa.UD, true, []visa.Operand{gen(visa.UD)}, sem.X}, {visa.UQ, false, []visa.Operand{gen(visa.UD)}, sem.X},
		{visa.DF, false, []visa.Operand{gen(visa.UD)}, sem.UD}, {visa.Q, false, []visa.Operand{gen(visa.W)}, sem.X},
		{visa.UD, false, []visa.Operand{gen(visa.UQ)}, sem.UQ}, {visa.UD, false, []visa.Operand{gen(visa.Q)}, sem.Q}, {visa.UD, false, []visa.Operand{gen(visa.UQ), gen(visa.D)}, sem.Q},
		{visa.UD, false, []visa.Operand{gen(visa.UQ), gen(visa.UD)}, sem.UQ},
		{visa.F, false, []visa.Operand{gen(visa.F)}, sem.F}, {visa.F, false, []visa.Operand{gen(visa.HF)}, sem.F}, {visa.HF, false, []visa.Operand{gen(visa.HF)}, sem.HF},
		{visa.D, false, []visa.Operand{gen(visa.HF)}, sem.HF}, {visa.HF, false, []visa.Operand{gen(visa.HF), gen(visa.F)}, sem.F}, {visa.F, false, []visa.Operand{gen(visa.DF)}, sem.DF},
		{visa.DF, false, []visa.Operand{gen(visa.DF), gen(visa.F)}, sem.DF}, {visa.UD, false, []visa.Operand{gen(visa.D), gen(visa.F)}, sem.F},
		{visa.UD, false, []visa.Operand{{Kind: visa.Predicate}, gen(visa.DF)}, sem.P},
		{visa.UW, false, []visa.Operand{{Kind: visa.Address, Type: visa.Q}, {Kind: visa.AddressOf, Type: visa.D}, {Kind: visa.State, Type: visa.UD}}, sem.UD},
		// Modifiers: of 32 bits a result may leave them.
		{visa.UD, false, []visa.Operand{mod(visa.D, visa.Neg)}, sem.X}, {visa.UD, false, []visa.Operand{mod(visa.D, visa.Abs)}, sem.X}, {visa.UD, false, []visa.Operand{mod(visa.UD, visa.NegAbs)}, sem.X},
		{visa.UD, false, []visa.Operand{mod(visa.W, visa.Neg)}, sem.D}, {visa.UD, false, []visa.Operand{mod(visa.UW, visa.NegAbs)}, sem.D}, {visa.UD, false, []visa.Operand{mod(visa.UW, visa.Abs)}, sem.D},
		{visa.UD, false, []visa.Operand{mod(visa.UW, visa.Not)}, sem.UD}, {visa.UD, false, []visa.Operand{mod(visa.UD, visa.Not)}, sem.UD},
		{visa.UD, false, []visa.Operand{mod(visa.UQ, visa.Neg)}, sem.Q},
		// Immediates count by their value.
		{visa.UD, false, []visa.Operand{gen(visa.UD), imm(visa.D, 5)}, sem.UD}, {visa.UD, false, []visa.Operand{gen(visa.UD), imm(visa.D, 0x80000000)}, sem.X},
		{visa.UD, false, []visa.Operand{gen(visa.UD), imm(visa.W, 0x7FFF)}, sem.UD}, {visa.UD, false, []visa.Operand{gen(visa.UD), imm(visa.W, 0x8000)}, sem.X},
		{visa.UD, false, []visa.Operand{gen(visa.D), imm(visa.UD, 1<<31-1)}, sem.D}, {visa.UD, false, []visa.Operand{gen(visa.D), imm(visa.UD, 1<<31)}, sem.X},
		{visa.UD, false, []visa.Operand{gen(visa.D), imm(visa.UW, 0xFFFF)}, sem.D}, {visa.UD, false, []visa.Operand{imm(visa.UQ, 1<<63-1)}, sem.Q}, {visa.UD, false, []visa.Operand{imm(visa.UQ, 1<<63)}, sem.UQ},
		{visa.UD, false, []visa.Operand{imm(visa.Q, 1<<63)}, sem.Q}, {visa.UD, false, []visa.Operand{imm(visa.UD, 1<<40|5), gen(visa.D)}, sem.D},
		{visa.UD, false, []visa.Operand{{Kind: visa.Immediate, Type: visa.UW, Imm: 5, Mod: visa.Neg}}, sem.X}, {visa.UD, false, []visa.Operand{{Kind: visa.Immediate, Type: visa.UW, Imm: 5, Mod: visa.Not}}, sem.UD},
		{visa.UD, false, []visa.Operand{imm(visa.V, 0x1), gen(visa.UD)}, sem.X}, {visa.UD, false, []visa.Operand{imm(visa.UV, 0xF0000000), gen(visa.D)}, sem.D}, {visa.F, false, []visa.Operand{imm(visa.VF, 1)}, sem.F},
		{visa.UD, false, []visa.Operand{gen(visa.UD), gen(visa.UW)}, sem.UD},
		{visa.D, false, []visa.Operand{gen(visa.UD), gen(visa.UB)}, sem.UD},
		{visa.D, false, []visa.Operand{gen(visa.D), gen(visa.UW)}, sem.D},
		{visa.D, false, []visa.Operand{gen(visa.UW), imm(visa.D, 5)}, sem.D},
		{visa.UD, false, []visa.Operand{gen(visa.UD), imm(visa.D, 5)}, sem.UD},
		{visa.UD, false, []visa.Operand{gen(visa.UD), imm(visa.W, ^uint64(0))}, sem.X},
		{visa.UD, false, []visa.Operand{gen(visa.D), imm(visa.UD, 0x80000000)}, sem.X},
		{visa.UD, false, []visa.Operand{gen(visa.D), imm(visa.UD, 0x7FFFFFFF)}, sem.D},
		{visa.UD, false, []visa.Operand{gen(visa.UD), gen(visa.D)}, sem.X},
		{visa.D, false, []visa.Operand{mod(visa.D, visa.Neg)}, sem.X},
		{visa.D, false, []visa.Operand{mod(visa.UW, visa.Neg)}, sem.D},
		{visa.UD, false, []visa.Operand{gen(visa.UD), mod(visa.UD, visa.Not)}, sem.UD},
		{visa.UD, true, []visa.Operand{gen(visa.UD), gen(visa.UD)}, sem.X},
		{visa.UQ, false, []visa.Operand{gen(visa.UD), gen(visa.UD)}, sem.X},
		{visa.UQ, false, []visa.Operand{gen(visa.UQ), imm(visa.Q, 64)}, sem.UQ},
		{visa.Q, false, []visa.Operand{gen(visa.UQ), gen(visa.D)}, sem.Q},
		{visa.UD, false, []visa.Operand{gen(visa.Q)}, sem.Q},
		{visa.D, false, []visa.Operand{imm(visa.V, 0x76543210)}, sem.D},
		{visa.UW, false, []visa.Operand{imm(visa.UV, 0x76543210)}, sem.UD},
		{visa.F, false, []visa.Operand{gen(visa.F), imm(visa.VF, 0)}, sem.F},
		{visa.HF, false, []visa.Operand{gen(visa.HF), gen(visa.HF)}, sem.HF},
		{visa.F, false, []visa.Operand{gen(visa.HF), gen(visa.HF)}, sem.F},
		{visa.HF, false, []visa.Operand{gen(visa.F), gen(visa.HF)}, sem.F},
		{visa.DF, false, []visa.Operand{gen(visa.F)}, sem.F},
		{visa.F, false, []visa.Operand{gen(visa.DF)}, sem.DF},
		{visa.F, false, []visa.Operand{gen(visa.UD)}, sem.UD},
		{visa.D, true, []visa.Operand{gen(visa.F)}, sem.F},
	} {
		var set operandSet
		for i := range c.srcs {
			set.add(&c.srcs[i])
		}
		assert.Equal(t, classNames[c.want], classNames[set.class(c.dst, c.sat)], "%+v", c)
	}
}

// A complement is no exact number; the bits of an immediate are those of its type.
func TestOperandSet(t *testing.T) {
	var set operandSet
	set.add(&visa.Operand{Kind: visa.General, Type: visa.UD, Mod: visa.Not})
	assert.True(t, set.modified)
	assert.False(t, set.exact)
	assert.Equal(t, uint64(0xFFFF), immBits(&visa.Operand{Type: visa.W, Imm: math.MaxUint64}))
	assert.Equal(t, uint64(math.MaxUint64), immBits(&visa.Operand{Type: visa.Q, Imm: math.MaxUint64}))
}

func TestSmallParts(t *testing.T) {
	assert.Equal(t, []byte{9, 0x11, 0x22, 0x33, 0x44}, append32([]byte{9}, 0x44332211))
	for n, want := range map[int]uint32{0: 0, 1: 1, 31: math.MaxInt32, 32: math.MaxUint32} {
		assert.Equal(t, want, fullMask(n))
	}
	b := []byte{0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88}
	for size, want := range map[uint8]uint64{1: 0x81, 2: 0x8281, 4: 0x84838281, 8: 0x8887868584838281} {
		assert.Equal(t, want, element(b, size))
		to := make([]byte, 9)
		putElement(to, size, 0xF8F7F6F5F4F3F2F1)
		wrote := make([]byte, 9)
		copy(wrote, []byte{0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8}[:size])
		assert.Equal(t, wrote, to)
	}
	off := []int32{0, 3, 5}
	assert.Equal(t, visa.Range{First: 3, End: 9}, elements(off, visa.Range{First: 1, End: 3}, 9))
	assert.Equal(t, visa.Range{First: 0, End: 5}, elements(off, visa.Range{First: 0, End: 2}, 9))
	assert.Equal(t, visa.Range{First: 9, End: 9}, elements(nil, visa.Range{}, 9))
	assert.Equal(t, []int{0, 7}, []int{firstOf(off, 7), firstOf(nil, 7)})
	for ty, want := range map[visa.Type]bool{visa.UB: true, visa.DF: true, visa.HF: true, visa.V: false, visa.UV: false, visa.VF: false, visa.BF: true, visa.BOOL: false} {
		assert.Equal(t, want, storable(ty), "%s", ty)
	}
	for k, want := range map[*inst]uint32{{n: 1, full: 1, pred: predicate{full: 1}}: 0xF0, {n: 8, full: 0xFF, pred: predicate{full: 0xFF}}: 0xF0, {n: 4, full: 0xF, first: 4, pred: predicate{full: 0xF}}: 0xF0, {n: 4, full: 0xF, pred: predicate{full: 0xF}}: 0} {
		assert.Equal(t, want, k.branchLanes(&thread{exec: 0xF0}))
	}
}
