package interp_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// decls are the variables of the hand-written kernels below. IN holds the
// payload from r1 on; OUT is stored to surface 0 by every kernel.
const decls = `.version 4.1
.kernel "k"
.decl IN v_type=G type=ud num_elts=32 align=GRF
.decl IND v_type=G type=d num_elts=32 align=GRF alias=<IN, 0>
.decl INW v_type=G type=w num_elts=64 align=GRF alias=<IN, 0>
.decl INUW v_type=G type=uw num_elts=64 align=GRF alias=<IN, 0>
.decl INQ v_type=G type=uq num_elts=16 align=GRF alias=<IN, 0>
.decl INSQ v_type=G type=q num_elts=16 align=GRF alias=<IN, 0>
.decl INHF v_type=G type=hf num_elts=64 align=GRF alias=<IN, 0>
.decl INDF v_type=G type=df num_elts=16 align=GRF alias=<IN, 0>
.decl INF v_type=G type=f num_elts=32 align=GRF alias=<IN, 0>
.decl OUT v_type=G type=ud num_elts=32 align=GRF
.decl OUTQ v_type=G type=q num_elts=16 align=GRF alias=<OUT, 0>
.decl OUTUQ v_type=G type=uq num_elts=16 align=GRF alias=<OUT, 0>
.decl OUTD v_type=G type=d num_elts=32 align=GRF alias=<OUT, 0>
.decl OUTW v_type=G type=w num_elts=64 align=GRF alias=<OUT, 0>
.decl OUTUW v_type=G type=uw num_elts=64 align=GRF alias=<OUT, 0>
.decl OUTUB v_type=G type=ub num_elts=128 align=GRF alias=<OUT, 0>
.decl OUTHF v_type=G type=hf num_elts=64 align=GRF alias=<OUT, 0>
.decl OUTDF v_type=G type=df num_elts=16 align=GRF alias=<OUT, 0>
.decl OUTF v_type=G type=f num_elts=32 align=GRF alias=<OUT, 0>
.decl TMP v_type=G type=ud num_elts=32 align=GRF
.decl TMPUW v_type=G type=uw num_elts=64 align=GRF alias=<TMP, 0>
.decl ADDR v_type=G type=uq num_elts=16 align=GRF
.decl A0 v_type=A num_elts=16
.decl P1 v_type=P num_elts=32
.decl P2 v_type=P num_elts=32
.decl P3 v_type=P num_elts=32
.decl T6 v_type=T num_elts=1 v_name=T6
.input IN offset=32 size=128
.kernel_attr Target="3d"
.kernel_attr SimdSize=32
.function "main"

main:
`

const finish = `
    movs (M1_NM, 1) T6(0) 0x0:ud
    oword_st (8) T6 0x0:ud OUT.0
    ret (M1, 1)
`

func parse(tb testing.TB, body string) *visa.Kernel {
	tb.Helper()
	k, err := asm.Parse("k.visaasm", []byte(decls+body+finish))
	require.NoError(tb, err)
	return k
}

// machine runs hand-written kernels as one thread.
type machine struct {
	mask    uint32
	in      [32]uint32
	group   *dispatch.Group
	scratch *mem.Buffer
	budget  int
}

func newMachine() *machine {
	m := &machine{mask: 0xFFFFFFFF, group: &dispatch.Group{SLM: mem.NewLocal(256)}, budget: 1 << 20}
	m.group.Barrier.Reset(1)
	for i := range m.in {
		m.in[i] = uint32(i)
	}
	return m
}

func (m *machine) thread(memory *mem.Memory) *dispatch.Thread {
	payload := make([]byte, 160)
	for i, v := range m.in {
		binary.LittleEndian.PutUint32(payload[32+4*i:], v)
	}
	binary.LittleEndian.PutUint32(payload[4:], 0xABCD) // r0.1
	return &dispatch.Thread{Group: m.group, Payload: payload, Mask: m.mask, Mem: memory, Scratch: m.scratch}
}

