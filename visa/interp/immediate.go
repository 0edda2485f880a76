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
		s.imm, s.how, s.load, s.fixed = raw[0], fixedRow, loadFixed, new(sem.Space)
		put(s.fixed.Row(), s.wide, &raw, sem.Lanes)
		return nil
	}
	d.fill(s, raw[0])
	return nil
}

// constant is a row of one number.
type constant struct {
	v    uint64
	wide bool
}

// fill makes the source a constant of the class's row bits v. Equal constants
// share their row.
func (d *decoder) fill(s *source, v uint64) {
	key := constant{v, s.wide}
	row := d.rows[key]
	if row == nil {
		row = new(sem.Space)
		var raw [sem.Lanes]uint64
		for i := range raw {
			raw[i] = v
		}
		put(row.Row(), s.wide, &raw, sem.Lanes)
		if d.rows == nil {
			d.rows = map[constant]*sem.Space{}
		}
		d.rows[key] = row
	}
	s.imm, s.how, s.load, s.fixed = v, fixedRow, loadFixed, row
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
