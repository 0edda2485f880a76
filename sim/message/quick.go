package message

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Quick executes for all channels of its instruction a message that is as most are, and is false for others, with
// which it does nothing. It is a read or write of dwords whose
// offsets follow each other or, for a read, are all the same: two lanes are looked
// at as one number; or a block that quickBlock reads. Memory that several workers share, and everything that reaches
// past the end or in no buffer, is left to Run.
func (p *Port) Quick(m *Message, regs []byte) bool {
	if !m.Plain {
		return m.Payload && p.quickBlock(m, regs)
	}
	s := &p.refs.Table[m.BTI]
	if m.BTI >= mem.Indexed {
		if s = p.unindexed(m, regs); s == nil {
			return false
		}
	}
	if s.Shared {
		return false
	}
	offs := (*[mem.Lanes / 2]uint64)(unsafe.Pointer(&regs[m.Addr.Regs[0]]))
	pairs := int(m.Lanes/2) & 15
	first := uint32(offs[0])
	off := uint64(first)
	if m.Header >= 0 {
		off = uint64(first + p.base(m, s, regs))
	}
	off = (off - s.Bias) & s.Mask
	n, count := uint64(m.Lanes)*4, uint64(m.Runs[0].Count)
	switch uint32(offs[0] >> 32) {
	case first + 4:
		if count != 1 || off+n > s.Len || s.Mask-off < n {
			return false
		}
		from, to := unsafe.Add(s.Base, off), unsafe.Pointer(nil)
		if m.Action == Read {
			to = unsafe.Pointer(&regs[m.Dst])
		} else {
			from, to = unsafe.Pointer(&regs[m.Data.Regs[0]]), from
		}
		if haveEights {
			return moveEights(to, from, unsafe.Pointer(offs), int(m.Lanes))
		}
		if !ascending(offs, pairs) {
			return false
		}
		for i := uint64(0); i < n; i += 16 {
			*(*[2]uint64)(unsafe.Add(to, i)) = *(*[2]uint64)(unsafe.Add(from, i))
		}
		return true
	case first:
		if m.Action != Read || off+4*count > s.Len || s.Mask-off < 4*count || !same(offs, pairs) {
			return false
		}
		to := unsafe.Pointer(&regs[m.Dst])
		for c := range count {
			v := uint64(*(*uint32)(unsafe.Add(s.Base, off+4*c)))
			v |= v << 32
			row := (*[mem.Lanes / 2]uint64)(unsafe.Add(to, c*n))
			for i := range pairs {
				row[i&15] = v
			}
		}
		return true
	}
	return false
}

// Pairs says that QuickPair can execute a message and the next one, which moves dwords of as many more
// lanes: its payload and response lie behind those of the first, and no response where addresses are.
func (m *Message) Pairs(next *Message) bool {
	if !haveEights || !m.Plain || !next.Plain || m.Action != next.Action || m.BTI != next.BTI || m.Place != next.Place || m.Named != next.Named ||
		m.Header >= 0 || next.Header >= 0 || m.Lanes != 16 || next.Lanes != 16 || m.Runs[0].Count != 1 || next.Runs[0].Count != 1 {
		return false
	}
	const bytes = 4 * 16
	addr, dst := int32(m.Addr.Regs[0]), m.Dst
	if int32(next.Addr.Regs[0]) != addr+bytes {
		return false
	}
	if m.Action == Write {
		return next.Data.Regs[0] == m.Data.Regs[0]+bytes
	}
	return next.Dst == dst+bytes && (dst+2*bytes <= addr || addr+2*bytes <= dst)
}

// QuickPair executes a message and the next one, for which Pairs holds, for all channels of both when all dwords
// follow each other; else it is false and does nothing.
func (p *Port) QuickPair(m *Message, regs []byte) bool {
	s := &p.refs.Table[m.BTI]
	if m.BTI >= mem.Indexed {
		if s = p.unindexed(m, regs); s == nil {
			return false
		}
	}
	if s.Shared {
		return false
	}
	const n = 2 * 4 * 16
	offs := unsafe.Pointer(&regs[m.Addr.Regs[0]])
	off := (uint64(*(*uint32)(offs)) - s.Bias) & s.Mask
	if off+n > s.Len || s.Mask-off < n {
		return false
	}
	from, to := unsafe.Add(s.Base, off), unsafe.Pointer(nil)
	if m.Action == Read {
		to = unsafe.Pointer(&regs[m.Dst])
	} else {
		from, to = unsafe.Pointer(&regs[m.Data.Regs[0]]), from
	}
	return moveAll(to, from, offs)
}

// quickBlock reads a block of indirect data, as threads do that find their payload there; what does
// not lie in it whole is left to block.
func (p *Port) quickBlock(m *Message, regs []byte) bool {
	s := &p.indirect
	if p.data == nil || s.Shared {
		return false
	}
	addr, n := p.blockAt(m, s, regs), uint64(m.Bytes)
	off := (addr - s.Bias) & s.Mask
	if addr%mem.BlockUnit != 0 || off > s.Len || s.Len-off < n {
		return false
	}
	copy(regs[m.Dst+m.High:], unsafe.Slice((*byte)(unsafe.Add(s.Base, off)), n))
	return true
}

// unindexed is the surface of a message without an index of its own, as far as it is known.
func (p *Port) unindexed(m *Message, regs []byte) *mem.Surface {
	switch {
	case m.BTI == fixed.SurfaceLocal:
		return &p.local
	case m.BTI == native.BindlessBTI:
		return p.refs.Placed(m.placeIn(regs))
	}
	return nil
}

// ascending says that dwords follow each other. The first two do; two lanes on is
// 8 more, without a carry.
func ascending(offs *[mem.Lanes / 2]uint64, pairs int) bool {
	want, diff := offs[0], uint64(0)
	for i := range pairs {
		diff |= offs[i&15] ^ want
		want += 8<<32 | 8
	}
	return diff == 0
}

// same says that all pairs are.
func same(offs *[mem.Lanes / 2]uint64, pairs int) bool {
	diff := uint64(0)
	for i := range pairs {
		diff |= offs[i&15] ^ offs[0]
	}
	return diff == 0
}
