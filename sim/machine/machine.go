package machine

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Machine is a device with what is around its EUs. Source: specs/eu/machines.md, whose rows
// name theirs.
type Machine struct {
	Name            string
	Slices          int
	Subslices       int    // of a slice
	EUs             int    // of a subslice
	Threads         int    // of an EU
	Barriers        int    // of a subslice
	SLM             int    // bytes of a block of local memory
	Blocks          int    // of local memory; subslices share them when there are fewer
	Unit            int    // bytes of the smallest part that a group gets; larger ones are powers of two
	SLMBanks, Width int    // banks of local memory, and bytes of one
	L3              string // kind of its L3 banks, "" where no row describes it
	L3Banks         int
	Pools           uint32 // second dword of MEDIA_POOL_STATE; 0 for a machine without pools
	Pooled          bool   // groups go to pools; false is the legacy mode, in which hardware starts
	Off             uint32 // a bit for each subslice of slice 0 that is fused off
	Config          string // of the L3; "" for the first that fits a launch
	Image           int    // the most bytes of its context image; 0 where no document bounds it
	Product         string // as containers name the device; "" for a machine of a file that is like none
}

// Named is a machine of the table.
func Named(name string) (*Machine, error) {
	for i := range machines {
		if machines[i].Name == name {
			m := machines[i]
			return &m, nil
		}
	}
	return nil, fmt.Errorf("machine %q: want %s, or a YAML file", name, strings.Join(Names(), ", "))
}

// Names are the machines of the table.
func Names() []string {
	out := make([]string, len(machines))
	for i := range machines {
		out[i] = machines[i].Name
	}
	return out
}

// Pool gives groups to pools of EUs from now on, or by subslice.
func (m *Machine) Pool() error {
	if m.Pools == 0 {
		return fmt.Errorf("machine %s has no thread pools: want one of %s", m.Name, strings.Join(pooled(), ", "))
	}
	m.Pooled = true
	return nil
}

// Of is a machine with a product: of several the first whose subslices have most threads.
func Of(product string) (*Machine, bool) {
	best := -1
	for i := range machines {
		if m := &machines[i]; m.Product == product && (best < 0 || m.EUs*m.Threads > machines[best].EUs*machines[best].Threads) {
			best = i
		}
	}
	if best < 0 {
		return nil, false
	}
	m := machines[best]
	return &m, true
}

// pooled are the machines with pools.
func pooled() (out []string) {
	for i := range machines {
		if machines[i].Pools != 0 {
			out = append(out, machines[i].Name)
		}
	}
	return out
}

// bank is the kind of the L3's banks.
func (m *Machine) bank() (*Bank, bool) {
	i := slices.IndexFunc(banks[:], func(b Bank) bool { return b.Name == m.L3 })
	if i < 0 {
		return nil, false
	}
	return &banks[i], true
}

// off says that a subslice is fused off.
func (m *Machine) off(slice, subslice int) bool { return slice == 0 && m.Off>>subslice&1 != 0 }

// check wants what the parser of pages wants of a row (opdefs, checkMachine), of a machine
// from a file. The error says the key first.
func (m *Machine) check() error {
	for _, two := range []struct {
		key string
		n   int
	}{{"slm", m.SLM}, {"slm_unit", m.Unit}, {"slm_banks", m.SLMBanks}, {"slm_width", m.Width}} {
		if bits.OnesCount(uint(two.n)) != 1 {
			return &keyError{two.key, fmt.Sprintf("%d: want a power of two", two.n)}
		}
	}
	all := m.Slices * m.Subslices
	switch {
	case m.Unit > m.SLM:
		return &keyError{"slm_unit", fmt.Sprintf("%d: want at most the %d bytes of a block", m.Unit, m.SLM)}
	case m.Blocks > all:
		return &keyError{"slm_blocks", fmt.Sprintf("%d: want 1 to %d, the subslices", m.Blocks, all)}
	case m.Off>>m.Subslices != 0 || bits.OnesCount32(m.Off) == all:
		return &keyError{"off", fmt.Sprintf("want some of the subslices 0 to %d, and one of all left", m.Subslices-1)}
	case m.Pools != 0 && (m.Slices != 1 || m.Subslices != poolSubslices || m.EUs != poolEUs):
		return &keyError{"pools", fmt.Sprintf("want a slice of %d subslices of %d EUs, as the only document of pools has", poolSubslices, poolEUs)}
	case m.Pools&^poolMask != 0:
		return &keyError{"pools", fmt.Sprintf("%#x: want bits of %#x alone", m.Pools, poolMask)}
	case m.Pooled && m.Pools == 0:
		return &keyError{"pooled", "the machine has no pools"}
	}
	if _, ok := m.bank(); m.L3 != "" && !ok {
		return &keyError{"l3", fmt.Sprintf("%q: want %s", m.L3, strings.Join(kinds(), ", "))}
	}
	if m.Config != "" {
		if _, err := m.Partition(m.Config, false); err != nil {
			return &keyError{"l3_config", err.Error()}
		}
	}
	return nil
}

// keyError is a value that a machine cannot have.
type keyError struct{ key, msg string }

// Error is "key: message".
func (e *keyError) Error() string { return e.key + ": " + e.msg }
