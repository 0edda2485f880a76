package eu

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// Descriptors of Gen9 messages, without lengths.
const (
	dc0, dc1 = 10, 12

	untypedReadX  = 1<<14 | 0xE<<8
	untypedReadXZ = 1<<14 | 0xA<<8
	untypedWriteX = 9<<14 | 0xE<<8
	simd8, simd16 = 2 << 12, 1 << 12
	atomicReturn  = 2<<14 | 1<<13
	atomicSIMD8   = 1 << 12
)

// sendMsg is a send with payload from r20 and response to r10.
func sendMsg(sfid uint8, mlen, rlen, desc uint32) native.Inst {
	in := ins(native.OpSend, 8, dst(10, native.UD), vec(20, native.UD))
	if rlen == 0 {
		in.Dst = native.NullDst(native.UD)
	}
	in.Msg = native.Message{SFID: sfid, Desc: native.Desc(mlen<<25 | rlen<<20 | desc)}
	return in
}

func headed(in native.Inst) native.Inst { in.Msg.Desc |= 1 << 19; return in }

// surface is a bound buffer that holds words 100, 101, ...
func (r *rig) surface(bti, words int) *mem.Buffer {
	b := r.env.Mem.Alloc("surface", 4*words)
	for i := range words {
		p := make([]byte, 4)
		binary.LittleEndian.PutUint32(p, uint32(100+i))
		b.SetBytes(4*i, p)
	}
	r.env.Mem.Bind(bti, b)
	return b
}

func word(b *mem.Buffer, i int) uint32 { return binary.LittleEndian.Uint32(b.Bytes()[4*i:]) }

func TestUntypedMessages(t *testing.T) {
	r := load(t, 0x0F, sendMsg(dc1, 1, 2, untypedReadXZ|simd8|3))
	r.surface(3, 16)
	set[uint32](r, 20, 0, 4, 16, 60, 0)
	r.run(t)
	assert.Equal(t, []uint32{100, 101, 104, 115, 0}, get[uint32](r, 10, 5), "x; lane 4 is off")
	assert.Equal(t, []uint32{102, 103, 106, 0}, get[uint32](r, 11, 4), "z; past the end reads zero")

	// A split send, and a response that overwrites the address.
	write := sendMsg(dc1, 2, 0, untypedWriteX|simd16|3)
	write.Op, write.ExecSize, write.Src[1] = native.OpSends, 16, vec(30, native.UD)
	write.Msg.ExDesc = 2 << 6
	read := sendMsg(dc1, 2, 2, untypedReadX|simd16|3)
	read.ExecSize, read.Dst = 16, dst(20, native.UD)
	r = load(t, 0xFFFF, write, read)
	b := r.surface(3, 16)
	for lane := range 16 {
		set(r, 20+lane/8, append(get[uint32](r, 20+lane/8, lane%8), uint32(60-4*lane))...)
		set(r, 30+lane/8, append(get[uint32](r, 30+lane/8, lane%8), uint32(lane))...)
	}
	r.run(t)
	for i := range 16 {
		assert.EqualValues(t, 15-i, word(b, i))
	}
	assert.Equal(t, []uint32{0, 1, 2}, get[uint32](r, 20, 3))
}

func TestMessageMask(t *testing.T) {
	// (8|M8) with a predicate: lane i is channel 8+i.
	in := predicated(at(sendMsg(dc1, 1, 1, untypedReadX|simd8), 8), 0, false)
	r := load(t, 0x0F00, in)
	r.surface(0, 8)
	*r.flagWord(0) = 0x0600
	r.run(t)
	assert.Equal(t, []uint32{0, 100, 100, 0}, get[uint32](r, 10, 4))
	// The sample mask of a header.
	r = load(t, 0xFF, headed(sendMsg(dc1, 2, 1, untypedReadX|simd8)))
	r.surface(0, 8)
	set[uint32](r, 20, 0, 0, 0, 0, 0, 0, 0, 0x5)
	r.run(t)
	assert.Equal(t, []uint32{100, 0, 100, 0}, get[uint32](r, 10, 4))
}

func TestByteAndDwordMessages(t *testing.T) {
	r := load(t, 0x3, sendMsg(dc0, 1, 1, 4<<14|1<<10)) // two bytes a lane
	r.surface(0, 4)
	set[uint32](r, 20, 3, 4)
	set[uint32](r, 10, 0xFFFFFFFF)
	r.run(t)
	assert.Equal(t, []uint32{101 << 8, 101}, get[uint32](r, 10, 2), "any alignment; upper bytes zero")

	r = load(t, 0x3, sendMsg(dc0, 1, 2, 3<<14|1<<10|1<<9)) // two dwords a lane, offsets in dwords
	r.surface(0, 8)
	set[uint32](r, 20, 1, 5)
	r.run(t)
	assert.Equal(t, []uint32{101, 105}, get[uint32](r, 10, 2))
	assert.Equal(t, []uint32{102, 106}, get[uint32](r, 11, 2))

	r = load(t, 0x3, headed(sendMsg(dc0, 3, 0, 12<<14))) // one byte a lane, global offset
	b := r.surface(0, 4)
	set[uint32](r, 20, 0, 0, 4)
	set[uint32](set[uint32](r, 21, 0, 1), 22, 0x1FF, 0x2AB)
	r.run(t)
	assert.EqualValues(t, 0xABFF, word(b, 1)&0xFFFF)
}

