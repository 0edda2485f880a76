package batch

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// walk starts a group of 8 x 3 x 1 work items on each of two groups, SIMD16, with local ids of X and Y and inline data.
const walk = "KernelStartPointer=0x40 NumberOfThreadsInGPGPUThreadGroup=2 SharedLocalMemorySize=1K NumberOfBarriers=B1 SamplerStatePointer=0x80 BindingTablePointer=0x20 " +
	"SIMDSize=SIMD16 MessageSIMD=SIMD16 ExecutionMask=0xff GenerateLocalID=yes EmitLocal=EMIT_XY WalkOrder=WALK_021 LocalXMaximum=7 LocalYMaximum=2 " +
	"ThreadGroupIDStartingX=1 ThreadGroupIDXDimension=3 ThreadGroupIDYDimension=1 ThreadGroupIDZDimension=1 EmitInlineParameter=yes InlineData0=5 InlineData7=6 " +
	"IndirectDataLength=64 IndirectDataStartAddress=0x1c0"

// computeBench is commands of Xe-HPG up to the walker.
func computeBench(t testing.TB) *bench {
	b := newBench(t, native.DG2)
	b.command("STATE_BASE_ADDRESS", "GeneralStateBaseAddressModifyEnable=yes GeneralStateBaseAddress=0x6000 InstructionBaseAddressModifyEnable=yes InstructionBaseAddress=0x4000 "+
		"DynamicStateBaseAddressModifyEnable=yes DynamicStateBaseAddress=0x2000 SurfaceStateBaseAddressModifyEnable=yes SurfaceStateBaseAddress=0x3000")
	b.command("CFE_STATE", "MaximumNumberOfThreads=1024 NumberOfWalkers=1")
	return b
}

// words are words of 16 bits as bytes, up to whole registers.
func words16(list ...uint16) (out []byte) {
	for _, w := range list {
		out = binary.LittleEndian.AppendUint16(out, w)
	}
	return append(out, make([]byte, (32-len(out)%32)%32)...)
}

// TestReadCompute: a COMPUTE_WALKER says by itself what its groups are: descriptor, local ids, inline data and indirect data.
func TestReadCompute(t *testing.T) {
	b := computeBench(t)
	b.bytes[0x61c1] = 9
	b.command(computeWalker, walk)
	got, err := b.read()
	require.NoError(t, err)
	assert.Equal(t, Bases{Surfaces: 0x3000, Dynamic: 0x2000, Instructions: 0x4000, General: 0x6000}, got.Bases)
	d := got.Descriptor
	d.Record = nil
	assert.Equal(t, Descriptor{Kernel: 0x4040, Threads: 2, SLM: 1024, Samplers: 0x80, Bindings: 0x20}, d)
	g, err := got.Groups(b.memory)
	require.NoError(t, err)
	inline := make([]byte, 32)
	inline[0], inline[28] = 5, 6
	xs := words16(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7)
	assert.Equal(t, &Groups{
		From: [3]uint32{1, 0, 0}, To: [3]uint32{3, 1, 1}, SIMD: 16, Masks: []uint32{0xffff, 0xff}, IndirectAt: 0x1c0,
		Indirect: append([]byte{0, 9}, make([]byte, 62)...),
		Registers: [][]byte{
			append(append(append([]byte{}, xs...), words16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)...), inline...),
			append(append(append([]byte{}, xs...), words16(2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0)...), inline...),
		},
	}, g)
}

