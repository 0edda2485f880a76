package sem

import "github.com/genvisa/genvisa/internal/num"

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

// Row is one operand of an instruction, loaded: element i of the array that the
// class names. Floats keep their bits in U (F), so that NaN payloads survive.
type Row struct {
	U  [Lanes]uint32
	W  [Lanes]int32
	X  [Lanes]int64
	Q  [Lanes]uint64
	F  [Lanes]float32
	DF [Lanes]float64
}

// Frame is the state of one instruction in execution. The engine loads sources
// by slot number, calls the kernel and stores destinations by slot number.
type Frame struct {
	N    int    // execution size
	EM   uint32 // lanes enabled by the mask, bit i = element i
	Pred uint32 // predicate bits, element i; all ones without predicate
	ChEn uint32 // EM & Pred: lanes that are written; a kernel may set bits (setp of a scalar), so stores read it after the call

	Row   [10]Row    // by slot: sources in, destinations out
	Bits  [10]uint32 // by slot: predicate operands in and out, one bit per element
	Field [10]int64  // by slot: fields, scalar operands of memory ops
	Raw   [10][]byte // by slot: storage of a raw operand from its byte offset; empty for null
	Reach [10]int    // by slot: bytes that accesses beyond Raw would have needed; 0 when there were none
	Wide  [10]bool   // by slot: a source without region steps: an immediate or <0;1,0> (is_scalar)
	Width [10]uint8  // by slot: bits of an element of a vector operand; of a predicate, its number of elements

	IsPred uint16 // bit s: the operand of slot s is a predicate: a destination's result is in Bits
	Signed uint16 // bit s: the operand of slot s has a signed integer type
	Sat    bool   // .sat: rows X hold exact results, clamped to int64, instead of their low 64 bits

	Mode num.Mode
	Mem  Memory // surface of the instruction, or flat memory
	access

	GRFSize int
}

// Kernel computes one instruction over a Frame.
type Kernel func(f *Frame) error
