package native

import "github.com/genvisa/genvisa/internal/fixed"

// payload is how the payload of a kind of message is parted on some targets.
type payload struct {
	kind    MessageKind
	targets uint16
	parts   []payloadPart
}

type payloadPart struct {
	part      Part
	when      []fieldCond
	header    []HeaderCond
	registers uint8 // lengthOf
}

// fieldCond is a field of the descriptors that is set, or with not clear.
type fieldCond struct {
	field DescField
	not   bool
}

// HeaderCond is a field of a message's header that is set, or with Not clear.
type HeaderCond struct {
	Field fixed.Field
	Not   bool
}

// Holds says that a header, of which dword gives each, fulfils the condition.
func (c HeaderCond) Holds(dword func(i int) uint32) bool {
	return (c.Field.Of(dword(c.Field.Dword())) != 0) != c.Not
}

// PayloadPart is registers of a payload that follow each other and have one meaning.
type PayloadPart struct {
	Part  Part
	Count int          // registers
	When  []HeaderCond // it is there when all hold
}

// String is the part's name in specs/eu/messages.md.
func (p Part) String() string {
	if p >= NumParts {
		return "part?"
	}
	return partNames[p]
}

// PayloadParts are the parts of the payload of a message, header included, in their order: those that its
// descriptors do not rule out. It is nil where no page parts the payload.
func PayloadParts(t Target, info MessageInfo) []PayloadPart {
	for i := range payloads {
		l := &payloads[i]
		if l.kind != info.Kind || l.targets>>t&1 == 0 {
			continue
		}
		out := make([]PayloadPart, 0, len(l.parts))
		for k := range l.parts {
			p := &l.parts[k]
			if n := lengthOf(p.registers, &info.Field); n != 0 && p.there(&info.Field) {
				out = append(out, PayloadPart{p.part, n, p.header})
			}
		}
		return out
	}
	return nil
}

func (p *payloadPart) there(f *DescValues) bool {
	for _, c := range p.when {
		if (f[c.field] != 0) == c.not {
			return false
		}
	}
	return true
}

// SurePayload is PayloadParts where the descriptors alone tell the parts: those that only a header decides are absent
// when the others fill the payload; else it is nil.
func SurePayload(t Target, info MessageInfo) []PayloadPart {
	parts, n := PayloadParts(t, info), 0
	sure := parts[:0]
	for _, p := range parts {
		if len(p.When) == 0 {
			sure, n = append(sure, p), n+p.Count
		}
	}
	if n != info.Field[DescMlen] {
		return nil
	}
	return sure
}
