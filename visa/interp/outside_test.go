package interp_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/interp"
)

// What is written by an address, and what goes into a message by one, may not leave the
// variable whose address that is, also where another variable follows, or through an
// address made from that address.
func TestIndirectPastItsVariable(t *testing.T) {
	a0 := "addr_add (M1_NM, 16) A0(0)<1> &IN 0x7c:uw"
	for _, c := range []struct {
		name, body string
		lane       int
		addr       int64
	}{
		{"row", lines(a0, "addr_add (M1_NM, 1) A0(9)<1> A0(9)<1> 0x1:uw", "mov (M1, 1) r[A0(9),0]<1>:ud OUT(0,0)<0;1,0>"), 0, 125},
		{"immediate", lines(a0, "mov (M1, 4) r[A0(0),4]<1>:ud OUT(0,0)<1;1,0>"), 0, 128},
		{"region", lines(a0, "mov (M1, 4) r[A0(0),-8]<1>:ud OUT(0,0)<1;1,0>"), 3, 128},
		{"below", lines("addr_add (M1_NM, 16) A0(0)<1> &TMP 0xfffe:uw", "mov (M3, 4) r[A0(0),0]<1>:ud OUT(0,0)<1;1,0>"), 8, 65534},
		{"write", lines(a0, "mov (M1, 2) r[A0(0),0]<1>:ud 0x7:ud"), 1, 128},
		{"scalar", lines(a0, "gather4_scaled.R (M1, 8) %slm r[A0(0),2]<0;1,0>:ud TMP.0 OUT.0"), 0, 126},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fault(t, newMachine(), c.body)
			var region *interp.RegionFault
			require.ErrorAs(t, f, &region)
			assert.Equal(t, c.lane, f.Lane)
			name := "IN"
			if c.name == "below" {
				name = "TMP"
			}
			assert.Equal(t, name, region.Var)
			assert.Equal(t, c.addr, region.Addr)
			assert.Equal(t, 128, region.Len)
		})
	}
	f := fault(t, newMachine(), lines(a0, "mov (M1, 2) r[A0(0),0]<1>:ud 0x7:ud"))
	assert.Contains(t, f.Error(), "lane 1: mov (M1, 2): indirect operand at byte 128 of variable IN (4 bytes per element): legal are 0..124")
}

