package run

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestUnusedPrivateMemory: metadata lists private memory that the kernel never
// reaches: it runs.
func TestUnusedPrivateMemory(t *testing.T) {
	inSaxpy(t)
	src, err := os.ReadFile("saxpy.zeinfo")
	require.NoError(t, err)
	const anchor = "      - arg_type:        enqueued_local_size\n"
	require.Equal(t, 1, strings.Count(string(src), anchor))
	more := strings.Replace(string(src), anchor, "      - arg_type:        private_base_stateless\n        offset:          80\n        size:            8\n"+anchor, 1)
	more = strings.Replace(more, "kernels_misc_info:", "    per_thread_memory_buffers:\n      - type: global\n        usage: private_space\n        size: 64\n        is_simt_thread: true\nkernels_misc_info:", 1)
	require.NoError(t, os.WriteFile("saxpy.zeinfo", []byte(more), 0o644))
	for _, o := range []Options{{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.SKL)}, {Programs: []string{"saxpy.skl.dat"}, Target: load.Only(native.SKL)}} {
		l, err := launch.Read("launch.yaml")
		require.NoError(t, err)
		rep, err := Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK())
	}
}

// TestAbsentMemory: a fault at such memory says what is missing and is "not
// modelled"; other faults stay what they are.
func TestAbsentMemory(t *testing.T) {
	inSaxpy(t)
	info, err := abi.ParseZeInfo("k.zeinfo", []byte("version: '1.20'\nkernels:\n  - name: k\n    execution_env: {simd_size: 8}\n    payload_arguments:\n      - {arg_type: private_base_stateless, offset: 0, size: 8}\n"))
	require.NoError(t, err)
	one := [3]uint32{1, 1, 1}
	b, err := info.Kernels[0].NewBuilder(&abi.Launch{Dims: 1, Global: one, Local: one})
	require.NoError(t, err)
	image := make([]byte, b.PayloadSize())
	b.Fill(image, [3]uint32{}, 0)
	addr := uint64(0)
	for i := range 8 {
		addr |= uint64(image[64+i]) << (8 * i)
	}
	at := &dispatch.ThreadError{Thread: 3, Err: &mem.Fault{Addr: addr + 4, Size: 4}}
	err = absent(b, at)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorIs(t, err, error(at))
	assert.EqualError(t, err, at.Error()+"\n  the address comes from the payload argument private_base_stateless: the memory behind it is not modelled")

	other := &mem.Fault{Addr: 16, Size: 4}
	assert.Equal(t, error(other), absent(b, other))
	assert.NoError(t, absent(b, nil))
	assert.Equal(t, error(at), absent(&inputPayload{}, at))
}
