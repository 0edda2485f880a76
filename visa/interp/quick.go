package interp

import (
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Row instructions on whole variables of 32-bit elements go without a frame: operands are
// addresses, and the processor's vectors compute eight elements at once (sem.Quicks).

// haveQuick says that the processor can do so. The kernels of sem.Rows are what the
// results must agree with.
var haveQuick = avx.Have

// quick is such an instruction.
type quick struct {
	row    sem.QuickRow  // nil for moves, choices and comparisons
	test   sem.QuickTest // of a comparison
	srcs   [3]quickSource
	to     int32 // destination, from the image's start; else the predicate, or the state element
	n      int32 // elements, a multiple of 8 but for a move
	kind   quickKind
	float  bool // only in the mode num.IEEE
	apart  bool // no source shows what was written of the destination
	direct bool // the destination may be written at once
}

type quickKind uint8

const (
	quickRow quickKind = iota
	quickChoose
	quickCompare
	quickMove
	quickState // a move to a surface or sampler variable
)

// quickSource is a source with 32-bit elements in storage, or one that gets them in a row of
// the worker's.
type quickSource struct {
	off        int32 // from the worker's storage on, or the image
	image      int32 // all ones when off counts from the image
	bring      bool
	form       form
	size       uint8 // of a scalar
	sign       bool  // of a scalar or of words
	keep, flip uint32
}

// form is how the elements of a direct source lie; loader says it.
type form uint8

const (
	otherForm  form = iota
	rowForm         // as in the row, but for alignment
	scalarForm      // one element for all
	signsForm       // floats one behind the other, with a modifier
	oneForm         // one float for all, with a modifier
	wordsForm       // words one behind the other
)

// quick makes an instruction with a kernel quick where it can be.
func (d *decoder) quick(c *inst) {
	if !haveQuick || c.step != stepRow || d.moves[c.index] != nil || c.setsCR || c.setsPred || c.about.Sat || len(c.dsts) != 1 || len(c.srcs) > 3 {
		return
	}
	class := c.dsts[0].class
	q := quick{n: int32(c.n+7) &^ 7, apart: c.dsts[0].place}
	if !d.quickOp(c, &q, class) || !d.quickDest(c, &q) {
		return
	}
	for i := range c.srcs {
		if !c.srcs[i].quick(&q.srcs[i]) {
			return
		}
		q.apart = q.apart && (c.srcs[i].how == inPlace || q.srcs[i].form != rowForm)
	}
	q.direct = q.apart && c.n&7 == 0
	if q.kind == quickRow {
		d.one(&q, class)
	}
	c.quick, c.step = q, stepQuick
}

// quickOp finds what computes the op.
func (d *decoder) quickOp(c *inst, q *quick, class sem.Class) bool {
	op := d.in.Op
	q.float = sem.Quicks[op][class].Float || op == visa.OpCmp && class == sem.F
	if q.float && c.n&7 != 0 { // what lies behind its elements may be slow to compute
		return false
	}
	switch {
	case op == visa.OpCmp:
		if class >= sem.NumClasses || len(c.fields) != 1 || uint64(c.fields[0].value) >= uint64(len(sem.QuickTests[class])) {
			return false
		}
		q.kind, q.test = quickCompare, sem.QuickTests[class][c.fields[0].value]
		return q.test != nil
	case op == visa.OpSel:
		q.kind = quickChoose
		return c.pred.v != 0 && (class == sem.UD || class == sem.D || class == sem.F)
	case c.whole:
		return false
	}
	of := &sem.Quicks[op][class]
	if q.row = of.Row; of.Move {
		q.kind = quickMove
	}
	return of.Move || of.Row != nil
}

// quickDest takes a destination of dwords, the predicate of a comparison, or one state.
func (d *decoder) quickDest(c *inst, q *quick) bool {
	t := &c.dsts[0]
	switch o := &d.in.Args[t.slot]; {
	case q.kind == quickCompare:
		q.to = t.pred
		return o.Kind == visa.Predicate
	case q.kind == quickMove && o.Kind == visa.State && c.n == 1:
		q.kind = quickState
	case o.Kind != visa.General || !t.dwords || len(t.conv) > 0:
		return false
	}
	q.to = t.off
	return true
}

// one takes the function for a source that is one element for all, and brings that source
// to its place.
func (d *decoder) one(q *quick, class sem.Class) {
	of := &sem.Quicks[d.in.Op][class]
	one := func(i uint8) bool {
		s := &q.srcs[i]
		return s.bring && s.form == scalarForm && s.size == 4
	}
	if of.One == nil {
		return
	}
	if of.Swaps && one(0) && !one(1) {
		q.srcs[0], q.srcs[1] = q.srcs[1], q.srcs[0]
	}
	if one(of.Which) {
		q.row = of.One
		q.srcs[of.Which].bring = false
	}
}

// quick resolves a source; ok is false when its row takes more than that.
func (s *source) quick(q *quickSource) (ok bool) {
	q.off, q.image, q.form = s.off, -1, s.form
	switch {
	case s.how == fixedRow:
		q.off, q.image = int32(s.fixed), 0
		return !s.wide
	case s.how == inPlace:
		return !s.wide
	case s.form == otherForm:
		return false
	}
	q.bring, q.size, q.sign = s.form != rowForm, s.size, s.typ.IsSigned() && !s.typ.IsFloat()
	q.keep, q.flip = signs(s.mod)
	return true
}

// signs are what a modifier does to the bits of a float.
func signs(m visa.Modifier) (keep, flip uint32) {
	switch m {
	case visa.Neg:
		return ^uint32(0), 1 << 31
	case visa.Abs:
		return 1<<31 - 1, 0
	case visa.NegAbs:
		return 1<<31 - 1, 1 << 31
	}
	return ^uint32(0), 0
}

// quick executes an instruction. It reports false, and does nothing, where the thread's mode
// asks for the kernel.
func (w *worker) quick(t *thread, in *inst) bool {
	em, chosen, q := in.full, in.full, &in.quick
	if !in.always {
		em &= t.exec >> (in.first & 31)
	}
	if in.pred.v != 0 {
		chosen = in.pred.bits(t)
		if !in.whole {
			em &= chosen
		}
	}
	switch {
	case em == 0:
		return true
	case q.float && !w.ieee:
		return false
	}
	n := int(q.n)
	a := q.srcs[0].at(w, t)
	if q.srcs[0].bring {
		a = q.srcs[0].fetch(w, a, 1, n)
	}
	to := (*[sem.Lanes]uint32)(unsafe.Add(t.base, q.to))
	switch q.kind {
	case quickMove:
		if !q.apart {
			a = w.aside(a)
		}
		w.place32(to, a, em, in)
		return true
	case quickState:
		t.states[q.to] = int32(a[0])
		return true
	}
	b := q.srcs[1].at(w, t)
	if q.srcs[1].bring {
		b = q.srcs[1].fetch(w, b, 2, n)
	}
	if q.kind == quickCompare {
		p := &t.preds[q.to]
		*p = *p&^(em<<in.first) | (q.test(a, b, n)&em)<<in.first
		return true
	}
	d := to
	if !q.direct || em != in.full {
		d = (*[sem.Lanes]uint32)(w.frame.Base)
	}
	if q.kind == quickChoose {
		avx.Choose(chosen, d, a, b, n)
	} else {
		c := q.srcs[2].at(w, t)
		if q.srcs[2].bring {
			c = q.srcs[2].fetch(w, c, 3, n)
		}
		q.row(d, a, b, c, n)
	}
	if d != to {
		w.place32(to, d, em, in)
	}
	return true
}

// aside copies a row into one of the worker's.
func (w *worker) aside(a *[sem.Lanes]uint32) *[sem.Lanes]uint32 {
	row := (*[sem.Lanes]uint32)(w.frame.Base)
	copy(row[:], a[:])
	return row
}

// place32 writes the elements of a mask.
func (w *worker) place32(to, from *[sem.Lanes]uint32, em uint32, in *inst) {
	switch {
	case in.n&7 != 0:
		for ; em != 0; em &= em - 1 {
			i := bits.TrailingZeros32(em) & (sem.Lanes - 1)
			to[i] = from[i]
		}
	case em != in.full:
		avx.Masked(em, to, from, in.n)
	case in.n == 8:
		*(*[8]uint32)(to[:]) = *(*[8]uint32)(from[:])
	case in.n == 16:
		*(*[16]uint32)(to[:]) = *(*[16]uint32)(from[:])
	default:
		copy(to[:in.n], from[:in.n])
	}
}

// at is where the elements of a source begin.
func (q *quickSource) at(w *worker, t *thread) *[sem.Lanes]uint32 {
	return (*[sem.Lanes]uint32)(unsafe.Add(w.frame.Base, int(q.off)+t.at&int(q.image)))
}

// fetch brings n elements from there into the row of a slot.
func (q *quickSource) fetch(w *worker, from *[sem.Lanes]uint32, slot, n int) *[sem.Lanes]uint32 {
	p := unsafe.Pointer(from)
	row := (*[sem.Lanes]uint32)(unsafe.Add(w.frame.Base, slot*sem.RowSize))
	switch q.form {
	case scalarForm:
		avx.Spread(&row[0], q.scalar(p), n)
	case oneForm:
		avx.Spread(&row[0], *(*uint32)(p)&q.keep^q.flip, n)
	case signsForm:
		avx.Signs(row, from, q.keep, q.flip, n)
	case wordsForm:
		if q.sign {
			avx.SignedWords(row, (*[sem.Lanes]int16)(p), n)
		} else {
			avx.UnsignedWords(row, (*[sem.Lanes]uint16)(p), n)
		}
	}
	return row
}

// scalar is the element at p with 32 bits.
func (q *quickSource) scalar(p unsafe.Pointer) uint32 {
	switch {
	case q.size == 4:
		return *(*uint32)(p)
	case q.size == 2 && q.sign:
		return uint32(int32(*(*int16)(p)))
	case q.size == 2:
		return uint32(*(*uint16)(p))
	case q.sign:
		return uint32(int32(*(*int8)(p)))
	}
	return uint32(*(*uint8)(p))
}
