package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRandomSpills allocates random programs with few registers: what comes out
// is proved by Verify, and does what the program does.
func TestRandomSpills(t *testing.T) {
	var sum Stats
	for seed := range seeds() / 15 {
		for _, grfs := range []int{9, 12} {
			p := randomProgram(seed)
			grfs *= p.SIMD / 16
			before := Snapshot(p)
			s, err := Allocate(p, native.SKL, Options{GRFs: grfs})
			require.NoError(t, err, "seed %d, %d GRFs", seed, grfs)
			require.LessOrEqual(t, s.GRFs, grfs)
			require.NoError(t, Verify(before, p, native.SKL), "seed %d, %d GRFs", seed, grfs)
			require.True(t, sameRuns(t, before, p), "seed %d, %d GRFs", seed, grfs)
			sum.Fills += s.Fills
			sum.Saves += s.Saves
			sum.Rounds = max(sum.Rounds, s.Rounds)
			sum.SpillBytes += s.SpillBytes
		}
	}
	t.Logf("%+v", sum)
	assert.NotZero(t, sum.Fills)
	assert.NotZero(t, sum.Saves)
}
