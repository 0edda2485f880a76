package gen

import (
	"math/big"

	"github.com/genvisa/genvisa/opdefs"
)

// ranges gives the range of an integer expression for each combination of
// source ranges.
func (g *scope) ranges(e opdefs.Expr) []interval {
	switch e := e.(type) {
	case *opdefs.Num:
		return g.constRange(single(new(big.Int).SetUint64(e.Int)))
	case *opdefs.Ref:
		return g.refRanges(e)
	case *opdefs.Elem:
		if e.Mask != "" {
			return g.constRange(span(0, 1))
		}
		return g.source[e.Field]
	case *opdefs.View:
		if e.Auto {
			return g.constRange(typeRange(64, false))
		}
		return g.constRange(elementRange(e.Type))
	case *opdefs.Unary:
		return mapRanges(g.ranges(e.X), func(r interval) interval { return unaryRange(e.Op, r) })
	case *opdefs.Binary:
		if e.Op == "/" && !g.isFloat(e.X) && span(0, 0).within(hull(g.ranges(e.Y))) {
			g.fail(e.Pos, "divisor that may be 0; legal is one that is provably not")
		}
		return g.zip(e.X, e.Y, func(a, b interval) interval {
			switch d := decide(e.Op, a, b); {
			case d >= 0 && g.integers(e.X):
				return span(int64(d), int64(d))
			default:
				return binaryRange(e.Op, a, b)
			}
		})
	case *opdefs.Ternary:
		switch g.truth(e.C) {
		case 1:
			return g.ranges(e.A)
		case 0:
			return g.ranges(e.B)
		}
		return g.zip(e.A, e.B, interval.join)
	case *opdefs.Call:
		return g.callRanges(e)
	}
	panic("BUG: unknown expression")
}

// integers reports whether an expression is one of integers in this class.
func (g *scope) integers(e opdefs.Expr) bool { return !g.isFloat(e) }

func (g *scope) zip(x, y opdefs.Expr, f func(a, b interval) interval) []interval {
	if g.isFloat(x) || g.isFloat(y) {
		return g.constRange(span(0, 1)) // comparison of floats
	}
	a, b := g.ranges(x), g.ranges(y)
	out := make([]interval, len(a))
	for i := range a {
		out[i] = f(a[i], b[i])
	}
	return out
}

func unaryRange(op string, r interval) interval {
	switch op {
	case "-":
		return interval{new(big.Int).Neg(r.hi), new(big.Int).Neg(r.lo)}
	case "~":
		return interval{new(big.Int).Not(r.hi), new(big.Int).Not(r.lo)}
	}
	return span(0, 1)
}

func (g *scope) refRanges(e *opdefs.Ref) []interval {
	switch {
	case e.Env == "exec_size":
		return g.constRange(span(1, 32))
	case e.Env == "GRF_SIZE":
		return g.constRange(span(32, 64))
	case e.Field != nil:
		if v, fixed := g.op.FixedOf(e.Field); fixed && e.Field.Type != opdefs.TTag {
			n := int64(v)
			if e.Field.Log2 {
				n = 1 << v
			}
			return g.constRange(span(n, n))
		}
		return g.constRange(g.fieldRange(e.Field))
	}
	if r, ok := g.env[e.Local]; ok {
		return r
	}
	return g.constRange(elementRange(e.Local.Type)) // the old value of an atomic
}

// scalarType is what a scalar operand of a memory op holds: an offset on a
// surface, else an address.
func (g *scope) scalarType() goType {
	for _, f := range g.op.Slots() {
		if f.Type == opdefs.TSurface {
			return u32
		}
	}
	return u64
}

// fieldRange is the range of a field's value, or of a scalar operand.
func (g *scope) fieldRange(f *opdefs.OpField) interval {
	if !f.Type.IsNumber() {
		return typeRange(g.scalarType().bits(), false)
	}
	r := typeRange(map[opdefs.FieldType]int{opdefs.TUB: 8, opdefs.TTag: 8, opdefs.TUW: 16, opdefs.TUD: 32, opdefs.TD: 32}[f.Type], false)
	if f.Type == opdefs.TD {
		r = typeRange(32, true)
	}
	if f.Enum != nil {
		for i, v := range f.Enum.Values {
			s := span(int64(v.Code), int64(v.Code))
			if i == 0 {
				r = s
			}
			r = r.join(s)
		}
		if f.Enum.Flags {
			r = span(0, int64(f.Enum.All()))
		}
	}
	if f.Log2 {
		return corners(span(1, 1), clampShift(r), func(x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, uint(y.Uint64())) })
	}
	return r
}

