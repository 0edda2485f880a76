package batch

import (
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/media"
)

// bench is 64 KB of memory from address 0 on, with commands from 0x1000 on.
type bench struct {
	t      testing.TB
	target native.Target
	bytes  []byte
	next   int
}

func newBench(t testing.TB, target native.Target) *bench {
	return &bench{t, target, make([]byte, 1<<16), 0x1000}
}

func (b *bench) memory(at uint64, n int) []byte {
	if at > uint64(len(b.bytes)) || n > len(b.bytes)-int(at) {
		return nil
	}
	return b.bytes[at:][:n]
}

// structure is one with fields "Name=value ...".
func (b *bench) structure(name, fields string) []byte {
	l, err := state.Struct(b.target, name)
	require.NoError(b.t, err)
	o := l.New()
	for f := range strings.FieldsSeq(fields) {
		key, value, _ := strings.Cut(f, "=")
		require.NoError(b.t, o.Set(key, value), f)
	}
	return o.Encode()
}

// command appends a command, and data behind it.
func (b *bench) command(name, fields string, data ...byte) {
	c := append(b.structure(name, fields), data...)
	c[0] = byte(len(c)/4 - 2)
	b.next += copy(b.bytes[b.next:], c)
}

func (b *bench) words(words string) {
	for w := range strings.FieldsSeq(words) {
		v, err := strconv.ParseUint(w, 16, 32)
		require.NoError(b.t, err)
		binary.LittleEndian.PutUint32(b.bytes[b.next:], uint32(v))
		b.next += 4
	}
}

// bases puts code at 0x4000, dynamic state at 0x2000 with a descriptor at 0x2040, and indirect data at 0x6000.
func (b *bench) bases(descriptor string) {
	b.command("STATE_BASE_ADDRESS", "DynamicStateBaseAddressModifyEnable=yes DynamicStateBaseAddress=0x2000 InstructionBaseAddressModifyEnable=yes InstructionBaseAddress=0x4000 "+
		"IndirectObjectBaseAddressModifyEnable=yes IndirectObjectBaseAddress=0x6000 SurfaceStateBaseAddress=0x7000"+bindless[b.target])
	copy(b.bytes[0x2040:], b.structure("INTERFACE_DESCRIPTOR_DATA", "KernelStartPointer=0x40 SamplerStatePointer=0x80 BindingTablePointer=0x20 "+descriptor))
	b.command("MEDIA_INTERFACE_DESCRIPTOR_LOAD", "InterfaceDescriptorTotalLength=32 InterfaceDescriptorDataStartAddress=0x40")
}

// bindless are bases that not all targets have.
var bindless = map[native.Target]string{
	native.SKL: " BindlessSurfaceStateBaseAddressModifyEnable=yes BindlessSurfaceStateBaseAddress=0x8000",
	native.TGL: " BindlessSamplerStateBaseAddressModifyEnable=yes BindlessSamplerStateBaseAddress=0x9000",
}

// read ends the batch and follows it.
func (b *bench) read() (*Batch, error) {
	b.words("05000000")
	return Read(b.target, 0x1000, b.memory)
}

