package estimate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
)

// Pieces of kernels. A load answers after 400 clocks on skl, a mov of 8 channels issues in 2 and has its result after 14.
const (
	load  = "send (8|M0) r1 r8 0xC 0x02106E01\n"
	local = "send (8|M0) r1 r8 0xC 0x02106EFE\n"
	store = "sends (8|M0) null r20 r21 0x4C 0x02026E01\n"
	use   = "mov (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n"
	free  = "mov (8|M0) r5.0<1>:d r6.0<8;8,1>:d\n"
	end   = "send (8|M0) null r127 0x27 0x02000010 {EOT}\n"
)

// of assembles and estimates.
func of(t *testing.T, target native.Target, text string) *Estimate {
	t.Helper()
	code, err := nasm.Assemble("test.asm", target, strings.NewReader(text))
	require.NoError(t, err, text)
	return ofCode(t, target, code)
}

func ofCode(t *testing.T, target native.Target, code []byte) *Estimate {
	t.Helper()
	insts, offs, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	p, err := flow.Placed(target, insts, offs)
	require.NoError(t, err)
	p.SIMD = 8
	return Of(p, target, offs, len(code), 16)
}

// TestBlocks has clocks counted by hand: 2 + 2 for the load and a mov, 396 for memory, 2 for its use and 2 for what
// stands behind a branch, which takes 8.
func TestBlocks(t *testing.T) {
	e := of(t, native.SKL, load+free+use+"(f0.0) jmpi L\nL:\n"+end)
	require.Len(t, e.Blocks, 2)
	first := Totals{Clocks: 2 + 2 + 396 + 2 + 8}
	first.Kinds[KindLoad] = Count{1, 2}
	first.Kinds[KindMove] = Count{2, 4}
	first.Kinds[KindBranch] = Count{1, 8}
	first.Stalls[CauseMemory], first.Waits[CauseMemory], first.Gaps[CauseMemory] = 396, 1, 1
	assert.Equal(t, Block{0, 4, 0, first}, e.Blocks[0])
	second := Totals{Clocks: 2}
	second.Kinds[KindMessage] = Count{1, 2}
	assert.Equal(t, Block{4, 5, 0, second}, e.Blocks[1])
	assert.EqualValues(t, 412, e.Clocks)
	assert.EqualValues(t, 16, e.Issue)
	assert.Equal(t, e.Clocks, e.Looped, "no loop")
	assert.Equal(t, Inst{native.OpMov, KindMove, 2, Wait{396, CauseMemory, 0}}, e.Insts[2])
	assert.Equal(t, Path{402, []Link{{0, Wait{}}, {2, Wait{400, CauseMemory, 0}}}}, e.Path)
	assert.Equal(t, []Messages{{"UntypedRead", 1}, {"EndOfThread", 1}}, e.Messages)
	assert.Equal(t, 5*16, e.Bytes)
	assert.Zero(t, e.Compact)
	assert.Empty(t, e.Note)
}

// TestCauses: what is waited for, and how long, in the last instruction.
func TestCauses(t *testing.T) {
	for name, c := range map[string]struct {
		target native.Target
		text   string
		cause  Cause
		clocks uint64
	}{
		"memory":       {native.SKL, load + use, CauseMemory, 398},
		"local memory": {native.SKL, local + use, CauseLocal, 398},
		"tgl":          {native.TGL, "send.dc1 (8|M0) r1 r8 null 0x0 0x02106E01 {$1}\nmov (8|M0) r3.0<1>:d r1.0<8;8,1>:d {$1.dst}\n", CauseMemory, 145},
		"code":         {native.TGL, "send.dc1 (8|M0) r9 r8 null 0x0 0x02106E01 {$1}\nmov (8|M0) r3.0<1>:d r1.0<8;8,1>:d {$1.dst}\n", CauseCode, 145},
		"sources":      {native.SKL, "send (8|M0) r9 r3 0xC 0x02106E01\n" + use, CauseSources, 34},
		"math":         {native.SKL, "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f\n" + use, CauseMath, 18},
		"registers":    {native.SKL, "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n" + use, CauseRegister, 12},
		"flags":        {native.SKL, "cmp (8|M0) (lt)f0.0 null<1>:d r2.0<8;8,1>:d 0:w\n(f0.0) " + use, CauseFlag, 12},
		"a0":           {native.SKL, "mov (1|M0) a0.0<1>:ud r9.0<0;1,0>:ud\nmov (1|M0) r3.0<1>:ud r[a0.0]<0;1,0>:ud\n", CauseAddress, 12},
		"accumulators": {native.SKL, "mov (8|M0) acc0.0<1>:d r2.0<8;8,1>:d\nmov (8|M0) r3.0<1>:d acc0.0<8;8,1>:d\n", CauseAccumulator, 2},
		"a sampler":    {native.SKL, "send (8|M0) r1 r8 0x2 0x04420001\n" + use, CauseSampler, 298},
		"scratch":      {native.SKL, "send (8|M0) r1 r8 0xA 0x021C0000\n" + use, CauseScratch, 398},
		"a fence":      {native.SKL, "send (8|M0) r1 r8 0xA 0x0219E000\n" + use, CauseFence, 398},
	} {
		e := of(t, c.target, c.text)
		total := Totals{}
		total.Stalls[c.cause] = c.clocks
		assert.Equal(t, total.Stalls, e.Total().Stalls, name)
	}
}

