package eu

import (
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// Scratch rows of a worker. 0 to 2 are for sources.
const (
	tmpOut   = 3 // result
	tmpBits  = 4 // result in the destination's type; flushed operand
	tmpTest  = 5 // what a condition modifier tests; flushed operand
	tmpPack  = 6 // gathered elements
	tmpExtra = 7 // second result
	numRows  = 8
)

// direct runs a kernel on the registers themselves.
func (t *thread) direct(o *code.Op) {
	d := unsafe.Add(t.base, int(o.Dst.Addr))
	a, b, c := t.at(&o.Src[0]), t.at(&o.Src[1]), t.at(&o.Src[2])
	if o.Class == code.ClassRaw {
		rawRows[o.Kern&(numKernels-1)](as[uint32](d), as[uint32](a), as[uint32](b), as[uint32](c), int(o.N))
		return
	}
	floatRows[o.Kern&(numKernels-1)](&t.mode, as[float32](d), as[float32](a), as[float32](b), as[float32](c), int(o.N))
}

// nearly is direct for an op that is not in place, of which only the elements of em
// run, or with sources that are no rows yet.
func (t *thread) nearly(o *code.Op, em uint32) {
	a, b, c := t.at(&o.Src[0]), t.at(&o.Src[1]), t.at(&o.Src[2])
	if o.Flags&code.FlagBring != 0 {
		if s := &o.Src[0]; s.Mode != code.SrcRow {
			a = t.bring(o, s, 0)
		}
		if s := &o.Src[1]; s.Mode != code.SrcRow {
			b = t.bring(o, s, 1)
		}
		if s := &o.Src[2]; s.Mode != code.SrcRow {
			c = t.bring(o, s, 2)
		}
	}
	d := unsafe.Add(t.base, int(o.Dst.Addr))
	out := d
	apart := em != o.Full || o.Flags&code.FlagInPlace == 0
	if apart {
		out = t.tmp(tmpOut)
	}
	if o.Class == code.ClassRaw {
		rawRows[o.Kern&(numKernels-1)](as[uint32](out), as[uint32](a), as[uint32](b), as[uint32](c), int(o.N))
	} else {
		floatRows[o.Kern&(numKernels-1)](&t.mode, as[float32](out), as[float32](a), as[float32](b), as[float32](c), int(o.N))
	}
	switch {
	case !apart:
	case o.Dst.Size == 4 && o.Dst.Step == 4:
		storePacked(d, em, out, int(o.N))
	default:
		storeRow(d, int(o.Dst.Size), int(o.Dst.Step), em&o.Dst.Enable, out)
	}
}

// alu runs a kernel over rows and stores the result.
func (t *thread) alu(o *code.Op, em uint32) {
	if o.Flags&code.FlagLong != 0 {
		t.longMul(o, em)
		return
	}
	a, b, c := t.row(o, &o.Src[0], 0), t.row(o, &o.Src[1], 1), t.row(o, &o.Src[2], 2)
	out := t.tmp(tmpOut)
	inPlace := o.Flags&code.FlagInPlace != 0 && em == o.Full
	if inPlace {
		out = unsafe.Add(t.base, int(o.Dst.Addr))
	}
	n := int(o.N)
	switch o.Class {
	case code.ClassRaw:
		rawRows[o.Kern&(numKernels-1)](as[uint32](out), as[uint32](a), as[uint32](b), as[uint32](c), n)
	case code.ClassFloat:
		floatRows[o.Kern&(numKernels-1)](&t.mode, as[float32](out), as[float32](a), as[float32](b), as[float32](c), n)
	case code.ClassWide:
		wideRows[o.Kern&(numKernels-1)](as[int64](out), as[int64](a), as[int64](b), as[int64](c), n)
	case code.ClassHalf:
		halfRows[o.Kern&(numKernels-1)](&t.mode, as[float32](out), as[float32](a), as[float32](b), as[float32](c), n)
	case code.ClassDouble:
		doubleRows[o.Kern&(numKernels-1)](&t.mode, as[float64](out), as[float64](a), as[float64](b), as[float64](c), n)
	}
	switch {
	case !inPlace:
		t.finish(o, em, out)
	case o.Flags&code.FlagReports != 0:
		t.report(o, em, out, out)
	}
}

// finish converts a result row and writes flags, accumulator and destination.
func (t *thread) finish(o *code.Op, em uint32, out unsafe.Pointer) {
	if o.Flags&code.FlagRoundOpen != 0 && t.roundingOpen(o, em, as[float64](out)) {
		return
	}
	raw := t.convert(o, out)
	if o.Flags&code.FlagReports != 0 {
		t.report(o, em, out, raw)
	}
	if o.Flags&code.FlagPaired != 0 {
		raw = t.paired(raw, int(o.N))
	}
	t.put(o, em, out, raw)
}

// put writes a result row to the destination: raw as the bits of its type.
func (t *thread) put(o *code.Op, em uint32, out, raw unsafe.Pointer) {
	switch {
	case o.Dst.Mode == code.DstNone || t.err != nil:
	case o.Dst.Mode == code.DstAcc:
		t.putAcc(o, o.Dst.Type, em&o.Dst.Enable, int(o.Dst.Addr), int(o.Dst.Step), o.AccDrop, t.exact(o, out, raw))
	default:
		t.store(o, em, raw)
	}
}

// report writes what a result changes besides the destination. The condition
// modifier tests the value in the destination's type.
func (t *thread) report(o *code.Op, em uint32, out, raw unsafe.Pointer) {
	switch o.Cond {
	case native.CondNone:
	case native.CondOV:
		t.setFlags(o, em&o.Dst.Enable, t.overflow(o, out))
	default:
		t.setFlags(o, em&o.Dst.Enable, t.testZero(o.Dst.Type, o.Cond, raw, int(o.N)))
	}
	if o.Flags&code.FlagAccWr != 0 && !t.mode.noAcc {
		t.copyAcc(o, em&o.Dst.Enable, out, raw)
	}
}

// copyAcc writes a result to the accumulator too, in the destination's type.
func (t *thread) copyAcc(o *code.Op, em uint32, out, raw unsafe.Pointer) {
	if !o.Dst.Type.IsFloat() {
		t.putAcc(o, o.Dst.Type, em, int(o.AccAt), o.Dst.Type.Size(), o.AccDrop, t.exact(o, out, raw))
		return
	}
	t.setAccKind(code.AccKindOf(o.Dst.Type), int(o.AccAt), int(o.N), o.Dst.Type.Size())
	storeRow(unsafe.Add(t.base, int(o.AccAt)), o.Dst.Type.Size(), o.Dst.Type.Size(), em, raw)
}

// exact is a result row as exact integers: that of integer arithmetic, or the integers of the
// destination's type that floats became.
func (t *thread) exact(o *code.Op, out, raw unsafe.Pointer) *[maxLanes]int64 {
	switch {
	case o.Class == code.ClassWide:
		return as[int64](out)
	case o.Dst.Size == 8:
		return as[int64](raw)
	}
	row := as[int64](t.tmp(tmpExtra))
	for i := range o.N & 63 {
		row[i&31] = code.Extend(int64(as[uint32](raw)[i&31]), o.Dst.Type)
	}
	return row
}

// cmp compares two rows: bits go to the flags, and all ones or zeros to a
// destination that is not null.
func (t *thread) cmp(o *code.Op, em uint32) {
	res := t.compareRows(o.Class, o.Kern, o.Cond, t.row(o, &o.Src[0], 0), t.row(o, &o.Src[1], 1), int(o.N))
	t.setFlags(o, em&o.Dst.Enable, res)
	if o.Dst.Mode == code.DstNone || t.err != nil {
		return
	}
	raw, n := t.tmp(tmpBits), int(o.N)
	if o.Dst.Size == 8 {
		choose(res, as[uint64](raw), &allOnes, &zeros, n)
	} else {
		chooseRows(res, code.ClassRaw, raw, unsafe.Pointer(&allOnes), unsafe.Pointer(&zeros), n)
	}
	t.store(o, em, raw)
}

// sel and csel take per element one of two sources: by the predicate, by comparing
// them, or by comparing a third with zero. They write no flags.
func (t *thread) sel(o *code.Op, em uint32) {
	n := int(o.N)
	a, b := t.row(o, &o.Src[0], 0), t.row(o, &o.Src[1], 1)
	var first uint32
	switch {
	case o.Form == code.FormCsel:
		first = t.compareRows(o.Class, o.Kern, o.Cond, t.row(o, &o.Src[2], 2), unsafe.Pointer(&zeros), n)
	case o.Kern == code.KernMov:
		first = t.predicate(o)
	default:
		first = t.compareRows(o.Class, o.Kern, o.Cond, a, b, n)
	}
	out := t.tmp(tmpOut)
	if o.Flags&(code.FlagInPlace|code.FlagAccWr) == code.FlagInPlace && o.Class.Size() == 4 {
		d := unsafe.Add(t.base, int(o.Dst.Addr))
		if em == o.Full {
			chooseRows(first, o.Class, d, a, b, n)
			return
		}
		chooseRows(first, o.Class, out, a, b, n)
		storePacked(d, em, out, n)
		return
	}
	chooseRows(first, o.Class, out, a, b, n)
	raw := t.convert(o, out)
	if o.Flags&code.FlagAccWr != 0 && !t.mode.noAcc {
		t.copyAcc(o, em&o.Dst.Enable, out, raw)
	}
	t.put(o, em, out, raw)
}

// chooseRows takes for each element the bit of first: a where it is set, else b.
func chooseRows(first uint32, c code.Class, out, a, b unsafe.Pointer, n int) {
	switch {
	case c.Size() == 8:
		choose(first, as[uint64](out), as[uint64](a), as[uint64](b), n)
	case eights(n):
		avx.Choose(first, as[uint32](out), as[uint32](a), as[uint32](b), n)
	default:
		choose(first, as[uint32](out), as[uint32](a), as[uint32](b), n)
	}
}

func choose[T uint32 | uint64](first uint32, out, a, b *[maxLanes]T, n int) {
	for i := range n & 63 {
		m := -T(first >> (i & 31) & 1)
		out[i&31] = a[i&31]&m | b[i&31]&^m
	}
}
