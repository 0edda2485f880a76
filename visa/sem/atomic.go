package sem

import (
	"fmt"
	"math"

	"github.com/genvisa/genvisa/internal/num"
)

// AtomicOpError is an operation that atomics do not have: no code of
// enumeration ATOMIC_OP, or a 64-bit form of a float operation.
type AtomicOpError int64

// Error names the code.
func (e AtomicOpError) Error() string {
	return fmt.Sprintf("atomic operation %#x is not supported; legal are 0 to 12, 0x10 to 0x14 and 0x1f, and 0x40 to 0x4c and 0x5f on qwords", int64(e))
}

// atomic64 marks the operations on quadwords.
const atomic64 = 0x40

// atomicSize is the bytes of an atomic operation: bit 6 marks 64-bit ones.
func atomicSize(op int64) int {
	if op&atomic64 != 0 {
		return 8
	}
	return 4
}

// rmw is the function of an atomic operation: the new value from the memory's
// value and the operands src0 and src1. Values of dwords are zero-extended; a
// result counts in the bits of the element only.
func rmw(op int64) (func(old, a, b uint64) uint64, error) {
	if op >= 0 && op < int64(len(updates)) && updates[op] != nil {
		return updates[op], nil
	}
	return nil, AtomicOpError(op)
}

// updates by code of enumeration ATOMIC_OP; the float operations work on F.
var updates = [0x60]func(old, a, b uint64) uint64{
	0: add, 1: sub, 2: inc, 3: dec, 4: minimum, 5: maximum, 6: exchange, 7: compareExchange,
	8: and, 9: or, 10: xor, 11: minSigned32, 12: maxSigned32,
	0x10: maxFloat, 0x11: minFloat, 0x12: compareWriteFloat, 0x13: addFloat, 0x14: subFloat,
	0x40: add, 0x41: sub, 0x42: inc, 0x43: dec, 0x44: minimum, 0x45: maximum, 0x46: exchange, 0x47: compareExchange,
	0x1f: keep, 0x5f: keep,
	0x48: and, 0x49: or, 0x4a: xor, 0x4b: minSigned64, 0x4c: maxSigned64,
}

func keep(old, _, _ uint64) uint64            { return old }
func add(old, a, _ uint64) uint64             { return old + a }
func sub(old, a, _ uint64) uint64             { return old - a }
func inc(old, _, _ uint64) uint64             { return old + 1 }
func dec(old, _, _ uint64) uint64             { return old - 1 }
func minimum(old, a, _ uint64) uint64         { return min(old, a) }
func maximum(old, a, _ uint64) uint64         { return max(old, a) }
func exchange(_, a, _ uint64) uint64          { return a }
func and(old, a, _ uint64) uint64             { return old & a }
func or(old, a, _ uint64) uint64              { return old | a }
func xor(old, a, _ uint64) uint64             { return old ^ a }
func compareExchange(old, a, b uint64) uint64 { return choose(old == b, a, old) }

func minSigned32(old, a, _ uint64) uint64 { return uint64(min(int32(old), int32(a))) }
func maxSigned32(old, a, _ uint64) uint64 { return uint64(max(int32(old), int32(a))) }
func minSigned64(old, a, _ uint64) uint64 { return uint64(min(int64(old), int64(a))) }
func maxSigned64(old, a, _ uint64) uint64 { return uint64(max(int64(old), int64(a))) }

// The float operations are min and max of the Semantics: those of internal/num.
func maxFloat(old, a, _ uint64) uint64 { return bitsOf(num.MaxF(num.IEEE, f32(old), f32(a))) }
func minFloat(old, a, _ uint64) uint64 { return bitsOf(num.MinF(num.IEEE, f32(old), f32(a))) }

func addFloat(old, a, _ uint64) uint64 { return bitsOf(num.AddF(num.IEEE, f32(old), f32(a))) }
func subFloat(old, a, _ uint64) uint64 { return bitsOf(num.AddF(num.IEEE, f32(old), -f32(a))) }

func compareWriteFloat(old, a, b uint64) uint64 { return choose(f32(a) == f32(old), b, old) }

func f32(v uint64) float32    { return math.Float32frombits(uint32(v)) }
func bitsOf(f float32) uint64 { return uint64(math.Float32bits(f)) }

// choose is a when c holds, else b.
func choose(c bool, a, b uint64) uint64 {
	if c {
		return a
	}
	return b
}

// Update is the function of an atomic operation on dwords, by its code in enumeration
// ATOMIC_OP: the new value from the old one and the operands src0 and src1.
func Update(op int64) (func(old, a, b uint64) uint64, error) {
	f, err := rmw(op)
	if err == nil && atomicSize(op) != 4 {
		return nil, AtomicOpError(op)
	}
	return f, err
}
