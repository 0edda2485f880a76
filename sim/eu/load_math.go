package eu

import (
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
)

// mathRow is a function of the math unit: srcs sources, in floats and halves, or
// in integers.
type mathRow struct {
	srcs     int
	f, h     kernel[float32]
	signed   func(a, b int32) int32
	unsigned func(a, b uint32) uint32
}

var mathTable = [...]mathRow{
	native.MathInv:  {srcs: 1, f: unary32(num.InvF), h: unary32(num.InvH)},
	native.MathLog:  {srcs: 1, f: unary32(num.Log2F), h: unary32(num.Log2H)},
	native.MathExp:  {srcs: 1, f: unary32(num.Exp2F), h: unary32(num.Exp2H)},
	native.MathSqt:  {srcs: 1, f: unary32(num.SqrtApproxF), h: unary32(num.SqrtApproxH)},
	native.MathRsqt: {srcs: 1, f: unary32(num.RsqrtF), h: unary32(num.RsqrtH)},
	native.MathSin:  {srcs: 1, f: unary32(num.SinF), h: unary32(num.SinH)},
	native.MathCos:  {srcs: 1, f: unary32(num.CosF), h: unary32(num.CosH)},
	native.MathFdiv: {srcs: 2, f: binary32(num.DivApproxF), h: binary32(num.DivApproxH)},
	native.MathPow:  {srcs: 2, f: binary32(num.PowF), h: binary32(num.PowH)},
	native.MathIqot: {srcs: 2, signed: num.IDiv, unsigned: num.UDiv},
	native.MathIrem: {srcs: 2, signed: num.IMod, unsigned: num.UMod},
}

func loadMath(l *loader) error {
	fc := int(l.in.MathFC)
	if fc >= len(mathTable) || mathTable[fc].srcs == 0 {
		return l.refuse("math function %d (%s)", fc, native.MathName(l.in.MathFC))
	}
	m := &mathTable[fc]
	row := *l.row
	row.srcs, row.f, row.h = m.srcs, m.f, m.h
	l.row = &row
	l.op.cond = native.CondNone // the modifier bits hold the function
	switch ty := l.execType(); {
	case ty == native.F && m.f != nil:
		return addPlan(l, &classF, m.f)
	case ty == native.HF && m.h != nil:
		return addPlan(l, &classH, m.h)
	case m.signed != nil && l.dwords() && l.wraps():
		return addPlan(l, &classRaw, m.integer(l))
	case m.signed != nil && l.dwords():
		return addPlan(l, &classWide, m.exact(l))
	}
	return l.refuse("math function %d (%s) with sources of type %s and %s", fc, native.MathName(l.in.MathFC), l.in.Src[0].Type, l.in.Src[1].Type)
}

// integer is the division kernel for the signedness of the first source.
func (m *mathRow) integer(l *loader) kernel[uint32] {
	if l.in.Src[0].Type == native.UD {
		f := m.unsigned
		return func(_ *thread, d, a, b, _ *[maxLanes]uint32, n int) {
			for i := range n {
				d[i] = f(a[i], b[i])
			}
		}
	}
	f := m.signed
	return func(_ *thread, d, a, b, _ *[maxLanes]uint32, n int) {
		for i := range n {
			d[i] = uint32(f(int32(a[i]), int32(b[i])))
		}
	}
}

// dwords says that both sources are dwords without modifiers.
func (l *loader) dwords() bool {
	for i := range 2 {
		if src := &l.in.Src[i]; src.Type != native.D && src.Type != native.UD || src.Mod != native.ModNone {
			return false
		}
	}
	return !l.in.Dst.Type.IsFloat()
}

// exact is the division kernel for destinations that saturate or are wider.
func (m *mathRow) exact(l *loader) kernel[int64] {
	unsigned := l.in.Src[0].Type == native.UD
	return func(_ *thread, d, a, b, _ *[maxLanes]int64, n int) {
		for i := range n {
			if unsigned {
				d[i] = int64(m.unsigned(uint32(a[i]), uint32(b[i])))
			} else {
				d[i] = int64(m.signed(int32(a[i]), int32(b[i])))
			}
		}
	}
}
