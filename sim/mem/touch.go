package mem

// Touch is memory that a message is about, as addresses: what observers of banks and caches
// are told.
type Touch struct {
	Local bool          // local memory: addresses are offsets in it; else those of the flat space
	Lanes uint32        // elements of the message that access it; element 0 for the whole thread
	At    [Lanes]uint64 // first byte of each
	Bytes int           // of each, one behind the other
}

// Touch tells of lanes at addresses on the surface, n bytes each. Those with bytes outside
// are left out.
func (s *Surface) Touch(lanes uint32, at *[Lanes]uint64, n int) Touch {
	out := Touch{Local: s.Kind == Local, Bytes: n}
	for lane := range Lanes {
		if lanes>>lane&1 == 0 {
			continue
		}
		to := s.at(at[lane], n)
		if to == nil || to.buf == nil || to.Base == nil {
			continue
		}
		off := to.offset(at[lane])
		if !to.has(off, n) {
			continue
		}
		if !out.Local {
			off += to.buf.Base
		}
		out.Lanes |= 1 << lane
		out.At[lane] = off
	}
	return out
}
