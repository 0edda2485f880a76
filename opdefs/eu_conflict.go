package opdefs

import (
	"strconv"
	"strings"
)

// Conflict is when an instruction waits for one bank of the register file twice.
type Conflict struct {
	Pos      Pos
	Targets  TargetSet
	Of       uint64 // sources that are read at once, as bits
	Once     uint64 // sources of which one register is read once
	Bits     uint64 // of a register's number, which say its bank
	Together int    // so many registers of a bank make a conflict
	Clocks   int    // for each register of the destination
	Source   string
}

var conflictColumns = []string{"targets", "of", "once", "bits", "together", "clocks", "source"}

// Sources of an instruction, and bits of a register's number.
const (
	mostSources  = 3
	registerBits = 7
)

func (p *euParser) conflicts(s *euSection, rest string) {
	p.alone(s, rest, "Conflicts")
	for _, r := range s.Rows {
		c := Conflict{
			Pos: r.Pos, Targets: p.targets(r.get("targets")),
			Of: p.bitSet(r.get("of"), "source", mostSources), Once: p.bitSet(r.get("once"), "source", mostSources), Bits: p.bitSet(r.get("bits"), "bit", registerBits),
			Together: p.positive(r.get("together"), "together", mostSources), Clocks: p.positive(r.get("clocks"), "clocks", 1<<8), Source: p.prose(r.get("source")),
		}
		p.sourced(r.Pos, "conflict", c.Source)
		p.eu.Conflicts = append(p.eu.Conflicts, c)
	}
}

// bitSet is a set of numbers below n, in ascending order.
func (p *euParser) bitSet(c euCell, what string, n int) (set uint64) {
	for _, w := range strings.Fields(c.Text) {
		v, err := strconv.ParseUint(w, 10, 8)
		if err != nil || v >= uint64(n) || set>>v != 0 {
			p.errs.add(c.Pos, "%s %q: want 0 to %d, in ascending order", what, w, n-1)
			return 0
		}
		set |= 1 << v
	}
	return set
}

// checkConflicts tests that a row can be met.
func checkConflicts(eu *EU, errs *Errors) {
	for _, c := range eu.Conflicts {
		sources := 0
		for s := range mostSources {
			sources += int(c.Of >> s & 1)
		}
		switch {
		case c.Together < 2 || c.Together > sources:
			errs.add(c.Pos, "together %d of %d sources: want 2 to all of them", c.Together, sources)
		case c.Bits == 0:
			errs.add(c.Pos, "bits: want those that say the bank")
		}
	}
}
