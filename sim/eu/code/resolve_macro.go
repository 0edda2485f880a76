package code

import "github.com/genvisa/genvisa/native"

// Macro is what a step of the macros for division and square root has beside its
// operands: what it computes, and which of acc2 to acc9 holds the exponent
// extension of each operand (native.NoMME: none, a plain number).
type Macro struct {
	Step MacroStep
	Dst  uint8
	Src  [3]uint8
}

// MacroStep is what a step computes.
type MacroStep uint8

// Steps.
const (
	StepInvm MacroStep = iota
	StepRsqtm
	StepMadm
)

// Sources is how many operands a step has.
func (s MacroStep) Sources() int { return [...]int{StepInvm: 2, StepRsqtm: 1, StepMadm: 3}[s] }

func resolveMadm(l *loader) error { return l.macro(StepMadm) }

// macro resolves a step: packed registers of one type, whose Align16 fields hold
// the extension instead of a swizzle.
func (l *loader) macro(step MacroStep) error {
	o, plain := l.op, *l.in
	n := step.Sources()
	c, float := floatClass(plain.Dst.Type)
	size := plain.Dst.Type.Size()
	switch {
	case !float || c == ClassHalf:
		return l.refuse("%s of type %s", macroNames[step], plain.Dst.Type)
	case int(o.N)*size > l.prog.RegBytes:
		return l.refuse("%s of %d elements of type %s: the accumulators hold one register", macroNames[step], o.N, plain.Dst.Type)
	case l.in.Sat || l.in.AccWr || step == StepMadm && l.in.Cond != native.CondNone:
		return l.refuse("%s with saturation, condition or AccWrEn", macroNames[step])
	}
	if d := &plain.Dst; d.File != native.GRF || d.Indirect || d.Sub != 0 || !plain.Align16 && d.Region.H > 1 {
		return l.refuse("destination of %s: want a whole register", macroNames[step])
	}
	m := Macro{Step: step, Dst: plain.Dst.MME}
	plain.Dst.Region = native.Dst1
	for i := range n {
		src := &plain.Src[i]
		if src.Type != plain.Dst.Type || src.Region == native.Scalar || !l.packed(src) || src.File != native.GRF || src.Indirect || src.Sub != 0 {
			return l.refuse("source %d of %s: want a whole register of type %s", i, macroNames[step], plain.Dst.Type)
		}
		src.Region = native.Region{V: 1, W: 1}
		m.Src[i] = src.MME
	}
	plain.Align16 = false
	inner := *l
	inner.in, inner.srcs = &plain, n
	o.Form, o.Class, o.Cond, o.Ext = FormMacro, c, native.CondNone, int32(len(l.prog.Macros))
	l.prog.Macros = append(l.prog.Macros, m)
	if err := inner.sources(n); err != nil {
		return err
	}
	return inner.destination()
}

// packed says that the elements of a source follow each other: in Align16 a macro has no
// region.
func (l *loader) packed(op *native.Operand) bool {
	if l.in.Align16 {
		return true
	}
	for k, at := range offsets(op.Region, 1, int(l.op.N)) {
		if int(at) != k {
			return false
		}
	}
	return true
}

var macroNames = [...]string{StepInvm: "math.invm", StepRsqtm: "math.rsqtm", StepMadm: "madm"}
