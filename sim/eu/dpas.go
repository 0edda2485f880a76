package eu

import (
	"math"
	"slices"
	"unsafe"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// Dpas is a product of matrices: each of Repeat rows of the result has an element for each
// channel, to which Depth products of a dword of the channel's column with dwords of the row are
// added. Register bytes; Added is -1 for zeros.
type Dpas struct {
	Depth, Repeat           int
	Added, Columns, Rows    int
	Weights, Activations    dpasElement // of Columns and Rows
	Sat, Unsigned, AddFloat bool
}

// dpasElement is what a dword holds: integers of so many bits, or halves or bfloats.
type dpasElement struct {
	Bits         int
	Signed       bool
	Float, Brain bool // halves; as bfloats
}

// dpasRow is the dwords of a row, one for each channel.
const dpasRow = 8

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
	case int(o.N) != dpasRow || d.Depth < 1 || d.Depth > dpasRow || d.Repeat < 1 || d.Repeat > dpasRow:
		return l.refuse("dpas.%dx%d of %d channels", d.Depth, d.Repeat, o.N)
	case !ok[0] || !ok[1] || float && d.Weights != d.Activations || float != d.AddFloat || d.AddFloat && d.Sat:
		return l.refuse("dpas of types %s and %s into %s", in.Src[1].Type, in.Src[2].Type, in.Dst.Type)
	case !d.AddFloat && !isDword(in.Dst.Type) || !in.Src[0].IsNull() && d.AddFloat != in.Src[0].Type.IsFloat():
		return l.refuse("dpas into type %s with a sum of type %s", in.Dst.Type, in.Src[0].Type)
	}
	rows := d.Repeat * l.prog.regBytes
	if !in.Src[0].IsNull() {
		if err := l.whole(&d.Added, &in.Src[0], rows); err != nil {
			return err
		}
	}
	if err := l.whole(&d.Columns, &in.Src[1], d.columns()*l.prog.regBytes); err != nil {
		return err
	}
	last := (d.Repeat-1)*d.pitch() + d.used()
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
func dpasOf(ty native.Type, bits uint8) (e dpasElement, ok bool) {
	switch ty {
	case native.HF, native.BF:
		return dpasElement{Bits: 16, Float: true, Brain: ty == native.BF}, bits == 0
	case native.B, native.UB:
		if bits == 0 {
			bits = 8
		}
		return dpasElement{Bits: int(bits), Signed: ty.IsSigned()}, true
	}
	return e, false
}

// whole puts the first register byte of an operand of so many bytes into at.
func (l *loader) whole(at *int, op *native.Operand, bytes int) error {
	if op.File != native.GRF || op.Indirect {
		return l.refuse("dpas with an operand in no register, or by an address")
	}
	*at = int(op.Reg)*l.prog.regBytes + int(op.Sub)
	if *at+bytes > l.prog.grf {
		return l.bad("dpas reaches byte %d of a register file of %d", *at+bytes, l.prog.grf)
	}
	return nil
}

// terms is how many products are added at each of Depth steps: those of two halves, or of four
// integers, or eight when both have less than 8 bits.
func (d *Dpas) terms() int {
	switch {
	case d.AddFloat:
		return 2
	case d.Weights.Bits < 8 && d.Activations.Bits < 8:
		return 8
	}
	return 4
}

// columns is how many dwords of source 1 a channel has, one in each register.
func (d *Dpas) columns() int { return (d.Depth*d.terms()*d.Weights.Bits + 31) / 32 }

// pitch is the bytes from a row of source 2 to the next: that of the largest depth.
func (d *Dpas) pitch() int { return dpasRow * d.terms() * d.Activations.Bits / 8 }

// used is the bytes that a row has.
func (d *Dpas) used() int { return (d.Depth*d.terms()*d.Activations.Bits + 31) / 32 * 4 }

// dpas computes the rows from copies of the sources: the destination may be one of them.
func (t *thread) dpas(o *Op, em uint32) {
	if em != o.Full {
		t.unmodelled(o, "dpas under a mask that leaves out channels", 0)
		return
	}
	d := &t.prog.Dpas[o.Ext]
	var columns [dpasRow * dpasRow]uint32
	var out [dpasRow * dpasRow]uint32
	copy(columns[:], unsafe.Slice(t.u32(d.Columns), d.columns()*dpasRow))
	for r := range d.Repeat {
		row := unsafe.Slice((*byte)(unsafe.Add(t.base, d.Rows+r*d.pitch())), d.used())
		for i := range dpasRow {
			add := uint32(0)
			if d.Added >= 0 {
				add = *t.u32(d.Added + 4*(r*dpasRow+i))
			}
			if d.AddFloat {
				out[r*dpasRow+i] = d.floats(add, columns[i:], row)
			} else {
				out[r*dpasRow+i] = d.integers(add, columns[i:], row)
			}
		}
	}
	copy(unsafe.Slice(t.u32(int(o.Dst.Addr)), d.Repeat*dpasRow), out[:])
}

// integers adds exact products; the sum wraps, or is clamped once.
func (d *Dpas) integers(add uint32, column []uint32, row []byte) uint32 {
	sum := int64(int32(add))
	if d.Unsigned {
		sum = int64(add)
	}
	n := d.terms()
	for k := range d.Depth * n {
		at := k * d.Weights.Bits
		w := column[at/32*dpasRow] >> (at & 31)
		at = k * d.Activations.Bits
		sum += d.Weights.value(w) * d.Activations.value(uint32(row[at/8])>>(at&7))
	}
	switch {
	case d.Sat && d.Unsigned:
		sum = min(max(sum, 0), math.MaxUint32)
	case d.Sat:
		sum = min(max(sum, math.MinInt32), math.MaxInt32)
	}
	return uint32(sum)
}

// value is the integer in the low bits of v.
func (e *dpasElement) value(v uint32) int64 {
	high := 64 - e.Bits
	if e.Signed {
		return int64(v) << high >> high
	}
	return int64(uint64(v) << high >> high)
}

// floats adds one product after the other, each rounded once to the nearest, denormals kept:
// what the vISA page DPAS says too.
func (d *Dpas) floats(add uint32, column []uint32, row []byte) uint32 {
	sum := math.Float32frombits(add)
	for k := range d.Depth {
		w := column[k*dpasRow]
		for half := range 2 {
			a := uint16(row[4*k+2*half]) | uint16(row[4*k+2*half+1])<<8
			sum = num.FmaF(num.IEEE, d.float(uint16(w>>(16*half))), d.float(a), sum)
		}
	}
	return math.Float32bits(sum)
}

func (d *Dpas) float(v uint16) float32 {
	if d.Weights.Brain {
		return math.Float32frombits(uint32(v) << 16)
	}
	return math.Float32frombits(num.WidenHalf(v))
}
