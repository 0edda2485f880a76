package lower

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// inline replaces what native code does not need: switchjmp by comparisons, calls of
// what is short or called once by its instructions, and all others by calls of a routine
// behind the kernel's own instructions (routines.go says which). The lanes that do not call
// wait behind the call, ahead of all that is put there, so that nothing but the place of
// the instructions changes.
func (c *compiler) inline() error {
	if !inlines(c.k) {
		return nil
	}
	e := &inliner{c: c, k: c.text, reached: c.reached(c.text), active: map[int32]bool{}, flows: map[int32]*functionFlow{}, regions: regionsOf(c.text)}
	out := *c.text
	out.Preds, out.Vars = append([]visa.Decl(nil), out.Preds...), append([]visa.Var(nil), out.Vars...)
	out.Labels = append([]visa.LabelInfo(nil), out.Labels...)
	out.Insts, out.Functions = nil, nil
	e.out = &out
	e.findKept()
	if err := e.region(e.regions[0], nil); err != nil {
		return err
	}
	c.main = len(out.Insts)
	if err := e.addRoutines(); err != nil {
		return err
	}
	e.beginStack()
	c.k, c.from, c.entries = &out, e.from, e.entries()
	c.flags, c.vars = make([]int32, len(out.Preds)), make([]int32, len(out.Vars))
	return nil
}

// inlines says that a kernel has what inline replaces.
func inlines(k *visa.Kernel) bool {
	for i := range k.Insts {
		switch k.Insts[i].Op.Info().Hook {
		case visa.HookCall, visa.HookFcall, visa.HookIfcall, visa.HookSwitchjmp:
			return true
		}
	}
	return len(k.Functions) > 0 || len(regionsOf(k)) > 1
}

// recursion is why a call in a routine of itself is refused.
const recursion = "recursion in code for target %v: targets without goto have no calls here"

// ofItself is why a call of the kernel in its own instructions is refused where there are calls.
const ofItself = "a kernel that calls itself"

// maxExpanded is how many instructions a kernel may have after expansion: a
// multiple of its text, or a number that costs little.
const (
	inlineFactor = 16
	inlineAlways = 1 << 16
)

// region is the kernel's own body, a subroutine or a function.
type region struct {
	visa.Range
	label int32 // of the subroutine, else -1
	fn    int   // number of the function that it begins, else -1
}

// regionsOf cuts a kernel's text at the entries of subroutines and functions.
func regionsOf(k *visa.Kernel) []region {
	list := []region{{label: -1, fn: -1}}
	for i := range k.Insts {
		at := int32(i)
		fn := -1
		if f := k.FunctionOf(i); f >= 0 && k.Functions[f].Insts.First == at {
			fn = f
		}
		sub := k.Insts[i].Op.Info().Hook == visa.HookSubroutine
		if !sub && fn < 0 {
			continue
		}
		label := int32(-1)
		if sub {
			label = k.Insts[i].Arg(visa.ArgLabel).Var
		}
		if i == 0 {
			list[0].label = label
			continue
		}
		list[len(list)-1].End = at
		list = append(list, region{Range: visa.Range{First: at}, label: label, fn: fn})
	}
	list[len(list)-1].End = int32(len(k.Insts))
	return list
}

type inliner struct {
	c       *compiler
	k, out  *visa.Kernel
	reached []bool  // instructions of k that a lane may come to; the others are left out
	from    []int32 // instruction of out -> of k
	regions []region
	active  map[int32]bool          // regions that are being put in, by their first instruction
	kept    []bool                  // regions that are called
	labels  []int32                 // of kept regions that something calls, plus one
	wanted  []int                   // those regions, in the order of their first calls
	backs   []int32                 // by region, the variable with its return address, 0 before it is wanted
	circles []int                   // by region, a number for those that call each other
	flows   map[int32]*functionFlow // by the first instruction of a function
	stack   int32                   // variable of the stack of calls, 0 while nothing is on it
	pad     int32                   // variable of registers on their way there
	choice  int32                   // predicate of the switches, 0 before the first
	nowhere int32                   // variable of addresses that no function has, 0 before the first
}

// instance is one copy of a region: its labels, and where its lanes go when they
// return.
type instance struct {
	region
	labels map[int32]int32
	exit   int32 // label, -1 while nothing goes there
}