// try runs a body and returns the 32 dwords of OUT.
func (m *machine) try(tb testing.TB, body string) ([]uint32, error) {
	tb.Helper()
	return m.tryText(tb, decls+body+finish)
}

// tryText is try for a whole kernel.
func (m *machine) tryText(tb testing.TB, text string) ([]uint32, error) {
	tb.Helper()
	k, err := asm.Parse("k.visaasm", []byte(text))
	require.NoError(tb, err)
	p, err := interp.New(k)
	if err != nil {
		return nil, err
	}
	memory := mem.New()
	out := memory.Alloc("out", 256)
	memory.Bind(0, out)
	w := p.NewWorker(1)
	w.Start(0, m.thread(memory))
	status, err := w.Resume(0, m.budget)
	if err != nil {
		return nil, err
	}
	require.Equal(tb, dispatch.Done, status)
	words := make([]uint32, 32)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(out.Bytes()[4*i:])
	}
	return words, nil
}

func (m *machine) run(tb testing.TB, body string) []uint32 {
	tb.Helper()
	out, err := m.try(tb, body)
	require.NoError(tb, err)
	return out
}

// each builds 32 expected dwords.
func each(f func(i uint32) uint32) []uint32 {
	out := make([]uint32, 32)
	for i := range out {
		out[i] = f(uint32(i))
	}
	return out
}

func lines(s ...string) string { return "    " + strings.Join(s, "\n    ") + "\n" }

const fill = "mov (M1_NM, 32) OUT(0,0)<1> 0x63:ud" // 99 where nothing is written

func TestMasks(t *testing.T) {
	m := newMachine()
	m.mask = 0x00F0FFFF
	got := m.run(t, lines(fill, "mov (M1, 8) OUT(0,0)<1> IN(0,0)<1;1,0>", "mov (M5, 16) OUT(2,0)<1> IN(2,0)<1;1,0>"))
	assert.Equal(t, each(func(i uint32) uint32 {
		if i < 8 || i >= 20 && i < 24 {
			return i
		}
		return 99
	}), got)
}

// The lane offset of a mask never changes operand addresses.
func TestMaskOffsetDoesNotMoveOperands(t *testing.T) {
	m := newMachine()
	m.mask = 0x0F << 16
	got := m.run(t, lines(fill, "mov (M5, 8) OUT(0,0)<1> IN(0,0)<1;1,0>"))
	assert.Equal(t, []uint32{0, 1, 2, 3, 99}, got[:5])
}

func TestPredicates(t *testing.T) {
	pred := func(want func(i uint32) bool) []uint32 {
		return each(func(i uint32) uint32 {
			if i < 16 && want(i) {
				return i
			}
			return 99
		})
	}
	odd := func(i uint32) bool { return i&1 != 0 }
	for _, c := range []struct {
		name, set, inst string
		want            func(uint32) bool
	}{
		{"lanes", "0xaaaa", "(P1) mov (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", odd},
		{"inverted", "0x5555", "(!P1) mov (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", odd},
		{"any", "0x0400", "(P1.any) mov (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", func(uint32) bool { return true }},
		{"none is any", "0xffff0000", "(P1.any) mov (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", func(uint32) bool { return false }},
		{"all", "0x0ffff", "(P1.all) mov (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", func(uint32) bool { return true }},
		{"not all", "0xfeff", "(!P1.all) mov (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0>", func(uint32) bool { return true }},
		{"M2", "0x30", "(P1) mov (M2, 4) OUT(0,0)<1> IN(0,0)<1;1,0>", func(i uint32) bool { return i < 2 }},
	} {
		got := newMachine().run(t, lines(fill, "setp (M1_NM, 32) P1 "+c.set+":ud", c.inst))
		assert.Equal(t, pred(c.want), got, c.name)
	}
}

// cmp writes only the enabled lanes' bits, at the mask's lane offset.
func TestCompareIntoPredicate(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFF0FF0F
	got := m.run(t, lines("setp (M1_NM, 32) P1 0x000f00f0:ud",
		"cmp.lt (M1, 16) P1 IN(0,0)<1;1,0> 0xa:ud", "cmp.ge (M5, 16) P1 IN(2,0)<1;1,0> 0x18:uw",
		"mov (M1_NM, 1) OUT(0,0)<1> P1"))
	assert.Equal(t, uint32(0xFF0F03FF), got[0])
}

