package mem

import (
	"math"
	"sort"
	"unsafe"
)

// Kind says what an access outside a surface does.
type Kind uint8

// Kinds of surfaces.
const (
	Unbound   Kind = iota // no storage: an engine refuses the access
	Bounded               // a buffer of the binding table: bytes outside read 0, are dropped and counted
	Local                 // shared local memory: as Bounded
	Stateless             // scratch space: a lane with bytes outside does nothing and is a fault
	FlatSpace             // the 64-bit address space: as Stateless; every element lies in one buffer
)

// Faults says whether an access outside a surface of this kind ends the thread.
func (k Kind) Faults() bool { return k == Stateless || k == FlatSpace }

// Surface is what the addresses of one access reach, as plain data: byte 0 is at
// address Bias, and only the bits of Mask of an address count after Bias is
// taken off. It stays valid as long as its buffer is not told to be shared or
// not.
type Surface struct {
	Base   unsafe.Pointer // first byte; nil without storage
	Len    uint64         // bytes
	Bias   uint64         // address of the first byte
	Mask   uint64         // bits of an offset that count
	Kind   Kind
	Shared bool   // several workers may access it at the same time
	Direct uint64 // bytes that an offset of 32 bits from Bias on reaches under Mask alone, of which there are 2^31 at most; 0 where it does not

	buf  *Buffer
	flat []Surface // FlatSpace: the buffers by ascending Bias
}

// What code of another kind reads of surfaces: the bytes of one, and where in it fields are.
const (
	SurfaceBytes  = unsafe.Sizeof(Surface{})
	SurfaceBase   = unsafe.Offsetof(Surface{}.Base)
	SurfaceBias   = unsafe.Offsetof(Surface{}.Bias)
	SurfaceMask   = unsafe.Offsetof(Surface{}.Mask)
	SurfaceDirect = unsafe.Offsetof(Surface{}.Direct)
)

// flatSurface has all buffers of m as they are now.
func (m *Memory) flatSurface() Surface {
	s := Surface{Kind: FlatSpace, Mask: math.MaxUint64}
	for _, b := range m.flat.buffers {
		s.flat = append(s.flat, b.Surface(FlatSpace))
	}
	return s
}

// Surface is the buffer as a surface of a kind. Bounded and Local surfaces start
// at address 0, a Stateless one is at b.Base in a space of 32 bits, a FlatSpace
// one at b.Base in 64 bits. A nil buffer is Unbound.
func (b *Buffer) Surface(k Kind) Surface {
	if b == nil {
		return Surface{}
	}
	s := Surface{Len: uint64(len(b.bytes)), Mask: math.MaxUint32, Kind: k, Shared: b.Shared, buf: b}
	if len(b.quads) > 0 {
		s.Base = unsafe.Pointer(&b.quads[0])
	}
	switch k {
	case FlatSpace:
		s.Bias, s.Mask = b.Base, math.MaxUint64
	case Stateless:
		s.Bias = b.Base
	}
	s.Mask &= b.mask
	if low := s.Mask & math.MaxUint32; s.Base != nil && low&(low+1) == 0 {
		s.Direct = min(s.Len, low+1, math.MaxInt32)
	}
	return s
}

// Buffer is the storage; nil for FlatSpace and Unbound.
func (s *Surface) Buffer() *Buffer { return s.buf }

// offset is where an address lies.
func (s *Surface) offset(addr uint64) uint64 { return (addr - s.Bias) & s.Mask }

// has says whether n bytes from offset off on all exist.
func (s *Surface) has(off uint64, n int) bool { return off < s.Len && uint64(n) <= s.Len-off }

// at is the surface for an access of n bytes at addr: of a FlatSpace the buffer
// that holds them all, or nil.
func (s *Surface) at(addr uint64, n int) *Surface {
	if s.flat == nil {
		return s
	}
	i := sort.Search(len(s.flat), func(i int) bool { return s.flat[i].Bias > addr }) - 1
	if i < 0 || !s.flat[i].has(addr-s.flat[i].Bias, n) {
		return nil
	}
	return &s.flat[i]
}

// Inside says whether n bytes at addr all exist.
func (s *Surface) Inside(addr uint64, n int) bool {
	to := s.at(addr, n)
	return to != nil && to.has(to.offset(addr), n)
}

// Misaligned is the error of an atomic of size bytes at addr, an offset that is
// not a multiple of the size.
func (s *Surface) Misaligned(addr uint64, size int) error {
	to := s.at(addr, size)
	if to == nil || to.buf == nil {
		return &Fault{Addr: addr, Size: size, Write: true}
	}
	return &AlignError{Buffer: to.buf.Name, Off: to.offset(addr), Size: size}
}

// MisalignedBlock is the error of a block of size bytes at addr, or nil.
func (s *Surface) MisalignedBlock(addr uint64, size int) error {
	if addr%BlockUnit == 0 {
		return nil
	}
	e := &AlignError{Buffer: "memory", Off: addr, Size: size, Block: true}
	if to := s.at(addr, size); to != nil && to.buf != nil {
		e.Buffer, e.Off = to.buf.Name, to.offset(addr)
	}
	return e
}

// ReadBlock fills p from addr on and reports whether all bytes exist. Where they
// do not, p reads 0 there; from a surface that faults it is left alone.
func (s *Surface) ReadBlock(addr uint64, p []byte) bool {
	to := s.at(addr, len(p))
	if to == nil || to.buf == nil {
		return false
	}
	off := to.offset(addr)
	inside := to.has(off, len(p)) || len(p) == 0
	if inside || !s.Kind.Faults() {
		to.buf.ReadBytes(off, p)
	}
	return inside
}

// WriteBlock writes p from addr on and reports whether all bytes exist. Where
// they do not, p is dropped; to a surface that faults nothing is written.
func (s *Surface) WriteBlock(addr uint64, p []byte) bool {
	to := s.at(addr, len(p))
	if to == nil || to.buf == nil {
		return false
	}
	off := to.offset(addr)
	inside := to.has(off, len(p)) || len(p) == 0
	if inside || !s.Kind.Faults() {
		to.buf.WriteBytes(off, p)
	}
	return inside
}
