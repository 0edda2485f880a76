package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// address puts a byte address into a0.0.
func address(v uint64) native.Inst {
	return scalar(ins(native.OpMov, 1, arf(native.ARFA0, 0, native.UW), imm(v, native.UW)))
}

// TestIndirectDestinationEnd: the last element of a strided destination may end at
// the last byte of the register file, not behind it; what is behind stays.
func TestIndirectDestinationEnd(t *testing.T) {
	to := native.Operand{File: native.GRF, Indirect: true, Type: native.W, Region: native.Region{H: 4}}
	in := ins(native.OpMov, 8, to, vec(1, native.W)) // elements 8 bytes apart: 58 bytes in all
	const last = 4096 - 58
	r := load(t, 0xFF, address(last), in)
	set[int16](r, 1, 1, 2, 3, 4, 5, 6, 7, 8)
	r.run(t)
	assert.Equal(t, []byte{7, 0, 0, 0, 0, 0, 0, 0, 8, 0}, r.file()[4096-10:])
	for _, at := range []uint64{last + 1, last + 8, 4094, 4096} {
		r = load(t, 0xFF, address(at), in)
		_, err := r.w.Resume(0, 10)
		var outside *RegisterError
		require.ErrorAs(t, err, &outside)
		assert.Equal(t, RegisterError{Addr: int(at), Size: 58, Limit: 4096}, *outside)
		assert.Zero(t, *r.u32(r.grf + code.OffF), "nothing behind the file")
	}
	// Only enabled elements count.
	r = load(t, 0x7F, address(last+8), in)
	set[int16](r, 1, 1, 2, 3, 4, 5, 6, 7, 8)
	assert.Equal(t, []byte{7, 0}, r.run(t).file()[4094:])
	r = load(t, 0xFF, address(8192-2), in)
	_, err := r.w.Resume(0, 10)
	require.Error(t, err)
	to.AddrImm = -2
	r = load(t, 0xFF, address(0), ins(native.OpMov, 8, to, vec(1, native.W)))
	_, err = r.w.Resume(0, 10)
	require.ErrorContains(t, err, "bytes -2 to 55 of a file of 4096")
}

// TestIndirectSourceEnd: the same for a region, and for each row of VxH.
func TestIndirectSourceEnd(t *testing.T) {
	src := native.Operand{File: native.GRF, Indirect: true, Type: native.D, Region: packed}
	in := ins(native.OpMov, 8, dst(10, native.D), src)
	r := load(t, 0xFF, address(4096-32), in)
	set(r, 127, seq(1, 8)...)
	assert.Equal(t, seq(1, 8), get[int32](r.run(t), 10, 8))
	_, err := load(t, 0xFF, address(4096-31), in).w.Resume(0, 10)
	require.ErrorContains(t, err, "bytes 4065 to 4096 of a file of 4096")

	// Rows of four elements, 8 bytes apart: 28 bytes.
	src.Region = native.Region{V: native.VxH, W: 4, H: 2}
	in = ins(native.OpMov, 8, dst(10, native.D), src)
	addr := ins(native.OpMov, 2, arf(native.ARFA0, 0, native.UW), vec(2, native.UW))
	row := func(first, second uint16, mask uint32) (*rig, error) {
		r := load(t, mask, scalar(addr), in)
		set(set(set(r, 127, seq(1, 8)...), 3, seq(11, 8)...), 2, first, second)
		_, err := r.w.Resume(0, 10)
		return r, err
	}
	r, err = row(96, 4096-28, 0xFF)
	require.NoError(t, err)
	assert.Equal(t, []int32{11, 13, 15, 17, 2, 4, 6, 8}, get[int32](r, 10, 8))
	_, err = row(96, 4096-27, 0xFF)
	require.ErrorContains(t, err, "lane 4: mov (8|M0): indirect operand reaches register bytes 4069 to 4096 of a file of 4096")
	_, err = row(4096-27, 96, 0xFF)
	require.ErrorContains(t, err, "lane 0: ")
	r, err = row(96, 4096-27, 0x0F)
	require.NoError(t, err, "a row without enabled elements may have any address")
	assert.Equal(t, []int32{11, 13, 15, 17, 0}, get[int32](r, 10, 5))
}

