package code

import (
	"slices"

	"github.com/genvisa/genvisa/native"
)

// Dpas is a product of matrices: each of Repeat rows of the result has an element for each
// channel, to which Depth products of a dword of the channel's column with dwords of the row are
// added. Register bytes; Added is -1 for zeros.
type Dpas struct {
	Depth, Repeat           int
	Added, Columns, Rows    int
	Weights, Activations    DpasElement // of Columns and Rows
	Sat, Unsigned, AddFloat bool
}

// DpasElement is what a dword holds: integers of so many bits, or halves or bfloats.
type DpasElement struct {
	Bits         int
	Signed       bool
	Float, Brain bool // halves; as bfloats
}

// DpasRow is the dwords of a row, one for each channel.
const DpasRow = 8

// Approximate lists instructions whose results are one choice of several, each with the reason;
// as vISA programs have it.
func (p *Program) Approximate() (list []string) {
	if slices.ContainsFunc(p.Dpas, func(d Dpas) bool { return d.AddFloat }) {
		list = append(list, "dpas: sums of float products are added one by one in F, and no document says where hardware rounds")
	}
	return list
}

// resolveDpas takes whole registers: rows of the result and what is added to it, columns of
// source 1; source 2 begins at any of its dwords (Xe-HPG 1.8).
func resolveDpas(l *loader) error {
	in, o := l.in, l.op
	d := Dpas{Depth: int(in.Systolic.Depth), Repeat: int(in.Systolic.Repeat), Sat: in.Sat, Unsigned: in.Dst.Type == native.UD, Added: -1}
	var ok [2]bool
	d.Weights, ok[0] = dpasOf(in.Src[1].Type, in.Systolic.Bits[0])
	d.Activations, ok[1] = dpasOf(in.Src[2].Type, in.Systolic.Bits[1])
	d.AddFloat = in.Dst.Type == native.F
	float := d.Weights.Float || d.Activations.Float
	switch {
	case int(o.N) != DpasRow || d.Depth < 1 || d.Depth > DpasRow || d.Repeat < 1 || d.Repeat > DpasRow:
		return l.refuse("dpas.%dx%d of %d channels", d.Depth, d.Repeat, o.N)
	case !ok[0] || !ok[1] || float && d.Weights != d.Activations || float != d.AddFloat || d.AddFloat && d.Sat:
		return l.refuse("dpas of types %s and %s into %s", in.Src[1].Type, in.Src[2].Type, in.Dst.Type)
	case !d.AddFloat && !isDword(in.Dst.Type) || !in.Src[0].IsNull() && d.AddFloat != in.Src[0].Type.IsFloat():
		return l.refuse("dpas into type %s with a sum of type %s", in.Dst.Type, in.Src[0].Type)
	}
	rows := d.Repeat * l.prog.RegBytes
	if !in.Src[0].IsNull() {
		if err := l.whole(&d.Added, &in.Src[0], rows); err != nil {
			return err
		}
	}
	if err := l.whole(&d.Columns, &in.Src[1], d.ColumnDwords()*l.prog.RegBytes); err != nil {
		return err
	}
	last := (d.Repeat-1)*d.Pitch() + d.RowBytes()
	if err := l.whole(&d.Rows, &in.Src[2], last); err != nil {
		return err
	}
	var dst int
	if err := l.whole(&dst, &in.Dst, rows); err != nil {
		return err
	}
	o.Form, o.Cond, o.Ext = FormDpas, native.CondNone, int32(len(l.prog.Dpas))
	o.Dst = Dest{Mode: DstReg, Type: in.Dst.Type, Size: 4, Step: 4, Addr: uint32(dst), Enable: ^uint32(0)}
	l.prog.Dpas = append(l.prog.Dpas, d)
	return nil
}

// dpasOf is what a source of a type has, whose elements have fewer bits where bits says so.
func dpasOf(ty native.Type, bits uint8) (e DpasElement, ok bool) {
	switch ty {
	case native.HF, native.BF:
		return DpasElement{Bits: 16, Float: true, Brain: ty == native.BF}, bits == 0
	case native.B, native.UB:
		if bits == 0 {
			bits = 8
		}
		return DpasElement{Bits: int(bits), Signed: ty.IsSigned()}, true
	}
	return e, false
}

// whole puts the first register byte of an operand of so many bytes into at.
func (l *loader) whole(at *int, op *native.Operand, bytes int) error {
	if op.File != native.GRF || op.Indirect {
		return l.refuse("dpas with an operand in no register, or by an address")
	}
	*at = int(op.Reg)*l.prog.RegBytes + int(op.Sub)
	if *at+bytes > l.prog.FileBytes {
		return l.bad("dpas reaches byte %d of a register file of %d", *at+bytes, l.prog.FileBytes)
	}
	return nil
}

// Terms is how many products are added at each of Depth steps: those of two halves, or of four
// integers, or eight when both have less than 8 bits.
func (d *Dpas) Terms() int {
	switch {
	case d.AddFloat:
		return 2
	case d.Weights.Bits < 8 && d.Activations.Bits < 8:
		return 8
	}
	return 4
}

// ColumnDwords is how many dwords of source 1 a channel has, one in each register.
func (d *Dpas) ColumnDwords() int { return (d.Depth*d.Terms()*d.Weights.Bits + 31) / 32 }

// Pitch is the bytes from a row of source 2 to the next: that of the largest depth.
func (d *Dpas) Pitch() int { return DpasRow * d.Terms() * d.Activations.Bits / 8 }

// RowBytes is the bytes that a row has.
func (d *Dpas) RowBytes() int { return (d.Depth*d.Terms()*d.Activations.Bits + 31) / 32 * 4 }
