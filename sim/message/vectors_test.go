package message

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Messages with two vectors of four, without lengths.
const (
	ivbRead4x2, read4x2, write4x2, atomic4x2 = 5 << 14, 1 << 14, 9 << 14, 3 << 14
	dualRead, dualWrite                      = header | 2<<14, header | 10<<14
	part4                                    = 2 << 8 // four OWords a vector
)

// Targets that have vectors in the same form: Gen7.5 to Gen9, and all.
var (
	laterVectorTargets = []native.Target{native.HSW, native.BDW, native.SKL, native.BXT}
	vectorTargets      = append([]native.Target{native.IVB}, laterVectorTargets...)
)

// vector resolves and executes a message of an Align16 target.
func (b *bench) vector(target native.Target, em uint32, sfid uint8, mlen, rlen, desc uint32) (bool, error) {
	src := places
	if err := Resolve(&b.msg, target, &native.Message{SFID: sfid, Desc: native.Desc(mlen<<25 | rlen<<20 | desc)}, &src, false); err != nil {
		return false, err
	}
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	return b.execute(em)
}

// picked is the dwords of a for set bits and those of b for others.
func picked(mask uint32, a, b []uint32) (out []uint32) {
	for i := range a {
		if mask>>i&1 != 0 {
			out = append(out, a[i])
		} else {
			out = append(out, b[i])
		}
	}
	return out
}

// TestVectorRead: each vector is four dwords from the address in its first dword on, under
// every set of channel enables (Mesa, emit_untyped_read: one address register without a
// header, one register back).
func TestVectorRead(t *testing.T) {
	old, read := seq(1, 1, 8), []uint32{102, 103, 104, 105, 150, 151, 152, 153}
	for _, target := range vectorTargets {
		sfid, desc := uint8(dc1), uint32(read4x2)
		if target == native.IVB {
			sfid, desc = dc0, ivbRead4x2
		}
		for em := range uint32(256) {
			b := newBench(t).dwords(10, append(old, 9)...).dwords(20, 8, 0, 0, 0, 200, 0, 0, 0)
			left, err := b.vector(target, em, sfid, 1, 1, desc|3)
			assert.False(t, left)
			if whole := em == 0 || em == 0x0F || em == 0xF0 || em == 0xFF; !whole {
				require.ErrorContains(t, err, "UntypedRead4x2 under channel enables", "%#x", em)
				require.ErrorIs(t, errors.Unwrap(err), errors.ErrUnsupported)
				assert.Equal(t, append(old, 9), b.got(10, 9))
				continue
			}
			require.NoError(t, err)
			assert.Equal(t, append(picked(em, read, old), 9), b.got(10, 9), "%v %#x", target, em)
		}
		b := newBench(t).dwords(20, 248, 0, 0, 0, 0xFFFFFFF8, 0, 0, 0)
		left, err := b.vector(target, 0xFF, sfid, 1, 1, desc|3)
		require.NoError(t, err)
		assert.True(t, left)
		assert.Equal(t, []uint32{162, 163, 0, 0, 0, 0, 100, 101}, b.got(10, 8), "each dword is inside or not")
		assert.Equal(t, Outside{b.buf, 2, false}, b.port.Left)
	}
}

// TestVectorWrite: the dwords of enabled channels that the mask of the descriptor leaves.
func TestVectorWrite(t *testing.T) {
	old, data := append(seq(101, 1, 4), seq(110, 1, 4)...), seq(1, 1, 8)
	for off, leaves := range map[uint32]uint32{0: 0xFF, 8: 0x77, 0xC: 0x33, 0xE: 0x11} {
		for em := range uint32(256) {
			b := newBench(t).dwords(20, 4, 0, 0, 0, 40, 0, 0, 0).dwords(21, data...)
			left, err := b.vector(laterVectorTargets[(em^em>>4)%4], em, dc1, 2, 0, write4x2|off<<8|3)
			require.NoError(t, err)
			assert.False(t, left)
			assert.Equal(t, picked(em&leaves, data, old), append(words32(b.buf, 1, 4), words32(b.buf, 10, 4)...), "mask %#x, enables %#x", off, em)
			assert.Equal(t, []uint32{100, 105, 109, 114}, []uint32{word32(b.buf, 0), word32(b.buf, 5), word32(b.buf, 9), word32(b.buf, 14)})
		}
	}
	b := newBench(t).dwords(20, 248, 0, 0, 0, 256, 0, 0, 0).dwords(21, data...)
	left, err := b.vector(native.HSW, 0xFF, dc1, 2, 0, write4x2|3)
	require.NoError(t, err)
	assert.True(t, left)
	assert.Equal(t, []uint32{161, 1, 2}, words32(b.buf, 61, 3))
	assert.EqualValues(t, 6, b.buf.OutOfBounds.Load())
}