// TestRead: what commands say of the threads, and that what modifies nothing does not.
func TestRead(t *testing.T) {
	b := newBench(t, native.SKL)
	b.bases("NumberOfThreadsInGPGPUThreadGroup=6 SharedLocalMemorySize=4K BarrierEnable=yes RoundingMode=RTZ FloatingPointMode=ALTERNATE SingleProgramFlow=yes SoftwareExceptionEnable=yes MaskStackExceptionEnable=yes IllegalOpcodeExceptionEnable=yes DenormMode=SET_BY_KERNEL " +
		"ConstantURBEntryReadLength=2 CrossThreadConstantDataReadLength=3 ConstantURBEntryReadOffset=1")
	b.words("00000000 7a000004 00000000 00000000 00000000 00000000 00000000 69041302 11000001 0000b020 00000001")
	for i := range 0x400 {
		b.bytes[0x2100+i] = byte(i)
	}
	b.command("MEDIA_VFE_STATE", "MaximumNumberOfThreads=20")
	b.command("MEDIA_CURBE_LOAD", "CURBETotalDataLength=544 CURBEDataStartAddress=0x100")
	b.command("GPGPU_WALKER", "ThreadWidthCounterMaximum=2 ThreadHeightCounterMaximum=1 SIMDSize=SIMD16 ThreadGroupIDStartingX=1 ThreadGroupIDStartingY=2 ThreadGroupIDStartingZ=3 "+
		"ThreadGroupIDXDimension=4 ThreadGroupIDYDimension=5 ThreadGroupIDZDimension=6 RightExecutionMask=0xff BottomExecutionMask=0xfff0")
	b.command("MEDIA_STATE_FLUSH", "")
	got, err := b.read()
	require.NoError(t, err)
	assert.Equal(t, Bases{Dynamic: 0x2000, Instructions: 0x4000, Indirect: 0x6000, BindlessSurfaces: given(0x8000)}, got.Bases)
	d := got.Descriptor
	d.Record = nil
	assert.Equal(t, Descriptor{Kernel: 0x4040, Threads: 6, SLM: 4096, Control: 0x35, Enabled: 0x3800, PerEach: 64, ForAll: 96, Offset: 32, Samplers: 0x80, Bindings: 0x20}, d)
	g, err := got.Grid(b.memory)
	require.NoError(t, err)
	assert.Equal(t, [2][3]uint32{{1, 2, 3}, {4, 5, 6}}, [2][3]uint32{g.From, g.To})
	assert.Equal(t, 16, g.SIMD)
	assert.Equal(t, []uint32{0xffff, 0xffff, 0xff, 0xfff0, 0xfff0, 0xf0}, g.Masks)
	assert.Equal(t, b.bytes[0x2120:][:96+6*64], g.Data)
}

// TestReadIndirect: the constants of a walker may be indirect data.
func TestReadIndirect(t *testing.T) {
	b := newBench(t, native.TGL)
	b.bases("NumberOfThreadsInGPGPUThreadGroup=1 ConstantURBEntryReadLength=2")
	b.bytes[0x60bf] = 9
	b.command("GPGPU_WALKER", "SIMDSize=SIMD32 ThreadGroupIDXDimension=1 ThreadGroupIDYDimension=1 ThreadGroupIDZDimension=1 RightExecutionMask=0xffffffff BottomExecutionMask=0xffffffff "+
		"IndirectDataLength=128 IndirectDataStartAddress=0x80")
	got, err := b.read()
	require.NoError(t, err)
	assert.Equal(t, Bases{Dynamic: 0x2000, Instructions: 0x4000, Indirect: 0x6000, BindlessSamplers: given(0x9000)}, got.Bases)
	g, err := got.Grid(b.memory)
	require.NoError(t, err)
	assert.Equal(t, []uint32{0xffffffff}, g.Masks)
	assert.Equal(t, append(make([]byte, 63), 9), g.Data)
}

// TestReadObjects: each MEDIA_OBJECT has data of its own, and all have the constants.
func TestReadObjects(t *testing.T) {
	b := newBench(t, native.IVB)
	b.bases("ConstantURBEntryReadLength=1")
	b.bytes[0x2100], b.bytes[0x6043] = 1, 3
	b.command("MEDIA_CURBE_LOAD", "CURBETotalDataLength=32 CURBEDataStartAddress=0x100")
	b.command("MEDIA_OBJECT", "", 5, 6, 7, 8)
	b.command("MEDIA_OBJECT", "IndirectDataLength=4 IndirectDataStartAddress=0x40")
	got, err := b.read()
	require.NoError(t, err)
	constants, threads, err := got.Media(b.memory)
	require.NoError(t, err)
	assert.Equal(t, append([]byte{1}, make([]byte, 31)...), constants)
	assert.Equal(t, []Thread{{Inline: []byte{5, 6, 7, 8}}, {Inline: []byte{}, Indirect: []byte{0, 0, 0, 3}}}, threads)
}

// walkerFields of a MEDIA_OBJECT_WALKER, each with a value of its own.
const walkerFields = "BlockResolutionX=4 BlockResolutionY=5 LocalStartX=1 LocalStartY=2 LocalOuterLoopStrideX=-1 LocalOuterLoopStrideY=1 LocalInnerLoopUnitX=2 LocalInnerLoopUnitY=-2 " +
	"LocalLoopExecCount=7 GlobalLoopExecCount=8 GlobalResolutionX=16 GlobalResolutionY=17 GlobalStartX=-3 GlobalStartY=3 GlobalOuterLoopStrideX=6 GlobalOuterLoopStrideY=-6 " +
	"GlobalInnerLoopUnitX=-7 GlobalInnerLoopUnitY=9 MidLoopUnitX=-2 LocalMidLoopUnitY=1 MiddleLoopExtraSteps=3 ColorCountMinusOne=2"

