package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// Arithmetic of more than 32 bits: carries, and the two steps of a long multiply, which keep in the
// accumulator what their result has no room for.

// carry is addc and subb: dwords, with carry or borrow in the accumulator. A negative
// word stops the thread.
func (t *thread) carry(o *code.Op, em uint32) {
	if o.Dst.Type.Size() == 2 { // of words, carryOfWords
		t.alu(o, em)
		if !t.mode.noAcc {
			t.setAccKind(code.AccLost, t.grf+code.OffAcc, code.AccPair, 1)
		}
		return
	}
	n := int(o.N)
	if o.Class == code.ClassRaw {
		t.carryOfDwords(o, em)
		return
	}
	a, b := as[int64](t.row(o, &o.Src[0], 0)), as[int64](t.row(o, &o.Src[1], 1))
	out, over := as[int64](t.tmp(tmpOut)), as[int64](t.tmp(tmpExtra))
	wideRows[o.Kern&(numKernels-1)](out, a, b, nil, n)
	for i := range n & 63 {
		if b[i&31] < 0 && em>>(i&31)&1 != 0 {
			t.unmodelled(o, "the carry of a negative word", 0)
			return
		}
		over[i&31] = out[i&31] >> 32 & 1
	}
	raw := t.convert(o, unsafe.Pointer(out))
	if o.Cond != native.CondNone {
		t.setFlags(o, em&o.Dst.Enable, t.testZero(o.Dst.Type, o.Cond, raw, n))
	}
	if o.Flags&code.FlagAccWr != 0 && !t.mode.noAcc {
		t.putAcc(o, native.UD, em&o.Dst.Enable, int(o.AccAt), 4, 0, over)
	}
	t.put(o, em, unsafe.Pointer(out), raw)
}

// carryOfDwords is carry of dwords without a sign on both sides.
func (t *thread) carryOfDwords(o *code.Op, em uint32) {
	n := int(o.N)
	a, b := as[uint32](t.row(o, &o.Src[0], 0)), as[uint32](t.row(o, &o.Src[1], 1))
	acc, direct := o.Flags&code.FlagAccWr != 0 && !t.mode.noAcc, em == o.Full && o.Flags&code.FlagInPlace != 0 && o.Cond == native.CondNone
	out, over := as[uint32](t.tmp(tmpOut)), as[uint32](t.tmp(tmpExtra))
	if direct {
		out = as[uint32](unsafe.Add(t.base, int(o.Dst.Addr)))
	}
	carryRow(o.Kern, out, over, a, b, n)
	if o.Cond != native.CondNone {
		t.setFlags(o, em&o.Dst.Enable, t.testZero(o.Dst.Type, o.Cond, unsafe.Pointer(out), n))
	}
	if acc {
		t.become(o)
		storePacked(unsafe.Add(t.base, int(o.AccAt)), em&o.Dst.Enable, unsafe.Pointer(over), n)
		storePacked(unsafe.Pointer(t.accHigh(int(o.AccAt)-t.grf-code.OffAcc, native.UD.Size())), em&o.Dst.Enable, unsafe.Pointer(&zeros), n)
	}
	if !direct {
		t.put(o, em, unsafe.Pointer(out), unsafe.Pointer(out))
	}
}

// carryRow is sums or differences of n dwords, and what they carry or borrow.
func carryRow(k code.Kernel, out, over, a, b *[maxLanes]uint32, n int) {
	switch {
	case k == code.KernAdd && eights(n):
		avx.Carry(out, over, a, b, n)
	case k == code.KernAdd:
		for i := range n & 63 {
			sum := uint64(a[i&31]) + uint64(b[i&31])
			out[i&31], over[i&31] = uint32(sum), uint32(sum>>32)
		}
	case eights(n):
		avx.Borrow(out, over, a, b, n)
	default:
		for i := range n & 63 {
			sum := uint64(a[i&31]) - uint64(b[i&31])
			out[i&31], over[i&31] = uint32(sum), uint32(sum>>32)&1
		}
	}
}

