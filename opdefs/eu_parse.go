package opdefs

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// euKind is one kind of section: the first word of its title, the columns a
// table of it may have, in order, and how many of them are required.
type euKind struct {
	word     string
	columns  []string
	required []string
	parse    func(*euParser, *euSection, string)
}

// euKinds is filled by a function because the parse methods name it through
// the parser; the order is the order of the grammar in specs/README.md.
func euKinds() []euKind {
	return []euKind{
		{"Enumeration", []string{"code", "name", "value", "targets", "when", "errata", "meaning"}, []string{"code"}, (*euParser).enum},
		{"Opcodes", []string{"op", "targets", "code", "format", "errata"}, []string{"op", "targets", "code", "format"}, (*euParser).opcodes},
		{"Facts", []string{"op", "sources", "class", "offsets", "target", "mask", "accumulator", "elements", "traits"}, []string{"op", "sources", "class"}, (*euParser).facts},
		{"Flow", []string{"op", "true", "false", "first", "other", "when", "exchange"}, []string{"op", "true", "false", "first", "other", "when"}, (*euParser).flow},
		{"Modifiers", slices.Concat([]string{"on", "targets"}, modifierColumns, []string{"source"}), slices.Concat([]string{"on"}, modifierColumns, []string{"source"}), (*euParser).modifiers},
		{"Products", productColumns, productColumns, (*euParser).products},
		{"Types", typeColumns, []string{"op", "targets", "types"}, (*euParser).opTypes},
		{"Targets", slices.Concat([]string{"fact"}, EUTargets, []string{"meaning", "source"}), slices.Concat([]string{"fact"}, EUTargets, []string{"meaning", "source"}), (*euParser).targetTable},
		{"Layout", []string{"field", "formats", "targets", "bits", "when", "value", "absent", "mark"}, []string{"field", "formats", "bits"}, (*euParser).layout},
		{"Compact", []string{"field", "targets", "bits", "maps", "when", "index"}, []string{"field", "bits", "maps"}, (*euParser).compact},
		{"Descriptor", []string{"field", "word", "bits", "meaning"}, []string{"field", "word", "bits"}, (*euParser).descriptor},
		{"Effects", []string{"message", "does", "memory", "ends"}, []string{"message", "does", "memory"}, (*euParser).effects},
		{"Words", []string{"field", "dword", "bits", "meaning"}, []string{"field", "dword", "bits", "meaning"}, (*euParser).wordFields},
		{"Surfaces", []string{"surface", "index", "meaning"}, []string{"surface", "index", "meaning"}, (*euParser).surfaces},
		{"Structures", structColumns, structColumns, (*euParser).structures},
		{"State", stateColumns, []string{"field", "bits"}, (*euParser).stateFields},
		{"Messages", []string{"message", "sfid", "match", "fields", "extended", "header", "payload", "response", "lanes", "ignored", "meaning"}, []string{"message", "sfid", "match", "payload", "response", "lanes"}, (*euParser).messages},
		{"Payload", payloadColumns, payloadColumns, (*euParser).payload},
		{"Formats", formatColumns, formatColumns, (*euParser).surfaceFormats},
		{"Registers", registerColumns, registerColumns, (*euParser).registers},
		{"Place", placeColumns, placeColumns, (*euParser).placeParts},
		{"Latency", latencyColumns, latencyColumns, (*euParser).latency},
		{"Conflicts", conflictColumns, conflictColumns, (*euParser).conflicts},
		{"Pipes", pipeColumns, pipeColumns, (*euParser).pipes},
		{"Issue", issueColumns, issueColumns, (*euParser).issue},
		{"Scoreboard", boardColumns, boardColumns, (*euParser).boardCodes},
		{"Guards", guardColumns, guardColumns, (*euParser).guards},
		{"Machines", machineColumns, machineColumns, (*euParser).machines},
		{"Banks", bankColumns, bankColumns, (*euParser).banks},
		{"Partitions", partitionColumns, partitionColumns, (*euParser).partitions},
		{"Saved", savedColumns, savedColumns, (*euParser).saved},
		{"Preemption", preemptionColumns, preemptionColumns, (*euParser).preemption},
		{"Restrictions", restrictColumns, slices.DeleteFunc(slices.Clone(restrictColumns), func(c string) bool { return slices.Contains(restrictOptions, c) }), (*euParser).restrictions},
		{"Examples", []string{"id", "targets", "bad", "good"}, []string{"id", "targets", "bad", "good"}, (*euParser).examples},
	}
}

// euWords are the first words of the titles of sections.
func euWords(kinds []euKind) []string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = k.word
	}
	return words
}

type euParser struct {
	errs Errors
	eu   EU
}

