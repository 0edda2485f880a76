package legal

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// grfBytes is the size of a general register.
const grfBytes = native.GRFBytes

// fix repairs violations of the rules ids (native.Rules), on targets that have one of
// them; without ids on all. fn reports whether it replaced the instruction; its
// replacements have gone through the whole list again.
type fix struct {
	fn  func(*legaliser, *native.Inst) bool
	ids []string
}

// fixes in order: operand kinds first, then sizes, then places. A fix without
// ids does what the encoding itself asks for.
var fixes = []fix{
	{(*legaliser).controlBits, nil},
	{(*legaliser).logicSources, nil},
	{(*legaliser).manyAddresses, []string{"eu.indirect.wide", "eu.indirect.group"}},
	{(*legaliser).immediatePlace, nil},
	{(*legaliser).secondArch, []string{"eu.acc.src", "eu.arf.src1"}},
	{(*legaliser).dwordPairs, nil},
	{(*legaliser).doubles, []string{"ivb.df", "eu.df.enables"}},
	{(*legaliser).wideImmediate, nil},
	{(*legaliser).vectorImmediate, []string{"eu.vector", "eu.vector.wide", "eu.vector.step", "lkf.vector"}},
	{(*legaliser).mixedSources, []string{"eu.types"}},
	{(*legaliser).mixedQuads, nil},
	{(*legaliser).mixedFloats, []string{"eu.mixed.none"}},
	{(*legaliser).quadSat, nil},
	{(*legaliser).quadNegated, nil},
	{(*legaliser).conversion, []string{"eu.convert"}},
	{(*legaliser).lateBytes, []string{"eu.bytes"}},
	{(*legaliser).mulOrder, []string{"eu.mul.order"}},
	{(*legaliser).mulModifiers, []string{"eu.mul.mod"}},
	{(*legaliser).mulSat, []string{"eu.mul.flags"}},
	{(*legaliser).mulBytes, nil},
	{(*legaliser).vectorIndirect, []string{"bxt.8.3"}},
	{(*legaliser).mixedIndirect, []string{"eu.mixed.indirect"}},
	{(*legaliser).shrSource, nil},
	{(*legaliser).mathHalf, []string{"eu.math.hf"}},
	{(*legaliser).mathOperands, []string{"eu.math.int", "eu.math.pair", "eu.math.place", "eu.math.imm", "bxt.7.7"}},
	{(*legaliser).size, []string{"bxt.1.1", "bxt.3.1", "bxt.3.2", "bxt.7.1", "bxt.8.5", "eu.mixed.wide"}},
	{(*legaliser).channels, []string{"eu.channels"}},
	{(*legaliser).nibbles, []string{"lkf.nibble"}},
	{(*legaliser).mulQuads, nil},
	{(*legaliser).takenTypes, []string{"eu.optypes"}},
	{(*legaliser).packing, []string{"bxt.1.2", "bxt.4.1", "bxt.7.8", "bxt.9.3"}},
	{(*legaliser).qwords, []string{"bxt.6.1", "bxt.6.2", "bxt.6.3", "bxt.6.4", "bxt.6.5", "xe.qword.indirect"}},
	{(*legaliser).halves, []string{"bxt.9.4"}},
	{(*legaliser).accSteps, []string{"eu.acc.region"}},
	{(*legaliser).byteSteps, []string{"eu.byte.step"}},
	{(*legaliser).pairs, []string{"eu.pair.dst", "eu.pair.oword"}},
	{(*legaliser).fixedHalves, []string{"eu.pair.src", "eu.pair.mask", "eu.sel.wide"}},
	{(*legaliser).floatPlace, []string{"xe.float.place", "xe.float.indirect"}},
	{(*legaliser).ternary, []string{"eu.ternary", "eu.ternary.df", "bxt.9.2"}},
	{(*legaliser).ternaryRows, []string{"eu.ternary.offset"}},
}

// fixesOf are the fixes that a target needs.
func fixesOf(t native.Target) (list []fix) {
	has := map[string]bool{}
	for _, r := range native.AllRules() {
		has[r.ID] = r.On(t) || r.Doubtful>>t&1 != 0
	}
	for _, f := range fixes {
		if len(f.ids) == 0 || slices.ContainsFunc(f.ids, func(id string) bool { return has[id] }) {
			list = append(list, f)
		}
	}
	return list
}

// fixesFor has fixesOf of each target.
var fixesFor [native.NumTargets]lazy.Table[[]fix]

// mender is a program that is made legal, and what that takes to know of its target.
type mender struct {
	*edit.Editor
	fixes       []fix
	dwordMul    int  // channels of a multiply of dwords
	ternaryStep int  // bytes that a source of three begins at a multiple of
	early       bool // Run comes behind: regions stay as they are
}

func newMender(e *edit.Editor) *mender {
	m := &mender{Editor: e, fixes: *fixesFor[e.T].From(func() *[]fix { list := fixesOf(e.T); return &list }), ternaryStep: e.T.TernaryStep()}
	m.dwordMul, _ = e.Caps.DwordMul()
	return m
}

// legaliser rewrites one instruction into a legal sequence.
type legaliser struct {
	*mender
	out   *edit.Sequence
	err   error
	depth int // replacements of replacements that are open
}

// maxDepth is far above what any instruction needs: a fix that makes again what
// another one repairs is an error and no endless loop.
const maxDepth = 40

// Run makes every instruction but sends and branches keep the restrictions of the
// target.
func Run(e *edit.Editor) error {
	defer dropAddresses(e)
	return e.Rewrite(Adder(e))
}