// mach is the second step of a 32-bit multiply: the accumulator holds source 0
// times the low word of source 1; mach adds source 0 times the high word, shifted,
// and gives the upper half of the sum; or, when it leaves the accumulator alone,
// the lower half.
func (t *thread) mach(o *code.Op, em uint32) {
	if !t.readAcc(o, code.AccDwords, t.grf+code.OffAcc, code.AccDwordLanes*native.D.Size()) {
		return
	}
	if o.Flags&code.FlagLong != 0 && !t.mode.noAcc {
		t.longMach(o, em)
		return
	}
	n := int(o.N)
	a, b := as[int64](t.row(o, &o.Src[0], 0)), as[int64](t.row(o, &o.Src[1], 1))
	out, sum := as[int64](t.tmp(tmpOut)), as[int64](t.tmp(tmpExtra))
	shift := 0
	if o.Flags&code.FlagAccWr != 0 {
		shift = 32
	}
	first := (int(o.AccAt) - t.grf - code.OffAcc) / 4
	for i := range n & 63 {
		sum[i&31] = t.accInt(native.D, first+i) + a[i&31]*(b[i&31]>>16)<<16
		out[i&31] = sum[i&31] >> shift
	}
	raw := t.convert(o, unsafe.Pointer(out))
	if o.Cond != native.CondNone {
		t.setFlags(o, em&o.Dst.Enable, t.testZero(o.Dst.Type, o.Cond, raw, n))
	}
	if o.Flags&code.FlagAccWr != 0 && !t.mode.noAcc {
		t.putAcc(o, native.D, em&o.Dst.Enable, int(o.AccAt), 4, 0, sum)
	}
	t.put(o, em, unsafe.Pointer(out), raw)
}

// become says what the accumulators hold that o writes.
func (t *thread) become(o *code.Op) {
	kinds := t.u32(t.grf + code.OffAccKind)
	*kinds = *kinds&^o.AccWrites | o.AccBecome
}

// integer is element k of a source of FlagLong.
func (t *thread) integer(s *code.Source, k int) int64 {
	p := unsafe.Add(t.spaces[s.Space&1], int(s.Addr)+k*int(s.Step))
	switch s.Type {
	case native.D:
		return int64(*(*int32)(p))
	case native.UD:
		return int64(*(*uint32)(p))
	case native.W:
		return int64(*(*int16)(p))
	}
	return int64(*(*uint16)(p))
}

// longMul is the first step with FlagLong: 64 bits of each product.
func (t *thread) longMul(o *code.Op, em uint32) {
	low, high := t.accDwordRow(int(o.Dst.Addr))
	for em &= o.Dst.Enable; em != 0; {
		var k int
		k, em = lowest(em)
		v := t.integer(&o.Src[0], k) * t.integer(&o.Src[1], k)
		low[k&7], high[k&7] = uint32(v), uint32(v>>32)
	}
	t.become(o)
}

// longMach is the second step with FlagLong.
func (t *thread) longMach(o *code.Op, em uint32) {
	low, high := t.accDwordRow(int(o.AccAt))
	out := as[uint32](t.tmp(tmpOut))
	for rest := em & o.Dst.Enable; rest != 0; {
		var k int
		k, rest = lowest(rest)
		sum := int64(high[k&7])<<32 | int64(low[k&7])
		sum += t.integer(&o.Src[0], k) * (t.integer(&o.Src[1], k) >> 16) << 16
		low[k&7], high[k&7], out[k&31] = uint32(sum), uint32(sum>>32), uint32(sum>>32)
	}
	t.become(o)
	t.store(o, em, unsafe.Pointer(out))
}

// accDwordRow is the dwords of an accumulator from a register byte on, of which an op with FlagLong
// has no more than are left, and the bits above them.
func (t *thread) accDwordRow(at int) (low, high *[code.AccDwordLanes]uint32) {
	return (*[code.AccDwordLanes]uint32)(unsafe.Add(t.base, at)), (*[code.AccDwordLanes]uint32)(unsafe.Pointer(t.accHigh(at-t.grf-code.OffAcc, native.UD.Size())))
}
