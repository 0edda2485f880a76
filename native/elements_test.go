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

// oneInst is one instruction from its text.
func oneInst(t *testing.T, target native.Target, text string) native.Inst {
	t.Helper()
	code, err := asm.Assemble("test", target, strings.NewReader(text+"\n"))
	require.NoError(t, err, text)
	in, _, err := native.Decode(target, code)
	require.NoError(t, err, text)
	return in
}

// TestOnDoubles: messages have no operands of a type, whatever their words say.
func TestOnDoubles(t *testing.T) {
	row := native.Region{V: 4, W: 4, H: 1}
	in := native.Inst{Op: native.OpMov, ExecSize: 8, Dst: native.GRFOperand(2, 0, row, native.DF)}
	assert.True(t, in.OnDoubles())
	in.Op = native.OpSend
	assert.False(t, in.OnDoubles())
	in = native.Inst{Op: native.OpMov, ExecSize: 8, Dst: native.GRFOperand(2, 0, row, native.F), Src: [3]native.Operand{native.GRFOperand(4, 0, row, native.DF)}}
	assert.True(t, in.OnDoubles())
	in.Op = native.OpSends
	assert.False(t, in.OnDoubles())
}

// TestElements: what an instruction on df of Ivy Bridge is in elements (Ivy Bridge PRM
// vol. 4 part 3, 1.3, and Mesa), and the first byte and the number of bytes that its lanes
// touch of destination and sources, from the start of the first register of each.
func TestElements(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"add (8|M0) r10.0<1>:df r2.0<8;8,1>:df r4.0<0;2,1>:df", "4: 0+8 8+8 16+8 24+8 | 0+8 8+8 16+8 24+8 | 0+8 0+8 0+8 0+8"},
		{"mov (8|M4) r10.0<1>:df r2.1<4;2,1>:df", "4: 0+8 8+8 16+8 24+8 | 8+8 24+8 40+8 56+8"},
		{"mov (8|M0) r10.0<1>:df r2.0<0;4,1>:df", "4: 0+8 8+8 16+8 24+8 | 0+8 8+8 0+8 8+8"},
		{"mov (2|M0) r10.3<1>:df r2.2<0;2,1>:df", "1: 24+8 | 16+8"},
		{"mov (2|M0) r10.3<1>:df r2.2<2;2,1>:df", "1: 24+8 | 16+8"},
		{"mov (16|M0) r10.0<1>:df r2.0<4;4,1>:df", "8: 0+8 8+8 16+8 24+8 32+8 40+8 48+8 56+8 | 0+8 8+8 16+8 24+8 32+8 40+8 48+8 56+8"},
		{"mov (8|M0) r10.0<1>:df r2.0<1;2,0>:f", "4: 0+8 8+8 16+8 24+8 | 0+4 4+4 8+4 12+4"},
		{"mov (8|M0) r10.0<1>:df r2.0<8;8,1>:d", "4: 0+8 8+8 16+8 24+8 | 0+4 8+4 16+4 24+4"},
		{"mov (8|M0) r10.0<1>:df r2.0<1;1,0>:ud", "4: 0+8 8+8 16+8 24+8 | 0+4 8+4 16+4 24+4"},
		{"mov (8|M0) r10.0<1>:df r2.5<0;1,0>:f", "4: 0+8 8+8 16+8 24+8 | 20+4 20+4 20+4 20+4"},
		{"mov (8|M0) r10.2<1>:f r2.0<8;8,1>:df", "4: 8+8 16+8 24+8 32+8 | 0+8 8+8 16+8 24+8"},
		{"cmp (8|M0) (lt)f0.0 null<1>:df r2.0<8;8,1>:df r4.0<8;8,1>:df", "4: | 0+8 8+8 16+8 24+8 | 0+8 8+8 16+8 24+8"},
		{"mad (8|M0) r10.0<1>:df r2.0<2;1>:df r4.0<2;1>:df r6.0<1>:df", "4: 0+8 8+8 16+8 24+8 | 0+8 8+8 16+8 24+8 | 0+8 8+8 16+8 24+8 | 0+8 8+8 16+8 24+8"},
		{"mov (8|M0) r10.0<1>.z:df r2.2<0>.zwxy:df", "4: 16+8 | 24+8 16+8 24+8 16+8"},
		// not in elements
		{"mov (8|M0) r10.0<1>:df r2.0<8;4,2>:df", "no"},
		{"mov (8|M0) r10.0<2>:df r2.0<8;8,1>:df", "no"},
		{"mov (8|M0) r10.0<1>:df r2.0<8;8,0>:df", "no"},
		{"mov (8|M0) r10.0<1>:df r2.0<1;2,1>:df", "no"},
		{"mov (8|M0) r10.0<1>:df r2.0<0;1,0>:df", "no"},
		{"mov (1|M0) r10.0<1>:df r2.0<0;2,1>:df", "no"},
		{"mov (8|M0) r10.1<1>:f r2.0<8;8,1>:df", "no"},
		{"mov (8|M0) r10.0<2>:f r2.0<8;8,1>:df", "no"},
		{"mov (8|M0) r10.0<1>:df r[a0.0]<2,1>:df", "no"},
		// as they stand
		{"mov (8|M0) r10.0<4>:w r2.0<8;8,1>:df", "same"},
		{"mov (8|M0) r10.0<1>.xyzw:f r2.0<4>.xyzw:df", "same"},
		{"add (8|M0) r10.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f", "same"},
	} {
		in := oneInst(t, native.IVB, c.text)
		e, ok := native.IVB.Elements(&in)
		switch c.want {
		case "no", "same":
			assert.Equal(t, c.want == "same", ok, c.text)
			assert.Equal(t, in, e, c.text)
			continue
		}
		require.True(t, ok, c.text)
		assert.Equal(t, c.want, touchesText(&e), c.text)
	}
	in := oneInst(t, native.HSW, "mov (8|M0) r10.0<1>.xw:df r2.2<0>.zwxy:df")
	e, ok := native.HSW.Elements(&in)
	assert.True(t, ok)
	assert.Equal(t, "8: 0+8 24+8 32+8 56+8 | 24+8 16+8 24+8 16+8 56+8 48+8 56+8 48+8", touchesText(&e), "hsw")
	e, ok = native.BDW.Elements(&in)
	assert.True(t, ok)
	assert.Equal(t, in, e, "from Gen8 on nothing is to be counted")

	prog := []native.Inst{oneInst(t, native.IVB, "mov (8|M0) r10.0<1>:d r2.0<8;8,1>:d"), oneInst(t, native.IVB, "mov (8|M0) r10.0<1>:df r2.0<8;8,1>:df")}
	counted := native.IVB.InElements(prog)
	assert.Equal(t, []uint8{8, 4}, []uint8{counted[0].ExecSize, counted[1].ExecSize})
	assert.Equal(t, uint8(8), prog[1].ExecSize, "the program stays")
	assert.Same(t, &prog[0], &native.SKL.InElements(prog)[0])
	assert.Same(t, &prog[0], &native.IVB.InElements(prog[:1])[0])
	assert.Empty(t, native.IVB.InElements(nil))
}

// touchesText is the execution size and the touches of each operand.
func touchesText(in *native.Inst) string {
	var parts []string
	for i := -1; i < in.Op.Sources(); i++ {
		o := &in.Dst
		if i >= 0 {
			o = &in.Src[i]
		}
		var list []string
		for _, x := range in.Touches(i) {
			list = append(list, fmt.Sprintf("%d+%d", x.At-int(o.Reg)*native.GRFBytes, x.Bytes))
		}
		parts = append(parts, strings.Join(list, " "))
	}
	return fmt.Sprintf("%d: %s", in.ExecSize, strings.TrimPrefix(strings.Join(parts, " | "), " "))
}
