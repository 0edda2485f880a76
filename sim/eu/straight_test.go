package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/message"
)

// TestMessageFaultStops: nothing runs after a message that faults, and no message is
// sent after another instruction's fault.
func TestMessageFaultStops(t *testing.T) {
	mov := func(reg int) native.Inst { return ins(native.OpMov, 8, dst(reg, native.UD), imm(7, native.UD)) }
	r := load(t, 0xFF, mov(30), sendMsg(dc1, 1, 1, untypedReadX|simd8|254), mov(31), mov(32))
	_, err := r.w.Resume(0, 100)
	require.ErrorIs(t, err, message.ErrNoSLM)
	var f *Fault
	require.ErrorAs(t, err, &f)
	assert.Equal(t, uint32(16), f.IP)
	assert.Equal(t, []uint32{7, 0, 0}, []uint32{get[uint32](r, 30, 1)[0], get[uint32](r, 31, 1)[0], get[uint32](r, 32, 1)[0]})
	assert.Equal(t, uint64(2), r.w.(*Worker).Executed())
	assert.Equal(t, 1, r.pc)

	far := vec(0, native.UD)
	far.Indirect = true
	r = load(t, 0xFF, ins(native.OpMov, 8, dst(30, native.UD), far), sendMsg(dc1, 2, 0, untypedWriteX|simd8|3))
	b := r.surface(3, 8)
	*r.u32(r.grf + code.OffA0) = 0xFFF0
	set[uint32](r, 20, 0, 4, 8, 12, 16, 20, 24, 28)
	_, err = r.w.Resume(0, 100)
	var e *RegisterError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, uint32(100), word(b, 0), "not written")
}

// TestSpreadWords: one word for all elements keeps or drops its sign.
func TestSpreadWords(t *testing.T) {
	for _, n := range []uint8{1, 4, 16} {
		r := load(t, 0xFFFF,
			ins(native.OpMov, n, dst(30, native.UD), one(5, 1, native.W)),
			ins(native.OpMov, n, dst(32, native.UD), one(5, 1, native.UW)),
			ins(native.OpMov, n, dst(34, native.UD), one(5, 1, native.UD)),
			ins(native.OpMov, n, dst(36, native.UW), one(5, 1, native.W)))
		set[uint16](r, 5, 1, 0xFFFE, 3, 4)
		r.run(t)
		for i := range int(n) {
			assert.Equal(t, uint32(0xFFFFFFFE), get[uint32](r, 30, 16)[i])
			assert.Equal(t, uint32(0xFFFE), get[uint32](r, 32, 16)[i])
			assert.Equal(t, uint32(0x40003), get[uint32](r, 34, 16)[i])
			assert.Equal(t, uint16(0xFFFE), get[uint16](r, 36, 16)[i])
		}
		if n < 16 {
			assert.Zero(t, get[uint32](r, 30, 16)[n])
			assert.Zero(t, get[uint16](r, 36, 16)[n])
		}
	}
}

// TestMacReadsSourceType: mac reads the accumulator as integers of the type of its
// first source, words here, not of the wider second one.
func TestMacReadsSourceType(t *testing.T) {
	acc := arf(native.ARFAcc0, 0, native.UW)
	acc.Region = native.Dst1
	r := load(t, 0xFF,
		ins(native.OpMov, 8, acc, vec(5, native.UW)),
		ins(native.OpMac, 8, dst(30, native.D), vec(6, native.UW), vec(7, native.D)))
	set[uint16](r, 5, 0xFFFF, 0x8000, 1)
	set[uint16](r, 6, 2, 2, 2)
	set[int32](r, 7, 3, 3, 3)
	r.run(t)
	assert.Equal(t, []int32{65541, 32774, 7}, get[int32](r, 30, 3))
}
