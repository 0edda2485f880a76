package native_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// boardTexts are the texts of all 256 codes, as iga64 1.1.0 prints them with -p=12p1 and -p=12p71; "" for those that say
// nothing or are none. both is what stands in codes from 0x90 on, with a distance and a token.
func boardTexts(pipes bool, both string) (list [256]string) {
	distances := map[int]string{0x00: ""}
	if pipes {
		distances = map[int]string{0x00: "", 0x08: "A", 0x10: "F", 0x18: "I", 0x50: "L"}
	}
	for first, pipe := range distances {
		for d := 1; d <= 7; d++ {
			list[first+d] = fmt.Sprintf("%s@%d", pipe, d)
		}
	}
	for n := range 16 {
		list[0x20+n] = fmt.Sprintf("$%d.dst", n)
		list[0x30+n] = fmt.Sprintf("$%d.src", n)
		list[0x40+n] = fmt.Sprintf("$%d", n)
		for d := 1; d <= 7; d++ {
			list[0x80+16*d+n] = fmt.Sprintf(both, d, n)
		}
	}
	return list
}

// boardForms are instructions of each kind, with what their codes say.
var boardForms = []struct {
	target native.Target
	text   string // in front of the options
	pipes  bool
	both   string
}{
	{native.TGL, "add (8|M0) r10.0<1>:d r20.0<8;8,1>:d r30.0<8;8,1>:d", false, "@%d,$%d.dst"},
	{native.TGL, "math.inv (8|M0) r10.0<1>:f r20.0<8;8,1>:f", false, "@%d,$%d"},
	{native.TGL, "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E02", false, "@%d,$%d"},
	{native.DG2, "add (8|M0) r10.0<1>:d r20.0<1;1,0>:d r30.0<1;1,0>:d", true, "@%d,$%d.dst"},
	{native.DG2, "math.inv (8|M0) r10.0<1>:f r20.0<1;1,0>:f", true, "@%d,$%d"},
	{native.DG2, "send.dc1 (8|M0) r20 r10 null:0 0x0 0x02106E02", true, "A@%d,$%d"},
	{native.DG2, "dpas.8x8 (8|M0) r21:d r21:d r13:b r5.0:b", true, "@%d,$%d"},
	{native.MTL, "add (8|M0) r10.0<1>:f r20.0<1;1,0>:f r30.0<1;1,0>:f", true, "@%d,$%d.dst"},
	{native.MTL, "add (8|M0) r10.0<1>:df r20.0<1;1,0>:df r30.0<1;1,0>:df", true, "@%d,$%d"}, // in the math pipe
}

// TestScoreboardCodes: the text of every code of every kind of instruction, and which codes decode.
func TestScoreboardCodes(t *testing.T) {
	for _, c := range boardForms {
		in := native.Inst{Op: native.OpAdd}
		code := assembleOne(t, c.target, c.text)
		for b, want := range boardTexts(c.pipes, c.both) {
			code[1] = byte(b)
			got, _, err := native.Decode(c.target, code)
			if want == "" && b != 0 {
				assert.Error(t, err, "%v %s %#x", c.target, c.text, b)
				continue
			}
			require.NoError(t, err, "%v %s %#x", c.target, c.text, b)
			assert.Equal(t, want, got.Scoreboard(c.target), "%v %s %#x", c.target, c.text, b)
			in = got
			if s := got.Sync(c.target); s.Dist == 0 || s.Pipes != 0 {
				if in.SWSB = 0; in.SetSync(c.target, s) {
					assert.Equal(t, s, in.Sync(c.target), "%v %s %#x", c.target, c.text, b)
				} else { // which pipe a distance without one counts in not every document says alike
					assert.NotZero(t, s.Dist)
				}
			}
		}
	}
}

