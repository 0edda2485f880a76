package genvisa

import "github.com/genvisa/genvisa/visa"

// Builder makes a kernel: declarations by its methods, instructions by the
// constructors of package visa, one for each opcode (visa.NewAdd). Make one with
// NewBuilder: the zero Builder has no name and no lanes, and Kernel says so.
type Builder struct{ k *Kernel }

// kernel is what is under construction.
func (b *Builder) kernel() *Kernel {
	if b.k == nil {
		b.k = visa.NewKernel("")
	}
	return b.k
}

// NewBuilder begins a kernel whose threads have simd lanes: 8, 16 or 32.
func NewBuilder(name string, simd int) *Builder {
	k := visa.NewKernel(name)
	k.File = name
	k.Attrs = []visa.Attr{{Name: "SimdSize", Kind: visa.AttrInt, Int: int64(simd)}}
	return &Builder{k}
}

// Var is a general variable of a kernel under construction.
type Var struct {
	id   int32
	kind visa.Type
}

// Var declares a variable of elems elements that begins at a register.
func (b *Builder) Var(name string, t visa.Type, elems int) Var {
	k := b.kernel()
	k.Vars = append(k.Vars, visa.Var{Name: name, Type: t, Elems: elems, Align: visa.AlignGRF, Alias: -1})
	return Var{int32(len(k.Vars) - 1), t}
}

// Input makes the thread's payload from byte offset on (r0 is byte 0) the first
// contents of v.
func (b *Builder) Input(v Var, offset int) {
	k := b.kernel()
	k.Inputs = append(k.Inputs, visa.Input{Var: v.id, Offset: offset, Size: k.Vars[v.id].Size()})
}

// Surface declares a surface variable, for movs and messages.
func (b *Builder) Surface(name string) int32 {
	k := b.kernel()
	k.Surfaces = append(k.Surfaces, visa.Decl{Name: name, Elems: 1})
	return int32(len(k.Surfaces) - 1)
}

// Pred declares a predicate variable, for cmp, for lanes by predicate and for Pred.
func (b *Builder) Pred(name string, elems int) int32 {
	k := b.kernel()
	k.Preds = append(k.Preds, visa.Decl{Name: name, Elems: elems})
	return int32(len(k.Preds) - 1)
}

// Label makes a label: visa.NewLabel puts it somewhere, jumps and goto name it.
func (b *Builder) Label(name string) int32 {
	k := b.kernel()
	k.Labels = append(k.Labels, visa.LabelInfo{Name: name})
	return int32(len(k.Labels) - 1)
}

// Add appends instructions. Messages about instruction N, from 1, have its place:
// the kernel's name and line N.
func (b *Builder) Add(insts ...visa.Inst) {
	k := b.kernel()
	for _, in := range insts {
		in.Pos = visa.Pos{Line: int32(len(k.Insts) + 1), Col: 1}
		k.Insts = append(k.Insts, in)
	}
}

// Kernel is what was built. It is verified: the error lists all findings.
func (b *Builder) Kernel() (*Kernel, error) {
	k := b.kernel()
	if err := verified(k); err != nil {
		return nil, err
	}
	return k, nil
}

// Dst is v as a destination, element after element.
func (v Var) Dst() visa.Operand {
	return visa.Operand{Kind: visa.General, Var: v.id, Type: v.kind, Region: visa.Region{H: 1}}
}

// Vec is v as a source, element after element.
func (v Var) Vec() visa.Operand {
	return visa.Operand{Kind: visa.General, Var: v.id, Type: v.kind, Region: visa.Region{V: 1, W: 1}}
}

// One is element 0 of v as a source for every lane.
func (v Var) One() visa.Operand {
	return visa.Operand{Kind: visa.General, Var: v.id, Type: v.kind, Region: visa.Scalar}
}

// Raw is v from its first byte on, as messages take it.
func (v Var) Raw() visa.Operand { return visa.Operand{Kind: visa.Raw, Var: v.id, Type: v.kind} }

// PredOf is a predicate variable as an operand: what cmp writes.
func PredOf(pred int32) visa.Operand {
	return visa.Operand{Kind: visa.Predicate, Type: visa.BOOL, Var: pred}
}

// Imm is a number with the bits of v.
func Imm(t visa.Type, v uint64) visa.Operand {
	return visa.Operand{Kind: visa.Immediate, Type: t, Imm: v}
}

// State is a surface variable as the destination of movs.
func State(surface int32) visa.Operand {
	return visa.Operand{Kind: visa.State, StateVar: visa.SurfaceVar, Var: surface}
}

// Lanes is an instruction's execution size, for the lanes of the thread from 0
// on.
func Lanes(n int) visa.Exec { return visa.Exec{Size: uint8(n)} }

// AllLanes is Lanes of an instruction that runs whatever lanes are awake (_NM).
func AllLanes(n int) visa.Exec { return visa.Exec{Size: uint8(n), NoMask: true} }
