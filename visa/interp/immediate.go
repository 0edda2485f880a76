package interp

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// immediate resolves an immediate to the bits of its row, once.
func (d *decoder) immediate(s *source, o *visa.Operand) error {
	if o.Type.Size() == 0 || o.Type == visa.BF {
		return d.unsupported("immediate of type %s", o.Type)
	}
	var raw [sem.Lanes]uint64
	s.typ = unpack(&raw, o)
	s.widen = d.widening(s.typ, s.class)
	s.finish(&raw, sem.Lanes)
	if packed(o.Type) {
		table := raw
		s.table, s.load = &table, loadTable
		return nil
	}
	s.fill(raw[0])
	return nil
}

// fill makes the source a constant of the class's row bits v.
func (s *source) fill(v uint64) {
	s.imm, s.load = v, loadFill32
	if s.wide {
		s.load = loadFill64
	}
}

func packed(t visa.Type) bool { return t == visa.V || t == visa.UV || t == visa.VF }

// unpack repeats the immediate over all elements, at the size of the element
// type that it returns: eight words of V and UV, four floats of VF.
func unpack(raw *[sem.Lanes]uint64, o *visa.Operand) visa.Type {
	v := immBits(o)
	for i := range raw {
		switch o.Type {
		case visa.V:
			raw[i] = uint64(uint16(num.VElement(uint32(v), i)))
		case visa.UV:
			raw[i] = uint64(num.UVElement(uint32(v), i))
		case visa.VF:
			raw[i] = bitsF(num.VFElement(uint32(v), i))
		default:
			raw[i] = v
		}
	}
	switch o.Type {
	case visa.V:
		return visa.W
	case visa.UV:
		return visa.UW
	case visa.VF:
		return visa.F
	}
	return o.Type
}