func TestAtomics(t *testing.T) {
	for _, c := range []struct {
		op              uint32
		operands        uint32
		old, a, b       uint32
		stored, returns uint32
	}{
		{7, 1, 5, 3, 0, 8, 5}, {8, 1, 5, 3, 0, 2, 5}, {9, 1, 5, 3, 0, 0xFFFFFFFE, 5}, {1, 1, 6, 3, 0, 2, 6},
		{10, 1, 0xFFFFFFFF, 3, 0, 3, 0xFFFFFFFF}, {12, 1, 0xFFFFFFFF, 3, 0, 0xFFFFFFFF, 0xFFFFFFFF},
		{11, 1, 0xFFFFFFFF, 3, 0, 0xFFFFFFFF, 0xFFFFFFFF}, {13, 1, 0xFFFFFFFF, 3, 0, 3, 0xFFFFFFFF},
		{14, 2, 5, 5, 9, 9, 5}, {14, 2, 5, 4, 9, 5, 5}, {5, 0, 5, 0, 0, 6, 5}, {15, 0, 5, 0, 0, 4, 4}, {4, 1, 5, 7, 0, 7, 5},
	} {
		r := load(t, 0x1, sendMsg(dc1, 1+c.operands, 1, atomicReturn|atomicSIMD8|c.op<<8))
		b := r.surface(0, 4)
		require.NoError(t, b.Store(4, 4, uint64(c.old)))
		set(set(set[uint32](r, 20, 4), 21, c.a), 22, c.b)
		r.run(t)
		assert.Equal(t, c.stored, word(b, 1), "op %d", c.op)
		assert.Equal(t, c.returns, get[uint32](r, 10, 1)[0], "op %d", c.op)
	}
	// All lanes on one address, in SIMD16 without result.
	add := sendMsg(dc1, 4, 0, 2<<14|7<<8)
	add.ExecSize = 16
	r := load(t, 0xFFFF, add)
	b := r.surface(0, 4)
	for reg := 22; reg < 24; reg++ {
		set[uint32](r, reg, 1, 1, 1, 1, 1, 1, 1, 1)
	}
	r.run(t)
	assert.EqualValues(t, 116, word(b, 0))
}

func TestLocalAndScratch(t *testing.T) {
	// Shared local memory takes the low 16 bits of an address.
	r := load(t, 1, sendMsg(dc1, 1, 1, untypedReadX|simd8|254))
	r.env.Group.SLM = mem.NewLocal(64)
	require.NoError(t, r.env.Group.SLM.Store(8, 4, 77))
	set[uint32](r, 20, 0x10000008)
	assert.EqualValues(t, 77, get[uint32](r.run(t), 10, 1)[0])

	const scratch, block = 1 << 18, 1 << 17
	write := headed(sendMsg(dc0, 2, 0, scratch|block|1<<16|3))
	read := scalar(headed(sendMsg(dc0, 1, 1, scratch|3)))
	r = load(t, 0x5, write, read)
	r.env.Scratch = mem.NewBuffer("scratch", 0x10000, 4096)
	set[uint32](r, 20, 0, 0, 0, 0, 0, 0x10000|7)
	set[uint32](r, 21, 1, 2, 3, 4)
	r.run(t)
	assert.Equal(t, []uint32{1, 0, 3, 0}, get[uint32](r, 10, 4), "lanes gate dwords")
	assert.EqualValues(t, 3, word(r.env.Scratch, 3*8+2))

	// Stateless 32-bit addresses outside the scratch space are faults.
	r = load(t, 3, sendMsg(dc1, 1, 1, untypedReadX|simd8|255))
	r.env.Scratch = mem.NewBuffer("scratch", 0x10000, 4096)
	set[uint32](r, 20, 0x10000, 0x20000)
	_, err := r.w.Resume(0, 10)
	var fault *Fault
	var unmapped *mem.Fault
	require.ErrorAs(t, err, &fault)
	require.ErrorAs(t, err, &unmapped)
	assert.Equal(t, 1, fault.Lane)
	assert.EqualValues(t, 0x20000, unmapped.Addr)

	// Only the enabled components count: x of the last dword is inside.
	r = load(t, 1, sendMsg(dc1, 1, 1, untypedReadX|simd8|255), sendMsg(dc1, 2, 0, untypedWriteX|simd8|255))
	r.env.Scratch = mem.NewBuffer("scratch", 0x10000, 4096)
	set[uint32](r, 20, 0x10FFC)
	set[uint32](r, 21, 42)
	r.run(t)
	assert.EqualValues(t, 42, word(r.env.Scratch, 1023))
}

