package sem

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
)

// Cells is one access to memory of up to 32 lanes: Count elements of Size bytes
// for each lane of Mask. Element c of a lane is at the lane's address + c*Step in
// memory and at byte lane*Stride + c*Next of Data, in Cell bytes: as many as in
// memory, or 4 for an element of 1 or 2 bytes, zero-extended when it is loaded
// and cut when it is stored. ByLane stores all elements of a lane before those of
// the next. The fields are those of mem.Row, so that an engine hands them over as
// they are.
type Cells struct {
	Mask   uint32
	Size   int
	Cell   int
	Count  int
	Step   uint64
	Stride int
	Next   int
	Data   []byte
	ByLane bool
}

// AtomicCells is one read-modify-write of up to 32 lanes on elements of Size
// bytes (4 or 8): lane i's operands are at byte i*Size of X and Y and its old
// value goes there in Old; an empty one is an operand of 0 or drops the values. Op may
// run more than once. The fields are those of mem.AtomicRow.
type AtomicCells struct {
	Mask      uint32
	Size      int
	Op        func(old, a, b uint64) uint64
	X, Y, Old []byte
}

// Memory is what memory bodies read and write: one surface, or the flat address
// space. Addresses are bytes, one per lane. Out-of-range accesses behave as the
// surface says (reads of 0, dropped writes) or return an error. Lanes come in
// ascending order where it shows.
type Memory interface {
	Load(at *[Lanes]uint64, c *Cells) error
	Store(at *[Lanes]uint64, c *Cells) error
	Atomic(at *[Lanes]uint64, c *AtomicCells) error
	// Read and Write move a block of bytes.
	Read(addr uint64, p []byte) error
	Write(addr uint64, p []byte) error
}

// access is what a memory body works with, beside its frame's operands.
type access struct {
	At     [Lanes]uint64 // addresses of the lanes
	cells  Cells
	atomic AtomicCells
	spare  []byte // stands for a raw operand that ends too early, as a null operand does
	zeros  [Lanes]uint64
}

// dwordAddresses are sums of 32 bits: an offset of each lane, and a base.
func dwordAddresses(at []uint64, offsets []uint32, base uint32) {
	if n := len(at); avx.Have && n&7 == 0 && len(offsets) >= n && n > 0 {
		avx.WidenSums(&at[0], &offsets[0], base, n)
		return
	}
	for i := range at {
		at[i] = uint64(offsets[i] + base)
	}
}

// qwordAddresses are the same sums of 64 bits.
func qwordAddresses(at, offsets []uint64, base uint64) {
	for i := range at {
		at[i] = offsets[i] + base
	}
}

// storage is the raw operand of a slot from byte from to byte to. When it ends
// before, which it does at once for a null operand, short is true and the bytes
// are a copy: zero beyond its end.
func (f *Frame) storage(slot, from, to int) (p []byte, short bool) {
	b := f.Raw[slot]
	if from >= 0 && to <= len(b) {
		return b[from:to], false
	}
	f.Reach[slot] = max(f.Reach[slot], to)
	if from < 0 {
		from = 0
	}
	if n := max(to-from, 0); cap(f.spare) < n {
		f.spare = make([]byte, n)
	} else {
		f.spare = f.spare[:n]
		clear(f.spare)
	}
	if from < len(b) {
		copy(f.spare, b[from:])
	}
	return f.spare, true
}

// giveBack writes what storage copied back to the raw operand, whole elements of
// size bytes only.
func (f *Frame) giveBack(slot, from, size int, p []byte) {
	b := f.Raw[slot]
	if from < len(b) {
		n := (len(b) - from) / size * size
		copy(b[from:from+n], p)
	}
}

// elements says what is accessed next: the fields of Cells but Data.
func (f *Frame) elements(mask uint32, size, cell, count int, step uint64, stride, next int) {
	c := &f.cells
	c.Mask, c.Size, c.Cell, c.Count, c.Step, c.Stride, c.Next, c.ByLane = mask, size, cell, count, step, stride, next, count > 1
}

// rowOf completes the access in cells, whose elements lie in the raw operand of a slot: byte
// base of it is where the element 0 of lane 0 lies. Lanes and elements may lie in
// any order, but not before that one. None says that no lane has an element.
func (f *Frame) rowOf(slot, base int) (none, short bool) {
	c := &f.cells
	if c.Mask == 0 || c.Count <= 0 {
		return true, false
	}
	last := bits.Len32(c.Mask) - 1
	c.Data, short = f.storage(slot, base, base+last*c.Stride+(c.Count-1)*c.Next+c.Cell)
	return false, short
}

