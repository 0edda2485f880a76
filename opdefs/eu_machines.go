package opdefs

import (
	"math/bits"
	"slices"
)

// Machine is what stands around the execution units of a device, as a row of
// specs/eu/machines.md has it. SLM and Unit are in KB, Width in bytes.
type Machine struct {
	Pos                                Pos
	Name, Product                      string
	Slices, Subslices, EUs, Threads    int // subslices of a slice, EUs of one of them, threads of an EU
	Barriers                           int // of a subslice
	SLM, Blocks, Unit, SLMBanks, Width int
	L3                                 string // one of L3Banks, or "" when no row describes it
	L3Banks                            int
	Pools                              uint64 // second dword of MEDIA_POOL_STATE; 0 for a machine without pools
	Image                              uint64 // the most KB of a context image; 0: no document bounds it
	Source                             string
}

// L3Bank is a kind of bank of the L3: KB, and of them those that can be cache.
type L3Bank struct {
	Pos             Pos
	Name            string
	KB, Ways, Cache int
	Line            int  // bytes
	SLM             bool // local memory lies in it
	Source          string
}

// L3Partition is a legal division of a bank, in KB.
type L3Partition struct {
	Pos                    Pos
	Bank, Config           string
	SLM, URB, Rest, DC, RO int
	Source                 string
}

var (
	machineColumns   = []string{"machine", "product", "slices", "subslices", "EUs", "threads", "barriers", "SLM", "blocks", "unit", "banks", "width", "L3", "L3banks", "pools", "image", "source"}
	bankColumns      = []string{"bank", "KB", "ways", "cache", "line", "SLM", "source"}
	partitionColumns = []string{"bank", "config", "SLM", "URB", "rest", "DC", "RO", "source"}
)

// The most that a row has; gen hands these bounds on, for files that users write. SLM is in KB.
const (
	MaxSlices, MaxSubslices, MaxEUs, MaxThreads = 16, 16, 32, 16
	MaxBarriers, MaxSLM, MaxBlocks              = 256, 1024, 256
	MaxSLMBanks, MaxWidth, MaxL3Banks           = 256, 64, 64
	maxBankKB, maxBankWays                      = 4096, 1024
	maxImageKB                                  = 1 << 20
)

// poolBytes and poolEUs are the subslices that a word of pools has a byte for, and the
// bits of a byte that are EUs.
const poolBytes, poolEUs = 3, 0x77

func (p *euParser) machines(s *euSection, rest string) {
	p.alone(s, rest, "Machines")
	for _, r := range s.Rows {
		n := func(column string, most int) int { return p.positive(r.get(column), column, most) }
		m := Machine{
			Pos: r.Pos, Name: r.get("machine").Text, Product: r.get("product").Text,
			Slices: n("slices", MaxSlices), Subslices: n("subslices", MaxSubslices), EUs: n("EUs", MaxEUs), Threads: n("threads", MaxThreads),
			Barriers: n("barriers", MaxBarriers), SLM: n("SLM", MaxSLM), Blocks: n("blocks", MaxBlocks), Unit: n("unit", MaxSLM), SLMBanks: n("banks", MaxSLMBanks), Width: n("width", MaxWidth),
			L3Banks: n("L3banks", MaxL3Banks), Pools: p.numberOrNone(r.get("pools"), 0xffffffff), Image: p.numberOrNone(r.get("image"), maxImageKB), Source: p.prose(r.get("source")),
		}
		if l3 := r.get("L3").Text; l3 != "-" {
			m.L3 = l3
		}
		if !productName.MatchString(m.Name) {
			p.errs.add(r.get("machine").Pos, "machine %q: want lower-case letters, digits and hyphens", m.Name)
		}
		p.sourced(r.Pos, "machine "+m.Name, m.Source)
		p.eu.Machines = append(p.eu.Machines, m)
	}
}

func (p *euParser) banks(s *euSection, rest string) {
	p.alone(s, rest, "Banks")
	for _, r := range s.Rows {
		b := L3Bank{
			Pos: r.Pos, Name: p.match(r.get("bank"), euFormat, "bank"), KB: p.positive(r.get("KB"), "KB", maxBankKB), Ways: p.positive(r.get("ways"), "ways", maxBankWays),
			Cache: p.positive(r.get("cache"), "cache", maxBankKB), Line: p.positive(r.get("line"), "line", 1<<10), SLM: p.choice(r.get("SLM"), "SLM", []string{"no", "yes"}) == 1,
			Source: p.prose(r.get("source")),
		}
		p.sourced(r.Pos, "bank "+b.Name, b.Source)
		if b.Ways > 0 && b.Line > 0 && b.KB<<10%(b.Ways*b.Line) != 0 {
			p.errs.add(r.Pos, "bank %s: %d KB in %d ways: want whole lines of %d bytes in a way", b.Name, b.KB, b.Ways, b.Line)
		}
		p.eu.L3Banks = append(p.eu.L3Banks, b)
	}
}

func (p *euParser) partitions(s *euSection, rest string) {
	p.alone(s, rest, "Partitions")
	for _, r := range s.Rows {
		kb := func(column string) int { return p.small(r.get(column), column, maxBankKB) }
		l := L3Partition{Pos: r.Pos, Bank: r.get("bank").Text, Config: p.match(r.get("config"), euFormat, "config"), SLM: kb("SLM"), URB: kb("URB"), Rest: kb("rest"), DC: kb("DC"), RO: kb("RO"), Source: p.prose(r.get("source"))}
		p.sourced(r.Pos, "config "+l.Config, l.Source)
		p.eu.Partitions = append(p.eu.Partitions, l)
	}
}

