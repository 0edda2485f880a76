package eu

import "github.com/genvisa/genvisa/native"

// loadCarry is addc and subb: unsigned dwords, with carry or borrow in the
// accumulator.
func loadCarry(l *loader) error {
	in := l.in
	if in.Src[0].Type != native.UD || in.Src[1].Type != native.UD || in.Dst.Type != native.UD || in.Sat ||
		in.Src[0].Mod != 0 || in.Src[1].Mod != 0 {
		return l.refuse("%s with types other than ud, modifiers or saturation", in.Op)
	}
	acc := *in
	acc.AccWr = false // the accumulator gets the carry, not the result
	inner := *l
	inner.in = &acc
	p, err := newPlan(&inner, &classWide, kAdd[int64], 2)
	if err != nil {
		return err
	}
	sign := int64(1)
	if in.Op == native.OpSubb {
		sign = -1
	}
	l.op.fn = func(t *thread, o *op) {
		em := t.mask(o)
		if em == 0 {
			return
		}
		a := p.src[0].get(t, o, tmp[int64](t, 0))
		b := p.src[1].get(t, o, tmp[int64](t, 1))
		out, carry := tmp[int64](t, 2), tmp[int64](t, 3)
		for i := range int(o.n) {
			out[i] = a[i] + sign*b[i]
			carry[i] = out[i] >> 32 & 1
		}
		if in.AccWr {
			accPut(t, &classWide, native.UD, em, 0, 1, carry)
		}
		p.finish(t, o, em, out)
	}
	return nil
}

// loadMach is the second step of a 32-bit multiply: the accumulator holds src0
// times the low word of src1; mach adds src0 times the high word, shifted, and
// gives the upper half of the sum.
func loadMach(l *loader) error {
	in := l.in
	if !in.AccWr {
		return l.refuse("mach without AccWrEn on %s", l.prog.Target)
	}
	if in.Src[0].Mod != 0 || in.Src[1].Mod != 0 || in.Sat || l.execType() != native.D {
		return l.refuse("mach with modifiers, saturation or types other than dwords")
	}
	acc := *in
	acc.AccWr = false
	inner := *l
	inner.in = &acc
	p, err := newPlan(&inner, &classWide, kMov[int64], 2)
	if err != nil {
		return err
	}
	l.op.fn = func(t *thread, o *op) {
		em := t.mask(o)
		if em == 0 || !t.readAcc(o, accInt) {
			return
		}
		a := p.src[0].get(t, o, tmp[int64](t, 0))
		b := p.src[1].get(t, o, tmp[int64](t, 1))
		sum, out := tmp[int64](t, 2), tmp[int64](t, 3)
		for i := range int(o.n) {
			sum[i] = t.acc.i[i] + a[i]*(b[i]>>16)<<16
			out[i] = sum[i] >> 32
		}
		accPut(t, &classWide, native.D, em, 0, 1, sum)
		p.finish(t, o, em, out)
	}
	return nil
}

// loadMac is mad with the accumulator as the summand.
func loadMac(l *loader) error {
	mad := *l.in
	ty := l.execType()
	if !ty.IsFloat() {
		ty = l.in.Src[0].Type
	}
	e := accElem0(ty, l.op.off) * ty.Size()
	mad.Src = [3]native.Operand{
		{File: native.ARF, Reg: native.ARFAcc0 + int32(e/32), Sub: uint16(e % 32), Type: ty, Region: native.Region{V: 1, W: 1}},
		l.in.Src[0], l.in.Src[1],
	}
	inner := *l
	inner.in = &mad
	inner.row = &macRow
	return loadALU(&inner)
}

// macRow is the row of mad with the accumulator's exact value.
var macRow = opRow{srcs: 3, wideAcc: true, exact: kMad[int64], bits: madBits, f: fMad, h: hMad, d: dMad}
