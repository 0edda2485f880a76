package opdefs

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Restriction is a rule that the hardware's documents put on instructions. An
// instruction breaks it when its op is of Ops and one of Breaks holds.
type Restriction struct {
	Pos       Pos
	ID        string
	Targets   TargetSet
	Doubtful  TargetSet // the document is about these too, and compiled code for them breaks the rule
	Citation  string    // document, section
	Ops       []string
	Breaks    []Break
	Meaning   string // what is wrong with an instruction that breaks it
	Legal     string // what is legal
	Bad, Good string // instructions in assembly text
	Examples  []RestrictionExample

	Preemptible TargetSet // it holds on these in threads that may be preempted in the middle, and on no target elsewhere
}

// on are all targets that the document is about.
func (r *Restriction) on() TargetSet { return r.Targets | r.Doubtful | r.Preemptible }

// RestrictionExample is a pair of instructions for targets whose text or encoding those of
// the restriction do not suit.
type RestrictionExample struct {
	Pos       Pos
	ID        string
	Targets   TargetSet
	Bad, Good string
}

// Break is a list of clauses that hold together. Check names the function of
// package native that decides, where clauses can't say it, or is empty.
type Break struct {
	Clauses []Clause
	Check   string
}

// Clause is about operands or the instruction. Of a subject with several
// operands, those that are there, one has to hold.
type Clause struct {
	Subject string   // one of RestrictSubjects
	Not     bool     // none of the words holds
	Words   []string // of OperandWords, InstWords or the functions of math
	Above   int      // of exec: there are more channels than this
}

// RestrictSubjects are what a clause may be about, in the order of their constants; the
// sources lie together in theirs.
var RestrictSubjects = []string{"dst", "src0", "src1", "src2", "src", "operand", "later", "inst", "function", "exec"}

// OperandWords are what an operand can be, in the order of their bits: element
// types in the order of package native, then the rest. A type word holds for operands
// of any file.
var OperandWords = []string{
	"ud", "d", "uw", "w", "ub", "b", "df", "f", "uq", "q", "hf", "uv", "v", "vf", "nf", "bf",
	"imm", "grf", "arf", "acc", "null", "cr0", "indirect", "vxh", "scalar", "abs", "neg",
}

// InstWords are what an instruction can be, in the order of their bits.
var InstWords = []string{"sat", "cond", "ordering", "pred", "accwr", "align16", "depctrl", "switch", "eot", "nomask"}

// opGroups are the words for several ops, beside the classes and traits.
var opGroups = map[string]func(*OpFact) bool{
	"ternary": func(f *OpFact) bool { return f.Sources == 3 },
	"binary":  func(f *OpFact) bool { return f.Class == "alu" && f.Sources == 2 },
}

var (
	restrictID    = lazy.Regexp(`^[a-z]+(\.[a-z0-9]+)+$`)
	restrictCheck = lazy.Regexp(`^[a-z][A-Za-z0-9]*$`)
)

// inPreemptible is the word of the column when.
const inPreemptible = "preemptible"

// restrictOptions are the columns of a section that it may leave out.
var restrictOptions = []string{"doubtful", "when"}

var restrictColumns = []string{"id", "targets", "doubtful", "when", "section", "ops", "breaks", "broken", "legal", "bad", "good"}

func (p *euParser) restrictions(s *euSection, rest string) {
	_, document := p.title(s, rest)
	for _, r := range s.Rows {
		x := &Restriction{
			Pos: r.Pos, ID: p.match(r.get("id"), restrictID, "ID"), Targets: p.targets(r.get("targets")),
			Citation: document + ", " + p.prose(r.get("section")), Ops: strings.Fields(r.get("ops").Text),
			Meaning: p.prose(r.get("broken")), Legal: p.prose(r.get("legal")), Bad: p.example(r, "bad"), Good: p.example(r, "good"),
		}
		if c := r.get("doubtful"); c.Text != "" {
			if x.Doubtful = p.targets(c); x.Doubtful&x.Targets != 0 {
				p.errs.add(c.Pos, "restriction %s: %s is among its targets: want others in the column doubtful", x.ID, EUTargets[(x.Doubtful&x.Targets).First()])
			}
		}
		if c := r.get("when"); c.Text != "" {
			p.choice(c, "when", []string{inPreemptible})
			x.Targets, x.Preemptible = 0, x.Targets
		}
		for _, want := range []string{"section", "broken", "legal"} {
			if r.get(want).Text == "" {
				p.errs.add(r.Pos, "restriction %s: want a text in the column %s", x.ID, want)
			}
		}
		for part := range strings.SplitSeq(r.get("breaks").Text, " or ") {
			x.Breaks = append(x.Breaks, p.restrictBreak(euCell{part, r.get("breaks").Pos}))
		}
		p.eu.Restrictions = append(p.eu.Restrictions, x)
	}
}

