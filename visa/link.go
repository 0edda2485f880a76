package visa

import (
	"errors"
	"fmt"
)

// Function is a function of another text that Link put behind a kernel. Its
// tables are ranges of the kernel's.
type Function struct {
	Name    string
	File    string
	ArgSize int // registers of %arg that it takes
	RetSize int // registers of %retval that it gives

	Insts, Vars, Addrs, Preds, Surfaces, Samplers Range
}

// Range is entries [First, End) of a table.
type Range struct{ First, End int32 }

// Has says that entry i is in the range.
func (r Range) Has(i int32) bool { return r.First <= i && i < r.End }

// MaxLinked is how many functions a kernel may be linked with.
const MaxLinked = 256

// LinkError is a set of texts that do not make one program.
type LinkError struct {
	File string
	Pos  Pos
	Msg  string

	// Unsupported is set for what is valid but not modelled.
	Unsupported bool
}

// Error has the form file:line:col: error: message.
func (e *LinkError) Error() string { return fmt.Sprintf("%s:%v: error: %s", e.File, e.Pos, e.Msg) }

// Is reports that the error is errors.ErrUnsupported.
func (e *LinkError) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }

// Link puts functions behind a kernel: their declarations behind its own, their
// instructions behind its own, in one copy that shares nothing with k that could
// change. Predefined variables and surfaces are those of the kernel. A function
// that several texts define is an error; one that nobody calls is linked, too.
func Link(k *Kernel, functions []*Kernel) (*Kernel, error) {
	if len(functions) > MaxLinked {
		return nil, &LinkError{File: k.File, Msg: fmt.Sprintf("%d functions: want at most %d", len(functions), MaxLinked)}
	}
	out := *k
	out.Vars, out.Addrs, out.Preds = append([]Var(nil), k.Vars...), append([]Decl(nil), k.Addrs...), append([]Decl(nil), k.Preds...)
	out.Surfaces, out.Samplers = append([]Decl(nil), k.Surfaces...), append([]Decl(nil), k.Samplers...)
	out.Labels, out.Strings = append([]LabelInfo(nil), k.Labels...), append([]string(nil), k.Strings...)
	out.Insts = append([]Inst(nil), k.Insts...)
	out.Functions = nil
	for _, f := range functions {
		switch {
		case !f.IsFunction:
			return nil, &LinkError{File: f.File, Msg: fmt.Sprintf("kernel %s: want a function (.global_function) to link with kernel %s", f.Name, k.Name)}
		case out.Function(f.Name) != nil:
			return nil, &LinkError{File: f.File, Msg: fmt.Sprintf("function %s: %s defines it, too", f.Name, out.Function(f.Name).File)}
		}
		if n := f.SimdSize(); n != 0 && n != k.SimdSize() {
			return nil, &LinkError{File: f.File, Msg: fmt.Sprintf("function %s is of SIMD%d, kernel %s of SIMD%d", f.Name, n, k.Name, k.SimdSize())}
		}
		out.append(f)
	}
	return &out, nil
}

// Function is the linked function of a name, or nil.
func (k *Kernel) Function(name string) *Function {
	for i := range k.Functions {
		if k.Functions[i].Name == name {
			return &k.Functions[i]
		}
	}
	return nil
}

// FunctionOf is the number of the linked function that instruction i is in, or
// -1 for the kernel itself.
func (k *Kernel) FunctionOf(i int) int {
	for f := range k.Functions {
		if k.Functions[f].Insts.Has(int32(i)) {
			return f
		}
	}
	return -1
}

// FileOf is the file that instruction i was read from.
func (k *Kernel) FileOf(i int) string {
	if f := k.FunctionOf(i); f >= 0 {
		return k.Functions[f].File
	}
	return k.File
}

func (k *Kernel) append(f *Kernel) {
	fn := Function{Name: f.Name, File: f.File, ArgSize: f.intAttr("ArgSize"), RetSize: f.intAttr("RetValSize")}
	m := mover{
		vars: int32(len(k.Vars)) - FirstUserVar, addrs: int32(len(k.Addrs)), preds: int32(len(k.Preds)) - FirstUserPred,
		surfaces: int32(len(k.Surfaces)) - FirstUserSurface, samplers: int32(len(k.Samplers)),
		labels: int32(len(k.Labels)), strings: int32(len(k.Strings)),
	}
	k.Vars, fn.Vars = extend(k.Vars, f.Vars, FirstUserVar)
	for i := fn.Vars.First; i < fn.Vars.End; i++ {
		k.Vars[i].Alias = m.variable(k.Vars[i].Alias)
	}
	k.Addrs, fn.Addrs = extend(k.Addrs, f.Addrs, 0)
	k.Preds, fn.Preds = extend(k.Preds, f.Preds, FirstUserPred)
	k.Surfaces, fn.Surfaces = extend(k.Surfaces, f.Surfaces, FirstUserSurface)
	k.Samplers, fn.Samplers = extend(k.Samplers, f.Samplers, 0)
	k.Labels, _ = extend(k.Labels, f.Labels, 0)
	k.Strings, _ = extend(k.Strings, f.Strings, 0)
	k.Insts, fn.Insts = extend(k.Insts, f.Insts, 0)
	for i := fn.Insts.First; i < fn.Insts.End; i++ {
		k.Insts[i] = m.inst(k.Insts[i])
	}
	k.Functions = append(k.Functions, fn)
}

// extend appends all of more but its first skip entries, which are those of list.
func extend[T any](list, more []T, skip int) ([]T, Range) {
	r := Range{First: int32(len(list))}
	list = append(list, more[min(skip, len(more)):]...)
	r.End = int32(len(list))
	return list, r
}

func (k *Kernel) intAttr(name string) int {
	if a := k.Attr(name); a != nil && a.Kind == AttrInt {
		return int(a.Int)
	}
	return 0
}

// mover turns indices into a function's tables into those of the kernel that it
// is linked with.
type mover struct{ vars, addrs, preds, surfaces, samplers, labels, strings int32 }

func (m *mover) variable(v int32) int32 { return shifted(v, FirstUserVar, m.vars) }

func shifted(i, first, by int32) int32 {
	if i < first {
		return i
	}
	return i + by
}

func (m *mover) inst(in Inst) Inst {
	in.Pred.Var = shifted(in.Pred.Var, FirstUserPred, m.preds)
	in.Args = append([]Operand(nil), in.Args...)
	for i := range in.Args {
		m.operand(&in.Args[i])
	}
	return in
}

func (m *mover) operand(o *Operand) {
	switch o.Kind {
	case General, Raw:
		o.Var = m.variable(o.Var)
	case Address, Indirect:
		o.Var += m.addrs
	case Predicate:
		o.Var = shifted(o.Var, FirstUserPred, m.preds)
	case Surface:
		o.Var = shifted(o.Var, FirstUserSurface, m.surfaces)
	case Sampler:
		o.Var += m.samplers
	case Label:
		o.Var += m.labels
	case Name:
		o.Var += m.strings
	case State, AddressOf:
		m.stateOperand(o)
	}
}

func (m *mover) stateOperand(o *Operand) {
	switch o.StateVar {
	case SurfaceVar:
		o.Var = shifted(o.Var, FirstUserSurface, m.surfaces)
	case SamplerVar:
		o.Var += m.samplers
	default:
		o.Var = m.variable(o.Var)
	}
}
