package opdefs

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// StateStruct is how large a structure of the fixed-function units is on some targets.
type StateStruct struct {
	Pos     Pos
	Name    string
	Targets TargetSet
	Dwords  int
	Open    bool   // Dwords is the least; a command says itself how many it has
	Kind    string // one of StateKinds
	Source  string
}

// StateKinds are what a structure is: in memory, in a command stream, or a register.
var StateKinds = []string{"state", "command", "register"}

// StateField is one row of a structure: a field on some targets. Bits are least significant
// fragment first, counted from the start of the structure.
type StateField struct {
	Pos     Pos
	Of      string // the structure
	Name    string
	Targets TargetSet
	Bits    []Range
	When    []StateCond
	Value   StateValue
	Meaning string
}

// NestedState is a row that stands for all fields of another structure, which lies in the
// dwords First to Last of this one.
type NestedState struct {
	Pos         Pos
	Of          string // the structure that has the row
	Name        string // the structure that lies there
	Targets     TargetSet
	First, Last int
	at          int // the number of StateFields before it on the pages
}

// StateCond holds when the field's stored bits are one of Codes, or none of them.
type StateCond struct {
	Field string
	Not   bool
	Codes []uint64
}

// StateValue is what the stored bits of a field mean.
type StateValue struct {
	Kind   string // one of StateValueKinds
	Enum   string // of kind enum: the enumeration that names codes
	Whole  int    // of kind fixed: bits before the point, without the sign
	Frac   int    // of kind fixed: bits behind the point
	Signed bool
	Scale  int    // number = code << Scale
	Plus   uint64 // number = code + Plus
	Fixed  bool   // the code is always Code
	Code   uint64
	Length bool // the code is the number of dwords less two
	View   bool // another reading of bits that other rows have
}

// StateValueKinds are the kinds of values; number is that of a row that names none.
var StateValueKinds = []string{"number", "enum", "flag", "fixed", "float", "address", "offset"}

var (
	structColumns = []string{"structure", "targets", "dwords", "kind", "source"}
	stateColumns  = []string{"field", "targets", "bits", "when", "value", "meaning"}

	stateName  = lazy.Regexp(`^[A-Z][A-Z0-9_]*$`)
	stateFixed = lazy.Regexp(`^([us])(\d{1,2})\.(\d{1,2})$`)
)

// stateNested is the value of a row that stands for the fields of another structure.
const stateNested = "structure"

// maxStateDwords bounds a structure; the largest has 39.
const maxStateDwords = 64

func (p *euParser) structures(s *euSection, rest string) {
	p.alone(s, rest, "Structures")
	for _, r := range s.Rows {
		d := StateStruct{Pos: r.Pos, Name: p.match(r.get("structure"), stateName, "structure"), Targets: p.targets(r.get("targets")), Source: p.prose(r.get("source"))}
		size, open := strings.CutSuffix(r.get("dwords").Text, "+")
		if n, err := strconv.Atoi(size); err == nil && n >= 1 && n <= maxStateDwords {
			d.Dwords, d.Open = n, open
		} else {
			p.errs.add(r.get("dwords").Pos, "dwords %q: want 1 to %d, and + behind it where there may be more", r.get("dwords").Text, maxStateDwords)
		}
		d.Kind = StateKinds[p.choice(r.get("kind"), "kind", StateKinds)]
		if d.Source == "" {
			p.errs.add(r.Pos, "structure %s: want a source", d.Name)
		}
		p.eu.Structs = append(p.eu.Structs, d)
	}
}

func (p *euParser) stateFields(s *euSection, rest string) {
	name, in := p.title(s, rest)
	p.match(euCell{Text: name, Pos: s.Pos}, stateName, "structure")
	set := p.targets(euCell{Text: in, Pos: s.Pos})
	for _, r := range s.Rows {
		if r.get("value").Text == stateNested {
			p.nestedState(r, name, set)
			continue
		}
		f := StateField{
			Pos: r.Pos, Of: name, Name: p.match(r.get("field"), euName, "field"), Targets: p.within(r.get("targets"), set),
			Bits: p.stateBits(r.get("bits")), When: p.stateConds(r.get("when")), Meaning: p.prose(r.get("meaning")),
		}
		f.Value = p.stateValue(r.get("value"))
		p.eu.StateFields = append(p.eu.StateFields, f)
	}
}

