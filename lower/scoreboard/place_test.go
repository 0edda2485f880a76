package scoreboard_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/scoreboard"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/hazard"
)

// program assembles text for tgl whose lines wait for nothing.
func program(t *testing.T, text string) *native.Program { return programOf(t, native.TGL, text) }

func programOf(t *testing.T, target native.Target, text string) *native.Program {
	t.Helper()
	code, err := nasm.Assemble("scoreboard", target, strings.NewReader(text))
	require.NoError(t, err, text)
	insts, offs, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	p, err := flow.Placed(target, insts, offs)
	require.NoError(t, err)
	return p
}

// codes are the ops of a program for tgl with what they wait for.
func codes(p *native.Program) []string { return codesOf(native.TGL, p) }

func codesOf(target native.Target, p *native.Program) (list []string) {
	for i := range p.Insts {
		in := &p.Insts[i]
		name := in.Op.String()
		if in.Op == native.OpSync {
			name += "." + native.SyncName(in.SyncFC)
		}
		if in.Src[0].File == native.Imm && in.Op == native.OpSync {
			name += fmt.Sprintf(" %#x", in.Src[0].Imm)
		}
		list = append(list, strings.TrimSpace(name+" "+in.Scoreboard(target)))
	}
	return list
}

const (
	read    = "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E02\n" // r10 -> r20
	readTo  = "send.dc1 (8|M0) r%d r%d null 0x0 0x02106E02\n"
	store   = "send.dc1 (8|M0) null r10 r12 0x40 0x02026E03\n"
	add     = "add (8|M0) r%d.0<1>:d r%d.0<8;8,1>:d r%d.0<8;8,1>:d\n"
	inverse = "math.inv (8|M0) r%d.0<1>:f r%d.0<8;8,1>:f\n"
	end     = "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"
)

