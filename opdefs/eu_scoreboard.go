package opdefs

import (
	"slices"
	"strings"
)

// Pipe is where instructions run.
type Pipe struct {
	Pos     Pos
	Name    string
	Letter  string // before a distance of this pipe, or ""
	Ordered bool   // results are written in the order of the code
}

// Issue is a rule which pipe an instruction is in; the first that fits counts.
type Issue struct {
	Pos     Pos
	Of      []string // classes and traits of Facts, and mnemonics
	Targets TargetSet
	Operand int      // 0 none, else 1 + index into IssueOperands
	Types   []string // element types, of which the operand has one
	Pipe    string
	Counted bool // by distances
}

// IssueOperands say which operand a rule asks for its type.
var IssueOperands = []string{"dst", "any"}

// BoardCode is what scoreboard codes from First to Last say.
type BoardCode struct {
	Pos         Pos
	First, Last uint64
	Targets     TargetSet
	Of          []string // pipes; none: those that no other row of the codes names
	Distance    Range    // bits of the code; no width without
	Pipe        string   // whose instructions the distance counts: a name or one of BoardPipes
	Token       Range
	Says        int // 0 nothing of a token, else 1 + index into BoardSays
}

// BoardPipes are the words beside the names of pipes: the instruction's own pipe, and all.
var BoardPipes = []string{"own", "all"}

// BoardSays are what a code says of its token: a wait for the result or for the sources, or that the
// instruction holds it.
var BoardSays = []string{"dst", "src", "set"}

// ArchGuard is an architecture register whose use waits for all that is in order.
type ArchGuard struct {
	Pos      Pos
	Register string // of the enumeration ArchRegister
	Reads    bool   // an instruction that only reads it waits too
	Targets  TargetSet
	Distance int
}

// boardField is the field of a layout that has the codes, whose width is a byte.
const (
	boardField = "SWSB"
	boardBits  = 8
)

func (p *euParser) pipes(s *euSection, rest string) {
	p.alone(s, rest, "Pipes")
	for _, r := range s.Rows {
		x := Pipe{Pos: r.Pos, Name: p.match(r.get("pipe"), euFormat, "pipe"), Letter: r.get("letter").Text, Ordered: p.choice(r.get("order"), "order", []string{"in", "out"}) == 0}
		if x.Letter != "" && (len(x.Letter) != 1 || x.Letter < "A" || x.Letter > "Z") {
			p.errs.add(r.Pos, "letter %q: want a capital, or nothing", x.Letter)
		}
		p.eu.Pipes = append(p.eu.Pipes, x)
	}
}

func (p *euParser) issue(s *euSection, rest string) {
	p.alone(s, rest, "Issue")
	for _, r := range s.Rows {
		x := Issue{
			Pos: r.Pos, Of: strings.Fields(r.get("of").Text), Targets: p.targets(r.get("targets")), Operand: p.optional(r.get("operand"), "operand", IssueOperands),
			Types: p.words(r.get("types"), "type", OperandWords[:elementTypes]), Pipe: r.get("pipe").Text, Counted: p.choice(r.get("counted"), "counted", []string{"no", "yes"}) == 1,
		}
		if (x.Operand != 0) != (x.Types != nil) {
			p.errs.add(r.Pos, "issue: want an operand and types, or none")
		}
		p.sourced(r.Pos, "issue", r.get("source").Text)
		p.eu.Issues = append(p.eu.Issues, x)
	}
}

func (p *euParser) boardCodes(s *euSection, rest string) {
	p.alone(s, rest, "Scoreboard")
	for _, r := range s.Rows {
		x := BoardCode{Pos: r.Pos, Targets: p.targets(r.get("targets")), Of: strings.Fields(r.get("of").Text), Pipe: r.get("pipe").Text, Says: p.optional(r.get("token"), "token", BoardSays)}
		if c := p.codes(r.get("codes")); len(c) > 0 {
			x.First, x.Last = c[0], c[len(c)-1]
			if int(x.Last-x.First) != len(c)-1 || x.Last>>boardBits != 0 {
				p.errs.add(r.Pos, "codes %q: want one range inside a byte", r.get("codes").Text)
			}
		}
		x.Distance, x.Token = p.boardBits(r.get("distance")), p.boardBits(r.get("bits"))
		p.sourced(r.Pos, "scoreboard", r.get("source").Text)
		p.eu.BoardCodes = append(p.eu.BoardCodes, x)
	}
}

// boardBits reads bits of a code, or none.
func (p *euParser) boardBits(c euCell) Range {
	if c.Text == "" {
		return Range{}
	}
	b := p.ranges(c)
	if len(b) != 1 || b[0].Lo+b[0].Width > boardBits {
		p.errs.add(c.Pos, "bits %q: want one range inside a byte", c.Text)
		return Range{}
	}
	return b[0]
}

func (p *euParser) guards(s *euSection, rest string) {
	p.alone(s, rest, "Guards")
	for _, r := range s.Rows {
		x := ArchGuard{Pos: r.Pos, Register: r.get("register").Text, Reads: p.choice(r.get("does"), "does", []string{"write", "touch"}) == 1, Targets: p.targets(r.get("targets")), Distance: p.small(r.get("distance"), "distance", 1<<boardBits)}
		p.sourced(r.Pos, "guard", r.get("source").Text)
		p.eu.Guards = append(p.eu.Guards, x)
	}
}

var (
	pipeColumns  = []string{"pipe", "letter", "order", "meaning"}
	issueColumns = []string{"of", "targets", "operand", "types", "pipe", "counted", "source"}
	boardColumns = []string{"codes", "targets", "of", "distance", "pipe", "bits", "token", "source"}
	guardColumns = []string{"register", "does", "targets", "distance", "source"}
)

// BoardTargets are the targets that have scoreboard codes.
func (eu *EU) BoardTargets() (all TargetSet) {
	for _, c := range eu.BoardCodes {
		all |= c.Targets
	}
	return all
}

// At gives the part of a code at some bits.
func (r Range) At(code uint64) uint64 { return code >> r.Lo & (1<<r.Width - 1) }

// PipeNamed is the index of a pipe, or -1.
func (eu *EU) PipeNamed(name string) int {
	return slices.IndexFunc(eu.Pipes, func(p Pipe) bool { return p.Name == name })
}
