package hazard

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
)

// read is a message that reads 32 bytes from local memory, with one register of
// addresses; write writes them.
const (
	read  = "send.dc1 (8|M0) %s %s null 0x0 0x02106EFE {%s}\n"
	write = "send.dc1 (8|M0) null %s %s 0x40 0x02026EFE {%s}\n"
)

func assemble(t *testing.T, target native.Target, text string) ([]native.Inst, []int) {
	t.Helper()
	code, err := nasm.Assemble("test.asm", target, strings.NewReader(text))
	require.NoError(t, err, text)
	insts, offs, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	return insts, offs
}

func said(t *testing.T, target native.Target, text string) []string {
	t.Helper()
	insts, offs := assemble(t, target, text)
	r, err := Check(target, insts, offs)
	require.NoError(t, err)
	if target.Scoreboard() {
		p, err := flow.Placed(target, insts, offs)
		require.NoError(t, err)
		xs, _ := insns(target, p)
		assert.Equal(t, newBrute(target, insts, xs, walkLanes(target, insts, offs)).find(), findings(t, target, &file{"", insts, offs}), text)
	}
	out := []string{}
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%d: %v", f.Inst, f))
	}
	return out
}

func TestScoreboard(t *testing.T) {
	mov := func(dst, src, wait string) string {
		return "mov (8|M0) " + dst + ".0<1>:d " + src + ".0<8;8,1>:d {" + wait + "}\n"
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a distance is there":        {mov("r1", "r2", "") + mov("r3", "r1", "@1"), nil},
		"a distance is missing":      {mov("r1", "r2", "") + mov("r3", "r1", ""), []string{"1: r1: read before it is written by instruction 0: wants @1"}},
		"a distance is too long":     {mov("r1", "r2", "") + mov("r4", "r2", "") + mov("r3", "r1", "@3"), []string{"2: r1: read before it is written by instruction 0: wants @2"}},
		"an older wait counts":       {mov("r1", "r2", "") + mov("r4", "r2", "@1") + mov("r3", "r1", ""), nil},
		"messages are not counted":   {mov("r1", "r2", "") + fmt.Sprintf(read, "r9", "r8", "$1") + mov("r3", "r1", "@1"), nil},
		"both write in order":        {mov("r1", "r2", "") + mov("r1", "r3", ""), nil},
		"a message reads too early":  {mov("r1", "r2", "") + fmt.Sprintf(read, "r9", "r1", "$1"), []string{"1: r1: read before it is written by instruction 0: wants @1"}},
		"other bytes":                {"mov (1|M0) r1.0<1>:d 1:w\n mov (1|M0) r3.0<1>:d r1.1<0;1,0>:d\n", nil},
		"the last bytes":             {"mov (1|M0) r1.7<1>:d 1:w\n mov (8|M0) r3.0<1>:d r1.0<8;8,1>:d\n", []string{"1: r1 byte 28: read before it is written by instruction 0: wants @1"}},
		"a token is waited for":      {fmt.Sprintf(read, "r9", "r8", "$1") + mov("r3", "r9", "$1.dst"), nil},
		"a token is missing":         {fmt.Sprintf(read, "r9", "r8", "$1") + mov("r3", "r9", ""), []string{"1: r9: read before it is written by instruction 0: wants $1.dst"}},
		"its sources are not enough": {fmt.Sprintf(read, "r9", "r8", "$1") + mov("r3", "r9", "$1.src"), []string{"1: r9: read before it is written by instruction 0: wants $1.dst"}},
		"another token":              {fmt.Sprintf(read, "r9", "r8", "$1") + mov("r3", "r9", "$2.dst"), []string{"1: r9: read before it is written by instruction 0: wants $1.dst"}},
		"a sync":                     {fmt.Sprintf(read, "r9", "r8", "$1") + "sync.allwr ($1,$2)\n" + mov("r3", "r9", ""), nil},
		"a sync for reads":           {fmt.Sprintf(read, "r9", "r8", "$1") + "sync.allrd ($1,$2)\n" + mov("r8", "r7", ""), nil},
		"a source is overwritten":    {fmt.Sprintf(read, "r9", "r8", "$1") + mov("r8", "r7", ""), []string{"1: r8: written before it is read by instruction 0: wants $1.src"}},
		"a second message has read":  {fmt.Sprintf(read, "r9", "r8", "$1") + fmt.Sprintf(read, "r10", "r11", "$2") + mov("r8", "r7", "$2.src"), nil},
		"a second payload":           {fmt.Sprintf(write, "r8", "r9", "$1") + mov("r9", "r7", ""), []string{"1: r9: written before it is read by instruction 0: wants $1.src"}},
		"no token at all":            {fmt.Sprintf(read, "r9", "r8", "") + mov("r3", "r9", ""), []string{"1: r9: read before it is written by instruction 0: wants a token that the message does not set"}},
		"one path waits":             {mov("r1", "r2", "") + "(f0.0) jmpi L\n" + fmt.Sprintf(read, "r9", "r8", "$1") + "L:\n" + mov("r3", "r9", ""), []string{"3: r9: read before it is written by instruction 2: wants $1.dst"}},
		"around a loop":              {"L:\n" + mov("r3", "r9", "") + fmt.Sprintf(read, "r9", "r8", "$1") + "(f0.0) jmpi L\n", []string{"0: r9: read before it is written by instruction 1: wants $1.dst"}},
		"both results of a division": {"math.idiv (8|M0) r10.4<1>:ud r2.0<8;8,1>:ud r3.0<8;8,1>:ud {$1}\n" + "mov (1|M0) r4.0<1>:ud r12.4<0;1,0>:ud\n" + mov("r3", "r12", ""), []string{"2: r12: read before it is written by instruction 0: wants $1.dst"}},
		"a later function has read":  {"math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$3}\nmath.sqt (8|M0) r4.0<1>:f r5.0<8;8,1>:f {$4}\n" + mov("r2", "r7", "$4.src"), nil},
		"functions in turn":          {"math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$3}\nmath.sqt (8|M0) r2.0<1>:f r5.0<8;8,1>:f {$4}\n", nil},
		"of other channels":          {"math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$3}\nmath.sqt (8|M8) r2.0<1>:f r5.0<8;8,1>:f {$4}\n", []string{"1: r2: written before it is read by instruction 0: wants $3.src"}},
		"a function and a message":   {"math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$3}\n" + fmt.Sprintf(read, "r10", "r11", "$4") + mov("r2", "r7", "$4.src"), []string{"2: r2: written before it is read by instruction 0: wants $3.src"}},
		"ten instructions behind":    {mov("r1", "r2", "") + strings.Repeat(mov("r4", "r2", ""), 9) + mov("r3", "r1", ""), []string{"10: r1: read before it is written by instruction 0: wants @7"}},
		"eleven instructions behind": {mov("r1", "r2", "") + strings.Repeat(mov("r4", "r2", ""), 10) + mov("r3", "r1", ""), nil},
		"math":                       {"math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {$3}\n" + mov("r3", "r1", ""), []string{"1: r1: read before it is written by instruction 0: wants $3.dst"}},
	} {
		if c.want == nil {
			c.want = []string{}
		}
		assert.Equal(t, c.want, said(t, native.TGL, c.text), name)
	}
}

