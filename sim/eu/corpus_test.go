package eu_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa/isa"
)

// session reads the launch of a case with the metadata of its own device.
func session(tb testing.TB, c corpus.Case, workers int) *run.Session {
	tb.Helper()
	l, err := launch.Read(c.Launch)
	require.NoError(tb, err)
	s, err := run.NewSession(l, run.Options{Info: c.Info, Workers: workers, Limit: 50_000_000})
	require.NoError(tb, err)
	return s
}

// execute runs native code and returns what differs from the launch's
// expectations. Code that is linked with data runs unwatched.
func execute(name string, s *run.Session, target native.Target, code []byte) (differs []string, err error) {
	p, err := load.FromNative(name, code, target)
	if err != nil {
		return nil, err
	}
	p.Engine = eu.Watched{Program: p.Engine.(*eu.Program)}
	rep, err := s.Run(context.Background(), p)
	if err != nil {
		return nil, err
	}
	if rep.Threads == 0 || !rep.Finished {
		return nil, fmt.Errorf("%d threads ended", rep.Threads)
	}
	for _, got := range rep.Compared {
		for _, m := range got.First {
			differs = append(differs, fmt.Sprintf("arg%d[%d]: got %s, want %s", got.Arg, m.Index, m.Got, m.Want))
		}
	}
	return differs, nil
}

func read(tb testing.TB, path string) []byte {
	tb.Helper()
	p, err := os.ReadFile(path)
	require.NoError(tb, err)
	return p
}

// isaBinary is the native code that the compiler put into the .isa of a case,
// compiled apart from the .dat.
func isaBinary(tb testing.TB, c corpus.Case) []byte {
	tb.Helper()
	p := read(tb, c.Stem+".isa")
	h, err := isa.ReadHeader(p)
	require.NoError(tb, err)
	require.NotEmpty(tb, h.Kernels)
	require.NotEmpty(tb, h.Kernels[0].Binaries)
	return h.Kernels[0].Binaries[0].Of(p)
}

// TestTargetKernels runs both native binaries that Intel's compiler made of
// every kernel of the subset, on several workers.
func TestTargetKernels(t *testing.T) {
	cases := corpus.Cases(t, corpus.Dir(), "skl")
	where := "subset"
	if _, full := corpus.Full(); full {
		where = "full corpus"
	}
	floor.Exact(t, where+": kernels of the repository's files", len(cases))
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			for what, code := range map[string][]byte{".dat": read(t, c.Stem+".dat"), ".isa": isaBinary(t, c)} {
				differs, err := execute(c.Name, session(t, c, 4), native.SKL, code)
				require.NoError(t, err, what)
				assert.Empty(t, differs, what)
			}
		})
	}
}

// TestWholeCorpus runs every kernel of the full corpus that was compiled for a
// modelled target. What is not modelled must say so; nothing may give wrong
// results.
func TestWholeCorpus(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	for device, target := range map[string]native.Target{"skl": native.SKL, "skl-stateless": native.SKL, "bxt": native.BXT} {
		t.Run(device, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(dir, device, "*.dat"))
			require.NoError(t, err)
			passed := 0
			for _, f := range files {
				if runOne(t, corpus.CaseOf(dir, device, f), target) {
					passed++
				}
			}
			floor.Exact(t, fmt.Sprintf("kernels of %s that give the expected bytes, of %d", device, len(files)), passed)
		})
	}
}

// runOne says whether a kernel passes; it fails the test when the kernel gives
// wrong bytes or an error that does not name something missing.
func runOne(t *testing.T, c corpus.Case, target native.Target) bool {
	l, err := launch.Read(c.Launch)
	if err != nil {
		require.ErrorIs(t, err, errors.ErrUnsupported)
		t.Logf("%s: launch: %v", c.Name, err)
		return false
	}
	s, err := run.NewSession(l, run.Options{Info: c.Info, Workers: 1, Limit: 50_000_000})
	if errors.Is(err, errors.ErrUnsupported) {
		t.Logf("%s: %v", c.Name, err)
		return false
	}
	require.NoError(t, err)
	differs, err := execute(c.Name, s, target, read(t, c.Stem+".dat"))
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		t.Logf("%s: %v", c.Name, err)
	case err != nil:
		t.Errorf("%s: %v", c.Name, err)
	case len(differs) > 0:
		t.Errorf("%s: %s", c.Name, differs[0])
	default:
		return true
	}
	return false
}

func BenchmarkKernels(b *testing.B) {
	for _, c := range corpus.Cases(b, corpus.Dir(), "skl") {
		p, err := eu.Load(c.Name, native.SKL, read(b, c.Stem+".dat"))
		require.NoError(b, err)
		s := session(b, c, 1)
		b.Run(c.Name, func(b *testing.B) {
			var insts uint64
			for b.Loop() {
				rep, err := s.Run(context.Background(), &load.Program{Engine: p})
				require.NoError(b, err)
				insts += rep.Instructions
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(insts), "ns/inst")
			b.ReportMetric(float64(insts)/float64(b.N), "insts/op")
		})
	}
}
