package lower

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
)

// TestLargeFile: threads of 256 registers keep there what others spill, spill what is more, and end with their
// payload in the last registers of their file.
func TestLargeFile(t *testing.T) {
	for _, c := range []struct{ values, grfs, spill int }{{100, 0, 768}, {100, 256, 0}, {200, 256, 1024}} {
		res, err := Compile(chain(t, c.values, "ud", 16), native.DG2, Options{GRFs: c.grfs, Alloc: regalloc.Options{Verify: true}})
		require.NoError(t, err)
		assert.Equal(t, c.spill, res.Stats.SpillBytes, "%d values in %d registers", c.values, c.grfs)
		file := max(c.grfs, native.GRFs)
		insts := res.Program.Insts
		assert.Equal(t, file, res.Program.File(native.DG2))
		assert.Equal(t, file, native.DG2.GRFsOf(insts))
		assert.Empty(t, native.CheckFile(native.DG2, file, insts))
	}
	_, err := Compile(chain(t, 1, "ud", 16), native.SKL, Options{GRFs: 256})
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "threads of 256 registers on skl: legal are [128]")
}
