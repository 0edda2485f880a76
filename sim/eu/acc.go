package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// The accumulators are the bytes of acc0 to acc3, of which targets have two or all
// (fact Accumulators): element k of a type lies at k times its size. Integers have bits
// above those: products keep 64 bits of a dword, whatever else writes it 33, as words have.
// They lie apart, 4 bytes for each element of a register; and a dword for each register says
// what its elements were last written as.
const (
	accRegs      = 4
	accRegBytes  = 32
	accBytes     = accRegs * accRegBytes
	accPair      = 2 * accRegBytes // of an operand over two registers
	accHighBytes = 4 * accRegBytes / 2
)

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

// accKinds are the kinds of the accumulators that bytes of the register file from at on
// are in, or are none.
func (t *thread) accKinds(at, bytes int) []uint32 {
	all := (*[accRegs]uint32)(unsafe.Add(t.base, t.grf+offAccKind))
	first := (at - t.grf - offAcc) / accRegBytes
	return all[first&(accRegs-1) : min((at-t.grf-offAcc+bytes-1)/accRegBytes+1, accRegs)]
}

// setAccKind says what n elements, step bytes apart from byte at on, are now.
func (t *thread) setAccKind(k accKind, at, n, step int) {
	kinds := t.accKinds(at, (n-1)*step+1)
	for i := range kinds {
		kinds[i] = uint32(k)
	}
}

// readAcc checks that bytes of the accumulators hold elements of kind; an accumulator
// that nobody wrote reads as zeros.
func (t *thread) readAcc(o *Op, kind accKind, at, bytes int) bool {
	for _, is := range t.accKinds(at, bytes) {
		switch k := accKind(is); {
		case k == accLost:
			t.unmodelled(o, "reading the carry of words from the accumulator", 0)
			return false
		case k != kind && k != accNone:
			t.unmodelled(o, "reading the accumulator as another kind of type than it was written", 0)
			return false
		}
	}
	return true
}

// accHigh are the bits above an integer element, which lies off bytes behind acc0.
func (t *thread) accHigh(off, size int) *uint32 {
	at := off/accRegBytes*accHighBytes + off%accRegBytes/size*4
	return t.u32(t.grf + offAccHigh + at&(accRegs*accHighBytes-1))
}

// accInt is the exact value of an integer element.
func (t *thread) accInt(ty native.Type, k int) int64 {
	size := ty.Size()
	p := unsafe.Add(t.base, t.grf+offAcc+k*size)
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
func (t *thread) wideAcc(s *Source, row *[maxLanes]int64) {
	first := (int(s.Addr) - t.grf - offAcc) / s.Type.Size()
	for i, off := range t.prog.Offs[s.Offs:][:s.Reach] {
		row[i&31] = t.accInt(s.Type, first+int(off))
	}
}

// putAcc writes exact integers as elements of a type: those of em, step bytes
// apart from a register byte on, without their drop highest bits.
func (t *thread) putAcc(o *Op, ty native.Type, em uint32, addr, step int, drop uint8, row *[maxLanes]int64) {
	size := ty.Size()
	t.setAccKind(accKindOf(ty), addr, int(o.N), step)
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
		*t.accHigh(at-t.grf-offAcc, size) = uint32(v >> (8 * size))
	}
}
