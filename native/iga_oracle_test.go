//go:build oracle

package native_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/oracle"
)

// TestIGASameOperands: for every instruction of Intel's Gen9 code our decode
// and iga64 name the same operands.
func TestIGASameOperands(t *testing.T) {
	files, insts := 0, 0
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			t.Run(d.dir+"/"+filepath.Base(file), func(t *testing.T) {
				insts += oracle.CompareIGA(t, d.t, code)
				files++
			})
		}
	}
	require.NotZero(t, files)
	t.Logf("%d files, %d instructions", files, insts)
}

// TestIGAGolden does the same for the golden instructions, which reach fields
// that compiled code does not use. Each stands between nops, so that branch
// targets lie inside the code.
func TestIGAGolden(t *testing.T) {
	nop := make([]byte, 16)
	nop[0] = 0x7e
	pad := bytes.Repeat(nop, 40)
	for _, g := range goldens(t) {
		t.Run(g.text, func(t *testing.T) { oracle.CompareIGA(t, corpusDirs[0].t, slices.Concat(pad, g.code, pad)) })
	}
}
