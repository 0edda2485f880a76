package message

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Op is an atomic operation: the code of the descriptor for integers, and those of
// signed integers of 64 and 16 bits and of floats after them.
type Op uint8

// Atomic operations.
const (
	AtomicPairs Op = iota // compare and exchange of two dwords: a named stop
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicMov
	AtomicInc
	AtomicDec
	AtomicAdd
	AtomicSub
	AtomicRevsub
	AtomicMaxSigned
	AtomicMinSigned
	AtomicMax
	AtomicMin
	AtomicCmpwr  // the first operand is compared, the second stored
	AtomicPredec // gives the new value
	AtomicMaxSigned64
	AtomicMinSigned64
	AtomicMaxFloat
	AtomicMinFloat
	AtomicCmpwrFloat
	AtomicMaxSigned16
	AtomicMinSigned16
	AtomicMaxHalf
	AtomicMinHalf
	AtomicCmpwrHalf
	AtomicAddFloat // the sum rounded to the nearest, with denormals, as the vISA page LSC_ATOMIC has it
	AtomicSubFloat
	numOps
)

// floatOps and halfOps are the operations of a float atomic by code.
var (
	floatOps = [8]Op{1: AtomicMaxFloat, 2: AtomicMinFloat, 3: AtomicCmpwrFloat}
	halfOps  = [8]Op{1: AtomicMaxHalf, 2: AtomicMinHalf, 3: AtomicCmpwrHalf}
)

// sized is the operation on integers of so many bytes.
func (op Op) sized(bytes uint8) Op {
	switch {
	case op != AtomicMaxSigned && op != AtomicMinSigned || bytes == 4:
		return op
	case bytes == 8:
		return op - AtomicMaxSigned + AtomicMaxSigned64
	}
	return op - AtomicMaxSigned + AtomicMaxSigned16
}

// atomic takes the operation of an atomic from the fields. Elements of 16 bits have the
// lower halves of dwords in the registers (vISA page DWORD_ATOMIC).
func (m *Message) atomic(s shape, f *native.DescValues) error {
	code := f[native.DescOp]
	switch {
	case f[native.DescWide] != 0:
		m.Size, m.Cell = 8, 8
	case s == words || s == halves:
		m.Size = 2
	}
	switch m.Op = Op(code).sized(m.Size); s {
	case floats:
		m.Op = floatOps[code&7]
	case halves:
		m.Op = halfOps[code&7]
	}
	if m.Op == AtomicPairs {
		return unmodelled("%v of pairs of dwords (operation 0): no source says how registers hold them", m.Kind)
	}
	m.Runs[0].Count = 1
	n := f[native.DescOperands]
	m.One, m.Two, m.Return = n > 0, n > 1, f[native.DescReturn] != 0
	return nil
}

func floatOf(v uint64) float32 { return math.Float32frombits(uint32(v)) }
func halfOf(v uint64) float32  { return num.HalfToF(uint16(v)) }

// apply is the new value of an atomic; storing it cuts it to the width.
func (op Op) apply(old, a, b uint64) uint64 {
	if op >= AtomicMaxSigned64 {
		return op.applyOther(old, a, b)
	}
	switch op {
	case AtomicAnd:
		return old & a
	case AtomicOr:
		return old | a
	case AtomicXor:
		return old ^ a
	case AtomicMov:
		return a
	case AtomicInc:
		return old + 1
	case AtomicDec, AtomicPredec:
		return old - 1
	case AtomicAdd:
		return old + a
	case AtomicSub:
		return old - a
	case AtomicRevsub:
		return a - old
	}
	return op.pick(old, a, b)
}

// pick is the operations that give one of their operands.
func (op Op) pick(old, a, b uint64) uint64 {
	take := false // a instead of old
	switch op {
	case AtomicMaxSigned:
		take = int32(a) > int32(old)
	case AtomicMinSigned:
		take = int32(a) < int32(old)
	case AtomicMax:
		take = a > old
	case AtomicMin:
		take = a < old
	case AtomicCmpwr:
		if take = old == a; take {
			return b
		}
	}
	if take {
		return a
	}
	return old
}