// TestVectorAtomic: one dword of each vector, whose operands are its first two dwords and
// whose result is the first (Mesa, emit_untyped_atomic).
func TestVectorAtomic(t *testing.T) {
	old := seq(1, 1, 8)
	for name, c := range map[string]struct {
		op, mlen, rlen  uint32
		words, response []uint32
	}{
		"add":               {7, 2, 1, []uint32{107, 170}, []uint32{102, 150}},
		"add, no result":    {7, 2, 0, []uint32{107, 170}, []uint32{1, 5}},
		"compare, exchange": {14, 2, 1, []uint32{102, 150}, []uint32{102, 150}},
		"increment":         {5, 1, 1, []uint32{103, 151}, []uint32{102, 150}},
		"decrement first":   {15, 1, 1, []uint32{101, 149}, []uint32{101, 149}},
	} {
		for em := range uint32(256) {
			b := newBench(t).dwords(10, old...).dwords(20, 8, 0, 0, 0, 200).dwords(21, 5, 6, 7, 8, 20, 21, 22, 23)
			_, err := b.vector(laterVectorTargets[(em^em>>4)%4], em, dc1, c.mlen, c.rlen, atomic4x2|c.rlen*returns|c.op<<8|3)
			if em&^0x11 != 0 {
				require.ErrorContains(t, err, "UntypedAtomic4x2 under channel enables", "%s %#x", name, em)
				assert.Equal(t, []uint32{102, 150}, []uint32{word32(b.buf, 2), word32(b.buf, 50)})
				continue
			}
			require.NoError(t, err)
			pair := em&1 | em>>4<<1
			assert.Equal(t, picked(pair, c.words, []uint32{102, 150}), []uint32{word32(b.buf, 2), word32(b.buf, 50)}, "%s %#x", name, em)
			got := b.got(10, 8)
			assert.Equal(t, picked(pair, c.response, []uint32{1, 5}), []uint32{got[0], got[4]}, "%s %#x", name, em)
			got[0], got[4] = 1, 5
			assert.Equal(t, old, got)
		}
	}
	for _, shared := range []bool{false, true} {
		b := newBench(t).dwords(20, 8, 0, 0, 0, 12).dwords(21, 102, 7, 9, 9, 7, 104)
		b.mem.SetShared(shared)
		left, err := b.vector(native.HSW, 0x11, dc1, 2, 1, atomic4x2|returns|14<<8|3)
		require.NoError(t, err)
		assert.False(t, left)
		assert.Equal(t, []uint32{7, 103, 102, 103}, []uint32{word32(b.buf, 2), word32(b.buf, 3), b.got(10, 1)[0], b.got(10, 5)[4]}, "the second differs from its operand")
		left, err = b.dwords(20, 256).vector(native.HSW, 1, dc1, 2, 1, atomic4x2|returns|7<<8|3)
		require.NoError(t, err)
		assert.True(t, left)
		assert.Zero(t, b.got(10, 1)[0])
		_, err = b.dwords(20, 2).vector(native.HSW, 1, dc1, 2, 1, atomic4x2|returns|7<<8|3)
		assert.ErrorAs(t, err, new(*mem.AlignError))
	}
}

