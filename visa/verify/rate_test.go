//go:build oracle

package verify_test

import (
	"os"
	"sort"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// leastRatio is how many times as fast as the finalizer reading and checking must be.
const leastRatio = 20

// TestRate reads and checks the largest texts of the corpus in at most a twentieth of the
// time that the finalizer takes for each in the same run.
func TestRate(t *testing.T) {
	cases := corpus.Cases(t, corpus.Dir(), "skl")
	size := func(i int) int64 {
		info, err := os.Stat(cases[i].Stem + ".visaasm")
		require.NoError(t, err)
		return info.Size()
	}
	sort.Slice(cases, func(i, j int) bool { return size(i) > size(j) })
	g := oracle.GenX{Dir: t.TempDir(), Verify: true}
	for _, c := range cases[:3] {
		src, err := os.ReadFile(c.Stem + ".visaasm")
		require.NoError(t, err)
		start := time.Now()
		assert.Empty(t, refusal(t, g, string(src)))
		theirs := time.Since(start)
		ours := time.Hour
		for range 5 {
			start = time.Now()
			k, err := asm.Parse("k", src)
			require.NoError(t, err)
			assert.Empty(t, verify.Kernel(k))
			assert.Empty(t, verify.Notes(k))
			ours = min(ours, time.Since(start))
		}
		ratio := float64(theirs) / float64(ours)
		t.Logf("%s: %d bytes: %v, the finalizer %v: %.0f times", c.Kernel, len(src), ours, theirs, ratio)
		assert.GreaterOrEqual(t, ratio, float64(leastRatio), c.Kernel)
	}
}
