package run_test

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// leave ends a system routine: no status bit is left, and bit 31 of cr0.0 goes.
const leave = `
(W)     and (1|M0)   cr0.1<1>:ud  cr0.1<0;1,0>:ud  0x1FFFFFFF:ud  {Switch}
(W)     and (1|M0)   cr0.0<1>:ud  cr0.0<0;1,0>:ud  0x7FFFFFFF:ud  {Switch}
`

// noteAIP writes AIP to the first surface.
const noteAIP = `
(W)     mov (8|M0)   r120.0<1>:ud  0x0:ud
(W)     mov (8|M0)   r121.0<1>:ud  0x0:ud
(W)     mov (1|M0)   r121.0<1>:ud  cr0.2<0;1,0>:ud  {Switch}
(W)     send (8|M0)  null  r120  0xA  0x040A0200
`

// TestSystemOfOpenCL: threads of an OpenCL kernel go to the routine of the options when the
// external halt reaches them, and come back; AIP is the instruction that comes next.
// seed: ivybridge 3.3.3.8 Control Register, AIP
func TestSystemOfOpenCL(t *testing.T) {
	l, err := launch.Read("../../examples/saxpy/launch.yaml")
	require.NoError(t, err)
	dir := t.TempDir()
	routine := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	o := run.Options{Programs: []string{"../../examples/saxpy/saxpy.skl.dat"}}
	plain, err := run.Run(context.Background(), l, o)
	require.NoError(t, err)
	require.True(t, plain.OK())
	for _, after := range []uint64{1, 9, 12, 26} {
		o.System = run.System{Routine: routine("leave.asm", leave), HaltAfter: after}
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK(), "after %d", after)
		assert.Equal(t, plain.Instructions+2*plain.Threads, rep.Instructions, "after %d", after)
	}
	o.System = run.System{Routine: routine("note.asm", noteAIP+leave), HaltAfter: 25}
	rep, err := run.Run(context.Background(), l, o)
	require.NoError(t, err)
	assert.EqualValues(t, 344, binary.LittleEndian.Uint32(rep.Buffers[0]), "the last mov of the kernel")

	for _, c := range []struct {
		o    run.Options
		want string
	}{
		{run.Options{Engine: load.Interp, System: run.System{Routine: "x.asm"}}, "x.asm: a system routine goes with native code"},
		{run.Options{Engine: load.Sim, System: run.System{HaltAfter: 1}}, "exceptions and the external halt go to a system routine: want one"},
		{run.Options{Engine: load.Sim, System: run.System{Routine: "absent.asm"}}, "absent.asm"},
		{run.Options{Engine: load.Sim, System: run.System{Routine: "x.asm", Exceptions: 1}}, "exceptions: bits 0x1 of cr0.1: legal are those of 0xb800"},
		{run.Options{Engine: load.Sim, System: run.System{Routine: routine("end.asm", "not assembly")}}, "end.asm:1"},
	} {
		_, err := run.Run(context.Background(), l, c.o)
		assert.ErrorContains(t, err, c.want)
	}
	other, err := launch.Read(routineExample + "launch.yaml")
	require.NoError(t, err)
	_, err = run.Run(context.Background(), other, run.Options{System: run.System{Routine: "x.asm"}})
	assert.ErrorContains(t, err, "the system routine x.asm: a launch with registers and surfaces has the keys sip, exceptions, notified, halt_after")
}
