package interp_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/interp"
)

// A fault names the group of its thread.
func TestFaultNamesGroup(t *testing.T) {
	m := newMachine()
	m.group.ID = [3]uint32{3, 1, 4}
	f := fault(t, m, lines("svm_block_ld (1) 0x44:uq OUT.0"))
	assert.Equal(t, [3]uint32{3, 1, 4}, f.Group)
}

// The first label of a kernel is a target like any other.
func TestJumpToFirstLabel(t *testing.T) {
	m := newMachine()
	m.budget = 100
	text := decls + lines("add (M1_NM, 32) IN(0,0)<1> IN(0,0)<1;1,0> 0x10:ud", "mov (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0>",
		"cmp.lt (M1_NM, 1) P1 IN(0,0)<0;1,0> 0x30:ud", "(P1) goto (M1, 1) main") + finish
	got, err := m.tryText(t, text)
	require.NoError(t, err)
	assert.Equal(t, each(func(i uint32) uint32 { return i + 0x30 }), got)
}

// One address serves a row of the region, also one of fewer elements than the row.
func TestIndirectRowsAreBounded(t *testing.T) {
	got := newMachine().run(t, lines("addr_add (M1_NM, 1) A0(15)<1> &IN 0x20:uw", "mov (M1_NM, 1) OUT(0,0)<1> r[A0(15),4]<2,1>:ud"))
	assert.Equal(t, uint32(9), got[0])
	_, err := newMachine().try(t, lines("mov (M1_NM, 4) OUT(0,0)<1> r[A0(15),0]<2,1>:ud"))
	assert.ErrorContains(t, err, "elements 15 to 16 of A0, which has 16")
	_, err = newMachine().try(t, lines("mov (M1_NM, 1) OUT(0,0)<1> r[A0(16),0]<2,1>:ud"))
	assert.ErrorContains(t, err, "A0, which has 16")
}

// An offset through an address is the number at the address.
func TestIndirectOffset(t *testing.T) {
	m := newMachine()
	m.group.SLM.SetBytes(16, []byte{1, 2, 3, 4, 5, 6, 7, 8})
	got := m.run(t, lines("addr_add (M1_NM, 1) A0(0)<1> &IN 0x30:uw", "mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud",
		"gather4_scaled.R (M1, 8) %slm r[A0(0),16]<0;1,0>:ud TMP.0 OUT.0"))
	assert.Equal(t, uint32(0x04030201), got[0])
	assert.Equal(t, uint32(0x04030201), got[7])
}

// A state operand that reaches past its variable says which elements it meant.
func TestStateElementsAreNamed(t *testing.T) {
	k := parse(t, lines("movs (M1_NM, 1) OUT(0,0)<1> T6(0)"))
	for i := range k.Insts {
		for a := range k.Insts[i].Args {
			if o := &k.Insts[i].Args[a]; o.Kind == visa.State && k.Insts[i].Op == visa.OpMovs && a == 1 {
				o.Off = 3
			}
		}
	}
	_, err := interp.New(k)
	assert.ErrorContains(t, err, "elements 3 to 3 of T6, which has 1")
}

// The bound of a place in a variable is that of its size, itself included.
func TestAliasBound(t *testing.T) {
	k := parse(t, "")
	v := &k.Vars[len(k.Vars)-1]
	for _, c := range []struct {
		off int
		ok  bool
	}{{0, true}, {1 << 20, true}, {1<<20 + 1, false}, {-1, false}} {
		v.Alias, v.AliasOff = int32(visa.FirstUserVar), c.off
		_, err := interp.New(k)
		assert.Equal(t, c.ok, err == nil, "%d: %v", c.off, err)
	}
}

// A scalar operand with an address for each element goes by the first.
func TestScalarThroughAddresses(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud", "addr_add (M1_NM, 1) A0(0)<1> &IN 0x20:uw", "addr_add (M1_NM, 1) A0(1)<1> &IN 0x10:uw",
		"scatter4_scaled.R (M1, 8) %slm r[A0(0),4]<1,0>:ud TMP.0 IN.0", "gather4_scaled.R (M1, 8) %slm 0x8:ud TMP.0 OUT.0", "gather4_scaled.R (M1, 8) %slm 0x9:ud TMP.0 OUT.32"))
	assert.Equal(t, []uint32{7 << 8, 7}, []uint32{got[0], got[8]})
}

