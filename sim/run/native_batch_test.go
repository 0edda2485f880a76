package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/run"
)

// Where the batches of the tests have what: the commands, dynamic state (descriptors, constants, indirect data), surface
// state, code, and the surface that threads write.
const (
	batchAt    = 0x1000
	dynamicAt  = 0x2000
	surfacesAt = 0x3000
	codeAt     = 0x4000
	outAt      = 0x9000
)

// rowText writes r1 under the mask of the thread, over zeros, to 32 bytes of surface 5: row dword 1 of r0 times 2 plus dword
// 7 of r1.
const rowText = `
(W)     mov (8|M0)   r12.0<1>:ud  0x0:ud
        mov (8|M0)   r12.0<1>:ud  r1.0<8;8,1>:ud
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     shl (1|M0)   r11.2<1>:ud  r0.1<0;1,0>:ud  0x2:ud
(W)     shl (1|M0)   r10.0<1>:ud  r1.7<0;1,0>:ud  0x1:ud
(W)     add (1|M0)   r11.2<1>:ud  r11.2<0;1,0>:ud  r10.0<0;1,0>:ud
(W)     send (8|M0)  null  r11  0xA  0x040A0205
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// constants are eight dwords of which all but the last are v, and that is at.
func constants(v, at uint32) []byte {
	b := make([]byte, 0, 32)
	for range 7 {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return binary.LittleEndian.AppendUint32(b, at)
}

// batched is memory with a batch.
type batched struct {
	target native.Target
	memory map[int][]byte // pages by address
}

// newBatch has bases, a binding table whose entry 5 is the surface that is written, code, and a descriptor with fields, which
// is number 1 of two.
func newBatch(t *testing.T, target native.Target, text, descriptor string) *batched {
	t.Helper()
	b := &batched{target, map[int][]byte{dynamicAt: make([]byte, 0x1000), surfacesAt: make([]byte, 0x1000), codeAt: make([]byte, 0x1000)}}
	copy(b.memory[surfacesAt][0x100:], stateBytes(t, target, "RENDER_SURFACE_STATE", fmt.Sprintf("SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=256 SurfaceBaseAddress=%#x", outAt)))
	binary.LittleEndian.PutUint32(b.memory[surfacesAt][0x40+4*5:], 0x100)
	code, err := nasm.Assemble("row.asm", target, strings.NewReader(text))
	require.NoError(t, err)
	copy(b.memory[codeAt][0x80:], code)
	copy(b.memory[dynamicAt][0x60:], stateBytes(t, target, "INTERFACE_DESCRIPTOR_DATA", "KernelStartPointer=0x80 BindingTablePointer=0x40 "+descriptor))
	b.command(t, "STATE_BASE_ADDRESS", fmt.Sprintf("SurfaceStateBaseAddressModifyEnable=yes SurfaceStateBaseAddress=%#x DynamicStateBaseAddressModifyEnable=yes DynamicStateBaseAddress=%#x "+
		"IndirectObjectBaseAddressModifyEnable=yes IndirectObjectBaseAddress=%#x InstructionBaseAddressModifyEnable=yes InstructionBaseAddress=%#x", surfacesAt, dynamicAt, dynamicAt, codeAt))
	b.words(0x69041302, 0x7A000004, 0, 0, 0, 0, 0, 0) // PIPELINE_SELECT, PIPE_CONTROL, two MI_NOOP
	b.command(t, "MEDIA_INTERFACE_DESCRIPTOR_LOAD", "InterfaceDescriptorTotalLength=64 InterfaceDescriptorDataStartAddress=0x40")
	return b
}

// command appends a command, with data behind it.
func (b *batched) command(t *testing.T, name, fields string, data ...byte) {
	t.Helper()
	c := append(stateBytes(t, b.target, name, fields), data...)
	c[0] = byte(len(c)/4 - 2) // DWordLength
	b.memory[batchAt] = append(b.memory[batchAt], c...)
}

func (b *batched) words(list ...uint32) {
	for _, w := range list {
		b.memory[batchAt] = binary.LittleEndian.AppendUint32(b.memory[batchAt], w)
	}
}

// outBytes is the size of the surface that threads write.
func outBytes(target native.Target) int {
	if target >= native.DG2 {
		return 1024
	}
	return 256
}

// run ends the batch and runs it; what the threads have written.
func (b *batched) run(t *testing.T, more string) (*run.Report, error) {
	t.Helper()
	b.words(0x05000000)
	dir := t.TempDir()
	text := fmt.Sprintf("dispatch: batch\ntarget: %v\nbatch: %#x\n%ssurfaces:\n- {type: BUFFER, address: %#x, initial: out.in}\n", b.target, batchAt, more, outAt)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "out.in"), make([]byte, outBytes(b.target)), 0o600))
	for at, data := range b.memory {
		name := fmt.Sprintf("%x.in", at)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
		text += fmt.Sprintf("- {type: BUFFER, address: %#x, initial: %s}\n", at, name)
	}
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text))
	if err != nil {
		return nil, err
	}
	return run.Run(context.Background(), l, run.Options{})
}

// walkerFields start groups 1 and 2 of two threads in a row, of which the last has five channels.
const walkerFields = "InterfaceDescriptorOffset=1 ThreadWidthCounterMaximum=1 SIMDSize=SIMD8 ThreadGroupIDStartingX=1 ThreadGroupIDXDimension=3 ThreadGroupIDYDimension=1 ThreadGroupIDZDimension=1 " +
	"RightExecutionMask=31 BottomExecutionMask=255"

// groupRows is what these write: rows 2 to 5 of the surface.
func groupRows() []byte {
	want := make([]byte, 256)
	for i := range 4 {
		r := constants(uint32(7+i%2), uint32(i%2))
		if i%2 == 1 {
			clear(r[20:])
		}
		copy(want[32*(i+2):], r)
	}
	return want
}

// TestBatchWalker: a GPGPU_WALKER starts its groups with the constants of each thread, from the constant URB entry or from
// indirect data, and the channels of its masks.
// seed: Broxton vol. 6, GPGPU_WALKER
func TestBatchWalker(t *testing.T) {
	for _, target := range []native.Target{native.IVB, native.HSW, native.BDW, native.SKL, native.BXT, native.ICL} {
		const descriptor = "NumberOfThreadsInGPGPUThreadGroup=2 ConstantURBEntryReadLength=1"
		b := newBatch(t, target, rowText, descriptor)
		copy(b.memory[dynamicAt][0x200:], append(constants(7, 0), constants(8, 1)...))
		b.command(t, "MEDIA_CURBE_LOAD", "CURBETotalDataLength=64 CURBEDataStartAddress=0x200")
		b.command(t, "GPGPU_WALKER", walkerFields)
		b.command(t, "MEDIA_STATE_FLUSH", "InterfaceDescriptorOffset=1")
		r, err := b.run(t, "")
		require.NoError(t, err, "%v", target)
		assert.Equal(t, groupRows(), r.Buffers[0], "%v", target)
		if target < native.BDW {
			continue // has no indirect data of a walker
		}
		b = newBatch(t, target, rowText, descriptor)
		copy(b.memory[dynamicAt][0x240:], append(constants(7, 0), constants(8, 1)...))
		b.command(t, "GPGPU_WALKER", walkerFields+" IndirectDataLength=64 IndirectDataStartAddress=0x240")
		r, err = b.run(t, "")
		require.NoError(t, err, "%v", target)
		assert.Equal(t, groupRows(), r.Buffers[0], "%v", target)
	}
}

// TestBatchObjects: each MEDIA_OBJECT starts a thread, with inline data, and with what it points to.
func TestBatchObjects(t *testing.T) {
	for _, target := range []native.Target{native.IVB, native.BDW, native.SKL, native.LKF} {
		b := newBatch(t, target, rowText, "")
		copy(b.memory[dynamicAt][0x300:], constants(9, 6))
		b.command(t, "MEDIA_OBJECT", "InterfaceDescriptorOffset=1", constants(4, 0)...)
		b.command(t, "MEDIA_OBJECT", "InterfaceDescriptorOffset=1", constants(5, 3)...)
		b.command(t, "MEDIA_OBJECT", "InterfaceDescriptorOffset=1 IndirectDataLength=32 IndirectDataStartAddress=0x300")
		r, err := b.run(t, "simd: 8\n")
		require.NoError(t, err, "%v", target)
		want := make([]byte, 256)
		copy(want, constants(4, 0))
		copy(want[3*32:], constants(5, 3))
		copy(want[6*32:], constants(9, 6))
		assert.Equal(t, want, r.Buffers[0], "%v", target)
	}
}

// computeText stores, for each work item (x, y) of 8 columns, to dword 64 * group + 8 * y + x of surface 5: the first dword of inline data, which
// follows the local ids of X and Y in r1 and r2, plus the dword of indirect data of the thread. The address of that dword in registers is right when
// r0 has two threads for the group.
const computeText = `
(W)     mov (8|M0)   r20.0<1>:ud  0x0:ud
(W)     and (1|M0)   r20.2<1>:ud  r0.0<0;1,0>:ud  0xFFFFFFC0:ud
(W)     and (1|M0)   r22.0<1>:ud  r0.2<0;1,0>:ud  0xFF:ud
(W)     shl (1|M0)   r22.1<1>:ud  r22.0<0;1,0>:ud  0x2:ud       {I@1}
(W)     shr (1|M0)   r22.2<1>:ud  r0.2<0;1,0>:ud  0x18:ud
(W)     send.dc0 (8|M0)  r21  r20  null:0  0x0  0x021842FD  {A@1,$0}
        mov (16|M0)  r4.0<1>:d  r1.0<16;16,1>:uw
        mov (16|M0)  r6.0<1>:d  r2.0<16;16,1>:uw
        shl (16|M0)  r6.0<1>:d  r6.0<8;8,1>:d  0x3:d  {I@1}
        add (16|M0)  r4.0<1>:d  r4.0<8;8,1>:d  r6.0<8;8,1>:d  {I@1}
        shl (16|M0)  r4.0<1>:d  r4.0<8;8,1>:d  0x2:d  {I@1}