// TestReadWalker: the loops by their fields, and of the scoreboard the positions that both masks have.
func TestReadWalker(t *testing.T) {
	want := &media.Walker{
		Local:  media.Loop{Resolution: media.XY{X: 4, Y: 5}, Start: media.XY{X: 1, Y: 2}, Stride: media.XY{X: -1, Y: 1}, Unit: media.XY{X: 2, Y: -2}, Count: 7},
		Global: media.Loop{Resolution: media.XY{X: 16, Y: 17}, Start: media.XY{X: -3, Y: 3}, Stride: media.XY{X: 6, Y: -6}, Unit: media.XY{X: -7, Y: 9}, Count: 8},
		Middle: media.XY{X: -2, Y: 1}, Extra: 3, Colors: 3,
	}
	for _, target := range []native.Target{native.IVB, native.HSW, native.BDW, native.SKL} {
		b := newBench(t, target)
		b.bases("")
		b.command("MEDIA_VFE_STATE", "ScoreboardEnable=yes ScoreboardMask=0x83 Scoreboard0DeltaX=-1 Scoreboard0DeltaY=0 Scoreboard1DeltaX=1 Scoreboard1DeltaY=-2 Scoreboard7DeltaX=0 Scoreboard7DeltaY=-8")
		b.command("MEDIA_OBJECT_WALKER", walkerFields+" UseScoreboard=yes ScoreboardMask=0xfd")
		got, err := b.read()
		require.NoError(t, err, "%v", target)
		_, threads, err := got.Media(b.memory)
		require.NoError(t, err, "%v", target)
		assert.Len(t, threads, 1)
		w, board, err := got.Walker()
		require.NoError(t, err)
		assert.Equal(t, want, w, "%v", target)
		assert.Equal(t, []media.XY{{X: -1, Y: 0}, {X: 0, Y: -8}}, board)
	}
	b := newBench(t, native.SKL)
	b.bases("")
	b.command("MEDIA_OBJECT_WALKER", walkerFields)
	got, err := b.read()
	require.NoError(t, err)
	_, board, err := got.Walker()
	require.NoError(t, err)
	assert.Nil(t, board)
}

