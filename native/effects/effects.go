package effects

import "github.com/genvisa/genvisa/native"

// Space is what an effect is in.
type Space uint8

// Spaces, with the units of At and N.
const (
	Register    Space = iota // general registers: bytes of the file, or of a virtual register
	Flag                     // flags: bits from f0.0 on, or of a virtual flag
	Address                  // a0: bytes, or of a virtual group of addresses
	Accumulator              // accumulators: bytes from acc0 on
	State                    // another architecture register as a whole: At is its number (native.ARFCR0)
	Memory                   // memory: see Effect.Memory
)

// Thread is the channel of what belongs to no channel: NoMask, a header, an address,
// a value that all channels read.
const Thread = -1

// Rest is the number of units of what nobody has counted: the rest of a virtual register, or of
// the file at least one register.
const Rest = -1

// Effect is units that follow each other, read or written.
type Effect struct {
	Space Space
	Write bool
	Full  bool  // a write: certain, whenever its channel, or the thread, executes the instruction
	Lane  int8  // channel of the first element, or Thread
	First int8  // element of the instruction that it is, or Thread where elements do not count
	Each  uint8 // units of an element; 0 where all units belong to every channel
	Row   int8  // with Through: which of its addresses
	Var   int32 // 1 + the number of a virtual register; 0 for the file
	At, N int32 // units

	// Through is an operand behind an address, from which At counts; nil for others.
	Through *native.Operand

	// Memory and Does are what a message does, At its binding table index, or Unknown. MemoryNone
	// is all memory: of a fence, and of a message that no table has.
	Memory native.Memory
	Does   native.Does
}

// Unknown is the binding table index of a surface that only a register says.
const Unknown = -1

// Each calls do with everything that an instruction of target t, counted in elements
// (native.Target.InElements), reads and writes. All reads of registers come before the
// writes, but what it reaches through addresses of virtual registers.
func Each(t native.Target, in *native.Inst, do func(Effect)) {
	Registers(in, do)
	if in.Op.IsSend() {
		memory(t, &in.Msg, do)
	}
}

// Registers is Each without memory: it needs no target.
func Registers(in *native.Inst, do func(Effect)) {
	w := walker{in: in, do: do}
	w.predicate()
	if in.Op.IsSend() {
		w.message()
	} else {
		for s := range in.Src {
			w.operand(s)
		}
		w.implied()
		w.operand(dst)
		w.results()
	}
	w.reached()
	w.condition()
}

// dst is the number of the destination where sources have theirs.
const dst = -1

// walker goes through one instruction.
type walker struct {
	in *native.Inst
	do func(Effect)
}

// channel is the channel of element k of what each element has of its own.
func (w *walker) channel(k int) int8 {
	if w.in.NoMask || k < 0 {
		return Thread
	}
	return int8(int(w.in.ChanOff) + k)
}

// Partial says that enabled channels may leave the destination as it was: by a predicate,
// unless it chooses a source, or by a source that says which of them take part.
func Partial(in *native.Inst) bool {
	return in.PredCtrl != native.PredNone && !in.Op.PredicateChooses() || in.Op.MaskSource() >= 0
}

// reached are the virtual registers that are read, and maybe written, through addresses, or
// where they are.
func (w *walker) reached() {
	uses := w.in.Uses
	for k := 0; w.in.Placed && k+1 < len(uses); k += 2 {
		w.both(Effect{Space: Register, At: uses[k], N: uses[k+1], Lane: Thread, First: Thread})
	}
	for k := 0; !w.in.Placed && k < len(uses); k++ {
		w.both(Effect{Space: Register, Var: uses[k] + 1, N: Rest, Lane: Thread, First: Thread})
	}
}

// both is a read, and a write when the destination is behind an address.
func (w *walker) both(e Effect) {
	w.do(e)
	if w.in.Dst.Indirect {
		e.Write = true
		w.do(e)
	}
}
