package sem

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
)

// Class is an execution class: the Go type of the rows that a kernel computes
// on. X holds exact results that need more than 32 bits (mixed signedness,
// source modifiers on UD, saturation, 64-bit destinations of 32-bit sources).
type Class uint8

// Execution classes.
const (
	UD Class = iota // rows U: 8-, 16- and 32-bit unsigned sources
	D               // rows W: 8-, 16- and 32-bit signed sources, and mixes that fit int32
	X               // rows X: any sources up to 32 bits, exact
	UQ              // rows Q
	Q               // rows X; a modifier wraps at 64 bits
	HF              // rows F, each operator rounded to half
	F               // rows F
	DF              // rows DF
	P               // predicate sources: Bits; a destination that is no predicate is in U
	NumClasses
)

// Lanes is the number of elements of a row.
const Lanes = 32

// MaxSlots is the most operands of an instruction with Semantics: opdefs.MaxSlots.
const MaxSlots = 16

// Row is one operand of an instruction: where its elements are, each as the class
// says. It may be storage of the engine itself when elements stand there as a row
// has them, or a Space.
type Row struct{ p unsafe.Pointer }

// Space is room for a row of any class.
type Space [Lanes]uint64

// RowAt is the row whose first element is at p, which must be aligned for the
// class and have 32 elements behind it, those beyond the execution size included.
func RowAt(p unsafe.Pointer) Row { return Row{p} }

// U is the row of class UD and of results of class P.
func (r Row) U() *[Lanes]uint32 { return (*[Lanes]uint32)(r.p) }

// W is the row of class D.
func (r Row) W() *[Lanes]int32 { return (*[Lanes]int32)(r.p) }

// X is the row of classes X and Q.
func (r Row) X() *[Lanes]int64 { return (*[Lanes]int64)(r.p) }

// Q is the row of class UQ, and any row of 64-bit elements as bits.
func (r Row) Q() *[Lanes]uint64 { return (*[Lanes]uint64)(r.p) }

// F is the row of classes HF and F. NaN payloads survive in it.
func (r Row) F() *[Lanes]float32 { return (*[Lanes]float32)(r.p) }

// DF is the row of class DF.
func (r Row) DF() *[Lanes]float64 { return (*[Lanes]float64)(r.p) }

// About is what a kernel may ask about the operands of an instruction, by slot.
type About struct {
	Wide   [MaxSlots]bool  // a source without region steps: an immediate or <0;1,0> (is_scalar)
	Width  [MaxSlots]uint8 // bits of an element of a vector operand; of a predicate, its number of elements
	IsPred uint16          // bit s: the operand of slot s is a predicate: a destination's result is in Bits
	Signed uint16          // bit s: the operand of slot s has a signed integer type
	Sat    bool            // .sat: rows X hold exact results, clamped to int64, instead of their low 64 bits
}

// Frame is the state of one instruction in execution. The engine loads sources
// by slot number, calls the kernel and stores destinations by slot number.
type Frame struct {
	N    int    // execution size
	EM   uint32 // lanes enabled by the mask, bit i = element i
	Pred uint32 // predicate bits, element i; all ones without predicate
	ChEn uint32 // EM & Pred: lanes that are written; a kernel may set bits (setp of a scalar), so stores read it after the call

	Base  unsafe.Pointer   // what rows count from: one piece of storage, so that no pointer is written for an operand
	Off   [MaxSlots]int    // by slot: the row, sources in, destinations out; where InPlace holds, a destination may be a source
	Bits  [MaxSlots]uint32 // by slot: predicate operands in and out, one bit per element
	Field [MaxSlots]int64  // by slot: fields, scalar operands of memory ops
	Raw   [MaxSlots][]byte // by slot: storage of a raw operand from its byte offset; empty for null
	Reach [MaxSlots]int    // by slot: bytes that accesses beyond Raw would have needed; 0 when there were none
	*About

	Mode num.Mode
	Mem  Memory // surface of the instruction, or flat memory
	access

	GRFSize int
}

// Row is the row of a slot.
func (f *Frame) Row(slot int) Row { return Row{unsafe.Add(f.Base, f.Off[slot])} }

// NewFrame returns a frame with a row of its own for each slot.
func NewFrame() *Frame {
	f := &Frame{About: new(About)}
	rows := new([len(f.Off)]Space)
	f.Base = unsafe.Pointer(rows)
	for slot := range f.Off {
		f.Off[slot] = slot * RowSize
	}
	return f
}

// RowSize is the bytes of a row, of whatever class.
const RowSize = int(unsafe.Sizeof(Space{}))

// Kernel computes one instruction over a Frame.
type Kernel func(f *Frame) error