func TestCompareIntoVariable(t *testing.T) {
	got := newMachine().run(t, lines("cmp.gt (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0> 0x7:d",
		"cmp.le (M1, 16) OUTW(2,0)<1> IN(0,0)<1;1,0> 0x2:w", "cmp.ge (M1, 8) OUTF(3,0)<1> IND(0,0)<1;1,0> 0x4:d"))
	for i := range 16 {
		want := uint32(0)
		if i > 7 {
			want = 0xFFFFFFFF
		}
		assert.Equal(t, want, got[i])
	}
	assert.Equal(t, []uint32{0xFFFFFFFF, 0xFFFF, 0}, got[16:19])
	assert.Equal(t, []uint32{0, 0, 0, 0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, got[24:])
}

func TestCompareMixedSigns(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0xFFFFFFFF, 0x80000000, 5}
	got := m.run(t, lines("cmp.lt (M1, 4) OUT(0,0)<1> IND(0,0)<1;1,0> IN(0,2)<0;1,0>", // -1 < 5u
		"cmp.lt (M1, 4) OUT(0,4)<1> IN(0,0)<1;1,0> 0x0:d", "cmp.gt (M1, 4) OUT(1,0)<1> IN(0,0)<1;1,0> 0xffffffff:d",
		"cmp.gt (M1, 1) OUT(1,4)<1> (-)IND(0,1)<0;1,0> 0x0:d")) // -(-2^31) is positive
	assert.Equal(t, []uint32{0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0, 0, 0, 0,
		0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, got[:13])
}

// A modifier on an unsigned number makes it negative.
func TestNegatedUnsigned(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0, 0xFFFFFFFF, 1, 0x80000000}
	got := m.run(t, lines("cmp.lt (M1_NM, 2) OUT(0,0)<1> IN(0,0)<1;1,0> (-)IN(0,2)<0;1,0>", "cmp.gt (M1_NM, 2) OUT(0,2)<1> IN(0,0)<1;1,0> (-)IN(0,1)<0;1,0>",
		"max (M1_NM, 2) OUT(0,4)<1> IN(0,0)<1;1,0> (-)IN(0,3)<0;1,0>"))
	assert.Equal(t, []uint32{0, 0, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFFFFFF}, got[:6])
}

func TestPredicateLogic(t *testing.T) {
	m := newMachine()
	m.mask = 0x00FF
	got := m.run(t, lines("setp (M1_NM, 32) P1 0xff33:ud", "setp (M1_NM, 32) P2 0x0f55:ud", "setp (M1_NM, 32) P3 0xaaaa0000:ud",
		"and (M1, 16) P3 P1 P2", "mov (M1_NM, 1) OUT(0,0)<1> P3",
		"xor (M1_NM, 16) P3 P1 P2", "mov (M1_NM, 1) OUT(0,1)<1> P3",
		"not (M5_NM, 16) P3 P3", "mov (M1_NM, 1) OUT(0,2)<1> P3"))
	assert.Equal(t, []uint32{0xAAAA0011, 0xAAAAF066, 0x5555F066}, got[:3])
}

func TestSetpFromVector(t *testing.T) {
	m := newMachine()
	m.mask = 0x7FFF
	got := m.run(t, lines("setp (M1_NM, 32) P1 0xffff0000:ud", "setp (M1, 16) P1 IN(0,0)<1;1,0>", "mov (M1_NM, 1) OUT(0,0)<1> P1"))
	assert.Equal(t, uint32(0xFFFF2AAA), got[0])
}

// One number sets all elements, those of lanes that do not run included.
func TestSetpFromNumber(t *testing.T) {
	m := newMachine()
	m.mask = 0x00FF
	got := m.run(t, lines("setp (M1_NM, 32) P1 0x0:ud", "setp (M5, 16) P1 0xa5c3:uw", "setp (M1, 16) P1 IN(0,1)<0;1,0>", "mov (M1_NM, 1) OUT(0,0)<1> P1"))
	assert.Equal(t, uint32(0xA5C30001), got[0])
}