// loadRow loads elements into the raw operand of a slot, from byte base of it on,
// from the addresses At: what cells says.
func (f *Frame) loadRow(slot, base int) error {
	none, short := f.rowOf(slot, base)
	if none {
		return nil
	}
	if err := f.Mem.Load(&f.At, &f.cells); err != nil {
		return err
	}
	if short {
		f.giveBack(slot, base, f.cells.Cell, f.cells.Data)
	}
	return nil
}

// storeRow stores elements of the raw operand of a slot, from byte base of it on,
// to the addresses At: what cells says.
func (f *Frame) storeRow(slot, base int) error {
	if none, _ := f.rowOf(slot, base); none {
		return nil
	}
	return f.Mem.Store(&f.At, &f.cells)
}

// atomicRow does one atomic per lane at the addresses At, with the operands and
// the old values in element i of raw operands.
func (f *Frame) atomicRow(mask uint32, size int, op func(old, a, b uint64) uint64, x, y, old int) error {
	end := bits.Len32(mask) * size
	okX, okY, okOld := f.whole(x, end), f.whole(y, end), f.whole(old, end)
	switch {
	case mask == 0:
		return nil
	case !okX || !okY || !okOld:
		return f.atomicLanes(mask, size, op, x, y, old)
	}
	f.atomic = AtomicCells{Mask: mask, Size: size, Op: op, X: f.Raw[x], Y: f.Raw[y], Old: f.Raw[old]}
	return f.Mem.Atomic(&f.At, &f.atomic)
}

// whole reports whether the raw operand of a slot is null or has n bytes.
func (f *Frame) whole(slot, n int) bool {
	have := len(f.Raw[slot])
	if have >= n {
		return true
	}
	f.Reach[slot] = max(f.Reach[slot], n)
	return have == 0
}

// atomicLanes is atomicRow with operands that end too early: lane by lane, zeros
// beyond their ends.
func (f *Frame) atomicLanes(mask uint32, size int, op func(old, a, b uint64) uint64, x, y, old int) error {
	at := f.At
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros32(mask)
		v, err := f.atomic1(at[i], size, op, f.rawLoad(x, i, size), f.rawLoad(y, i, size))
		if err != nil {
			return err
		}
		f.rawStore(old, i, size, v)
	}
	return nil
}

// readBlock fills n bytes of the raw operand of a slot from byte from on.
func (f *Frame) readBlock(slot, from int, addr uint64, n int) error {
	p, short := f.storage(slot, from, from+n)
	if err := f.Mem.Read(addr, p); err != nil {
		return err
	}
	if short {
		f.giveBack(slot, from, 4, p)
	}
	return nil
}

// writeBlock writes n bytes of the raw operand of a slot from byte from on.
func (f *Frame) writeBlock(slot, from int, addr uint64, n int) error {
	p, _ := f.storage(slot, from, from+n)
	return f.Mem.Write(addr, p)
}

// load1, store1 and atomic1 are the accesses of bodies whose loops are none that
// rows can do: one element.

func (f *Frame) load1(addr uint64, size int) (uint64, error) {
	f.zeros[0] = 0
	f.At[0] = addr
	f.cells = Cells{Mask: 1, Size: size, Cell: max(size, 4), Count: 1, Data: f.word()}
	err := f.Mem.Load(&f.At, &f.cells)
	return f.zeros[0], err
}

func (f *Frame) store1(addr uint64, size int, v uint64) error {
	f.zeros[0] = v
	f.At[0] = addr
	f.cells = Cells{Mask: 1, Size: size, Cell: max(size, 4), Count: 1, Data: f.word()}
	return f.Mem.Store(&f.At, &f.cells)
}

func (f *Frame) atomic1(addr uint64, size int, op func(old, a, b uint64) uint64, a, b uint64) (uint64, error) {
	f.zeros = [Lanes]uint64{0, a, b}
	f.At[0] = addr
	w := f.word()
	f.atomic = AtomicCells{Mask: 1, Size: size, Op: op, X: w[8:16], Y: w[16:24], Old: w[:8]}
	err := f.Mem.Atomic(&f.At, &f.atomic)
	return f.zeros[0], err
}

// word views zeros as bytes.
func (f *Frame) word() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&f.zeros)), 8*Lanes) }

// dwords are the first n dwords of the raw operand of a slot; zero where it ends
// before.
func (f *Frame) dwords(slot, n int) []uint32 {
	b := f.Raw[slot]
	if 4*n <= len(b) && n > 0 {
		return unsafe.Slice((*uint32)(unsafe.Pointer(&b[0])), n)
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(f.rawLoad(slot, i, 4))
	}
	return out
}

// qwords are the first n quadwords of the raw operand of a slot.
func (f *Frame) qwords(slot, n int) []uint64 {
	b := f.Raw[slot]
	if 8*n <= len(b) && n > 0 {
		return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), n)
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = f.rawLoad(slot, i, 8)
	}
	return out
}