// seed: Lakefield enumerations DepCtrl
func TestDepCtrl(t *testing.T) {
	add := func(dst, src, ctrl string) string {
		return "add (1|M0) " + dst + "<1>:d " + src + "<0;1,0>:d 1:w {" + ctrl + "}\n"
	}
	const send = "send (8|M0) r9 r8 0xA 0x02106EFE\n"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a pair":               {add("r1.0", "r2.0", "NoDDClr") + add("r1.1", "r2.0", "NoDDChk"), nil},
		"three":                {add("r1.0", "r2.0", "NoDDClr") + add("r1.1", "r2.0", "NoDDClr,NoDDChk") + add("r1.2", "r2.0", "NoDDChk"), nil},
		"never cleared":        {add("r1.0", "r2.0", "NoDDClr") + add("r3.1", "r2.0", ""), []string{"0: r1: DepCtrl without a partner: wants a NoDDChk behind its NoDDClr, on the same register, in its block"}},
		"nothing open":         {add("r1.0", "r2.0", "") + add("r1.1", "r2.0", "NoDDChk"), []string{"1: r1: DepCtrl without a partner: wants a NoDDClr before its NoDDChk, on the same register"}},
		"read in between":      {add("r1.0", "r2.0", "NoDDClr") + add("r3.0", "r1.0", "") + add("r1.1", "r2.0", "NoDDChk"), []string{"1: r1: read before it is written by instruction 0: wants the NoDDChk of its last write before this"}},
		"written in between":   {add("r1.0", "r2.0", "NoDDClr") + add("r1.1", "r2.0", ""), []string{"1: r1: written again before it is written by instruction 0: wants NoDDChk: it waits for itself to come"}},
		"a message in flight":  {send + add("r9.0", "r2.0", "NoDDChk"), []string{"1: r9: written again before it is written by instruction 0: wants no NoDDChk, which would wait for it"}},
		"another predicate":    {add("r1.0", "r2.0", "NoDDClr") + "(f0.0) " + add("r1.1", "r2.0", "NoDDChk"), []string{"1: r1: DepCtrl of unlike partners by instruction 0: wants pipe and predicate of the instruction whose NoDDClr it ends"}},
		"a branch in between":  {add("r1.0", "r2.0", "NoDDClr") + "(f0.0) jmpi L\nL:\n" + add("r1.1", "r2.0", "NoDDChk"), []string{"0: r1: DepCtrl without a partner: wants a NoDDChk behind its NoDDClr, on the same register, in its block", "2: r1: DepCtrl without a partner: wants a NoDDClr before its NoDDChk, on the same register"}},
		"a label in between":   {add("r1.0", "r2.0", "NoDDClr") + "L:\n" + add("r1.1", "r2.0", "NoDDChk") + "(f0.0) jmpi L\n", []string{"0: r1: DepCtrl without a partner: wants a NoDDChk behind its NoDDClr, on the same register, in its block", "1: r1: DepCtrl without a partner: wants a NoDDClr before its NoDDChk, on the same register"}},
		"by address, unpaired": {"mov (1|M0) r[a0.0]<1>:d 1:d {NoDDClr}\n", []string{"0: r[a0]: DepCtrl without a partner: wants a NoDDChk behind its NoDDClr, on the same register, in its block"}},
	} {
		if c.want == nil {
			c.want = []string{}
		}
		assert.Equal(t, c.want, said(t, native.SKL, c.text), name)
	}
}

