//go:build oracle && unix

package run_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// sixBeside is how many workloads lie beside the repository.
const sixBeside = 6

// BenchmarkTargetWorkloads runs the speed workloads as Intel's compiler makes them for
// skl and, with the ocloc at hand, or that of 2026 which the variable GENVISA_OCLOC names, for dg2: launches of both in
// turn on one worker. It reports the user time of the fastest launch of each and the ratio of the two, and that of the processor time
// of threads alone.
//
//	go test -tags oracle ./sim/run -run '^$' -bench TargetWorkloads -benchtime 5x
func BenchmarkTargetWorkloads(b *testing.B) {
	beside := filepath.Join(corpus.Root(), "..", "shared", "bench")
	if _, err := os.Stat(beside); err != nil {
		b.Skip("the workloads that lie beside the repository are not there")
	}
	list := workloads(b)
	for i, w := range list {
		source := filepath.Join(beside, "kernels.cl")
		if i >= sixBeside {
			source = filepath.Join(corpus.Root(), "testdata", "bench", "own.cl")
		}
		program := filepath.Join(b.TempDir(), w.name+".bin")
		if os.Getenv("GENVISA_OCLOC") != "" {
			require.True(b, compiledLater(b, "dg2", source, program, "-cl-fast-relaxed-math"))
		} else {
			require.True(b, compiledForDG2(b, source, program, "-cl-fast-relaxed-math"))
		}
		b.Run(w.name, func(b *testing.B) {
			skl := w.turn(b, run.Options{Programs: []string{w.stem + ".dat"}, Target: load.Only(native.SKL)})
			dg2 := w.turn(b, run.Options{Programs: []string{program}})
			for b.Loop() {
				skl.run(b)
				dg2.run(b)
			}
			b.ReportMetric(skl.best.Seconds()*1e3, "skl-ms")
			b.ReportMetric(dg2.best.Seconds()*1e3, "dg2-ms")
			b.ReportMetric(float64(dg2.best)/float64(skl.best), "dg2/skl")
			b.ReportMetric(float64(dg2.threads)/float64(skl.threads), "dg2/skl-threads")
			b.ReportMetric(float64(dg2.insts)/float64(skl.insts), "dg2/skl-insts")
			b.ReportMetric(float64(skl.best)/float64(skl.insts), "skl-ns/inst")
			b.ReportMetric(float64(dg2.best)/float64(dg2.insts), "dg2-ns/inst")
		})
	}
}

// turn is a workload's launch with one program.
type turn struct {
	session *run.Session
	program *load.Program
	best    time.Duration
	threads time.Duration // without filling memory and comparing it
	insts   uint64
}

func (w *workload) turn(b *testing.B, o run.Options) *turn {
	l, err := launch.Read(w.launch)
	require.NoError(b, err)
	o.Code, o.Deterministic = load.IntelCode, true
	session, p, err := run.Prepare(l, o)
	require.NoError(b, err)
	return &turn{session: session, program: p}
}

func (y *turn) run(b *testing.B) {
	start := userTime(b)
	rep, err := y.session.Run(context.Background(), y.program)
	require.NoError(b, err)
	if t := userTime(b) - start; y.best == 0 || t < y.best {
		y.best = t
	}
	if t := rep.Processor; y.threads == 0 || t < y.threads {
		y.threads = t
	}
	y.insts = rep.Instructions
}

// userTime is the user time of this process: the memory of each launch is the system's.
func userTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano())
}
