package eu

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// vectorElems describes the packed immediates: the type of an element and the
// bytes of destination that one element is meant for.
var vectorElems = [native.NumTypes]struct {
	as  native.Type
	per int
}{
	native.V:  {native.W, 2},
	native.UV: {native.UW, 2},
	native.VF: {native.F, 4},
}

// bindImm makes the constant row of an immediate, modifiers applied.
func bindImm[T lane](l *loader, op *native.Operand, c *class[T], s *source[T]) error {
	s.kind, s.row = srcConst, new([maxLanes]T)
	ty := op.Type
	vec := vectorElems[ty]
	if vec.per != 0 {
		ty = vec.as
	}
	if c.readers[ty] == nil {
		return l.refuse("immediate of type %s in %s arithmetic", op.Type, c.name)
	}
	var cell [8]byte
	zero := []uint16{0}
	one := new([maxLanes]T)
	step := max(1, int(l.in.Dst.Region.H)) * l.in.Dst.Type.Size()
	for k := range int(l.op.n) {
		v := op.Imm
		if vec.per != 0 {
			// The element goes by the byte position in the destination, not by channel.
			v = vectorElem(op.Type, op.Imm, k*step/vec.per)
		}
		binary.LittleEndian.PutUint64(cell[:], v)
		c.readers[ty](unsafe.Pointer(&cell[0]), zero, one)
		s.row[k] = one[0]
	}
	if s.adjust != nil {
		s.adjust(s.row[:l.op.n])
	}
	return nil
}

// vectorElem is element i of a packed immediate, as the bits of its element type.
func vectorElem(ty native.Type, imm uint64, i int) uint64 {
	switch ty {
	case native.V:
		return uint64(num.VElement(uint32(imm), i))
	case native.UV:
		return uint64(num.UVElement(uint32(imm), i))
	}
	return uint64(math.Float32bits(num.VFElement(uint32(imm), i)))
}
