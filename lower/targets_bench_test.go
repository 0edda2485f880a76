//go:build unix

package lower_test

import (
	"math"
	"math/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/visa"
)

// BenchmarkTargets compiles those of Skylake's texts for every target that all have code
// for; "x/skl" is the time for a target divided by that for Skylake: of the processor, over
// all rounds, in which each text is compiled for one target after the other in random order,
// so that what else the machine does, and what the target before leaves in its caches, meets
// all of them. "x/skl-mean" is the geometric mean of the same over the texts.
func BenchmarkTargets(b *testing.B) {
	var targets []native.Target
	for t := range native.NumTargets {
		if lower.Supported(t) {
			targets = append(targets, t)
		}
	}
	var kernels []*visa.Kernel
	for _, file := range corpus.FilesBeside(b, "corpus/skl", "*.visaasm") {
		k, err := load.ReadProgram(file)
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
	took := make([][native.NumTargets]time.Duration, len(kernels))
	order := rand.New(rand.NewSource(1))
	for b.Loop() {
		for i, k := range kernels {
			for _, n := range order.Perm(len(targets)) {
				t := targets[n]
				start := cpuTime()
				_, err := lower.Compile(k, t, lower.Options{})
				require.NoError(b, err)
				took[i][t] += cpuTime() - start
			}
		}
	}
	b.ReportMetric(float64(len(kernels)), "kernels")
	for _, t := range targets {
		var sum, skl time.Duration
		logs := 0.0
		for i := range kernels {
			sum, skl = sum+took[i][t], skl+took[i][native.SKL]
			logs += math.Log(float64(took[i][t]) / float64(took[i][native.SKL]))
		}
		b.ReportMetric(float64(sum)/float64(skl), t.String()+"/skl")
		b.ReportMetric(math.Exp(logs/float64(len(kernels))), t.String()+"/skl-mean")
	}
}