// ParseEU reads every page at the top of fsys (the folder specs/eu) and checks
// the tables as a whole; positions name files as eu/PAGE. The error is an Errors.
func ParseEU(fsys fs.FS) (*EU, error) {
	names, err := fs.Glob(fsys, "*.md")
	if err != nil {
		return nil, err
	}
	var p euParser
	for _, name := range names {
		src, err := readPage(fsys, name)
		if err != nil {
			return nil, err
		}
		if file := path.Join("eu", name); fits(file, src, &p.errs) {
			p.page(file, src)
		}
	}
	if len(p.errs) == 0 {
		checkEU(&p.eu, &p.errs)
	}
	if err := p.errs.err(); err != nil {
		return nil, err
	}
	return &p.eu, nil
}

func (p *euParser) page(file string, src []byte) {
	sections := euSections(file, src, &p.errs)
	if len(sections) == 0 {
		p.errs.add(Pos{file, 1, 1}, "the page has no section: want %s", oneOf(euWords(euKinds())))
	}
	for _, s := range sections {
		word, rest, _ := strings.Cut(s.Title, " ")
		kinds := euKinds()
		i := slices.IndexFunc(kinds, func(k euKind) bool { return k.word == word })
		if i < 0 {
			p.errs.add(s.Pos, "unknown section %q: want %s", s.Title, oneOf(euWords(kinds)))
			continue
		}
		if p.columns(s, kinds[i]) {
			if len(s.Rows) == 0 {
				p.errs.add(s.Pos, "the table of section %q has no rows", s.Title)
			}
			kinds[i].parse(p, s, strings.TrimSpace(rest))
		}
	}
}

// columns checks that the header is an ordered subset of the kind's columns
// with every required one.
func (p *euParser) columns(s *euSection, k euKind) bool {
	if s.Header == nil {
		return false
	}
	ok, at := true, 0
	for _, h := range s.Header {
		i := slices.Index(k.columns[at:], h.Text)
		if i < 0 {
			p.errs.add(h.Pos, "column %q: want %s, in this order", h.Text, strings.Join(k.columns, ", "))
			return false
		}
		at += i + 1
	}
	for _, r := range k.required {
		if !slices.ContainsFunc(s.Header, func(c euCell) bool { return c.Text == r }) {
			p.errs.add(s.Pos, "section %q lacks the column %q", s.Title, r)
			ok = false
		}
	}
	return ok
}

// title reads "NAME (inside)" and gives both parts.
func (p *euParser) title(s *euSection, rest string) (name, inside string) {
	name, in, ok := strings.Cut(rest, "(")
	name = strings.TrimSpace(name)
	if !ok || !strings.HasSuffix(in, ")") || name == "" {
		p.errs.add(s.Pos, "section title %q: want a name and (…)", s.Title)
		return name, ""
	}
	return name, strings.TrimSuffix(in, ")")
}

// thatAlone follows the newest target in a guard that later ones are not meant by.
const thatAlone = " only"

// targets reads a guard: empty, or a list of names and ranges a..b, a.., ..b. One that
// ends with the newest target says so without a name, so that the next one is a column.
func (p *euParser) targets(c euCell) TargetSet {
	if c.Text == "" {
		return AllTargets
	}
	return p.within(c, AllTargets)
}

// within reads the guard of a row of a section for some targets: each of its
// parts names one of them, and the result has no others.
func (p *euParser) within(c euCell, section TargetSet) TargetSet {
	if c.Text == "" {
		return section
	}
	var all TargetSet
	for part := range strings.SplitSeq(c.Text, ",") {
		var set TargetSet
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "..")
		switch newest := EUTargets[len(EUTargets)-1]; {
		case !isRange && lo == newest+thatAlone:
			lo, hi = newest, newest
		case !isRange && lo == newest:
			p.errs.add(c.Pos, "targets %q: a row of the newest target holds for later ones too: want %s.., or %s%s where documents say so", c.Text, newest, newest, thatAlone)
			return 0
		case isRange && hi == newest:
			p.errs.add(c.Pos, "targets %q: a range up to the newest target has later ones too: want %s..", c.Text, lo)
			return 0
		case !isRange:
			hi = lo
		}
		a, b := 0, len(EUTargets)-1
		if lo != "" {
			a = slices.Index(EUTargets, lo)
		}
		if hi != "" {
			b = slices.Index(EUTargets, hi)
		}
		if a < 0 || b < a {
			p.errs.add(c.Pos, "targets %q: want names or ranges a..b of %s", c.Text, strings.Join(EUTargets, " "))
			return 0
		}
		for i := a; i <= b; i++ {
			set |= 1 << i
		}
		if set&section == 0 {
			p.errs.add(c.Pos, "targets %q: the section has none of them", strings.TrimSpace(part))
		}
		all |= set & section
	}
	return all
}
