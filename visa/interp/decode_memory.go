package interp

import (
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// memory decodes the operands of a memory instruction.
func (d *decoder) memory(c *inst) error {
	d.set = operandSet{}
	c.run = sem.Bodies[d.in.Op]
	if c.run == nil {
		return d.unsupported("no semantics for a memory op")
	}
	c.surface = flatMemory
	slots := d.in.Op.Info().Slots
	for i := range slots {
		o := &d.in.Args[i]
		var err error
		switch slots[i].Kind {
		case visa.SlotRaw:
			err = d.raw(c, o, i)
		case visa.SlotSurface:
			c.surface, err = d.surface(o)
		case visa.SlotVec:
			if o.Kind != visa.None {
				err = d.scalar(c, o, i)
			}
		case visa.SlotU8, visa.SlotU16, visa.SlotU32, visa.SlotI32:
			if one := slots[i].One; one != 0 && o.Imm == uint64(one) && c.n != 1 {
				return d.invalid("%d elements with %s %d: want 1", c.n, slots[i].Name, one)
			}
			c.fields = append(c.fields, field{uint8(i), int64(o.Imm)})
		default:
			err = d.unsupported("operand %s of kind %d in a memory op", slots[i].Name, slots[i].Kind)
		}
		if err != nil {
			return err
		}
	}
	if err := d.space(c); err != nil {
		return err
	}
	markSent(c, slots)
	return d.probe(c)
}

// probe runs the body once for all lanes on a memory without contents, to learn
// that it stays in its raw operands: how much of them it uses, only it knows.
func (d *decoder) probe(c *inst) error {
	if d.storage == nil {
		d.storage, d.frame = make([]byte, d.l.size), new(sem.Frame)
	}
	f := d.frame
	*f = sem.Frame{N: c.n, EM: c.full, Pred: c.full, ChEn: c.full, GRFSize: grf, Mem: nothing{}}
	for _, v := range c.fields {
		f.Field[v.slot] = v.value
	}
	for _, r := range c.raws {
		f.Raw[r.slot] = d.storage[r.from:r.to]
	}
	if err := c.run(f); err != nil {
		return d.unsupported("%v", err)
	}
	for _, r := range c.raws {
		if n := f.Reach[r.slot]; n > 0 && r.from < r.to {
			o := &d.in.Args[r.slot]
			return d.invalid("operand %s reaches byte %d of %s, which has %d", d.in.Op.Info().Slots[r.slot].Name,
				int(o.Off)+n, d.k.Vars[o.Var].Name, r.to-d.l.off[o.Var])
		}
	}
	return nil
}

// nothing is a memory that reads zero.
type nothing struct{}

func (nothing) Load(*[sem.Lanes]uint64, *sem.Cells) error         { return nil }
func (nothing) Store(*[sem.Lanes]uint64, *sem.Cells) error        { return nil }
func (nothing) Atomic(*[sem.Lanes]uint64, *sem.AtomicCells) error { return nil }
func (nothing) Read(uint64, []byte) error                         { return nil }
func (nothing) Write(uint64, []byte) error                        { return nil }

// markSent finds the raw sources that share storage with a raw destination.
func markSent(c *inst, slots []visa.Slot) {
	for i := range c.raws {
		src := &c.raws[i]
		for j := range c.raws {
			dst := &c.raws[j]
			if slots[src.slot].Access == visa.Reads && slots[dst.slot].Access == visa.Writes && src.from < dst.to && dst.from < src.to {
				src.sent = true
			}
		}
	}
}

func (d *decoder) raw(c *inst, o *visa.Operand, slot int) error {
	r := raw{slot: uint8(slot)}
	if o.Var != visa.VarNull {
		base, err := d.variable(o.Var)
		if err != nil {
			return err
		}
		r.from, r.to = base+o.Off, d.l.limit[o.Var]
		if o.Off < 0 || r.from >= r.to {
			return d.invalid("operand starts at byte %d of %s, which has %d", o.Off, d.k.Vars[o.Var].Name, r.to-base)
		}
	}
	c.raws = append(c.raws, r)
	return nil
}

func (d *decoder) surface(o *visa.Operand) (int32, error) {
	if o.Var < 0 || int(o.Var) >= len(d.k.Surfaces) {
		return 0, d.invalid("surface variable index %d: there are %d", o.Var, len(d.k.Surfaces))
	}
	return d.l.surfOff[o.Var], nil
}

// scalar resolves the vector operand of a memory op: its first element.
func (d *decoder) scalar(c *inst, o *visa.Operand, slot int) error {
	if o.Type.IsFloat() {
		return d.unsupported("scalar operand of type %s", o.Type)
	}
	s, err := d.source(o, slot, sem.Q, 1)
	if err != nil {
		return err
	}
	switch {
	case o.Kind == visa.General:
		s.addr = -1
	case o.Kind != visa.Indirect && o.Kind != visa.Immediate:
		return d.unsupported("scalar operand of kind %d", o.Kind)
	}
	c.scalars = append(c.scalars, scalar{uint8(slot), s})
	return nil
}