// TestThread: a thread that runs stops at what the check of all paths finds first, and
// marks do not outlive their block there either.
func TestThread(t *testing.T) {
	const (
		first = "add (1|M0) r1.0<1>:d r2.0<0;1,0>:d 1:w {NoDDClr}\n"
		last  = "add (1|M0) r1.1<1>:d r2.0<0;1,0>:d 1:w {NoDDChk}\n"
	)
	for name, c := range map[string]struct {
		text string
		at   int // instruction at which the thread stops, -1: none
	}{
		"a pair":            {first + last, -1},
		"a label between":   {first + "L:\n" + last + "(f0.0) jmpi L\n", 1},
		"a branch between":  {first + "(f0.0) jmpi L\n" + last + "L:\n", 1},
		"a read in between": {first + "mov (1|M0) r3.0<1>:d r1.0<0;1,0>:d\n" + last, 1},
	} {
		insts, offs := assemble(t, native.SKL, c.text)
		var h Thread
		h.Start(NewCode(native.SKL, insts, offs))
		at := -1
		for i := 0; i < len(insts) && at < 0; i++ {
			if _, ok := h.Step(i, true, nil, nil); !ok {
				at = i
			}
		}
		assert.Equal(t, c.at, at, name)
	}
}

// TestDepCtrlOfMessages: up to Gen8 messages have DepCtrl. Results of one function come
// in order, those of others in any.
func TestDepCtrlOfMessages(t *testing.T) {
	const (
		math  = "math.inv (8|M0) r1.0<1>:f r2.0<8;8,1>:f {NoDDClr}\n"
		first = "send (8|M0) r1 r8 0xA 0x02106EFE {NoDDClr}\n"
		last  = "send (8|M0) r1 r8 %s 0x02106EFE {NoDDChk}\n"
		want  = "1: r1: DepCtrl of unlike partners by instruction 0: wants pipe and predicate of the instruction whose NoDDClr it ends"
	)
	assert.Equal(t, []string{want}, said(t, native.HSW, math+fmt.Sprintf(last, "0xA")))
	assert.Equal(t, []string{want}, said(t, native.HSW, first+fmt.Sprintf(last, "0xC")))
	assert.Empty(t, said(t, native.HSW, first+fmt.Sprintf(last, "0xA")))
}

