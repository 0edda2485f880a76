package trace

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
)

// Count is how often something ran.
type Count struct {
	Executions uint64 `json:"executions"`   // by a thread
	Lanes      uint64 `json:"active_lanes"` // of all executions together
}

func (c *Count) add(lanes int) {
	c.Executions++
	c.Lanes += uint64(lanes)
}

// Stats counts what a launch executes. It is an Observer.
type Stats struct {
	All          Count
	Slots        uint64 // lanes that the executed instructions are about, active or not
	Instructions []Count
	Messages     map[string]*Count
	Effects      [dispatch.NumEffects]uint64 // executions
	Outside      map[Place]uint64            // accesses past an end

	past map[*mem.Buffer]uint64 // what has been counted of each buffer
}

// Place is an instruction and the memory past whose end it went, or the variable
// outside of which it read.
type Place struct {
	Index            int
	Buffer, Variable string
}

// NewStats makes a counter for a program of n instructions.
func NewStats(n int) *Stats {
	return &Stats{Instructions: make([]Count, n), Messages: map[string]*Count{}, Outside: map[Place]uint64{}, past: map[*mem.Buffer]uint64{}}
}

// Wants is false: counting needs no values.
func (s *Stats) Wants(*Event) bool { return false }

// Ran counts an instruction.
func (s *Stats) Ran(e *Event) {
	lanes := bits.OnesCount32(e.Lanes)
	s.All.add(lanes)
	s.Slots += uint64(e.Width)
	if e.Index < len(s.Instructions) {
		s.Instructions[e.Index].add(lanes)
	}
	s.Effects[e.Effect]++
	for _, l := range e.Left {
		s.Outside[Place{Index: e.Index, Variable: l.Variable}] += l.Reads
	}
	if e.Message == "" {
		return
	}
	m := s.Messages[e.Message]
	if m == nil {
		m = new(Count)
		s.Messages[e.Message] = m
	}
	m.add(lanes)
	for _, b := range e.Thread.Mem.Buffers() {
		s.outside(e.Index, b)
	}
	s.outside(e.Index, e.Thread.Group.SLM)
}

// outside counts what an instruction did past the end of a buffer.
func (s *Stats) outside(index int, b *mem.Buffer) {
	if b == nil {
		return
	}
	now := b.OutOfBounds.Load()
	if was := s.past[b]; now != was {
		s.past[b] = now
		s.Outside[Place{Index: index, Buffer: b.Name}] += now - was
	}
}

// Places lists Outside in the order of the program.
func (s *Stats) Places() []Place {
	return slices.SortedFunc(maps.Keys(s.Outside), func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Buffer, b.Buffer), cmp.Compare(a.Variable, b.Variable))
	})
}
