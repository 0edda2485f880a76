package native

import (
	"math/bits"
	"slices"
)

// Rule is a restriction of the hardware: a row of specs/eu/restrictions.md. Its ID
// is the number in the Broxton PRM's register region section (bxt.SECTION.RULE; 9 is
// that section's last list, which is numbered 1 there), or eu.NAME for rules from
// elsewhere.
type Rule struct {
	ID       string
	Targets  uint16 // bit per Target
	Doubtful uint16 // the document is about these targets too, but Intel's compiler breaks the rule for them
	Citation string // document, section
	Text     string // what is wrong with an instruction that breaks it
	Legal    string // what is legal
	Bad      string // an instruction that breaks it, in the assembly text of Example
	Good     string // one that breaks no rule
	ops      opSet

	Preemptible uint16 // it is a rule on these of threads that may be preempted in the middle, and no other
	breaks      []ruleBreak
	examples    []ruleExample
}

// ruleExample is Bad and Good of targets for which those of the rule are no instructions.
type ruleExample struct {
	targets   uint16 // bit per Target
	bad, good string
}

// ruleBreak holds when all clauses do and the check, if any, says so.
type ruleBreak struct {
	clauses []clause
	check   func(*checked) bool
}

// All are the targets that the document is about: those of the rule, doubtful ones, and those
// where it is about threads that may be preempted.
func (r *Rule) All() uint16 { return r.Targets | r.Doubtful | r.Preemptible }

// On reports whether the rule is one of target t.
func (r *Rule) On(t Target) bool { return r.Targets>>t&1 != 0 }

// Example is the target whose assembly text the examples are: skl if the rule has
// it, else the last that has.
func (r *Rule) Example() Target {
	if r.On(SKL) {
		return SKL
	}
	if r.Preemptible>>SKL&1 != 0 {
		return SKL
	}
	return Target(bits.Len16(r.Targets|r.Preemptible) - 1)
}

// Examples are an instruction that breaks the rule on target t and one that breaks none there,
// in its assembly text.
func (r *Rule) Examples(t Target) (bad, good string) {
	for i := range r.examples {
		if e := &r.examples[i]; e.targets>>t&1 != 0 {
			return e.bad, e.good
		}
	}
	return r.Bad, r.Good
}

// RuleByID finds a restriction; nil when there is none of this ID.
func RuleByID(id string) *Rule {
	for i := range rules {
		if rules[i].ID == id {
			return &rules[i]
		}
	}
	return nil
}

// AllRules are the restrictions of any target, in the order of their page.
func AllRules() []*Rule {
	out := make([]*Rule, len(rules))
	for i := range rules {
		out[i] = &rules[i]
	}
	return out
}

// broken reports whether an instruction breaks the rule.
func (r *Rule) broken(c *checked) bool {
	return r.ops.has(c.Op) && slices.ContainsFunc(r.breaks, func(b ruleBreak) bool { return b.holds(c) })
}

func (b *ruleBreak) holds(c *checked) bool {
	for i := range b.clauses {
		if !b.clauses[i].holds(c) {
			return false
		}
	}
	return b.check == nil || b.check(c)
}

// Finding is one violated rule at an instruction, by index.
type Finding struct {
	Rule *Rule
	Inst int
}

// checked is an instruction, counted in elements, with what several rules need of it.
type checked struct {
	*Inst
	t         Target
	grfs      int        // registers of the thread
	srcs      []*Operand // present sources
	exec      int        // bytes of the execution type
	uncounted bool       // its regions are none that can be counted in elements
}

// Rules are the restrictions that Check applies on target t. How they stand against
// documents and other tools is in docs/restrictions.md.
func Rules(t Target) []*Rule {
	var out []*Rule
	for i := range rules {
		if rules[i].On(t) {
			out = append(out, &rules[i])
		}
	}
	return out
}

// Check applies every rule of the target to every instruction. Registers may
// still be virtual: rules about their place then find nothing. The register file is that
// which the instructions name (Target.GRFsOf).
func Check(t Target, insts []Inst) []Finding { return CheckFile(t, t.GRFsOf(insts), insts) }

// CheckFile is Check of instructions of threads with so many registers.
func CheckFile(t Target, grfs int, insts []Inst) []Finding { return apply(Rules(t), t, grfs, insts) }

