package observe_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
)

var whole = flag.Bool("whole", false, "tell everything of every launch, and of more of its instructions")

// observedSlice and observedLimit bound an ordinary run of TestObserved: each so many-th
// launch, and instructions of a launch. With -whole it is every launch, and longer.
const (
	observedSlice = 3
	observedLimit = 4_000
	wholeLimit    = 200_000
)

// launchesBelow are the launch files of a folder, sorted.
func launchesBelow(t *testing.T, dir string) (out []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != dir:
			return filepath.SkipDir
		case filepath.Ext(path) == ".yaml" && !d.IsDir():
			if src, err := os.ReadFile(path); err == nil && files.KindOf(path, src) == files.Launch {
				out = append(out, path)
			}
		}
		return nil
	}))
	return out
}

// observedWays are the engines and programs of a launch: its own program on both engines, and
// the native code beside it.
func observedWays(l *launch.Launch) (out []run.Options) {
	if len(l.Programs) != 1 || filepath.Ext(l.Programs[0]) != ".visaasm" {
		return []run.Options{{Engine: load.Auto}}
	}
	out = []run.Options{{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.SKL)}}
	code := strings.TrimSuffix(l.Programs[0], ".visaasm") + ".dat"
	if _, err := os.Stat(code); err == nil {
		out = append(out, run.Options{Engine: load.Sim, Target: load.Only(native.SKL), Programs: []string{code}})
	}
	return out
}

// TestObserved runs launches of the repository, of the corpus and of others' kernels on each
// engine, as they are and with everything that can be told of them: nothing breaks, and the
// report and all memory are the same.
func TestObserved(t *testing.T) {
	dirs := []string{filepath.Join(corpus.Root(), "examples"), filepath.Join(corpus.Root(), "testdata"), filepath.Join(corpus.Root(), "sim", "run", "testdata")}
	if full, ok := corpus.Full(); ok {
		dirs = append(dirs, filepath.Join(full, "run"), filepath.Join(filepath.Dir(full), "shipped", "run"))
	}
	for i, dir := range dirs {
		rel, err := filepath.Rel(corpus.Root(), dir)
		require.NoError(t, err)
		ran, limited := 0, 0
		for n, file := range launchesBelow(t, dir) {
			if l, err := launch.Read(file); !*whole && i > 0 && n%observedSlice != 0 || errors.Is(err, errors.ErrUnsupported) {
				continue
			} else if assert.NoError(t, err, file) {
				for _, o := range observedWays(l) {
					one, whole := observed(t, file, l, o)
					ran, limited = ran+one, limited+one-whole
				}
			}
		}
		t.Logf("%s: %d launches on their engines, of which %d stop at the limit of instructions", rel, ran, limited)
		if !*whole && !testing.Short() {
			floor.Exact(t, "launches and engines of "+filepath.ToSlash(strings.TrimLeft(rel, "./"))+" that run the same when everything is told of them", ran)
		}
	}
}

// observed runs one launch on one engine twice. It counts 1 for one that runs, and 1 for one that
// ends.
func observed(t *testing.T, file string, l *launch.Launch, o run.Options) (ran, ended int) {
	name := file + " " + string(o.Engine) + " " + strings.Join(o.Programs, " ")
	if o.Limit = observedLimit; *whole {
		o.Limit = wholeLimit
	}
	o.Deterministic = true
	plain, err := run.Run(context.Background(), l, o)
	if errors.Is(err, errors.ErrUnsupported) && plain == nil {
		return 0, 0
	}
	if !assert.NotNil(t, plain, "%s: %v", name, err) {
		return 0, 0
	}
	told := &bytesSeen{}
	o.Stats, o.Trace = true, &observe.Trace{Out: told, Filters: []observe.Filter{{}}}
	var rep *run.Report
	var again error
	if !assert.NotPanics(t, func() { rep, again = run.Run(context.Background(), l, o) }, name) || !assert.NotNil(t, rep, "%s: %v", name, again) {
		return 0, 0
	}
	assert.Equal(t, err == nil, again == nil, "%s: %v, when told: %v", name, err, again)
	if err != nil {
		assert.EqualError(t, again, err.Error(), name)
	}
	assert.Positive(t, told.n, name)
	if err == nil {
		sums(t, name, rep)
	}
	rep.Stats, rep.Duration, plain.Duration = nil, 0, 0
	assert.True(t, slices.EqualFunc(plain.Buffers, rep.Buffers, slices.Equal[[]byte]), "%s: memory differs when everything is told", name)
	want, jerr := json.Marshal(plain)
	require.NoError(t, jerr)
	got, jerr := json.Marshal(rep)
	require.NoError(t, jerr)
	assert.JSONEq(t, string(want), string(got), name)
	if err != nil && !errors.As(err, new(*dispatch.LimitError)) && !errors.Is(err, errors.ErrUnsupported) {
		assert.NoError(t, err, name)
	}
	if err == nil {
		ended = 1
	}
	return 1, ended
}

// bytesSeen counts what is written.
type bytesSeen struct{ n int }

func (b *bytesSeen) Write(p []byte) (int, error) {
	b.n += len(p)
	return io.Discard.Write(p)
}
