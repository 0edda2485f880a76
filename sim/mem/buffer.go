package mem

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"
)

// Buffer is byte addressed storage, little endian, in words that 4- and 8-byte
// atomics can reach. Offsets count from its first byte. A byte outside reads 0
// and is dropped when written (the rule for surfaces); OutOfBounds counts the
// accesses that had such bytes.
//
// Accesses that workers make at the same time go through sync/atomic when
// Shared is set, so that the race detector sees races of this program and not
// those of a kernel.
type Buffer struct {
	Name string
	Base uint64 // address of offset 0 in the flat address space

	// Shared says that several workers may access the buffer at the same time.
	// It may change only while no worker runs.
	Shared bool

	// OutOfBounds is the number of accesses with bytes outside the buffer.
	OutOfBounds atomic.Uint64

	// Farthest is the largest offset at which such an access ended.
	Farthest atomic.Uint64

	quads []uint64 // the storage; words and bytes are views of it
	words []uint32
	bytes []byte // exactly the bytes that exist
	whole uint64 // bytes in whole words: an aligned word below it exists entirely
	mask  uint64 // applied to every offset first

	of *Buffer // of a part: the whole, and where it begins there
	at uint64
}

// slmMask keeps the bits of an offset that reach shared local memory: compilers
// put tags into higher bits of pointers to it.
const slmMask = 0xFFFF

// LocalSize is the largest size of a group's shared local memory in bytes.
const LocalSize = slmMask + 1

// LocalName is the name of shared local memory in messages.
const LocalName = "shared local memory"

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// NewBuffer returns a zeroed buffer of size bytes at address base, not Shared.
func NewBuffer(name string, base uint64, size int) *Buffer {
	if size < 0 || !littleEndian {
		panic(fmt.Sprintf("BUG: buffer %s of %d bytes (little-endian host: %v)", name, size, littleEndian))
	}
	b := &Buffer{Name: name, Base: base, mask: math.MaxUint64, whole: uint64(size) &^ 3}
	if size > 0 {
		b.quads = make([]uint64, (size+7)/8)
		first := unsafe.Pointer(&b.quads[0])
		b.words = unsafe.Slice((*uint32)(first), 2*len(b.quads))
		b.bytes = unsafe.Slice((*byte)(first), size)
	}
	return b
}

// NewLocal returns shared local memory of size bytes, at most LocalSize: only the low 16
// bits of an offset count.
func NewLocal(size int) *Buffer {
	b := NewBuffer(LocalName, 0, size)
	b.mask = slmMask
	return b
}

// Len is the size in bytes.
func (b *Buffer) Len() int { return len(b.bytes) }

// Bytes returns a copy of the contents. No worker may run meanwhile.
func (b *Buffer) Bytes() []byte { return append([]byte(nil), b.bytes...) }

// Contents is the storage itself: what is written to it is in the buffer. No
// worker may run meanwhile.
func (b *Buffer) Contents() []byte { return b.bytes }

// SetBytes writes p at offset off. No worker may run meanwhile, and p must fit.
func (b *Buffer) SetBytes(off int, p []byte) {
	if off < 0 || off+len(p) > len(b.bytes) {
		panic(fmt.Sprintf("BUG: SetBytes of %d bytes at %d in %s of %d bytes", len(p), off, b.Name, len(b.bytes)))
	}
	copy(b.bytes[off:], p)
}

// Clear zeroes the contents. No worker may run meanwhile.
func (b *Buffer) Clear() { clear(b.quads) }

// has says whether bytes [off, off+n) all exist; off is masked.
func (b *Buffer) has(off uint64, n int) bool {
	size := uint64(len(b.bytes))
	return off < size && uint64(n) <= size-off
}

// left counts an access of n bytes at off, which is masked, that has bytes outside.
func (b *Buffer) left(off uint64, n int) {
	b, at := b.counter()
	b.OutOfBounds.Add(1)
	end := at + off + uint64(n)
	for was := b.Farthest.Load(); end > was; was = b.Farthest.Load() {
		if b.Farthest.CompareAndSwap(was, end) {
			return
		}
	}
}

// Load32 reads four bytes at any alignment; bytes outside read 0.
func (b *Buffer) Load32(off uint32) uint32 {
	o := uint64(off) & b.mask
	if o&3 == 0 && o < b.whole {
		return atomic.LoadUint32(&b.words[o>>2])
	}
	return uint32(b.loadSlow(o, 4))
}

// Store32 writes four bytes at any alignment; bytes outside are dropped.
func (b *Buffer) Store32(off, v uint32) {
	o := uint64(off) & b.mask
	switch {
	case o&3 != 0 || o >= b.whole:
		b.storeSlow(o, 4, uint64(v))
	case b.Shared:
		atomic.StoreUint32(&b.words[o>>2], v)
	default:
		b.words[o>>2] = v
	}
}

// Load reads size bytes (1, 2, 4 or 8) at any alignment, zero-extended. Bytes
// outside read 0; the error is always nil.
func (b *Buffer) Load(off uint64, size int) (uint64, error) {
	off &= b.mask
	if size == 4 && off&3 == 0 && off < b.whole {
		return uint64(atomic.LoadUint32(&b.words[off>>2])), nil
	}
	return b.loadSlow(off, size), nil
}

