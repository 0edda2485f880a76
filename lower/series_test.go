package lower_test

import (
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