// The lane of an access past the end counts from the thread's first.
func TestOutsideLaneOfAnOffset(t *testing.T) {
	k := parse(t, lines("mov (M1_NM, 32) TMP(0,0)<1> 0xfffc:ud", "gather4_scaled.R (M3, 8) %slm 0x0:ud TMP.0 OUT.0"))
	p, err := interp.New(k)
	require.NoError(t, err)
	m := mem.New()
	m.Bind(0, m.Alloc("out", 128))
	res, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Mem: m, Workers: 1, Payloads: oneThread{slm: 40}})
	require.NoError(t, err)
	require.Len(t, res.Outside, 1)
	assert.Equal(t, 8, res.Outside[0].First.Lane)
	assert.Equal(t, uint64(8), res.Outside[0].Count)
}

// An input has a place in the payload and a size, neither below 0, and its
// variable has room for it.
func TestInputBounds(t *testing.T) {
	for _, c := range []struct {
		offset, size int
		want         string
	}{
		{32, 128, ""}, {0, 0, ""}, {-1, 128, "offset -1 size 128"}, {32, -1, "offset 32 size -1"}, {-1, -1, "offset -1 size -1"},
		{32, 129, "129 bytes into IN: it has room for 128"},
	} {
		k := parse(t, "")
		k.Inputs[0].Offset, k.Inputs[0].Size = c.offset, c.size
		_, err := interp.New(k)
		if c.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
}

// Rows that begin one element on give each element twice.
func TestRowsOfEqualElements(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 8) OUT(0,0)<1> IN(0,3)<1;2,0>", "mov (M1_NM, 8) OUT(1,0)<1> IN(0,5)<0;2,0>", "mov (M1_NM, 8) OUT(2,0)<1> IN(0,6)<1;8,0>"))
	assert.Equal(t, []uint32{3, 3, 4, 4, 5, 5, 6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6}, got[:24])
	got = newMachine().run(t, lines("mov (M1_NM, 8) OUT(0,0)<1> 0x4030201:ud", "mov (M1_NM, 4) TMP(0,0)<1> OUTUB(0,1)<1;2,0>", "mov (M1_NM, 4) OUT(0,0)<1> TMP(0,0)<1;1,0>"))
	assert.Equal(t, []uint32{2, 2, 3, 3}, got[:4])
}

// What all variables take counts whole registers, and what an alignment may cost:
// the predefined ones and the machine's four, then 33,000 of 128 bytes, and in another
// kernel eight of a megabyte, which is too much.
func TestStorageBound(t *testing.T) {
	grow := func(n, elems int, align visa.Align) *visa.Kernel {
		k := parse(t, "")
		for i := range n {
			v := k.Vars[visa.FirstUserVar]
			v.Name, v.Elems, v.Align = fmt.Sprint("B", i), elems, align
			k.Vars = append(k.Vars, v)
		}
		return k
	}
	_, err := interp.New(grow(33_000, 32, visa.AlignGRF))
	assert.NoError(t, err)
	for align, border := range map[visa.Align]int{visa.AlignByte: 0, visa.AlignGRF: 0, visa.AlignGRFx2: 32} {
		k := grow(8, 1<<18, align)
		_, err = interp.New(k)
		assert.ErrorContains(t, err, fmt.Sprintf("B7 has 1048576 bytes, and all variables to it %d: a thread has 8388608", 2880+8*(1<<20+border)))
		k.Vars = k.Vars[:len(k.Vars)-1]
		_, err = interp.New(k)
		assert.NoError(t, err)
	}
}

// Elements behind an address widen and take modifiers as others do.
func TestIndirectElementsAreExtended(t *testing.T) {
	m := newMachine()
	m.in[0], m.in[1], m.in[2] = 0x8000FFFF, 5, 0xBF800000
	got := m.run(t, lines("addr_add (M1_NM, 1) A0(0)<1> &IN 0x0:uw", "mov (M1_NM, 2) OUTD(0,0)<1> r[A0(0),0]<2;2,1>:w", "mov (M1_NM, 2) OUTD(0,2)<1> r[A0(0),0]<2;2,1>:uw",
		"mov (M1_NM, 1) OUTD(0,4)<1> (-)r[A0(0),4]<0;1,0>:d", "mov (M1_NM, 1) OUTF(0,5)<1> (abs)r[A0(0),8]<0;1,0>:f"))
	assert.Equal(t, []uint32{0xFFFFFFFF, 0xFFFF8000, 0xFFFF, 0x8000, 0xFFFFFFFB, 0x3F800000}, got[:6])
}