// sel writes every lane of the mask; the predicate only chooses.
func TestSelect(t *testing.T) {
	m := newMachine()
	m.mask = 0x0FFF
	got := m.run(t, lines(fill, "setp (M1_NM, 32) P1 0xf0f0:ud", "(P1) sel (M1, 16) OUT(0,0)<1> IN(0,0)<1;1,0> 0x2a:ud"))
	assert.Equal(t, []uint32{42, 42, 42, 42, 4, 5, 6, 7, 42, 42, 42, 42, 99, 99, 99, 99}, got[:16])
}

func TestPackedImmediates(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 8) OUTD(0,0)<1> 0xfedc3210:v", "mov (M1_NM, 8) OUT(1,0)<1> 0xfedc3210:uv",
		"mov (M1_NM, 4) OUTF(2,0)<1> 0x30c8b000:vf"))
	assert.Equal(t, []uint32{0, 1, 2, 3, 0xFFFFFFFC, 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF}, got[:8])
	assert.Equal(t, []uint32{0, 1, 2, 3, 12, 13, 14, 15}, got[8:16])
	assert.Equal(t, []uint32{0, 0xBF800000, 0xC0400000, 0x3F800000}, got[16:20])
}

func TestMoveKeepsBits(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0x7F812345, 0xFFC54321, 0x00000001, 0x80000000}
	got := m.run(t, lines("mov (M1, 4) OUTF(0,0)<1> INF(0,0)<1;1,0>", "mov (M1, 4) OUTF(0,4)<1> 0x7fa00001:f",
		"setp (M1_NM, 32) P1 0x5:ud", "(P1) sel (M1, 4) OUTF(1,0)<1> INF(0,0)<1;1,0> INF(0,0)<1;1,0>"))
	assert.Equal(t, m.in[:4], got[:4])
	assert.Equal(t, uint32(0x7FA00001), got[4])
	assert.Equal(t, m.in[:4], got[8:12])
	got = m.run(t, lines("mov (M1, 8) OUTHF(0,0)<1> INHF(0,0)<1;1,0>", "mov (M1, 1) OUTHF(0,8)<1> 0x7d01:hf", "mov (M1, 2) OUTDF(1,0)<1> INDF(0,0)<1;1,0>",
		"setp (M1_NM, 32) P1 0x55:ud", "(P1) sel (M1, 8) OUTHF(2,0)<1> INHF(0,0)<1;1,0> INHF(0,0)<1;1,0>", "(P1) sel (M1, 2) OUTHF(3,0)<1> 0x7d01:hf INHF(0,0)<1;1,0>"))
	assert.Equal(t, m.in[:4], got[:4])
	assert.Equal(t, uint32(0x7D01), got[4])
	assert.Equal(t, m.in[:4], got[8:12])
	assert.Equal(t, m.in[:4], got[16:20])
	assert.Equal(t, uint32(0x7F817D01), got[24])
}

func TestSaturation(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 300}
	got := m.run(t, lines("add.sat (M1, 4) OUTD(0,0)<1> IND(0,0)<1;1,0> 0x1:d", "add.sat (M1, 4) OUTD(0,4)<1> IND(0,0)<1;1,0> 0xffffffff:d",
		"add.sat (M1, 4) OUT(1,0)<1> IN(0,0)<1;1,0> 0x1:ud", "mov.sat (M1, 4) OUTUB(2,0)<4> IND(0,0)<1;1,0>",
		"mov.sat (M1, 4) OUTW(3,0)<2> IND(0,0)<1;1,0>"))
	assert.Equal(t, []uint32{0x7FFFFFFF, 0, 0x80000001, 301}, got[:4])
	assert.Equal(t, []uint32{0x7FFFFFFE, 0xFFFFFFFE, 0x80000000, 299}, got[4:8])
	assert.Equal(t, []uint32{0x80000000, 0xFFFFFFFF, 0x80000001, 301}, got[8:12])
	assert.Equal(t, []uint32{255, 0, 0, 255}, got[16:20])
	assert.Equal(t, []uint32{0x7FFF, 0xFFFF, 0x8000, 300}, got[24:28])
}

