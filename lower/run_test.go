package lower_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
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
				Programs: []string{c.Stem + ".visaasm"}, Info: c.Info, Engine: run.Sim, Target: native.SKL,
			})
			require.NoError(t, err)
			assert.True(t, r.OK(), "%+v", r.Compared)
			assert.Zero(t, r.OutOfBounds)
		})
	}
}

// TestBeyond tries every skl kernel of the corpus. Those outside the subset
// may need what does not exist yet, and then say so; what runs gives the
// expected bytes.
func TestBeyond(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.visaasm"))
	require.NoError(t, err)
	equal := 0
	for _, f := range files {
		base := filepath.Base(f)
		name := base[:strings.LastIndex(base, "_simd")]
		file, _, _ := strings.Cut(name, "__")
		l, err := run.ReadLaunch(filepath.Join(corpus.Dir(), "run", name, "launch.yaml"))
		if err != nil {
			assert.ErrorContains(t, err, "unsupported")
			continue
		}
		r, err := run.Run(context.Background(), l, run.Options{
			Programs: []string{f}, Info: filepath.Join(corpus.Dir(), "skl", file+".zeinfo"),
			Engine: run.Sim, Target: native.SKL, Limit: 1e8,
		})
		if err != nil {
			assert.True(t, named(err), "%s: %v", name, err)
			continue
		}
		assert.True(t, r.OK(), "%s: %+v", name, r.Compared)
		equal++
	}
	t.Logf("%d of %d kernels run and are equal", equal, len(files))
	holdEqual(t, equal)
}

var update = flag.Bool("update", false, "write the number of kernels that run and are equal")

// holdEqual compares a number of kernels with the one of the record, which has
// one for the corpus of the repository and one for the full one.
func holdEqual(t *testing.T, equal int) {
	t.Helper()
	const record = "testdata/equal.yaml"
	which := 0
	if _, full := corpus.Full(); full {
		which = 1
	}
	const form = "subset: %d\nfull: %d\n"
	var want [2]int
	src, err := os.ReadFile(record)
	require.NoError(t, err)
	_, err = fmt.Sscanf(string(src), form, &want[0], &want[1])
	require.NoError(t, err)
	if *update {
		want[which] = equal
		require.NoError(t, os.WriteFile(record, fmt.Appendf(nil, form, want[0], want[1]), 0o644))
	}
	assert.Equal(t, want[which], equal, "kernels that run and are equal: more are taken over with -update")
}

// named reports an error that says what is missing.
func named(err error) bool {
	var parse asm.ErrorList
	var unsupported *lower.UnsupportedError
	var pressure *regalloc.PressureError
	return errors.As(err, &parse) || errors.As(err, &unsupported) || errors.As(err, &pressure) ||
		strings.Contains(err.Error(), "is not supported")
}
