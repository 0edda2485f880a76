package dispatch

import (
	"fmt"
	"sync"

	"github.com/genvisa/genvisa/sim/mem"
)

// Outside is what a launch did past the end of one surface, or of shared local
// memory: reads gave 0, writes were dropped.
type Outside struct {
	Buffer string  `json:"buffer"` // mem.Buffer.Name
	Count  uint64  `json:"accesses"`
	End    uint64  `json:"end,omitempty"`   // where the farthest ended, in bytes from the start; 0 when none tells
	First  *Access `json:"first,omitempty"` // nil from an engine that does not tell
}

// String names the buffer, the count and the first place.
func (o Outside) String() string {
	s := fmt.Sprintf("%d accesses past the end of %s (reads gave 0, writes were dropped)", o.Count, o.Buffer)
	if o.First != nil {
		s += "; the first: " + o.First.String()
	}
	return s
}

// Access is one instruction's access to memory.
type Access struct {
	ThreadPlace
	Lane  int  `json:"lane"` // -1: of the whole thread
	Write bool `json:"write"`
}

// String names direction, group, thread, lane and instruction.
func (a Access) String() string {
	verb, lane := "read", ""
	if a.Write {
		verb = "write"
	}
	if a.Lane >= 0 {
		lane = fmt.Sprintf(" lane %d", a.Lane)
	}
	return fmt.Sprintf("%s, group %v thread %d%s at %s: %s", verb, a.Group, a.Thread, lane, a.At(), a.Inst)
}

// outsides keeps the first access outside of each buffer: that of the lowest
// group, and of a group the one that was told first, which does not depend on the
// number of workers.
type outsides struct {
	mu    sync.Mutex
	first map[string]*firstAccess
}

type firstAccess struct {
	group uint64
	Access
}

// Outside tells that t has accessed bytes outside b, with its lane or -1. The
// place is asked for only when the access is the first.
func (t *Thread) Outside(b *mem.Buffer, lane int, write bool, place func() Place) {
	o := t.outside
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	f := o.first[b.Name]
	switch {
	case f == nil:
		if o.first == nil {
			o.first = map[string]*firstAccess{}
		}
		f = new(firstAccess)
		o.first[b.Name] = f
	case t.Group.number >= f.group:
		return
	}
	f.group = t.Group.number
	f.Access = Access{ThreadPlace{t.Group.ID, t.Index, place()}, lane, write}
}

// outside lists the buffers that were left, by address, shared local memory last.
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
	return all
}