// TestPlace: the rules W1 to W6 of the scoreboard (gen-execution 8.3), one by one.
func TestPlace(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"the one before":            {fmt.Sprintf(add+add, 4, 2, 3, 5, 4, 3), []string{"add", "add @1"}},
		"two before":                {fmt.Sprintf(add+add+add, 4, 2, 3, 6, 2, 3, 5, 4, 3), []string{"add", "add", "add @2"}},
		"one wait for both":         {fmt.Sprintf(add+add+add+add, 4, 2, 3, 6, 2, 3, 5, 4, 6, 7, 4, 3), []string{"add", "add", "add @1", "add"}},
		"seven is the farthest":     {fmt.Sprintf(add, 4, 2, 3) + strings.Repeat(fmt.Sprintf(add, 6, 2, 3), 8) + fmt.Sprintf(add, 5, 4, 3), []string{"add", "add", "add", "add", "add", "add", "add", "add", "add", "add @7"}},
		"landed":                    {fmt.Sprintf(add, 4, 2, 3) + strings.Repeat(fmt.Sprintf(add, 6, 2, 3), 10) + fmt.Sprintf(add, 5, 4, 3), []string{"add", "add", "add", "add", "add", "add", "add", "add", "add", "add", "add", "add"}},
		"written again in order":    {fmt.Sprintf(add+add, 4, 2, 3, 4, 2, 3), []string{"add", "add"}},
		"overwritten source":        {fmt.Sprintf(add+add, 4, 2, 3, 2, 5, 3), []string{"add", "add"}},
		"message of a result":       {fmt.Sprintf(add, 10, 2, 3) + read, []string{"add", "send @1,$0"}},
		"result of a message":       {read + fmt.Sprintf(add, 4, 20, 3), []string{"send $0", "add $0.dst"}},
		"written before it arrives": {read + fmt.Sprintf(add, 20, 2, 3), []string{"send $0", "add $0.dst"}},
		"source of a message":       {read + fmt.Sprintf(add, 10, 2, 3), []string{"send $0", "add $0.src"}},
		"in order, then a message":  {fmt.Sprintf(add, 20, 2, 3) + read, []string{"add", "send @1,$0"}},
		"waited for once":           {read + fmt.Sprintf(add+add, 4, 20, 3, 5, 20, 3), []string{"send $0", "add $0.dst", "add"}},
		"result and source":         {read + fmt.Sprintf(add+add, 4, 20, 3, 10, 2, 3), []string{"send $0", "add $0.dst", "add"}},
		"both in one":               {fmt.Sprintf(add, 5, 2, 3) + read + fmt.Sprintf(add, 4, 20, 5), []string{"add", "send $0", "add @1,$0.dst"}},
		"distance and a source":     {fmt.Sprintf(add, 5, 2, 3) + read + fmt.Sprintf(add, 10, 5, 5), []string{"add", "send $0", "sync.nop $0.src", "add @1"}},
		"message of a message":      {read + fmt.Sprintf(readTo, 30, 20), []string{"send $0", "sync.nop $0.dst", "send $1"}},
		"two results":               {read + fmt.Sprintf(readTo, 30, 11) + fmt.Sprintf(add, 4, 20, 30), []string{"send $0", "send $1", "sync.nop $1.dst", "add $0.dst"}},
		"three results":             {read + fmt.Sprintf(readTo+readTo, 30, 11, 31, 12) + "mad (8|M0) r4.0<1>:f r20.0<1;0>:f r30.0<1;0>:f r31.0<1>:f\n", []string{"send $0", "send $1", "send $2", "sync.allwr 0x6", "mad $0.dst"}},
		"two sources":               {store + fmt.Sprintf(readTo, 30, 13) + "(W) mov (16|M0) r12.0<1>:d 0:d\n", []string{"send $0", "send $1", "sync.nop $1.src", "mov $0.src"}},
		"the same unit reads first": {store + fmt.Sprintf(readTo, 10, 30), []string{"send $0", "send $1"}},
		"another unit does not":     {store + fmt.Sprintf(inverse, 10, 30), []string{"send $0", "sync.nop $0.src", "math $1"}},
		"a later one of the unit":   {store + fmt.Sprintf(readTo, 40, 30) + fmt.Sprintf(add+add, 4, 40, 3, 10, 2, 3), []string{"send $0", "send $1", "add $1.dst", "add"}},
		"beyond the last register":  {"mov (16|M0) r127.0<2>:d r2.0<8;8,1>:d\nmov (16|M0) r4.0<1>:d r127.0<16;8,2>:d\n", []string{"mov", "mov @1"}},
		"other bytes": {"(W) mov (1|M0) r4.3<1>:d r2.0<0;1,0>:d\n(W) mov (1|M0) r5.0<1>:d r4.2<0;1,0>:d\n(W) mov (1|M0) r6.0<1>:d r4.4<0;1,0>:d\n(W) mov (1|M0) r7.0<2>:b r4.15<0;1,0>:b\n(W) mov (1|M0) r7.0<2>:b r4.16<0;1,0>:b\n",
			[]string{"mov", "mov", "mov", "mov @3", "mov"}},
		"math":                       {fmt.Sprintf(inverse+add, 4, 2, 5, 4, 3), []string{"math $0", "add $0.dst"}},
		"end of the thread":          {"(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n" + end, []string{"mov", "send @1"}},
		"nothing shared":             {read + fmt.Sprintf(add, 4, 2, 3), []string{"send $0", "add"}},
		"registers by address":       {read + "(W) mov (1|M0) r4.0<1>:d r[a0.0, 0]<0;1,0>:d\n", []string{"send $0", "mov $0.dst"}},
		"written by address":         {store + "(W) mov (1|M0) r[a0.0, 0]<1>:d r4.0<0;1,0>:d\n", []string{"send $0", "mov $0.src"}},
		"flags of order":             {"cmp (8|M0) (lt)f0.0 null<1>:d r4.0<8;8,1>:d 0:d\n(f0.0) mov (8|M0) r5.0<1>:d r6.0<8;8,1>:d\n", []string{"cmp", "mov"}},
		"a jump takes long":          {fmt.Sprintf(add, 4, 2, 3) + "(W) jmpi L\n" + fmt.Sprintf(add, 6, 2, 3) + "L:\n" + fmt.Sprintf(add, 5, 4, 6), []string{"add", "jmpi", "add", "add"}},
		"around a loop":              {"L:\n" + fmt.Sprintf(add, 10, 20, 3) + read + "(f0.0) jmpi L\n", []string{"add $0.dst", "send @1,$0", "jmpi"}},
		"waited for on one path":     {read + "(f0.0) jmpi L\n" + fmt.Sprintf(add, 4, 20, 3) + "L:\n" + fmt.Sprintf(add, 5, 20, 3), []string{"send $0", "jmpi", "add $0.dst", "add $0.dst"}},
		"sources, on one path":       {store + "(f0.0) jmpi L\n" + fmt.Sprintf(add, 10, 2, 3) + "L:\n" + fmt.Sprintf(add, 10, 2, 3), []string{"send $0", "jmpi", "add $0.src", "add $0.src"}},
		"result after sources":       {read + "(f0.0) jmpi L\n" + fmt.Sprintf(add, 10, 2, 3) + "L:\n" + fmt.Sprintf(add, 4, 20, 10), []string{"send $0", "jmpi", "add $0.src", "add @1,$0.dst"}},
		"a later one on one path":    {store + "(f0.0) jmpi L\n" + fmt.Sprintf(readTo+add, 40, 30, 4, 40, 3) + "L:\n" + fmt.Sprintf(add, 10, 2, 3), []string{"send $0", "jmpi", "send $1", "add $1.dst", "add $0.src"}},
		"a later one on both":        {store + fmt.Sprintf(readTo, 40, 30) + "(f0.0) jmpi L\n" + fmt.Sprintf(add, 5, 2, 3) + "L:\n" + fmt.Sprintf(add+add, 4, 40, 3, 10, 2, 3), []string{"send $0", "send $1", "jmpi", "add", "add $1.dst", "add"}},
		"a later one of another":     {store + fmt.Sprintf(inverse, 40, 30) + fmt.Sprintf(add+add, 4, 40, 3, 10, 2, 3), []string{"send $0", "math $1", "add $1.dst", "add $0.src"}},
		"nearer on one path":         {fmt.Sprintf(add, 4, 2, 3) + "(f0.0) jmpi L\n" + fmt.Sprintf(add, 6, 2, 3) + "L:\n" + fmt.Sprintf(add, 5, 4, 3), []string{"add", "jmpi", "add", "add @3"}},
		"length in a register":       {"send.dc1 (8|M0) r20 r10 null 0x0 a0.0\n" + fmt.Sprintf(add, 4, 60, 3), []string{"send $0", "add $0.dst"}},
		"in front of that":           {"send.dc1 (8|M0) r20 r10 null 0x0 a0.0\n" + fmt.Sprintf(add, 4, 9, 3), []string{"send $0", "add"}},
		"all lanes are back":         {"(f0.0) goto (8|M0) L L\n" + store + "L:\njoin (8|M0) E\n" + fmt.Sprintf(add, 10, 2, 3) + "E:\njoin (8|M0) F\n" + fmt.Sprintf(add, 10, 2, 3) + "F:\n" + fmt.Sprintf(add, 6, 2, 3), []string{"goto", "send $0", "join", "add $0.src", "join", "add", "add"}},
		"lanes that fall in stay":    {"(f1.0) goto (8|M0) E E\n(f0.0) goto (8|M0) L E\n" + store + "L:\njoin (8|M0) E\n" + fmt.Sprintf(add, 10, 2, 3) + "E:\njoin (8|M0) F\n" + fmt.Sprintf(add, 10, 2, 3) + "F:\n" + fmt.Sprintf(add, 6, 2, 3), []string{"goto", "goto", "send $0", "join", "add $0.src", "join", "add", "add"}},
		"without lanes past a join":  {store + "(f1.0) goto (8|M0) L E\n" + fmt.Sprintf(add, 6, 2, 3) + "L:\njoin (8|M0) E\n" + fmt.Sprintf(add, 10, 2, 3) + "E:\njoin (8|M0) F\n" + fmt.Sprintf(add, 10, 2, 3) + "F:\n" + fmt.Sprintf(add, 6, 2, 3), []string{"send $0", "goto", "add", "join", "add $0.src", "join", "add $0.src", "add"}},
		"with lanes to a join":       {store + "(f1.0) goto (8|M0) L L\n" + fmt.Sprintf(add, 6, 2, 3) + "L:\njoin (8|M0) E\n" + fmt.Sprintf(add, 10, 2, 3) + "E:\njoin (8|M0) F\n" + fmt.Sprintf(add, 10, 2, 3) + "F:\n" + fmt.Sprintf(add, 6, 2, 3), []string{"send $0", "goto", "add", "join", "add $0.src", "join", "add", "add"}},
		"farther than the code says": {fmt.Sprintf(add, 4, 2, 3) + strings.Repeat(fmt.Sprintf(add, 7, 2, 3), 7) + fmt.Sprintf(add+add, 5, 4, 3, 6, 4, 3), []string{"add", "add", "add", "add", "add", "add", "add", "add", "add @7", "add"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := program(t, c.text)
			require.NoError(t, scoreboard.Place(p, native.TGL))
			assert.Equal(t, c.want, codes(p))
		})
	}
}