// nestedState reads a row whose value is "structure": its field names one, its bits are the
// dwords "18..25".
func (p *euParser) nestedState(r euRow, of string, set TargetSet) {
	n := NestedState{Pos: r.Pos, Of: of, Name: p.match(r.get("field"), stateName, "structure"), Targets: p.within(r.get("targets"), set), at: len(p.eu.StateFields)}
	bits := r.get("bits")
	first, last, ok := strings.Cut(bits.Text, "..")
	var err0, err1 error
	n.First, err0 = strconv.Atoi(first)
	n.Last, err1 = strconv.Atoi(last)
	if !ok || err0 != nil || err1 != nil || n.First < 0 || n.Last < n.First || n.Last >= maxStateDwords {
		p.errs.add(bits.Pos, "bits %q: want the dwords FIRST..LAST of a structure, up to %d", bits.Text, maxStateDwords-1)
		return
	}
	if when := r.get("when"); when.Text != "" {
		p.errs.add(when.Pos, "condition %q: a structure in another has none", when.Text)
	}
	p.eu.NestedStates = append(p.eu.NestedStates, n)
}

// stateBits reads "2.6:0+2.29:16", least significant fragment first: dwords, and bits that
// may go on into the next dword.
func (p *euParser) stateBits(c euCell) []Range {
	var out []Range
	for part := range strings.SplitSeq(c.Text, "+") {
		dword, in, ok := strings.Cut(part, ".")
		hi, lo, isRange := strings.Cut(in, ":")
		if !isRange {
			lo = hi
		}
		d, err0 := strconv.Atoi(dword)
		h, err1 := strconv.Atoi(hi)
		l, err2 := strconv.Atoi(lo)
		if !ok || err0 != nil || err1 != nil || err2 != nil || d < 0 || d >= maxStateDwords || l < 0 || l > 31 || h < l || h > 63 {
			p.errs.add(c.Pos, "bits %q: want dword.high:low fragments joined by +, low inside 31:0 and high inside 63:0", c.Text)
			return nil
		}
		out = append(out, Range{d*32 + l, h - l + 1})
	}
	return out
}

// stateConds reads "Field = 0..2 and Other != 1".
func (p *euParser) stateConds(c euCell) []StateCond {
	if c.Text == "" {
		return nil
	}
	var out []StateCond
	for part := range strings.SplitSeq(c.Text, " and ") {
		words := strings.Fields(part)
		if len(words) != 3 || words[1] != "=" && words[1] != "!=" {
			p.errs.add(c.Pos, "condition %q: want FIELD = codes or FIELD != codes, joined by and", part)
			return nil
		}
		out = append(out, StateCond{words[0], words[1] == "!=", p.codes(euCell{Text: words[2], Pos: c.Pos})})
	}
	return out
}

// stateValue reads a kind or an enumeration, then "signed", "<< n", "+ n", "= n",
// "length" and "view" in any order.
func (p *euParser) stateValue(c euCell) StateValue {
	v := StateValue{Kind: "number"}
	words := strings.Fields(c.Text)
	number := func(i int, most uint64) uint64 {
		if i >= len(words) {
			p.errs.add(c.Pos, "value %q: want a number behind %s", c.Text, words[i-1])
			return 0
		}
		n := p.number(euCell{Text: words[i], Pos: c.Pos})
		if n > most {
			p.errs.add(c.Pos, "value %q: want at most %d behind %s", c.Text, most, words[i-1])
		}
		return min(n, most)
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch fixed := stateFixed.FindStringSubmatch(w); {
		case w == "flag" || w == "float" || w == "address" || w == "offset":
			v.Kind = w
		case fixed != nil:
			v.Kind, v.Signed = "fixed", fixed[1] == "s"
			v.Whole, _ = strconv.Atoi(fixed[2])
			v.Frac, _ = strconv.Atoi(fixed[3])
		case w == "signed":
			v.Signed = true
		case w == "<<":
			i++
			v.Scale = int(number(i, 31))
		case w == "+":
			i++
			v.Plus = number(i, 1)
		case w == "=":
			i++
			v.Fixed, v.Code = true, number(i, 1<<32-1)
		case w == "length":
			v.Length = true
		case w == "view":
			v.View = true
		case i == 0 && w[0] >= 'A' && w[0] <= 'Z':
			v.Kind, v.Enum = "enum", w
		default:
			p.errs.add(c.Pos, "value %q: want an enumeration, flag, float, address, offset or a fixed point such as s4.8, then any of signed, << n, + 1, = n, length and view; or structure alone", c.Text)
			return v
		}
	}
	return v
}

// Width is the number of bits of the field's code.
func (f *StateField) Width() int {
	n := 0
	for _, r := range f.Bits {
		n += r.Width
	}
	return n
}

// stateBitsText is where bits are, as pages have it: "8.63:0" from bit 256 on.
func stateBitsText(lo, width int) string {
	dword, low := strconv.Itoa(lo/32), strconv.Itoa(lo%32)
	if width == 1 {
		return dword + "." + low
	}
	return dword + "." + strconv.Itoa(lo%32+width-1) + ":" + low
}
