package code

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// resolveDot is dp2, dp3, dp4 and dph: the sum of products in each group of four
// channels, for all four of them.
func resolveDot(l *loader) error {
	o, in := l.op, l.in
	if l.execType() != native.F || in.Dst.Type != native.F || o.N%num.MaxTerms != 0 {
		return l.refuse("%s of %d channels, or of types other than f", in.Op, o.N)
	}
	o.Form, o.Class, o.Ext = FormDot, ClassFloat, int32(l.row.terms)
	if l.row.one {
		o.Flags |= FlagOne
	}
	return l.operands()
}
