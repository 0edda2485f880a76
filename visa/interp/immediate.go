package interp

import (
	"unsafe"

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
		s.imm, s.how, s.load, s.fixed = raw[0], fixedRow, loadFixed, d.constantRow(s.wide, &raw)
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
	row, ok := d.rows[key]
	if !ok {
		var raw [sem.Lanes]uint64
		for i := range raw {
			raw[i] = v
		}
		if d.rows == nil {
			d.rows = map[constant]int{}
		}
		row = d.constantRow(s.wide, &raw)
		d.rows[key] = row
	}
	s.imm, s.how, s.load, s.fixed = v, fixedRow, loadFixed, row
}

// constantRow keeps a row and returns where workers have it.
func (d *decoder) constantRow(wide bool, raw *[sem.Lanes]uint64) (off int) {
	d.fixed = append(d.fixed, sem.Space{})
	put(sem.RowAt(unsafe.Pointer(&d.fixed[len(d.fixed)-1])), wide, raw, sem.Lanes)
	return (slotRows + len(d.fixed) - 1) * sem.RowSize
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
