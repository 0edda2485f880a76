package interp_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// prepare loads a corpus kernel's vISA text and its launch.
func prepare(tb testing.TB, c corpus.Case, o run.Options) (*run.Session, *load.Program) {
	tb.Helper()
	p, err := load.FromPath(c.Stem+".visaasm", load.Interp, o.Target.Device())
	require.NoError(tb, err)
	l, err := launch.Read(c.Launch)
	require.NoError(tb, err)
	o.Info, o.Kernel = c.Info, c.Kernel
	s, err := run.NewSession(l, o)
	require.NoError(tb, err)
	return s, p
}

// Every kernel gives the expected bytes, on one worker and on several, from the
// text that the compiler wrote for either device.
func TestKernels(t *testing.T) {
	for _, device := range []string{"skl", "lkf"} {
		for _, c := range corpus.Cases(t, corpus.Dir(), device) {
			t.Run(device+"/"+c.Name, func(t *testing.T) {
				for _, workers := range []int{1, 3} {
					s, p := prepare(t, c, run.Options{Workers: workers, Deterministic: workers == 1})
					rep, err := s.Run(context.Background(), p)
					require.NoError(t, err)
					assert.True(t, rep.OK(), "%+v", rep.Compared)
					assert.Positive(t, rep.Instructions)
				}
			})
		}
	}
}

func BenchmarkKernels(b *testing.B) {
	for _, c := range corpus.Cases(b, corpus.Dir(), "skl") {
		b.Run(c.Name, func(b *testing.B) {
			s, p := prepare(b, c, run.Options{Workers: 1, Deterministic: true})
			var insts uint64
			for b.Loop() {
				rep, err := s.Run(context.Background(), p)
				if err != nil {
					b.Fatal(err)
				}
				insts += rep.Instructions
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(insts), "ns/inst")
		})
	}
}
