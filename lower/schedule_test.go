package lower

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// unscheduled compiles without the passes that schedule.
func unscheduled(k *visa.Kernel, t native.Target, o Options) (Stats, error) {
	c := newCompiler(k, t, o)
	for i := range passes {
		if passes[i].name == "schedule" || passes[i].name == "reschedule" {
			continue
		}
		if err := passes[i].fn(c); err != nil {
			return Stats{}, err
		}
	}
	return c.stats, nil
}

// TestNoMoreSpills: with few registers no kernel spills that does not as the text has it, and none that can be
// compiled as the text has it is refused.
func TestNoMoreSpills(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.visaasm"))
	require.NoError(t, err)
	spilled, saved := 0, 0
	for i := 0; i < len(files); i += max(len(files)/12, 1) {
		src, err := os.ReadFile(files[i])
		require.NoError(t, err)
		k, err := asm.Parse(files[i], src)
		require.NoError(t, err)
		for _, grfs := range []int{16, 24, 32} {
			o := Options{Alloc: regalloc.Options{GRFs: grfs}}
			text, err := unscheduled(k, native.SKL, o)
			if err != nil {
				continue
			}
			r, err := Compile(k, native.SKL, o)
			require.NoError(t, err, files[i])
			if text.SpillBytes == 0 {
				assert.Zero(t, r.Stats.SpillBytes, "%s with %d registers", files[i], grfs)
				continue
			}
			spilled++
			assert.LessOrEqual(t, r.Stats.Sends, text.Sends, "%s with %d registers", files[i], grfs)
			if r.Stats.SpillBytes == 0 {
				saved++
			}
		}
	}
	assert.Positive(t, spilled, "kernels that spill as the text has them")
	t.Logf("%d spill as the text has them, %d of them not when scheduled", spilled, saved)
}
