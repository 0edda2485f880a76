package jit

import (
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// forms are what is compiled of each form of ops: whether an op of it has code, and what emits that.
var forms = [...]struct {
	has  func(o *code.Op) bool
	emit func(e *emitter, o *code.Op)
}{
	code.FormALU:     {hasALU, (*emitter).alu},
	code.FormCmp:     {hasCompare, (*emitter).compare},
	code.FormSel:     {hasChoice, (*emitter).choose},
	code.FormCsel:    {hasChoice, (*emitter).choose},
	code.FormBoolean: {hasBoolean, (*emitter).boolean},
	code.FormCarry:   {hasCarry, (*emitter).carry},
	code.FormMach:    {hasLong, (*emitter).long},
}

// compiles says that an op has code.
func compiles(o *code.Op) bool {
	return int(o.Form) < len(forms) && forms[o.Form].has != nil && hasLanes(o) && o.Off < code.MaxLanes &&
		o.FlagShift < code.MaxLanes && (o.Flags&code.FlagPredicated == 0 || hasPredicate(o)) && forms[o.Form].has(o)
}

// hasLanes says that an op has one lane, two, four, or eights.
func hasLanes(o *code.Op) bool {
	return o.N == 1 || o.N == 2 || o.N == 4 || o.N%8 == 0 && o.N != 0 && int(o.N) <= code.MaxLanes
}

// idle says that an op leaves nothing behind: it has no elements, or moves what is read without a fault to nowhere.
func idle(o *code.Op) bool {
	s := &o.Src[0]
	return o.Full == 0 || o.Form == code.FormALU && o.Kern == code.KernMov && o.Dst.Mode == code.DstNone && !s.Indirect && s.Mode != code.SrcRows &&
		o.Flags&^(may&^code.FlagAccs|code.FlagPredicated|code.FlagDirect) == 0
}

// needsMode says that an op is right in the mode of compiled kernels alone.
func needsMode(o *code.Op) bool {
	if o.Form == code.FormCarry || o.Flags&code.FlagLong != 0 || o.Conv != code.ConvNone {
		return true // it writes an accumulator, or rounds
	}
	if o.Form == code.FormALU {
		return templates[o.Class][o.Kern].mode
	}
	return o.Class == code.ClassFloat && o.Kern != code.KernMov
}

// What ops may have beside their operands; each form has more.
const may = code.FlagInPlace | code.FlagBring | code.FlagAlign16 | code.FlagAccs

// hasALU says that an op is a kernel with a template and nothing behind it but a condition.
func hasALU(o *code.Op) bool {
	switch {
	case o.Flags&code.FlagLong != 0:
		return hasLong(o)
	case o.Conv != code.ConvNone:
		return hasConversion(o)
	}
	t := &templates[o.Class][o.Kern]
	if o.Flags&^(may|code.FlagPredicated|code.FlagDirect|code.FlagReports) != 0 || t.sources == 0 || !reads(o, t.sources) {
		return false
	}
	if o.Flags&code.FlagReports != 0 {
		return o.Conv == code.ConvNone && zeroTest(o).steps != nil && o.Dst.Enable&o.Full == o.Full && (o.Dst.Mode == code.DstNone || packed(o))
	}
	return o.Flags&code.FlagDirect != 0 && stored(o) || hasAddress(o)
}

// reads says that the first n sources have loads.
func reads(o *code.Op, n int) bool {
	for i := range n {
		if !readable(o, &o.Src[i]) {
			return false
		}
	}
	return true
}

// result is a computed row of an op: a register for each eight lanes.
type result [code.MaxLanes / 8]x64.Reg

// groups is how many there are; that of an op of fewer lanes has no more of them.
func groups(o *code.Op) int { return max(1, int(o.N)/8) }

// compute emits steps for each eight lanes of an op.
func (e *emitter) compute(o *code.Op, list []step, src *[3]source, swap bool) (out result) {
	for g := range groups(o) {
		out[g] = e.take()
		kept := e.state.taken
		slots := [numSlots]x64.Operand{res: x64.R(out[g])}
		for i := range src {
			if src[i].Source != nil {
				slots[i] = e.eight(o, &src[i], g)
			}
		}
		if swap {
			slots[s0], slots[s1] = slots[s1], slots[s0]
		}
		for _, t := range between(list) {
			slots[t] = x64.R(e.take())
		}
		e.steps(list, &slots)
		e.state.taken = kept
	}
	return out
}

// between are the slots that steps have for values in between.
func between(list []step) (out []slot) {
	has := [numSlots]bool{}
	for i := range list {
		if to := list[i].to; (to == tmp || to == tmp2) && !has[to] {
			has[to] = true
			out = append(out, to)
		}
	}
	return out
}

// alu emits a kernel, the test of its result, and its store.
func (e *emitter) alu(o *code.Op) {
	switch {
	case o.Flags&code.FlagLong != 0:
		e.long(o)
		return
	case o.Conv != code.ConvNone:
		e.convert(o)
		return
	}
	t := &templates[o.Class][o.Kern]
	if o.Dst.Mode == code.DstIndirect {
		e.through(o)
	}
	src := e.sources(o, t.sources, t.uniform)
	out := e.compute(o, t.steps, &src, false)
	m := e.running(o)
	if o.Flags&code.FlagReports != 0 {
		e.test(o, out)
	}
	e.store(o, out, m)
}

// hasChoice says that an op takes elements of two sources by its predicate, or by a comparison of them or of the third with zero.
func hasChoice(o *code.Op) bool {
	by, n := comparisons[o.Class][o.Kern][o.Cond].steps != nil, 2
	switch {
	case o.Form == code.FormCsel:
		n = 3
	case o.Kern == code.KernMov:
		by = hasPredicate(o)
	}
	return by && o.Flags&^may == 0 && o.Conv == code.ConvNone && (o.Class == code.ClassRaw || o.Class == code.ClassFloat) && stored(o) && reads(o, n)
}

// chosen emits what a choice is by: all ones in lanes of one source, or the bits of a predicate.
func (e *emitter) chosen(o *code.Op, src *[3]source, c *comparison) (out result, bits mask) {
	switch {
	case o.Form == code.FormCsel:
		with := [3]source{src[2], {Source: src[2].Source, uniform: true, operand: zeros.operand()}}
		out = e.compute(o, c.steps, &with, c.swap)
	case c.steps != nil:
		out = e.compute(o, c.steps, src, c.swap)
	default:
		e.predicate(o)
		bits = e.spread()
	}
	return out, bits
}

// choose emits a choice.
func (e *emitter) choose(o *code.Op) {
	n := 2
	if o.Form == code.FormCsel {
		n = 3
	}
	src := e.sources(o, n, 0)
	c := comparisons[o.Class][o.Kern][o.Cond]
	out, first := e.chosen(o, &src, &c)
	for g := range groups(o) {
		if c.steps == nil {
			out[g] = e.take()
		}
		kept := e.state.taken
		a, b, by := e.eight(o, &src[0], g), e.eight(o, &src[1], g), out[g]
		if c.steps == nil {
			by = e.lanes(first, g)
		}
		if c.invert {
			a, b = b, a
		}
		e.emit(x64.Inst{Op: x64.VBLENDVPS, Wide: true, Reg: out[g], V: e.loaded(b), Last: a, Imm: uint32(by)})
		e.state.taken = kept
	}
	e.store(o, out, e.running(o))
}
