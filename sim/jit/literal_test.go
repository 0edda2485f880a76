package jit

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// literals are values of kernels: sources, and the result.
var literals = []struct {
	class      code.Class
	kern       code.Kernel
	a, b, c, d uint32
}{
	{code.ClassRaw, code.KernMov, 0x7F812345, 1, 2, 0x7F812345}, {code.ClassRaw, code.KernAdd, 7, 0xFFFFFFF7, 1, 0xFFFFFFFE}, {code.ClassRaw, code.KernMul, 0x10001, 0x10003, 1, 0x40003},
	{code.ClassRaw, code.KernMad, 1, 0xFFFFFFF9, 9, 0xFFFFFFC2}, {code.ClassRaw, code.KernAdd3, 7, 0xFFFFFFF7, 100, 98}, {code.ClassRaw, code.KernMachLow, 5, 3, 0x2FFFF, 0x60005},
	{code.ClassRaw, code.KernAnd, 12, 10, 0, 8}, {code.ClassRaw, code.KernOr, 12, 10, 0, 14}, {code.ClassRaw, code.KernXor, 12, 10, 0, 6}, {code.ClassRaw, code.KernNot, 5, 9, 0, 0xFFFFFFFA},
	{code.ClassRaw, code.KernShl, 3, 33, 0, 6}, {code.ClassRaw, code.KernShr, 0xFFFFFFFF, 60, 0, 15}, {code.ClassRaw, code.KernAsr, 0xFFFFFFC0, 35, 0, 0xFFFFFFF8},
	{code.ClassRaw, code.KernRol, 0x40000001, 34, 0, 5}, {code.ClassRaw, code.KernRol, 0x40000001, 32, 0, 0x40000001},
	{code.ClassRaw, code.KernAddSpread, 7, 0xFFFFFFF7, 1, 0xFFFFFFFE}, {code.ClassRaw, code.KernMulSpread, 0x10001, 0x10003, 1, 0x40003},
	{code.ClassFloat, code.KernMov, 0x7F812345, 1, 2, 0x7F812345}, // a signalling NaN is moved
	{code.ClassFloat, code.KernAdd, 1, 1, 0, 2}, {code.ClassFloat, code.KernAdd, 0x7F800000, 0xFF800000, 0, 0x7FC00000}, {code.ClassFloat, code.KernAdd, 0xFF812345, 0, 0, 0x7FC00000},
	{code.ClassFloat, code.KernMul, 0x40000000, 0xC0400000, 0, 0xC0C00000}, {code.ClassFloat, code.KernMul, 0x3F000000, 2, 0, 1}, {code.ClassFloat, code.KernMul, 0x7F800000, 0, 0, 0x7FC00000},
	{code.ClassFloat, code.KernMad, 0xBF800002, 0x3F800001, 0x3F800001, 0x28800000}, // rounded once
	{code.ClassFloat, code.KernMadSpread, 0xBF800002, 0x3F800001, 0x3F800001, 0x28800000}, {code.ClassFloat, code.KernAddSpread, 1, 1, 0, 2}, {code.ClassFloat, code.KernMulSpread, 0x40000000, 0xC0400000, 0, 0xC0C00000},
	{code.ClassFloat, code.KernRndd, 0xC0200000, 0, 0, 0xC0400000}, {code.ClassFloat, code.KernRndu, 0xC0200000, 0, 0, 0xC0000000}, {code.ClassFloat, code.KernRnde, 0x40200000, 0, 0, 0x40000000},
	{code.ClassFloat, code.KernRndz, 0xBF400000, 0, 0, 0x80000000}, {code.ClassFloat, code.KernRndz, 0x7F812345, 0, 0, 0x7FC00000},
	{code.ClassFloat, code.KernInv, 0x40800000, 0, 0, 0x3E800000}, {code.ClassFloat, code.KernInv, 0x80000000, 0, 0, 0xFF800000}, {code.ClassFloat, code.KernInv, 0x40400000, 0, 0, 0x3EAAAAAB},
	{code.ClassFloat, code.KernSqt, 0x40000000, 0, 0, 0x3FB504F3}, {code.ClassFloat, code.KernSqt, 0xBF800000, 0, 0, 0x7FC00000}, {code.ClassFloat, code.KernSqt, 0x80000000, 0, 0, 0x80000000},
	{code.ClassFloat, code.KernRsqt, 0x40000000, 0, 0, 0x3F3504F3}, {code.ClassFloat, code.KernRsqt, 0x80000000, 0, 0, 0xFF800000}, {code.ClassFloat, code.KernRsqt, 0x40800000, 0, 0, 0x3F000000},
}

// TestLiteral: each kernel with values written down, on every lane, and nothing behind the last.
func TestLiteral(t *testing.T) {
	available(t)
	has := map[kernel]bool{}
	for _, c := range literals {
		k := kernel{form: code.FormALU, class: c.class, kern: c.kern}
		has[k] = true
		for _, n := range []int{1, 2, 4, 8, 16, 24, 32} {
			o := code.Op{Form: code.FormALU, Class: c.class, Kern: c.kern, N: uint8(n), Full: ^uint32(0) >> (32 - n), Flags: code.FlagDirect | code.FlagInPlace}
			o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 512, Enable: ^uint32(0)}
			for i := range o.Src {
				o.Src[i] = code.Source{Addr: uint32(1024 + 128*i), Type: native.UD}
			}
			p := program(t, []code.Op{o})
			s := compile(p)
			require.Len(t, s.sequences, 1)
			w, _ := thread(t, p, onPages(t, p, s, compileSome(p, s.sequences)), ^uint32(0), 1)
			regs := w.Ahead(0).Registers
			for i, v := range []uint32{c.a, c.b, c.c} {
				for lane := range n {
					binary.LittleEndian.PutUint32(regs[1024+128*i+4*lane:], v)
				}
			}
			behind := binary.LittleEndian.Uint32(regs[512+4*n:])
			_, err := w.Resume(0, 1)
			require.NoError(t, err)
			for lane := range n {
				require.Equal(t, c.d, binary.LittleEndian.Uint32(regs[512+4*lane:]), "class %v kernel %d of %#x, %#x, %#x: lane %d of %d", c.class, c.kern, c.a, c.b, c.c, lane, n)
			}
			require.Equal(t, behind, binary.LittleEndian.Uint32(regs[512+4*n:]))
		}
	}
	for _, k := range kernels() {
		require.True(t, has[k] || k.form != code.FormALU, "%+v", k)
	}
}