// Store writes the low size bytes (1, 2, 4 or 8) of v at any alignment. Bytes
// outside are dropped; the error is always nil.
func (b *Buffer) Store(off uint64, size int, v uint64) error {
	off &= b.mask
	if size == 4 && off&3 == 0 && off < b.whole && b.Shared {
		atomic.StoreUint32(&b.words[off>>2], uint32(v))
		return nil
	}
	b.storeSlow(off, size, v)
	return nil
}

// loadSlow is Load for every size, alignment and bound; off is masked.
func (b *Buffer) loadSlow(off uint64, size int) uint64 {
	if !b.has(off, size) {
		return b.loadEdge(off, size)
	}
	var pad [8]byte
	if !b.Shared {
		copy(pad[:], b.bytes[off:off+uint64(size)])
		return binary.LittleEndian.Uint64(pad[:])
	}
	if size == 8 && off&7 == 0 {
		return atomic.LoadUint64(&b.quads[off>>3])
	}
	// The bytes span at most three words.
	v := uint64(atomic.LoadUint32(&b.words[off>>2])) >> (off & 3 * 8)
	for have := 4 - int(off&3); have < size; have += 4 {
		w := atomic.LoadUint32(&b.words[(off+uint64(have))>>2])
		v |= uint64(w) << (have * 8)
	}
	return v & sizeMask(size)
}

// loadEdge is a load with bytes outside the buffer.
func (b *Buffer) loadEdge(off uint64, size int) (v uint64) {
	b.left(off, size)
	for i := range uint64(size) {
		if o := off + i; o >= off && b.has(o, 1) {
			v |= b.loadSlow(o, 1) << (8 * i)
		}
	}
	return v
}

// storeSlow is Store for every size, alignment and bound; off is masked.
func (b *Buffer) storeSlow(off uint64, size int, v uint64) {
	switch {
	case !b.has(off, size):
		b.left(off, size)
		for i := range uint64(size) {
			if o := off + i; o >= off && b.has(o, 1) {
				b.storeSlow(o, 1, v>>(8*i))
			}
		}
	case !b.Shared:
		var pad [8]byte
		binary.LittleEndian.PutUint64(pad[:], v)
		copy(b.bytes[off:], pad[:size])
	case size == 8 && off&7 == 0:
		atomic.StoreUint64(&b.quads[off>>3], v)
	default:
		shift := off & 3 * 8
		b.merge(off>>2, uint32(sizeMask(size)<<shift), uint32(v<<shift))
		for have := 4 - int(off&3); have < size; have += 4 {
			b.merge((off+uint64(have))>>2, uint32(sizeMask(size)>>(have*8)), uint32(v>>(have*8)))
		}
	}
}

// merge writes the bits of v under mask into word i without touching the
// others, which another worker may be writing.
func (b *Buffer) merge(i uint64, mask, v uint32) {
	p := &b.words[i]
	if mask == math.MaxUint32 {
		atomic.StoreUint32(p, v)
		return
	}
	for {
		old := atomic.LoadUint32(p)
		if atomic.CompareAndSwapUint32(p, old, old&^mask|v&mask) {
			return
		}
	}
}

func sizeMask(size int) uint64 { return math.MaxUint64 >> (64 - 8*size) }

// ReadBytes fills p from offset off on. Bytes outside read 0 and count as one
// access out of bounds.
func (b *Buffer) ReadBytes(off uint64, p []byte) {
	off &= b.mask
	if !b.has(off, len(p)) {
		b.readEdge(off, p)
		return
	}
	if !b.Shared {
		copy(p, b.bytes[off:])
		return
	}
	for ; len(p) >= 8; p, off = p[8:], off+8 {
		binary.LittleEndian.PutUint64(p, b.loadSlow(off, 8))
	}
	for i := range p {
		p[i] = byte(b.loadSlow(off+uint64(i), 1))
	}
}

func (b *Buffer) readEdge(off uint64, p []byte) {
	if len(p) == 0 {
		return
	}
	b.left(off, len(p))
	for i := range p {
		p[i] = 0
		if o := off + uint64(i); o >= off && b.has(o, 1) {
			p[i] = byte(b.loadSlow(o, 1))
		}
	}
}

// WriteBytes writes p from offset off on. Bytes outside are dropped and count
// as one access out of bounds.
func (b *Buffer) WriteBytes(off uint64, p []byte) {
	off &= b.mask
	switch {
	case !b.has(off, len(p)):
		if len(p) > 0 {
			b.left(off, len(p))
		}
		for i, c := range p {
			if o := off + uint64(i); o >= off && b.has(o, 1) {
				b.storeSlow(o, 1, uint64(c))
			}
		}
	case !b.Shared:
		copy(b.bytes[off:], p)
	default:
		for ; len(p) >= 8; p, off = p[8:], off+8 {
			b.storeSlow(off, 8, binary.LittleEndian.Uint64(p))
		}
		for i, c := range p {
			b.storeSlow(off+uint64(i), 1, uint64(c))
		}
	}
}