// TestPipes: where instructions run, and what a distance without a letter counts.
func TestPipes(t *testing.T) {
	const only, float, integer, long = 1 << native.PipeOnly, 1 << native.PipeFloat, 1 << native.PipeInt, 1 << native.PipeLong
	for _, c := range []struct {
		target native.Target
		text   string
		pipe   native.Pipe
		own    native.Pipes
		sure   bool
	}{
		{native.TGL, "add (8|M0) r10.0<1>:f r20.0<8;8,1>:d r30.0<8;8,1>:f", native.PipeOnly, only, true},
		{native.TGL, "math.inv (8|M0) r10.0<1>:f r20.0<8;8,1>:f", native.PipeMath, only, true},
		{native.TGL, "send.dc1 (8|M0) r20 r10 null 0x0 0x02106E02", native.PipeMessage, only, true},
		{native.TGL, "sync.nop null", native.PipeOnly, only, true},
		{native.DG2, "add (8|M0) r10.0<1>:d r20.0<1;1,0>:d r30.0<1;1,0>:d", native.PipeInt, integer, true},
		{native.DG2, "add (8|M0) r10.0<1>:hf r20.0<1;1,0>:hf r30.0<1;1,0>:hf", native.PipeFloat, float, true},
		{native.DG2, "mov (8|M0) r10.0<1>:f r20.0<1;1,0>:d", native.PipeFloat, float, false},
		{native.DG2, "mov (8|M0) r10.0<1>:d r20.0<1;1,0>:f", native.PipeInt, integer, false},
		{native.DG2, "cmp (8|M0) (lt)f0.0 null<1>:f r20.0<1;1,0>:f r21.0<1;1,0>:f", native.PipeFloat, float, true},
		{native.DG2, "cmp (8|M0) (lt)f0.0 null<1>:d r20.0<1;1,0>:d r21.0<1;1,0>:d", native.PipeInt, integer, true},
		{native.DG2, "math.inv (8|M0) r10.0<1>:f r20.0<1;1,0>:f", native.PipeMath, float, true},
		{native.DG2, "send.dc1 (8|M0) r20 r10 null:0 0x0 0x02106E02", native.PipeMessage, 0, false},
		{native.DG2, "dpas.8x8 (8|M0) r21:d r21:d r13:b r5.0:b", native.PipeSystolic, integer, true},
		{native.DG2, "sync.nop null", native.PipeInt, integer, true},
		{native.DG2, "nop", native.PipeInt, integer, true},
		{native.MTL, "mov (8|M0) r10.0<1>:df r20.0<1;1,0>:df", native.PipeMath, long, true},
		{native.MTL, "mov (8|M0) r10.0<1>:df r20.0<2;1,0>:ud", native.PipeMath, integer, true},
		{native.MTL, "mov (8|M0) r10.0<1>:df r20.0<2;1,0>:f", native.PipeMath, float, true},
		{native.MTL, "mov (8|M0) r10.0<2>:ud r20.0<1;1,0>:df", native.PipeMath, long, true},
		{native.ARL, "cmp (8|M0) (lt)f0.0 null<1>:df r20.0<1;1,0>:df r22.0<1;1,0>:df", native.PipeMath, long, true},
	} {
		in, _, err := native.Decode(c.target, assembleOne(t, c.target, c.text))
		require.NoError(t, err)
		assert.Equal(t, c.pipe, in.Pipe(c.target), "%v %s", c.target, c.text)
		own, sure := in.OwnPipe(c.target)
		assert.Equal(t, c.own, own, "%v %s", c.target, c.text)
		assert.Equal(t, c.sure, sure, "%v %s", c.target, c.text)
		assert.Equal(t, !c.pipe.InOrder(), in.HoldsToken(c.target), "%v %s", c.target, c.text)
		assert.Equal(t, c.pipe.InOrder() && in.Op != native.OpSync && in.Op != native.OpNop, in.InOrder(c.target), "%v %s", c.target, c.text)
	}
	df := native.Inst{Op: native.OpMov, Dst: native.GRFOperand(4, 0, native.Dst1, native.DF), Src: [3]native.Operand{native.GRFOperand(6, 0, native.Scalar, native.DF)}}
	assert.Equal(t, native.PipeLong, df.Pipe(native.DG2))
}