// Operands that no text has: an immediate of a type that none has, a branch
// to what is no label.
func TestForgedOperands(t *testing.T) {
	for _, ty := range []visa.Type{visa.BOOL, visa.NumTypes} {
		k := parse(t, lines("mov (M1_NM, 1) OUT(0,0)<1> 0x3:ud"))
		k.Insts[1].Args[1].Type = ty
		_, err := start(t, k).Resume(0, 9)
		assert.ErrorContains(t, err, "immediate of type "+ty.String())
	}
	k := parse(t, lines("goto (M1, 32) L1", "L1:"))
	k.Insts[1].Args[0].Kind = visa.General
	_, err := interp.New(k)
	assert.ErrorContains(t, err, "no label operand")
}

// Blocks lie at multiples of 4 bytes; elsewhere the thread stops.
//
// seed: vISA pages OWORD_LD_UNALIGNED
func TestBlocksAreAligned(t *testing.T) {
	for _, offset := range []uint64{1, 2, 3} {
		f := fault(t, newMachine(), lines(fmt.Sprintf("oword_ld_unaligned (1) %%slm 0x%x:ud OUT.0", 4+offset)))
		assert.Equal(t, &mem.AlignError{Buffer: mem.LocalName, Off: 4 + offset, Size: 16, Block: true}, f.Err)
		assert.Equal(t, -1, f.Lane)
		assert.ErrorContains(t, f, fmt.Sprintf("block of 16 bytes at offset %#x of shared local memory: offset is not a multiple of 4", 4+offset))
	}
}

// %sr0 has the dispatch mask, and behind it that of groups of four channels; what is
// before them, and writing it, is refused.
func TestStateRegister(t *testing.T) {
	m := newMachine()
	m.mask = 0x80210F04
	got := m.run(t, lines("mov (M1_NM, 2) OUT(0,0)<1> %sr0(0,2)<1;1,0>", "mov (M1_NM, 1) OUT(0,2)<1> %sr0(0,2)<0;1,0>"))
	assert.Equal(t, []uint32{0x80210F04, 0xF0FF0F0F, 0x80210F04}, got[:3])
	for _, inst := range []string{"mov (M1_NM, 1) OUT(0,0)<1> %sr0(0,0)<0;1,0>", "mov (M1_NM, 1) OUT(0,0)<1> %sr0(0,1)<0;1,0>", "mov (M1_NM, 1) %sr0(0,2)<1> 0x1:ud"} {
		_, err := newMachine().try(t, lines(inst))
		require.ErrorIs(t, err, errors.ErrUnsupported, inst)
	}
}

// TestUnalignedBlocks: blocks of local memory and of scratch space from any multiple of 4 on, whatever channels run; behind the
// end they are zeros.
//
// seed: vISA pages OWORD_LD_UNALIGNED
func TestUnalignedBlocks(t *testing.T) {
	m := newMachine()
	m.mask = 2
	for i := range uint64(64) {
		require.NoError(t, m.group.SLM.Store(4*i, 4, 500+i))
	}
	got := m.run(t, lines("oword_ld_unaligned (2) %slm 0x4:ud OUT.0", "oword_ld_unaligned (1) %slm 0xfc:ud OUT.32"))
	assert.Equal(t, []uint32{501, 502, 503, 504, 505, 506, 507, 508, 563, 0, 0, 0}, got[:12])
}

// TestBfeUnderMasks: bfe writes the channels that run and that the predicate chooses; width and offset are modulo 32.
//
// seed: vISA pages BFE
func TestBfeUnderMasks(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFF00FE
	for i := range 8 {
		m.in[i] = 0xFFFFFF80 | uint32(i)
	}
	got := m.run(t, lines(fill, "setp (M1_NM, 32) P1 0x3f:ud", "(P1) bfe (M1, 8) OUT(0,0)<1> 0x8:ud 0x1:ud IN(0,0)<1;1,0>",
		"bfe (M1, 8) OUTD(1,0)<1> 0x27:d 0x21:d IND(0,0)<1;1,0>"))
	assert.Equal(t, []uint32{99, 0xC0, 0xC1, 0xC1, 0xC2, 0xC2, 99, 99}, got[:8])
	assert.Equal(t, []uint32{99, 0xFFFFFFC0, 0xFFFFFFC1, 0xFFFFFFC1, 0xFFFFFFC2, 0xFFFFFFC2, 0xFFFFFFC3, 0xFFFFFFC3}, got[8:16])
}
