//go:build oracle

package verify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// mutant is a kernel with one place changed.
type mutant struct {
	k    *visa.Kernel
	r    *rand.Rand
	in   *visa.Inst
	info *visa.OpInfo
	what string // the place, as it is now
}

// mutation changes one place of m so that it still has a text; false says that there is
// none of its kind.
type mutation func(m *mutant) bool

// mutations by what they change; each kind is drawn as often as it stands here.
var mutationKinds = []struct {
	name string
	all  []mutation
}{
	{"mask", []mutation{execSize, maskOffset, noMask}},
	{"predicate", []mutation{predicate}},
	{"operand", []mutation{otherVar, otherKind, otherOffset, otherNumber, otherState, otherModifier, toggleSat}},
	{"operand", []mutation{otherVar, otherKind, otherOffset, otherNumber, otherState, otherModifier, toggleSat}},
	{"type", []mutation{declType, immType, indirectType, otherOp}},
	{"region", []mutation{region, declElems, declAlias, declAlign}},
	{"region", []mutation{region}},
	{"label", []mutation{otherLabel, noLabel, twiceLabel}},
	{"input", []mutation{input}},
}

// mutate changes one place of k and says which kind of place it was, and how it is now.
func mutate(r *rand.Rand, k *visa.Kernel, only func(*visa.Inst) bool) (kind, what string) {
	for {
		of := mutationKinds[r.IntN(len(mutationKinds))]
		in := &k.Insts[r.IntN(len(k.Insts))]
		if only != nil && (!only(in) || of.name == "input") {
			continue
		}
		m := &mutant{k: k, r: r, in: in, info: in.Op.Info()}
		if !of.all[r.IntN(len(of.all))](m) {
			continue
		}
		if m.what == "" {
			m.what = asm.Text(k, in)
		}
		return of.name, m.what
	}
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// change sets *p to one of the values that it has not.
func change[T comparable](m *mutant, p *T, values ...T) bool {
	values = slices.DeleteFunc(slices.Clone(values), func(v T) bool { return v == *p })
	if len(values) == 0 {
		return false
	}
	*p = pick(m.r, values...)
	return true
}

func upTo(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

func execSize(m *mutant) bool {
	return m.info.HasExec && change(m, &m.in.Exec.Size, 1, 2, 4, 8, 16, 32)
}

func maskOffset(m *mutant) bool {
	return m.info.HasExec && !m.info.NoMask && change(m, &m.in.Exec.Mask, 0, 1, 2, 3, 4, 5, 6, 7)
}

func noMask(m *mutant) bool {
	if !m.info.HasExec || m.info.NoMask {
		return false
	}
	m.in.Exec.NoMask = !m.in.Exec.NoMask
	return true
}

func predicate(m *mutant) bool {
	if !m.info.HasPred || len(m.k.Preds) < 2 {
		return false
	}
	return change(m, &m.in.Pred, visa.Pred{Var: int32(m.r.IntN(len(m.k.Preds))), Combine: pick(m.r, visa.PredLanes, visa.PredAny, visa.PredAll), Inv: m.r.IntN(2) == 0})
}

func (m *mutant) userVar() int32 {
	return int32(visa.FirstUserVar + m.r.IntN(len(m.k.Vars)-visa.FirstUserVar))
}

func (m *mutant) decl(v *visa.Var) bool {
	m.what = fmt.Sprintf(".decl %s type=%s num_elts=%d align=%s alias=<%d, %d>", v.Name, v.Type, v.Elems, v.Align, v.Alias, v.AliasOff)
	return true
}

func declType(m *mutant) bool {
	v := &m.k.Vars[m.userVar()]
	old := v.Type
	if !change(m, &v.Type, types(int(visa.BF))...) {
		return false
	}
	id := int32(slices.IndexFunc(m.k.Vars, func(w visa.Var) bool { return w.Name == v.Name }))
	for i := range m.k.Insts {
		for n := range m.k.Insts[i].Args {
			if o := &m.k.Insts[i].Args[n]; o.Kind == visa.General && o.Var == id && o.Type == old {
				o.Type = v.Type
			}
		}
	}
	return m.decl(v)
}

func types(n int) []visa.Type {
	out := make([]visa.Type, n)
	for i := range out {
		out[i] = visa.Type(i)
	}
	return out
}

func declElems(m *mutant) bool {
	switch d := m.k; {
	case m.r.IntN(4) == 0 && len(d.Preds) > 1:
		p := &d.Preds[1+m.r.IntN(len(d.Preds)-1)]
		m.what = p.Name + " has other elements"
		return change(m, &p.Elems, 1, 2, 4, 8, 16, 32, 3, 33)
	case m.r.IntN(4) == 0 && len(d.Addrs) > 0:
		a := &d.Addrs[m.r.IntN(len(d.Addrs))]
		m.what = a.Name + " has other elements"
		return change(m, &a.Elems, 1, 8, 16, 17)
	}
	v := &m.k.Vars[m.userVar()]
	return change(m, &v.Elems, 1, max(v.Elems/2, 1), v.Elems*2, v.Elems+1) && m.decl(v)
}

func declAlias(m *mutant) bool {
	v := &m.k.Vars[m.userVar()]
	if v.Alias < 0 || m.r.IntN(4) == 0 {
		v.Alias = m.userVar()
		root := v.Alias
		for n := 0; m.k.Vars[root].Alias >= 0; n++ {
			if root = m.k.Vars[root].Alias; n > len(m.k.Vars) {
				return m.decl(v)
			}
		}
		return m.decl(v)
	}
	return change(m, &v.AliasOff, 0, 2, 4, 32, 64, v.AliasOff+1, v.AliasOff+v.Size()) && m.decl(v)
}

func declAlign(m *mutant) bool {
	v := &m.k.Vars[m.userVar()]
	return change(m, &v.Align, visa.AlignByte, visa.AlignWord, visa.AlignDword, visa.AlignQword, visa.AlignOword, visa.AlignGRF, visa.AlignGRFx2) && m.decl(v)
}

// arg draws an operand, and its slot.
func (m *mutant) arg() (*visa.Operand, *visa.Slot) {
	if len(m.in.Args) == 0 {
		return &visa.Operand{}, &visa.Slot{}
	}
	a := m.r.IntN(len(m.in.Args))
	return &m.in.Args[a], m.in.Slot(a)
}

func otherVar(m *mutant) bool {
	o, _ := m.arg()
	switch o.Kind {
	case visa.General:
		v := m.userVar()
		if m.r.IntN(8) == 0 {
			v = int32(m.r.IntN(visa.VarMsg0))
		}
		o.Type = m.k.Vars[v].Type
		return change(m, &o.Var, v)
	case visa.Raw:
		return change(m, &o.Var, m.userVar(), visa.VarNull)
	case visa.Predicate:
		return change(m, &o.Var, upTo(len(m.k.Preds))[1:]...)
	case visa.Address, visa.Indirect:
		return change(m, &o.Var, upTo(len(m.k.Addrs))...)
	}
	return false
}

func otherKind(m *mutant) bool {
	o, s := m.arg()
	if s.Kind != visa.SlotVec && s.Kind != visa.SlotDst {
		return false
	}
	v := m.userVar()
	list := []visa.Operand{
		{Kind: visa.State, StateVar: visa.SurfaceVar, Var: visa.FirstUserSurface - 1},
		{Kind: visa.General, Var: v, Type: m.k.Vars[v].Type, Region: visa.Region{W: 1, H: 1}},
	}
	if s.Kind == visa.SlotVec {
		list = append(list, visa.Operand{Kind: visa.Immediate, Type: pick(m.r, visa.UD, visa.W, visa.F, visa.DF, visa.UQ), Imm: 1},
			visa.Operand{Kind: visa.AddressOf, Var: v, Type: m.k.Vars[v].Type})
		list[1].Region = visa.Scalar
	}
	if len(m.k.Preds) > 1 {
		list = append(list, visa.Operand{Kind: visa.Predicate, Var: 1})
	}
	if len(m.k.Addrs) > 0 {
		list = append(list, visa.Operand{Kind: visa.Address, Width: 1})
	}
	return change(m, o, list...)
}

func otherOffset(m *mutant) bool {
	o, _ := m.arg()
	switch o.Kind {
	case visa.General:
		row, col := o.Row, o.Col
		o.Row, o.Col = uint8(m.r.IntN(6)), uint8(m.r.IntN(8))
		return o.Row != row || o.Col != col
	case visa.Raw:
		return change(m, &o.Off, int32(m.r.IntN(100)), 32, 64)
	case visa.Address:
		return change(m, &o.Off, upTo(17)...)
	case visa.Indirect:
		return change(m, &o.Off, upTo(17)...)
	case visa.AddressOf:
		return change(m, &o.Off, upTo(100)...)
	}
	return false
}

func otherNumber(m *mutant) bool {
	o, s := m.arg()
	switch {
	case o.Kind == visa.Immediate:
		return change(m, &o.Imm, 0, 1, 2, 3, 16, 31, 64, 100)
	case o.Kind == visa.Address:
		return change(m, &o.Width, 1, 2, 4, 8, 16)
	case s.Enum != nil:
		values := s.Enum.Values
		return change(m, &o.Imm, uint64(values[m.r.IntN(len(values))].Code))
	}
	return o.Kind == visa.Field && change(m, &o.Imm, 0, 1, 2, 3, 4, 8, 31, 255)
}

func otherState(m *mutant) bool {
	o, _ := m.arg()
	switch o.Kind {
	case visa.Surface:
		return change(m, &o.Var, upTo(len(m.k.Surfaces))...)
	case visa.Sampler:
		return change(m, &o.Var, upTo(len(m.k.Samplers))...)
	}
	return false
}

func otherModifier(m *mutant) bool {
	o, s := m.arg()
	return (o.Kind == visa.General || o.Kind == visa.Indirect) && s.Kind == visa.SlotVec &&
		change(m, &o.Mod, visa.NoMod, visa.Abs, visa.Neg, visa.NegAbs, visa.Not)
}

func toggleSat(m *mutant) bool {
	for i := range m.in.Args {
		if o := &m.in.Args[i]; m.in.Slot(i).Kind == visa.SlotDst && m.info.Sat {
			return change(m, &o.Mod, visa.NoMod, visa.Sat)
		}
	}
	return false
}

func immType(m *mutant) bool {
	o, _ := m.arg()
	return o.Kind == visa.Immediate && change(m, &o.Type, types(int(visa.BF))...)
}

func indirectType(m *mutant) bool {
	o, _ := m.arg()
	return o.Kind == visa.Indirect && change(m, &o.Type, types(int(visa.BF))...)
}

// otherOp draws an op of the same slots.
func otherOp(m *mutant) bool {
	var list []visa.Op
	for op := range visa.NumOps {
		if i := op.Info(); i.HasExec && i.Layout == m.info.Layout && len(i.Slots) == len(m.info.Slots) && len(i.Fixed) == len(m.info.Fixed) {
			list = append(list, op)
		}
	}
	return !m.info.Repeats() && change(m, &m.in.Op, list...)
}

func region(m *mutant) bool {
	o, s := m.arg()
	if o.Kind != visa.General && o.Kind != visa.Indirect {
		return false
	}
	if s.Kind == visa.SlotDst {
		return change(m, &o.Region.H, 0, 1, 2, 4, 8)
	}
	switch m.r.IntN(4) {
	case 0:
		return change(m, &o.Region.V, 0, 1, 2, 4, 8, 16, 32)
	case 1:
		return change(m, &o.Region.W, 1, 2, 4, 8, 16)
	case 2:
		return change(m, &o.Region.H, 0, 1, 2, 4, 8)
	}
	return change(m, &o.Region, visa.Region{V: pick[uint8](m.r, 0, 1, 2, 4, 8, 16, 32), W: pick[uint8](m.r, 1, 2, 4, 8, 16), H: pick[uint8](m.r, 0, 1, 2, 4)})
}

func otherLabel(m *mutant) bool {
	o, _ := m.arg()
	return o.Kind == visa.Label && change(m, &o.Var, upTo(len(m.k.Labels))...)
}

// labelAt is the number of a label's definition, or -1.
func labelAt(m *mutant) int {
	i := m.r.IntN(len(m.k.Insts))
	if m.k.Insts[i].Op == visa.OpLabel {
		return i
	}
	return -1
}

func noLabel(m *mutant) bool {
	i := labelAt(m)
	if i < 0 {
		return false
	}
	m.what = "without " + asm.Text(m.k, &m.k.Insts[i])
	m.k.Insts = slices.Delete(m.k.Insts, i, i+1)
	return true
}

func twiceLabel(m *mutant) bool {
	i := labelAt(m)
	if i < 0 {
		return false
	}
	m.what = "twice " + asm.Text(m.k, &m.k.Insts[i])
	m.k.Insts = slices.Insert(m.k.Insts, m.r.IntN(len(m.k.Insts)), m.k.Insts[i])
	return true
}

func input(m *mutant) bool {
	if len(m.k.Inputs) == 0 {
		return false
	}
	in := &m.k.Inputs[m.r.IntN(len(m.k.Inputs))]
	changed := false
	if m.r.IntN(2) == 0 {
		changed = change(m, &in.Offset, 0, in.Offset+1, in.Offset+4, in.Offset+32, 4090)
	} else {
		changed = change(m, &in.Size, 1, in.Size+1, in.Size*2, in.Size/2)
	}
	m.what = fmt.Sprintf(".input %d offset=%d size=%d", in.Var, in.Offset, in.Size)
	return changed
}
