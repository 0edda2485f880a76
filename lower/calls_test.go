package lower_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
)

// callTargets are those whose code has calls, one of each kind.
var callTargets = []native.Target{native.BDW, native.SKL, native.ICL, native.TGL, native.DG2}

// TestCalled: what the pages of calls say comes out of code that calls everything it can,
// as it does of code that does not.
func TestCalled(t *testing.T) {
	defer lower.CallFrom(-1)()
	for _, page := range []string{"CALL", "FCALL", "FRET", "IFCALL", "IFCALL_UNIFORM", "RET", "SWITCHJMP"} {
		f := filepath.Join(corpus.Root(), "testdata", "values", page+".txt")
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		checkCalls(t, page, string(b), false)
	}
}

// TestRoutines runs the cases of testdata/routines.txt.
func TestRoutines(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "routines.txt"))
	require.NoError(t, err)
	for _, from := range []int{-1, 1 << 20} {
		t.Run("", func(t *testing.T) {
			defer lower.CallFrom(from)()
			checkCalls(t, "routines", string(b), true)
		})
	}
}

// checkCalls runs cases for every target, and on the interpreter: the literals come out. With
// called there are calls in all code.
func checkCalls(t *testing.T, name, text string, called bool) {
	cases, err := values.Parse(name, text)
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for i := range cases {
		c := &cases[i]
		if strings.Contains(strings.Join(c.Code, "\n"), "call (M1, 16)") && c.Page == "CALL" {
			continue // by some lanes of the kernel, which is refused
		}
		s, err := interpret(c)
		if assert.NoError(t, err, c.Pos) {
			assert.Empty(t, c.Diff(s), "%s: %s", c.Pos, strings.Join(c.Code, "; "))
		}
		for _, target := range callTargets {
			r, err := compileCase(c, target)
			if assert.NoError(t, err, "%s for %v", c.Pos, target) && called {
				assert.True(t, slices.ContainsFunc(r.Program.Insts, func(in native.Inst) bool { return in.Op == native.OpCall }), "%s for %v: no call", c.Pos, target)
			}
			s, err := runCase(c, target)
			if assert.NoError(t, err, "%s for %v", c.Pos, target) {
				assert.Empty(t, c.Diff(s), "%s for %v: %s", c.Pos, target, strings.Join(c.Code, "; "))
			}
		}
	}
}
