package machine

import (
	"fmt"
	"math/bits"
)

// Pools as the Broxton document has them (volume 6, Thread Pools), with the bits that the
// table of Linux' i915_gem_render_state.c shows: a byte for each subslice, in which a set
// bit gives an EU to the second pool.
const (
	poolSubslices = 3
	poolEUs       = 6
	poolByte      = 0x77 // bits of a byte that are EUs
	poolMask      = poolByte | poolByte<<8 | poolByte<<16
)

// Unit is where a group runs, whole: a subslice, or a pool of EUs of several.
type Unit struct {
	Name     string
	EUs      int
	Threads  int
	Barriers int
	Block    int // of local memory; units of one block share its room
}

// Units are the subslices, or in pooled mode the pools; those without an EU are left out.
func (m *Machine) Units() []Unit {
	if m.Pooled {
		return m.pools()
	}
	var out []Unit
	for slice := range m.Slices {
		for sub := range m.Subslices {
			if !m.off(slice, sub) {
				out = append(out, m.unit(fmt.Sprintf("subslice %d.%d", slice, sub), m.EUs, len(out)))
			}
		}
	}
	return out
}

// pools are the two pools of a word of pools.
func (m *Machine) pools() (out []Unit) {
	var eus [2]int
	for sub := range poolSubslices {
		if m.off(0, sub) {
			continue
		}
		second := bits.OnesCount32(m.Pools >> (8 * sub) & poolByte)
		eus[0] += m.EUs - second
		eus[1] += second
	}
	for i, n := range eus {
		if n > 0 {
			out = append(out, m.unit(fmt.Sprintf("pool %d", i), n, len(out)))
		}
	}
	return out
}

// unit is the i-th of its kind. Barriers of a pool are linked, one of each of its subslices
// (Broxton, volume 6, barrier message), so that it has no more than a subslice.
func (m *Machine) unit(name string, eus, i int) Unit {
	return Unit{Name: name, EUs: eus, Threads: eus * m.Threads, Barriers: m.Barriers, Block: i % m.Blocks}
}

// The six dwords of MEDIA_POOL_STATE, as Linux sends them.
const (
	poolHeader = 0x70050004
	poolEnable = 1 << 31
)

// poolState takes the dwords of a MEDIA_POOL_STATE command: pooled or legacy mode, and the
// pools of slice 0. No source has the other slices.
func (m *Machine) poolState(words []uint32) error {
	switch {
	case len(words) != 6:
		return fmt.Errorf("%d dwords: want the 6 of the command", len(words))
	case words[0] != poolHeader:
		return fmt.Errorf("dword 0 is %#x: want %#x", words[0], poolHeader)
	case words[1]&^poolEnable != 0:
		return fmt.Errorf("dword 1 is %#x: want bit 31 alone, which turns pools on, or 0", words[1])
	case words[2]&^poolMask != 0 || words[2] == 0 && words[1] != 0:
		return fmt.Errorf("dword 2 is %#x: want bits of %#x", words[2], poolMask)
	case words[3]|words[4]|words[5] != 0:
		return fmt.Errorf("dwords 3 to 5 are %#x %#x %#x: want 0, the machine has one slice", words[3], words[4], words[5])
	}
	m.Pools, m.Pooled = words[2], words[1] != 0
	return nil
}