func (e *inliner) unsupported(i int32, format string, args ...any) error {
	in := &e.k.Insts[i]
	return &UnsupportedError{e.k.FileOf(int(i)), in.Pos, in.Op, fmt.Sprintf(format, args...)}
}

// again refuses a call of what is being put in.
func (e *inliner) again(i int32) error {
	if e.c.T.HasOp(native.OpGoto) {
		return e.unsupported(i, ofItself)
	}
	return e.unsupported(i, recursion, e.c.T)
}

// region appends a copy of r; t is nil for the kernel's own body.
func (e *inliner) region(r region, t *instance) error {
	if e.active[r.First] {
		return e.again(r.First)
	}
	e.active[r.First] = true
	defer delete(e.active, r.First)
	for i := r.First; i < r.End; i++ {
		if n := len(e.out.Insts); n > inlineAlways && n > inlineFactor*len(e.k.Insts) {
			return e.unsupported(i, "calls that expand to more than %d instructions", n)
		}
		if !e.reached[i] {
			continue
		}
		if err := e.inst(i, t); err != nil {
			return err
		}
	}
	if last := &e.k.Insts[r.End-1]; int(r.End) < len(e.k.Insts) && e.reached[r.End-1] && !(rules[last.Op].ends && e.c.all(last)) {
		e.add(r.End, e.renamed(e.k.Insts[r.End], t)) // select refuses it where lanes run on
	}
	return nil
}

func (e *inliner) add(i int32, in visa.Inst) {
	e.out.Insts = append(e.out.Insts, in)
	e.from = append(e.from, i)
}

func (e *inliner) inst(i int32, t *instance) error {
	in := e.k.Insts[i]
	switch in.Op.Info().Hook {
	case visa.HookCall:
		return e.call(i, e.target(in.Arg(visa.ArgLabel).Var))
	case visa.HookFcall:
		return e.call(i, e.function(&in))
	case visa.HookIfcall:
		return e.callAddress(i)
	case visa.HookFaddr:
		if n := e.function(&in); n >= 0 {
			in = e.handleMove(in, n)
		}
	case visa.HookSwitchjmp:
		e.switchJump(i, t)
		return nil
	case visa.HookRet, visa.HookFret:
		if t != nil {
			e.giveBack(i, t)
			return nil
		}
	case visa.HookSubroutine:
		if t != nil {
			return nil
		}
	}
	e.add(i, e.renamed(in, t))
	return nil
}

// target is the number of the region that a label begins, -1 for none.
func (e *inliner) target(label int32) int {
	for n := range e.regions {
		if e.regions[n].label == label {
			return n
		}
	}
	return -1
}

// function is the number of the region of the function that an instruction names,
// -1 when it is not linked.
func (e *inliner) function(in *visa.Inst) int {
	fn := functionOf(e.k, in)
	if fn < 0 {
		return -1
	}
	return slices.IndexFunc(e.regions, func(r region) bool { return r.fn == fn })
}

// call puts region n in the place of instruction i; without one the call stays, and
// select refuses it.
func (e *inliner) call(i int32, n int) error {
	in := e.k.Insts[i]
	if n < 0 {
		e.add(i, in)
		return nil
	}
	t := &instance{region: e.regions[n], labels: map[int32]int32{}, exit: -1}
	switch {
	case e.active[t.First] && !e.kept[n]:
		return e.again(i)
	case in.Exec.First() != 0 || in.Exec.Size > 1 && int(in.Exec.Size) < e.k.SimdSize():
		return e.unsupported(i, "a call by some lanes of the kernel: want all %d, or a predicate", e.k.SimdSize())
	}
	if in.Pred.Var != 0 {
		skip := visa.Inst{Op: visa.OpGoto, Exec: in.Exec, Pred: in.Pred, Pos: in.Pos}
		skip.Pred.Inv = !skip.Pred.Inv
		skip.Args = []visa.Operand{e.exit(t)}
		e.add(i, skip)
	}
	if e.kept[n] {
		if err := e.callRoutine(i, n, t); err != nil {
			return err
		}
	} else if err := e.region(t.region, t); err != nil {
		return err
	}
	if t.exit >= 0 {
		e.add(i, visa.Inst{Op: visa.OpLabel, Pos: in.Pos, Args: []visa.Operand{{Kind: visa.Label, Var: t.exit}}})
	}
	return nil
}

