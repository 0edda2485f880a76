package run_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestEnqueue: a kernel that enqueues a block is refused on both engines, since nothing
// says what it is given for that; the kernel of the block runs.
func TestEnqueue(t *testing.T) {
	for _, engine := range []load.EngineName{load.Interp, load.Sim} {
		for kernel, args := range map[string]string{
			"k":            "[{buffer: {bytes: 256, fill: zero}, type: i32, output: true}, {i32: 4}]",
			"k_dispatch_0": "[{buffer: {bytes: 256, fill: zero}, type: i32, output: true}]",
		} {
			l, err := launch.Parse("testdata/enqueue/launch.yaml", []byte("kernel: "+kernel+"\nprogram: enqueue.bin\nglobal: [64]\nlocal: [32]\nargs: "+args+"\n"))
			require.NoError(t, err)
			r, err := run.Run(context.Background(), l, run.Options{Target: load.Only(native.SKL), Engine: engine})
			if kernel == "k" {
				assert.ErrorIs(t, err, errors.ErrUnsupported)
				assert.ErrorContains(t, err, "kernel k enqueues kernels (enqueue_kernel): device-side enqueue is not supported")
				continue
			}
			require.NoError(t, err, "%s", engine)
			assert.Equal(t, []byte{7, 0, 0, 0}, r.Buffers[0][252:], "%s", engine)
		}
	}
}