// TestKinds: what instructions are there for.
func TestKinds(t *testing.T) {
	for text, want := range map[string]Kind{
		free: KindMove, "add (8|M0) r3.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n": KindArithmetic, "not (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n": KindArithmetic,
		"cmp (8|M0) (lt)f0.0 null<1>:d r2.0<8;8,1>:d 0:w\n": KindChoice, "(f0.0) sel (8|M0) r3.0<1>:d r1.0<8;8,1>:d r2.0<8;8,1>:d\n": KindChoice,
		"add (1|M0) a0.0<1>:ud r9.0<0;1,0>:ud 4:d\n": KindAddress, "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f\n": KindMath,
		load: KindLoad, store: KindStore, end: KindMessage, "nop\n": KindEmpty, "wait n0\n": KindWait, "jmpi L\nL:\n": KindBranch,
		"send (8|M0) r1 r8 0x2 0x04420001\n": KindSample, "send (8|M0) r1 r8 0xA 0x02180004\n": KindLoad,
	} {
		assert.Equal(t, want.String(), of(t, native.SKL, text).Insts[0].Kind.String(), text)
	}
}

// TestPayloads: a move is one into a payload when a message reads its result first.
func TestPayloads(t *testing.T) {
	const fill, other = "mov (8|M0) r21.0<1>:d r3.0<8;8,1>:d\n", "mov (8|M0) r20.0<1>:d r4.0<8;8,1>:d\n"
	for name, c := range map[string]struct {
		text string
		want []Kind
	}{
		"both parts":       {fill + other + store, []Kind{KindPayload, KindPayload, KindStore}},
		"read before":      {fill + "add (8|M0) r9.0<1>:d r21.0<8;8,1>:d 1:d\n" + store, []Kind{KindMove, KindArithmetic, KindStore}},
		"written again":    {fill + "add (8|M0) r21.0<1>:d r9.0<8;8,1>:d 1:d\n" + store, []Kind{KindMove, KindArithmetic, KindStore}},
		"of no message":    {free + store, []Kind{KindMove, KindStore}},
		"a load's address": {"mov (8|M0) r8.0<1>:d r3.0<8;8,1>:d\n" + load, []Kind{KindPayload, KindLoad}},
	} {
		var got []Kind
		for _, in := range of(t, native.SKL, c.text).Insts {
			got = append(got, in.Kind)
		}
		assert.Equal(t, c.want, got, name)
	}
}

// TestLoops: a loop counts eight times, one in it sixty-four; the totals of both stay those of one round.
func TestLoops(t *testing.T) {
	e := of(t, native.SKL, free+"A:\nadd (8|M0) r9.0<1>:d r10.0<8;8,1>:d 1:d\nB:\nadd (8|M0) r11.0<1>:d r12.0<8;8,1>:d 1:d\n(f0.0) while (8|M0) B\n(f0.0) while (8|M0) A\n"+end)
	require.Len(t, e.Blocks, 5)
	var depth []int
	var clocks []uint64
	for i := range e.Blocks {
		depth, clocks = append(depth, e.Blocks[i].Depth), append(clocks, e.Blocks[i].Clocks)
	}
	assert.Equal(t, []int{0, 1, 2, 1, 0}, depth)
	assert.Equal(t, []uint64{2, 2, 2 + 8, 8, 2}, clocks)
	assert.EqualValues(t, 24, e.Clocks)
	assert.EqualValues(t, 2+2*8+10*64+8*8+2, e.Looped)
	assert.EqualValues(t, 1<<18, (&Block{Depth: 100}).Runs(), "six loops")
}

// TestNotFollowed: code with a jump to where a register says is estimated block by block, and says what is not known.
func TestNotFollowed(t *testing.T) {
	e := of(t, native.SKL, "jmpi r3.0\n"+free+end)
	assert.Equal(t, "loops are not known, and values are followed in the order of the code: jmpi by a register: flow is not modelled", e.Note)
	assert.Len(t, e.Blocks, 2)
	assert.EqualValues(t, 12, e.Clocks)
	assert.NotNil(t, e.Pressure)
}

// TestOfCode: bytes with what they are lowered from; a branch to nowhere is named by its offset, and other code than what it is
// lowered from is refused.
func TestOfCode(t *testing.T) {
	code, err := nasm.Assemble("test.asm", native.SKL, strings.NewReader(load+use+end))
	require.NoError(t, err)
	c, err := OfCode(native.SKL, code, 8, 33, []native.Inst{{VISA: 3}, {VISA: 4, Uses: []int32{1}}, {}})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 16, 32}, c.Offsets)
	assert.Equal(t, []any{int32(3), int32(4), []int32{1}}, []any{c.Native[0].VISA, c.Native[1].VISA, c.Native[1].Uses})
	assert.EqualValues(t, 2+398+2+2, c.Clocks)
	_, err = OfCode(native.SKL, code, 8, 32, []native.Inst{{}})
	assert.EqualError(t, err, "3 instructions of code: want those of 1")
	code, err = nasm.Assemble("test.asm", native.SKL, strings.NewReader(free+"jmpi 8\n"+end))
	require.NoError(t, err)
	_, err = OfCode(native.SKL, code, 8, 32, nil)
	assert.ErrorContains(t, err, "offset 0x10: jmpi to offset 0x")
}
