package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Messages with a 64-bit address per lane, or one in the header, in the flat
// address space. Bytes that no buffer has are a fault.

// quad is qword parameter p of a lane, four lanes in a register.
func (t *thread) quad(m *message, p, lane int) uint64 {
	at := m.pay[p+lane>>2] + lane&3*8
	return *(*uint64)(unsafe.Add(t.base, at))
}

// a64Shape is how a scattered or untyped message transfers its data: n elements
// per lane of size bytes in cells of 4 or 8 bytes.
type a64Shape struct {
	size, cell int
	n          int
	offs       [8]uint64 // address offset of each element
}

func (m *message) shape() (s a64Shape) {
	n := m.field[native.DescElements]
	switch m.kind {
	case native.MsgA64ByteRead, native.MsgA64ByteWrite: // n consecutive bytes are one element
		s.size, s.n, s.cell = n, 1, 4
		if n == 8 {
			s.cell = 8
		}
		return s
	case native.MsgA64UntypedRead, native.MsgA64UntypedWrite:
		var list [4]uint32
		s.size, s.cell = 4, 4
		for _, c := range m.components(&list) {
			s.offs[s.n] = uint64(c)
			s.n++
		}
		return s
	case native.MsgA64QwordRead, native.MsgA64QwordWrite:
		s.size, s.cell = 8, 8
	default:
		s.size, s.cell = 4, 4
	}
	for s.n = range n {
		s.offs[s.n] = uint64(s.n * s.size)
	}
	s.n = n
	return s
}

// a64Addresses gathers the addresses of the enabled lanes.
func (t *thread) a64Addresses(m *message, em uint32) *[maxLanes]uint64 {
	at := as[uint64](t.tmp(0))
	for em != 0 {
		var lane int
		lane, em = lowest(em)
		at[lane] = t.quad(m, 0, lane)
	}
	return at
}

func a64Read(t *thread, o *Op, m *message, em uint32) {
	at, s, flat := t.a64Addresses(m, em), m.shape(), t.env.Mem.Flat()
	for p := range s.n {
		for rest := em; rest != 0; {
			var lane int
			lane, rest = lowest(rest)
			v, err := flat.Load(at[lane]+s.offs[p], s.size)
			if err != nil {
				t.fault(o, int(o.Off)+lane, err)
				return
			}
			cell := unsafe.Add(t.base, m.dst+(p*m.simd+lane)*s.cell)
			if s.cell == 8 {
				*(*uint64)(cell) = v
			} else {
				*(*uint32)(cell) = uint32(v)
			}
		}
	}
}

func a64Write(t *thread, o *Op, m *message, em uint32) {
	at, s, flat := t.a64Addresses(m, em), m.shape(), t.env.Mem.Flat()
	first := m.simd / 4 // registers of addresses
	for p := range s.n {
		for rest := em; rest != 0; {
			var lane int
			lane, rest = lowest(rest)
			byteOf := (p*m.simd + lane) * s.cell
			cell := unsafe.Add(t.base, m.pay[first+byteOf/32]+byteOf%32)
			v := uint64(*(*uint32)(cell))
			if s.cell == 8 {
				v = *(*uint64)(cell)
			}
			if err := flat.Store(at[lane]+s.offs[p], s.size, v); err != nil {
				t.fault(o, int(o.Off)+lane, err)
				return
			}
		}
	}
}

// a64Atomic has 8 lanes and 32- or 64-bit data.
func a64Atomic(t *thread, o *Op, m *message, em uint32) {
	f := m.atomicOp()
	if f == nil {
		t.unmodelled(o, "atomic operation", m.desc)
		return
	}
	at, olds := t.a64Addresses(m, em), as[uint64](t.tmp(1))
	size, wide := 4, m.field[native.DescWide] != 0
	if wide {
		size = 8
	}
	var operand [2]uint64
	for rest := em; rest != 0; {
		var lane int
		lane, rest = lowest(rest)
		for i := range m.field[native.DescOperands] {
			if wide {
				operand[i] = t.quad(m, 2+2*i, lane)
			} else {
				operand[i] = uint64(*t.u32(m.pay[2+i] + lane*4))
			}
		}
		old, err := t.a64Exchange(at[lane], size, f, operand)
		if err != nil {
			t.fault(o, int(o.Off)+lane, err)
			return
		}
		olds[lane] = m.answer(old)
	}
	if m.field[native.DescReturn] == 0 {
		return
	}
	for em != 0 {
		var lane int
		lane, em = lowest(em)
		cell := unsafe.Add(t.base, m.dst+lane*size)
		if wide {
			*(*uint64)(cell) = olds[lane]
		} else {
			*(*uint32)(cell) = uint32(olds[lane])
		}
	}
}

func (t *thread) a64Exchange(addr uint64, size int, f mem.Op, operand [2]uint64) (uint64, error) {
	b, off := t.env.Mem.Flat().Find(addr, size)
	if b == nil {
		return 0, &mem.Fault{Addr: addr, Size: size, Write: true}
	}
	return b.Atomic(off, size, f, operand[0], operand[1])
}

// a64Address is the address of a block: M0.0 low, M0.1 high.
func (t *thread) a64Address(m *message) uint64 {
	return uint64(*t.u32(m.header)) | uint64(*t.u32(m.header + 4))<<32
}

func a64BlockRead(t *thread, o *Op, m *message, _ uint32) {
	p := unsafe.Slice((*byte)(unsafe.Add(t.base, m.dst)), 16*m.field[native.DescOwords])
	if err := t.env.Mem.Flat().ReadBytes(t.a64Address(m), p); err != nil {
		t.fault(o, -1, err)
	}
}

func a64BlockWrite(t *thread, o *Op, m *message, _ uint32) {
	at := t.a64Address(m)
	t.eachGRF(m, 16*m.field[native.DescOwords], func(i int, p []byte) {
		if err := t.env.Mem.Flat().WriteBytes(at+uint64(i), p); err != nil {
			t.fault(o, -1, err)
		}
	})
}
