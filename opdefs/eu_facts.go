package opdefs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// OpFact is what a native instruction is on every target that has it.
type OpFact struct {
	Pos     Pos
	Op      string
	Sources int
	Class   string // one of OpClasses
	Offsets int    // branch offsets: 1 is JIP, 2 JIP and UIP
	Target  int    // 1 + the source that holds a branch target, or 0
	Mask    int    // 1 + the source that holds a mask of channels, or 0
	Reads   bool   // the accumulator, beside its operands
	Writes  bool
	Reach   [3]Reach // by source
	Traits  []string // of OpTraits, in their order
}

// Reach is what a channel reads of a source instead of the element of its region.
type Reach struct {
	At []int // elements, counted from that one; empty for that one alone
	By int   // elements from each eight channels to the next eight; 0 as the region says
	Of int   // channels of a group, all of which count from the element of the first; 0 for none
}

// OpClasses are the classes of instructions, in the order of their constants.
var OpClasses = []string{"none", "alu", "send", "branch", "wait", "systolic"}

// OpTraits are the yes-or-no facts of instructions, in the order of their bits.
var OpTraits = []string{
	"copies", "commutes", "logic", "widens", "truncates", "low", "wide", "saturates", "compares", "chooses", "selects", "math",
	"split", "checks", "links", "absolute", "uniform",
}

// FlowPlaces are where a branch may send channels and thread, in the order of
// their constants.
var FlowPlaces = []string{"next", "JIP", "UIP", "past UIP"}

// FlowWhens say when the thread takes the first of its two places; the position
// plus one is the number of the constant.
var FlowWhens = []string{"there", "active", "true", "uniform", "alike"}

// Flow is the rule of a branch. Places are indices into FlowPlaces.
type Flow struct {
	Pos                       Pos
	Op                        string
	Branch                    bool // with BranchCtrl
	True, False, First, Other int
	When                      int    // index into FlowWhens
	Exchange                  string // target fact that makes True and False change places, or ""
}

// FactKind is the kind of a target fact's values.
type FactKind uint8

// Kinds of target facts.
const (
	FactCount FactKind = iota // a number
	FactYes                   // yes or no
	FactMask                  // bits of a dword
)

// targetFacts lists the facts that a page may state, and must.
var targetFacts = []struct {
	name string
	kind FactKind
}{
	{"GRFs", FactCount}, {"GRFBytes", FactCount}, {"AddressWords", FactCount}, {"Align16", FactYes}, {"TernaryAlign1", FactYes},
	{"IntegerMad", FactYes}, {"Int64", FactYes}, {"Float64", FactYes}, {"DoublePairs", FactYes}, {"DoubleEnables", FactYes}, {"FixedHalves", FactYes},
	{"NarrowToZero", FactYes}, {"Denormals", FactYes}, {"ChannelEnables", FactYes},
	{"PackedQword", FactYes}, {"DwordMul", FactCount}, {"LowWordMul", FactYes}, {"AddressBits", FactCount}, {"AddressGroups", FactYes},
	{"AccSources", FactCount}, {"Accumulators", FactCount}, {"MacroAcc", FactYes}, {"MachLow", FactYes}, {"SplitSend", FactYes}, {"SplitGRFs", FactCount}, {"FirstEOT", FactCount}, {"CallByDistance", FactYes}, {"GotoTrueJumps", FactYes},
	{"ScratchGRFs", FactCount}, {"ScratchByDword", FactYes}, {"BareStateless", FactYes}, {"ThreadIDMask", FactMask}, {"StateThread", FactMask}, {"ThreadPayload", FactYes}, {"BarrierIDMask", FactMask}, {"LocalFence", FactYes}, {"BarrierCounts", FactYes}, {"PayloadMemory", FactYes}, {"SamplerHeader", FactYes},
	{"LevelSecond", FactYes}, {"LevelZero", FactYes}, {"Bindless", FactYes}, {"BindlessSamplers", FactYes}, {"RegionBits", FactMask}, {"SendPixels", FactYes}, {"LateLayer", FactYes},
	{"WalkerBits", FactCount}, {"PackedPosition", FactYes}, {"Scoreboard", FactYes},
	{"InlineData", FactCount}, {"SecondEntry", FactCount}, {"BindlessOffset", FactYes},
	{"LargeGRFs", FactCount}, {"LargeAccumulators", FactCount},
	{"StackedVolumes", FactYes}, {"LevelLines", FactYes}, {"BlockAlign", FactYes}, {"ByteColumns", FactYes}, {"VolumePitch", FactYes}, {"BlockPitch", FactYes},
	{"SampleControl", FactYes}, {"BorderChannels", FactYes},
}

