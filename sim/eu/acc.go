package eu

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// setAccKind says what n elements, step bytes apart from byte at on, are now.
func (t *thread) setAccKind(k code.AccKind, at, n, step int) {
	mask, kinds := t.prog.AccRange(at, (n-1)*step+1), t.u32(t.grf+code.OffAccKind)
	*kinds = *kinds&^mask | code.AccEach(k)&mask
}

// readAcc checks that bytes of the accumulators hold elements of kind; an accumulator
// that nobody wrote reads as zeros.
func (t *thread) readAcc(o *code.Op, kind code.AccKind, at, bytes int) bool {
	return t.accsAre(o, code.AccEach(kind), t.prog.AccRange(at, bytes))
}

// accsAre is readAcc of the accumulators of mask, with a kind for each.
func (t *thread) accsAre(o *code.Op, kinds, mask uint32) bool {
	now := *t.u32(t.grf + code.OffAccKind)
	for diff := (now ^ kinds) & mask; diff != 0; diff &= diff - 1 {
		switch k := code.AccKind(now>>(bits.TrailingZeros32(diff)&^(code.AccKindBits-1))) & code.AccKindMask; k {
		case code.AccLost:
			t.unmodelled(o, "reading the carry of words from the accumulator", 0)
			return false
		case code.AccNone:
		default:
			t.unmodelled(o, "reading the accumulator as another kind of type than it was written", 0)
			return false
		}
	}
	return true
}

// accHigh are the bits above an integer element, which lies off bytes behind acc0.
func (t *thread) accHigh(off, size int) *uint32 {
	at := off/code.AccRegBytes*code.AccHighBytes + off%code.AccRegBytes/size*4
	return t.u32(t.grf + code.OffAccHigh + at&(code.AccRegs*code.AccHighBytes-1))
}

// accInt is the exact value of an integer element.
func (t *thread) accInt(ty native.Type, k int) int64 {
	size := ty.Size()
	p := unsafe.Add(t.base, t.grf+code.OffAcc+k*size)
	high := int64(int32(*t.accHigh(k*size, size)))
	switch size {
	case 4:
		return high<<32 | int64(*(*uint32)(p))
	case 2:
		return high<<16 | int64(*(*uint16)(p))
	case 1:
		return high<<8 | int64(*(*uint8)(p))
	}
	return *(*int64)(p)
}

// wideAcc loads a source of exact integers. Its Addr is a byte of the registers.
func (t *thread) wideAcc(s *code.Source, row *[maxLanes]int64) {
	first := (int(s.Addr) - t.grf - code.OffAcc) / s.Type.Size()
	for i, off := range t.prog.Offs[s.Offs:][:s.Reach] {
		row[i&31] = t.accInt(s.Type, first+int(off))
	}
}

// putAcc writes exact integers as elements of a type: those of em, step bytes
// apart from a register byte on, without their drop highest bits.
func (t *thread) putAcc(o *code.Op, ty native.Type, em uint32, addr, step int, drop uint8, row *[maxLanes]int64) {
	size := ty.Size()
	t.setAccKind(code.AccKindOf(ty), addr, int(o.N), step)
	if off := addr - t.grf - code.OffAcc; size == 4 && step == 4 && off%code.AccRegBytes+4*int(o.N) <= code.AccRegBytes {
		low, high := (*[code.AccRegBytes / 4]uint32)(unsafe.Add(t.base, addr&^3)), (*[code.AccRegBytes / 4]uint32)(unsafe.Pointer(t.accHigh(off, size)))
		for em != 0 {
			var k int
			k, em = lowest(em)
			v := row[k&31] << (drop & 63) >> (drop & 63)
			low[k&7], high[k&7] = uint32(v), uint32(v>>32)
		}
		return
	}
	for em != 0 {
		var k int
		k, em = lowest(em)
		v, at := row[k&31]<<(drop&63)>>(drop&63), addr+k*step
		p := unsafe.Add(t.base, at)
		switch size {
		case 4:
			*(*uint32)(p) = uint32(v)
		case 2:
			*(*uint16)(p) = uint16(v)
		case 1:
			*(*uint8)(p) = uint8(v)
		default:
			*(*int64)(p) = v
			continue
		}
		*t.accHigh(at-t.grf-code.OffAcc, size) = uint32(v >> (8 * size))
	}
}
