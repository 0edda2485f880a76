package machine

import "math/bits"

// Cache estimates the L3 of a machine for data: its banks, sets and ways, with one bit of
// pseudo-LRU a line (Broxton, volume 6, L3 Bank Configuration: pseudo-LRU, or 1b LRU, which
// Gen9 brings). An access sets the line's bit; when all bits of a set would be set the others
// are cleared; the first line without it is replaced. Which bank has an address no source
// says: lines go to banks in turn, and to the sets of one in turn.
type Cache struct {
	banks, sets, ways uint64
	shift             int      // of an address to its line
	lines             []uint64 // line + 1 by bank, set and way; 0 is empty
	used              []bool
}

// Cache is the data cache of a configuration. One without KB for data has no ways, and
// misses always.
func (m *Machine) Cache(p *Partition) *Cache {
	b, _ := m.bank()
	way := b.KB << 10 / b.Ways // bytes
	c := &Cache{banks: uint64(m.L3Banks), sets: uint64(way / b.Line), ways: uint64(p.data() << 10 / way), shift: bits.TrailingZeros(uint(b.Line))}
	n := c.banks * c.sets * c.ways
	c.lines, c.used = make([]uint64, n), make([]bool, n)
	return c
}

// Bytes is what it holds.
func (c *Cache) Bytes() int { return len(c.lines) << c.shift }

// Line is the cache line of an address.
func (c *Cache) Line(addr uint64) uint64 { return addr >> c.shift }

// Touch reads or writes a line and says whether it was there; now it is.
func (c *Cache) Touch(line uint64) (hit bool) {
	if c.ways == 0 {
		return false
	}
	set := (line%c.banks*c.sets + line/c.banks%c.sets) * c.ways
	lines, used := c.lines[set:set+c.ways], c.used[set:set+c.ways]
	victim := -1
	for i, l := range lines {
		if l == line+1 {
			mark(used, i)
			return true
		}
		if victim < 0 && !used[i] {
			victim = i
		}
	}
	victim = max(victim, 0) // of one way, whose bit is always set
	lines[victim] = line + 1
	mark(used, victim)
	return false
}

// mark sets a line's bit.
func mark(used []bool, i int) {
	used[i] = true
	for _, u := range used {
		if !u {
			return
		}
	}
	clear(used)
	used[i] = true
}
