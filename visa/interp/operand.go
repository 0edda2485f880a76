package interp

import (
	"encoding/binary"
	"unsafe"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// region is where the elements of an operand lie: element i is at
// off + i/w*v + i%w*h, all in bytes but w.
type region struct {
	off     int32
	w, h, v int32
	size    uint8 // bytes per element
}

// contiguous reports whether n elements follow each other without gaps.
func (r *region) contiguous(n int) bool {
	s := int32(r.size)
	return n == 1 || r.h == s && (r.w >= int32(n) || r.v == r.w*s)
}

// scalar reports whether all n elements are the same one.
func (r *region) scalar(n int) bool {
	return n == 1 || r.h == 0 && (r.w >= int32(n) || r.v == 0) || r.w == 1 && r.v == 0
}

// end is the offset behind the last byte of n elements.
func (r *region) end(n int) int32 {
	rows := (int32(n) - 1) / r.w
	cols := min(r.w, int32(n)) - 1
	return r.off + rows*r.v + cols*r.h + int32(r.size)
}

// at is the byte offset of element i from element 0.
func (r *region) at(i int32) int32 { return i/r.w*r.v + i%r.w*r.h }

// indirect is the address part of r[A0(n),imm].
type indirect struct {
	addr  int32 // index of the first address element in thread.addrs
	imm   int32 // bytes
	multi bool  // one address per region row instead of one for all
	first uint8 // lane of element 0
}

// source is one source operand, resolved. The region's off counts from the
// image for direct operands and from the address for indirect ones.
type source struct {
	region
	indirect
	slot  uint8
	n     uint8 // elements: those of the instruction, or as many as the page of the op says
	typ   visa.Type
	mod   visa.Modifier
	class sem.Class
	widen []pass // from the type to the class's bits
	wide  bool   // the class has rows of 64 bits
	how   binding
	form  form   // of a direct operand
	fixed int    // immediates: the row, in the worker's storage
	imm   uint64 // of a memory op's scalar
	pred  int32  // predicate variable
	load  func(w *worker, t *thread, s *source) error
}

// dest is one destination operand, resolved.
type dest struct {
	region
	indirect
	slot   uint8
	typ    visa.Type
	class  sem.Class
	wide   bool
	high   bool // the high dwords of a wide row are stored
	place  bool // elements stand in storage as in the row: under a full mask the kernel may write them there
	dwords bool // a row of 32 bits goes there as it is
	conv   []pass
	pred   int32
	owner  owner // of an address
	store  func(w *worker, t *thread, d *dest, mask uint32) error
}

// owner is the variable whose address an instruction makes: the one it names, or
// that of another address.
type owner struct {
	v        int32 // 1 + the root variable; 0 without one
	addr, w  int32 // else the first of w address elements, which repeat
	inherits bool
}

func (o *owner) of(t *thread, i int) int32 {
	if o.inherits {
		return t.owners[o.addr+int32(i)%o.w]
	}
	return o.v
}

// binding says how a source gets its row.
type binding uint8

const (
	loaded   binding = iota // by its load function, which fills a row of the worker's
	inPlace                 // it stands in storage as in the row
	fixedRow                // it is the same row each time
)

// wide says which classes have rows of 64-bit elements.
var wide = [sem.NumClasses]bool{sem.X: true, sem.UQ: true, sem.Q: true, sem.DF: true}

// row32 is the row of a slot in the worker's own storage, as 32-bit elements.
func (w *worker) row32(slot uint8) *[sem.Lanes]uint32 {
	return w.ownRow(slot).U()
}

// ownRow makes the row of a slot the worker's own.
func (w *worker) ownRow(slot uint8) sem.Row {
	w.frame.Off[slot] = int(slot) * sem.RowSize
	return w.frame.Row(int(slot))
}

// row64 is the same as 64-bit elements.
func (w *worker) row64(slot uint8) *[sem.Lanes]uint64 {
	return w.ownRow(slot).Q()
}

// row is the row at a place of the thread's storage.
func (t *thread) row(off int32) sem.Row { return sem.RowAt(unsafe.Add(t.base, off)) }

// slotRows is the number of the worker's own rows, one for each slot. They come
// first in its storage, then constants, then the variables of threads, and at the
// end as much as a row may reach beyond those.
const slotRows = len(sem.Frame{}.Off)

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func le64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }
