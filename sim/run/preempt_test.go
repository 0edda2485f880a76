package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/preempt"
	"github.com/genvisa/genvisa/sim/run"
)

// preemptible is the launch of the system routine's example under a walker.
func preemptible(t *testing.T, change ...string) *launch.Launch {
	t.Helper()
	yaml, err := os.ReadFile(routineExample + "launch.yaml")
	require.NoError(t, err)
	text := strings.NewReplacer(append(change, "dispatch: media_object", "dispatch: gpgpu_walker")...).Replace(string(yaml))
	l, err := launch.Parse(filepath.Join(routineExample, "made.yaml"), []byte(text))
	require.NoError(t, err)
	return l
}

// TestPreemptSystemRoutine: a thread that is preempted anywhere, in its system routine too,
// goes on with the AIP, the exceptions and the registers that it had.
// seed: ivybridge 3.3.3.8 Control Register, AIP
func TestPreemptSystemRoutine(t *testing.T) {
	l := preemptible(t)
	for n := range uint64(21) {
		rep, err := run.Run(context.Background(), l, run.Options{Preempt: n + 1})
		require.NoError(t, err)
		require.True(t, rep.Preempted)
		rep, err = run.Run(context.Background(), l, run.Options{Resume: rep.Image})
		require.NoError(t, err)
		assert.True(t, rep.OK(), "after %d: %v", n+1, rep.Compared)
		assert.EqualValues(t, 22, rep.Instructions)
	}
}

// TestPreemptionPoints: media objects are not preempted.
// seed: broxton GPGPU Context Switch, note on MEDIA_OBJECT commands
func TestPreemptionPoints(t *testing.T) {
	l, err := launch.Read(routineExample + "launch.yaml")
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{Preempt: 5})
	assert.ErrorContains(t, err, "launch.yaml:4:1: error: unsupported: preemption of MEDIA_OBJECT: it occurs between such commands, at one of "+
		"MI_ARB_CHECK, MEDIA_STATE_FLUSH, PIPE_CONTROL, MI_WAIT_FOR_EVENT, MI_SEMAPHORE_WAIT (Broxton")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	_, err = run.Run(context.Background(), wavefront(t, 5, 3, walkers(5, 3)["26 degrees"]+leftAndAbove), run.Options{Preempt: 5})
	assert.ErrorContains(t, err, "preemption of MEDIA_OBJECT_WALKER")
}

// eventText writes TmEvent of two reads of the clock.
const eventText = `
(W)     mov (8|M0)   r10.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r11.0<1>:ud  0x0:ud
(W)     mov (1|M0)   r11.0<1>:ud  tm0.2<0;1,0>:ud
(W)     mov (1|M0)   r11.1<1>:ud  tm0.2<0;1,0>:ud
(W)     mov (1|M0)   r11.2<1>:ud  sr0.0<0;1,0>:ud
(W)     send (8|M0)  null  r10  0xA  0x040A0200
(W)     mov (8|M0)   r127.0<1>:ud  r0.0<8;8,1>:ud
(W)     send (8|M0)  null  r127  0x27  0x02000010  {EOT}
`

// TestTimestampEvent: code sees a switch of contexts as TmEvent, at the first read of the
// clock behind it; the place of its thread is that of the image.
// seed: ivybridge 3.3.3.12 Performance Registers, TmEvent
func TestTimestampEvent(t *testing.T) {
	dir := t.TempDir()
	code, err := nasm.Assemble("event.asm", native.BXT, strings.NewReader(eventText))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "event.dat"), code, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zero.in"), make([]byte, 32), 0o600))
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: event.dat\ntarget: bxt\nsimd: 8\ndispatch: gpgpu_walker\ngroup_grid_end: [1]\n"+
		"surfaces:\n- {bti: 0, type: BUFFER, initial: zero.in}\n"))
	require.NoError(t, err)
	for n, want := range map[uint64][]byte{0: {0, 0}, 1: {1, 0}, 2: {1, 0}, 3: {0, 1}, 4: {0, 0}, 5: {0, 0}, 6: {0, 0}} {
		rep, err := run.Run(context.Background(), l, run.Options{Preempt: n})
		require.NoError(t, err)
		if n > 0 {
			require.True(t, rep.Preempted)
			rep, err = run.Run(context.Background(), l, run.Options{Resume: rep.Image})
			require.NoError(t, err)
		}
		require.True(t, rep.Finished)
		assert.Equal(t, want, []byte{rep.Buffers[0][0], rep.Buffers[0][4]}, "preempted after %d", n)
	}
}

