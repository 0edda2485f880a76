package eu

import "github.com/genvisa/genvisa/native"

// selection is sel and csel: per element one of two sources, by the predicate,
// by comparing them, or by comparing a third with zero. It writes no flags.
type selection[T lane] struct {
	plan  plan[T]
	less  comparer[T] // nil: the predicate chooses
	third bool        // csel
	cond  native.CondMod
}

func loadSel(l *loader) error {
	cond := l.in.Cond
	if cond != native.CondNone && l.in.PredCtrl != native.PredNone {
		return l.bad("sel has both a predicate and a condition modifier")
	}
	if cond == native.CondOV || cond == native.CondNone && l.in.PredCtrl == native.PredNone {
		return l.refuse("sel with condition modifier %q and no predicate", cond.String())
	}
	l.op.cond = native.CondNone
	switch l.execType() {
	case native.DF:
		return addSel(l, &classD, numberFirst(compareD))
	case native.F:
		return addSel(l, &classF, numberFirst(compareF))
	case native.HF:
		return addSel(l, &classH, numberFirst(compareH))
	}
	if cond == native.CondNone {
		if l.wraps() {
			return addSel(l, &classRaw, compareU32)
		}
		return addSel(l, &classWide, compareS64)
	}
	raw, wide, err := l.intCompare()
	switch {
	case err != nil:
		return err
	case raw != nil && l.wraps():
		return addSel(l, &classRaw, raw)
	case wide == nil:
		wide = compareS64
	}
	return addSel(l, &classWide, wide)
}

// numberFirst gives a comparison the rule of sel: a number wins against a NaN,
// and of two NaNs the second source.
func numberFirst[T float32 | float64](less comparer[T]) comparer[T] {
	return func(t *thread, cond native.CondMod, a, b *[maxLanes]T, n int) uint32 {
		m := less(t, cond, a, b, n)
		for i := range n {
			switch {
			case a[i] != a[i]:
				m &^= 1 << i
			case b[i] != b[i]:
				m |= 1 << i
			}
		}
		return m
	}
}

// loadCsel compares the third source with zero; all types are alike.
func loadCsel(l *loader) error {
	cond := l.in.Cond
	if cond == native.CondOV || cond == native.CondNone || l.in.PredCtrl != native.PredNone {
		return l.refuse("csel with condition modifier %q and predicate control %d", cond.String(), l.in.PredCtrl)
	}
	l.op.cond = native.CondNone
	switch l.execType() {
	case native.F:
		return addSel(l, &classF, compareF)
	case native.HF:
		return addSel(l, &classH, compareH)
	case native.DF:
		return addSel(l, &classD, compareD)
	}
	return addSel(l, &classWide, compareS64)
}

func addSel[T lane](l *loader, c *class[T], less comparer[T]) error {
	p, err := newPlan(l, c, kMov[T], l.row.srcs)
	if err != nil {
		return err
	}
	s := &selection[T]{plan: *p, third: l.row.srcs == 3, cond: l.in.Cond}
	if s.cond != native.CondNone {
		s.less = less
	}
	l.op.fn = s.run
	return nil
}

func (s *selection[T]) run(t *thread, o *op) {
	em := o.full
	if !o.noMask {
		em &= t.exec >> o.off
	}
	if em == 0 {
		return
	}
	p := &s.plan
	n := int(o.n)
	a := p.src[0].get(t, o, tmp[T](t, 0))
	b := p.src[1].get(t, o, tmp[T](t, 1))
	var first uint32
	switch {
	case s.third:
		c := p.src[2].get(t, o, tmp[T](t, 2))
		first = s.less(t, s.cond, c, new([maxLanes]T), n)
	case s.less != nil:
		first = s.less(t, s.cond, a, b, n)
	default:
		first = t.predicate(o)
	}
	out := tmp[T](t, 3)
	inPlace := p.inPlace && em == o.full
	if inPlace {
		out = rowAt[T](t, p.dst.addr)
	}
	for i := range n & 63 {
		v := b[i&31]
		if first>>(i&31)&1 != 0 {
			v = a[i&31]
		}
		out[i&31] = v
	}
	if !inPlace || p.acc {
		p.finish(t, o, em, out)
	}
}
