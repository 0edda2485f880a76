package visa

import "math/bits"

// Limits of an operand, by its page, that a verifier holds instructions to.
type Limits struct {
	Min, Max uint32      // of a plain number; both 0 when every number is legal
	NotSLM   PlatformSet // where a surface is not the shared local memory; 0 when it may be
	Required bool        // a raw operand that is read and may not be %null
	Begins   Begins      // what a label operand names
	Beside   *Pairs      // of a field: what an earlier one may have beside it; nil when anything

	// Bytes is how much of its variable a raw operand uses, from its place on, when all lanes
	// run: elements of the variable have so many bytes. It is nil when the page does not say.
	Bytes  func(in *Inst, element int) int
	AtMost int // what Bytes may be at most; 0 for any
}

// Pairs are the values that the field in a slot and another one may have together.
type Pairs struct {
	Slot  int
	Legal [][2]uint32
}

// Requirement is what every instruction of an op keeps, that in words, and the slots whose
// operands decide it.
type Requirement struct {
	Words string
	Holds func(k *Kernel, in *Inst) bool
	Of    []uint8
}

// Begins says what a label begins.
type Begins uint8

// Kinds of labels that an op may name.
const (
	BeginsAny Begins = iota
	BeginsBlock
	BeginsSubroutine
)

// String is what messages say.
func (b Begins) String() string {
	return [...]string{"nothing", "a block", "a subroutine"}[min(b, BeginsSubroutine)]
}

// What generated functions of Limits are made of.

// elements is how many elements the instruction has.
func (in *Inst) elements() int { return max(int(in.Exec.Size), 1) }

// field is the number in a slot.
func (in *Inst) field(slot int) int { return int(uint32(in.Args[slot].Imm)) }

// null says that the raw operand in a slot is %null.
func (in *Inst) null(_ *Kernel, slot int) bool { return in.Args[slot].Var == VarNull }

// float says that the variable of the raw operand in a slot has a type of floats, or that
// there is none.
func (in *Inst) float(k *Kernel, slot int) bool {
	v := in.Args[slot].Var
	return v == VarNull || k.Vars[v].Type.IsFloat()
}

func choose(c bool, a, b int) int {
	if c {
		return a
	}
	return b
}

// maxShift keeps what instructions with illegal fields give small.
const maxShift = 24

// shift is v << n, or to the right for n < 0.
func shift(v, n int) int {
	if n < 0 {
		return v >> -max(n, -maxShift)
	}
	return v << min(n, maxShift)
}

func ones(v int) int { return bits.OnesCount32(uint32(v)) }
