package lower_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestDumpText: what the passes on vISA leave is a text that reads back and compiles
// to the same code, without calls, tables of jumps and what no lane comes to.
func TestDumpText(t *testing.T) {
	const text = `.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=16 align=GRF
.input X offset=32 size=64
.decl P1 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.kernel_attr SimdSize=16
    switchjmp (M1, 1) X(0,0)<0;1,0> (zero, one)
    call (M1, 16) sub
    jmp (M1, 1) zero
    add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x9:ud
one:
    call (M1, 16) sub
zero:
    movs (M1_NM, 1) T6(0) 0x0:ud
    oword_st (4) T6 0x0:ud X.0
    ret (M1, 1)
.function "sub"
sub:
    cmp.lt (M1, 16) P1 X(0,0)<1;1,0> 0x5:ud
    (P1) ret (M1, 16)
    add (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud
    ret (M1, 16)
`
	k, err := asm.Parse("k", []byte(text))
	require.NoError(t, err)
	texts := map[string]string{}
	want, err := lower.Compile(k, native.SKL, lower.Options{DumpText: func(pass string, k *visa.Kernel) {
		var b bytes.Buffer
		require.NoError(t, asm.Print(&b, k))
		texts[pass] = b.String()
	}})
	require.NoError(t, err)
	require.Len(t, texts, 2)
	for pass, text := range texts {
		assert.NotContains(t, text, "call", pass)
		assert.NotContains(t, text, "switchjmp", pass)
		assert.NotContains(t, text, "0x9:ud", pass)
		again, err := asm.Parse("again", []byte(text))
		require.NoError(t, err, text)
		got, err := lower.Compile(again, native.SKL, lower.Options{})
		require.NoError(t, err, text)
		assert.Equal(t, want.Code, got.Code, text)
	}
}
