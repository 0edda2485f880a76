package run_test

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// TestLocals: local arguments beside a local variable. The kernel adds the size of the
// variable to the offsets of the second and third argument, and has that of the first as a constant.
func TestLocals(t *testing.T) {
	for _, o := range programs("testdata/locals/locals.dat") {
		l, err := launch.Read("testdata/locals/launch.yaml")
		require.NoError(t, err)
		r, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		for i := range int32(8) {
			j := 7 - i
			want := i%5 + 1 + 2*j*10 + 3*j*1000 + 5*j*100000
			assert.Equal(t, want, int32(binary.LittleEndian.Uint32(r.Buffers[0][4*i:])), "element %d on %s %v", i, o.Engine, o.Programs)
		}
		assert.Empty(t, r.Outside, "%s %v", o.Engine, o.Programs)
	}
}