// TestHalt: halted channels wait at UIP; when none is left behind, the thread goes
// to JIP, not to UIP.
func TestHalt(t *testing.T) {
	note := func(reg int) native.Inst { return scalar(ins(native.OpMov, 1, dst(reg, native.D), imm(1, native.D))) }
	code := []native.Inst{
		jump(native.OpHalt, 1, 3, 5), // 0
		note(10),                     // 1
		note(11),                     // 2
		note(12),                     // 3: JIP
		note(13),                     // 4
		ins(native.OpMov, 8, dst(14, native.D), imm(1, native.D)), // 5: UIP
	}
	run := func(flag uint32) *rig {
		r := load(t, 0xFF, code...)
		*r.flagWord(0) = flag << 16
		return r.run(t)
	}
	ran := func(r *rig) (out []int32) {
		for reg := 10; reg < 14; reg++ {
			out = append(out, get[int32](r, reg, 1)[0])
		}
		return out
	}
	r := run(0xFF)
	assert.Equal(t, []int32{0, 0, 1, 1}, ran(r), "all halt: on at JIP")
	assert.Equal(t, []int32{1, 1, 1, 1, 1, 1, 1, 1}, get[int32](r, 14, 8), "and together again at UIP")
	r = run(0x0F)
	assert.Equal(t, []int32{1, 1, 1, 1}, ran(r), "some go on")
	assert.Equal(t, []int32{1, 1, 1, 1, 1, 1, 1, 1}, get[int32](r, 14, 8))
}

// TestChannelEnables: ce0 has the active channels, and those that the thread does
// not have; sr0.2 is the dispatch mask, sr0.3 the same for groups of four.
//
// seed: Ivy Bridge EU 3.3.3.7
func TestChannelEnables(t *testing.T) {
	read := func(reg int, sub int, to int) native.Inst {
		src := arf(int32(reg), sub, native.UD)
		src.Region = native.Scalar
		return scalar(ins(native.OpMov, 1, dst(to, native.UD), src))
	}
	r := load(t, 0x00FF00F1,
		read(native.ARFCE0, 0, 10), read(native.ARFSR0, 2, 11), read(native.ARFSR0, 3, 12), read(native.ARFIP, 0, 13),
		jump(native.OpIf, 1, 2, 2),
		read(native.ARFCE0, 0, 14),
		jump(native.OpEndif, 0, 1, 0))
	*r.flagWord(0) = 0x30 << 16
	r.run(t)
	assert.Equal(t, []uint32{0xFFFFFFFF, 0x00FF00F1, 0x00FF00FF, 48}, []uint32{
		get[uint32](r, 10, 1)[0], get[uint32](r, 11, 1)[0], get[uint32](r, 12, 1)[0], get[uint32](r, 13, 1)[0]})
	// The eight channels of the if: those without a true predicate are off, all
	// others of the thread are behind it.
	assert.Equal(t, uint32(0xFF00FF0E|0x00FF0030), get[uint32](r, 14, 1)[0])
	at8 := load(t, 0xF0F, at(read(native.ARFCE0, 0, 10), 8))
	assert.Equal(t, uint32(0x00FFFFFF), get[uint32](at8.run(t), 10, 1)[0], "from the instruction's first channel on")
}

// TestIndirectAtZero: the first byte of the file is a place like any other.
func TestIndirectAtZero(t *testing.T) {
	src := native.Operand{File: native.GRF, Indirect: true, Type: native.D, Region: packed}
	r := load(t, 0xFF, address(0), ins(native.OpMov, 8, dst(10, native.D), src))
	set(r, 0, seq(5, 8)...)
	assert.Equal(t, seq(5, 8), get[int32](r.run(t), 10, 8))
}

