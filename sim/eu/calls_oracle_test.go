//go:build oracle

package eu_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
)

// TestCallsFinalizer runs what Intel's finalizer makes of the cases of calls: the
// literals come out of its call and ret, predicated ones among them. It takes a
// call by half of the lanes for one by all of them, so that case is left out.
func TestCallsFinalizer(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(corpus.Root(), "testdata", "values", "CALL.txt"))
	require.NoError(t, err)
	cases, err := values.Parse("CALL.txt", string(b))
	require.NoError(t, err)
	ran := 0
	for _, c := range cases {
		if slices.Contains(c.Code, "call (M1, 16) sub") {
			continue
		}
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(c.Text()), 0o644))
		cmd := exec.Command("GenX_IR", "k.visaasm", "-platform", "SKL", "-noverifyCISA", "-noLoadPayload", "-binary")
		cmd.Dir = dir
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", c.Pos, said)
		code, err := os.ReadFile(filepath.Join(dir, "k.dat"))
		require.NoError(t, err)
		p, err := eu.Load(c.Pos, native.SKL, code)
		require.NoError(t, err)
		s, err := newCaseMemory().run(&c, p)
		require.NoError(t, err, c.Pos)
		assert.Empty(t, c.Diff(s), c.Pos)
		ran++
	}
	assert.Equal(t, 6, ran)
}
