package machine

// Lanes is the most that a message has.
const Lanes = 32

// LocalMemory says how local memory is divided into banks.
type LocalMemory struct{ Banks, Width int }

// Banked is the machine's local memory.
func (m *Machine) Banked() LocalMemory { return LocalMemory{m.SLMBanks, m.Width} }

// Default is local memory of 16 banks of 4 bytes, which every machine of the table has
// (Broxton, volume 6, SLM Bank Hardware Implementation).
func Default() LocalMemory { return machines[0].Banked() }

// Conflicts counts the clocks that a message on local memory takes beyond those it would
// without conflicts, and its degree: the most words that any bank is asked for in a row.
//
// Lanes are those of the mask, at has their byte addresses, and each moves so many bytes. As
// many lanes as there are banks go in a clock, each with a word (Broxton, volume 6, SLM
// Behavior: 16 accesses of a dword). Lanes of such a row that ask a bank for different words
// take turns; those with the same word do not. A row of degree 1 is free of conflicts, 0 of
// lanes.
func (s LocalMemory) Conflicts(mask uint32, at *[Lanes]uint64, bytes int) (extra, degree int) {
	for first := 0; first < Lanes; first += s.Banks {
		row := mask >> first & uint32(1<<min(s.Banks, Lanes)-1) << first
		for off := 0; off < bytes && row != 0; off += s.Width {
			d := s.row(row, at, off)
			extra += d - 1
			degree = max(degree, d)
		}
	}
	return extra, degree
}

// row is the most different words of a bank that lanes ask for.
func (s LocalMemory) row(mask uint32, at *[Lanes]uint64, off int) (degree int) {
	var words [Lanes]uint64
	n := 0
	for lane := range Lanes {
		if mask>>lane&1 == 0 {
			continue
		}
		word := (at[lane] + uint64(off)) / uint64(s.Width)
		count, seen := 1, false
		for _, w := range words[:n] {
			seen = seen || w == word
			if w%uint64(s.Banks) == word%uint64(s.Banks) {
				count++
			}
		}
		if seen {
			continue
		}
		words[n] = word
		n++
		degree = max(degree, count)
	}
	return degree
}
