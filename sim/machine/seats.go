package machine

import "fmt"

// Place is where a thread runs. Subslice counts those of the slice, fused off or not.
type Place struct{ Slice, Subslice, EU, Thread int }

// eu is an EU of a unit.
type eu struct{ slice, subslice, eu int }

// Seat is room for a group: consecutive threads of a subslice or pool, and a part of a block
// of local memory.
type Seat struct {
	eus     []eu // of its unit
	first   int  // thread of the unit
	threads int  // of an EU
	Local   int  // where its local memory lies in all blocks, one behind the other; bytes
}

// At is where thread i of the group runs: consecutive threads fill an EU, then the next.
func (s *Seat) At(i int) Place {
	i += s.first
	e := s.eus[i/s.threads]
	return Place{e.slice, e.subslice, e.eu, i % s.threads}
}

// Threads is how many threads there are from the first of the seat to the end of its subslice or pool.
func (s *Seat) Threads() int { return len(s.eus)*s.threads - s.first }

// Seats are the places of all groups of a launch that are in flight together, in the order
// in which the machine gives them: those of Occupancy.
func (m *Machine) Seats(d Demand) ([]Seat, error) {
	o, err := m.Occupancy(d)
	if err != nil {
		return nil, err
	}
	units, lists, threads := m.Units(), m.lists(), m.with(&d).Threads
	local := make([]int, m.Blocks)
	var out []Seat
	for round := 0; len(out) < o.InFlight; round++ {
		for i := range units {
			if round >= o.Units[i].Groups {
				continue
			}
			block := units[i].Block
			out = append(out, Seat{lists[i], round * d.Threads, threads, block*m.SLM + local[block]})
			local[block] += o.GroupSLM
		}
	}
	return out, nil
}

// lists are the EUs of each of Units, in the order of their numbers.
func (m *Machine) lists() [][]eu {
	var legacy [][]eu
	var pools [2][]eu
	for slice := range m.Slices {
		for sub := range m.Subslices {
			if m.off(slice, sub) {
				continue
			}
			var all []eu
			for e := range m.EUs {
				all = append(all, eu{slice, sub, e})
				pool := 0
				if m.Pooled {
					pool = int(m.Pools >> (8*sub + poolBits[e]) & 1)
				}
				pools[pool] = append(pools[pool], eu{slice, sub, e})
			}
			legacy = append(legacy, all)
		}
	}
	if !m.Pooled {
		return legacy
	}
	var out [][]eu
	for _, p := range pools {
		if len(p) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// poolBits is which bit of a byte of pools is an EU's: bits 0 to 2 and 4 to 6.
var poolBits = [poolEUs]int{0, 1, 2, 4, 5, 6}

// rank is the number of a subslice among those that the machine has, over its slices, with
// no gap where one is fused off.
func (m *Machine) rank(slice, subslice int) (n int, err error) {
	if slice < 0 || slice >= m.Slices || subslice < 0 || subslice >= m.Subslices || m.off(slice, subslice) {
		return 0, fmt.Errorf("machine %s has no subslice %d.%d", m.Name, slice, subslice)
	}
	for s := range slice + 1 {
		for sub := range m.Subslices {
			if s == slice && sub == subslice {
				return n, nil
			}
			if !m.off(s, sub) {
				n++
			}
		}
	}
	return n, nil
}