func TestFloatSaturation(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0x40000000, 0xBF800000, 0x3F000000, 0x7FC00000}
	got := m.run(t, lines("mul.sat (M1, 4) OUTF(0,0)<1> INF(0,0)<1;1,0> 0x3f800000:f"))
	assert.Equal(t, []uint32{0x3F800000, 0, 0x3F000000, 0}, got[:4])
}

func TestConversions(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0x40700000 /* 3.75 */, 0xC0700000, 0x4F800000 /* 2^32 */, 0x7FC00000, 0x4B800001 /* 16777218 */, 16777217, 0xFFFFFFFF}
	got := m.run(t, lines("mov (M1, 4) OUTD(0,0)<1> INF(0,0)<1;1,0>", "mov (M1, 4) OUT(0,4)<1> INF(0,0)<1;1,0>",
		"mov (M1, 4) OUTW(1,0)<2> INF(0,0)<1;1,0>", "mov (M1, 2) OUTF(2,0)<1> IND(0,5)<1;1,0>", "mov (M1, 2) OUTF(2,2)<1> IN(0,5)<1;1,0>"))
	assert.Equal(t, []uint32{3, 0xFFFFFFFD, 0x7FFFFFFF, 0}, got[:4])
	assert.Equal(t, []uint32{3, 0, 0xFFFFFFFF, 0}, got[4:8])
	assert.Equal(t, []uint32{3, 0xFFFD, 0x7FFF, 0}, got[8:12])
	assert.Equal(t, []uint32{0x4B800000, 0xBF800000, 0x4B800000, 0x4F800000}, got[16:20])
}

// Conversions keep denormals whatever cr0 says, with a modifier or saturation too,
// which make a mov of one type arithmetic.
func TestConversionsKeepDenormals(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0x00018001, 0x00000001}
	got := m.run(t, lines("mov (M1_NM, 2) OUTF(0,0)<1> INHF(0,0)<1;1,0>", "mov (M1_NM, 2) OUTF(0,2)<1> (-)INHF(0,0)<1;1,0>",
		"mov.sat (M1_NM, 1) OUTF(0,4)<1> INHF(0,1)<0;1,0>", "mov (M1_NM, 1) OUTDF(1,0)<1> INF(0,1)<0;1,0>", "mov (M1_NM, 1) OUTDF(1,1)<1> (-)INF(0,1)<0;1,0>",
		"mov (M1_NM, 1) OUTHF(2,0)<1> 0x33800000:f", "mov (M1_NM, 1) OUTHF(2,1)<1> (abs)INF(0,1)<0;1,0>",
		"mov (M1_NM, 1) OUTHF(0,12)<1> (-)INHF(0,0)<0;1,0>", "mov (M1_NM, 1) OUTF(0,7)<1> (-)INF(0,1)<0;1,0>"))
	assert.Equal(t, []uint32{0xB3800000, 0x33800000, 0x33800000, 0xB3800000, 0x33800000, 0, 0, 0x80000000}, got[:8])
	assert.Equal(t, []uint32{0, 0x36A00000, 0, 0xB6A00000}, got[8:12])
	assert.Equal(t, uint32(1), got[16])
}

