package lower_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestRun runs our code of every kernel of the subset on the EU model: the
// launch's expected bytes come out.
func TestRun(t *testing.T) {
	for _, c := range corpus.Cases(t, corpus.Dir(), "skl") {
		t.Run(c.Name, func(t *testing.T) {
			l, err := run.ReadLaunch(c.Launch)
			require.NoError(t, err)
			r, err := run.Run(context.Background(), l, run.Options{
				Programs: []string{c.Stem + ".visaasm"}, Info: c.Info, Engine: run.Sim, Target: run.Only(native.SKL),
			})
			require.NoError(t, err)
			assert.True(t, r.OK(), "%+v", r.Compared)
			assert.Zero(t, r.OutOfBounds)
		})
	}
}

// TestBeyond tries every skl kernel of the corpus, and of bxt those with doubles,
// 64-bit integers and products. Those outside the subset may need what does not exist
// yet, and then say so; what runs gives the expected bytes.
func TestBeyond(t *testing.T) {
	holdEqual(t, "skl", beyond(t, "skl", native.SKL, ""))
	holdEqual(t, "bxt", beyond(t, "bxt", native.BXT, "ieee dbl double long convert fmamad intdiv ptrs half"))
}

// beyond counts the kernels of a device, of files whose names begin with one of the
// given words, if there are any, that run and are equal.
func beyond(t *testing.T, device string, target native.Target, words string) (equal int) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), device, "*.visaasm"))
	require.NoError(t, err)
	for _, f := range files {
		base := filepath.Base(f)
		begins := func(word string) bool { return strings.HasPrefix(base, word) }
		if words != "" && !slices.ContainsFunc(strings.Fields(words), begins) {
			continue
		}
		c := corpus.CaseOf(corpus.Dir(), device, f)
		l, err := run.ReadLaunch(c.Launch)
		if err != nil {
			assert.ErrorContains(t, err, "unsupported")
			continue
		}
		r, err := run.Run(context.Background(), l, run.Options{
			Programs: []string{f}, Info: c.Info,
			Engine: run.Sim, Target: run.Only(target), Limit: 1e8,
		})
		if err != nil {
			assert.True(t, named(err), "%s: %v", c.Name, err)
			continue
		}
		assert.True(t, r.OK(), "%s: %+v", c.Name, r.Compared)
		equal++
	}
	t.Logf("%s: %d kernels run and are equal", device, equal)
	return equal
}

// holdEqual compares a number of kernels with the one of the record, which has for
// each device one for the corpus of the repository and one for the full one.
func holdEqual(t *testing.T, device string, equal int) {
	t.Helper()
	_, full := corpus.Full()
	floor.Exact(t, fmt.Sprintf("%s kernels that run and are equal, %s", device, map[bool]string{true: "full", false: "subset"}[full]), equal)
}

// named reports an error that says what is missing.
func named(err error) bool {
	var parse asm.ErrorList
	var unsupported *lower.UnsupportedError
	var pressure *regalloc.PressureError
	return errors.As(err, &parse) || errors.As(err, &unsupported) || errors.As(err, &pressure) ||
		strings.Contains(err.Error(), "is not supported")
}
