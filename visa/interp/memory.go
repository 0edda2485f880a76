package interp

import (
	"errors"

	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Surfaces that are not entries of the binding table.
const (
	btiNonCoherent = 253 // 32-bit stateless as 255: coherency shows nowhere
	btiLocal       = 254 // shared local memory
	btiStateless   = 255 // 32-bit stateless: scratch

	flatMemory = -1 // 64-bit addresses
)

// ErrNoLocal is the cause of a Fault when a kernel uses shared local memory
// that its launch does not have.
var ErrNoLocal = errors.New("the group has no shared local memory")

// ErrNoScratch is the same for scratch space.
var ErrNoScratch = errors.New("the thread has no scratch space")

// message executes one memory instruction.
func (w *worker) message(t *thread, in *inst) error {
	if !w.lanes(t, in) {
		return nil
	}
	f := &w.frame
	for i := range in.fields {
		f.Field[in.fields[i].slot] = in.fields[i].value
	}
	for i := range in.scalars {
		v, err := in.scalars[i].value(t)
		if err != nil {
			return err
		}
		f.Field[in.scalars[i].slot] = v
	}
	for i := range in.raws {
		r := &in.raws[i]
		f.Raw[r.slot] = t.image[r.from:r.to]
		if r.sent { // what a message carries was read before its response is written
			w.sent[r.slot] = append(w.sent[r.slot][:0], f.Raw[r.slot]...)
			f.Raw[r.slot] = w.sent[r.slot]
		}
	}
	m, err := t.surface(in.surface)
	if err != nil {
		return err
	}
	f.Mem = m
	return in.run(f)
}

// value is a scalar operand's first element as an exact integer.
func (s *scalar) value(t *thread) (int64, error) {
	o := &s.src
	if o.table != nil {
		return int64(o.table[0]), nil
	}
	at := int64(o.off)
	if o.addr >= 0 {
		at = t.element(&o.indirect, &o.region, 0)
	}
	if at < 0 || at+int64(o.size) > int64(len(t.image)) {
		return 0, &RegionFault{Addr: at, Size: int(o.size), Len: len(t.image)}
	}
	raw := [sem.Lanes]uint64{element(t.image[at:], o.size)}
	o.finish(&raw, 1)
	return int64(raw[0]), nil
}

// surface finds the memory that a surface variable's value names.
func (t *thread) surface(v int32) (sem.Memory, error) {
	if v == flatMemory {
		return t.memory.Flat(), nil
	}
	switch bti := t.states[v]; {
	case bti == btiLocal && t.group != nil && t.group.SLM != nil:
		return t.group.SLM, nil
	case bti == btiLocal:
		return nil, ErrNoLocal
	case bti == btiStateless, bti == btiNonCoherent:
		if t.scratch == nil {
			return nil, ErrNoScratch
		}
		return (*scratch)(t.scratch), nil
	default:
		return t.memory.Surface(int(bti))
	}
}

// scratch is a thread's scratch space, which is all that 32-bit stateless
// addresses reach. They start at the base that r0.5 holds.
type scratch mem.Buffer

// at is the place of a stateless address, or a *mem.Fault outside the space.
func (s *scratch) at(addr uint64, size int, write bool) (*mem.Buffer, uint64, error) {
	b := (*mem.Buffer)(s)
	off := uint64(uint32(addr - b.Base))
	if off+uint64(size) > uint64(b.Len()) {
		return nil, 0, &mem.Fault{Addr: addr, Size: size, Write: write}
	}
	return b, off, nil
}

// Load reads size bytes at a stateless address.
func (s *scratch) Load(addr uint64, size int) (uint64, error) {
	b, off, err := s.at(addr, size, false)
	if err != nil {
		return 0, err
	}
	return b.Load(off, size)
}

// Store writes size bytes at a stateless address.
func (s *scratch) Store(addr uint64, size int, v uint64) error {
	b, off, err := s.at(addr, size, true)
	if err != nil {
		return err
	}
	return b.Store(off, size, v)
}

// Atomic replaces size bytes at a stateless address as one step.
func (s *scratch) Atomic(addr uint64, size int, op func(old, x, y uint64) uint64, x, y uint64) (uint64, error) {
	b, off, err := s.at(addr, size, true)
	if err != nil {
		return 0, err
	}
	return b.Atomic(off, size, op, x, y)
}

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
			err = d.scalar(c, o, i)
		case visa.SlotU8, visa.SlotU16, visa.SlotU32:
			c.fields = append(c.fields, field{uint8(i), int64(o.Imm)})
		default:
			err = d.unsupported("operand %s of kind %d in a memory op", slots[i].Name, slots[i].Kind)
		}
		if err != nil {
			return err
		}
	}
	c.lanes = addressLanes(slots, c.surface == flatMemory)
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

func (nothing) Load(uint64, int) (uint64, error)                           { return 0, nil }
func (nothing) Store(uint64, int, uint64) error                            { return nil }
func (nothing) Atomic(uint64, int, mem.Op, uint64, uint64) (uint64, error) { return 0, nil }

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

// addressLanes finds the operands that make one address per lane.
func addressLanes(slots []visa.Slot, flat bool) laneAddresses {
	l := laneAddresses{base: -1}
	for i, s := range slots {
		switch {
		case s.Kind == visa.SlotVec:
			l.base = int8(i)
		case s.Name == "addresses", s.Name == "element_offset":
			l.slot, l.size = uint8(i), 4
			if flat {
				l.size = 8
			}
		}
	}
	return l
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
	if o.Var == visa.SurfaceBindless {
		return 0, d.unsupported("bindless surface %s", d.k.Surfaces[o.Var].Name)
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
	case o.Kind == visa.Immediate && s.table == nil:
		s.table = &[sem.Lanes]uint64{s.imm}
	case o.Kind == visa.General:
		s.addr = -1
	case o.Kind != visa.Indirect && o.Kind != visa.Immediate:
		return d.unsupported("scalar operand of kind %d", o.Kind)
	}
	c.scalars = append(c.scalars, scalar{uint8(slot), s})
	return nil
}
