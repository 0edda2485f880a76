package interp

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// immediate resolves an immediate to the bits of its row, once.
func (d *decoder) immediate(s *source, o *visa.Operand) error {
	if !o.Type.Stands(visa.InImmediates) {
		return d.unsupported("immediate of type %s", o.Type)
	}
	var raw [sem.Lanes]uint64
	s.typ = unpack(&raw, o)
	s.widen = d.widening(s.typ, s.class)
	s.finish(&raw, sem.Lanes)
	if o.Type.Packed() > 0 {
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

// unpack repeats the immediate over all elements, at the size of the element
// type that it returns: eight words of V and UV, four floats of VF.
func unpack(raw *[sem.Lanes]uint64, o *visa.Operand) visa.Type {
	v, n := immBits(o), o.Type.Packed()
	if n == 0 {
		for i := range raw {
			raw[i] = v
		}
		return o.Type
	}
	bits := 8 * o.Type.Size() / n
	as := o.Type.Computes()
	for i := range raw {
		x := v >> (i % n * bits) & (1<<bits - 1)
		switch {
		case as.IsFloat():
			raw[i] = bitsF(num.VF(uint8(x)))
		case as.IsSigned():
			raw[i] = uint64(int64(x<<(64-bits))>>(64-bits)) & (1<<(8*as.Size()) - 1)
		default:
			raw[i] = x
		}
	}
	return as
}
