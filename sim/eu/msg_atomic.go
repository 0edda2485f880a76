package eu

import (
	"math"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Atomic operation codes (message descriptor bits 11:8) whose result is not the
// old value or which are not modelled.
const (
	atomicPairs  = 0  // compare and exchange of two dwords
	atomicPredec = 15 // returns the new value
)

func maxSigned32(old, a, _ uint64) uint64 { return uint64(uint32(max(int32(old), int32(a)))) }
func minSigned32(old, a, _ uint64) uint64 { return uint64(uint32(min(int32(old), int32(a)))) }
func maxSigned64(old, a, _ uint64) uint64 { return uint64(max(int64(old), int64(a))) }
func minSigned64(old, a, _ uint64) uint64 { return uint64(min(int64(old), int64(a))) }

// exchangeIf is CMPWR: the first operand is compared, the second stored.
func exchangeIf(old, a, b uint64) uint64 {
	if old == a {
		return b
	}
	return old
}

// atomicOps by code, for 32 bits; storing cuts the result to the width.
var atomicOps = [16]mem.Op{
	1:            func(old, a, _ uint64) uint64 { return old & a },
	2:            func(old, a, _ uint64) uint64 { return old | a },
	3:            func(old, a, _ uint64) uint64 { return old ^ a },
	4:            func(_, a, _ uint64) uint64 { return a },
	5:            func(old, _, _ uint64) uint64 { return old + 1 },
	6:            func(old, _, _ uint64) uint64 { return old - 1 },
	7:            func(old, a, _ uint64) uint64 { return old + a },
	8:            func(old, a, _ uint64) uint64 { return old - a },
	9:            func(old, a, _ uint64) uint64 { return a - old },
	10:           maxSigned32,
	11:           minSigned32,
	12:           func(old, a, _ uint64) uint64 { return max(old, a) },
	13:           func(old, a, _ uint64) uint64 { return min(old, a) },
	14:           exchangeIf,
	atomicPredec: func(old, _, _ uint64) uint64 { return old - 1 },
}

// floatOps are the float atomics by code.
var floatOps = [8]mem.Op{
	1: func(old, a, _ uint64) uint64 { return floatBits(num.MaxF(num.IEEE, floatOf(old), floatOf(a))) },
	2: func(old, a, _ uint64) uint64 { return floatBits(num.MinF(num.IEEE, floatOf(old), floatOf(a))) },
	3: func(old, a, b uint64) uint64 {
		if floatOf(old) == floatOf(a) {
			return b
		}
		return old
	},
}

func floatOf(v uint64) float32   { return math.Float32frombits(uint32(v)) }
func floatBits(f float32) uint64 { return uint64(math.Float32bits(f)) }

// atomicOp finds the operation of a message, or nil.
func (m *message) atomicOp() mem.Op {
	code := m.field[native.DescOp]
	if m.kind == native.MsgFloatAtomic || m.kind == native.MsgA64FloatAtomic {
		return floatOps[code&7]
	}
	if m.field[native.DescWide] != 0 {
		switch code {
		case 10:
			return maxSigned64
		case 11:
			return minSigned64
		}
	}
	return atomicOps[code]
}

// answer is what an atomic returns.
func (m *message) answer(old uint64) uint64 {
	if m.field[native.DescOp] == atomicPredec {
		return old - 1
	}
	return old
}

func untypedAtomic(t *thread, o *Op, m *message, em uint32) {
	f := m.atomicOp()
	if f == nil {
		t.unmodelled(o, "atomic operation", m.desc)
		return
	}
	s, at, ok := t.offsets(o, m, em, 1, 4, true)
	if !ok {
		return
	}
	var operand [2]uint32
	olds := as[uint32](t.tmp(1))
	for rest := em; rest != 0; {
		var lane int
		lane, rest = lowest(rest)
		for i := range m.field[native.DescOperands] {
			operand[i] = t.word(m, 1+i, lane)
		}
		old, err := s.buf.Atomic(uint64(at[lane]), 4, f, uint64(operand[0]), uint64(operand[1]))
		if err != nil {
			t.fault(o, int(o.Off)+lane, err)
			return
		}
		olds[lane] = uint32(m.answer(old))
	}
	if m.field[native.DescReturn] == 0 {
		return
	}
	for em != 0 {
		var lane int
		lane, em = lowest(em)
		t.respond(m, 0, lane, olds[lane])
	}
}
