//go:build unix

package lower_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/series"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa/asm"
)

// cpuTime is the processor time of this process, of all its threads.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSeries compiles each series in every length; "x/10k" is the time for
// 100,000 instructions divided by that for 10,000 of the same series, the best
// runs of each; times are of the processor, collection of garbage included.
func BenchmarkSeries(b *testing.B) {
	for _, s := range series.All {
		base := time.Duration(0)
		for _, n := range series.Sizes {
			k, err := asm.Parse(s.Name, s.Text(n))
			require.NoError(b, err)
			b.Run(fmt.Sprintf("%s/%d", s.Name, n), func(b *testing.B) {
				b.ReportAllocs()
				best := time.Duration(0)
				for b.Loop() {
					start := cpuTime()
					_, err := lower.Compile(k, native.SKL, lower.Options{})
					require.NoError(b, err)
					if took := cpuTime() - start; best == 0 || took < best {
						best = took
					}
				}
				b.ReportMetric(float64(best.Nanoseconds())/float64(n), "ns/inst")
				switch n {
				case 10000:
					base = best
				case 100000:
					b.ReportMetric(float64(best)/float64(max(base, 1)), "x/10k")
				}
			})
		}
	}
}
