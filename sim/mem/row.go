package mem

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// Lanes is the most lanes that one access has.
const Lanes = 32

// Row is one access of up to 32 lanes: Count elements of Size bytes for each lane
// of Mask. Element c of a lane is at the lane's address + c*Step in memory and at
// byte lane*Stride + c*Next of Data, which has Cell bytes for it: as many as in
// memory, or 4 for an element of 1 or 2 bytes, which is zero-extended when it is
// loaded and cut when it is stored.
type Row struct {
	Mask   uint32
	Size   int // 1, 2, 4 or 8
	Cell   int // Size, or 4
	Count  int
	Step   uint64
	Stride int
	Next   int
	Data   []byte
	ByLane bool // where places overlap: all elements of a lane, then the next lane's; otherwise element by element
}

// check panics when cells reach outside Data or sizes do not go together: the
// loops below it test nothing.
func (r *Row) check() {
	if r.Mask == 0 || r.Count == 0 {
		return
	}
	end := (Lanes-1-bits.LeadingZeros32(r.Mask))*r.Stride + (r.Count-1)*r.Next + r.Cell
	if r.Stride < 0 || r.Next < 0 || r.Count < 0 || end > len(r.Data) || shapeOf(r.Size, r.Cell) == noShape {
		panic(fmt.Sprintf("BUG: row of %d elements of %d bytes in cells of %d, strides %d and %d, mask %#x, in %d bytes",
			r.Count, r.Size, r.Cell, r.Stride, r.Next, r.Mask, len(r.Data)))
	}
}

// shape is the element and cell size of a row.
type shape uint8

const (
	noShape shape = iota
	byteIn4
	wordIn4
	byteCells
	wordCells
	dwordCells
	qwordCells
)

func shapeOf(size, cell int) shape {
	switch {
	case size == 4 && cell == 4:
		return dwordCells
	case size == 8 && cell == 8:
		return qwordCells
	case size == 1 && cell == 4:
		return byteIn4
	case size == 2 && cell == 4:
		return wordIn4
	case size == 1 && cell == 1:
		return byteCells
	case size == 2 && cell == 2:
		return wordCells
	}
	return noShape
}

// column is one element of every lane: the part of a row that a loop runs over.
type column struct {
	s      *Surface
	at     *[Lanes]uint64
	add    uint64 // to each address: the offset in s
	end    uint64 // offsets below it have a whole element
	data   unsafe.Pointer
	stride int
}

// on makes s the surface of a column whose addresses have plus added.
func (c *column) on(s *Surface, plus uint64, size int) {
	c.s, c.add, c.end = s, plus-s.Bias, 0
	if s.Len >= uint64(size) {
		c.end = s.Len - uint64(size) + 1
	}
}

func (c *column) cell(lane int) unsafe.Pointer { return unsafe.Add(c.data, lane*c.stride) }

// Load reads a row from the addresses at and returns the lanes that had bytes
// outside: those read 0 and are counted once for each element, or on a surface
// that faults keep what Data held.
func (s *Surface) Load(at *[Lanes]uint64, r *Row) (outside uint32) {
	if s.dwords(at, r, false) {
		return 0
	}
	r.check()
	if r.ByLane && r.Count > 1 && !r.separate() {
		return s.byLane(at, r, false)
	}
	return s.columns(at, r, r.Mask, false)
}

// Store writes a row to the addresses at and returns the lanes that had bytes
// outside: those are dropped and counted once for each element, or on a surface
// that faults the whole element is. Where lanes overlap the higher one stays,
// and of two elements the later one in the order that ByLane says.
func (s *Surface) Store(at *[Lanes]uint64, r *Row) (outside uint32) {
	if s.dwords(at, r, true) {
		return 0
	}
	r.check()
	if r.ByLane && r.Count > 1 && !apart(at, r) {
		return s.byLane(at, r, true)
	}
	return s.columns(at, r, r.Mask, true)
}

// byLane moves all elements of a lane, then those of the next.
func (s *Surface) byLane(at *[Lanes]uint64, r *Row, write bool) (outside uint32) {
	for m := r.Mask; m != 0; m &= m - 1 {
		outside |= s.columns(at, r, m&-m, write)
	}
	return outside
}

func (s *Surface) columns(at *[Lanes]uint64, r *Row, m uint32, write bool) (outside uint32) {
	for c := range r.Count {
		if m != 0 {
			outside |= s.column(at, r, c, m, write)
		}
	}
	return outside
}

// separate says that no two cells share bytes.
func (r *Row) separate() bool {
	lanes := Lanes - 1 - bits.LeadingZeros32(r.Mask)
	return r.Next >= lanes*r.Stride+r.Cell || r.Stride >= (r.Count-1)*r.Next+r.Cell
}

// apart says that the lanes' addresses ascend without one reaching into the next
// lane's elements, so that the order of their stores does not show.
func apart(at *[Lanes]uint64, r *Row) bool {
	span := uint64(r.Count-1)*r.Step + uint64(r.Size)
	if r.Mask == 0 || span > 1<<16 {
		return false
	}
	free := uint64(0)
	for m := r.Mask; m != 0; m &= m - 1 {
		a := at[bits.TrailingZeros32(m)]
		if a < free || a+span < a {
			return false
		}
		free = a + span
	}
	first := at[bits.TrailingZeros32(r.Mask)]
	return free-first <= slmMask // no two of them meet in the bits that count
}

// column moves element c of the lanes of m, which are not none.
func (s *Surface) column(at *[Lanes]uint64, r *Row, c int, m uint32, write bool) (outside uint32) {
	plus := uint64(c) * r.Step
	col := column{at: at, data: unsafe.Pointer(&r.Data[c*r.Next]), stride: r.Stride}
	if s.flat == nil {
		col.on(s, plus, r.Size)
	}
	for m != 0 {
		lane := bits.TrailingZeros32(m)
		if s.flat != nil {
			to := s.at(at[lane]+plus, r.Size)
			if to == nil {
				outside |= 1 << lane
				m &= m - 1
				continue
			}
			col.on(to, plus, r.Size)
		}
		// What comes back starts with a lane that is outside or needs care, or
		// of the flat space with one in another buffer.
		if m = col.move(shapeOf(r.Size, r.Cell), m, write); m != 0 && (s.flat == nil || bits.TrailingZeros32(m) == lane) {
			outside |= col.one(bits.TrailingZeros32(m), r, write)
			m &= m - 1
		}
	}
	return outside
}

// one is the access of a lane that is outside or, of shared storage, not
// aligned.
func (c *column) one(lane int, r *Row, write bool) (outside uint32) {
	off := (c.at[lane] + c.add) & c.s.Mask
	if !c.s.has(off, r.Size) {
		outside = 1 << lane
		if c.s.Kind.Faults() {
			return outside
		}
	}
	switch {
	case c.s.buf == nil:
		panic("BUG: access to an unbound surface")
	case write:
		c.s.buf.storeSlow(off, r.Size, getCell(c.cell(lane), r.Cell))
	default:
		putCell(c.cell(lane), r.Cell, c.s.buf.loadSlow(off, r.Size))
	}
	return outside
}

func putCell(p unsafe.Pointer, size int, v uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(v)
	case 2:
		*(*uint16)(p) = uint16(v)
	case 4:
		*(*uint32)(p) = uint32(v)
	default:
		*(*uint64)(p) = v
	}
}

func getCell(p unsafe.Pointer, size int) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}