// TestTokens: the seventeenth message takes the token of the first.
func TestTokens(t *testing.T) {
	var text strings.Builder
	for n := range 17 {
		fmt.Fprintf(&text, readTo, 20+n, 10)
	}
	p := program(t, text.String()+fmt.Sprintf(add+add, 4, 20, 3, 5, 36, 3))
	require.NoError(t, scoreboard.Place(p, native.TGL))
	got := codes(p)
	assert.Equal(t, []string{"send $14", "send $15", "send $0", "add", "add $0.dst"}, got[14:], "the hardware waits for a token that is set anew")
}

// TestHeld: a token that something holds is not handed out while there are others.
func TestHeld(t *testing.T) {
	var text strings.Builder
	for n := range 15 {
		fmt.Fprintf(&text, readTo+add, 21+n, 10, 4, 21+n, 3)
	}
	for n := range 3 {
		fmt.Fprintf(&text, readTo, 40+n, 10)
	}
	p := program(t, read+text.String())
	require.NoError(t, scoreboard.Place(p, native.TGL))
	got := codes(p)
	assert.Equal(t, "send $0", got[0])
	assert.Equal(t, []string{"send $15", "add $15.dst", "send $1", "send $2", "send $3"}, got[29:], "all but the first were waited for")
}

// TestFlagsOfMath: what a function of math leaves in a flag arrives out of order too.
func TestFlagsOfMath(t *testing.T) {
	r := func(n int) native.Operand { return native.GRFOperand(n, 0, native.Region{V: 8, W: 8, H: 1}, native.F) }
	p := &native.Program{Insts: []native.Inst{
		{Op: native.OpMath, MathFC: native.MathInvm, ExecSize: 8, Dst: r(4), Src: [3]native.Operand{r(5), r(6)}, Flag: native.Flag{Reg: 1}},
		{Op: native.OpMov, ExecSize: 8, Dst: r(7), Src: [3]native.Operand{r(8)}, PredCtrl: native.PredSeq},
		{Op: native.OpMov, ExecSize: 8, Dst: r(9), Src: [3]native.Operand{r(8)}, PredCtrl: native.PredSeq, Flag: native.Flag{Reg: 1}},
	}}
	require.NoError(t, scoreboard.Place(p, native.TGL))
	assert.Equal(t, []string{"math $0", "mov", "mov $0.dst"}, codes(p))
}

