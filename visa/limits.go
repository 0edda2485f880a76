package visa

// Limits of an operand, by its page, that a verifier holds instructions to.
type Limits struct {
	Min, Max uint32      // of a plain number; both 0 when every number is legal
	NotSLM   PlatformSet // where a surface is not the shared local memory; 0 when it may be
	Required bool        // a raw operand that is read and may not be %null
	Begins   Begins      // what a label operand names
	Beside   *Pairs      // of a field: what an earlier one may have beside it; nil when anything
}

// Pairs are the values that the field in a slot and another one may have together.
type Pairs struct {
	Slot  int
	Legal [][2]uint32
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
