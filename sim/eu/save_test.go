package eu

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
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
		{fixed.SavedThreadIP.At(), 9, "no instruction begins at 0x9 of 0x80 bytes"}, {fixed.SavedThreadLive.At(), 0xFF, "live channels"},
		{fixed.SavedThreadActive.At(), 0xEE, "active 0xee"}, {fixed.SavedThreadWaiting.At(), 1, "waiting 0x1"},
		{fixed.SavedThreadChannelIP.At() + 4*31, 0x90, "no instruction begins at 0x90 of 0x80 bytes, for channel 31"},
		{fixed.SavedThreadChannelIP.At() + 3, 0x80, "for channel 0"}, {fixed.SavedThreadHalted.At(), 2, "halted 0x2: legal are 0 and 1"},
		{fixed.SavedThreadLevel.At(), 2, "call level 0x2, of channel 0 0x0"},
	} {
		bad := append([]byte(nil), state...)
		bad[c.at] = c.v
		err := w.Load(0, r.env, bad)
		require.ErrorIs(t, err, ErrState)
		assert.ErrorContains(t, err, c.why)
	}
	good := append([]byte(nil), state...)
	good[fixed.SavedThreadIP.At()], good[fixed.SavedThreadChannelIP.At()] = 0x80, 0x80 // the end of the code is a place
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

// TestSavedParts: the parts of a context image that hold registers are as long as what the
// model has of these, and together they are all of it.
func TestSavedParts(t *testing.T) {
	sizes := map[int]int{code.OffAccHigh: 2 * code.AccHighBytes, code.OffAccHigh + 2*code.AccHighBytes: 2 * code.AccHighBytes, code.OffAccHigh + 4*code.AccHighBytes: 4 * code.AccHighBytes, code.OffAccKind: 32}
	for _, p := range code.ArchRegisters {
		sizes[p.Off] = max(sizes[p.Off], p.Size)
	}
	sizes[code.OffF] = 8                        // of both flag registers
	delete(sizes, code.OffF+4)                  // the second
	delete(sizes, code.OffAcc+code.AccRegBytes) // acc1 and acc3
	for r := 3; r < code.AccRegs; r++ {         // acc4 to acc7 are one part
		delete(sizes, code.OffAcc+r*code.AccRegBytes)
	}
	sizes[code.OffAcc+2*code.AccPair] = 4 * code.AccRegBytes
	delete(sizes, code.OffIP) // that of the thread, as IP
	for _, f := range savedFiles {
		assert.Equal(t, sizes[f.off], f.part.Bytes(), "at %d", f.off)
		delete(sizes, f.off)
	}
	assert.Empty(t, sizes)
	assert.Equal(t, load(t, 1).grf, fixed.SavedThreadRegisters.Bytes())
}

// FuzzLoadState: a saved thread with other words is refused or runs, and leaves the memory
// behind its registers alone.
func FuzzLoadState(f *testing.F) {
	for n := range uint8(8) {
		f.Add(n, uint16(fixed.SavedThreadCR.At()), uint32(1<<31), uint16(fixed.SavedThreadKinds.At()), uint32(9))
		f.Add(n, uint16(fixed.SavedThreadChannelIP.At()), uint32(0x50), uint16(fixed.SavedThreadIP.At()), uint32(0x10))
		f.Add(n, uint16(fixed.SavedThreadActive.At()), uint32(0xE0), uint16(fixed.SavedThreadWaiting.At()), uint32(0x0F))
		f.Add(n, uint16(fixed.SavedThreadLevels.At()), uint32(3), uint16(fixed.SavedThreadLevel.At()), uint32(3))
	}
	f.Fuzz(func(t *testing.T, n uint8, at uint16, v uint32, at2 uint16, v2 uint32) {
		r := load(t, 0xEF, savedKernel()...)
		_, err := r.w.Resume(0, int(n%8))
		require.NoError(t, err)
		state := r.w.Save(0, nil)
		binary.LittleEndian.PutUint32(state[int(at)%(len(state)-3):], v)
		binary.LittleEndian.PutUint32(state[int(at2)%(len(state)-3):], v2)
		if r.w.Load(0, r.env, state) != nil {
			return
		}
		_, _ = r.w.Resume(0, 100)
		w := r.w.(*Worker)
		for i, v := range w.arena[w.stride/8:] {
			require.Zero(t, v, i)
		}
	})
}