func (e *inliner) newLabel(name string) int32 {
	n := int32(len(e.out.Labels))
	e.out.Labels = append(e.out.Labels, visa.LabelInfo{Name: fmt.Sprintf("%s_%d", name, n)})
	return n
}

func (e *inliner) exit(t *instance) visa.Operand {
	if t.exit < 0 {
		t.exit = e.newLabel("back")
	}
	return visa.Operand{Kind: visa.Label, Var: t.exit}
}

// giveBack is ret and fret in a copy: at its end all lanes go on behind it.
func (e *inliner) giveBack(i int32, t *instance) {
	in := e.k.Insts[i]
	if i == t.End-1 && e.c.all(&in) {
		return
	}
	e.add(i, visa.Inst{Op: visa.OpGoto, Exec: in.Exec, Pred: in.Pred, Pos: in.Pos, Args: []visa.Operand{e.exit(t)}})
}

// renamed gives an instruction the labels of its copy.
func (e *inliner) renamed(in visa.Inst, t *instance) visa.Inst {
	for a := range in.Args {
		if t == nil || in.Args[a].Kind != visa.Label {
			continue
		}
		in.Args = append([]visa.Operand(nil), in.Args...)
		in.Args[a] = e.label(in.Args[a], t)
	}
	return in
}

func (e *inliner) label(o visa.Operand, t *instance) visa.Operand {
	if t == nil {
		return o
	}
	n, ok := t.labels[o.Var]
	if !ok {
		n = e.newLabel(e.k.Labels[o.Var].Name)
		t.labels[o.Var] = n
	}
	o.Var = n
	return o
}

// switchJump compares the number with that of each label but the last, to which
// all others go: what is no label's number is not defined.
func (e *inliner) switchJump(i int32, t *instance) {
	in := e.k.Insts[i]
	index := *in.Arg(visa.ArgIndex)
	var labels []visa.Operand
	for _, o := range in.Args {
		if o.Kind == visa.Label {
			labels = append(labels, e.label(o, t))
		}
	}
	for n, l := range labels[:len(labels)-1] {
		e.gotoIf(i, index, n, false, l)
	}
	e.add(i, visa.Inst{Op: visa.OpGoto, Exec: visa.Exec{Size: 1}, Pos: in.Pos, Args: labels[len(labels)-1:]})
}

// gotoIf sends all lanes to a label if an operand is n, or with not if it is not.
func (e *inliner) gotoIf(i int32, o visa.Operand, n int, not bool, label visa.Operand) {
	e.compare(i, "eq", o, visa.Operand{Kind: visa.Immediate, Type: visa.UD, Imm: uint64(n)})
	e.gotoChoice(i, not, label)
}

// compare sets the predicate of choices to a relation of two numbers.
func (e *inliner) compare(i int32, relation string, a, b visa.Operand) {
	if e.choice == 0 {
		e.choice = int32(len(e.out.Preds))
		e.out.Preds = append(e.out.Preds, visa.Decl{Name: "choice", Elems: 1})
	}
	in := visa.Inst{Op: visa.OpCmp, Exec: visa.Exec{Size: 1, NoMask: true}, Pos: e.k.Insts[i].Pos, Args: make([]visa.Operand, len(visa.OpCmp.Info().Slots))}
	rel, _ := in.Op.Info().Slots[in.Op.Info().Args[visa.ArgRelOp]-1].Enum.Code(relation)
	*in.Arg(visa.ArgRelOp) = visa.Operand{Kind: visa.Field, Imm: uint64(rel)}
	*in.Arg(visa.ArgDst) = visa.Operand{Kind: visa.Predicate, Type: visa.BOOL, Var: e.choice}
	*in.Arg(visa.ArgSrc0), *in.Arg(visa.ArgSrc1) = a, b
	e.add(i, in)
}

// gotoChoice sends all lanes to a label by the predicate of choices.
func (e *inliner) gotoChoice(i int32, not bool, label visa.Operand) {
	e.add(i, visa.Inst{Op: visa.OpGoto, Exec: visa.Exec{Size: 1}, Pred: visa.Pred{Var: e.choice, Inv: not}, Pos: e.k.Insts[i].Pos, Args: []visa.Operand{label}})
}
