package mem

import (
	"fmt"
	"slices"
)

// EndAddress is behind the last address: Gen has 48 bits of virtual addresses.
const EndAddress = 1 << 48

// MaxPlaced is the most bytes of a buffer of AllocAt.
const MaxPlaced = 1 << 30

// PlaceError is a buffer that cannot be where it is wanted.
type PlaceError struct {
	Name string
	Addr uint64
	Size int
	Why  string // what is wrong, and what is legal
}

// Error names the buffer, its address and size, and what is legal.
func (e *PlaceError) Error() string {
	return fmt.Sprintf("%s of %d bytes at address %#x: %s", e.Name, e.Size, e.Addr, e.Why)
}

// AllocAt is Alloc at a given address: of a whole page, not 0, and not in another buffer. Nothing is taken when it is a
// *PlaceError. Buffers that Alloc returns later leave it alone.
func (m *Memory) AllocAt(name string, addr uint64, size int) (*Buffer, error) {
	if why := m.unplaceable(addr, size); why != "" {
		return nil, &PlaceError{name, addr, size, why}
	}
	b := NewBuffer(name, addr, size)
	b.Shared = true
	m.add(b)
	return b, nil
}

// unplaceable says why no buffer can be at an address, "" when one can.
func (m *Memory) unplaceable(addr uint64, size int) string {
	switch {
	case size <= 0:
		return "want a byte at least"
	case size > MaxPlaced:
		return fmt.Sprintf("the limit is %d bytes", MaxPlaced)
	case addr == 0:
		return fmt.Sprintf("0 is no address of a buffer: legal are multiples of %d from %#x on", page, page)
	case addr%page != 0:
		return fmt.Sprintf("legal are multiples of %d", page)
	case addr >= EndAddress || uint64(size) > EndAddress-addr:
		return fmt.Sprintf("addresses end at %#x", uint64(EndAddress))
	}
	if b := m.meets(addr, uint64(size)); b != nil {
		return fmt.Sprintf("it overlaps %s, %d bytes at %#x", b.Name, b.Len(), b.Base)
	}
	return ""
}

// meets is the first buffer that has a byte among n from addr on, or begins at addr; nil when there is none.
func (m *Memory) meets(addr, n uint64) *Buffer {
	for _, b := range m.flat.buffers {
		if b.Base < addr+n && addr < b.Base+max(uint64(b.Len()), 1) {
			return b
		}
	}
	return nil
}

// free is the first address from the next one on where size bytes and a page behind them are in no buffer.
func (m *Memory) free(size int) uint64 {
	at, n := m.next, uint64(max(size, 1))+page
	for b := m.meets(at, n); b != nil; b = m.meets(at, n) {
		at = (b.Base+uint64(b.Len())+page-1)/page*page + page
	}
	return at
}

// add puts a buffer among the others, by its address.
func (m *Memory) add(b *Buffer) {
	i := len(m.flat.buffers)
	for i > 0 && m.flat.buffers[i-1].Base > b.Base {
		i--
	}
	m.flat.buffers = slices.Insert(m.flat.buffers, i, b)
}