func (g *scope) callRanges(e *opdefs.Call) []interval {
	if g.isFloat(e) {
		return g.constRange(span(0, 1))
	}
	switch e.Name {
	case "convert":
		return g.ranges(e.Args[0])
	case "abs":
		return mapRanges(g.ranges(e.Args[0]), absRange)
	case "min":
		return g.zip(e.Args[0], e.Args[1], func(a, b interval) interval { return interval{minBig(a.lo, b.lo), minBig(a.hi, b.hi)} })
	case "max":
		return g.zip(e.Args[0], e.Args[1], func(a, b interval) interval { return interval{maxBig(a.lo, b.lo), maxBig(a.hi, b.hi)} })
	case "bits":
		return g.constRange(g.bitsRange(e))
	case "sext":
		return mapRanges(g.ranges(e.Args[1]), func(w interval) interval {
			n := int(clampShift(w).hi.Int64())
			return typeRange(max(n, 1), true)
		})
	case "popcount", "leading_zeros", "trailing_zeros":
		return g.constRange(span(0, 32))
	case "bit_reverse", "widen_half", "fma_bits":
		return g.constRange(typeRange(32, false))
	case "idiv", "imod":
		r := g.zip(e.Args[0], e.Args[1], func(a, _ interval) interval { return absSym(a) })
		return mapRanges(r, func(a interval) interval { return a.join(typeRange(32, a.lo.Sign() < 0)) })
	case "address_of":
		return g.source[e.Operand]
	}
	return g.constRange(g.operandRange(e))
}

func absRange(r interval) interval {
	n := unaryRange("-", r)
	switch {
	case r.nonNegative():
		return r
	case n.nonNegative():
		return n
	}
	return interval{new(big.Int), maxBig(r.hi, n.hi)}
}

// absSym is the range of a quotient or remainder of r by anything but 0.
func absSym(r interval) interval {
	if r.nonNegative() {
		return interval{new(big.Int), r.hi}
	}
	return r.join(unaryRange("-", r)).join(span(0, 0))
}

func (g *scope) bitsRange(e *opdefs.Call) interval {
	hi, lo := hull(g.ranges(e.Args[1])), hull(g.ranges(e.Args[2]))
	if !hi.within(span(0, 63)) || !lo.within(span(0, 63)) {
		g.fail(e.Pos, "bits(v, hi, lo) with hi in %s..%s and lo in %s..%s; legal are 0..63", hi.lo, hi.hi, lo.lo, lo.hi)
		return typeRange(64, false)
	}
	if hi.hi.Cmp(lo.lo) < 0 {
		g.fail(e.Pos, "bits(v, hi, lo) with hi in %s..%s below lo in %s..%s; legal is hi >= lo", hi.lo, hi.hi, lo.lo, lo.hi)
		return typeRange(64, false)
	}
	return typeRange(int(hi.hi.Int64()-lo.lo.Int64()+1), false)
}

// operandRange is the range of what is asked of an operand.
func (g *scope) operandRange(e *opdefs.Call) interval {
	switch e.Name {
	case "width":
		w := int64(g.variant.widths[e.Operand])
		return span(w, w)
	case "pred_size":
		return span(1, 32)
	case "shift_mask":
		switch g.class.typ.bits() {
		case 64:
			if g.class.name == "X" && g.variant.sat { // rowKernel sent 64-bit destinations away
				return span(31, 31)
			}
			return span(31, 63)
		}
		return span(31, 31)
	}
	return span(0, 1) // is_..., fits, bit, compare
}

// truth is 1 when a condition always holds in this variant, 0 when never, -1 else.
func (g *scope) truth(e opdefs.Expr) int {
	b2i := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	if v, known := opdefs.Static(g.op.Page, g.sort, e); known {
		return b2i(v)
	}
	switch x := e.(type) {
	case *opdefs.Call:
		if x.Name == "is_pred" {
			return b2i(g.variant.pred)
		}
	case *opdefs.Unary:
		if t := g.truth(x.X); x.Op == "!" && t >= 0 {
			return 1 - t
		}
	}
	if g.isFloat(e) {
		return -1
	}
	r := hull(g.ranges(e))
	if v, ok := r.point(); ok {
		return b2i(v != 0)
	}
	return -1
}

// isFloat reports whether an expression is a float in this class.
func (g *scope) isFloat(e opdefs.Expr) bool {
	switch e := e.(type) {
	case *opdefs.Num:
		return e.Float
	case *opdefs.Elem:
		return e.Mask == "" && g.sort == opdefs.SortFloat
	case *opdefs.Unary:
		return e.Op == "-" && g.isFloat(e.X)
	case *opdefs.Binary:
		return goPrec[e.Op] > 3 && (g.isFloat(e.X) || g.isFloat(e.Y))
	case *opdefs.Ternary:
		if v, known := opdefs.Static(g.op.Page, g.sort, e.C); known && !v {
			return g.isFloat(e.B)
		}
		return g.isFloat(e.A) || g.isFloat(e.B)
	case *opdefs.Call:
		switch {
		case e.Name == "all_ones", opdefs.FloatOnly(e.Name):
			return true
		case e.Name == "abs", e.Name == "min", e.Name == "max", e.Name == "convert":
			return g.isFloat(e.Args[0])
		}
	}
	return false
}
