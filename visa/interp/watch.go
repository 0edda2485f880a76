package interp

import (
	"slices"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

var _ dispatch.Watcher = (*worker)(nil)

// Before describes the instruction that a thread runs next; its Index is that in
// Kernel.Insts.
func (w *worker) Before(slot int, s *dispatch.Step) {
	s.Clear()
	w.left = w.left[:0]
	t := &w.threads[slot]
	if t.err != nil || t.live == 0 {
		return
	}
	if t.pc == t.wait {
		t.merge() // as the run loop does first
	}
	in := &w.prog.code[t.pc]
	if in.step == stepEnd {
		return
	}
	src := &w.prog.kernel.Insts[in.index]
	info := src.Op.Info()
	s.Index, s.Width = int(in.index), in.n
	w.lanes(t, in)
	s.Lanes = w.frame.ChEn << in.first
	switch {
	case in.step == stepMemory:
		s.Message = info.Name
		if src.RoughOf() != "" {
			s.Effect = dispatch.Approximate
		}
	case in.step == stepNothing, in.step == stepForget:
		s.Effect = dispatch.NoEffect
	case info.Approx && len(in.dsts) > 0 && in.dsts[0].typ.IsFloat():
		s.Effect = dispatch.Approximate
	}
	if s.Values {
		s.Sources = w.watched(s.Sources, t, in, true)
	}
}

// After adds the destinations, and variables that were left.
func (w *worker) After(slot int, s *dispatch.Step) {
	s.Left = append(s.Left, w.left...)
	if !s.Values || s.Index < 0 {
		return
	}
	code := w.prog.code // in the order of Kernel.Insts; the thread has moved on
	i, ok := slices.BinarySearchFunc(code, s.Index, func(in inst, index int) int { return int(in.index) - index })
	if ok && code[i].step != stepEnd {
		s.Dests = w.watched(s.Dests, &w.threads[slot], &code[i], false)
	}
}

// watched adds the operands of an instruction that are read, or those that are
// written, with the values that they have now.
func (w *worker) watched(list []dispatch.Value, t *thread, in *inst, reads bool) []dispatch.Value {
	inst := w.prog.decoded(in)
	slots := inst.Op.Info().Slots
	if in.step == stepRefuse { // decoded as far as it can be
		return list
	}
	if reads != in.setsPred && in.pred.v != 0 {
		list = predicateValue(list, "predicate", in.pred.bits(t))
	}
	if reads {
		for i := range in.srcs {
			s := &in.srcs[i]
			list = w.elements(list, t, in, s.slot, &s.region, &s.indirect, s.typ, int(s.n))
		}
		for i := range in.scalars {
			s := &in.scalars[i]
			list = w.elements(list, t, in, s.slot, &s.src.region, &s.src.indirect, s.src.typ, 1)
		}
	} else {
		for i := range in.dsts {
			d := &in.dsts[i]
			list = w.elements(list, t, in, d.slot, &d.region, &d.indirect, d.typ, in.n)
		}
	}
	for i := range in.raws {
		r := &in.raws[i]
		if a := slots[r.slot].Access; a == visa.ReadsWrites || a == visa.Reads == reads && a != visa.NoAccess {
			list = w.rawRows(list, t, in, r, slots[r.slot].Name, w.prog.kernel.Vars[inst.Args[r.slot].Var].Type)
		}
	}
	return list
}

// elements adds the operand of a slot of a row instruction.
func (w *worker) elements(list []dispatch.Value, t *thread, in *inst, slot uint8, r *region, ind *indirect, typ visa.Type, n int) []dispatch.Value {
	inst := w.prog.decoded(in)
	o, name := &inst.Args[slot], inst.Op.Info().Slots[slot].Name
	switch o.Kind {
	case visa.Predicate:
		return predicateValue(list, name, t.preds[o.Var]>>in.first&in.full)
	case visa.General, visa.Indirect:
	default:
		return list // its text says it, or it is a register of addresses
	}
	if o.Kind == visa.General && o.Var == visa.VarNull {
		return list
	}
	if o.Kind == visa.General && r.scalar(n) {
		n = 1
	}
	v := dispatch.Value{Name: name, Type: typ.String(), Float: typ.IsFloat(), Sign: typ.IsSigned(), Size: int(r.size), Lane: int(in.first)}
	list = dispatch.Add(list, v)
	last := &list[len(list)-1]
	for i := range int32(n) {
		at, from, to := int64(r.off+r.at(i)), int64(0), int64(len(t.image))
		if o.Kind == visa.Indirect {
			at = t.element(ind, r, i)
			from, to = w.bounds(t, ind.which(i, r.w))
		}
		bits := uint64(0)
		if at >= from && at+int64(r.size) <= to {
			bits = element(t.image[at:], r.size)
		}
		last.Bits = append(last.Bits, bits)
	}
	return list
}

// rawRows adds what a memory instruction with all lanes takes of a raw operand,
// a row of lanes at a time.
func (w *worker) rawRows(list []dispatch.Value, t *thread, in *inst, r *raw, name string, typ visa.Type) []dispatch.Value {
	size := max(typ.Size(), 1)
	end := r.from + int32(w.prog.reach(in, r.slot))
	for at := r.from; at < min(end, r.to); {
		v := dispatch.Value{Name: name, Type: typ.String(), Float: typ.IsFloat(), Sign: typ.IsSigned(), Size: size, Lane: int(in.first)}
		list = dispatch.Add(list, v)
		last := &list[len(list)-1]
		for i := 0; i < in.n && at+int32(size) <= r.to; i++ {
			last.Bits = append(last.Bits, element(t.image[at:], uint8(size)))
			at += int32(size)
		}
		if len(last.Bits) == 0 {
			break
		}
	}
	return list
}

// reach is how many bytes of a raw operand the body of a memory instruction uses
// when all lanes run: it asks for those that it is not given.
func (p *Program) reach(in *inst, slot uint8) int {
	f := &sem.Frame{N: in.n, EM: in.full, Pred: in.full, ChEn: in.full, GRFSize: grf, Mem: nothing{}}
	for _, v := range in.fields {
		f.Field[v.slot] = v.value
	}
	for i := range in.raws {
		f.Raw[in.raws[i].slot] = make([]byte, 1)
	}
	if in.run(f) != nil {
		return 1
	}
	return max(f.Reach[slot], 1)
}

// predicateValue adds the bits of a predicate, one a lane.
func predicateValue(list []dispatch.Value, name string, bits uint32) []dispatch.Value {
	list = dispatch.Add(list, dispatch.Value{Name: name, Type: "bits", Size: 4, Lane: -1})
	last := &list[len(list)-1]
	last.Bits = append(last.Bits, uint64(bits))
	return list
}