// TestCallAndReturn: the channels with a true predicate go and come back, the
// others wait behind the call; with none the thread goes on.
func TestCallAndReturn(t *testing.T) {
	call := jump(native.OpCall, 1, 3, 0)
	call.Dst = native.GRFOperand(20, 0, native.Dst1, native.UD)
	ret := ins(native.OpRet, 8, native.NullDst(native.UD), native.GRFOperand(20, 0, native.Scalar, native.UD))
	inc := func(reg int) native.Inst {
		return ins(native.OpAdd, 8, dst(reg, native.D), vec(reg, native.D), imm(1, native.D))
	}
	over := jump(native.OpJmpi, 0, 3, 0)
	over.ExecSize, over.NoMask, over.Src[0] = 1, true, imm(0, native.D)
	code := []native.Inst{call, inc(10), over, inc(11), ret} // the routine is 3 and 4
	for flag, want := range map[uint32][]int32{0x0F: {1, 1, 1, 1, 0, 0, 0, 0}, 0xFF: {1, 1, 1, 1, 1, 1, 1, 1}, 0: {0, 0, 0, 0, 0, 0, 0, 0}} {
		r := load(t, 0xFF, code...)
		*r.flagWord(0) = flag << 16
		r.run(t)
		assert.Equal(t, want, get[int32](r, 11, 8), "flag %#x", flag)
		assert.Equal(t, []int32{1, 1, 1, 1, 1, 1, 1, 1}, get[int32](r, 10, 8))
		assert.Equal(t, []uint32{16, flag}, get[uint32](r, 20, 2), "return address and channels")
	}
	r := load(t, 0xFF, ret)
	set[uint32](r, 20, 4, 0xFF)
	_, err := r.w.Resume(0, 10)
	require.EqualError(t, err, "ip 0x00000: ret (8|M0): jump to ip 0x00004: no instruction begins there; the code has ips 0 to 0x0001f")
	r = load(t, 0xFF, ret, inc(10))
	set[uint32](r, 20, 32, 0)
	assert.Equal(t, []int32{1, 1, 1, 1, 1, 1, 1, 1}, get[int32](r.run(t), 10, 8), "nobody returns")
}

// TestSwizzle: an Align16 source takes components of its group as it says.
func TestSwizzle(t *testing.T) {
	mov := func(ty native.Type, n uint8, region native.Region, swizzle, enable uint8) native.Inst {
		in := ins(native.OpMov, n, dst(10, ty), vec(1, ty))
		in.Align16, in.Src[0].Region, in.Src[0].Swizzle, in.Dst.ChanEn = true, region, swizzle, enable
		return in
	}
	group := native.Region{V: 4, W: 4, H: 1}
	r := load(t, 0xFF, mov(native.D, 8, group, 0x1B, 15)) // wzyx
	set(r, 1, seq(0, 8)...)
	assert.Equal(t, []int32{3, 2, 1, 0, 7, 6, 5, 4}, get[int32](r.run(t), 10, 8))
	r = load(t, 1, mov(native.D, 1, group, 0xFF, 15)) // one channel takes w
	set(r, 1, seq(1, 4)...)
	assert.Equal(t, []int32{4, 0}, get[int32](r.run(t), 10, 2))
	r = load(t, 0xFF, mov(native.D, 8, native.Region{W: 4, H: 1}, 0x1B, 5)) // the first group for all; x and z
	set(r, 1, seq(1, 8)...)
	assert.Equal(t, []int32{4, 0, 2, 0, 4, 0, 2, 0}, get[int32](r.run(t), 10, 8))
	r = load(t, 0xF, mov(native.DF, 4, native.Region{V: 2, W: 2, H: 1}, 0x4E, 15)) // the second of each pair first
	set[float64](r, 1, 1, 2, 3, 4)
	assert.Equal(t, []float64{2, 1, 4, 3}, get[float64](r.run(t), 10, 4))
	r = load(t, 0xF, mov(native.DF, 4, native.Region{W: 2, H: 1}, 0x4E, 3))
	set[float64](r, 1, 1, 2, 3, 4)
	assert.Equal(t, []float64{2, 0, 2, 0}, get[float64](r.run(t), 10, 4))
}
