package eu

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestCompiled: a thread calls compiled code where a sequence begins, for all its channels or some, when the
// budget has room for all of it, in a mode that it is right in, and not behind a fault; the EU model does the rest.
func TestCompiled(t *testing.T) {
	add := ins(native.OpAdd, 8, dst(10, native.D), vec(10, native.D), imm(1, native.W))
	start := func(mask uint32) (*rig, *Compiled, *[]uintptr) {
		r := load(t, mask, add, add, add, add)
		c := &Compiled{Begins: make([]Sequence, 5), Next: []int32{1, 3, 3, 5, 5}}
		c.Begins[1] = Sequence{Ops: 2, Lanes: 0xFF, Row: code.FirstModeRow, Code: 7}
		c.Begins[3] = Sequence{Ops: 1, Lanes: 0xFF, Code: 8}
		var calls []uintptr
		c.Call = func(code uintptr, registers, consts unsafe.Pointer, channels uint32) {
			require.Equal(t, r.base, registers)
			require.Equal(t, unsafe.Pointer(&r.prog.Consts[0]), consts)
			require.Equal(t, mask, channels)
			calls = append(calls, code)
		}
		c.Some = func() []uintptr {
			calls = append(calls, 0)
			return []uintptr{0, 17, 0, 0, 0}
		}
		r.w.(*Worker).Use(c)
		return r, c, &calls
	}
	after := func(r *rig, n int) int32 {
		_, err := r.w.Resume(0, n)
		require.NoError(t, err)
		require.EqualValues(t, n, r.w.Executed())
		return get[int32](r, 10, 1)[0]
	}
	r, _, calls := start(0xFF)
	assert.EqualValues(t, 1, after(r, 4), "only the first was added by the EU model")
	assert.Equal(t, []uintptr{7, 8}, *calls)

	r, _, calls = start(0x0F)
	assert.EqualValues(t, 2, after(r, 4), "there is no code for some channels of the last")
	assert.Equal(t, []uintptr{0, 17}, *calls)

	r, _, calls = start(0xFF)
	assert.EqualValues(t, 2, after(r, 2), "the sequence is longer than the budget")
	assert.Empty(t, *calls)

	r, _, calls = start(0xFF)
	r.mode.ieee = false
	assert.EqualValues(t, 3, after(r, 4), "a mode that the first sequence is not right in")
	assert.Equal(t, []uintptr{8}, *calls)

	r, c, calls := start(0xFF)
	r.err = errRunOff
	assert.Zero(t, r.leap(c, 1, 4), "behind a fault")
	assert.Empty(t, *calls)
	assert.Zero(t, r.leap(c, 2, 4), "inside a sequence")
}