// TestErrors: what a batch cannot say, with its place and what is legal; what hardware does and the model does not is
// errors.ErrUnsupported.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		descriptor, commands, want string
		unsupported                bool
	}{
		{"", "", "batch at 0x105c: the end, and no command has started threads: want GPGPU_WALKER, MEDIA_OBJECT or MEDIA_OBJECT_WALKER", false},
		{"", "words 78080003", "batch at 0x105c: not modelled: command 78080003: want those of genvisa state, and commands that wait or choose a pipeline", true},
		{"", "words 18800001", "batch at 0x105c: not modelled: command 18800001: want those of genvisa state, and commands that wait or choose a pipeline", true},
		{"", "MEDIA_OBJECT InterfaceDescriptorOffset=1", "MEDIA_OBJECT at 0x105c: InterfaceDescriptorOffset is 1: 32 bytes of descriptors of 32 are loaded", false},
		{"", "MEDIA_OBJECT;MEDIA_OBJECT InterfaceDescriptorOffset=1", "MEDIA_OBJECT at 0x1074: InterfaceDescriptorOffset is 1: not modelled: threads of two kernels: want 0, as the command at 0x105c has", true},
		{"", "GPGPU_WALKER;GPGPU_WALKER", "GPGPU_WALKER at 0x1098: not modelled: the batch has started threads by GPGPU_WALKER at 0x105c: want one walker, or MEDIA_OBJECT alone", true},
		{"", "MEDIA_OBJECT;GPGPU_WALKER", "GPGPU_WALKER at 0x1074: not modelled: the batch has started threads by MEDIA_OBJECT at 0x105c: want one walker, or MEDIA_OBJECT alone", true},
		{"", "MEDIA_OBJECT_GRPID", "MEDIA_OBJECT_GRPID at 0x105c: not modelled: want GPGPU_WALKER, MEDIA_OBJECT or MEDIA_OBJECT_WALKER to start threads", true},
		{"", "MEDIA_VFE_STATE ScoreboardMask=1;MEDIA_VFE_STATE PerThreadScratchSpace=1 StackSize=2", "batch at 0x10a4: the end, and no command has started threads: want GPGPU_WALKER, MEDIA_OBJECT or MEDIA_OBJECT_WALKER", false},
		{"", "MEDIA_CURBE_LOAD CURBETotalDataLength=64 CURBEDataStartAddress=0xffc0;MEDIA_OBJECT", "MEDIA_CURBE_LOAD at 0x105c: CURBEDataStartAddress is 65472: its 64 bytes from 0x11fc0 on are in no memory of the launch", false},
		{"NumberOfThreadsInGPGPUThreadGroup=3", "GPGPU_WALKER ThreadWidthCounterMaximum=1", "INTERFACE_DESCRIPTOR_DATA at 0x2040: NumberOfThreadsInGPGPUThreadGroup is 3: the walker at 0x105c starts 2 x 1 x 1", false},
		{"NumberOfThreadsInGPGPUThreadGroup=1", "GPGPU_WALKER IndirectParameterEnable=yes", "GPGPU_WALKER at 0x105c: IndirectParameterEnable is yes: not modelled: want zero bits", true},
		{"NumberOfThreadsInGPGPUThreadGroup=1 ConstantURBEntryReadLength=1", "GPGPU_WALKER", "INTERFACE_DESCRIPTOR_DATA at 0x2040: ConstantURBEntryReadLength is 1: 32 bytes of constants from 0 on are read, and MEDIA_CURBE_LOAD loads 0", false},
		{"NumberOfThreadsInGPGPUThreadGroup=1 ConstantURBEntryReadLength=3", "GPGPU_WALKER IndirectDataLength=64", "GPGPU_WALKER at 0x105c: IndirectDataLength is 64: the descriptor at 0x2040 has 96 bytes of constants for 1 threads", false},
		{"NumberOfThreadsInGPGPUThreadGroup=1", "GPGPU_WALKER ThreadGroupIDXDimension=2 ThreadGroupIDStartingY=1 ThreadGroupIDYDimension=1", "GPGPU_WALKER at 0x105c: ThreadGroupIDYDimension is 1: no group is started: the first is 1, want more", false},
		{"CrossThreadConstantDataReadLength=1", "MEDIA_OBJECT", "INTERFACE_DESCRIPTOR_DATA at 0x2040: CrossThreadConstantDataReadLength is 1: not modelled: constants of a group for media threads", true},
		{"", "MEDIA_OBJECT UseScoreboard=yes", "MEDIA_OBJECT at 0x105c: UseScoreboard is yes: not modelled: want zero bits", true},
		{"", "MEDIA_OBJECT_WALKER UseScoreboard=yes", "MEDIA_OBJECT_WALKER at 0x105c: UseScoreboard is yes: no MEDIA_VFE_STATE has enabled the scoreboard", false},
		{"", "MEDIA_VFE_STATE ScoreboardEnable=yes ScoreboardType=NON_STALLING;MEDIA_OBJECT_WALKER UseScoreboard=yes", "MEDIA_VFE_STATE at 0x105c: ScoreboardType is NON_STALLING: not modelled: want STALLING", true},
	} {
		b := newBench(t, native.SKL)
		b.bases(c.descriptor)
		for command := range strings.SplitSeq(c.commands, ";") {
			switch name, fields, _ := strings.Cut(command, " "); name {
			case "":
			case "words":
				b.words(fields)
			default:
				b.command(name, fields)
			}
		}
		got, err := b.read()
		if err == nil && got.Starts[0].Layout.Name == "GPGPU_WALKER" {
			_, err = got.Grid(b.memory)
		} else if err == nil {
			if _, _, err = got.Media(b.memory); err == nil {
				_, _, err = got.Walker()
			}
		}
		assert.EqualError(t, err, c.want)
		assert.Equal(t, c.unsupported, errors.Is(err, errors.ErrUnsupported), "%v", err)
	}
	b := newBench(t, native.SKL)
	_, err := Read(native.SKL, 0x10000, b.memory)
	assert.EqualError(t, err, "batch at 0x10000: no memory of the launch is there: want a command, or MI_BATCH_BUFFER_END (05000000) behind the last")
	b.command("MEDIA_OBJECT", "")
	_, err = b.read()
	assert.EqualError(t, err, "MEDIA_OBJECT at 0x1000: no MEDIA_INTERFACE_DESCRIPTOR_LOAD has loaded descriptors")
	_, err = Read(native.CNL, 0x1000, b.memory)
	assert.EqualError(t, err, "batch at 0x1000: not modelled: command 71000004: want those of genvisa state, and commands that wait or choose a pipeline")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestCode: a kernel ends at an end of thread that no branch leads past.