func (op Op) applyOther(old, a, b uint64) uint64 {
	switch op {
	case AtomicMaxSigned64:
		return uint64(max(int64(old), int64(a)))
	case AtomicMinSigned64:
		return uint64(min(int64(old), int64(a)))
	case AtomicMaxFloat:
		return uint64(math.Float32bits(num.MaxF(num.IEEE, floatOf(old), floatOf(a))))
	case AtomicMinFloat:
		return uint64(math.Float32bits(num.MinF(num.IEEE, floatOf(old), floatOf(a))))
	case AtomicAddFloat:
		return uint64(math.Float32bits(num.AddF(num.IEEE, floatOf(old), floatOf(a))))
	case AtomicSubFloat:
		return uint64(math.Float32bits(num.SubF(num.IEEE, floatOf(old), floatOf(a))))
	case AtomicMaxSigned16:
		return uint64(max(int16(old), int16(a)))
	case AtomicMinSigned16:
		return uint64(min(int16(old), int16(a)))
	case AtomicMaxHalf:
		return uint64(num.NarrowHalf(math.Float32bits(num.MaxH(num.IEEE, halfOf(old), halfOf(a)))))
	case AtomicMinHalf:
		return uint64(num.NarrowHalf(math.Float32bits(num.MinH(num.IEEE, halfOf(old), halfOf(a)))))
	case AtomicCmpwrHalf:
		return pickEqual(halfOf(old) == halfOf(a), old, b)
	}
	return pickEqual(floatOf(old) == floatOf(a), old, b)
}

func pickEqual(equal bool, old, b uint64) uint64 {
	if equal {
		return b
	}
	return old
}

// memOps are the operations for shared memory, which sim/mem may try again.
var memOps = func() (ops [numOps]mem.Op) {
	for op := range numOps {
		ops[op] = op.apply
	}
	return ops
}()

// atomic executes an atomic; s is its surface and p.at the addresses.
func (p *Port) atomicRow(m *Message, s *mem.Surface, regs []byte, em uint32) error {
	row := mem.AtomicRow{Mask: em, Size: int(m.Size), Op: memOps[m.Op], Old: p.old[:]}
	if m.One {
		row.X = p.gather(m, &m.Data, regs, 0)
	}
	switch {
	case m.Two && m.Pair:
		row.Y = row.X[4:] // the dword behind the first operand
	case m.Two:
		row.Y = p.gather(m, &m.Second, regs, 1)
	}
	row.Mask = p.own(m, s, &row)
	var outside, misaligned uint32
	if row.Mask != 0 {
		outside, misaligned = s.Atomic(&p.at, &row)
	}
	switch bad := outside | misaligned; {
	case misaligned != 0 && bits.TrailingZeros32(misaligned) == bits.TrailingZeros32(bad) || misaligned != 0 && !s.Kind.Faults():
		lane := bits.TrailingZeros32(misaligned)
		return p.misaligned(s, lane, int(m.Size))
	case outside != 0:
		if err := p.note(s, outside, int(m.Size), true); err != nil {
			return err
		}
	}
	if m.Return {
		p.answer(m, regs, em)
	}
	return nil
}

// noOperand is what lanes have of an operand that an operation does not.
var noOperand [4 * mem.Lanes]byte

// own executes the lanes of an atomic on dwords that nobody else accesses and
// returns those that are left: from the first on that lies outside or is not
// aligned.
func (p *Port) own(m *Message, s *mem.Surface, row *mem.AtomicRow) uint32 {
	if s.Shared || m.Size != 4 || m.Op >= AtomicMaxSigned64 || s.Len < 4 {
		return row.Mask
	}
	a, b := unsafe.Pointer(&noOperand), unsafe.Pointer(&noOperand)
	if m.One {
		a = unsafe.Pointer(&row.X[0])
	}
	if m.Two {
		b = unsafe.Pointer(&row.Y[0])
	}
	old := (*[mem.Lanes]uint32)(unsafe.Pointer(&p.old))
	end := s.Len - 3
	for em := row.Mask; em != 0; em &= em - 1 {
		lane := bits.TrailingZeros32(em)
		off := (p.at[lane&31] - s.Bias) & s.Mask
		if off >= end || off&3 != 0 {
			return em
		}
		cell := (*uint32)(unsafe.Add(s.Base, off))
		v, w := *cell, *(*uint32)(unsafe.Add(a, lane*4))
		old[lane&31] = v
		switch m.Op {
		case AtomicInc:
			*cell = v + 1
		case AtomicAdd:
			*cell = v + w
		default:
			*cell = uint32(m.Op.apply(uint64(v), uint64(w), uint64(*(*uint32)(unsafe.Add(b, lane*4)))))
		}
	}
	return 0
}

// answer writes the old values of the lanes of em, or for predec the new ones.
func (p *Port) answer(m *Message, regs []byte, em uint32) {
	less := uint64(0)
	if m.Op == AtomicPredec {
		less = 1
	}
	kept := ^uint32(0) >> (32 - 8*min(m.Size, 4))
	dst := unsafe.Pointer(&regs[m.Dst])
	for ; em != 0; em &= em - 1 {
		lane := bits.TrailingZeros32(em)
		if m.Size == 8 {
			*(*uint64)(unsafe.Add(dst, 8*lane)) = *(*uint64)(unsafe.Pointer(&p.old[8*lane])) - less
		} else {
			*(*uint32)(unsafe.Add(dst, 4*lane)) = (*(*uint32)(unsafe.Pointer(&p.old[4*lane])) - uint32(less)) & kept
		}
	}
}
