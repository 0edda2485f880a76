package asm

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersions(t *testing.T) {
	for _, v := range []string{"3.0", "3.8", "4.0", "4.1", "4.2"} {
		k, err := Parse("t", []byte(".version "+v+"\n.kernel \"k\"\n"))
		require.NoError(t, err, v)
		assert.Equal(t, []uint8{v[0] - '0', v[2] - '0'}, []uint8{k.Major, k.Minor})
	}
	for _, v := range []string{"2.9", "3.9", "4.3", "9.9"} {
		_, err := Parse("t", []byte(".version "+v+"\n.kernel \"k\"\n"))
		assert.EqualError(t, err, "t:1:10: error: there is no version "+v+" of vISA: want 3.0 to 3.8 or 4.0 to 4.2")
	}
}

// TestPredefinedOfVersion: %scratchloc is a variable of version 4.2.
func TestPredefinedOfVersion(t *testing.T) {
	const body = "\n.kernel \"k\"\n.decl Q v_type=G type=uq num_elts=1\nmov (M1, 1) Q(0,0)<1> %scratchloc(0,0)<0;1,0>\n"
	k, err := Parse("t", []byte(".version 4.2"+body))
	require.NoError(t, err)
	assert.Equal(t, int32(21), k.Insts[0].Args[1].Var)
	var out strings.Builder
	require.NoError(t, Print(&out, k))
	assert.Contains(t, out.String(), "%msg0\n// .decl V21 v_type=G v_name=%scratchloc\n// .decl T0")
	_, err = Parse("t", []byte(".version 4.1"+body))
	assert.ErrorContains(t, err, "t:4:23: error: '%scratchloc' is not declared")
}

// TestByteOrderMark: it is no text, and no column.
func TestByteOrderMark(t *testing.T) {
	k, err := Parse("t", []byte("\uFEFF.version 4.1\n.kernel \"k\"\n"))
	require.NoError(t, err)
	assert.Equal(t, "k", k.Name)
	_, err = Parse("t", []byte("\uFEFF.version 4.7\n.kernel \"k\"\n"))
	assert.ErrorContains(t, err, "t:1:10: error")
	_, err = Parse("t", []byte(".version 4.1\n\uFEFF.kernel \"k\"\n"))
	assert.ErrorContains(t, err, "t:2:1: error: character")
}

// TestLongWords: a word has at most 65535 bytes, a statement at most 65536 words,
// and a message shows no more than their beginning.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("w", 1<<16-1)
	k, err := Parse("t", []byte(".kernel \""+long+"\"\n"))
	require.NoError(t, err)
	assert.Len(t, k.Name, 1<<16-1)
	for _, c := range []struct{ text, want string }{
		{long + "w", "'" + long[:80] + "...' has 65536 bytes: want at most 65535"},
		{"\"" + long + "w\"", `"` + long[:80] + `..." has 65536 bytes: want at most 65535`},
		{"F." + long + "w", "'." + long[:80] + "...' has 65536 bytes: want at most 65535"},
		{long, "unknown instruction '" + long[:80] + "...'"},
		{"add (M1, 8) " + long, "'" + long[:80] + "...' is not declared"},
		{"add (M1, 8) F." + long, "...': want '<' in a region"},
		{"mov (M1, 8) F(0,0)<1> 1" + strings.Repeat("0", 1<<16-2) + ":ud", "is not an integer of at most 64 bits"},
		{strings.Repeat("- \\\n", 1<<16) + "-", "a statement of more than 65536 words"},
	} {
		_, err := Parse("t", []byte(head+c.text+"\n"))
		var list ErrorList
		if assert.ErrorAs(t, err, &list) {
			assert.Contains(t, list[0].Msg, c.want)
			assert.Less(t, len(list[0].Msg), 1000)
		}
	}
}

// TestManyDeclarations: declarations cost what their number says, not its
// square.
func TestManyDeclarations(t *testing.T) {
	const n = 50_000
	var text strings.Builder
	text.WriteString(".version 4.1\n.kernel \"k\"\n")
	for i := range n {
		fmt.Fprintf(&text, ".decl V%d v_type=G type=ud num_elts=1\n.input V%d offset=32 size=4\n", i, i)
	}
	k, err := Parse("t", []byte(text.String()))
	require.NoError(t, err)
	assert.Len(t, k.Inputs, n)
	assert.Equal(t, fmt.Sprintf("V%d", n-1), k.Vars[len(k.Vars)-1].Name)
}

// TestParseAllocations: operands are allocated in chunks and words are parts of
// the text.
func TestParseAllocations(t *testing.T) {
	src := []byte(head + strings.Repeat("(P1) add (M1, 8) F(0,0)<1> (-)F(1,0)<8;8,1> 0x3f800000:f\n", 2000))
	allocs := testing.AllocsPerRun(3, func() {
		_, err := Parse("t", src)
		require.NoError(t, err)
	})
	assert.Less(t, allocs, 100.0)
}

// TestParseMemory: instructions take a multiple of their text, which docs/launch.md has.
func TestParseMemory(t *testing.T) {
	for inst, most := range map[string]float64{"(P1) add (M1, 8) F(0,0)<1> (-)F(1,0)<8;8,1> 0x3f800000:f\n": 3.6, "mov (M1, 8) F(0,0)<1> 0x0:f\n": 8} {
		src := []byte(head + strings.Repeat(inst, 1<<15)) // one to two megabytes
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse("t", src)
		require.NoError(t, err)
		runtime.ReadMemStats(&after)
		assert.Less(t, float64(after.TotalAlloc-before.TotalAlloc)/float64(len(src)), most, "bytes for each of the text")
	}
}

// TestRepeatedOperands: a list in parentheses, up to 255 of them.
func TestRepeatedOperands(t *testing.T) {
	list := func(n int) string {
		return "L1:\nswitchjmp (M1, 1) 0x0:ud (" + strings.TrimSuffix(strings.Repeat("L1, ", n), ", ") + ")\n"
	}
	for _, n := range []int{1, 2, 255} {
		k, err := Parse("t", []byte(head+list(n)))
		require.NoError(t, err)
		require.Len(t, k.Insts[1].Args, n+1)
		var b strings.Builder
		require.NoError(t, Print(&b, k))
		assert.Contains(t, b.String(), strings.TrimSpace(strings.TrimPrefix(list(n), "L1:\n"))+" ")
		k.Insts[1].Args = k.Insts[1].Args[:1]
		assert.ErrorContains(t, Print(&b, k), "switchjmp has 1 operands, not 2")
	}
	for text, want := range map[string]string{
		list(256):                               "t:12:1047: error: operand 257 of 'switchjmp': want at most 255 of labels",
		"switchjmp (M1, 1) 0x0:ud ()\n":         "t:11:27: error: operand labels of 'switchjmp' is ')': want a label",
		"switchjmp (M1, 1) 0x0:ud (L1,)\nL1:":   "t:11:30: error: operand labels of 'switchjmp' is ')': want a label",
		"switchjmp (M1, 1) 0x0:ud L1\nL1:":      "t:11:26: error: 'L1': want '(' in switchjmp",
		"switchjmp (M1, 1) 0x0:ud (L1 L1)\nL1:": "t:11:30: error: 'L1': want ')' in switchjmp",
		"switchjmp (M1, 1) 0x0:ud (L1) 1\nL1:":  "is left over: the form is switchjmp (<exec>) <index> (<labels>, ...)",
	} {
		_, err := Parse("t", []byte(head+text))
		assert.ErrorContains(t, err, want)
	}
}