// CommonFacts are the facts on which all targets must agree, because packages
// that know no target rely on them, with the names of their constants.
var CommonFacts = map[string]string{"GRFs": "Count", "GRFBytes": "Bytes"}

// TargetFactNames lists the facts that the table of targets has.
func TargetFactNames() []string {
	out := make([]string, 0, len(targetFacts))
	for _, f := range targetFacts {
		out = append(out, f.name)
	}
	return out
}

// TargetFact is one fact of all targets. A value is 0 where the question does
// not arise, and where the answer is unknown.
type TargetFact struct {
	Pos             Pos
	Name            string
	Kind            FactKind
	Values          []uint64  // by target; yes is 1
	Unknown, Idle   TargetSet // where the answer is unknown, and where the question does not arise
	Meaning, Source string
}

// Gaps says that the fact is a number which some target lacks: 0 then stands for no
// number, and nobody may compute with it.
func (f *TargetFact) Gaps() bool { return f.Kind != FactYes && f.Unknown|f.Idle != 0 }

// DescPart is a field of every message's descriptor, or of its extended one.
type DescPart struct {
	Pos      Pos
	Name     string
	Extended bool
	Bits     Range
	Meaning  string
}

// choice finds a word in a closed list; what names the list in the error.
func (p *euParser) choice(c euCell, what string, legal []string) int {
	i := slices.Index(legal, c.Text)
	if i < 0 {
		p.errs.add(c.Pos, "%s %q: want %s", what, c.Text, oneOf(legal))
	}
	return max(i, 0)
}

// optional is choice for a cell that may be empty: 1 + the position, or 0.
func (p *euParser) optional(c euCell, what string, legal []string) int {
	if c.Text == "" {
		return 0
	}
	return 1 + p.choice(c, what, legal)
}

func (p *euParser) small(c euCell, what string, limit uint64) int {
	v, ok := euNumber(c.Text)
	if !ok || v > limit {
		p.errs.add(c.Pos, "%s %q: want 0 to %d", what, c.Text, limit)
		return 0
	}
	return int(v)
}

// words reads a list of words from a closed list, each at most once, and gives
// them in the order of the list.
func (p *euParser) words(c euCell, what string, legal []string) []string {
	var out []string
	have := strings.Fields(c.Text)
	for i, w := range have {
		switch {
		case !slices.Contains(legal, w):
			p.errs.add(c.Pos, "%s %q: want %s", what, w, oneOf(legal))
		case slices.Contains(have[:i], w):
			p.errs.add(c.Pos, "%s %q is there twice", what, w)
		}
	}
	for _, w := range legal {
		if slices.Contains(have, w) {
			out = append(out, w)
		}
	}
	return out
}

func (p *euParser) facts(s *euSection, rest string) {
	p.alone(s, rest, "Facts")
	sources := []string{"src0", "src1", "src2"}
	for _, r := range s.Rows {
		acc := p.words(r.get("accumulator"), "accumulator", []string{"reads", "writes"})
		p.eu.Facts = append(p.eu.Facts, OpFact{
			Pos: r.Pos, Op: p.match(r.get("op"), euFormat, "mnemonic"),
			Sources: p.small(r.get("sources"), "sources", 3),
			Class:   OpClasses[p.choice(r.get("class"), "class", OpClasses)],
			Offsets: p.optional(r.get("offsets"), "offsets", []string{"JIP", "JIP UIP"}),
			Target:  p.optional(r.get("target"), "target", sources),
			Mask:    p.optional(r.get("mask"), "mask", sources),
			Reads:   slices.Contains(acc, "reads"), Writes: slices.Contains(acc, "writes"),
			Reach:  p.reach(r.get("elements")),
			Traits: p.words(r.get("traits"), "trait", OpTraits),
		})
	}
}

// euReach is a part of a cell of elements: a source, elements, and a distance of groups.
var euReach = lazy.Regexp(`^src([0-2])((?: \d{1,2}){2,4})(?: by (\d{1,2})| of ([2-8]))?$`)