// TestMachinePlaces: threads are where the machine has room for their groups: with groups of
// one thread the second is in the second subslice (sr0.0 bits 13:12).
func TestMachinePlaces(t *testing.T) {
	m, err := machine.Named("bxt")
	require.NoError(t, err)
	room, err := preempt.NewRoom(m, machine.Demand{Groups: 9, Threads: 7})
	require.NoError(t, err)
	assert.Equal(t, dispatch.Location{Subslice: 1, EU: 1, Thread: 1}, room.Locate(1, 7))
	assert.Equal(t, 15, room.Groups())
}

// TestMachineOfAWalker: threads of a media walker, of which more run here at the same time than
// in a group, have places as without a machine.
func TestMachineOfAWalker(t *testing.T) {
	m, err := machine.Named("skl-gt2")
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), wavefront(t, 16, 8, walkers(16, 8)["26 degrees"]+leftAndAbove), run.Options{Machine: m, Stats: true, Occupancy: true})
	require.NoError(t, err)
	assert.True(t, rep.OK())
	assert.Equal(t, 168, rep.Occupancy.InFlight, "3 subslices of 8 EUs of 7 threads")
}

// preempted is an image of saxpy, and the launch.
func preempted(t *testing.T, o run.Options) (*launch.Launch, []byte) {
	t.Helper()
	l, err := launch.Read("../../examples/saxpy/launch.yaml")
	require.NoError(t, err)
	o.Preempt, o.Deterministic = 700, true
	rep, err := run.Run(context.Background(), l, o)
	require.NoError(t, err)
	require.True(t, rep.Preempted)
	return l, rep.Image
}

// TestResumeErrors: an image that does not fit is refused with what differs.
func TestResumeErrors(t *testing.T) {
	bxt, err := machine.Named("bxt")
	require.NoError(t, err)
	l, image := preempted(t, run.Options{Machine: bxt, Engine: load.Sim})
	bad := bytes.Clone(image)
	binary.LittleEndian.PutUint32(bad[40:], 0)
	renamed := bytes.Clone(image)
	copy(renamed[64:], "mine\x00")
	skl, err := machine.Named("skl-gt2")
	require.NoError(t, err)
	sim := func(o run.Options) run.Options {
		o.Engine = load.Sim
		return o
	}
	for _, c := range []struct {
		o    run.Options
		want string
	}{
		{sim(run.Options{Resume: bad}), "saved launch: offset 0x28: Page EUs: 0: want 1 to 256"},
		{sim(run.Options{Resume: image[:len(image)-1]}), "saved launch: offset"},
		{sim(run.Options{Resume: image, Machine: skl}), `saved launch: the launch was saved on machine "bxt" (1 slices of 3 subslices of 6 EUs`},
		{sim(run.Options{Resume: renamed}), `saved launch: it was made on machine "mine", which is none of the table: want the same machine`},
		{sim(run.Options{Resume: image, Preempt: 700}), "preempt after 700 instructions: the launch has executed 700 already"},
		{sim(run.Options{Resume: image, Set: []string{"local=64"}}), "saved state: it is of a launch with"},
		{run.Options{Resume: image, Engine: load.Interp}, "saved thread: of another program"},
		{sim(run.Options{Preempt: 5, Machine: bxt, Set: []string{"local=1024", "global=10240"}}), ""},
		{sim(run.Options{Occupancy: true}), "occupancy is that of a machine: want one"},
	} {
		rep, err := run.Run(context.Background(), l, c.o)
		if c.want == "" {
			require.NoError(t, err)
			assert.True(t, rep.Preempted)
			continue
		}
		assert.ErrorContains(t, err, c.want)
		assert.False(t, errors.Is(err, errors.ErrUnsupported))
	}
	small, err := machine.Parse("m.yaml", []byte("like: bxt\neus: 1\npools: 0\n"))
	require.NoError(t, err)
	_, err = run.Run(context.Background(), l, run.Options{Preempt: 5, Machine: small, Set: []string{"local=256"}})
	assert.ErrorContains(t, err, "machine like bxt: a group of 8 threads: the largest subslice has 6")
}

