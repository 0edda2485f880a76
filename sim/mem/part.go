package mem

import "fmt"

// partAlign is what a part begins at a multiple of: quads of it are quads of the whole.
const partAlign = 8

// PartAligned says that a part can begin at an offset.
func PartAligned(off uint64) bool { return off%partAlign == 0 }

// Part is n bytes of b from offset off on as a buffer of its own: a surface in memory. Bytes beside them do not
// exist; accesses to those are counted as b's, at their place in it. The part is Shared as b is now. It must lie in b
// and begin where PartAligned says.
func (b *Buffer) Part(off uint64, n int) *Buffer {
	if !PartAligned(off) || n < 0 || off > uint64(b.Len()) || uint64(n) > uint64(b.Len())-off {
		panic(fmt.Sprintf("BUG: %d bytes at %d of %s, which has %d", n, off, b.Name, b.Len()))
	}
	first, last := off/partAlign, (off+uint64(n)+partAlign-1)/partAlign
	if n == 0 {
		last = first
	}
	p := &Buffer{Name: b.Name, Base: b.Base + off, Shared: b.Shared, mask: b.mask, whole: uint64(n) &^ 3}
	p.quads, p.words = b.quads[first:last], b.words[2*first:2*last]
	p.bytes = b.bytes[off:][:n:n]
	p.of, p.at = b, off
	return p
}

// counter is the buffer whose counts an access outside of b is among, and where b begins in it.
func (b *Buffer) counter() (*Buffer, uint64) {
	if b.of == nil {
		return b, 0
	}
	return b.of, b.at
}
