package run

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
)

// countsHead begins kernels that give a number for each work item, ITEM, and
// countsTail writes these, V, to their buffer.
const (
	countsHead = `.version 4.1
.kernel "counts"
.decl R0 v_type=G type=ud num_elts=8 align=GRF alias=<%r0, 0>
.decl OUT v_type=G type=uq num_elts=1 align=qword
.decl ITEM v_type=G type=ud num_elts=8 align=GRF
.decl AT v_type=G type=ud num_elts=8 align=GRF
.decl O v_type=G type=uq num_elts=8 align=GRF
.decl V v_type=G type=ud num_elts=8 align=GRF
.input OUT offset=64 size=8
.kernel_attr SimdSize=8
`
	countsTail = `    shl (M1_NM, 8) AT(0,0)<1> ITEM(0,0)<1;1,0> 0x2:ud
    add (M1_NM, 8) O(0,0)<1> AT(0,0)<1;1,0> OUT(0,0)<0;1,0>
    svm_scatter.4.1 (M1, 8) O.0 V.0
    ret (M1, 1)
`
)

// privateText adds the number of each work item to what its private memory
// holds, and gives what it holds then. The kernel touches it twice, far apart.
const privateText = countsHead + `.decl PRIV v_type=G type=uq num_elts=1 align=qword
.decl LANE v_type=G type=uw num_elts=8 align=GRF
.decl HW v_type=G type=ud num_elts=1 align=dword
.decl P v_type=G type=uq num_elts=8 align=GRF
.input PRIV offset=72 size=8
.function "m"

m:
    mov (M1_NM, 8) LANE(0,0)<1> 0x76543210:v
    mul (M1_NM, 8) ITEM(0,0)<1> R0(0,1)<0;1,0> 0x8:uw
    add (M1_NM, 8) ITEM(0,0)<1> ITEM(0,0)<1;1,0> LANE(0,0)<1;1,0>
    mov (M1_NM, 1) HW(0,0)<1> %hw_id(0,0)<0;1,0>
    mul (M1_NM, 8) AT(0,0)<1> HW(0,0)<0;1,0> 0x60:uw
    mul (M1_NM, 8) V(0,0)<1> LANE(0,0)<1;1,0> 0xc:uw
    add (M1_NM, 8) AT(0,0)<1> AT(0,0)<1;1,0> V(0,0)<1;1,0>
    add (M1_NM, 8) P(0,0)<1> AT(0,0)<1;1,0> PRIV(0,0)<0;1,0>
    svm_gather.4.1 (M1, 8) P.0 V.0
    add (M1, 8) V(0,0)<1> V(0,0)<1;1,0> ITEM(0,0)<1;1,0>
    svm_scatter.4.1 (M1, 8) P.0 V.0
    mov (M1, 8) V(0,0)<1> 0x0:ud
    svm_gather.4.1 (M1, 8) P.0 V.0
` + countsTail

// privateInfo is its metadata, with bytes of private memory for a work item.
const privateInfo = `version: '1.20'
kernels:
  - name: counts
    execution_env: {simd_size: 8}
    payload_arguments:
      - {arg_type: arg_bypointer, offset: 0, size: 8, arg_index: 0, addrmode: stateless, addrspace: global, access_type: readwrite}
      - {arg_type: private_base_stateless, offset: 8, size: 8}
    per_thread_memory_buffers:
      - {type: global, usage: private_space, size: %d, is_simt_thread: true}
`

const privateItems = 1000

// inPrivate is a folder with the kernel, its metadata and its launch.
func inPrivate(t *testing.T, bytes int) *launch.Launch {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("k.visaasm", []byte(privateText), 0o600))
	require.NoError(t, os.WriteFile("k.zeinfo", fmt.Appendf(nil, privateInfo, bytes), 0o600))
	l, err := launch.Parse("l.yaml", fmt.Appendf(nil, `kernel: counts
program: k.visaasm
info: k.zeinfo
global: [%d, 1, 1]
local: [40, 1, 1]
args:
  - {buffer: {bytes: %d, fill: zero}, output: true}
`, privateItems, 4*privateItems+256))
	require.NoError(t, err)
	return l
}

func numbers(n int) (out []byte) {
	for i := range uint32(n) {
		out = binary.LittleEndian.AppendUint32(out, i)
	}
	return out
}

// TestPrivateMemory: every work item has its own, zeroed when its thread starts,
// however many threads run at the same time.
func TestPrivateMemory(t *testing.T) {
	l := inPrivate(t, 12)
	for _, engine := range []load.EngineName{load.Interp, load.Sim} {
		for _, workers := range []int{1, 3} {
			rep, err := Run(context.Background(), l, Options{Engine: engine, Target: load.Only(native.SKL), Workers: workers})
			require.NoError(t, err)
			// All threads of a group write the same numbers.
			assert.Equal(t, numbers(25*8), rep.Buffers[0][:4*25*8], "%v, %d workers", engine, workers)
		}
	}
}

// TestPrivateState: what threads have in private memory goes with them.
func TestPrivateState(t *testing.T) {
	l := inPrivate(t, 12)
	var want []byte
	for _, engine := range []load.EngineName{load.Interp, load.Sim} {
		o := Options{Engine: engine, Target: load.Only(native.SKL), Workers: 2, Preempt: 90}
		rep, err := Run(context.Background(), l, o)
		require.NoError(t, err)
		require.True(t, rep.Preempted)
		assert.Less(t, len(rep.Image), 3*0x10000+3*8*7*0x2000+100_000, "behind the threads of the machine are those that run, with their private memory")
		rep, err = Run(context.Background(), l, Options{Engine: engine, Target: load.Only(native.SKL), Workers: 1, Resume: rep.Image})
		require.NoError(t, err)
		if want == nil {
			want = rep.Buffers[0]
		}
		assert.Equal(t, want, rep.Buffers[0])
		assert.Equal(t, numbers(25*8), rep.Buffers[0][:4*25*8])
	}
}

// TestPrivateTooLarge: memory of more bytes than a launch may have is refused
// before it is taken.
func TestPrivateTooLarge(t *testing.T) {
	l := inPrivate(t, 1<<20)
	_, err := Run(context.Background(), l, Options{Engine: load.Interp})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "l.yaml:3:1: error: unsupported: private memory of 8388608 bytes a thread, 4294967296 for 512 threads: up to 1073741824 in all")

	// Beyond the end of what there is, the address is named.
	l = inPrivate(t, 12)
	text := strings.Replace(privateText, "0x60:uw", "0xf000:uw", 1)
	text = strings.Replace(text, "svm_gather.4.1 (M1, 8) P.0 V.0", "add (M1_NM, 8) P(0,0)<1> P(0,0)<1;1,0> 0xc000:uw\n    svm_gather.4.1 (M1, 8) P.0 V.0", 1)
	require.NoError(t, os.WriteFile("k.visaasm", []byte(text), 0o600))
	_, err = Run(context.Background(), l, Options{Engine: load.Interp, Workers: 1})
	require.Error(t, err)
	assert.NotErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "lane 0: svm_gather (M1, 8): read of 4 bytes at unmapped address 0x10000f000")
}

// TestThreadNumbersFitTargets: the numbers that a launch gives its threads are below those
// that code may ask for on every target of OpenCL kernels.
func TestThreadNumbersFitTargets(t *testing.T) {
	for target := range native.NumTargets {
		mask, ok := target.Caps().ThreadIDMask()
		assert.Equal(t, target.Caps().ThreadPayload, ok, target)
		if ok {
			assert.Equal(t, uint32(abi.ThreadIDs-1), mask&(abi.ThreadIDs-1), target)
		}
	}
}
