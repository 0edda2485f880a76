package message

import (
	"math/bits"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// A message with two vectors of four (SIMD4x2) has eight lanes: lane i is dword i%4 of
// vector i/4, in the payload and the response, and its address is the vector's and 4*(i%4).
// The facts are those of specs/eu/messages.md; what Mesa never sends is a stop.

const (
	vectorLanes = 4
	vectorFirst = 0x11 // lanes of the first dwords
)

// pair takes the form of a message with two vectors from the fields.
func (m *Message) pair(s shape, f *native.DescValues) error {
	m.Pair, m.Kept, m.Runs[0].Count = true, 0xFF, 1
	if s == vectorOwords {
		m.Scale = 16
		if n := f[native.DescOwords]; n != 1 {
			return unmodelled("message %v of %d OWords a vector: no source says which registers have them", m.Kind, n)
		}
		return nil
	}
	if f[native.DescHeader] != 0 {
		return unmodelled("message %v with a header: no source says what it does", m.Kind)
	}
	if s == vectorIntegers {
		return m.atomic(integers, f)
	}
	return m.components(f)
}

// components takes the dwords of a vector that the descriptor leaves.
func (m *Message) components(f *native.DescValues) error {
	off := uint8(f[native.DescOff])
	switch {
	case (m.Action == Read || m.Action == TypedRead) && off != 0:
		return unmodelled("message %v without some components (mask %#x): no source says what their dwords of the response are", m.Kind, off)
	case off != 0 && off != 8 && off != 0xC && off != 0xE: // other than the last ones
		return unmodelled("message %v with component mask %#x: no source says which dwords have the others", m.Kind, off)
	}
	m.Kept = ^(off | off<<4)
	return nil
}

// vectors gathers the addresses of the dwords of two vectors, and gives the lanes that take
// part.
func (p *Port) vectors(m *Message, s *mem.Surface, regs []byte, em uint32) (uint32, error) {
	if m.Scale == 1 {
		if err := m.enables(em); err != nil {
			return 0, err
		}
	} else if word(regs, m.Header, fixed.MemoryOffset.Dword()) != 0 {
		return 0, &LaneError{-1, unmodelled("message %v with a global offset (M0.2): no source gives its unit", m.Kind)}
	}
	em &= uint32(m.Kept)
	add := p.base(m, s, regs)
	for v := range uint32(2) {
		first := v * vectorLanes
		at := int32(m.Addr.Regs[0])
		for c := range uint32(vectorLanes) {
			if own := word(regs, at, int(first+c)); m.Scale == 1 && c > 0 && own != 0 && em>>first&15 != 0 {
				return 0, &LaneError{int(first + c), unmodelled("message %v with %#x behind the address of a vector: no source says what other dwords than 0 do", m.Kind, own)}
			}
			p.at[first+c] = uint64(word(regs, at, int(first))*m.Scale + add + 4*c)
		}
	}
	return em, nil
}

// enables refuses the channel enables of messages that no source gives a meaning.
func (m *Message) enables(em uint32) error {
	bad := uint32(0)
	switch m.Action {
	case Atomic, TypedAtomic:
		bad = em &^ vectorFirst
	case Write: // they choose dwords
	default: // vectors that are there in part
		some := em | em>>1 | em>>2 | em>>3
		bad = some & vectorFirst * 15 &^ em
	}
	if bad == 0 {
		return nil
	}
	return &LaneError{bits.TrailingZeros32(bad), unmodelled("message %v under channel enables 0b%08b: no source says what they do; want %s", m.Kind, em, m.want())}
}

func (m *Message) want() string {
	if m.Action == Atomic || m.Action == TypedAtomic {
		return "the first of each vector alone"
	}
	return "all or none of each vector"
}
