package eu

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// The accumulators are the bytes of acc0 to acc7, of which threads have two, four or all
// (facts Accumulators and LargeAccumulators): element k of a type lies at k times its size. Integers have bits
// above those: products keep 64 bits of a dword, whatever else writes it 33, as words have.
// They lie apart, 4 bytes for each element of a register; and a dword has four bits for each
// register, which says what its elements were last written as.
const (
	accRegs      = 8
	accFew       = 2 // of targets where nothing says which bits above integers are read
	accRegBytes  = native.GRFBytes
	accBytes     = accRegs * accRegBytes
	accPair      = 2 * accRegBytes // of an operand over two registers
	accHighBytes = 4 * accRegBytes / 2
)

// accKind is a size of integers or a float type, in accKindBits.
type accKind uint8

const (
	accKindBits = 4
	accKindMask = 1<<accKindBits - 1
)

// What the accumulator was last written as. Reading it as another kind is not
// defined by the hardware.
const (
	accNone   accKind = 0
	accDwords accKind = 4
	accF      accKind = 9
	accHF     accKind = 10
	accDF     accKind = 11
	accLost   accKind = 12 // the carry of words, of which nothing is known
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

// accRange is the bits of the kinds for each accumulator that bytes of the register file from at on
// are in, as far as there are accumulators.
func (p *Program) accRange(at, bytes int) uint32 {
	off := uint(at - p.grf - offAcc)
	first, behind := off/accRegBytes, (off+uint(bytes)+accRegBytes-1)/accRegBytes
	return uint32(uint64(1)<<(accKindBits*min(behind, accRegs)) - uint64(1)<<(accKindBits*min(first, accRegs)))
}

// accEach is a kind for each accumulator.
func accEach(k accKind) uint32 { return uint32(k) * (^uint32(0) / accKindMask) }

// setAccKind says what n elements, step bytes apart from byte at on, are now.
func (t *thread) setAccKind(k accKind, at, n, step int) {
	mask, kinds := t.prog.accRange(at, (n-1)*step+1), t.u32(t.grf+offAccKind)
	*kinds = *kinds&^mask | accEach(k)&mask
}

// readAcc checks that bytes of the accumulators hold elements of kind; an accumulator
// that nobody wrote reads as zeros.
func (t *thread) readAcc(o *Op, kind accKind, at, bytes int) bool {
	return t.accsAre(o, accEach(kind), t.prog.accRange(at, bytes))
}

// accsAre is readAcc of the accumulators of mask, with a kind for each.
func (t *thread) accsAre(o *Op, kinds, mask uint32) bool {
	now := *t.u32(t.grf + offAccKind)
	for diff := (now ^ kinds) & mask; diff != 0; diff &= diff - 1 {
		switch k := accKind(now>>(bits.TrailingZeros32(diff)&^(accKindBits-1))) & accKindMask; k {
		case accLost:
			t.unmodelled(o, "reading the carry of words from the accumulator", 0)
			return false
		case accNone:
		default:
			t.unmodelled(o, "reading the accumulator as another kind of type than it was written", 0)
			return false
		}
	}
	return true
}

// readsAcc makes source s, elements of the accumulators, one of registers, whose kinds straight
// looks at; false where another source wants them otherwise.
func (l *loader) readsAcc(s *Source) bool {
	o := l.op
	mask, kinds := l.prog.accRange(int(s.Addr), int(s.Reach)), accEach(s.Kind)
	if (o.AccKinds^kinds)&o.AccReads&mask != 0 {
		return false
	}
	o.AccReads, o.AccKinds = o.AccReads|mask, o.AccKinds|kinds&mask
	o.Flags |= FlagAccs
	return true
}

// writesAcc does so with the destination.
func (l *loader) writesAcc(d *Dest) {
	o := l.op
	o.AccWrites = l.prog.accRange(int(d.Addr), (int(o.N)-1)*int(d.Step)+int(d.Size))
	o.AccBecome = accEach(accKindOf(d.Type)) & o.AccWrites
	o.Flags |= FlagAccs
	d.Hook = plain
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
	if off := addr - t.grf - offAcc; size == 4 && step == 4 && off%accRegBytes+4*int(o.N) <= accRegBytes {
		low, high := (*[accRegBytes / 4]uint32)(unsafe.Add(t.base, addr&^3)), (*[accRegBytes / 4]uint32)(unsafe.Pointer(t.accHigh(off, size)))
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
		*t.accHigh(at-t.grf-offAcc, size) = uint32(v >> (8 * size))
	}
}