// TestOthers: where the hardware watches registers nothing changes.
func TestOthers(t *testing.T) {
	p := &native.Program{Insts: []native.Inst{{Op: native.OpMov, ExecSize: 8}}}
	require.NoError(t, scoreboard.Place(p, native.SKL))
	assert.Equal(t, []native.Inst{{Op: native.OpMov, ExecSize: 8}}, p.Insts)
	p = &native.Program{Insts: []native.Inst{{Op: native.OpCall, ExecSize: 8}}}
	assert.EqualError(t, scoreboard.Place(p, native.TGL), "instruction 0: call without a target: flow is not modelled")
	require.NoError(t, scoreboard.Place(&native.Program{}, native.TGL))
}

// TestRandom: the check of hazards, which follows lanes and bytes by code of its own, finds nothing in
// random programs with jumps.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := program(t, randomText(rng))
		require.NoError(t, scoreboard.Place(p, native.TGL))
		insts, offs := encoded(t, native.TGL, p)
		r, err := hazard.Check(native.TGL, insts, offs)
		require.NoError(t, err)
		require.Empty(t, r.Findings, "%v", codes(p))
	}
}

func randomText(rng *rand.Rand) string {
	var text strings.Builder
	reg := func() int { return 10 + rng.IntN(10) }
	n := 10 + rng.IntN(20)
	for i := range n {
		fmt.Fprintf(&text, "L%d:\n", i)
		switch rng.IntN(8) {
		case 0:
			fmt.Fprintf(&text, readTo, reg(), reg())
		case 1:
			fmt.Fprintf(&text, "send.dc1 (8|M0) null r%d r%d 0x40 0x02026E03\n", reg(), 30+rng.IntN(3))
		case 2:
			fmt.Fprintf(&text, inverse, reg(), reg())
		case 3:
			fmt.Fprintf(&text, "(f0.0) jmpi L%d\n", rng.IntN(n))
		default:
			fmt.Fprintf(&text, add, reg(), reg(), reg())
		}
	}
	return text.String() + end
}

// encoded are the instructions of a program as bytes have them, with their places.
func encoded(t *testing.T, target native.Target, p *native.Program) ([]native.Inst, []int) {
	t.Helper()
	offs := make([]int, len(p.Insts)+1)
	for i := range p.Insts {
		offs[i+1] = offs[i] + 16
	}
	var code []byte
	for i := range p.Insts {
		in := p.Insts[i]
		if in.Compact = false; in.Label != 0 {
			in.JIP = int32(offs[p.Labels[in.Label-1]] - offs[i])
		}
		in.Label, in.Label2 = 0, 0
		word, err := native.Encode(target, &in)
		require.NoError(t, err)
		code = append(code, word...)
	}
	insts, places, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	return insts, places
}
