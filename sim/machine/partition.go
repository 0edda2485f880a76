package machine

import (
	"fmt"
	"strings"
)

// Bank is a kind of bank of an L3 (Broxton, volume 6, L3 Bank Configuration).
type Bank struct {
	Name     string
	KB, Ways int
	Line     int  // bytes
	SLM      bool // local memory lies in it
}

// Partition is a legal division of a bank in KB (Broxton, volume 6, Size of L3 Bank and
// Allocations): cache for all clients, or for data and for what is read only.
type Partition struct {
	Bank, Config           string
	SLM, URB, Rest, DC, RO int
}

// String is the row as the page has it.
func (p *Partition) String() string {
	return fmt.Sprintf("%s (SLM %d, URB %d, rest %d, DC %d, RO %d)", p.Config, p.SLM, p.URB, p.Rest, p.DC, p.RO)
}

// data is the KB that cache what messages on buffers move.
func (p *Partition) data() int { return max(p.Rest, p.DC) }

// Partition is a configuration of the machine's L3 by name, "" for that of the machine or
// the first that fits. A launch that uses local memory needs one that has it, where local
// memory lies in the L3. The error has the legal rows.
func (m *Machine) Partition(config string, usesSLM bool) (*Partition, error) {
	b, ok := m.bank()
	if !ok {
		return nil, fmt.Errorf("machine %s: no source divides its L3; want a machine with one of %s", m.Name, strings.Join(kinds(), ", "))
	}
	if config == "" {
		config = m.Config
	}
	var legal []string
	for i := range partitions {
		p := &partitions[i]
		if p.Bank != b.Name || usesSLM && b.SLM && p.SLM == 0 {
			continue
		}
		if config == "" || p.Config == config {
			return p, nil
		}
		legal = append(legal, p.String())
	}
	with := ""
	if usesSLM && b.SLM {
		with = ", with local memory,"
	}
	return nil, fmt.Errorf("L3 configuration %q: legal%s for banks %q of %d KB are %s", config, with, b.Name, b.KB, strings.Join(legal, "; "))
}

// divided is the row with these KB; the error has the legal ones.
func (m *Machine) divided(want Partition) (*Partition, error) {
	for i := range partitions {
		p := partitions[i]
		if p.Bank == m.L3 {
			want.Bank, want.Config = p.Bank, p.Config
			if p == want {
				return &partitions[i], nil
			}
		}
	}
	want.Config = "of a file"
	return m.Partition(want.String(), false)
}

// kinds are the names of banks.
func kinds() []string {
	out := make([]string, len(banks))
	for i := range banks {
		out[i] = banks[i].Name
	}
	return out
}