// positive is a number from 1 on.
func (p *euParser) positive(c euCell, what string, most int) int {
	v, ok := euNumber(c.Text)
	if !ok || v == 0 || v > uint64(most) {
		p.errs.add(c.Pos, "%s %q: want 1 to %d", what, c.Text, most)
		return 0
	}
	return int(v)
}

func (p *euParser) sourced(at Pos, what, source string) {
	if source == "" {
		p.errs.add(at, "%s: want a source, or the word estimate and what it is like", what)
	}
}

// checkMachines tests names against the other tables, and that sizes go together.
func checkMachines(eu *EU, errs *Errors) {
	for i := range eu.Machines {
		m := &eu.Machines[i]
		if slices.ContainsFunc(eu.Machines[:i], func(o Machine) bool { return o.Name == m.Name }) {
			errs.add(m.Pos, "machine %s is there already", m.Name)
		}
		checkMachine(eu, m, errs)
	}
	for i := range eu.L3Banks {
		b := &eu.L3Banks[i]
		if slices.ContainsFunc(eu.L3Banks[:i], func(o L3Bank) bool { return o.Name == b.Name }) {
			errs.add(b.Pos, "bank %s is there already", b.Name)
		}
		if !slices.ContainsFunc(eu.Partitions, func(l L3Partition) bool { return l.Bank == b.Name }) {
			errs.add(b.Pos, "bank %s has no row of Partitions", b.Name)
		}
	}
	for i := range eu.Partitions {
		checkPartition(eu, i, errs)
	}
}

func checkMachine(eu *EU, m *Machine, errs *Errors) {
	if i := slices.IndexFunc(eu.Products, func(d Product) bool { return d.Name == m.Product }); i < 0 {
		errs.add(m.Pos, "machine %s is of product %q, which the table of products does not have", m.Name, m.Product)
	} else if d := &eu.Products[i]; m.Slices*m.Subslices*m.EUs > int(d.EUs) || m.Threads != int(d.Threads) {
		errs.add(m.Pos, "machine %s: %d EUs of %d threads: the largest %s has %d of %d", m.Name, m.Slices*m.Subslices*m.EUs, m.Threads, d.Name, d.EUs, d.Threads)
	}
	if m.L3 != "" && !slices.ContainsFunc(eu.L3Banks, func(b L3Bank) bool { return b.Name == m.L3 }) {
		errs.add(m.Pos, "machine %s: L3 %q: want a row of Banks, or -", m.Name, m.L3)
	}
	for _, two := range []struct {
		what string
		n    int
	}{{"SLM", m.SLM}, {"unit", m.Unit}, {"banks", m.SLMBanks}, {"width", m.Width}} {
		if bits.OnesCount(uint(two.n)) > 1 {
			errs.add(m.Pos, "machine %s: %s %d: want a power of two", m.Name, two.what, two.n)
		}
	}
	if m.Unit > m.SLM {
		errs.add(m.Pos, "machine %s: a unit of %d KB in blocks of %d", m.Name, m.Unit, m.SLM)
	}
	if m.Blocks > m.Slices*m.Subslices {
		errs.add(m.Pos, "machine %s: %d blocks of local memory for %d subslices", m.Name, m.Blocks, m.Slices*m.Subslices)
	}
	if m.Pools == 0 {
		return
	}
	if m.Slices != 1 || m.Subslices != poolBytes || m.EUs != bits.OnesCount(poolEUs) {
		errs.add(m.Pos, "machine %s: pools of %d slices of %d subslices of %d EUs: want 1 of %d of %d", m.Name, m.Slices, m.Subslices, m.EUs, poolBytes, bits.OnesCount(poolEUs))
	}
	if m.Pools&^(poolEUs|poolEUs<<8|poolEUs<<16) != 0 {
		errs.add(m.Pos, "machine %s: pools %#x: want bits of EUs alone, %#x of each of %d bytes", m.Name, m.Pools, poolEUs, poolBytes)
	}
}

func checkPartition(eu *EU, i int, errs *Errors) {
	l := &eu.Partitions[i]
	b := slices.IndexFunc(eu.L3Banks, func(b L3Bank) bool { return b.Name == l.Bank })
	if b < 0 {
		errs.add(l.Pos, "config %s of bank %q: want a row of Banks", l.Config, l.Bank)
		return
	}
	if slices.ContainsFunc(eu.Partitions[:i], func(o L3Partition) bool { return o.Bank == l.Bank && o.Config == l.Config }) {
		errs.add(l.Pos, "config %s of bank %s is there already", l.Config, l.Bank)
	}
	bank := &eu.L3Banks[b]
	cache := l.Rest + l.DC + l.RO
	if sum := l.SLM + l.URB + cache; sum > bank.KB {
		errs.add(l.Pos, "config %s of bank %s: %d KB together, and a bank has %d", l.Config, l.Bank, sum, bank.KB)
	}
	if cache > bank.Cache {
		errs.add(l.Pos, "config %s of bank %s: %d KB of cache, and a bank has %d", l.Config, l.Bank, cache, bank.Cache)
	}
	if l.SLM > 0 && !bank.SLM {
		errs.add(l.Pos, "config %s of bank %s: local memory does not lie in such a bank", l.Config, l.Bank)
	}
	if l.Rest > 0 && l.DC+l.RO > 0 {
		errs.add(l.Pos, "config %s of bank %s: cache for all clients and for some: want one of them", l.Config, l.Bank)
	}
	way := bank.KB / max(bank.Ways, 1)
	for _, kb := range []int{l.SLM, l.URB, l.Rest, l.DC, l.RO} {
		if way > 0 && kb%way != 0 {
			errs.add(l.Pos, "config %s of bank %s: %d KB: want whole ways of %d", l.Config, l.Bank, kb, way)
		}
	}
}
