package interp

import (
	"slices"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// row decodes the operands of a row instruction and picks its kernel.
func (d *decoder) row(c *inst) error {
	in := d.in
	slots := in.Op.Info().Slots
	if d.copiesBits() {
		in = bitCopy(in)
		d.in = in
	}
	set := d.operands()
	class := set.class(d.dstType(), in.Sat())
	switch {
	case in.Sat() && in.Op.Info().SatFloat && !d.dstType().IsFloat():
		return d.unsupported("saturation as %s; legal is a float type", d.dstType())
	case in.Sat() && set.unsigned:
		return d.unsupported("saturation of unsigned 64-bit sources")
	case set.unsigned && set.signed:
		var ok bool
		if class, ok = d.mixed64(); !ok {
			return d.unsupported("signed and unsigned 64-bit sources together")
		}
	}
	c.about.sat = in.Sat()
	if s := in.Op.Info().AllLanes; s > 0 {
		c.always = c.always || scalarOperand(&in.Args[s-1])
	}
	c.run = sem.Rows[in.Op][class]
	if c.run == nil {
		return d.unsupported("an operation on %s", classNames[class])
	}
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
			c.setsCR = c.setsCR || d.isControl(o)
		case visa.SlotU8, visa.SlotU16, visa.SlotU32:
			c.fields = append(c.fields, field{uint8(i), int64(o.Imm)})
		default:
			return d.unsupported("operand %s of kind %d in a row op", slots[i].Name, slots[i].Kind)
		}
	}
	return nil
}

// scalarOperand reports whether a source is one number for all elements.
func scalarOperand(o *visa.Operand) bool {
	return o.Kind == visa.Immediate || o.Region.IsScalar()
}

// copiesBits reports whether the instruction copies elements without looking
// at them: mov and sel between equal float types without modifier. Payloads of
// NaNs and denormals then stay, which compilers rely on when they carry
// integers in float moves (gen-execution 4.3).
func (d *decoder) copiesBits() bool {
	if d.in.Op != visa.OpMov && d.in.Op != visa.OpSel {
		return false
	}
	t := d.in.Args[0].Type
	for i := range d.in.Args {
		a := &d.in.Args[i]
		if a.Kind == visa.Predicate || a.Type != t || a.Mod != visa.NoMod || packed(t) {
			return false
		}
	}
	return t.IsFloat()
}

// bitCopy is the instruction with unsigned integers of the same size in the
// place of float operands.
func bitCopy(in *visa.Inst) *visa.Inst {
	c := *in
	c.Args = slices.Clone(in.Args)
	for i := range c.Args {
		a := &c.Args[i]
		switch a.Type.Size() {
		case 2:
			a.Type = visa.UW
		case 4:
			a.Type = visa.UD
		case 8:
			a.Type = visa.UQ
		}
	}
	return &c
}

// mixed64 is the class for sources of 65 bits in all, UQ with negative numbers.
// A shift goes by what is shifted; ops whose low 64 bits depend on nothing else
// run modulo 2^64; ok is false for the rest.
func (d *decoder) mixed64() (c sem.Class, ok bool) {
	switch d.in.Op {
	case visa.OpShl, visa.OpShr, visa.OpAsr:
		if src := &d.in.Args[1]; src.Type == visa.UQ && src.Mod == visa.NoMod {
			return sem.UQ, true
		}
		return sem.Q, d.in.Args[1].Type != visa.UQ
	case visa.OpAdd, visa.OpMul, visa.OpAnd, visa.OpOr, visa.OpXor, visa.OpMov, visa.OpSel:
		return sem.Q, !d.dstType().IsFloat()
	}
	return 0, false
}

// describe notes what kernels may ask about the operand of a slot.
func (d *decoder) describe(a *about, slot int, o *visa.Operand) {
	switch o.Kind {
	case visa.Predicate:
		a.isPred |= 1 << slot
		if o.Var >= 0 && int(o.Var) < len(d.k.Preds) {
			a.width[slot] = uint8(min(d.k.Preds[o.Var].Elems, sem.Lanes))
		}
	case visa.General, visa.Indirect, visa.Immediate:
		a.wide[slot] = scalarOperand(o)
		a.width[slot] = uint8(8 * o.Type.Size())
		if o.Type.IsSigned() && !o.Type.IsFloat() || o.Mod == visa.Neg || o.Mod == visa.NegAbs {
			a.signed |= 1 << slot
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

// operands collects what the choice of the execution class looks at.
func (d *decoder) operands() (set operandSet) {
	for i, s := range d.in.Op.Info().Slots {
		if s.Kind == visa.SlotVec {
			set.add(&d.in.Args[i])
		}
	}
	return set
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
