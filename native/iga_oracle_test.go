//go:build oracle

package native_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
)

// TestIGASameOperands: for every instruction that Intel's compiler made or a driver
// ships our decode and iga64 name the same operands.
func TestIGASameOperands(t *testing.T) {
	for _, d := range []struct {
		dir          string
		t            native.Target
		files, insts int
	}{
		{"corpus/bdw", native.BDW, 144, 44255}, {"corpus/skl", native.SKL, 144, 37116}, {"corpus/skl-stateless", native.SKL, 144, 37830},
		{"corpus/skl-O0", native.SKL, 133, 35550}, {"corpus/bxt", native.BXT, 142, 39669}, {"corpus/lkf", native.LKF, 134, 33126}, {"corpus/tgllp", native.TGL, 135, 36636},
		{"shipped/hsw", native.HSW, 13, 6703}, {"shipped/bdw", native.BDW, 38, 10274}, {"shipped/skl", native.SKL, 38, 11928}, {"shipped/bxt", native.BXT, 7, 4124},
		{"shipped/cnl", native.CNL, 8, 4123}, {"shipped/icl", native.ICL, 14, 2758}, {"shipped/tgl", native.TGL, 10, 1525},
	} {
		files, insts := 0, 0
		for _, file := range corpus.FilesBeside(t, d.dir, "*.dat") {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			t.Run(d.dir+"/"+filepath.Base(file), func(t *testing.T) {
				insts += oracle.CompareIGA(t, d.t, code)
				files++
			})
		}
		assert.Equal(t, [2]int{d.files, d.insts}, [2]int{files, insts}, d.dir)
	}
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