// reach reads a cell like "src0 0 3, src1 0 8 by 16" or "src0 0 1 of 2".
func (p *euParser) reach(c euCell) (out [3]Reach) {
	if c.Text == "" {
		return out
	}
	for part := range strings.SplitSeq(c.Text, ", ") {
		m := euReach.FindStringSubmatch(part)
		if m == nil {
			p.errs.add(c.Pos, "elements %q: want a source and two to four elements, as in src0 0 3, src1 0 8 by 16 or src0 0 1 of 2", part)
			continue
		}
		r := &out[m[1][0]-'0']
		if len(r.At) > 0 {
			p.errs.add(c.Pos, "elements of src%s are there twice", m[1])
		}
		for _, n := range strings.Fields(m[2]) {
			at, _ := strconv.Atoi(n)
			r.At = append(r.At, at)
		}
		r.By, _ = strconv.Atoi(m[3])
		r.Of, _ = strconv.Atoi(m[4])
	}
	return out
}

func (p *euParser) flow(s *euSection, rest string) {
	p.alone(s, rest, "Flow")
	for _, r := range s.Rows {
		f := Flow{Pos: r.Pos, When: p.choice(r.get("when"), "when", FlowWhens), Exchange: r.get("exchange").Text}
		f.Op, f.Branch = strings.CutSuffix(r.get("op").Text, ".b")
		for _, c := range []struct {
			column string
			to     *int
		}{{"true", &f.True}, {"false", &f.False}, {"first", &f.First}, {"other", &f.Other}} {
			*c.to = p.choice(r.get(c.column), "place", FlowPlaces)
		}
		p.eu.Flows = append(p.eu.Flows, f)
	}
}

func (p *euParser) targetTable(s *euSection, rest string) {
	p.alone(s, rest, "Targets")
	for _, r := range s.Rows {
		name := r.get("fact")
		i := slices.IndexFunc(targetFacts, func(f struct {
			name string
			kind FactKind
		}) bool {
			return f.name == name.Text
		})
		if i < 0 {
			p.errs.add(name.Pos, "fact %q: want %s", name.Text, oneOf(TargetFactNames()))
			continue
		}
		f := &TargetFact{Pos: r.Pos, Name: name.Text, Kind: targetFacts[i].kind, Meaning: p.prose(r.get("meaning")), Source: p.prose(r.get("source"))}
		for t, target := range EUTargets {
			cell := r.get(target)
			v := p.factValue(cell, f.Kind)
			f.Values = append(f.Values, v)
			switch cell.Text {
			case "?":
				f.Unknown |= 1 << t
			case "-":
				f.Idle |= 1 << t
			}
		}
		if f.Meaning == "" || f.Source == "" {
			p.errs.add(r.Pos, "fact %s: want a meaning and a source", f.Name)
		}
		p.eu.TargetFacts = append(p.eu.TargetFacts, f)
	}
}

// factValue reads one cell of the target table: a value of the kind, "-" where
// the question does not arise, or "?" for an unknown answer.
func (p *euParser) factValue(c euCell, kind FactKind) uint64 {
	limit := uint64(1<<16 - 1)
	switch {
	case c.Text == "?" || c.Text == "-":
		return 0
	case kind == FactYes:
		if c.Text != "yes" && c.Text != "no" {
			p.errs.add(c.Pos, "%q: want yes, no, - or ?", c.Text)
		}
		return map[bool]uint64{true: 1}[c.Text == "yes"]
	case kind == FactMask:
		limit = 1<<32 - 1
	}
	v, ok := euNumber(c.Text)
	if !ok || v > limit {
		p.errs.add(c.Pos, "%q: want a number up to %#x, - or ?", c.Text, limit)
	}
	return v
}

func (p *euParser) descriptor(s *euSection, rest string) {
	p.alone(s, rest, "Descriptor")
	for _, r := range s.Rows {
		d := DescPart{Pos: r.Pos, Name: p.match(r.get("field"), euName, "field"), Meaning: p.prose(r.get("meaning"))}
		d.Extended = p.choice(r.get("word"), "word", []string{"descriptor", "extended"}) == 1
		if rs := p.ranges(r.get("bits")); len(rs) == 1 && rs[0].Lo+rs[0].Width <= 32 {
			d.Bits = rs[0]
		} else if rs != nil {
			p.errs.add(r.get("bits").Pos, "bits %q: want one range inside 31:0", r.get("bits").Text)
		}
		p.eu.Descriptor = append(p.eu.Descriptor, d)
	}
}

// alone refuses words after the kind of a section that has none.
func (p *euParser) alone(s *euSection, rest, kind string) {
	if rest != "" {
		p.errs.add(s.Pos, "section title %q: want %s alone", s.Title, kind)
	}
}
