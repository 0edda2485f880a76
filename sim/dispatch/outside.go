package dispatch

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/genvisa/genvisa/sim/mem"
)

// Outside is what a launch did past the end of one surface, or of shared local
// memory: reads gave 0, writes were dropped. Or what it read by addresses outside of
// one variable, which gave 0 too.
type Outside struct {
	Buffer   string  `json:"buffer,omitempty"`   // mem.Buffer.Name
	Variable string  `json:"variable,omitempty"` // in the place of a buffer
	Count    uint64  `json:"accesses"`
	End      uint64  `json:"end,omitempty"`   // where the farthest ended, in bytes from the start; 0 when none tells
	First    *Access `json:"first,omitempty"` // nil from an engine that does not tell
}

// What names what was left, after a number of accesses.
func (o Outside) What() string {
	if o.Variable != "" {
		return "reads outside of variable " + o.Variable
	}
	return "accesses past the end of " + o.Buffer
}

// String names the buffer or the variable, the count and the first place.
func (o Outside) String() string {
	became := "reads gave 0, writes were dropped"
	if o.Variable != "" {
		became = "they gave 0"
	}
	s := fmt.Sprintf("%d %s (%s)", o.Count, o.What(), became)
	if o.First != nil {
		s += "; the first: " + o.First.String()
	}
	return s
}

// Access is one instruction's access to memory, or to a variable by an address.
type Access struct {
	ThreadPlace
	Lane   int   `json:"lane"` // -1: of the whole thread
	Write  bool  `json:"write"`
	Offset int64 `json:"offset,omitempty"` // of a variable: bytes from its start; never 0, which is inside
}

// String names direction, offset, group, thread, lane and instruction.
func (a Access) String() string {
	verb, lane := "read", ""
	if a.Write {
		verb = "write"
	}
	if a.Offset != 0 {
		verb = fmt.Sprintf("%s at byte %d", verb, a.Offset)
	}
	if a.Lane >= 0 {
		lane = fmt.Sprintf(" lane %d", a.Lane)
	}
	return fmt.Sprintf("%s, group %v thread %d%s at %s: %s", verb, a.Group, a.Thread, lane, a.At(), a.Inst)
}

// outsides keeps the first access outside of each buffer and variable: that of the lowest
// group, and of a group the one that was told first, which does not depend on the
// number of workers.
type outsides struct {
	mu               sync.Mutex
	first, variables map[string]*firstAccess
}

type firstAccess struct {
	group uint64
	count uint64 // of all accesses that were told
	Access
}

// Outside tells that t has accessed bytes outside b, with its lane or -1. The
// place is asked for only when the access is the first.
func (t *Thread) Outside(b *mem.Buffer, lane int, write bool, place func() Place) {
	if o := t.outside; o != nil {
		o.tell(&o.first, b.Name, t, Access{Lane: lane, Write: write}, place)
	}
}

// OutsideVariable tells that a lane of t has read a variable by an address at an offset
// where that does not reach, in the same way.
func (t *Thread) OutsideVariable(name string, lane int, offset int64, place func() Place) {
	if o := t.outside; o != nil {
		o.tell(&o.variables, name, t, Access{Lane: lane, Offset: offset}, place)
	}
}

// tell counts an access and keeps it when it is the first.
func (o *outsides) tell(all *map[string]*firstAccess, name string, t *Thread, a Access, place func() Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f := (*all)[name]
	if f == nil {
		if *all == nil {
			*all = map[string]*firstAccess{}
		}
		f = new(firstAccess)
		(*all)[name] = f
	}
	if f.count++; f.count > 1 && t.Group.number >= f.group {
		return
	}
	a.ThreadPlace = ThreadPlace{t.Group.ID, t.Index, place()}
	f.group, f.Access = t.Group.number, a
}

// outside lists the buffers that were left, by address, then shared local memory, then
// variables by their names.
func (r *run) outside() (all []Outside) {
	list := func(name string, count, end uint64) {
		if count == 0 {
			return
		}
		o := Outside{Buffer: name, Count: count, End: end}
		if f := r.outsides.first[name]; f != nil {
			o.First = &f.Access
		}
		all = append(all, o)
	}
	for _, b := range r.l.Mem.Buffers() {
		list(b.Name, b.OutOfBounds.Load(), b.Farthest.Load())
	}
	list(mem.LocalName, r.localOutside, r.localFarthest)
	variables := r.outsides.variables
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		all = append(all, Outside{Variable: name, Count: variables[name].count, First: &variables[name].Access})
	}
	return all
}