// Saturation clamps to 0 and 1 whatever float type is made of what.
func TestSaturatingConversions(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0xFFFFFFFF, 0, 1, 7, 0x3F000000, 0xBF800000, 0x40000000, 0x7FC00000, 0, 0x3FE00000, 0, 0x40000000, 0, 0xC0000000, 1, 0x7FF80000}
	got := m.run(t, lines("mov.sat (M1, 4) OUTF(0,0)<1> IND(0,0)<1;1,0>", "mov.sat (M1, 4) OUTF(0,4)<1> IN(0,0)<1;1,0>",
		"mov.sat (M1, 4) OUTDF(1,0)<1> IND(0,0)<1;1,0>", "mov.sat (M1, 4) OUTHF(2,0)<1> IND(0,0)<1;1,0>", "mov.sat (M1, 2) OUTF(2,2)<1> INSQ(0,0)<1;1,0>",
		"mov.sat (M1, 4) OUTDF(3,0)<1> INF(0,4)<1;1,0>"))
	const one, half = 0x3F800000, 0x3F000000
	assert.Equal(t, []uint32{0, 0, one, one, one, 0, one, one}, got[:8])
	assert.Equal(t, []uint32{0, 0, 0, 0, 0, 0x3FF00000, 0, 0x3FF00000}, got[8:16])
	assert.Equal(t, []uint32{0, 0x3C003C00, one, one}, got[16:20])
	assert.Equal(t, []uint32{0, 0x3FE00000, 0, 0, 0, 0x3FF00000, 0, 0}, got[24:])
	got = m.run(t, lines("mov.sat (M1, 4) OUTF(0,0)<1> INDF(1,0)<1;1,0>", "mov.sat (M1, 4) OUTHF(1,0)<1> INDF(1,0)<1;1,0>"))
	assert.Equal(t, []uint32{half, one, 0, 0}, got[:4])
	assert.Equal(t, []uint32{0x3C003800, 0}, got[8:10])
}

// cr0 bits 5:4 choose the rounding of the conversion.
func TestControlRegisterRounding(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{16777219}
	got := m.run(t, lines("or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4f0:ud", "mov (M1, 1) OUTF(0,0)<1> IND(0,0)<0;1,0>",
		"and (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0xffffffcf:ud", "mov (M1, 1) OUTF(0,1)<1> IND(0,0)<0;1,0>"))
	assert.Equal(t, []uint32{0x4B800001, 0x4B800002}, got[:2])
}

// Modes of cr0 that the interpreter does not have stop the thread that asks for them.
func TestControlRegisterModes(t *testing.T) {
	for bit := range 4 {
		_, err := newMachine().try(t, lines(fmt.Sprintf("or (M1_NM, 1) %%cr0(0,0)<1> %%cr0(0,0)<0;1,0> 0x%x:ud", 1<<bit)))
		require.ErrorIs(t, err, errors.ErrUnsupported)
		var mode *interp.ModeError
		require.ErrorAs(t, err, &mode)
		assert.Equal(t, uint32(1)<<bit, mode.CR0)
	}
}

func TestNarrowAndStridedDestinations(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0x11223344, 0x55667788}
	got := m.run(t, lines(fill, "mov (M1, 2) OUTUW(0,0)<2> IN(0,0)<1;1,0>", "mov (M1, 2) OUTUB(1,0)<1> IN(0,0)<1;1,0>",
		"mov (M1, 2) OUT(2,0)<4> IN(0,0)<1;1,0>", "mov (M1, 2) OUT(3,0)<1> INW(0,1)<2;1,0>"))
	assert.Equal(t, []uint32{0x3344, 0x7788, 99}, got[:3])
	assert.Equal(t, uint32(0x8844), got[8])
	assert.Equal(t, []uint32{0x11223344, 99, 99, 99, 0x55667788, 99}, got[16:22])
	assert.Equal(t, []uint32{0x1122, 0x5566}, got[24:26])
}

func TestR0AndInput(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1, 1) OUT(0,0)<1> %r0(0,1)<0;1,0>", "mov (M1, 8) OUT(1,0)<1> IN(3,0)<1;1,0>"))
	assert.Equal(t, uint32(0xABCD), got[0])
	assert.Equal(t, []uint32{24, 25, 26, 27, 28, 29, 30, 31}, got[8:16])
}

