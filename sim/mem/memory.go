package mem

import (
	"errors"
	"fmt"
	"math"
	"sort"
)

const (
	page      = 4096
	tableSize = 256
)

// FirstAddress is where the first buffer is: no 32-bit address names one by
// accident.
const FirstAddress = 1 << 32

// Memory is what one launch can reach: the binding table and the flat 64-bit
// address space.
type Memory struct {
	// Table is the binding table. Shared local memory and scratch are not in it:
	// they belong to a group and to a thread.
	Table [tableSize]*Buffer

	images   [tableSize]*Image // entries of the binding table of their own
	samplers [MaxSamplers]*Sampler
	entries  map[uint16]*Buffer // of the URB, by handle

	flat  Flat
	next  uint64
	apart uint64 // bytes between buffers, at least
}

// ErrUnbound is wrapped by the error for a binding table index without buffer.
var ErrUnbound = errors.New("no surface is bound")

// New returns a memory without buffers.
func New() *Memory { return &Memory{next: FirstAddress, apart: page} }

// apartBytes is more than any 32-bit index of elements of 16 bytes goes.
const apartBytes = 1 << 37

// SetApart leaves 128 GB between the buffers that Alloc returns from now on, so that an
// address past the end of one is in no other.
func (m *Memory) SetApart() { m.next, m.apart = m.next+apartBytes, apartBytes }

// lowAddress is where SetLow begins.
const lowAddress = 1 << 16

// SetLow lets Alloc begin below 4 GB, where states with addresses of 32 bits reach.
func (m *Memory) SetLow() { m.next = lowAddress }

// Alloc returns a zeroed, Shared buffer at the next free address: 4 KB aligned,
// above 4 GB unless SetLow has said otherwise, with at least one unmapped page before the next buffer.
func (m *Memory) Alloc(name string, size int) *Buffer {
	b := NewBuffer(name, m.free(size), size)
	b.Shared = true
	m.next = b.Base + (uint64(size)+page-1)/page*page + m.apart
	m.add(b)
	return b
}

// Buffers lists what Alloc and AllocAt returned, by address: those of Alloc in that order.
func (m *Memory) Buffers() []*Buffer { return m.flat.buffers }

// Bind makes b the surface of binding table index bti (0 to 255).
func (m *Memory) Bind(bti int, b *Buffer) {
	if bti < 0 || bti >= tableSize {
		panic(fmt.Sprintf("BUG: binding table index %d", bti))
	}
	m.Table[bti] = b
}

// Surface is the buffer of a binding table index, or an error that wraps
// ErrUnbound.
func (m *Memory) Surface(bti int) (*Buffer, error) {
	if bti >= 0 && bti < tableSize && m.Table[bti] != nil {
		return m.Table[bti], nil
	}
	return nil, fmt.Errorf("binding table index %d: %w (bound: %v)", bti, ErrUnbound, m.bound())
}

func (m *Memory) bound() []int {
	out := []int{}
	for i, b := range m.Table {
		if b != nil {
			out = append(out, i)
		}
	}
	return out
}

// Flat is the address space of all buffers of Alloc and AllocAt.
func (m *Memory) Flat() *Flat { return &m.flat }

// SetShared sets Shared of every buffer of Alloc: false when only one worker
// will run, which makes stores cheaper.
func (m *Memory) SetShared(shared bool) {
	for _, b := range m.flat.buffers {
		b.Shared = shared
	}
}

// Fault is an access to an address that no buffer covers entirely.
type Fault struct {
	Addr  uint64
	Size  int
	Write bool
}

// Error names the address, the size and the direction.
func (f *Fault) Error() string {
	verb := "read"
	if f.Write {
		verb = "write"
	}
	return fmt.Sprintf("%s of %d bytes at unmapped address %#x", verb, f.Size, f.Addr)
}

// Flat is the 64-bit address space. Every access must lie in one buffer.
type Flat struct {
	buffers []*Buffer // by ascending Base
}

// Find returns the buffer that holds bytes [addr, addr+size) and the offset in
// it, or nil.
func (f *Flat) Find(addr uint64, size int) (*Buffer, uint64) {
	i := sort.Search(len(f.buffers), func(i int) bool { return f.buffers[i].Base > addr }) - 1
	if i < 0 {
		return nil, 0
	}
	b := f.buffers[i]
	if off := addr - b.Base; b.has(off, size) {
		return b, off
	}
	return nil, 0
}

// Near is the buffer that holds addr or has a byte closest to it, or nil.
func (f *Flat) Near(addr uint64) *Buffer {
	var near *Buffer
	best := uint64(math.MaxUint64)
	for _, b := range f.buffers {
		away, end := uint64(0), b.Base+uint64(b.Len())
		switch {
		case addr < b.Base:
			away = b.Base - addr
		case addr >= end:
			away = addr - end
		}
		if near == nil || away < best {
			near, best = b, away
		}
	}
	return near
}

// Load reads size bytes (1, 2, 4 or 8), or returns a *Fault.
func (f *Flat) Load(addr uint64, size int) (uint64, error) {
	b, off := f.Find(addr, size)
	if b == nil {
		return 0, &Fault{Addr: addr, Size: size}
	}
	return b.Load(off, size)
}

// Store writes size bytes (1, 2, 4 or 8), or returns a *Fault.
func (f *Flat) Store(addr uint64, size int, v uint64) error {
	b, off := f.Find(addr, size)
	if b == nil {
		return &Fault{Addr: addr, Size: size, Write: true}
	}
	return b.Store(off, size, v)
}

// Atomic is Buffer.Atomic at an address, or a *Fault.
func (f *Flat) Atomic(addr uint64, size int, op Op, x, y uint64) (uint64, error) {
	b, off := f.Find(addr, size)
	if b == nil {
		return 0, &Fault{Addr: addr, Size: size, Write: true}
	}
	return b.Atomic(off, size, op, x, y)
}

// ReadBytes fills p from addr on, or returns a *Fault and leaves p alone.
func (f *Flat) ReadBytes(addr uint64, p []byte) error {
	b, off := f.Find(addr, len(p))
	if b == nil {
		return &Fault{Addr: addr, Size: len(p)}
	}
	b.ReadBytes(off, p)
	return nil
}

// WriteBytes writes p from addr on, or returns a *Fault and writes nothing.
func (f *Flat) WriteBytes(addr uint64, p []byte) error {
	b, off := f.Find(addr, len(p))
	if b == nil {
		return &Fault{Addr: addr, Size: len(p), Write: true}
	}
	b.WriteBytes(off, p)
	return nil
}
