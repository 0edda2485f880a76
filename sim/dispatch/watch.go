package dispatch

import "github.com/genvisa/genvisa/sim/mem"

// Watcher is a Worker that tells what its threads do, one instruction at a time:
// Before, Resume with a budget of 1, After. What it tells costs nothing when
// nobody asks.
type Watcher interface {
	Worker
	// Before describes the instruction that thread slot runs next; with
	// s.Values, the values of its sources too, and with s.Follow what its message
	// is about to access.
	Before(slot int, s *Step)
	// After adds the values of the destinations of the instruction that Before
	// described, if s.Values.
	After(slot int, s *Step)
}

// Step is one instruction of one thread.
type Step struct {
	Values bool // wanted: Sources and Dests
	Follow bool // wanted: Touches

	Index   int    // of the instruction in the program; -1 past its end
	Lanes   uint32 // of the thread: those that run it
	Width   int    // lanes that it is about, enabled or not; 0 when it has none
	Effect  Effect
	Message string // kind of message; "" for other instructions
	Sources []Value
	Dests   []Value

	Left    []Left      // variables outside of which it read by addresses
	Touches []mem.Touch // of a message of native code on buffers or local memory, none for images
}

// Left is a variable that lanes of an instruction left.
type Left struct {
	Variable string
	Reads    uint64 // one a lane
}

// Effect says how far the result of an instruction can be relied on.
type Effect uint8

// Effects.
const (
	Exact       Effect = iota // as documented, bit for bit
	Approximate               // a fixed algorithm where hardware is said to have another
	NoEffect                  // nothing to do here: fences, and what orders or hints
	NumEffects
)

// String is the effect in words.
func (e Effect) String() string { return [...]string{"exact", "approximate", "no effect"}[e] }

// Value is an operand with its elements.
type Value struct {
	Name  string
	Type  string // of its instruction set: "f", "ud"
	Float bool
	Sign  bool
	Size  int      // bytes of an element
	Lane  int      // of the thread, of the first element; -1 when elements belong to no lane
	Bits  []uint64 // elements, zero-extended
}

// Add begins a value in a list, whose memory is used again.
func Add(list []Value, v Value) []Value {
	if len(list) < cap(list) {
		v.Bits = list[:len(list)+1][len(list)].Bits[:0]
	}
	return append(list, v)
}

// Clear empties a step for the next instruction.
func (s *Step) Clear() {
	*s = Step{Values: s.Values, Follow: s.Follow, Index: -1, Sources: s.Sources[:0], Dests: s.Dests[:0], Touches: s.Touches[:0], Left: s.Left[:0]}
}
