//go:build oracle

package verify_test

import (
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// BenchmarkRate reads and checks the largest texts of the corpus, and says how many times as
// long the finalizer takes for each in the same run: 20 is what users may count on.
func BenchmarkRate(b *testing.B) {
	all, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.visaasm"))
	require.NoError(b, err)
	texts := map[string][]byte{}
	for _, path := range all {
		texts[path], err = os.ReadFile(path)
		require.NoError(b, err)
	}
	sort.Slice(all, func(i, j int) bool { return len(texts[all[i]]) > len(texts[all[j]]) })
	g := oracle.GenX{Dir: b.TempDir(), Verify: true}
	for _, path := range all[:3] {
		src := texts[path]
		b.Run(strings.TrimSuffix(filepath.Base(path), ".visaasm"), func(b *testing.B) {
			theirs := time.Duration(math.MaxInt64)
			for range 3 { // its best time, and our mean
				start := time.Now()
				_, refusal, err := g.Compile(string(src))
				require.NoError(b, err)
				require.Empty(b, refusal)
				theirs = min(theirs, time.Since(start))
			}
			for b.Loop() {
				k, err := asm.Parse("k", src)
				require.NoError(b, err)
				require.Empty(b, verify.Kernel(k))
				require.Empty(b, verify.Notes(k))
			}
			b.ReportMetric(float64(theirs)*float64(b.N)/float64(b.Elapsed()), "times")
		})
	}
}