func TestBlockMessages(t *testing.T) {
	bytes := scalar(headed(sendMsg(dc0, 1, 1, 1<<14|2<<8))) // 2 OWords, offset in bytes
	owords := scalar(headed(sendMsg(dc0, 1, 1, 0<<14|2<<8)))
	owords.Dst = dst(11, native.UD)
	store := scalar(headed(sendMsg(dc0, 2, 0, 8<<14|2<<8)))
	r := load(t, 1, bytes, owords, store)
	b := r.surface(0, 64)
	set[uint32](r, 20, 0, 0, 4)
	set[uint32](r, 21, 7, 8)
	r.run(t)
	assert.Equal(t, []uint32{101, 102, 103}, get[uint32](r, 10, 3))
	assert.Equal(t, []uint32{116, 117, 118}, get[uint32](r, 11, 3))
	assert.EqualValues(t, 7, word(b, 16))
}

func TestA64Messages(t *testing.T) {
	gather := sendMsg(dc1, 2, 2, 0x10<<14|1<<8|1<<10|255) // two dwords a lane
	r := load(t, 0x3, gather)
	b := r.surface(0, 16)
	set(r, 20, b.Base, b.Base+8)
	r.run(t)
	assert.Equal(t, []uint32{100, 102}, get[uint32](r, 10, 2))
	assert.Equal(t, []uint32{101, 103}, get[uint32](r, 11, 2))

	quads := sendMsg(dc1, 4, 0, 0x1A<<14|2<<8|255)
	r = load(t, 0x11, quads)
	b = r.surface(0, 16)
	set(set(r, 20, b.Base), 21, b.Base+8)
	set[uint64](set[uint64](r, 22, 0x100000002), 23, 0x300000004)
	r.run(t)
	assert.Equal(t, []uint32{2, 1, 4, 3}, []uint32{word(b, 0), word(b, 1), word(b, 2), word(b, 3)})

	long := sendMsg(dc1, 4, 2, 0x12<<14|1<<13|1<<12|7<<8|255) // 64-bit add
	r = load(t, 0x1, long)
	b = r.surface(0, 4)
	set(set[uint64](r, 22, 1<<32|1), 20, b.Base)
	r.run(t)
	assert.Equal(t, []uint32{101, 102}, []uint32{word(b, 0), word(b, 1)})
	assert.EqualValues(t, 101<<32|100, get[uint64](r, 10, 1)[0])

	r = load(t, 0x3, gather)
	b = r.surface(0, 16)
	set(r, 20, b.Base, 16)
	_, err := r.w.Resume(0, 10)
	var fault *Fault
	var unmapped *mem.Fault
	require.ErrorAs(t, err, &fault)
	require.ErrorAs(t, err, &unmapped)
	assert.Equal(t, Fault{Lane: 1, Inst: "send (8|M0)", Err: unmapped}, *fault)
	assert.EqualValues(t, 16, unmapped.Addr)
}

func TestRegisterDescriptor(t *testing.T) {
	in := sendMsg(dc1, 1, 1, untypedReadX|simd8)
	desc := in.Msg.Desc
	in.Msg = native.Message{SFID: dc1, DescReg: true}
	set32 := func(v native.Desc) native.Inst {
		return scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UD), imm(uint64(v), native.UD)))
	}
	r := load(t, 1, set32(desc|3), in)
	r.surface(3, 4)
	assert.EqualValues(t, 100, get[uint32](r.run(t), 10, 1)[0])

	_, err := load(t, 1, set32(desc), in).w.Resume(0, 10)
	require.ErrorIs(t, err, mem.ErrUnbound)
	var missing *code.UnmodelledError
	_, err = load(t, 1, set32(desc|0x1F<<14), in).w.Resume(0, 10)
	require.ErrorAs(t, err, &missing)
	assert.EqualValues(t, 16, missing.IP)
	assert.EqualValues(t, desc|0x1F<<14, missing.Desc)
}

func TestUnmodelledMessages(t *testing.T) {
	for what, in := range map[string]native.Inst{
		"sampler":  sendMsg(2, 1, 4, 0),
		"typed":    sendMsg(dc1, 2, 1, 5<<14|3<<12|0xE<<8),
		"reserved": sendMsg(dc1, 1, 1, untypedReadX|simd8|251),
		"counter":  sendMsg(dc1, 1, 1, 11<<14|1<<13|1<<12),
		"unknown":  sendMsg(15, 1, 1, 0),
	} {
		_, err := loadInsts("x", native.SKL, []native.Inst{in})
		var missing *code.UnmodelledError
		require.ErrorAs(t, err, &missing, what)
		assert.EqualValues(t, in.Msg.Desc, missing.Desc, what)
	}
	short := sendMsg(dc1, 1, 0, untypedWriteX|simd8)
	_, err := loadInsts("x", native.SKL, []native.Inst{short})
	require.ErrorContains(t, err, "1 GRFs of payload and 0 of response: want 2 and 0")
}