// TestDualOwords: one OWord for each vector, at the offsets in M1.0 and M1.4, of which each
// channel enable has a dword (Mesa, generate_oword_dual_block_offsets, generate_scratch_read).
func TestDualOwords(t *testing.T) {
	old, data := seq(1, 1, 8), seq(11, 1, 8)
	words := append(seq(108, 1, 4), seq(120, 1, 4)...)
	offsets := []uint32{2, 77, 78, 79, 5, 80, 81, 82}
	for _, target := range vectorTargets {
		for em := range uint32(256) {
			b := newBench(t).dwords(10, append(old, 9)...).dwords(20, 7, 7, 0, 7, 7, 0xFFFFFC00, 7, 7).dwords(21, offsets...)
			left, err := b.vector(target, em, dc0, 2, 1, dualRead|3)
			require.NoError(t, err)
			assert.False(t, left)
			assert.Equal(t, append(picked(em, words, old), 9), b.got(10, 9), "%#x", em)
			b.dwords(22, data...)
			_, err = b.vector(target, em, dc0, 3, 0, dualWrite|3)
			require.NoError(t, err)
			assert.Equal(t, picked(em, data, words), append(words32(b.buf, 8, 4), words32(b.buf, 20, 4)...), "%#x", em)
			assert.Equal(t, []uint32{107, 112, 119, 124}, []uint32{word32(b.buf, 7), word32(b.buf, 12), word32(b.buf, 19), word32(b.buf, 24)})
		}
		b := newBench(t).dwords(21, 16, 0, 0, 0, 15)
		left, err := b.vector(target, 0xFF, dc0, 2, 1, dualRead|3)
		require.NoError(t, err)
		assert.True(t, left)
		assert.Equal(t, append(make([]uint32, 4), seq(160, 1, 4)...), b.got(10, 8))
		b = newBench(t).dwords(21, 0, 0, 0, 0, 1).dwords(22, data...)
		b.mem.Bind(3, mem.NewBuffer("little", 0, 8))
		_, err = b.vector(target, 0xFF, dc0, 3, 0, dualWrite|3)
		require.NoError(t, err)
		assert.Equal(t, []uint32{11, 12}, words32(b.mem.Table[3], 0, 2), "two dwords fit")
	}
}

// TestDualScratch: stateless memory begins at the base in M0.5, past which it is a fault.
func TestDualScratch(t *testing.T) {
	for _, target := range vectorTargets {
		b := newBench(t).dwords(20, 0, 0, 0, 0, 0, 0x10000|7).dwords(21, 2, 0, 0, 0, 3).dwords(22, seq(1, 1, 8)...)
		_, err := b.vector(target, 0xFF, dc0, 3, 0, dualWrite|255)
		require.NoError(t, err)
		assert.Equal(t, seq(1, 1, 8), words32(b.scr, 8, 8))
		_, err = b.dwords(21, 3, 0, 0, 0, 2).vector(target, 0xFF, dc0, 2, 1, dualRead|255)
		require.NoError(t, err)
		assert.Equal(t, []uint32{5, 6, 7, 8, 1, 2, 3, 4}, b.got(10, 8))
		_, err = b.dwords(21, 3, 0, 0, 0, 64).vector(target, 0xF0, dc0, 2, 1, dualRead|255)
		assert.Equal(t, mem.Fault{Addr: 0x10400, Size: 4}, faultOf(t, err, 4))
	}
}