// Doubts applies the rules that a document states for the target and that code of Intel's
// compiler for it breaks: whether such an instruction is wrong nothing at hand decides.
func Doubts(t Target, insts []Inst) []Finding {
	var rs []*Rule
	for i := range rules {
		if rules[i].Doubtful>>t&1 != 0 {
			rs = append(rs, &rules[i])
		}
	}
	return apply(rs, t, t.GRFsOf(insts), insts)
}

// Preemptible applies the rules that hold besides in threads that may be preempted in the
// middle, which the code does not tell (Broxton PRM vol. 6, GPGPU Context Switch).
func Preemptible(t Target, insts []Inst) []Finding {
	return apply(preemptible(t), t, t.GRFsOf(insts), insts)
}

func preemptible(t Target) []*Rule {
	var out []*Rule
	for i := range rules {
		if rules[i].Preemptible>>t&1 != 0 {
			out = append(out, &rules[i])
		}
	}
	return out
}

func apply(rs []*Rule, t Target, grfs int, insts []Inst) []Finding {
	var out []Finding
	for i := range insts {
		c := newChecked(t, &insts[i])
		c.grfs = grfs
		for _, r := range rs {
			if r.broken(&c) {
				out = append(out, Finding{r, i})
			}
		}
	}
	return out
}

// newChecked takes the sources that the op reads: movi has one more in its words.
func newChecked(t Target, in *Inst) checked {
	c := checked{Inst: in, t: t}
	if t.Caps().DoubleEnables && in.OnDoubles() {
		e, ok := t.Elements(in)
		in = &e
		c.Inst, c.uncounted = in, !ok
	}
	for i := range in.Src {
		if in.Src[i].File != NoFile && in.Op.takes(i) {
			c.srcs = append(c.srcs, &in.Src[i])
			c.exec = max(c.exec, execBytes(in.Src[i].Type))
		}
	}
	return c
}

// takes tells the sources that an op computes with.
func (o Op) takes(source int) bool {
	return source != o.MaskSource() && (source < o.Sources() || !o.IsALU())
}

// execBytes is the size of the execution channel that a source type asks for:
// bytes run as words, packed vectors as their elements.
func execBytes(t Type) int {
	switch t {
	case UB, B, UV, V:
		return 2
	case VF, NF: // a channel of an accumulator
		return 4
	}
	return t.Size()
}

// operands are destination and sources.
func (c *checked) operands() []*Operand { return append([]*Operand{&c.Dst}, c.srcs...) }

// regioned lists the sources with a region: registers of an Align1 instruction.
func (c *checked) regioned() []*Operand {
	var out []*Operand
	if c.Align16 {
		return nil
	}
	for _, o := range c.srcs {
		if o.File != Imm {
			out = append(out, o)
		}
	}
	return out
}

// placed asks about the first byte of an operand in its register. Only what lies in
// general registers by number has one: virtual registers get theirs later.
func placed(o *Operand, bad func(first int) bool) bool {
	return o.File == GRF && !o.Indirect && bad(int(o.Sub))
}

// span gives the bytes from the first to past the last that a source reads,
// counted from its first byte.
func span(o *Operand, es int) int {
	w := max(int(o.Region.W), 1)
	rows := max(es/w, 1)
	last := (rows-1)*int(o.Region.V) + (min(w, es)-1)*int(o.Region.H)
	return (last + 1) * o.Type.Size()
}

// dstSpan is span for a destination.
func dstSpan(o *Operand, es int) int {
	return ((es-1)*max(int(o.Region.H), 1) + 1) * o.Type.Size()
}

// rawMove copies bits: same type size and class, no modifier, no saturation.
func (c *checked) rawMove() bool {
	s := &c.Src[0]
	return c.Op == OpMov && !c.Sat && s.Mod == ModNone && s.File != Imm && s.Type.Size() == c.Dst.Type.Size() && s.Type.IsFloat() == c.Dst.Type.IsFloat()
}

// qword tells the instructions of the Broxton 64-bit rules: a 64-bit operand,
// or an integer multiply of dwords.
func (c *checked) qword() bool {
	return c.dwordMul() || c.wide()
}

// wide tells instructions with a 64-bit operand.
func (c *checked) wide() bool {
	if c.Dst.File != NoFile && c.Dst.Type.Size() == 8 {
		return true
	}
	for _, o := range c.srcs {
		if o.Type.Size() == 8 {
			return true
		}
	}
	return false
}

// dwordMul tells the integer multiply of dwords.
func (c *checked) dwordMul() bool {
	return c.Op == OpMul && isDword(&c.Src[0]) && isDword(&c.Src[1])
}