// What is read by an address outside of its variable is 0 in those lanes, and told with the
// first place and the count; lanes that are off tell nothing. IN has 0 to 31 in 128 bytes.
func TestReadsOutsideOfAVariable(t *testing.T) {
	const all = 0xFFFFFFFF
	at := func(offset int) string {
		return fmt.Sprintf("addr_add (M1_NM, 16) A0(0)<1> &IN 0x%x:uw", uint16(offset))
	}
	ramp := lines("mov (M1_NM, 8) TMPUW(0,0)<1> 0x76543210:uv", "shl (M1_NM, 8) TMPUW(0,0)<1> TMPUW(0,0)<1;1,0> 0x2:uw")
	rows := lines(ramp, "addr_add (M1_NM, 8) A0(0)<1> &IN TMPUW(0,0)<1;1,0>", "addr_add (M1_NM, 8) A0(0)<1> A0(0)<8> 0x%x:uw")
	for _, c := range []struct {
		name, body string
		mask       uint32
		want       []uint32 // of OUT, which held 99
		lane       int      // the first that was outside
		offset     int64
		count      uint64 // 0: nothing is told
	}{
		{"before", lines(at(-4), "mov (M1, 1) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), all, []uint32{0, 99}, 0, -4, 1},
		{"behind", lines(at(128), "mov (M1, 1) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), all, []uint32{0, 99}, 0, 128, 1},
		{"first", lines(at(0), "mov (M1, 1) OUT(0,0)<1> r[A0(0),4]<0;1,0>:ud"), all, []uint32{1, 99}, 0, 0, 0},
		{"last", lines(at(124), "mov (M1, 1) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), all, []uint32{31, 99}, 0, 0, 0},
		{"immediate", lines(at(8), "mov (M1, 1) OUT(0,0)<1> r[A0(0),-12]<0;1,0>:ud"), all, []uint32{0, 99}, 0, -4, 1},
		{"region before", lines(at(-4), "mov (M1, 4) OUT(0,0)<1> r[A0(0),0]<4;4,1>:d"), all, []uint32{0, 0, 1, 2, 99}, 0, -4, 1},
		{"region behind", lines(at(116), "mov (M1, 8) OUT(0,0)<1> r[A0(0),0]<8;8,1>:ud"), all, []uint32{29, 30, 31, 0, 0, 0, 0, 0, 99}, 3, 128, 5},
		{"scalar for all", lines(at(132), "mov (M1, 16) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), all, []uint32{0, 0, 0, 0}, 0, 132, 16},
		{"a lane each", lines(fmt.Sprintf(rows, 108), "mov (M1, 8) OUT(0,0)<1> r[A0(0),0]<1,0>:ud"), all, []uint32{27, 28, 29, 30, 31, 0, 0, 0, 99}, 5, 128, 3},
		{"a row each", lines(at(120), "mov (M1, 4) OUT(0,0)<1> r[A0(0),0]<2,1>:ud", "mov (M1, 4) OUT(0,4)<1> r[A0(0),4]<2,1>:ud"), all,
			[]uint32{30, 31, 30, 31, 31, 0, 31, 0, 99}, 1, 128, 2},
		{"some lanes off", lines(fmt.Sprintf(rows, 108), "mov (M1, 8) OUT(0,0)<1> r[A0(0),0]<1,0>:ud"), 0xFFFFFF40, []uint32{99, 99, 99, 99, 99, 99, 0, 99}, 6, 132, 1},
		{"all lanes off", lines(fmt.Sprintf(rows, 108), "mov (M1, 8) OUT(0,0)<1> r[A0(0),0]<1,0>:ud"), 0xFFFFFF1F, []uint32{27, 28, 29, 30, 31, 99, 99, 99}, 0, 0, 0},
		{"predicate", lines(fmt.Sprintf(rows, 108), "setp (M1_NM, 32) P1 0xbf:ud", "(P1) mov (M1, 8) OUT(0,0)<1> r[A0(0),0]<1,0>:ud"), all,
			[]uint32{27, 28, 29, 30, 31, 0, 99, 0}, 5, 128, 2},
		{"lanes behind the first", lines(at(-4), "mov (M5, 2) OUT(0,0)<1> r[A0(0),0]<2;2,1>:ud"), all, []uint32{0, 0, 99}, 16, -4, 1},
		{"without mask", lines(at(-4), "mov (M5_NM, 1) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), 0xFFFEFFFF, []uint32{0, 99}, 0, 0, 0},
		{"without mask, on", lines(at(-4), "mov (M5_NM, 1) OUT(0,0)<1> r[A0(0),0]<0;1,0>:ud"), all, []uint32{0, 99}, 16, -4, 1},
		{"byte", lines(at(127), "mov (M1, 2) OUT(0,0)<1> r[A0(0),0]<2;2,1>:ub"), all, []uint32{0, 0, 99}, 1, 128, 1},
		{"signed byte", lines(at(-1), "mov (M1, 2) OUTD(0,0)<1> r[A0(0),0]<2;2,1>:b"), all, []uint32{0, 0, 99}, 0, -1, 1},
		{"half of a word", lines(at(127), "mov (M1, 1) OUT(0,0)<1> r[A0(0),0]<0;1,0>:uw"), all, []uint32{0, 99}, 0, 127, 1},
		{"word", lines(at(124), "mov (M1, 4) OUT(0,0)<1> r[A0(0),0]<4;4,1>:w"), all, []uint32{31, 0, 0, 0, 99}, 2, 128, 2},
		{"half of a qword", lines(at(116), "mov (M1, 2) OUTUQ(0,0)<1> r[A0(0),0]<2;2,1>:uq"), all, []uint32{29, 30, 0, 0, 99}, 1, 124, 1},
		{"negated", lines(at(124), "mov (M1, 2) OUTD(0,0)<1> (-)r[A0(0),0]<2;2,1>:d"), all, []uint32{0xFFFFFFE1, 0, 99}, 1, 128, 1},
		{"sum", lines(at(124), "add (M1, 2) OUT(0,0)<1> r[A0(0),0]<2;2,1>:ud IN(0,5)<1;1,0>"), all, []uint32{36, 6, 99}, 1, 128, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, left := told(t, c.mask, c.body)
			assert.Equal(t, c.want, got[:len(c.want)])
			if c.count == 0 {
				assert.Empty(t, left)
				return
			}
			require.Len(t, left, 1)
			assert.Equal(t, "IN", left[0].Variable)
			assert.Equal(t, c.count, left[0].Count)
			first := left[0].First
			assert.Equal(t, []any{c.lane, c.offset, false}, []any{first.Lane, first.Offset, first.Write})
			assert.Regexp(t, `^k.visaasm:\d+:\d+$`, first.Where)
		})
	}
}

// Each variable is told by its name, behind buffers.
func TestReadsOutsideOfTwoVariables(t *testing.T) {
	_, left := told(t, 0xFFFFFFFF, lines("addr_add (M1_NM, 1) A0(0)<1> &TMP 0xfffc:uw", "addr_add (M1_NM, 1) A0(1)<1> &IN 0x80:uw",
		"add (M1, 8) OUT(0,0)<1> r[A0(0),0]<8;8,1>:ud r[A0(1),0]<0;1,0>:ud", "oword_ld_unaligned (1) T6 0x78:ud TMP.0"))
	require.Len(t, left, 3)
	assert.Equal(t, "out", left[0].Buffer)
	assert.Regexp(t, `^8 reads outside of variable IN \(they gave 0\); the first: read at byte 128, group \[0 0 0\] thread 0 lane 0 at k.visaasm:\d+:5: add \(M1, 8\)$`, left[1].String())
	assert.Regexp(t, `^1 reads outside of variable TMP \(they gave 0\); the first: read at byte -4, group`, left[2].String())
}

// told runs one thread of a body with T6 bound to a buffer of 128 bytes: OUT at its end,
// and what was told.
func told(t *testing.T, mask uint32, body string) (got []uint32, left []dispatch.Outside) {
	m := mem.New()
	out := m.Alloc("out", 128)
	m.Bind(0, out)
	p, err := interp.New(parse(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x63:ud", "movs (M1_NM, 1) T6(0) 0x0:ud", body, "oword_st (8) T6 0x0:ud OUT.0")))
	require.NoError(t, err)
	res, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Mem: m, Workers: 1, Payloads: oneThread{off: ^mask}})
	require.NoError(t, err)
	for i := range 32 {
		got = append(got, binary.LittleEndian.Uint32(out.Bytes()[4*i:]))
	}
	return got, res.Outside
}

// Up to its last byte a variable can be reached; lanes that do not run may hold
// any address.
func TestIndirectToTheEndOfItsVariable(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFFFFFE
	got := m.run(t, lines("addr_add (M1_NM, 16) A0(0)<1> &IN 0x7c:uw", "addr_add (M1_NM, 1) A0(0)<1> A0(0)<1> 0x40:uw",
		"mov (M1, 2) OUT(0,0)<1> r[A0(0),0]<1,0>:ud", "mov (M1_NM, 1) r[A0(1),-124]<1>:ud 0x63:ud", "mov (M1_NM, 1) OUT(0,3)<1> IN(0,0)<0;1,0>"))
	assert.Equal(t, []uint32{31, 99}, []uint32{got[1], got[3]})
}

// NoMask writes for lanes that are off may not be anywhere.
func TestIndirectOfALaneThatIsOff(t *testing.T) {
	m := newMachine()
	m.mask = 0xFFFEFFFF
	var region *interp.RegionFault
	require.ErrorAs(t, fault(t, m, lines("addr_add (M1_NM, 1) A0(0)<1> &IN 0xfffc:uw", "mov (M5_NM, 1) r[A0(0),0]<1>:ud 0x7:ud")), &region)
	assert.Equal(t, int64(65532), region.Addr)
}

// Accesses past the end of a surface or of local memory read 0, are dropped, and
// are told with the first place and the direction; those of disabled lanes are
// not made.
func TestAccessesPastTheEndAreTold(t *testing.T) {
	m := mem.New()
	out := m.Alloc("out", 128)
	m.Bind(0, out)
	k := parse(t, lines("shl (M1_NM, 16) TMP(0,0)<1> IN(0,0)<1;1,0> 0x2:ud", "mov (M1_NM, 32) OUT(0,0)<1> 0x63:ud",
		"scatter4_scaled.R (M1, 16) %slm 0x0:ud TMP.0 IN.0", "gather4_scaled.R (M3, 8) %slm 0x0:ud TMP.32 OUT.0",
		"dword_atomic.inc (M1, 16) %slm TMP.0 %null.0 %null.0 %null.0", "movs (M1_NM, 1) T6(0) 0x0:ud",
		"oword_st (2) T6 0x7:ud IN.0", "oword_ld_unaligned (1) T6 0x78:ud OUT.64"))
	p, err := interp.New(k)
	require.NoError(t, err)
	res, err := dispatch.Run(context.Background(), &dispatch.Launch{Engine: p, Mem: m, Workers: 1, Payloads: oneThread{slm: 40}})
	require.NoError(t, err)
	require.Len(t, res.Outside, 2)
	assert.Equal(t, uint64(2), res.Outside[0].Count)
	assert.Equal(t, "out", res.Outside[0].Buffer)
	assert.Equal(t, -1, res.Outside[0].First.Lane)
	assert.True(t, res.Outside[0].First.Write)
	assert.Equal(t, "oword_st", res.Outside[0].First.Inst)
	local := res.Outside[1]
	assert.Equal(t, uint64(6+6+6), local.Count)
	assert.Equal(t, mem.LocalName, local.Buffer)
	assert.Equal(t, 10, local.First.Lane)
	assert.True(t, local.First.Write)
	assert.Equal(t, "scatter4_scaled (M1, 16)", local.First.Inst)
	assert.Regexp(t, `^k.visaasm:\d+:5$`, local.First.Where)
	assert.Equal(t, []byte{8, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0}, out.Bytes()[:12], "lanes 8 and 9 are inside, 10 is not")
}

// oneThread is a launch of one thread whose lane i has i in IN.
type oneThread struct {
	slm int
	off uint32 // lanes that are not there
}

func (oneThread) Groups() [3]uint32     { return [3]uint32{1, 1, 1} }
func (oneThread) MaxThreads() int       { return 1 }
func (oneThread) Threads([3]uint32) int { return 1 }
func (oneThread) PayloadSize() int      { return 160 }
func (o oneThread) SLMSize() int        { return o.slm }
func (oneThread) ScratchSize() int      { return 0 }
func (o oneThread) Fill(p []byte, _ [3]uint32, _ int) uint32 {
	for i := range 32 {
		p[32+4*i] = byte(i)
	}
	return ^o.off
}

// Every width at every offset M1..M8: the mask and the predicate count from the
// lane that the offset names, registers from their first element; lanes that the
// dispatch mask does not have stay.
func TestMasksAtEveryOffset(t *testing.T) {
	const dispatched, predicate = 0xF0FF0F7F, 0xBDFBDFEF
	for m := range 8 {
		for _, width := range []int{1, 2, 4, 8, 16, 32} {
			if 4*m+width > 32 {
				continue
			}
			for _, nomask := range []string{"", "_NM"} {
				machine := newMachine()
				machine.mask = dispatched
				got := machine.run(t, lines("mov (M1_NM, 32) OUT(0,0)<1> 0x63:ud", fmt.Sprintf("setp (M1_NM, 32) P1 0x%x:ud", uint32(predicate)),
					fmt.Sprintf("(P1) mov (M%d%s, %d) OUT(0,0)<1> IN(0,0)<1;1,0>", m+1, nomask, width)))
				want := make([]uint32, 32)
				for i := range want {
					want[i] = 99
					lane := 4*m + i
					if i < width && predicate>>lane&1 != 0 && (nomask != "" || dispatched>>lane&1 != 0) {
						want[i] = uint32(i)
					}
				}
				require.Equal(t, want, got, "M%d%s width %d", m+1, nomask, width)
			}
		}
	}
}

// A destination that overlaps a source otherwise than element by element is
// written after the source is read.
func TestDestinationsOverSources(t *testing.T) {
	for _, c := range []struct {
		inst string
		want []uint32 // OUT, which held 10, 11, 12 ... before
	}{
		{"add (M1_NM, 8) OUT(0,1)<1> OUT(0,0)<1;1,0> 0x1:ud", []uint32{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
		{"add (M1_NM, 4) OUT(0,1)<1> OUT(0,2)<1;1,0> 0x1:ud", []uint32{10, 13, 14, 15, 16, 15}},
		{"add (M1_NM, 4) OUT(0,0)<1> OUT(0,0)<1;1,0> OUT(0,1)<1;1,0>", []uint32{21, 23, 25, 27, 14}},
		{"add (M1_NM, 4) OUT(0,0)<1> OUT(0,0)<1;1,0> OUT(0,0)<1;1,0>", []uint32{20, 22, 24, 26, 14}},
		{"mov (M1_NM, 8) OUT(0,1)<1> OUT(0,0)<1;1,0>", []uint32{10, 10, 11, 12, 13, 14, 15, 16, 17}},
		{"add (M1_NM, 4) OUT(0,3)<1> OUT(0,0)<1;1,0> 0x0:ud", []uint32{10, 11, 12, 10, 11, 12, 13, 17}},
		{"mov (M1_NM, 2) OUTQ(0,1)<1> OUTQ(0,0)<1;1,0>", []uint32{10, 11, 10, 11, 12, 13, 16}},
		{"mov (M1_NM, 4) OUT(0,1)<1> OUTQ(0,0)<1;1,0>", []uint32{10, 10, 12, 14, 16, 15}},
	} {
		got := newMachine().run(t, lines("add (M1_NM, 32) OUT(0,0)<1> IN(0,0)<1;1,0> 0xa:ud", c.inst))
		assert.Equal(t, c.want, got[:len(c.want)], c.inst)
	}
}