func TestIndirectThroughAddressOf(t *testing.T) {
	got := newMachine().run(t, lines("mov (M1_NM, 8) TMPUW(0,0)<1> 0x01234567:uv", "shl (M1_NM, 8) TMPUW(0,0)<1> TMPUW(0,0)<1;1,0> 0x3:uw",
		"addr_add (M1_NM, 8) A0(0)<1> &IN[4] TMPUW(0,0)<1;1,0>", "mov (M1, 8) OUT(0,0)<1> r[A0(0),0]<1,0>:ud",
		"mov (M1, 8) OUT(1,0)<1> r[A0(7),4]<8;8,1>:ud", "addr_add (M1_NM, 1) A0(0)<1> &OUT 0x40:uw",
		"mov (M1, 4) r[A0(0),4]<2>:ud IN(0,0)<1;1,0>", "addr_add (M1_NM, 1) A0(1)<1> A0(0)<1> 0x20:uw", "mov (M1, 1) r[A0(1),0]<1>:ud 0x7:ud"))
	assert.Equal(t, []uint32{15, 13, 11, 9, 7, 5, 3, 1}, got[:8])
	assert.Equal(t, []uint32{2, 3, 4, 5, 6, 7, 8, 9}, got[8:16])
	assert.Equal(t, []uint32{0, 0, 0, 1, 0, 2, 0, 3, 7}, got[16:25][:9])
}

// Addresses have 16 bits: a word above the half goes back.
func TestAddressesWrap(t *testing.T) {
	got := newMachine().run(t, lines("addr_add (M1_NM, 1) A0(0)<1> &IN[32] 0xfff0:uw", "mov (M1, 4) OUT(0,0)<1> r[A0(0),0]<1;1,0>:ud",
		"addr_add (M1_NM, 1) A0(0)<1> &IN 0xffe0:uw", "mov (M1, 4) OUT(1,0)<1> r[A0(0),40]<1;1,0>:ud",
		"addr_add (M1_NM, 1) A0(0)<1> &IN 0x20:uw", "mov (M1_NM, 2) TMPUW(0,0)<1> 0xfff8:uw", "addr_add (M1_NM, 2) A0(1)<2> A0(0)<1> TMPUW(0,0)<1;1,0>",
		"mov (M1, 2) OUT(2,0)<1> r[A0(1),0]<1,0>:ud"))
	assert.Equal(t, []uint32{4, 5, 6, 7}, got[:4])
	assert.Equal(t, []uint32{2, 3, 4, 5}, got[8:12])
	assert.Equal(t, []uint32{6, 6}, got[16:18])
}

// Variables whose address is taken lie within reach of an address, however much
// else a kernel declares.
func TestAddressesBehindManyVariables(t *testing.T) {
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, ".decl X%d v_type=G type=ud num_elts=8 align=GRF\n", i)
	}
	text := strings.Replace(decls, ".decl IN ", many.String()+".decl IN ", 1) +
		lines("addr_add (M1_NM, 1) A0(0)<1> &IND[32] 0x4:uw", "mov (M1, 4) OUT(0,0)<1> r[A0(0),0]<1;1,0>:ud") + finish
	got, err := newMachine().tryText(t, text)
	require.NoError(t, err)
	assert.Equal(t, []uint32{9, 10, 11, 12}, got[:4])
}

// A shift with a signed count goes by the signedness of what is shifted.
func TestShift64(t *testing.T) {
	m := newMachine()
	m.in = [32]uint32{0, 0x80000000, 4, 0, 1}
	got := m.run(t, lines("shr (M1, 1) OUTUQ(0,0)<1> INQ(0,0)<0;1,0> IND(0,2)<0;1,0>", "asr (M1, 1) OUTQ(0,1)<1> INSQ(0,0)<0;1,0> IND(0,2)<0;1,0>",
		"mov (M1, 1) OUTQ(0,2)<1> (-)IND(0,2)<0;1,0>", "mul (M1, 1) OUTUQ(0,3)<1> IN(0,1)<0;1,0> IN(0,2)<0;1,0>",
		"shr (M1, 1) OUTUQ(1,0)<1> (-)INQ(0,2)<0;1,0> IND(0,2)<0;1,0>"))
	assert.Equal(t, []uint32{0, 0x08000000, 0, 0xF8000000, 0xFFFFFFFC, 0xFFFFFFFF, 0, 2, 0xFFFFFFFF, 0x0FFFFFFF}, got[:10])
}
