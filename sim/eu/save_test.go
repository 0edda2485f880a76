package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
)

// savedKernel has divergent flow, flags, and a product in two halves through the
// accumulator.
func savedKernel() []native.Inst {
	low := ins(native.OpMul, 8, accDst(native.D), vec(1, native.D), native.GRFOperand(2, 0, native.Region{V: 16, W: 8, H: 2}, native.UW))
	return []native.Inst{
		setp(native.CondGT, 2, vec(1, native.D), imm(3, native.D)),
		jump(native.OpIf, 2, 3, 3),
		low,
		accWr(ins(native.OpMach, 8, dst(10, native.D), vec(1, native.D), vec(2, native.D))),
		ins(native.OpMov, 8, dst(11, native.D), accSrc(native.D)),
		jump(native.OpEndif, 0, 1, 0),
		ins(native.OpAdd, 8, dst(12, native.D), vec(10, native.D), vec(11, native.D)),
	}
}

// jump is a branch whose offsets count whole instructions; flag 0 is none.
func jump(op native.Op, flag uint8, jip, uip int32) native.Inst {
	in := native.Inst{Op: op, ExecSize: 8, JIP: 16 * jip, UIP: 16 * uip}
	if flag != 0 {
		in = predicated(in, flag, false)
	}
	return in
}

func accSrc(ty native.Type) native.Operand { return arf(native.ARFAcc0, 0, ty) }

// TestSaveAnywhere: stopped after any number of instructions, saved, and loaded
// into another worker, a thread ends with the same registers. With the vector mask
// lane 4 runs too.
//
// seed: Broxton vol. 6 GPGPU Context Switch
func TestSaveAnywhere(t *testing.T) {
	vector := scalar(ins(native.OpMov, 1, arf(native.ARFCR0, 0, native.UD), imm(fixed.ControlVector, native.UD)))
	for _, c := range []struct {
		code []native.Inst
		high []int32
	}{
		{savedKernel(), []int32{0, 0, 0, 0, 0, 1, 1, 1}},
		{append([]native.Inst{vector}, savedKernel()...), []int32{0, 0, 0, 0, 1, 1, 1, 1}},
	} {
		start := func() *rig {
			r := load(t, 0xEF, c.code...)
			return set(set(r, 1, seq(0, 8)...), 2, seq(0x40000001, 8)...)
		}
		want := start().run(t)
		assert.Equal(t, c.high, get[int32](want, 10, 8))
		for n := range 10 {
			r := start()
			_, err := r.w.Resume(0, n)
			require.NoError(t, err)
			state := r.w.Save(0, []byte{1, 2, 3})
			require.Equal(t, []byte{1, 2, 3}, state[:3], "Save appends")

			other := load(t, 0xEF, c.code...)
			require.NoError(t, other.w.Load(0, other.env, state[3:]))
			other.run(t)
			require.Equal(t, want.file(), other.file(), "stopped after %d", n)
			require.Equal(t, *want.flagWord(1), *other.flagWord(1))
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	r := load(t, 0xEF, savedKernel()...)
	state := r.w.Save(0, nil)
	other := load(t, 0xEF, ins(native.OpMov, 8, dst(10, native.D), vec(1, native.D)))
	w := other.w
	assert.ErrorContains(t, w.Load(0, other.env, state), "of another program")
	w = r.w
	assert.ErrorContains(t, w.Load(0, r.env, state[:len(state)-1]), "bytes: want")
	assert.ErrorContains(t, w.Load(0, r.env, append(state[:len(state):len(state)], 0)), "bytes: want")
	for _, c := range []struct {
		at  int
		v   byte
		why string
	}{
		{8, 9, "instruction 9"}, {12, 0xFF, "live channels"}, {16, 0xEE, "active 0xee"}, {20, 1, "waiting 0x1"},
		{36 + 4*31, 9, "for channel 31 instruction 9"}, {36 + 3, 0x80, "for channel 0"}, {32, 2, "flags 0x2: legal are flags of 0x1"},
	} {
		bad := append([]byte(nil), state...)
		bad[c.at] = c.v
		err := w.Load(0, r.env, bad)
		require.ErrorIs(t, err, ErrState)
		assert.ErrorContains(t, err, c.why)
	}
	good := append([]byte(nil), state...)
	good[8], good[36] = 8, 8 // the end of the code is a place
	assert.NoError(t, w.Load(0, r.env, good))
}

// TestSmovMask: bit k of the mask is that of element k, wherever the first
// channel is.
func TestSmovMask(t *testing.T) {
	for _, c := range []struct{ width, off uint8 }{
		{1, 0}, {2, 4}, {4, 4}, {4, 28}, {8, 0}, {8, 8}, {8, 16}, {8, 24}, {16, 0}, {16, 16}, {32, 0},
	} {
		smov := at(ins(native.OpSmov, c.width, dst(10, native.D), vec(1, native.D), imm(0x80018005, native.UD)), c.off)
		r := load(t, ^uint32(0), smov)
		got := get[int32](set(r, 1, seq(1, 32)...).run(t), 10, 32)
		want := make([]int32, 32)
		for _, k := range []uint8{0, 2, 15, 16, 31} {
			if k < c.width {
				want[k] = int32(k) + 1
			}
		}
		assert.Equal(t, want, got, "width %d at channel %d", c.width, c.off)
	}
}