// TestVectorStops: what Mesa never sends, and the targets that it sends no vectors to.
func TestVectorStops(t *testing.T) {
	for why, c := range map[string]struct {
		target           native.Target
		sfid             uint8
		mlen, rlen, desc uint32
		payload          []uint32
	}{
		"UntypedRead4x2 with a header":                        {native.HSW, dc1, 2, 1, header | read4x2, nil},
		"UntypedWrite4x2 with a header":                       {native.HSW, dc1, 3, 0, header | write4x2, nil},
		"UntypedAtomic4x2 with a header":                      {native.HSW, dc1, 3, 0, header | atomic4x2 | 7<<8, nil},
		"UntypedAtomic4x2 of pairs of dwords":                 {native.HSW, dc1, 2, 0, atomic4x2, nil},
		"UntypedRead4x2 without some components (mask 0x8)":   {native.IVB, dc0, 1, 1, ivbRead4x2 | 8<<8, nil},
		"UntypedWrite4x2 with component mask 0x1":             {native.HSW, dc1, 2, 0, write4x2 | 1<<8, nil},
		"UntypedWrite4x2 with component mask 0xf":             {native.HSW, dc1, 2, 0, write4x2 | 15<<8, nil},
		"UntypedRead4x2 with 0x1 behind the address":          {native.HSW, dc1, 1, 1, read4x2, []uint32{0, 0, 0, 1}},
		"UntypedWrite4x2 with 0x2 behind the address":         {native.HSW, dc1, 2, 0, write4x2, []uint32{0, 0, 0, 0, 0, 2}},
		"UntypedRead4x2 on stateless memory without a header": {native.HSW, dc1, 1, 1, read4x2 | 255, nil},
		"OwordDualRead of 4 OWords":                           {native.HSW, dc0, 2, 4, dualRead | part4, nil},
		"OwordDualWrite of 4 OWords":                          {native.IVB, dc0, 6, 0, dualWrite | part4, nil},
		"OwordDualRead: code 1 of owords is reserved":         {native.IVB, dc0, 2, 1, dualRead | 1<<8, nil},
		"OwordDualWrite with a global offset (M0.2)":          {native.IVB, dc0, 3, 0, dualWrite, []uint32{0, 0, 1}},
		"UntypedAtomic4x2: Mesa sends vectors up to Gen9":     {native.CNL, dc1, 2, 0, atomic4x2, nil},
		"TypedAtomic4x2: Mesa sends vectors up to Gen9":       {native.ICL, dc1, 2, 0, 7 << 14, nil},
		"TypedRead4x2: Mesa sends vectors up to Gen9":         {native.TGL, dc1, 2, 1, 5 << 14, nil},
		"TypedWrite4x2: Mesa sends vectors up to Gen9":        {native.LKF, dc1, 2, 0, 13 << 14, nil},
		"Sampler4x2: Mesa sends vectors up to Gen9":           {native.TGL, sampler, 2, 1, load, nil},
		"A64Atomic4x2: no source sends it":                    {native.SKL, dc1, 2, 0, 19 << 14, nil},
	} {
		em := uint32(0xFF)
		if c.desc>>8&0xF != 0 {
			em = 0x11
		}
		b := newBench(t).dwords(20, c.payload...)
		_, err := b.vector(c.target, em, c.sfid, c.mlen, c.rlen, c.desc|3)
		require.ErrorContains(t, err, why)
		var lane *LaneError
		if errors.As(err, &lane) {
			err = lane.Err
		}
		assert.ErrorIs(t, err, errors.ErrUnsupported, why)
		assert.Equal(t, seq(100, 1, 64), words32(b.buf, 0, 64), why)
	}
	_, err := newBench(t).vector(native.IVB, 0xFF, dc0, 1, 1, dualRead&^header|3)
	assert.ErrorAs(t, err, new(*native.MessageError), "a dual OWord has a header")
	_, err = newBench(t).vector(native.IVB, 0xFF, dc0, 2, 0, 13<<14|3)
	assert.ErrorContains(t, err, "reserved", "Ivy Bridge writes no vectors")
}

// TestVectorLastRegister: payload and response may be the last registers of the file.
func TestVectorLastRegister(t *testing.T) {
	b := newBench(t)
	b.regs = b.regs[:4096]
	run := func(em uint32, first int, sfid uint8, desc uint32) {
		src := Sources{First: first * 32, Second: -1, Dst: 127 * 32, GRF: 32, Limit: 4096}
		require.NoError(t, Resolve(&b.msg, native.HSW, &native.Message{SFID: sfid, Desc: native.Desc(desc | 3)}, &src, false))
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		_, err := b.execute(em)
		require.NoError(t, err)
	}
	b.dwords(127, 4, 0, 0, 0, 32)
	run(0xFF, 127, dc1, 1<<25|1<<20|read4x2)
	assert.Equal(t, append(seq(101, 1, 4), seq(108, 1, 4)...), b.got(127, 8))
	b.dwords(126, 64, 0, 0, 0, 96)
	run(0xFF, 126, dc1, 2<<25|write4x2)
	assert.Equal(t, append(seq(101, 1, 4), seq(108, 1, 4)...), append(words32(b.buf, 16, 4), words32(b.buf, 24, 4)...))
	b.dwords(126, 4, 0, 0, 0, 8).dwords(127, 101, 5, 0, 0, 102, 6, 0, 0)
	run(0x11, 126, dc1, 2<<25|1<<20|atomic4x2|returns|14<<8)
	assert.Equal(t, []uint32{5, 6, 103}, words32(b.buf, 1, 3))
	assert.Equal(t, []uint32{101, 5, 0, 0, 102, 6, 0, 0}, b.got(127, 8))
	b.dwords(126, 0, 0, 0, 0, 0, 0, 0, 0).dwords(127, 10, 0, 0, 0, 11)
	run(0xFF, 126, dc0, 2<<25|1<<20|dualRead)
	assert.Equal(t, seq(140, 1, 8), b.got(127, 8))
}
