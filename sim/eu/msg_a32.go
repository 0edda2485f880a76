package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
)

// Messages with 32-bit addresses: one offset per lane in a surface, shared local
// memory or scratch space. Addresses are gathered before the response is written.

// components lists the byte offsets of the enabled components of an untyped
// message. A set bit of the mask switches a component off.
func (m *message) components(list *[4]uint32) []uint32 {
	n := 0
	for c := range uint32(4) {
		if m.field[native.DescOff]>>c&1 == 0 {
			list[n] = 4 * c
			n++
		}
	}
	return list[:n]
}

// reach is the number of bytes from a lane's address to the end of its last
// component.
func reach(components []uint32) int {
	if len(components) == 0 {
		return 0
	}
	return int(components[len(components)-1]) + 4
}

func untypedRead(t *thread, o *Op, m *message, em uint32) {
	var list [4]uint32
	components := m.components(&list)
	s, at, ok := t.offsets(o, m, em, 1, reach(components), false)
	if !ok {
		return
	}
	for p, c := range components {
		for rest := em; rest != 0; {
			var lane int
			lane, rest = lowest(rest)
			t.respond(m, p, lane, s.buf.Load32(at[lane]+c))
		}
	}
}

func untypedWrite(t *thread, o *Op, m *message, em uint32) {
	var list [4]uint32
	components := m.components(&list)
	s, at, ok := t.offsets(o, m, em, 1, reach(components), true)
	if !ok {
		return
	}
	for p, c := range components {
		for rest := em; rest != 0; {
			var lane int
			lane, rest = lowest(rest)
			s.buf.Store32(at[lane]+c, t.word(m, 1+p, lane))
		}
	}
}

// byteRead puts 1, 2 or 4 bytes per lane into the low bytes of a dword; the rest
// of it is zero.
func byteRead(t *thread, o *Op, m *message, em uint32) {
	size := m.field[native.DescBytes]
	s, at, ok := t.offsets(o, m, em, 1, size, false)
	if !ok {
		return
	}
	for em != 0 {
		var lane int
		lane, em = lowest(em)
		v, err := s.buf.Load(uint64(at[lane]), size)
		if err != nil {
			t.fault(o, int(o.Off)+lane, err)
			return
		}
		t.respond(m, 0, lane, uint32(v))
	}
}

func byteWrite(t *thread, o *Op, m *message, em uint32) {
	size := m.field[native.DescBytes]
	s, at, ok := t.offsets(o, m, em, 1, size, true)
	if !ok {
		return
	}
	for em != 0 {
		var lane int
		lane, em = lowest(em)
		if err := s.buf.Store(uint64(at[lane]), size, uint64(t.word(m, 1, lane))); err != nil {
			t.fault(o, int(o.Off)+lane, err)
			return
		}
	}
}

// dwordRead has offsets in dwords and reads consecutive elements.
func dwordRead(t *thread, o *Op, m *message, em uint32) {
	count := m.field[native.DescElements]
	s, at, ok := t.offsets(o, m, em, 4, 4*count, false)
	if !ok {
		return
	}
	for p := range count {
		for rest := em; rest != 0; {
			var lane int
			lane, rest = lowest(rest)
			t.respond(m, p, lane, s.buf.Load32(at[lane]+4*uint32(p)))
		}
	}
}

func dwordWrite(t *thread, o *Op, m *message, em uint32) {
	count := m.field[native.DescElements]
	s, at, ok := t.offsets(o, m, em, 4, 4*count, true)
	if !ok {
		return
	}
	for p := range count {
		for rest := em; rest != 0; {
			var lane int
			lane, rest = lowest(rest)
			s.buf.Store32(at[lane]+4*uint32(p), t.word(m, 1+p, lane))
		}
	}
}

// blockOffset is the offset of an OWord block: OWords, except for the unaligned read,
// whose offset counts bytes.
func (t *thread) blockOffset(m *message) uint32 {
	off := *t.u32(m.header + 8)
	if m.kind == native.MsgOwordUnalignedRead {
		return off
	}
	return off * 16
}

// owordRead is one transfer whatever lanes are enabled.
func owordRead(t *thread, o *Op, m *message, _ uint32) {
	n := 16 * m.field[native.DescOwords]
	s, ok := t.surface(o, m)
	at := t.blockOffset(m) + s.bias
	if ok && s.check(t, o, -1, at, n, false) {
		s.buf.ReadBytes(uint64(at), unsafe.Slice((*byte)(unsafe.Add(t.base, m.dst)), n))
	}
}

func owordWrite(t *thread, o *Op, m *message, _ uint32) {
	n := 16 * m.field[native.DescOwords]
	s, ok := t.surface(o, m)
	at := t.blockOffset(m) + s.bias
	if ok && s.check(t, o, -1, at, n, true) {
		t.eachGRF(m, n, func(i int, p []byte) { s.buf.WriteBytes(uint64(at)+uint64(i), p) })
	}
}

// eachGRF calls f for the first n bytes of the payload, one register at a time.
func (t *thread) eachGRF(m *message, n int, f func(i int, p []byte)) {
	for i := 0; i < n; i += 32 {
		f(i, unsafe.Slice((*byte)(unsafe.Add(t.base, m.pay[i/32])), min(32, n-i)))
	}
}

// scratchRead fills whole registers; the offset counts registers.
func scratchRead(t *thread, o *Op, m *message, _ uint32) {
	n := 32 * m.field[native.DescGrfs]
	s, ok := t.scratch(o, m)
	at := s.bias + 32*uint32(m.field[native.DescHword])
	if ok && s.check(t, o, -1, at, n, false) {
		s.buf.ReadBytes(uint64(at), unsafe.Slice((*byte)(unsafe.Add(t.base, m.dst)), n))
	}
}

// scratchWrite of one register under a mask writes the dwords of enabled lanes.
func scratchWrite(t *thread, o *Op, m *message, em uint32) {
	n := 32 * m.field[native.DescGrfs]
	s, ok := t.scratch(o, m)
	at := s.bias + 32*uint32(m.field[native.DescHword])
	if !ok || !s.check(t, o, -1, at, n, true) {
		return
	}
	if m.field[native.DescDwords] == 0 || o.NoMask != 0 {
		t.eachGRF(m, n, func(i int, p []byte) { s.buf.WriteBytes(uint64(at)+uint64(i), p) })
		return
	}
	if m.field[native.DescGrfs] > 1 {
		t.unmodelled(o, "scratch block write of several registers under a mask", m.desc)
		return
	}
	for em != 0 {
		var lane int
		lane, em = lowest(em)
		s.buf.Store32(at+4*uint32(lane), t.word(m, 0, lane))
	}
}

// fence does nothing: memory is always in order here, and the content of a
// commit response is not defined.
func fence(*thread, *Op, *message, uint32) {}

func barrier(t *thread, _ *Op, _ *message, _ uint32) { t.env.Group.Barrier.Signal() }
