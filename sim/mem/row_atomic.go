package mem

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// AtomicRow is one read-modify-write of up to 32 lanes on elements of Size bytes
// (2, 4 or 8). Lane i's operands are at byte i*Size of X and Y, or i*4 when that is more,
// and its old value goes there in Old; an empty X or Y is an operand of 0, an empty Old drops the values. Old
// may be the storage of X or Y.
type AtomicRow struct {
	Mask      uint32
	Size      int
	Op        Op
	X, Y, Old []byte
}

func (r *AtomicRow) check() {
	end := (Lanes - bits.LeadingZeros32(r.Mask)) * r.cell()
	for _, p := range [...][]byte{r.X, r.Y, r.Old} {
		if len(p) > 0 && len(p) < end || r.Size != 2 && r.Size != 4 && r.Size != 8 {
			panic(fmt.Sprintf("BUG: atomic row of %d bytes, mask %#x, in %d bytes", r.Size, r.Mask, len(p)))
		}
	}
}

// cell is the bytes of a lane in the rows.
func (r *AtomicRow) cell() int { return max(r.Size, 4) }

// Atomic does the lanes of r in ascending order, each as one step. Lanes with
// bytes outside have the old value 0 and are counted, or on a surface that faults
// keep what Old held; lanes whose offset is not a multiple of the size are left
// alone: the data port does not define them.
func (s *Surface) Atomic(at *[Lanes]uint64, r *AtomicRow) (outside, misaligned uint32) {
	r.check()
	to, m := s, r.Mask
	if s.flat == nil && !s.Shared && r.Size == 4 && len(r.X) > 0 {
		m = s.own4(at, r)
	}
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		if s.flat != nil && (to == s || !to.has(to.offset(at[lane]), r.Size)) {
			if to = s.at(at[lane], r.Size); to == nil {
				to = s
				outside |= 1 << lane
				continue
			}
		}
		off := to.offset(at[lane])
		switch {
		case off&uint64(r.Size-1) != 0:
			misaligned |= 1 << lane
		case to.has(off, r.Size):
			to.exchange(off, lane, r)
		default:
			outside |= 1 << lane
			if !s.Kind.Faults() {
				to.buf.left(off, r.Size)
				putOld(r, lane, 0)
			}
		}
	}
	return outside, misaligned
}

// own4 does dwords of storage that one worker has, up to the first lane that is
// outside or misaligned, and returns the lanes that are left.
func (s *Surface) own4(at *[Lanes]uint64, r *AtomicRow) (rest uint32) {
	for rest = r.Mask; rest != 0; rest &= rest - 1 {
		lane := bits.TrailingZeros32(rest) & (Lanes - 1)
		off := (at[lane] - s.Bias) & s.Mask
		if off&3 != 0 || !s.has(off, 4) {
			return rest
		}
		var y uint64
		if len(r.Y) > 0 {
			y = uint64(*(*uint32)(unsafe.Pointer(&r.Y[4*lane])))
		}
		p := (*uint32)(unsafe.Add(s.Base, off))
		old, x := *p, uint64(*(*uint32)(unsafe.Pointer(&r.X[4*lane])))
		*p = uint32(r.Op(uint64(old), x, y))
		if len(r.Old) > 0 {
			*(*uint32)(unsafe.Pointer(&r.Old[4*lane])) = old
		}
	}
	return 0
}

// exchange is one lane's step on an element that exists.
func (s *Surface) exchange(off uint64, lane int, r *AtomicRow) {
	var x, y uint64
	if len(r.X) > 0 {
		x = getCell(unsafe.Pointer(&r.X[lane*r.cell()]), r.Size)
	}
	if len(r.Y) > 0 {
		y = getCell(unsafe.Pointer(&r.Y[lane*r.cell()]), r.Size)
	}
	p := unsafe.Add(s.Base, off)
	if !s.Shared {
		old := getCell(p, r.Size)
		putCell(p, r.Size, r.Op(old, x, y))
		putOld(r, lane, old)
		return
	}
	for {
		old := s.buf.peek(off, r.Size)
		if s.buf.swap(off, r.Size, old, r.Op(old, x, y)) {
			putOld(r, lane, old)
			return
		}
	}
}

func putOld(r *AtomicRow, lane int, v uint64) {
	if len(r.Old) > 0 {
		putCell(unsafe.Pointer(&r.Old[lane*r.cell()]), r.cell(), v)
	}
}
