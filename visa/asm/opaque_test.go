package asm

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
)

// TestOpaqueForms: an instruction without a page keeps predicate, mask and every
// word.
func TestOpaqueForms(t *testing.T) {
	for _, c := range []struct {
		in, out string
		op      string
		exec    visa.Exec
	}{
		{"dp4 (M5_NM, 8) X(0,0)<1>  Y 0x1:f", "", "dp4", visa.Exec{Size: 8, Mask: 4, NoMask: true}},
		{"dp4.sat(NoMask, 4)a", "dp4.sat (M1_NM, 4) a", "dp4", visa.Exec{Size: 4, NoMask: true}},
		{"(!P1.any) lsc_load.ugm.d32x4t.ca (M1, 16) V32:4 flat[Q+0x10]:a64", "", "lsc_load", visa.Exec{Size: 16}},
		{"sample_unorm.RGBA.16-full S0 T6 0x0:f", "", "sample_unorm", visa.Exec{}},
		{"line (8) %null.0", "", "line", visa.Exec{}},
		{"yield", "", "yield", visa.Exec{}},
		{"add3.o (M1, 8) a b", "", "add3.o", visa.Exec{Size: 8}},
		{"add3.x (M1, 8) a b", "", "add3", visa.Exec{Size: 8}},
		{"add3 (M9, 8) a b", "", "add3", visa.Exec{}},
		{"wait \"a b\" /**/ \\\n 0x1:ud", "wait \"a b\" 0x1:ud", "wait", visa.Exec{}},
	} {
		k, in := parseOne(t, c.in)
		if c.out == "" {
			c.out = c.in
		}
		assert.Equal(t, c.op, in.Op.String(), c.in)
		assert.Equal(t, c.exec, in.Exec, c.in)
		assert.Equal(t, c.out, Text(k, in))
		assert.True(t, in.Op.Opaque())
	}
	_, in := parseOne(t, "(!P1.any) dp4 (M1, 8)")
	assert.Equal(t, visa.Pred{Var: 1, Inv: true, Combine: visa.PredAny}, in.Pred)
	assert.Equal(t, visa.Pos{Line: 11, Col: 11}, in.Pos)
}

// TestOpaqueOps: the text of each op without a page reads back, also in a function
// that is linked.
func TestOpaqueOps(t *testing.T) {
	require.Greater(t, visa.EndOps, visa.NumOps)
	for op := visa.NumOps; op < visa.EndOps; op++ {
		line := op.String() + " (M1, 8) V32 0x1:w"
		k, err := ParseLinked("t", []byte(head+".kernel_attr SimdSize=8\n"+line+"\n"),
			[]byte(".version 4.1\n.global_function \"f\"\nmov (M1, 1) %null(0,0)<1> 0x1:ud\n"+line+"1\n"))
		require.NoError(t, err, line)
		assert.Equal(t, op, k.Insts[0].Op)
		assert.Equal(t, line+"1", Text(k, &k.Insts[2]))
	}
}

// TestOpaqueRefused: what is wrong is so without a page, too, and what has no text
// is not printed.
func TestOpaqueRefused(t *testing.T) {
	for in, want := range map[string]string{
		"(P7) dp4 (M1, 8)": "t:11:2: error: 'P7' is not declared",
		"dp4 (M1, 3) a":    "t:11:10: error: execution size 3: want 1, 2, 4, 8, 16 or 32",
		"lrq (M1, 8) a":    "t:11:1: error: unknown instruction 'lrq'",
		"wait 7 \\\n.x":    "t:12:1: error: '.x' does not follow a mnemonic or a variable",
		".lok 7":           "t:11:1: error: unknown directive '.lok'",
	} {
		_, err := Parse("t", []byte(head+in+"\n"))
		assert.ErrorContains(t, err, want)
	}
	k, in := parseOne(t, "dp4 a")
	k.Strings[in.Args[visa.OpaqueOperands].Var] = "a\nmov"
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "operand operands of dp4: \"a\\nmov\" has a line end")
	in.Args[visa.OpaqueOperands].Var = 99
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "operand operands of dp4 has no text")
}

// TestRemarks: the compiler's remarks on the source text have no numbers, though they
// count, and the name of a text always stands in quotes.
func TestRemarks(t *testing.T) {
	k, err := Parse("t", []byte(head+"FILE k\nLOC 12\nyield\n"))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, Print(&b, k))
	assert.Contains(t, b.String(), "\n    FILE \"k\"\n    LOC 12\n    yield"+strings.Repeat(" ", 72)+"/// $2\n")
	assert.Equal(t, `FILE "<path>"`, form(visa.OpFile))
	k.Strings[k.Insts[0].Args[0].Var] = `a"b`
	assert.ErrorContains(t, Print(&b, k), `"a\"b" has a quote or a line end`)
}