// example is an instruction in assembly text.
func (p *euParser) example(r euRow, column string) string {
	c := r.get(column)
	c.Text = strings.ReplaceAll(strings.Trim(c.Text, "`"), `\|`, "|")
	if c.Text == "" {
		p.errs.add(r.Pos, "no %s example: want an instruction", column)
	}
	return p.prose(c)
}

func (p *euParser) examples(s *euSection, rest string) {
	p.alone(s, rest, "Examples")
	for _, r := range s.Rows {
		p.eu.Examples = append(p.eu.Examples, RestrictionExample{
			Pos: r.Pos, ID: p.match(r.get("id"), restrictID, "ID"), Targets: p.targets(r.get("targets")), Bad: p.example(r, "bad"), Good: p.example(r, "good"),
		})
	}
}

// checkExamples gives each pair of examples to its restriction.
func checkExamples(eu *EU, errs *Errors) {
	for _, e := range eu.Examples {
		i := slices.IndexFunc(eu.Restrictions, func(r *Restriction) bool { return r.ID == e.ID })
		switch {
		case i < 0:
			errs.add(e.Pos, "example of restriction %s, which there is not", e.ID)
		case e.Targets&^eu.Restrictions[i].on() != 0:
			errs.add(e.Pos, "example of restriction %s for targets that it has not: want some of its own", e.ID)
		default:
			eu.Restrictions[i].Examples = append(eu.Restrictions[i].Examples, e)
		}
	}
}

// restrictBreak reads clauses joined by and.
func (p *euParser) restrictBreak(c euCell) (b Break) {
	for part := range strings.SplitSeq(c.Text, " and ") {
		part = strings.TrimSpace(part)
		if name, ok := strings.CutPrefix(part, "check "); ok {
			if b.Check != "" {
				p.errs.add(c.Pos, "check %s: a second one; want one", name)
			}
			b.Check = p.match(euCell{name, c.Pos}, restrictCheck, "check")
			continue
		}
		b.Clauses = append(b.Clauses, p.clause(euCell{part, c.Pos}))
	}
	return b
}

// clause reads SUBJECT is|not WORDS, or exec above N.
func (p *euParser) clause(c euCell) (out Clause) {
	words := strings.Fields(c.Text)
	if len(words) < 3 {
		p.errs.add(c.Pos, "%q: want SUBJECT is WORDS, SUBJECT not WORDS, exec above N or check NAME", c.Text)
		return out
	}
	out.Subject = words[0]
	p.choice(euCell{words[0], c.Pos}, "subject", RestrictSubjects)
	if out.Subject == "exec" {
		p.choice(euCell{words[1], c.Pos}, "exec", []string{"above"})
		out.Above = p.small(euCell{words[2], c.Pos}, "channels", 31)
		return out
	}
	out.Not = p.choice(euCell{words[1], c.Pos}, c.Text+": between subject and words", []string{"is", "not"}) == 1
	out.Words = words[2:]
	legal := OperandWords
	switch out.Subject {
	case "inst":
		legal = InstWords
	case "function":
		if out.Not {
			p.errs.add(c.Pos, "%q: want function is WORDS", c.Text)
		}
		return out // checkRestrictions knows their names
	}
	p.words(euCell{strings.Join(out.Words, " "), c.Pos}, "word", legal)
	return out
}

// MathFunctions are the names of the functions of math by code.
func (eu *EU) MathFunctions() (out [16]string) {
	for _, e := range eu.Enums {
		if e.Name == "MathFC" {
			for _, r := range e.Rows {
				out[r.Code&15] = strings.ToLower(r.Name)
			}
		}
	}
	return out
}

// Matches reports whether word means the op: its mnemonic, its class or one of
// its traits, or a group of ops.
func (f *OpFact) Matches(word string) bool {
	in, isGroup := opGroups[word]
	return f.Op == word || f.Class == word || slices.Contains(f.Traits, word) || isGroup && in(f)
}

// checkRestrictions tests what needs other tables: each ID once, ops and
// functions that there are.
func checkRestrictions(eu *EU, errs *Errors) {
	checkExamples(eu, errs)
	functions := eu.MathFunctions()
	for i, r := range eu.Restrictions {
		if j := slices.IndexFunc(eu.Restrictions[:i], func(o *Restriction) bool { return o.ID == r.ID }); j >= 0 {
			errs.add(r.Pos, "restriction %s is already at line %d", r.ID, eu.Restrictions[j].Pos.Line)
		}
		for _, word := range r.Ops {
			if !slices.ContainsFunc(eu.Facts, func(f OpFact) bool { return f.Matches(word) }) {
				errs.add(r.Pos, "restriction %s is about %q: want a mnemonic, a class, a trait, ternary or binary", r.ID, word)
			}
		}
		for _, b := range r.Breaks {
			for _, c := range b.Clauses {
				for _, w := range c.Words {
					if c.Subject == "function" && (w == "" || !slices.Contains(functions[:], w)) {
						errs.add(r.Pos, "restriction %s: function %q: want one of the enumeration MathFC", r.ID, w)
					}
				}
			}
		}
	}
}
