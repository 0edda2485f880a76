package asm

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
)

// bare are two ops without a page, the first and the last: any op may get one.
func bare(t *testing.T) (first, last string) {
	t.Helper()
	require.Greater(t, visa.EndOps, visa.NumOps+1)
	return visa.NumOps.String(), (visa.EndOps - 1).String()
}

// TestOpaqueForms: an instruction without a page keeps predicate, mask and every
// word.
func TestOpaqueForms(t *testing.T) {
	op, other := bare(t)
	for _, c := range []struct {
		in, out string
		op      string
		exec    visa.Exec
	}{
		{op + " (M5_NM, 8) X(0,0)<1>  Y 0x1:f", "", op, visa.Exec{Size: 8, Mask: 4, NoMask: true}},
		{op + ".sat(NoMask, 4)a", op + ".sat (M1_NM, 4) a", op, visa.Exec{Size: 4, NoMask: true}},
		{"(!P1.any) " + op + ".ugm.d32x4t.ca (M1, 16) V32:4 flat[Q+0x10]:a64", "", op, visa.Exec{Size: 16}},
		{op + ".RGBA.16-full S0 T6 0x0:f", "", op, visa.Exec{}},
		{other + " (8) %null.0", "", other, visa.Exec{}},
		{op, "", op, visa.Exec{}},
		{op + " (M9, 8) a b", "", op, visa.Exec{}},
		{op + " \"a b\" /**/ \\\n 0x1:ud", op + " \"a b\" 0x1:ud", op, visa.Exec{}},
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
	_, in := parseOne(t, "(!P1.any) "+op+" (M1, 8)")
	assert.Equal(t, visa.Pred{Var: 1, Inv: true, Combine: visa.PredAny}, in.Pred)
	assert.Equal(t, visa.Pos{Line: 11, Col: 11}, in.Pos)
}

// TestOpaqueNames: where one op's name begins with another's and a dot, the longest
// is meant.
func TestOpaqueNames(t *testing.T) {
	opaque := map[string]bool{}
	for op := visa.NumOps; op < visa.EndOps; op++ {
		opaque[op.String()] = true
	}
	for op := visa.NumOps; op < visa.EndOps; op++ {
		if _, ok := paged(op); ok {
			continue // another writing of an op with a page
		}
		short, _, dotted := strings.Cut(op.String(), ".")
		_, in := parseOne(t, op.String()+" (M1, 8) a b")
		assert.Equal(t, op, in.Op)
		if dotted && opaque[short] {
			_, in := parseOne(t, short+".x (M1, 8) a b")
			assert.Equal(t, short, in.Op.String())
		}
	}
}

// TestOpaqueOps: the text of each op without a page reads back, also in a function
// that is linked.
func TestOpaqueOps(t *testing.T) {
	for op := visa.NumOps; op < visa.EndOps; op++ {
		if _, ok := paged(op); ok {
			continue // another writing of an op with a page
		}
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
	op, _ := bare(t)
	for in, want := range map[string]string{
		"(P7) " + op + " (M1, 8)": "t:11:2: error: 'P7' is not declared",
		op + " (M1, 3) a":         fmt.Sprintf("t:11:%d: error: execution size 3: want 1, 2, 4, 8, 16 or 32", len(op)+7),
		"lrq (M1, 8) a":           "t:11:1: error: unknown instruction 'lrq'",
		op + " 7 \\\n.x":          "t:12:1: error: '.x' does not follow a mnemonic or a variable",
		".lok 7":                  "t:11:1: error: unknown directive '.lok'",
	} {
		_, err := Parse("t", []byte(head+in+"\n"))
		assert.ErrorContains(t, err, want)
	}
	k, in := parseOne(t, op+" a")
	k.Strings[in.Args[visa.OpaqueOperands].Var] = "a\nmov"
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "operand operands of "+op+": \"a\\nmov\" has a line end")
	in.Args[visa.OpaqueOperands].Var = 99
	assert.ErrorContains(t, Print(&bytes.Buffer{}, k), "operand operands of "+op+" has no text")
}

// TestRemarks: the compiler's remarks on the source text have no numbers, though they
// count, and the name of a text always stands in quotes.
func TestRemarks(t *testing.T) {
	k, err := Parse("t", []byte(head+"FILE k\nLOC 12\nyield\n"))
	dotted, dottedErr := Parse("t", []byte(head+"  .file \"k\" // as ever\n.loc 12\nyield\n"))
	require.NoError(t, dottedErr)
	_, dottedErr = Parse("t", []byte(head+".loc x\nyield\n"))
	require.ErrorContains(t, dottedErr, "'x'")
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, Print(&b, k))
	var d strings.Builder
	require.NoError(t, Print(&d, dotted))
	assert.Equal(t, b.String(), d.String())
	assert.Contains(t, b.String(), "\n    FILE \"k\"\n    LOC 12\n    yield"+strings.Repeat(" ", 72)+"/// $2\n")
	assert.Equal(t, `FILE "<path>"`, form(visa.OpFile))
	k.Strings[k.Insts[0].Args[0].Var] = `a"b`
	assert.ErrorContains(t, Print(&b, k), `"a\"b" has a quote or a line end`)
}
