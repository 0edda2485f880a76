package launch

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"

	"github.com/genvisa/genvisa/native/state"
	"github.com/genvisa/genvisa/sim/mem"
)

// StateTable is where states of one kind lie in the memory of a native launch.
type StateTable struct {
	Given   bool   // they lie in memory
	Base    uint64 // base address of STATE_BASE_ADDRESS
	Pointer uint32 // from there to the table
}

// StateTables are the states of a native launch that lie in its memory.
//
// Bindless states lie from a base of their own on, and have no table.
type StateTables struct{ Surfaces, Samplers, BindlessSurfaces, BindlessSamplers StateTable }

// tableKeys are the keys of a table: that of its base, and that of the pointer, with the field of INTERFACE_DESCRIPTOR_DATA whose bits
// it has.
type tableKeys struct{ base, pointer, field string }

// Keys of states in memory.
var (
	surfaceTable = tableKeys{"surface_state_base", "binding_table", "BindingTablePointer"}
	samplerTable = tableKeys{"dynamic_state_base", "sampler_state", "SamplerStatePointer"}

	bindlessSurfaces = tableKeys{base: "bindless_surface_base"}
	bindlessSamplers = tableKeys{base: "bindless_sampler_base"}
)

// basePage is what base addresses are multiples of (STATE_BASE_ADDRESS).
const basePage = 4096

// stateTables reads where states in memory lie.
func (r *nativeReader) stateTables() (err error) {
	for _, c := range r.n.Tables.keys() {
		if *c.t, err = r.stateTable(c.k); err != nil {
			return err
		}
	}
	return nil
}

// keyedTable is a table and its keys.
type keyedTable struct {
	k *tableKeys
	t *StateTable
}

func (t *StateTables) keys() []keyedTable {
	return []keyedTable{{&surfaceTable, &t.Surfaces}, {&samplerTable, &t.Samplers}, {&bindlessSurfaces, &t.BindlessSurfaces}, {&bindlessSamplers, &t.BindlessSamplers}}
}

// Any says that some states lie in memory.
func (t *StateTables) Any() bool {
	return t.Surfaces.Given || t.Samplers.Given || t.BindlessSurfaces.Given || t.BindlessSamplers.Given
}

func (r *nativeReader) stateTable(k *tableKeys) (t StateTable, err error) {
	base, ok := r.at[k.base]
	pointer, points := r.at[k.pointer] // a table without a pointer has no such key
	switch {
	case points && !ok:
		return t, r.l.parts[k.pointer].errorf("key %q goes with %q, from which it counts", k.pointer, k.base)
	case !ok:
		return t, nil
	}
	t.Given = true
	if t.Base, err = base.unsigned(mem.EndAddress - 1); err != nil || !points {
		return t, err
	}
	v, err := pointer.unsigned(math.MaxUint32)
	t.Pointer = uint32(v)
	return t, err
}

// checkTables finds states where none can be, and what does not go with them.
func (n *Native) checkTables(at func(part string) node) error {
	end := min(state.Ones(n.Target, "RENDER_SURFACE_STATE", "SurfaceBaseAddress"), mem.EndAddress-1)
	for _, c := range n.Tables.keys() {
		switch {
		case c.k == &bindlessSurfaces && c.t.Given && !n.Target.Caps().Bindless, c.k == &bindlessSamplers && c.t.Given && !n.Target.Caps().BindlessSamplers:
			return at(c.k.base).errorf("%s has no messages with bindless states of this kind", n.Target)
		case c.t.Base%basePage != 0 || c.t.Base > end:
			return at(c.k.base).errorf("base %#x: legal on %s are multiples of %d below %#x", c.t.Base, n.Target, basePage, end+1)
		}
		if bits := uint32(state.Ones(n.Target, "INTERFACE_DESCRIPTOR_DATA", c.k.field)); c.t.Pointer&^bits != 0 {
			return at(c.k.pointer).errorf("pointer %#x: legal are those with bits of %#x", c.t.Pointer, bits)
		}
	}
	if n.Tables.Samplers.Given && len(n.Samplers) > 0 {
		return at("samplers").errorf("samplers beside %q, where the samplers are: want one of them", samplerTable.base)
	}
	return nil
}

// checkUnbound checks a surface without binding table index, whose contents are those of an argument.
func (n *Native) checkUnbound(i int, a *Arg, at node) error {
	s := &n.Surfaces[i]
	switch bound := !s.Unbound; {
	case bound && n.Tables.Surfaces.Given:
		return at.errorf("surface %d: index %d beside %q, where the binding table is: want an address in place of bti", i, s.BTI, surfaceTable.base)
	case bound:
		return nil
	case a.Addr == 0:
		return at.errorf("missing key \"bti\" of a surface, or \"address\" of memory without an index")
	case s.Shape != nil:
		return at.errorf("surface %d: a rectangle without bti, which nothing names: want type BUFFER", i)
	}
	return nil
}

// maxWords is the most dwords that a launch file has inline for one surface: every entry of a binding table with a state
// of 16, and the table.
const maxWords = 240*16 + 256

// words reads {words: "..."}: dwords in hexadecimal, as genvisa state prints them; ok is false of a file.
func (l *Launch) words(n node) (data []byte, ok bool, err error) {
	if !n.isMapping() {
		return nil, false, nil
	}
	fields, err := n.fields("words")
	switch {
	case err != nil:
		return nil, true, err
	case len(fields) == 0:
		return nil, true, n.errorf("want the key words, or a file")
	}
	at := fields[0].val
	text := strings.Fields(at.text())
	if len(text) > maxWords {
		return nil, true, at.errorf("%d words: the limit is %d", len(text), maxWords)
	}
	for _, w := range text {
		b, err := hex.DecodeString(w)
		if err != nil || len(b) != 4 {
			return nil, true, at.want("dwords of eight hexadecimal digits such as \"00001fc0 231d7000\", not %q", w)
		}
		data = binary.LittleEndian.AppendUint32(data, binary.BigEndian.Uint32(b))
	}
	if len(data) == 0 {
		return nil, true, at.want("dwords of eight hexadecimal digits")
	}
	return data, true, nil
}
