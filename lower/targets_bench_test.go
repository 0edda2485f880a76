//go:build unix

package lower_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa"
)

// BenchmarkTargets compiles those of Skylake's texts for every target that all have code
// for; "x/skl" is the time for a target divided by that for Skylake. Each round goes
// through all targets, and the best round of each counts; times are of the processor.
func BenchmarkTargets(b *testing.B) {
	var targets []native.Target
	for t := range native.NumTargets {
		if lower.Supported(t) {
			targets = append(targets, t)
		}
	}
	var kernels []*visa.Kernel
	for _, file := range corpus.FilesBeside(b, "corpus/skl", "*.visaasm") {
		k, err := run.ReadProgram(file)
		require.NoError(b, err)
		all := true
		for _, t := range targets {
			_, err := lower.Compile(k, t, lower.Options{})
			all = all && err == nil
		}
		if all {
			kernels = append(kernels, k)
		}
	}
	best := map[native.Target]time.Duration{}
	for b.Loop() {
		for _, t := range targets {
			start := cpuTime()
			for _, k := range kernels {
				_, err := lower.Compile(k, t, lower.Options{})
				require.NoError(b, err)
			}
			if took := cpuTime() - start; best[t] == 0 || took < best[t] {
				best[t] = took
			}
		}
	}
	b.ReportMetric(float64(len(kernels)), "kernels")
	for _, t := range targets {
		b.ReportMetric(float64(best[t])/float64(best[native.SKL]), t.String()+"/skl")
	}
}
