package interp

import (
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// immBits is a scalar immediate cut to its own size.
func immBits(o *visa.Operand) uint64 {
	return o.Imm & (^uint64(0) >> (64 - 8*o.Type.Size()))
}

// source resolves a source operand for rows of class c.
func (d *decoder) source(o *visa.Operand, slot int, c sem.Class, n int) (source, error) {
	s := source{slot: uint8(slot), n: uint8(n), typ: o.Type, mod: o.Mod, class: c, widen: d.widening(o.Type, c), wide: wide[c]}
	if stored := o.Kind == visa.General || o.Kind == visa.Indirect; stored && !storable(o.Type) {
		return s, d.unsupported("source operand of type %s", o.Type)
	}
	if f := d.in.Slot(slot).Elements; f != nil && (o.Kind == visa.General || o.Kind == visa.Indirect) {
		return s, d.listed(&s, o, f(d.in))
	}
	switch o.Kind {
	case visa.General:
		return s, d.general(&s, o, n)
	case visa.Indirect:
		return s, d.indirectSource(&s, o, n)
	case visa.Immediate:
		return s, d.immediate(&s, o)
	case visa.Predicate:
		s.pred, s.load = o.Var, loadPredicate
		s.off, s.w = int32(d.in.Exec.First()), int32(n)
		if o.Var <= 0 || int(o.Var) >= len(d.k.Preds) {
			return s, d.invalid("predicate index %d: there are %d", o.Var, len(d.k.Preds)-1)
		}
		if d.in.Op.Info().Slots[slot].Whole {
			s.off, s.w = 0, int32(min(d.k.Preds[o.Var].Elems, sem.Lanes))
		}
		return s, nil
	case visa.Address:
		s.load, s.w = loadAddress, int32(max(o.Width, 1))
		a, err := d.address(o, int(s.w))
		s.addr = a
		return s, err
	case visa.AddressOf:
		off, err := d.addressOf(o)
		d.fill(&s, uint64(off))
		return s, err
	case visa.State:
		off, err := d.state(o, n)
		s.off, s.load = off, loadState
		return s, err
	}
	return s, d.unsupported("source operand of kind %d", o.Kind)
}

// storable reports whether elements of a type can stand in variables and rows:
// all but predicates and packed immediates.
func storable(t visa.Type) bool { return t.Stands(visa.InVariables) }

// dest resolves a destination operand for rows of class c.
func (d *decoder) dest(o *visa.Operand, slot int, c sem.Class, n int) (dest, error) {
	t := dest{slot: uint8(slot), typ: o.Type, class: c, wide: wide[c]}
	t.region = region{w: int32(n), h: int32(o.Region.H) * int32(o.Type.Size()), size: uint8(o.Type.Size())}
	var err error
	if o.Kind == visa.General || o.Kind == visa.Indirect {
		if !storable(o.Type) {
			return t, d.unsupported("destination operand of type %s", o.Type)
		}
		if t.conv, err = d.conversion(o, c); err != nil {
			return t, err
		}
	}
	switch o.Kind {
	case visa.General:
		if d.k.IsNull(o.Var) {
			t.store = storeNothing
			return t, nil
		}
		if t.h == 0 {
			return t, d.invalid("destination stride 0")
		}
		if t.off, err = d.offset(o.Var, o.ByteOffset(grf), &t.region, n); err != nil {
			return t, err
		}
		if root, _ := d.k.Root(o.Var); root == visa.VarTSC || root == visa.VarSR0 {
			return t, d.unsupported("writing %s", d.k.Vars[root].Name)
		}
		t.store = storeGeneral
		if t.contiguous(n) && len(t.conv) == 0 && t.off%int32(t.size) == 0 {
			switch {
			case t.size == 4 && !t.wide:
				t.store, t.place, t.dwords = storeContiguous4, true, true
			case t.size == 8 && t.wide:
				t.store, t.place = storeContiguous8, true
			}
		}
		return t, nil
	case visa.Indirect:
		if t.h == 0 || o.Region.NoV {
			return t, d.invalid("destination region <%d;%d,%d>", o.Region.V, o.Region.W, o.Region.H)
		}
		t.store = storeIndirect
		return t, d.indirect(&t.indirect, &t.region, o, n)
	case visa.Predicate:
		t.pred, t.store, t.off = o.Var, storePredicate, int32(d.in.Exec.First())
		if o.Var <= 0 || int(o.Var) >= len(d.k.Preds) {
			return t, d.invalid("predicate index %d: there are %d", o.Var, len(d.k.Preds)-1)
		}
		return t, nil
	case visa.Address:
		t.store = storeAddress
		t.owner = d.owner()
		t.addr, err = d.address(o, n)
		return t, err
	case visa.State:
		t.store = storeState
		t.off, err = d.state(o, n)
		return t, err
	}
	return t, d.unsupported("destination operand of kind %d", o.Kind)
}

func (d *decoder) indirectSource(s *source, o *visa.Operand, n int) error {
	s.load = loadIndirect
	s.region = srcRegion(o.Region, o.Type.Size(), n)
	s.multi = o.Region.NoV
	return d.indirect(&s.indirect, &s.region, o, n)
}

// listed resolves a source of n elements, whatever the lanes of the instruction.
func (d *decoder) listed(s *source, o *visa.Operand, n int) (err error) {
	if n > sem.Lanes {
		return d.invalid("operand of %d elements: a row has %d", n, sem.Lanes)
	}
	at := *o
	if d.in.Slot(int(s.slot)).Side {
		at.Region = visa.Region{V: 1, W: 1}
	}
	s.n = uint8(n)
	if o.Kind == visa.Indirect {
		err = d.indirectSource(s, &at, n)
	} else {
		err = d.general(s, &at, n)
	}
	if s.how == loaded {
		s.load, s.form = loadListed(s.load, n), otherForm
	}
	return err
}

// general resolves a direct source and picks the fastest loader that fits.
func (d *decoder) general(s *source, o *visa.Operand, n int) (err error) {
	s.region = srcRegion(o.Region, o.Type.Size(), n)
	if s.off, err = d.offset(o.Var, o.ByteOffset(grf), &s.region, n); err != nil {
		return err
	}
	s.load = s.loader(n)
	return nil
}

// loader is the fastest loader for a direct operand. The short ones need
// elements that stand in the row as they are in storage.
func (s *source) loader(n int) func(*worker, *thread, *source) error {
	integer := s.class == sem.UD || s.class == sem.D
	elem := int32(4)
	if s.wide {
		elem = 8
	}
	copied := s.typ.IsFloat() && s.widen == nil // of which only the low 16 bits are stored
	same := s.size == 4 && (integer || s.typ == visa.F && s.class == sem.F) || s.size == 8 && s.wide
	s.form = s.formOf(n, integer, same && !s.wide)
	switch {
	case same && s.typ == visa.F && s.mod != visa.NoMod && s.w >= int32(n):
		return loadSigned4
	case s.mod != visa.NoMod:
	case s.size == 2 && (integer || copied) && s.contiguous(n):
		return loadContiguous2
	case same && s.contiguous(n) && s.off%elem == 0:
		s.how = inPlace
		return loadInPlace
	case same && s.contiguous(n) && n > 1:
		return loadContiguous
	case !same || s.wide:
	case s.scalar(n):
		return loadScalar4
	case s.w >= int32(n):
		return loadStrided4
	}
	return loadGeneral
}

// formOf is the form of a direct operand in a row of 32-bit elements; dwords have those of
// the row.
func (s *source) formOf(n int, integer, dwords bool) form {
	switch scalar, row := s.scalar(n), s.contiguous(n); {
	case s.mod != visa.NoMod && (s.typ != visa.F || !dwords):
	case s.mod != visa.NoMod && scalar:
		return oneForm
	case s.mod != visa.NoMod && row:
		return signsForm
	case s.mod != visa.NoMod:
	case scalar && (dwords || integer && s.size <= 4):
		return scalarForm
	case row && dwords:
		return rowForm
	case row && integer && s.size == 2:
		return wordsForm
	}
	return otherForm
}

// srcRegion converts <V;W,H> from elements to bytes. A region that is one even
// stride becomes one row.
func srcRegion(g visa.Region, size, n int) region {
	r := region{w: int32(max(g.W, 1)), h: int32(g.H) * int32(size), v: int32(g.V) * int32(size), size: uint8(size)}
	switch {
	case g.NoV:
	case r.w == 1:
		r.w, r.h, r.v = int32(n), r.v, 0
	case r.v == r.w*r.h:
		r.w, r.v = int32(n), 0
	}
	return r
}

// offset is the image offset of byte off of a variable, after checking that
// the region of n elements stays in the variable's storage.
func (d *decoder) offset(v int32, off int, r *region, n int) (int32, error) {
	base, err := d.variable(v)
	if err != nil {
		return 0, err
	}
	at := base + int32(off)
	root, _ := d.k.Root(v)
	numbered := d.k.ThreadBits != 0 && at+r.end(n)-r.off <= d.l.off[root]+threadBytes
	if root == visa.VarSR0 && at < d.l.off[root]+dispatchMask && !numbered {
		return 0, d.unsupported("%s before element 2, the place of the thread in the device", d.k.Vars[root].Name)
	}
	if end := at + r.end(n) - r.off; end > d.l.limit[v] {
		return 0, d.invalid("operand reaches byte %d of %s, which has %d", end-base, d.k.Vars[v].Name, d.l.limit[v]-base)
	}
	return at, nil
}

// variable is the image offset of a variable.
func (d *decoder) variable(v int32) (int32, error) {
	if v < 0 || int(v) >= len(d.k.Vars) {
		return 0, d.invalid("variable index %d: there are %d", v, len(d.k.Vars))
	}
	if d.l.off[v] < 0 {
		root, _ := d.k.Root(v)
		return 0, d.unsupported("predefined variable %s", d.k.Vars[root].Name)
	}
	return d.l.off[v], nil
}

func (d *decoder) indirect(ind *indirect, r *region, o *visa.Operand, n int) (err error) {
	ind.imm, ind.first = int32(o.IntImm()), uint8(d.in.Exec.First())
	addrs := 1
	if ind.multi {
		addrs = (n + int(r.w) - 1) / int(r.w)
	}
	ind.addr, err = d.address(o, addrs)
	return err
}

// address is the index of an address element, with n elements from it on.
func (d *decoder) address(o *visa.Operand, n int) (int32, error) {
	if o.Var < 0 || int(o.Var) >= len(d.k.Addrs) {
		return 0, d.invalid("address variable index %d: there are %d", o.Var, len(d.k.Addrs))
	}
	if a := &d.k.Addrs[o.Var]; o.Off < 0 || int(o.Off)+n > max(a.Elems, 1) {
		return 0, d.invalid("address elements %d to %d of %s, which has %d", o.Off, int(o.Off)+n-1, a.Name, a.Elems)
	}
	return d.l.addrOff[o.Var] + o.Off, nil
}

// owner is the variable whose address the instruction makes from its sources.
func (d *decoder) owner() (w owner) {
	for i := range d.in.Args {
		o := &d.in.Args[i]
		if d.in.Op.Info().Slots[i].Kind != visa.SlotVec {
			continue
		}
		switch o.Kind {
		case visa.AddressOf:
			if _, err := d.addressOf(o); err != nil {
				return owner{} // the source is refused
			}
			root, _ := d.k.Root(o.Var)
			return owner{v: 1 + root}
		case visa.Address:
			if at, err := d.address(o, max(int(o.Width), 1)); err == nil {
				w = owner{addr: at, w: int32(max(o.Width, 1)), inherits: true}
			}
		}
	}
	return w
}

// addressOf is the engine's address of &V[off].
func (d *decoder) addressOf(o *visa.Operand) (int32, error) {
	if o.StateVar != visa.NoState {
		return 0, d.unsupported("address of a state variable")
	}
	base, err := d.variable(o.Var)
	return base + o.Off, err
}

// state is the index of a surface or sampler element in thread.states.
func (d *decoder) state(o *visa.Operand, n int) (int32, error) {
	table, offs, decls := "surface", d.l.surfOff, d.k.Surfaces
	if o.StateVar == visa.SamplerVar {
		table, offs, decls = "sampler", d.l.samplOff, d.k.Samplers
	}
	if o.Var < 0 || int(o.Var) >= len(decls) {
		return 0, d.invalid("%s variable index %d: there are %d", table, o.Var, len(decls))
	}
	if v := &decls[o.Var]; o.Off < 0 || int(o.Off)+n > max(v.Elems, 1) {
		return 0, d.invalid("elements %d to %d of %s, which has %d", o.Off, int(o.Off)+n-1, v.Name, v.Elems)
	}
	return offs[o.Var] + o.Off, nil
}
