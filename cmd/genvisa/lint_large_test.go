package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
)

// TestLintOfLargeFiles: the register file of raw code is what any of its instructions names, however far behind; that of a kernel
// with metadata is theirs.
func TestLintOfLargeFiles(t *testing.T) {
	const over = "mov (16|M0) r127.0<1>:d r4.0<1;1,0>:d\n"
	assembled := func(text string) []byte {
		code, err := nasm.Assemble("k", native.DG2, strings.NewReader(text))
		require.NoError(t, err)
		return code
	}
	for name, c := range map[string]struct {
		code []byte
		grfs int
		want int
	}{
		"small":              {assembled(over), 0, 1},
		"said to be large":   {assembled(over), 256, 0},
		"large, far behind":  {assembled(over + strings.Repeat("nop\n", pieceInsts) + "mov (8|M0) r200.0<1>:d 1:d\n"), 0, 0},
		"said to be small":   {assembled(over + "mov (8|M0) r200.0<1>:d 1:d\n"), 128, 2},
		"named by a source":  {assembled(over + "mov (8|M0) r2.0<1>:d r128.0<1;1,0>:d\n"), 0, 0},
		"nothing but a name": {bytes.Clone(assembled("mov (8|M0) r255.0<1>:d 1:d\n")), 0, 0},
	} {
		l := linter{target: native.DG2, found: []lintFinding{}}
		require.NoError(t, l.pieces("", c.code, c.grfs))
		n := 0
		for _, f := range l.found {
			if f.Rule == "eu.grf" {
				n++
			}
		}
		assert.Equal(t, c.want, n, name)
	}
}
