//go:build oracle

package isa

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestNullAliasOfTheVendor: Intel's finalizer takes the text of an alias of %null, its file
// says nothing of it, and of our file it makes the code of a variable.
func TestNullAliasOfTheVendor(t *testing.T) {
	const head, tail = ".version 4.1\n.kernel \"k\"\n.decl N v_type=G type=ud num_elts=2 align=dword",
		"\n.decl X v_type=G type=ud num_elts=16 align=hword\n.decl T6 v_type=T num_elts=1\n.kernel_attr Target=\"cm\"\n.function \"k\"\nk:\n" +
			"mov (M1_NM, 1) N(0,0)<1> %tsc(0,0)<0;1,0>\nmov (M1_NM, 8) X(0,0)<1> 0x5:ud\noword_st (2) T6 0x0:ud X.0\nret (M1, 1)\n"
	const null, variable = head + " alias=<%null, 0>" + tail, head + tail
	g := oracle.GenX{Dir: t.TempDir(), Platform: "TGLLP"}
	compiled := func(code []byte, refusal string, err error) []byte {
		t.Helper()
		require.NoError(t, err)
		require.Empty(t, refusal)
		return code
	}
	// The record of N behind its name: type and alignment, elements, alias, offset, scope, attributes.
	record := []byte{0x20, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}

	ofVariable := compiled(g.Compile(variable))
	ofNull := compiled(g.Compile(null))
	assert.NotEqual(t, ofVariable, ofNull, "what is written to %null takes no register")
	theirs, err := os.ReadFile(filepath.Join(g.Dir, "o.isa"))
	require.NoError(t, err)
	assert.Equal(t, 1, bytes.Count(theirs, record), "no alias, and no attribute")

	k, err := asm.Parse("k", []byte(null))
	require.NoError(t, err)
	ours, err := fileOf(k).Encode("")
	require.NoError(t, err)
	assert.Equal(t, ofVariable, compiled(g.CompileISA(ours)))
}
