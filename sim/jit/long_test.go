package jit

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// longInst is addc, or a step of a long multiply, on r64 and r66, to r32 or the accumulator.
func longInst(op native.Op, n uint8, a, b native.Type) native.Inst {
	region := native.Region{V: 8, W: 8, H: 1}
	if n == 1 {
		region = native.Region{V: 0, W: 1, H: 0}
	}
	in := native.Inst{Op: op, ExecSize: n, AccWr: op != native.OpMul, Dst: native.GRFOperand(32, 0, native.Dst1, a)}
	if op == native.OpMul {
		in.Dst = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Region: native.Dst1, Type: a}
	}
	in.Src[0] = native.GRFOperand(64, 0, region, a)
	if in.Src[1] = native.GRFOperand(66, 0, region, b); b.Size() == 2 && n > 1 {
		in.Src[1].Region = native.Region{V: 16, W: 8, H: 2}
	}
	return in
}

// longInsts are those that have rows, of an element and of eight.
func longInsts() (list []native.Inst) {
	for _, n := range []uint8{1, 8} {
		list = append(list, longInst(native.OpAddc, n, native.UD, native.UD))
		for _, ty := range []native.Type{native.D, native.UD} {
			by := longInst(native.OpMul, n, ty, native.UW)
			by.Src[1] = native.ImmOperand(0xAAAB, native.UW)
			list = append(list, longInst(native.OpMach, n, ty, ty), by)
			for _, low := range []native.Type{native.W, native.UW, native.D, native.UD} {
				list = append(list, longInst(native.OpMul, n, ty, low))
			}
		}
	}
	return list
}

// longOps are these, resolved.
func longOps(tb testing.TB) (list []code.Op) {
	for _, in := range longInsts() {
		list = append(list, instructions(tb, in).Ops[1])
	}
	return list
}

// TestLong: carries and steps of long multiplies, under masks and without, leave the bytes that the EU model leaves.
func TestLong(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(61, 62))
	for _, in := range longInsts() {
		for range 20 {
			if in.NoMask = rnd.IntN(2) == 0; rnd.IntN(2) == 0 {
				in.PredCtrl, in.PredInv = pick(rnd, native.PredSeq, native.PredAny16H, native.PredAll8H), rnd.IntN(2) == 0
			}
			p := instructions(t, in)
			c := compile(p)
			require.Len(t, c.sequences, 1, "%+v", in)
			require.Equal(t, 2, c.sequences[0].to)
			require.Empty(t, differs(t, p, onPages(t, p, c, compileSome(p, c.sequences)), maskOf(rnd), rnd.Uint64()), "%+v", in)
		}
	}
}

// TestLongLiteral: what a sum carries, and the upper half of a product, by values.
func TestLongLiteral(t *testing.T) {
	available(t)
	sum := []native.Inst{longInst(native.OpAddc, 1, native.UD, native.UD)}
	signed := []native.Inst{longInst(native.OpMul, 1, native.D, native.UW), longInst(native.OpMach, 1, native.D, native.D)}
	unsigned := []native.Inst{longInst(native.OpMul, 1, native.UD, native.UW), longInst(native.OpMach, 1, native.UD, native.UD)}
	for _, c := range []struct {
		list                  []native.Inst
		a, b, dst, low, above uint32
	}{
		{sum, 0xFFFFFFFF, 2, 1, 1, 0}, {sum, 0x7FFFFFFF, 2, 0x80000001, 0, 0}, {sum, 0, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0}, {sum, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE, 1, 0},
		{signed, 0xFFFFFFFF, 0x12345678, 0xFFFFFFFF, 0xEDCBA988, 0xFFFFFFFF}, {signed, 0x10000, 0x30002, 3, 0x20000, 3},
		{unsigned, 0xFFFFFFFF, 0x12345678, 0x12345677, 0xEDCBA988, 0x12345677}, {unsigned, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE, 1, 0xFFFFFFFE},
	} {
		p := instructions(t, c.list...)
		s := compile(p)
		require.Len(t, s.sequences, 1)
		w, _ := thread(t, p, onPages(t, p, s, compileSome(p, s.sequences)), 1, 1)
		regs := w.Ahead(0).Registers
		binary.LittleEndian.PutUint32(regs[32*64:], c.a)
		binary.LittleEndian.PutUint32(regs[32*66:], c.b)
		_, err := w.Resume(0, len(c.list))
		require.NoError(t, err)
		var got [3]uint32
		for i, at := range []int{32 * 32, p.FileBytes + code.OffAcc, p.FileBytes + code.OffAccHigh} {
			got[i] = binary.LittleEndian.Uint32(regs[at:])
		}
		assert.Equal(t, [3]uint32{c.dst, c.low, c.above}, got, "%#x and %#x by %v", c.a, c.b, c.list[0].Op)
	}
}

// TestPlantedLong: such code of other operands, or with another step, is found.
func TestPlantedLong(t *testing.T) {
	available(t)
	faults := map[string]func(o *code.Op){
		"source 0": func(o *code.Op) { o.Src[0].Addr += 4 }, "source 1": func(o *code.Op) { o.Src[1].Addr += 4 }, "kinds": func(o *code.Op) { o.AccBecome >>= 1 },
		"sign":        func(o *code.Op) { o.Src[0].Type ^= native.D ^ native.UD },
		"destination": func(o *code.Op) { o.Dst.Addr += 4 },
	}
	for _, in := range longInsts() {
		in.NoMask = true
		for name, change := range faults {
			if name == "sign" && in.Op == native.OpAddc || name == "source 1" && in.Src[1].File == native.Imm || name == "destination" && in.Op == native.OpMul {
				continue
			}
			assert.True(t, longFinds(t, in, 40, change), "%s of %+v", name, in)
		}
	}
	over := carries[code.KernAdd].over
	for i := range over {
		for name, change := range stepFaults(over[i]) {
			right := over[i]
			change(&over[i])
			found := longFinds(t, longInst(native.OpAddc, 8, native.UD, native.UD), 40, func(*code.Op) {})
			over[i] = right
			alike := i == 0 && name == "last slot" // a sum is below both of its summands, or none
			assert.True(t, found || alike, fmt.Sprintf("%s of step %d", name, i))
		}
	}
}

// longFinds says that an instruction differs by code of another op.
func longFinds(t *testing.T, in native.Inst, tries uint64, change func(o *code.Op)) bool {
	for seed := range tries {
		p := instructions(t, in)
		o := p.Ops[1]
		change(&p.Ops[1])
		c := compile(p)
		some := compileSome(p, c.sequences)
		p.Ops[1] = o
		if len(c.sequences) == 1 && differs(t, p, onPages(t, p, c, some), ^uint32(0), seed) != "" {
			return true
		}
	}
	return false
}