// TestPreemptTwice: an image can be of a launch that went on from one; several workers stop
// where they are.
func TestPreemptTwice(t *testing.T) {
	for _, engine := range []load.EngineName{load.Interp, load.Sim} {
		l, image := preempted(t, run.Options{Engine: engine})
		rep, err := run.Run(context.Background(), l, run.Options{Engine: engine, Resume: image, Preempt: 801, Deterministic: true})
		require.NoError(t, err)
		require.True(t, rep.Preempted)
		assert.EqualValues(t, 801, rep.Instructions)
		rep, err = run.Run(context.Background(), l, run.Options{Engine: engine, Resume: rep.Image, Workers: 3})
		require.NoError(t, err)
		assert.True(t, rep.OK())
	}
}

// TestPreemptTargets: without a machine it is one of the code's device.
func TestPreemptTargets(t *testing.T) {
	l, err := launch.Read("../../examples/saxpy/launch.yaml")
	require.NoError(t, err)
	for target, name := range map[native.Target]string{
		native.IVB: "ivb-gt2", native.HSW: "hsw-gt2", native.BDW: "bdw-gt2", native.SKL: "skl-gt2", native.BXT: "bxt", native.ICL: "icl", native.LKF: "lkf", native.TGL: "tgl",
	} {
		o := run.Options{Engine: load.Sim, Target: load.Only(target), Preempt: 555, Deterministic: true}
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err, target)
		require.True(t, rep.Preempted)
		saved, err := preempt.Decode(rep.Image)
		require.NoError(t, err)
		assert.Equal(t, name, saved.Machine.Name)
		o.Preempt, o.Resume = 0, rep.Image
		rep, err = run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%v: %v", target, rep.Compared)
	}
}

// TestMachineInSR0: code finds its subslice in sr0.0 bits 13:12, of a machine without the
// first one.
func TestMachineInSR0(t *testing.T) {
	dir := t.TempDir()
	code, err := nasm.Assemble("place.asm", native.BXT, strings.NewReader(strings.ReplaceAll(eventText, "tm0.2<0;1,0>", "sr0.0<0;1,0>")))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "place.dat"), code, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zero.in"), make([]byte, 32), 0o600))
	l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte("kernel: place.dat\ntarget: bxt\nsimd: 8\ndispatch: gpgpu_walker\ngroup_grid_end: [1]\n"+
		"surfaces:\n- {bti: 0, type: BUFFER, initial: zero.in}\n"))
	require.NoError(t, err)
	m, err := machine.Parse("m.yaml", []byte("like: bxt\noff: [0]\n"))
	require.NoError(t, err)
	for subslice, on := range []*machine.Machine{nil, m} {
		rep, err := run.Run(context.Background(), l, run.Options{Machine: on})
		require.NoError(t, err)
		assert.EqualValues(t, subslice, binary.LittleEndian.Uint32(rep.Buffers[0])>>12&3)
	}
}

// TestPreemptLimit: a limit that comes first ends the launch as ever.
func TestPreemptLimit(t *testing.T) {
	l, image := preempted(t, run.Options{})
	for _, o := range []run.Options{{Limit: 10, Preempt: 20}, {Limit: 750, Resume: image}} {
		rep, err := run.Run(context.Background(), l, o)
		require.ErrorAs(t, err, new(*dispatch.LimitError))
		assert.False(t, rep.Preempted)
		assert.Nil(t, rep.Image)
	}
	rep, err := run.Run(context.Background(), l, run.Options{Limit: 20, Preempt: 10, Deterministic: true})
	require.NoError(t, err)
	assert.True(t, rep.Preempted)
	rep, err = run.Run(context.Background(), l, run.Options{Preempt: 1 << 40})
	require.NoError(t, err)
	assert.True(t, rep.OK())
	assert.Nil(t, rep.Image, "it ended before")
}

// TestOccupancyOfARun is that of the Broxton document's EUs: nine groups of four threads in a
// subslice of 36.
// seed: broxton Thread Pools
func TestOccupancyOfARun(t *testing.T) {
	bxt, err := machine.Named("bxt")
	require.NoError(t, err)
	l, err := launch.Read("../../examples/saxpy/launch.yaml")
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{Machine: bxt, Occupancy: true})
	require.NoError(t, err)
	require.True(t, rep.OK())
	assert.Equal(t, []int{27, 108, 9}, []int{rep.Occupancy.InFlight, rep.Occupancy.Threads, rep.Occupancy.Units[0].Groups})
}
