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
	for _, o := range []Options{{Engine: Interp}, {Engine: Sim, Target: Only(native.SKL)}, {Programs: []string{"saxpy.skl.dat"}, Target: Only(native.SKL)}} {
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

// TestOpenAddresses: code that a loader must put addresses into is not run as it
// is; the placeholder in other instructions is a number.
func TestOpenAddresses(t *testing.T) {
	mov := func(v uint64, ty native.Type) native.Inst {
		in := native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: native.GRFOperand(9, 0, native.Dst1, ty)}
		in.Src[0] = native.ImmOperand(v, ty)
		return in
	}
	add := mov(placeholder, native.UD)
	add.Op = native.OpAdd
	add.Src[1] = add.Src[0]
	insts := []native.Inst{mov(1, native.UQ), mov(placeholder, native.UQ), add, mov(placeholder, native.UD), mov(placeholder+1, native.UD)}
	open := openAddresses(insts, []int{0, 16, 32, 40, 56})
	assert.Equal(t, []uint32{16, 40}, open)

	err := (&Linkage{}).Relocated(&Program{Path: "k.dat", open: open})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "k.dat: instruction at ip 0x00010: an address that a loader fills in (program-scope data or a function; relocations are in the compiler's .reloc), 1 of 2 here, not supported")
	assert.ErrorContains(t, (&Linkage{From: "k.reloc"}).Relocated(&Program{open: open}), "relocations are in k.reloc)")
	assert.NoError(t, (&Linkage{}).Relocated(&Program{}))
}
