package native_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestCorpusObeysRules: no rule finds anything in code that Intel's compiler
// wrote for the target.
func TestCorpusObeysRules(t *testing.T) {
	n := 0
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts, offs, err := native.DecodeAll(d.t, code)
			require.NoError(t, err)
			for _, f := range native.Check(d.t, insts) {
				assert.Fail(t, f.Rule.ID, "%s offset %#x: %s: %v", file, offs[f.Inst], f.Rule.Text, insts[f.Inst].Op)
			}
			n += len(insts)
		}
	}
	require.NotZero(t, n)
}
