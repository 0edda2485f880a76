package opdefs

import (
	"slices"
	"strings"
)

// Payload is how the payload of a message is parted: its parts in their order, of which those without a condition,
// or whose conditions hold, are there.
type Payload struct {
	Pos     Pos
	Message string
	Targets TargetSet
	Parts   []PayloadPart
}

// PayloadPart is some registers of a payload with one meaning.
type PayloadPart struct {
	Pos       Pos
	Name      string
	When      []PayloadCond // all of them hold
	Registers *Formula
	Meaning   string
}

// PayloadCond is a field that is set, or with Not one that is clear: of the descriptors, or of the first register of
// the payload, which is a header, as Header.Field names them.
type PayloadCond struct {
	Not           bool
	Field         string // of the descriptors; "" for one of the header
	Header, Entry string // section and row of Words
}

var payloadColumns = []string{"part", "when", "registers", "meaning"}

// payload reads "Payload MESSAGE (targets)". The formulas may use the fields that any message before has; checkPayloads
// knows whether this one has them.
func (p *euParser) payload(s *euSection, rest string) {
	name, in := p.title(s, rest)
	out := &Payload{Pos: s.Pos, Message: name, Targets: p.targets(euCell{Text: in, Pos: s.Pos})}
	var fields []DescField
	for _, m := range p.eu.Messages {
		if m.Name == name && m.Targets&out.Targets != 0 {
			fields = append(fields, slices.Concat(m.Fields, m.Extended)...)
		}
	}
	for _, r := range s.Rows {
		out.Parts = append(out.Parts, PayloadPart{
			Pos: r.Pos, Name: p.match(r.get("part"), euName, "part"), When: p.payloadConds(r.get("when")),
			Registers: p.formula(r.get("registers"), fields), Meaning: p.prose(r.get("meaning")),
		})
	}
	p.eu.Payloads = append(p.eu.Payloads, out)
}

// payloadConds reads "field", "no field" and "Header.Field", with commas between.
func (p *euParser) payloadConds(c euCell) (out []PayloadCond) {
	if c.Text == "" {
		return nil
	}
	for part := range strings.SplitSeq(c.Text, ",") {
		var cond PayloadCond
		text, not := strings.CutPrefix(strings.TrimSpace(part), "no ")
		cond.Not = not
		header, entry, dotted := strings.Cut(text, ".")
		names := []string{header}
		if cond.Field = header; dotted {
			cond = PayloadCond{Not: not, Header: header, Entry: entry}
			names = append(names, entry)
		}
		for _, n := range names {
			p.match(euCell{Text: n, Pos: c.Pos}, euName, "field")
		}
		out = append(out, cond)
	}
	return out
}

// checkPayloads: each payload is of a message of its targets, and its conditions name fields that these have. No
// message has two on a target, and no payload a part twice.
func checkPayloads(eu *EU, errs *Errors) {
	for i, l := range eu.Payloads {
		var own []*Message
		var have TargetSet
		for _, m := range eu.Messages {
			if m.Name == l.Message && m.Targets&l.Targets != 0 {
				own, have = append(own, m), have|m.Targets
			}
		}
		if l.Targets&^have != 0 {
			errs.add(l.Pos, "payload of %s: no section Messages before has it on all of these targets", l.Message)
		}
		for _, o := range eu.Payloads[:i] {
			if o.Message == l.Message && o.Targets&l.Targets != 0 {
				errs.add(l.Pos, "payload of %s is already at line %d for the same target", l.Message, o.Pos.Line)
			}
		}
		for k, part := range l.Parts {
			if slices.ContainsFunc(l.Parts[:k], func(o PayloadPart) bool { return o.Name == part.Name }) {
				errs.add(part.Pos, "part %s of %s stands twice", part.Name, l.Message)
			}
			for _, c := range part.When {
				checkPayloadCond(eu, own, &part, &c, errs)
			}
			for _, f := range part.Registers.fields(nil) {
				wantField(own, &part, f, errs)
			}
		}
	}
}

func checkPayloadCond(eu *EU, own []*Message, part *PayloadPart, c *PayloadCond, errs *Errors) {
	if c.Field != "" {
		wantField(own, part, c.Field, errs)
		return
	}
	if !slices.ContainsFunc(eu.Words, func(w Word) bool { return w.Of == c.Header && w.Name == c.Entry }) {
		errs.add(part.Pos, "part %s: no section Words %s has a field %s", part.Name, c.Header, c.Entry)
	}
}

// wantField wants a field that all of some messages have.
func wantField(own []*Message, part *PayloadPart, name string, errs *Errors) {
	if slices.Contains(LengthFields, name) {
		return
	}
	for _, m := range own {
		if !slices.ContainsFunc(slices.Concat(m.Fields, m.Extended), func(f DescField) bool { return f.Name == name }) {
			errs.add(part.Pos, "part %s: message %s at line %d has no field %s", part.Name, m.Name, m.Pos.Line, name)
		}
	}
}

// fields appends the fields that a formula reads; nil for one that could not be read.
func (f *Formula) fields(out []string) []string {
	switch {
	case f == nil:
	case f.Field != "":
		out = append(out, f.Field)
	case f.Op != 0:
		out = f.Y.fields(f.X.fields(out))
	}
	return out
}
