package jit

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// fromRows is a move of dwords, each from its address, to r32.
func fromRows(n uint8) native.Inst {
	in := native.Inst{Op: native.OpMov, ExecSize: n, Dst: native.GRFOperand(32, 0, native.Dst1, native.UD)}
	in.Src[0] = native.Operand{File: native.GRF, Type: native.UD, Indirect: true, Region: native.Region{V: native.VxH, W: 1, H: 0}, AddrImm: 64}
	return in
}

// toAddress is a move of r64 to where a0.3 says.
func toAddress(n uint8, ty native.Type, scalar bool) native.Inst {
	in := native.Inst{Op: native.OpMov, ExecSize: n}
	in.Dst = native.Operand{File: native.GRF, Type: ty, Indirect: true, Region: native.Dst1, AddrSub: 3, AddrImm: -32}
	region := native.Region{V: 8, W: 8, H: 1}
	if scalar {
		region = native.Region{V: 0, W: 1, H: 0}
	}
	in.Src[0] = native.GRFOperand(64, 0, region, ty)
	return in
}

// setOne is smov of one element to where a0.3 says, in a lane.
func setOne(n uint8, ty native.Type, lane int) native.Inst {
	in := toAddress(n, ty, true)
	in.Op, in.Src[1] = native.OpSmov, native.ImmOperand(1<<lane, native.UW)
	return in
}

// indirects are instructions with operands through addresses that are compiled.
func indirects(rnd *rand.Rand) native.Inst {
	n := pick[uint8](rnd, 8, 16)
	switch rnd.IntN(3) {
	case 0:
		return fromRows(n)
	case 1:
		return setOne(n, pick(rnd, native.UD, native.UW), rnd.IntN(int(n)))
	}
	return toAddress(pick[uint8](rnd, 1, 8, 16), pick(rnd, native.UD, native.D, native.UW, native.W), rnd.IntN(2) == 0)
}

// TestIndirect: operands through addresses, of which some are outside, leave the bytes and the fault that the EU model leaves, among ops
// that write accumulators.
func TestIndirect(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(81, 82))
	for range 1500 {
		in := indirects(rnd)
		if in.NoMask = rnd.IntN(2) == 0; rnd.IntN(2) == 0 {
			in.PredCtrl, in.PredInv = native.PredSeq, rnd.IntN(2) == 0
		}
		product := longInst(native.OpMul, 8, native.D, native.UW)
		product.NoMask = true
		list := []native.Inst{product, moved(8, native.W, native.F, native.ModNone), in, moved(8, native.UD, native.F, native.ModNone)}
		p := instructions(t, list...)
		c := compile(p)
		require.Len(t, c.sequences, 1, "%+v", in)
		require.Equal(t, 5, c.sequences[0].to, "%+v", in)
		require.Empty(t, differs(t, p, onPages(t, p, c, compileSome(p, c.sequences)), maskOf(rnd), rnd.Uint64()), "%+v", in)
	}
}

// TestIndirectLiteral: an element is read and written at an address and what is added to it.
func TestIndirectLiteral(t *testing.T) {
	available(t)
	for name, c := range map[string]struct {
		in       native.Inst
		from, to int
	}{
		"rows": {fromRows(8), 1000 + 64, 32*32 + 12}, "all": {toAddress(8, native.UD, false), 32*64 + 4, 1000 - 32 + 4}, "one": {setOne(8, native.UD, 2), 32 * 64, 1000 - 32 + 8},
	} {
		p := instructions(t, c.in)
		s := compile(p)
		require.Len(t, s.sequences, 1)
		w, _ := thread(t, p, onPages(t, p, s, compileSome(p, s.sequences)), 0xFF, 3)
		regs := w.Ahead(0).Registers
		for i := range 16 {
			binary.LittleEndian.PutUint16(regs[p.FileBytes+code.OffA0+2*i:], 512)
		}
		binary.LittleEndian.PutUint16(regs[p.FileBytes+code.OffA0+6:], 1000)
		binary.LittleEndian.PutUint32(regs[c.from:], 0x12345678)
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
		assert.EqualValues(t, 0x12345678, binary.LittleEndian.Uint32(regs[c.to:]), name)
	}
}

// TestPlantedIndirect: code of another operand is found.
func TestPlantedIndirect(t *testing.T) {
	available(t)
	for name, c := range map[string]struct {
		in     native.Inst
		change func(o *code.Op)
	}{
		"source's address":      {fromRows(16), func(o *code.Op) { o.Src[0].Addr += 2 }},
		"source's distance":     {fromRows(16), func(o *code.Op) { o.Src[0].Imm += 4 }},
		"destination's address": {toAddress(16, native.UW, false), func(o *code.Op) { o.Dst.Addr += 2 }},
		"distance":              {toAddress(8, native.UD, false), func(o *code.Op) { o.Dst.Imm += 4 }},
		"lane":                  {setOne(16, native.UW, 3), func(o *code.Op) { o.Dst.Enable <<= 1 }},
		"lane's channel":        {setOne(16, native.UD, 3), func(o *code.Op) { o.Dst.Enable, o.Dst.Imm = o.Dst.Enable<<1, o.Dst.Imm-4 }},
	} {
		c.in.PredCtrl = native.PredSeq
		assert.True(t, longFinds(t, c.in, 40, c.change), name)
	}
}
