package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// Where the driver of the test has what: commands, code, indirect data, buffers from an address on, and states where the handles of the first
// surfaces say that they are, from a base on.
const (
	driverCommands = 0x10000
	driverCode     = 0x100000
	driverHeap     = 0x20000
	driverIndirect = 0x240 // in the heap
	driverBuffers  = 0x1000000
	driverHandles  = 1 << 31 // the first
	stateStep      = 1 << 12
)

// driver is a launch of a container's kernel made commands.
type driver struct {
	t      *testing.T
	target native.Target
	l      *launch.Launch
	kernel *container.Kernel
	info   *abi.Kernel
	memory []string // entries of the launch file
	dir    string

	bindless uint64 // base of bindless surface states
}

// newDriver is nil for what the test does not lay out: other arguments than buffers and values, program-scope data, private memory, a last group
// that is smaller.
func newDriver(t *testing.T, path string, program []byte, target native.Target, bindless uint64) *driver {
	l, err := launch.Read(path)
	require.NoError(t, err)
	f, err := container.Open(path, program, target)
	require.NoError(t, err)
	k, err := f.Kernel(l.Kernel)
	if err != nil {
		return nil
	}
	info, err := f.Info.Kernel(l.Kernel)
	require.NoError(t, err)
	if len(f.Data) > 0 || info.PrivateSize() > 0 || info.SkipIDs == 0 {
		return nil
	}
	for d := range l.Local {
		if l.Global[d]%l.Local[d] != 0 {
			return nil
		}
	}
	return &driver{t: t, target: target, l: l, kernel: k, info: info, dir: t.TempDir(), bindless: bindless}
}

// place lays bytes at an address.
func (d *driver) place(at uint64, data []byte) {
	name := fmt.Sprintf("%x.in", at)
	require.NoError(d.t, os.WriteFile(filepath.Join(d.dir, name), data, 0o600))
	d.memory = append(d.memory, fmt.Sprintf("- {type: BUFFER, address: %#x, initial: %s}\n", at, name))
}

// arguments lays out buffers and their states; nil for what has neither.
func (d *driver) arguments() (args []abi.Arg) {
	states := make([]byte, stateStep*len(d.l.Args))
	for i := range d.l.Args {
		a := &d.l.Args[i]
		switch a.Kind {
		case launch.ValueArg:
			args = append(args, abi.Arg{Kind: abi.Value, Bytes: a.Data})
		case launch.BufferArg:
			at := uint64(driverBuffers * (i + 1))
			data := make([]byte, a.Len())
			require.NoError(d.t, a.Begin(context.Background(), data, nil))
			d.place(at, data)
			copy(states[stateStep*i:], stateBytes(d.t, d.target, "RENDER_SURFACE_STATE", fmt.Sprintf("SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW NumberOfEntries=%d SurfaceBaseAddress=%#x", len(data), at)))
			args = append(args, abi.Arg{Kind: abi.Buffer, Addr: at, Handle: mem.Handle(i)})
		default:
			return nil
		}
	}
	if mem.Handle(0) != driverHandles {
		d.t.Fatalf("first handle %#x", mem.Handle(0))
	}
	d.place(d.bindless+driverHandles, states)
	return args
}

// walkOrder is a walk order in which all dimensions but the last are powers of two.
func walkOrder(local [3]uint32) string {
	for name, dims := range map[string][3]int{"WALK_012": {0, 1, 2}, "WALK_021": {0, 2, 1}, "WALK_120": {2, 0, 1}, "WALK_201": {1, 2, 0}} {
		if bits.OnesCount32(local[dims[0]]) == 1 && bits.OnesCount32(local[dims[1]]) == 1 && inOrder(local, dims) {
			return name
		}
	}
	return ""
}

// inOrder says that an order counts as X, Y, Z does: what it has out of turn is 1.
func inOrder(local [3]uint32, dims [3]int) bool {
	last := -1
	for _, axis := range dims {
		if local[axis] > 1 && axis < last {
			return false
		}
		if local[axis] > 1 {
			last = axis
		}
	}
	return true
}