// TestSetSync: the code that says something on dg2; a distance with its pipe, and none where no code says it.
func TestSetSync(t *testing.T) {
	add, convert, send := native.Inst{Op: native.OpAdd, Dst: native.Operand{File: native.GRF, Type: native.D}}, native.Inst{Op: native.OpMov, Dst: native.Operand{File: native.GRF, Type: native.F}}, native.Inst{Op: native.OpSend}
	for i := range 2 {
		add.Src[i] = native.Operand{File: native.GRF, Type: native.D}
	}
	convert.Src[0] = native.Operand{File: native.GRF, Type: native.D}
	const float, integer = native.Pipes(1 << native.PipeFloat), native.Pipes(1 << native.PipeInt)
	all := native.DG2.Pipes()
	for _, c := range []struct {
		in   native.Inst
		s    native.Sync
		want uint8
		ok   bool
	}{
		{add, native.Sync{}, 0, true},
		{add, native.Sync{Dist: 2, Pipes: integer}, 0x1A, true},
		{add, native.Sync{Dist: 2, Pipes: float}, 0x12, true},
		{add, native.Sync{Dist: 7, Pipes: all}, 0x0F, true},
		{add, native.Sync{Dist: 1, Pipes: float | integer}, 0, false},
		{add, native.Sync{Dist: 8, Pipes: all}, 0, false},
		{add, native.Sync{Dist: 1, Pipes: integer, Dst: 1 << 3}, 0x93, true},
		{add, native.Sync{Dist: 1, Pipes: float, Dst: 1 << 3}, 0, false},
		{add, native.Sync{Dist: 1, Pipes: integer, Src: 1 << 3}, 0, false},
		{convert, native.Sync{Dist: 1, Pipes: float}, 0x11, true},
		{convert, native.Sync{Dist: 1, Pipes: float, Dst: 1}, 0, false},
		{send, native.Sync{Dist: 3, Pipes: all, Set: 1 << 15}, 0xBF, true},
		{send, native.Sync{Dist: 3, Pipes: integer, Set: 1 << 15}, 0, false},
		{send, native.Sync{Dist: 3, Pipes: integer}, 0x1B, true},
		{send, native.Sync{Set: 1 << 2}, 0x42, true},
	} {
		ok := c.in.SetSync(native.DG2, c.s)
		assert.Equal(t, c.ok, ok, "%v %+v", c.in.Op, c.s)
		assert.Equal(t, c.want, c.in.SWSB, "%v %+v", c.in.Op, c.s)
	}
}

// TestGuard: which instructions wait for all that is in order because of an architecture register.
func TestGuard(t *testing.T) {
	for text, want := range map[string]int{
		"(W) mov (1|M0) a0.0<1>:ud r4.0<0;1,0>:ud":            1,
		"(W) mov (1|M0) r4.0<1>:uw a0.0<0;1,0>:uw":            0,
		"(W) mov (1|M0) r4.0<1>:ud sr0.1<0;1,0>:ud":           1,
		"(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw":   1,
		"mul (8|M0) acc0.0<1>:d r4.0<1;1,0>:d r6.0<2;1,0>:uw": 0,
		"cmp (8|M0) (lt)f0.0 null<1>:d r4.0<1;1,0>:d 0:d":     0,
		"(W) mov (1|M0) f0.0<1>:uw r4.0<0;1,0>:uw":            0,
		"(W) mov (1|M0) r4.0<1>:ud ce0.0<0;1,0>:ud":           1,
		"mov (8|M0) r4.0<1>:ud r[a0.0,0]<1,0>:ud":             0,
	} {
		in, _, err := native.Decode(native.DG2, assembleOne(t, native.DG2, text))
		require.NoError(t, err)
		assert.Equal(t, want, in.Guard(native.DG2), text)
		assert.Zero(t, in.Guard(native.TGL), text)
	}
}

// assembleOne is an instruction of 16 bytes.
func assembleOne(t *testing.T, target native.Target, text string) []byte {
	t.Helper()
	code, err := asm.Assemble("one", target, strings.NewReader(text+"\n"))
	require.NoError(t, err, text)
	require.Len(t, code, 16, text)
	return code
}
