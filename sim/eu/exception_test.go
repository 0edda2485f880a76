package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// TestBreakpointOfAWait: a wait that is suppressed as a breakpoint stays so until its
// notification has come, and code with breakpoints keeps to its budget.
func TestBreakpointOfAWait(t *testing.T) {
	control := func(sub int, v uint64) native.Inst {
		in := scalar(ins(native.OpMov, 1, arf(native.ARFCR0, sub, native.UD), imm(v, native.UD)))
		in.Dst.Region, in.Thread = native.Dst1, native.ThreadSwitch
		return in
	}
	wait := scalar(ins(native.OpWait, 1, native.NullDst(native.UD), arf(native.ARFN0, 0, native.UD)))
	wait.Debug = true
	r := load(t, 0xFF, addTo(1), addTo(1), control(1, uint64(fixed.ExceptionBreakEnable.Mask())), control(0, uint64(fixed.ExceptionSuppress.Mask())|fixed.ControlKeepF), wait, addTo(1), wait)
	for n := range 2 {
		status, err := r.w.Resume(0, 1)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Running, status)
		assert.EqualValues(t, n+1, r.w.Executed())
	}
	for range 3 {
		status, err := r.w.Resume(0, 100)
		require.NoError(t, err)
		assert.Equal(t, dispatch.Waiting, status)
	}
	r.env.Group.Barrier.Signal(0)
	_, err := r.w.Resume(0, 100)
	require.ErrorContains(t, err, "ip 0x00060: wait (1|M0): not modelled: a breakpoint")
	assert.Equal(t, []int32{3}, get[int32](r, 10, 1))
}
