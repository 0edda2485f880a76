//go:build unix

package lower_test

import (
	"math/rand"
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
// for; "x/skl" is the time for a target divided by that for Skylake: of the processor, over
// all rounds, in which each text is compiled for one target after the other in random order,
// so that what else the machine does, and what the target before leaves in its caches, meets
// all of them.
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
	took := map[native.Target]time.Duration{}
	order := rand.New(rand.NewSource(1))
	for b.Loop() {
		for _, k := range kernels {
			for _, n := range order.Perm(len(targets)) {
				t := targets[n]
				start := cpuTime()
				_, err := lower.Compile(k, t, lower.Options{})
				require.NoError(b, err)
				took[t] += cpuTime() - start
			}
		}
	}
	b.ReportMetric(float64(len(kernels)), "kernels")
	for _, t := range targets {
		b.ReportMetric(float64(took[t])/float64(took[native.SKL]), t.String()+"/skl")
	}
}
