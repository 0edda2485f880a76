package mem

import (
	"fmt"
	"math"
	"sync/atomic"
)

// AlignError is an atomic access whose offset is not a multiple of its size, or a
// block at an offset that is not one of 4, which the data port does not define.
type AlignError struct {
	Buffer string
	Off    uint64
	Size   int
	Block  bool
}

// BlockUnit is what offsets of blocks are multiples of: those of whole OWords are
// counted in these (message reference, section 6.4).
const BlockUnit = 4

// Error names the buffer, offset and size.
func (e *AlignError) Error() string {
	if e.Block {
		return fmt.Sprintf("block of %d bytes at offset %#x of %s: offset is not a multiple of %d", e.Size, e.Off, e.Buffer, BlockUnit)
	}
	return fmt.Sprintf("atomic of %d bytes at offset %#x of %s: offset is not a multiple of %d", e.Size, e.Off, e.Buffer, e.Size)
}

// Op computes the new value of an atomic from the old one and two operands. As
// a plain function (not a closure) it costs no allocation per lane.
type Op = func(old, a, b uint64) uint64

// Atomic replaces the old value of size bytes (2, 4 or 8) at off by op(old, x, y)
// as one step and returns the old value; op may run more than once. Outside the
// buffer nothing happens and old is 0. A misaligned offset is an *AlignError.
func (b *Buffer) Atomic(off uint64, size int, op Op, x, y uint64) (uint64, error) {
	ok, err := b.atomicRange(off&b.mask, size)
	if !ok {
		return 0, err
	}
	for {
		old := b.peek(off&b.mask, size)
		if b.swap(off&b.mask, size, old, op(old, x, y)) {
			return old, nil
		}
	}
}

// atomicRange says whether an atomic at off (masked) may happen.
func (b *Buffer) atomicRange(off uint64, size int) (bool, error) {
	if size != 2 && size != 4 && size != 8 {
		panic(fmt.Sprintf("BUG: atomic of %d bytes", size))
	}
	if off&uint64(size-1) != 0 {
		return false, &AlignError{Buffer: b.Name, Off: off, Size: size}
	}
	if !b.has(off, size) {
		b.left(off, size)
		return false, nil
	}
	return true, nil
}

// within is where 16 bits at off are in their dword.
func within(off uint64) uint64 { return off & 2 * 8 }

func (b *Buffer) peek(off uint64, size int) uint64 {
	switch size {
	case 2:
		return uint64(atomic.LoadUint32(&b.words[off>>2])) >> within(off) & math.MaxUint16
	case 4:
		return uint64(atomic.LoadUint32(&b.words[off>>2]))
	}
	return atomic.LoadUint64(&b.quads[off>>3])
}

func (b *Buffer) swap(off uint64, size int, old, v uint64) bool {
	switch {
	case size == 2:
		word := atomic.LoadUint32(&b.words[off>>2])
		with := func(v uint64) uint32 { return word&^(math.MaxUint16<<within(off)) | uint32(uint16(v))<<within(off) }
		return with(old) == word && atomic.CompareAndSwapUint32(&b.words[off>>2], word, with(v))
	case size == 4 && b.Shared:
		return atomic.CompareAndSwapUint32(&b.words[off>>2], uint32(old), uint32(v))
	case size == 4:
		b.words[off>>2] = uint32(v)
	case b.Shared:
		return atomic.CompareAndSwapUint64(&b.quads[off>>3], old, v)
	default:
		b.quads[off>>3] = v
	}
	return true
}