(W)     shl (1|M0)   r23.0<1>:d  r0.1<0;1,0>:d  0x8:d
        add (16|M0)  r4.0<1>:d  r4.0<8;8,1>:d  r23.0<0;1,0>:d  {I@1}
(W)     add (1|M0)   a0.0<1>:uw  r22.4<0;1,0>:uw  0x29e:uw
(W)     add (1|M0)   a0.0<1>:uw  a0.0<0;1,0>:uw  r22.2<0;1,0>:uw  {I@1}
(W)     mov (1|M0)   r24.0<1>:d  r[a0.0]<0;1,0>:d  {@1,$0.dst}
(W)     add (1|M0)   r24.0<1>:d  r24.0<0;1,0>:d  r3.0<0;1,0>:d  {I@1}
        mov (16|M0)  r8.0<1>:d  r24.0<0;1,0>:d  {I@1}
        send.ugm (16|M0)  null  r4  r8:2  0x5000000  0x64000504  {A@1,$1}
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send.gtwy (8|M0)  null  r127  null:0  0x0  0x02000010  {EOT,I@1}
`

// computeFields start groups 1 and 2 of 24 work items each.
const computeFields = "KernelStartPointer=0x80 NumberOfThreadsInGPGPUThreadGroup=2 SIMDSize=SIMD16 MessageSIMD=SIMD16 ExecutionMask=0xff " +
	"GenerateLocalID=yes EmitLocal=EMIT_XY WalkOrder=WALK_021 LocalXMaximum=7 LocalYMaximum=2 ThreadGroupIDStartingX=1 ThreadGroupIDXDimension=3 ThreadGroupIDYDimension=1 ThreadGroupIDZDimension=1 " +
	"EmitInlineParameter=yes InlineData0=7 IndirectDataLength=64 IndirectDataStartAddress=0x440 "

// newComputeBatch has all but the walker: states with a binding table at an offset, code, and indirect data, from the general base on.
func newComputeBatch(t *testing.T, target native.Target, table int, general string) *batched {
	t.Helper()
	b := &batched{target, map[int][]byte{dynamicAt: make([]byte, 0x1000), surfacesAt: make([]byte, 0x1000), codeAt: make([]byte, 0x1000)}}
	copy(b.memory[surfacesAt][0x100:], stateBytes(t, target, "RENDER_SURFACE_STATE", fmt.Sprintf("SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=1024 SurfaceBaseAddress=%#x", outAt)))
	if b.memory[surfacesAt+table-0x40] == nil {
		b.memory[surfacesAt+table-0x40] = make([]byte, 0x1000)
	}
	binary.LittleEndian.PutUint32(b.memory[surfacesAt+table-0x40][0x40+4*5:], 0x100)
	code, err := nasm.Assemble("compute.asm", target, strings.NewReader(computeText))
	require.NoError(t, err)
	copy(b.memory[codeAt][0x80:], code)
	copy(b.memory[dynamicAt][0x440:], binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 1000), 2000))
	b.command(t, "STATE_BASE_ADDRESS", fmt.Sprintf("SurfaceStateBaseAddressModifyEnable=yes SurfaceStateBaseAddress=%#x GeneralStateBaseAddressModifyEnable=yes GeneralStateBaseAddress=%s "+
		"InstructionBaseAddressModifyEnable=yes InstructionBaseAddress=%#x", surfacesAt, general, codeAt))
	b.command(t, "CFE_STATE", "MaximumNumberOfThreads=512")
	return b
}

// computed is what groups of computeFields write: of a group the first items, those of each thread of 16 its value.
func computed(items int) []byte {
	want := make([]byte, 1024)
	for group := 1; group < 3; group++ {
		for item := range items {
			binary.LittleEndian.PutUint32(want[group*256+4*item:], uint32(7+1000*(1+item/16)))
		}
	}
	return want
}

// TestBatchCompute: a COMPUTE_WALKER of Xe-HPG starts its groups by what it has in itself: descriptor, local ids, inline data, and data behind
// an address in r0; the last thread has the channels of its mask. A pointer to a binding table has 21 bits.
func TestBatchCompute(t *testing.T) {
	for target, table := range map[native.Target]int{native.DG2: 0x40, native.MTL: 0x1FF040} {
		b := newComputeBatch(t, target, table, fmt.Sprint(dynamicAt))
		b.command(t, "COMPUTE_WALKER", computeFields+fmt.Sprintf("BindingTablePointer=%#x", table))
		r, err := b.run(t, "")
		require.NoError(t, err, "%v", target)
		assert.Equal(t, computed(24), r.Buffers[0], "%v", target)
	}
	b := &batched{native.DG2, map[int][]byte{}}
	b.words(0x72090025)
	_, err := b.run(t, "")
	assert.ErrorContains(t, err, "command 72090025")
}

// TestBatchBehind: a value is written behind the last thread; one to memory that is not there is noted. Fields of what is off say nothing.
func TestBatchBehind(t *testing.T) {
	for at, notes := range map[uint64][]string{
		outAt + 0x10:   nil,
		outAt + 1020:   {"the value 0x123456789 that the walker writes to 0x93fc behind its last thread is in no memory of the launch"}, // half of it
		1<<64 - 4:      {"the value 0x123456789 that the walker writes to 0xfffffffffffffffc behind its last thread is in no memory of the launch"},
		0xa00000000000: {"the value 0x123456789 that the walker writes to 0xa00000000000 behind its last thread is in no memory of the launch"},
	} {
		b := newComputeBatch(t, native.DG2, 0x40, fmt.Sprint(dynamicAt))
		b.command(t, "COMPUTE_WALKER", computeFields+fmt.Sprintf("BindingTablePointer=0x40 PartitionType=X PartitionSize=3 PreemptX=1 "+
			"PostSyncOperation=WRITE_IMMEDIATE_DATA PostSyncImmediateData=0x123456789 PostSyncDestinationAddress=%#x", at))
		r, err := b.run(t, "")
		require.NoError(t, err)
		want := computed(24)
		if notes == nil {
			binary.LittleEndian.PutUint64(want[0x10:], 0x123456789)
		}
		assert.Equal(t, want, r.Buffers[0], "%#x", at)
		assert.Equal(t, notes, r.Notes, "%#x", at)
	}
}

// TestBatchComputeEdges: the last thread without channels, no local ids, indirect data at the end of the addresses of 32 bits, as many threads as
// there may be; no indirect data, and no group.
func TestBatchComputeEdges(t *testing.T) {
	bare := make([]byte, 1024) // r1 is inline data, whose first word is 7, and r2 and r3 are 0
	for group := 1; group < 3; group++ {
		binary.LittleEndian.PutUint32(bare[group*256:], 2000)
		binary.LittleEndian.PutUint32(bare[group*256+4*7:], 2000)
	}
	none := "group [0 0 0] thread 0: ip 0x00050: send (8|M0): access to scratch space: the launch gives the thread none"
	for _, c := range []struct {
		fields  string
		threads uint64
		want    []byte
		err     string
	}{
		{"ExecutionMask=0", 4, computed(16), ""},
		{"EmitLocal=EMIT_NONE ExecutionMask=0xffff", 4, bare, ""},
		{"IndirectDataStartAddress=0xffffffc0", 4, computed(24), ""},
		{"IndirectDataStartAddress=0xffffffc0 IndirectDataLength=128", 4, computed(24), ""},
		{"SIMDSize=SIMD32 MessageSIMD=SIMD32 LocalXMaximum=1023 LocalYMaximum=3 NumberOfThreadsInGPGPUThreadGroup=128", 256, nil, ""},
		{"SIMDSize=SIMD32 MessageSIMD=SIMD32 LocalXMaximum=1023 LocalYMaximum=1023 LocalZMaximum=1023 NumberOfThreadsInGPGPUThreadGroup=128", 0, nil, "1073741824 work items of SIMD32 are 33554432 threads"},
		{"IndirectDataLength=0", 0, nil, none},
		{"IndirectDataLength=0 IndirectDataStartAddress=0xffffffc0", 0, nil, none},
		{"ThreadGroupIDXDimension=0", 0, nil, "ThreadGroupIDXDimension is 0: no group is started: the first is 1, want more"},
		{"ThreadGroupIDZDimension=0", 0, nil, "ThreadGroupIDZDimension is 0: no group is started: the first is 0, want more"},
		{"ThreadGroupIDStartingX=5", 0, nil, "ThreadGroupIDXDimension is 3: no group is started: the first is 5, want more"},
		{"ThreadGroupIDXDimension=0xffffffff ThreadGroupIDYDimension=0xffffffff ThreadGroupIDZDimension=0xffffffff", 0, nil, "more than 1048576 groups"},
		{"KernelStartPointer=0xffffffc0", 0, nil, "kernel at 0x100003fc0: no message with EOT ends the 0 bytes of memory from there on"},
	} {
		b := newComputeBatch(t, native.DG2, 0x40, "0")
		b.memory[0xfffff000] = make([]byte, 0x1040)
		copy(b.memory[0xfffff000][0xfc0:], b.memory[dynamicAt][0x440:0x448])
		b.command(t, "COMPUTE_WALKER", computeFields+fmt.Sprintf("BindingTablePointer=0x40 IndirectDataStartAddress=%#x ", dynamicAt+0x440)+c.fields)
		r, err := b.run(t, "")
		if c.err != "" {
			assert.ErrorContains(t, err, c.err, c.fields)
			continue
		}
		require.NoError(t, err, c.fields)
		assert.Equal(t, c.threads, r.Threads, c.fields)
		if c.want != nil {
			assert.Equal(t, c.want, r.Buffers[0], c.fields)
		}
	}
}
