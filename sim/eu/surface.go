package eu

import (
	"errors"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

var (
	errNoSLM     = errors.New("access to shared local memory: the launch gives the kernel none")
	errNoScratch = errors.New("access to scratch space: the launch gives the thread none")
)

// space is what the 32-bit addresses of one message reach: offsets in buf after
// bias is added. Surfaces and shared local memory have bounds of their own,
// scratch space is stateless: outside it an access is a fault.
type space struct {
	buf       *mem.Buffer
	bias      uint32
	stateless bool
}

// surface finds the space of a message; false after a fault.
func (t *thread) surface(o *Op, m *message) (s space, ok bool) {
	switch bti := m.field[native.DescBti]; bti {
	case btiSLM:
		if s.buf = t.env.Group.SLM; s.buf == nil {
			t.fault(o, -1, errNoSLM)
			return s, false
		}
		return s, true
	case btiStateless, btiNonCoherent:
		return t.scratch(o, m)
	default:
		b, err := t.env.Mem.Surface(bti)
		if err != nil {
			t.fault(o, -1, err)
		}
		return space{buf: b}, err == nil
	}
}

// scratch is the thread's scratch space, which is all that 32-bit stateless
// addresses reach: the header's base plus an offset, or the whole address.
func (t *thread) scratch(o *Op, m *message) (space, bool) {
	b := t.env.Scratch
	if b == nil {
		t.fault(o, -1, errNoScratch)
		return space{}, false
	}
	s := space{buf: b, bias: -uint32(b.Base), stateless: true}
	if m.header >= 0 {
		s.bias += *t.u32(m.header + 20) &^ 1023
	}
	return s, true
}

// check faults when a stateless access of size bytes leaves the scratch space.
func (s *space) check(t *thread, o *Op, lane int, off uint32, size int, write bool) bool {
	if !s.stateless || uint64(off)+uint64(size) <= uint64(s.buf.Len()) {
		return true
	}
	t.fault(o, lane, &mem.Fault{Addr: uint64(off) + s.buf.Base, Size: size, Write: write})
	return false
}

// word is dword parameter p of a lane, counted in the payload after the header.
func (t *thread) word(m *message, p, lane int) uint32 {
	return *t.u32(m.pay[p*m.rows+lane>>3] + lane&7*4)
}

// respond writes dword parameter p of a lane of the response.
func (t *thread) respond(m *message, p, lane int, v uint32) {
	*t.u32(m.dst + p*m.simd*4 + lane*4) = v
}

// offsets gathers the byte offsets of the enabled lanes, each scaled and moved
// by the header's global offset. size and write describe the widest access.
func (t *thread) offsets(o *Op, m *message, em uint32, scale uint32, size int, write bool) (s space, at *[maxLanes]uint32, ok bool) {
	if s, ok = t.surface(o, m); !ok {
		return s, nil, false
	}
	add := s.bias
	if m.header >= 0 && !m.row.sample {
		add += *t.u32(m.header + 8) * scale
	}
	at = as[uint32](t.tmp(0))
	for rest := em; rest != 0; {
		var lane int
		lane, rest = lowest(rest)
		at[lane] = t.word(m, 0, lane)*scale + add
		if !s.check(t, o, int(o.Off)+lane, at[lane], size, write) {
			return s, nil, false
		}
	}
	return s, at, true
}
