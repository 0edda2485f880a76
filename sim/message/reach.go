package message

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/mem"
)

// Reach appends what a message is about to access for the lanes of em, before Run: an access
// for each run of elements that follow each other. Messages on texels, and those that Run will
// refuse, add nothing.
func (p *Port) Reach(to []mem.Touch, m *Message, regs []byte, em uint32) []mem.Touch {
	em &= uint32(1)<<m.Lanes - 1
	if m.Header >= 0 && m.Sample {
		em &= word(regs, m.Header, fixed.MemorySamples.Dword())
	}
	if em == 0 || m.Action <= Barrier || m.Action >= Sample {
		return to
	}
	s, err := p.surface(m, regs, em)
	if err != nil {
		return to
	}
	switch {
	case m.Action == BlockRead || m.Action == BlockWrite:
		p.at[0] = p.blockAt(m, s, regs)
		return append(to, s.Touch(1, &p.at, int(m.Bytes)))
	case m.Action == MaskedWrite:
		p.dwords(p.base(m, s, regs)+m.Fixed, m)
	case m.Pair:
		if em, err = p.vectors(m, s, regs, em); err != nil {
			return to
		}
	default:
		p.addresses(m, s, regs, em)
	}
	at := uint64(0)
	for i, r := range m.Runs {
		n := int(r.Count) * int(m.Size)
		if n == 0 && (i > 0 || m.Action != Atomic) {
			break
		}
		p.advance(uint64(r.First)*uint64(m.Size) - at)
		at = uint64(r.First) * uint64(m.Size)
		to = append(to, s.Touch(em, &p.at, max(n, int(m.Size))))
	}
	return to
}