// TestUnmodelled: flow that nobody knows is named.
func TestUnmodelled(t *testing.T) {
	insts, offs := assemble(t, native.TGL, "L: brc (8|M0) L L\n")
	_, err := Check(native.TGL, insts, offs)
	assert.EqualError(t, err, "instruction 0: brc: flow is not modelled")
	insts[0] = native.Inst{Op: native.OpJmpi, JIP: 8}
	_, err = Check(native.TGL, insts[:1], offs[:1])
	assert.EqualError(t, err, "instruction 0: jmpi to offset 0x8, where no instruction begins")
	r, err := Check(native.TGL, nil, nil)
	assert.NoError(t, err)
	assert.Empty(t, r.Findings)
}

// TestFull: messages without tokens, which nothing ends, are not followed for ever.
func TestFull(t *testing.T) {
	insts, offs := assemble(t, native.TGL, strings.Repeat(fmt.Sprintf(read, "r9", "r8", ""), maxFlights+2))
	r, err := Check(native.TGL, insts, offs)
	assert.EqualError(t, err, "instruction 1024: more than 1024 instructions in flight: the others are left out")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	require.NotNil(t, r)
	assert.Equal(t, maxFindings, len(r.Findings))
}

// TestSecondNodes: nodes without lanes lie behind all others, so that two which follow each
// other there may be a jump apart, and what comes next may have the higher number.
func TestSecondNodes(t *testing.T) {
	g := &graph{of: []int32{0, 1, 2, 3, 1, 3, 2}, next: [][]int32{{4}, {2}, {3}, {7}, {5}, {7}, {3, 6}}}
	xs := make([]insn, len(g.of))
	for i := range xs {
		xs[i].Inst = &native.Inst{Op: native.OpNop}
	}
	s := newBoards(xs, g)
	assert.True(t, s.lead[5], "instruction 3 is no way on from instruction 1")
	g.next[4] = []int32{3, 6}
	g.inTurn(4)
	assert.Equal(t, []int32{6, 3}, g.next[4], "instruction 2 is next")
}

// TestLong: what is in flight behind many branches is followed in time that grows as the
// code does, and each node of code without loops once.
func TestLong(t *testing.T) {
	var text strings.Builder
	for k := range 1500 {
		r := 10 + k%100
		fmt.Fprintf(&text, "(f0.0) jmpi L%d\nmath.inv (8|M0) r%d.0<1>:f r%d.0<8;8,1>:f {$%d}\n", k, r, 10+r*7%100, k%16)
		fmt.Fprintf(&text, "add (8|M0) r%d.0<1>:f r%d.0<8;8,1>:f r%d.0<8;8,1>:f\nL%d:\n", 10+r*3%100, 10+r*5%100, 10+r*5%100, k)
	}
	insts, offs := assemble(t, native.TGL, text.String()+"nop\n")
	p, err := flow.Placed(native.TGL, native.TGL.InElements(insts), offs)
	require.NoError(t, err)
	g, err := newGraph(p, native.TGL)
	require.NoError(t, err)
	xs, _ := insns(native.TGL, p)
	s := newBoards(perNode(g, xs), g)
	assert.Equal(t, 3002, s.walks, "each piece between jumps, and the end")
	r, err := Check(native.TGL, insts, offs)
	assert.ErrorContains(t, err, "more than 1024 instructions in flight")
	assert.Equal(t, 42_697, len(r.Findings))
}