func TestCode(t *testing.T) {
	const text = "(W&f0.0.any8h) jmpi (1|M0) L64\n(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\nL64:\n" +
		"(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"
	code, err := nasm.Assemble("k.asm", native.SKL, strings.NewReader(text))
	require.NoError(t, err)
	got, err := Code(native.SKL, 0x4000, append(code[:len(code):len(code)], make([]byte, 64)...))
	require.NoError(t, err)
	assert.Equal(t, code, got)
	const routine = "(W) call (8|M0) r3.0 L48\n(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\nL48:\n(W) ret (8|M0) r3.0\n"
	called, err := nasm.Assemble("k.asm", native.SKL, strings.NewReader(routine))
	require.NoError(t, err)
	got, err = Code(native.SKL, 0x4000, append(called[:len(called):len(called)], make([]byte, 64)...))
	require.NoError(t, err)
	assert.Equal(t, called, got)
	_, err = Code(native.SKL, 0x4000, code[:len(code)-16])
	assert.ErrorContains(t, err, "kernel at 0x4000: no message with EOT ends the ")
	_, err = Code(native.SKL, 0x4000, append(code[:16:16], 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
	assert.ErrorContains(t, err, "kernel at 0x4010: ")
}

// given is a base.
func given(base uint64) *uint64 { return &base }

// TestBindlessBases: a base of 0 that a command gives is one, and one that it does not modify stays.
func TestBindlessBases(t *testing.T) {
	b := computeBench(t)
	b.command("STATE_BASE_ADDRESS", "BindlessSurfaceStateBaseAddressModifyEnable=yes BindlessSamplerStateBaseAddress=0x9000")
	b.command("STATE_BASE_ADDRESS", "BindlessSurfaceStateBaseAddress=0x8000")
	b.command(computeWalker, walk)
	got, err := b.read()
	require.NoError(t, err)
	assert.Equal(t, []*uint64{given(0), nil}, []*uint64{got.Bases.BindlessSurfaces, got.Bases.BindlessSamplers})
}

// FuzzRead: any bytes are a batch or an error.
func FuzzRead(f *testing.F) {
	for _, target := range []native.Target{native.IVB, native.SKL, native.TGL} {
		b := newBench(f, target)
		b.bases("NumberOfThreadsInGPGPUThreadGroup=1 ConstantURBEntryReadLength=1")
		b.command("MEDIA_CURBE_LOAD", "CURBETotalDataLength=32 CURBEDataStartAddress=0x100")
		b.command("GPGPU_WALKER", "SIMDSize=SIMD16 ThreadGroupIDXDimension=1 ThreadGroupIDYDimension=1 ThreadGroupIDZDimension=1")
		b.words("05000000")
		f.Add(uint8(target), b.bytes[0x1000:b.next], b.bytes[0x2040:0x2060])
	}
	b := newBench(f, native.DG2)
	b.command(computeWalker, "NumberOfThreadsInGPGPUThreadGroup=2 SIMDSize=SIMD16 MessageSIMD=SIMD16 GenerateLocalID=yes EmitLocal=EMIT_XYZ LocalXMaximum=15 LocalYMaximum=1 ExecutionMask=0xffff "+
		"ThreadGroupIDXDimension=1 ThreadGroupIDYDimension=1 ThreadGroupIDZDimension=1 IndirectDataLength=32 EmitInlineParameter=yes")
	b.words("05000000")
	f.Add(uint8(native.DG2), b.bytes[0x1000:b.next], []byte{})
	f.Fuzz(func(t *testing.T, target uint8, commands, descriptor []byte) {
		b := newBench(t, native.Target(target)%native.NumTargets)
		copy(b.bytes[0x1000:0x2000], commands)
		copy(b.bytes[0x2040:0x2060], descriptor)
		got, err := Read(b.target, 0x1000, b.memory)
		if err != nil {
			return
		}
		switch got.Starts[0].Layout.Name {
		case "GPGPU_WALKER":
			if g, err := got.Grid(b.memory); err == nil {
				assert.LessOrEqual(t, len(g.Masks), 1<<18)
			}
			return
		case computeWalker:
			if g, err := got.Groups(b.memory); err == nil {
				assert.LessOrEqual(t, len(g.Masks), maxGroup)
			}
			return
		}
		_, _, _ = got.Media(b.memory)
		_, _, _ = got.Walker()
	})
}