// TestLocalIDs: ids run in the order that WalkOrder names, whose digits are for X, Y and Z when each runs; SIMD8 takes half a register, SIMD32 two.
func TestLocalIDs(t *testing.T) {
	for _, c := range []struct {
		fields string
		want   [][]byte
	}{
		{"SIMDSize=SIMD8 NumberOfThreadsInGPGPUThreadGroup=1 WalkOrder=WALK_012 EmitLocal=EMIT_XYZ LocalXMaximum=1 LocalYMaximum=1 LocalZMaximum=1", [][]byte{words16(0, 1, 0, 1, 0, 1, 0, 1), words16(0, 0, 1, 1, 0, 0, 1, 1), words16(0, 0, 0, 0, 1, 1, 1, 1)}},
		{"SIMDSize=SIMD8 NumberOfThreadsInGPGPUThreadGroup=1 WalkOrder=WALK_021 EmitLocal=EMIT_XYZ LocalXMaximum=1 LocalYMaximum=1 LocalZMaximum=1", [][]byte{words16(0, 1, 0, 1, 0, 1, 0, 1), words16(0, 0, 0, 0, 1, 1, 1, 1), words16(0, 0, 1, 1, 0, 0, 1, 1)}},
		{"SIMDSize=SIMD8 NumberOfThreadsInGPGPUThreadGroup=1 WalkOrder=WALK_102 EmitLocal=EMIT_XY LocalXMaximum=3 LocalYMaximum=1", [][]byte{words16(0, 0, 1, 1, 2, 2, 3, 3), words16(0, 1, 0, 1, 0, 1, 0, 1)}},
		{"SIMDSize=SIMD8 NumberOfThreadsInGPGPUThreadGroup=1 WalkOrder=WALK_120 EmitLocal=EMIT_XYZ LocalXMaximum=1 LocalYMaximum=1 LocalZMaximum=1", [][]byte{words16(0, 0, 1, 1, 0, 0, 1, 1), words16(0, 0, 0, 0, 1, 1, 1, 1), words16(0, 1, 0, 1, 0, 1, 0, 1)}},
		{"SIMDSize=SIMD8 NumberOfThreadsInGPGPUThreadGroup=1 WalkOrder=WALK_201 EmitLocal=EMIT_XYZ LocalXMaximum=1 LocalYMaximum=1 LocalZMaximum=1", [][]byte{words16(0, 0, 0, 0, 1, 1, 1, 1), words16(0, 1, 0, 1, 0, 1, 0, 1), words16(0, 0, 1, 1, 0, 0, 1, 1)}},
		{"SIMDSize=SIMD8 NumberOfThreadsInGPGPUThreadGroup=1 WalkOrder=WALK_210 EmitLocal=EMIT_XYZ LocalXMaximum=1 LocalYMaximum=1 LocalZMaximum=1", [][]byte{words16(0, 0, 0, 0, 1, 1, 1, 1), words16(0, 0, 1, 1, 0, 0, 1, 1), words16(0, 1, 0, 1, 0, 1, 0, 1)}},
		{"SIMDSize=SIMD32 NumberOfThreadsInGPGPUThreadGroup=1 EmitLocal=EMIT_X LocalXMaximum=31", [][]byte{words16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), words16(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)}},
	} {
		b := computeBench(t)
		b.command(computeWalker, "KernelStartPointer=0x40 GenerateLocalID=yes "+c.fields)
		got, err := b.read()
		require.NoError(t, err)
		ids, err := got.Starts[0].localIDs(8<<got.Starts[0].code("SIMDSize"), 1)
		require.NoError(t, err)
		var want []byte
		for _, r := range c.want {
			want = append(want, r...)
		}
		assert.Equal(t, want, ids[0], c.fields)
	}
}

// TestComputeErrors: what a COMPUTE_WALKER has that is not modelled, or wrong, is named.
func TestComputeErrors(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{"PredicateEnable=yes", "PredicateEnable is yes: not modelled: want zero bits"},
		{"IndirectParameterEnable=yes", "IndirectParameterEnable is yes: not modelled: want zero bits"},
		{"WorkloadPartitionEnable=yes PartitionType=X", "WorkloadPartitionEnable is yes: not modelled: want zero bits"},
		{"PostSyncOperation=WRITE_TIMESTAMP", "PostSyncOperation is WRITE_TIMESTAMP: not modelled: no clock of a device runs here, want NO_WRITE or WRITE_IMMEDIATE_DATA"},
		{"BTDMode=yes", "BTDMode is yes: not modelled: want zero bits"},
		{"NumberOfBarriers=B2", "NumberOfBarriers is B2: not modelled: named barriers, want NONE or B1"},
		{"MessageSIMD=SIMD8", "MessageSIMD is SIMD8: not modelled: want that of SIMDSize, SIMD16"},
		{"TileLayout=TILEY_32BPE", "TileLayout is TILEY_32BPE: not modelled: want zero bits"},
		{"NumberOfThreadsInGPGPUThreadGroup=3", "NumberOfThreadsInGPGPUThreadGroup is 3: 24 work items of SIMD16 are 2 threads"},
		{"NumberOfThreadsInGPGPUThreadGroup=129", "NumberOfThreadsInGPGPUThreadGroup is 129: legal are 1 to 128"},
		{"WalkOrder=WALK_012", "LocalYMaximum is 2: not modelled: local ids of sizes that are no powers of two in all dimensions but the last of WALK_012"},
		{"GenerateLocalID=no", "EmitLocal is EMIT_XY: GenerateLocalID is no: want EMIT_NONE"},
		{"IndirectDataLength=65536", "IndirectDataStartAddress is 0x1c0: its 65536 bytes from 0x61c0 on are in no memory of the launch"},
	} {
		b := computeBench(t)
		b.command(computeWalker, walk+" "+c.fields)
		got, err := b.read()
		require.NoError(t, err, c.fields)
		_, err = got.Groups(b.memory)
		assert.ErrorContains(t, err, "COMPUTE_WALKER at 0x", c.fields)
		assert.ErrorContains(t, err, ": "+c.want, c.fields)
	}
	b := computeBench(t)
	_, err := b.read()
	assert.ErrorContains(t, err, "the end, and no command has started threads: want COMPUTE_WALKER")
}