// commands are those of a driver for the kernel (compute-runtime, command_encoder_xehp_and_later.inl); false where the dispatcher makes no local ids.
func (d *driver) commands(b *abi.Builder) bool {
	walk := walkOrder(d.l.Local)
	if walk == "" {
		return false
	}
	heap := make([]byte, driverIndirect+b.IndirectSize())
	b.FillIndirect(heap[driverIndirect:], [3]uint32{})
	d.place(driverHeap, heap)
	d.place(driverCode, append(make([]byte, 0x80), d.kernel.Code...))

	payload := make([]byte, b.PayloadSize())
	last := b.Fill(payload, [3]uint32{}, b.MaxThreads()-1)
	inline := payload[len(payload)-32:]
	list := &batched{d.target, map[int][]byte{}}
	list.command(d.t, "STATE_BASE_ADDRESS", fmt.Sprintf("GeneralStateBaseAddressModifyEnable=yes GeneralStateBaseAddress=%#x InstructionBaseAddressModifyEnable=yes InstructionBaseAddress=%#x "+
		"BindlessSurfaceStateBaseAddressModifyEnable=yes BindlessSurfaceStateBaseAddress=%#x", driverHeap, driverCode, d.bindless))
	groups, local := b.Groups(), d.l.Local
	fields := fmt.Sprintf("KernelStartPointer=%#x NumberOfThreadsInGPGPUThreadGroup=%d SIMDSize=SIMD%d MessageSIMD=SIMD%d ExecutionMask=%d GenerateLocalID=yes EmitLocal=EMIT_XYZ WalkOrder=%s "+
		"LocalXMaximum=%d LocalYMaximum=%d LocalZMaximum=%d ThreadGroupIDXDimension=%d ThreadGroupIDYDimension=%d ThreadGroupIDZDimension=%d EmitInlineParameter=yes NumberOfBarriers=%d SharedLocalMemorySize=%d "+
		"IndirectDataLength=%d IndirectDataStartAddress=%#x",
		0x80+b.Entry(), b.MaxThreads(), d.info.SIMD, d.info.SIMD, last, walk, local[0]-1, local[1]-1, local[2]-1, groups[0], groups[1], groups[2], min(d.info.BarrierCount, 1), slmCode(b.SLMSize()), b.IndirectSize(), driverIndirect)
	for i := range 8 {
		fields += fmt.Sprintf(" InlineData%d=%d", i, binary.LittleEndian.Uint32(inline[4*i:]))
	}
	list.command(d.t, "COMPUTE_WALKER", fields)
	list.words(0x05000000)
	d.place(driverCommands, list.memory[batchAt])
	return true
}

// slmCode is the code of SharedLocalMemorySize for so many bytes.
func slmCode(n int) int {
	if n == 0 {
		return 0
	}
	return bits.Len(uint(max(n-1, 1023))) - 9
}

// TestDriverBatches: what a driver lays out for the launches of the corpus, states that handles name and a COMPUTE_WALKER, gives the bytes that the same
// launches with the container give.
func TestDriverBatches(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	launches, err := filepath.Glob(filepath.Join(dir, "run", "*", "launch.yaml"))
	require.NoError(t, err)
	for _, c := range []struct {
		device   string
		target   native.Target
		bindless uint64
		want     int
	}{{"dg2", native.DG2, 0x1000, 89}, {"mtl-h", native.MTL, 0, 96}} {
		assert.Equal(t, c.want, driveAll(t, dir, launches, c.device, c.target, c.bindless), c.device)
	}
}

// driveAll is how many launches the test lays out for a device, all of which give what the container gives.
func driveAll(t *testing.T, dir string, launches []string, device string, target native.Target, bindless uint64) (ran int) {
	for _, path := range launches {
		stem, _, _ := strings.Cut(filepath.Base(filepath.Dir(path)), "__")
		file := filepath.Join(dir, "releases", "igc-2.40", device, stem+".bin")
		program, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		d := newDriver(t, path, program, target, bindless)
		if d == nil {
			continue
		}
		args := d.arguments()
		if args == nil {
			continue
		}
		b, err := d.info.NewBuilder(&abi.Launch{Dims: d.l.Dims, Global: d.l.Global, Local: d.l.Local, Offset: d.l.Offset, Args: args, Start: abi.StartBehindIDs})
		if err != nil || b.ScratchSize() > 0 || !d.commands(b) {
			continue
		}
		text := fmt.Sprintf("dispatch: batch\ntarget: %v\nbatch: %#x\nsurfaces:\n%s", target, driverCommands, strings.Join(d.memory, ""))
		made, err := launch.Parse(filepath.Join(d.dir, "l.yaml"), []byte(text))
		require.NoError(t, err, path)
		got, err := run.Run(context.Background(), made, run.Options{})
		require.NoError(t, err, path)
		want, err := run.Run(context.Background(), d.l, run.Options{Programs: []string{file}, Code: "intel"})
		require.NoError(t, err, path)
		buffers := 0
		for i := range d.l.Args {
			if d.l.Args[i].Kind == launch.BufferArg {
				assert.Equal(t, want.Buffers[i], got.Buffers[buffers], "%s argument %d", path, i)
				buffers++
			}
		}
		ran++
	}
	return ran
}
