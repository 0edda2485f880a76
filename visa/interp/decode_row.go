package interp

import (
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// row decodes the operands of a row instruction and picks its kernel.
func (d *decoder) row(c *inst) error {
	in := d.in
	d.set = d.operands(func(*visa.Slot) bool { return true })
	class := d.set.class(d.rowType(), in.Sat())
	switch {
	case in.Sat() && in.Op.Info().SatFloat && !d.dstType().IsFloat():
		return d.unsupported("saturation as %s; legal is a float type", d.dstType())
	case in.Sat() && d.set.unsigned:
		return d.unsupported("saturation of unsigned 64-bit sources")
	case d.set.unsigned && d.set.signed:
		var ok bool
		if class, ok = d.mixed64(); !ok {
			return d.unsupported("signed and unsigned 64-bit sources together")
		}
	}
	d.set.copied = in.Op.Info().Copies && d.set.narrow(d.dstType()) && !d.set.modified && !in.Sat()
	c.about.Sat = in.Sat()
	if s := in.Op.Info().AllLanes; s > 0 {
		c.always = c.always || scalarOperand(&in.Args[s-1])
	}
	c.run = sem.Rows[in.Op][class]
	if c.run == nil {
		return d.unsupported("an operation on %s", classNames[class])
	}
	if err := d.rowOperands(c, class); err != nil {
		return err
	}
	d.inPlace(c)
	return nil
}

// rowOperands decodes the operands of a row instruction.
func (d *decoder) rowOperands(c *inst, class sem.Class) error {
	in := d.in
	slots := in.Op.Info().Slots
	for i := range slots {
		o := &in.Args[i]
		d.describe(&c.about, i, o)
		switch slots[i].Kind {
		case visa.SlotVec:
			s, err := d.source(o, i, class, c.n)
			if err != nil {
				return err
			}
			c.srcs = append(c.srcs, s)
		case visa.SlotDst:
			t, err := d.dest(o, i, class, c.n)
			if err != nil {
				return err
			}
			c.dsts = append(c.dsts, t)
			if slots[i].Pair {
				if t, err = d.pair(t, o, c.n); err != nil {
					return err
				}
				c.dsts = append(c.dsts, t)
			}
			c.setsCR = c.setsCR || d.isControl(o)
		case visa.SlotU8, visa.SlotU16, visa.SlotU32, visa.SlotI32:
			c.fields = append(c.fields, field{uint8(i), int64(o.Imm)})
		default:
			return d.unsupported("operand %s of kind %d in a row op", slots[i].Name, slots[i].Kind)
		}
	}
	return nil
}

// inPlace keeps the kernel from writing a destination in storage when it could
// see that in a source: where they overlap otherwise than element by element, or
// where the kernel does not read an element before it writes it.
func (d *decoder) inPlace(c *inst) {
	for i := range c.dsts {
		t := &c.dsts[i]
		to := t.off + int32(c.n)*int32(t.size)
		t.place = t.place && len(c.dsts) == 1 && !c.setsCR && !c.setsPred
		for j := range c.srcs {
			s := &c.srcs[j]
			if s.how != inPlace || s.off >= to || s.end(int(s.n)) <= t.off {
				continue
			}
			t.place = t.place && sem.InPlace[d.in.Op] && s.off == t.off && s.size == t.size
		}
	}
}

// scalarOperand reports whether a source is one number for all elements.
func scalarOperand(o *visa.Operand) bool {
	return o.Kind == visa.Immediate || o.Region.IsScalar()
}

// mixed64 is the class for sources of 65 bits in all, UQ with negative numbers.
// It is that of the sources whose upper bits matter, and when none is left the
// op runs modulo 2^64; ok is false when they are mixed again.
func (d *decoder) mixed64() (c sem.Class, ok bool) {
	set := d.operands(func(s *visa.Slot) bool { return !s.Low })
	if set.unsigned {
		return sem.UQ, !set.signed
	}
	return sem.Q, !d.dstType().IsFloat()
}

// describe notes what kernels may ask about the operand of a slot.
func (d *decoder) describe(a *sem.About, slot int, o *visa.Operand) {
	switch o.Kind {
	case visa.Predicate:
		a.IsPred |= 1 << slot
		if o.Var >= 0 && int(o.Var) < len(d.k.Preds) {
			a.Width[slot] = uint8(min(d.k.Preds[o.Var].Elems, sem.Lanes))
		}
	case visa.General, visa.Indirect, visa.Immediate:
		a.Wide[slot] = scalarOperand(o)
		a.Width[slot] = uint8(8 * o.Type.Size())
		if o.Type.IsSigned() && !o.Type.IsFloat() || o.Mod == visa.Neg || o.Mod == visa.NegAbs {
			a.Signed |= 1 << slot
		}
	}
}

// isControl reports whether a destination is %cr0.
func (d *decoder) isControl(o *visa.Operand) bool {
	if o.Kind != visa.General {
		return false
	}
	root, _ := d.k.Root(o.Var)
	return root == visa.VarCR0
}

// operands collects what the choice of the execution class looks at, of the
// vector sources that count.
func (d *decoder) operands(counts func(*visa.Slot) bool) (set operandSet) {
	slots := d.in.Op.Info().Slots
	for i := range slots {
		if s := &slots[i]; s.Kind == visa.SlotVec && counts(s) {
			set.add(&d.in.Args[i])
		}
	}
	return set
}

// pair is the destination of the high dwords, whole registers behind that of the
// low ones.
func (d *decoder) pair(low dest, o *visa.Operand, n int) (high dest, err error) {
	if o.Kind != visa.General || o.Region.H != 1 {
		return low, d.unsupported("destination of 64-bit values other than of dwords side by side")
	}
	high = low
	high.high = true
	high.off, err = d.offset(o.Var, o.ByteOffset(grf)+d.in.PairBytes(), &high.region, n)
	return high, err
}

// rowType is the type that results have before they are stored.
func (d *decoder) rowType() visa.Type {
	for i, s := range d.in.Op.Info().Slots {
		if s.Pair && d.in.Args[i].Kind == visa.General {
			return visa.Q
		}
	}
	return d.dstType()
}

// dstType is the type of the first destination in storage; UD without one.
func (d *decoder) dstType() visa.Type {
	for i, s := range d.in.Op.Info().Slots {
		o := &d.in.Args[i]
		if s.Kind == visa.SlotDst && (o.Kind == visa.General || o.Kind == visa.Indirect) {
			return o.Type
		}
	}
	return visa.UD
}
