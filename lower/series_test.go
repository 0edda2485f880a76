package lower_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/series"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa/asm"
)

// TestSeries: the texts compile, verify and are as long as they say.
func TestSeries(t *testing.T) {
	for _, s := range series.All {
		k, err := asm.Parse(s.Name, s.Text(200))
		require.NoError(t, err, s.Name)
		assert.InDelta(t, 200, len(k.Insts), 10, s.Name)
		_, err = lower.Compile(k, native.SKL, lower.Options{Alloc: regalloc.Options{Verify: true}})
		require.NoError(t, err, s.Name)
	}
}

// TestSeriesMemory: ten times the instructions take at most 13 times the memory, all of what
// is collected on the way counted.
func TestSeriesMemory(t *testing.T) {
	taken := func(s series.Series, n int) float64 {
		k, err := asm.Parse(s.Name, s.Text(n))
		require.NoError(t, err, s.Name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = lower.Compile(k, native.SKL, lower.Options{})
		runtime.ReadMemStats(&after)
		require.NoError(t, err, s.Name)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	for _, s := range series.All {
		assert.Less(t, taken(s, 20_000)/taken(s, 2_000), 13.0, s.Name)
	}
}
