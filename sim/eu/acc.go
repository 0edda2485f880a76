package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// The accumulator is the bytes of acc0 and acc1, where element k of a type lies at
// k times its size. Integers have bits above those: products keep 64 bits of a
// dword, whatever else writes it 33, as words have. They lie apart, 4 bytes for each element;
// and a byte says what the elements were last written as.
const accBytes = 64

// accKind is a size of integers or a float type.
type accKind uint8

// What the accumulator was last written as. Reading it as another kind is not
// defined by the hardware.
const (
	accNone   accKind = 0
	accDwords accKind = 4
	accF      accKind = 16
	accHF     accKind = 17
	accDF     accKind = 18
	accLost   accKind = 32 // the carry of words, of which nothing is known
)

// accKindOf is how the accumulator holds elements of a type.
func accKindOf(ty native.Type) accKind {
	switch ty {
	case native.F:
		return accF
	case native.HF:
		return accHF
	case native.DF:
		return accDF
	}
	return accKind(ty.Size())
}

func (t *thread) accKind() accKind     { return accKind(*t.u32(t.grf + offAccKind)) }
func (t *thread) setAccKind(k accKind) { *t.u32(t.grf + offAccKind) = uint32(k) }

// readAcc checks that the accumulator holds elements of kind; an accumulator
// that nobody wrote reads as zeros.
func (t *thread) readAcc(o *Op, kind accKind) bool {
	switch k := t.accKind(); {
	case k == accLost:
		t.unmodelled(o, "reading the carry of words from the accumulator", 0)
		return false
	case k != kind && k != accNone:
		t.unmodelled(o, "reading the accumulator as another kind of type than it was written", 0)
		return false
	}
	return true
}

// accInt is the exact value of an integer element.
func (t *thread) accInt(ty native.Type, k int) int64 {
	size := ty.Size()
	p := unsafe.Add(t.base, t.grf+offAcc+k*size)
	high := int64(*(*int32)(unsafe.Add(t.base, t.grf+offAccHigh+4*(k&31))))
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
func (t *thread) wideAcc(s *Source, row *[maxLanes]int64) {
	first := (int(s.Addr) - t.grf - offAcc) / s.Type.Size()
	for i, off := range t.prog.Offs[s.Offs:][:s.Reach] {
		row[i&31] = t.accInt(s.Type, first+int(off))
	}
}

// putAcc writes exact integers as elements of a type: those of em, step bytes
// apart from a register byte on, without their drop highest bits.
func (t *thread) putAcc(ty native.Type, em uint32, addr, step int, drop uint8, row *[maxLanes]int64) {
	t.setAccKind(accKindOf(ty))
	size := ty.Size()
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
		element := (at - t.grf - offAcc) / size
		*t.u32(t.grf + offAccHigh + 4*(element&31)) = uint32(v >> (8 * size))
	}
}
