package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestAhead: what a thread says of itself to another engine, and how it goes on behind what that did.
func TestAhead(t *testing.T) {
	add := ins(native.OpAdd, 8, dst(10, native.D), vec(11, native.D), imm(1, native.W))
	jump := native.Inst{Op: native.OpJmpi, ExecSize: 1, NoMask: true, JIP: 16}
	r := load(t, 0x3F, add, add, jump, add)
	w := r.w.(*Worker)
	ahead := func() Run {
		run := w.Ahead(0)
		require.Len(t, run.Registers, len(r.regs))
		require.Same(t, &r.regs[0], &run.Registers[0])
		run.Registers = nil
		return run
	}
	assert.Equal(t, Run{From: 0, To: 2, Channels: 0x3F, Row: code.LastRow}, ahead())
	w.Advance(0, 1)
	assert.Equal(t, Run{From: 1, To: 2, Channels: 0x3F, Row: code.LastRow}, ahead())
	w.Advance(0, 1)
	assert.Equal(t, Run{From: 2, To: 2, Channels: 0x3F, Row: code.LastRow}, ahead(), "the jump has to be stepped")
	assert.Equal(t, uint64(2), w.Executed())
	assert.Equal(t, make([]int32, 8), get[int32](r, 10, 8), "nobody added")
	status, err := w.Step(0)
	require.NoError(t, err)
	assert.Equal(t, dispatch.Running, status)
	assert.Equal(t, uint64(3), w.Executed())
	assert.Equal(t, 3, w.Ahead(0).From)

	r.mode.noAcc = true // cr0 keeps sums that carry from the accumulator
	assert.Equal(t, uint8(code.FirstModeRow-1), w.Ahead(0).Row)
	r.mode.noAcc, r.env.Halt = false, 1
	assert.Equal(t, 3, w.Ahead(0).To, "a thread that may be halted")
	r.env.Halt = 0
	for status == dispatch.Running {
		status, err = w.Step(0)
		require.NoError(t, err)
	}
	assert.Equal(t, dispatch.Done, status)
	assert.Equal(t, []int32{1, 1, 1, 1, 1, 1, 0, 0}, get[int32](r, 10, 8))
	assert.Equal(t, uint64(5), w.Executed())
	end := w.Ahead(0)
	assert.Equal(t, end.From, end.To, "a thread that has ended")
}