// Adder is what adds an instruction, which it may change, to a sequence by ones that keep the restrictions.
func Adder(e *edit.Editor) func(in *native.Inst, out *edit.Sequence) error { return newMender(e).add() }

// add is what adds an instruction, made legal.
func (c *mender) add() func(in *native.Inst, out *edit.Sequence) error {
	l := &legaliser{mender: c}
	return func(in *native.Inst, out *edit.Sequence) error {
		l.out, l.err = out, nil
		l.mend(in)
		return l.err
	}
}

func (l *legaliser) run(in native.Inst) { l.mend(&in) }

// mend adds an instruction, and changes it.
func (l *legaliser) mend(in *native.Inst) {
	if l.err != nil {
		return
	}
	if l.depth++; l.depth > maxDepth {
		l.err = &edit.Error{VISA: in.VISA, Msg: fmt.Sprintf("BUG: legalising %s does not end", in.Op)}
	}
	defer func() { l.depth-- }()
	if in.Op.IsALU() && !in.Align16 && !l.complete(in) {
		for i := range l.fixes {
			if l.fixes[i].fn(l, in) {
				return
			}
		}
		if !l.early {
			l.regions(in)
		}
	}
	l.out.Add(*in)
}

// complete tells the steps of macros where they are not Align16, which the functions of math
// that become macros are not.
func (l *legaliser) complete(in *native.Inst) bool {
	return in.Op == native.OpMadm || in.IsMathMacro() && in.Src[0].MME == native.NoMME
}

// fail records what cannot be made legal.
func (l *legaliser) fail(in *native.Inst, format string, args ...any) {
	if l.err == nil {
		l.err = edit.Unsupported(in, format, args...)
	}
}

// toTemp moves a source to a temporary of type t and gives the operand that
// reads it instead; a modifier stays with the reader.
func (l *legaliser) toTemp(in *native.Inst, o native.Operand, t native.Type) native.Operand {
	mod := o.Mod
	o.Mod = native.ModNone
	out := l.load(in, o, t)
	out.Mod = mod
	return out
}

// load moves the value of a source, modifier included, to a temporary of type
// t. One value for all channels stays scalar. No mask is needed, except where
// sleeping lanes hold no valid address.
func (l *legaliser) load(in *native.Inst, o native.Operand, t native.Type) native.Operand {
	return l.loadBy(native.OpMov, in, o, t)
}

// loadBy is load with an op of one source.
func (l *legaliser) loadBy(op native.Op, in *native.Inst, o native.Operand, t native.Type) native.Operand {
	size := int(in.ExecSize)
	if n, ok := edit.Stride(o.Region, size); ok && n == 0 && !edit.IsVectorImm(&o) {
		size = 1
	}
	m := native.Inst{Op: op, ExecSize: uint8(size), NoMask: true, Src: [3]native.Operand{o}}
	if o.Indirect {
		m.Uses = in.Uses
	}
	if o.Indirect && o.Region.V == native.VxH {
		m.NoMask, m.ChanOff = in.NoMask, in.ChanOff
	}
	v := l.NewTemp(size * t.Size())
	m.Dst = edit.Virt(v, 0, native.Dst1, t)
	l.run(m)
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
}

// shrSource: a logical shift works on the value at the execution width; vISA's
// on all 32 or 64 bits, so a signed or modified source is widened first.
func (l *legaliser) shrSource(in *native.Inst) bool {
	o := in.Src[0]
	if in.Op != native.OpShr || !o.Type.IsSigned() && o.Mod == native.ModNone {
		return false
	}
	t, u := native.D, native.UD
	if in.Dst.Type.Size() == 8 || o.Type.Size() == 8 {
		t, u = native.Q, native.UQ
	}
	if o.Type != t || o.Mod != native.ModNone {
		o = l.load(in, o, t)
	}
	o.Type = u
	in.Src[0] = o
	l.run(*in)
	return true
}

// viaTemp runs in with its result in a temporary of type t and element stride
// h, then moves the result to the destination under the original mask.
func (l *legaliser) viaTemp(in native.Inst, t native.Type, h int) {
	size := int(in.ExecSize)
	v := l.NewTemp(size * h * t.Size())
	last := in
	last.Op, last.MathFC, last.BoolFC, last.Cond, last.AccWr = native.OpMov, 0, 0, native.CondNone, false
	last.Src = [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: uint8(h), W: 1}, size), t)}
	if m := in.Op.MaskSource(); m >= 0 { // it says what of the destination stays
		last.Op, last.Src[m] = in.Op, in.Src[m]
		in.Op, in.Src[m] = native.OpMov, native.Operand{}
	}
	if in.Op.ConditionChooses() {
		last.PredCtrl, last.PredInv, last.Flag = native.PredNone, false, native.Flag{}
	}
	if !in.Dst.Indirect {
		last.Uses = nil
	}
	// A float clamps to the range of the type it is converted to, a saturated
	// result to that of each type on its way.
	clamps := in.Sat || in.Op == native.OpMov && in.Src[0].Type.IsFloat()
	last.Sat = clamps && t != in.Dst.Type && !t.IsFloat() && !in.Dst.Type.IsFloat()
	if edit.MaskFree(&in) {
		if in.Op == native.OpSel {
			in.NoMask = true
		} else {
			in = edit.Unmasked(in)
		}
	}
	in.Dst = edit.Virt(v, 0, native.Region{H: uint8(h)}, t)
	l.run(in)
	l.run(last)
}
