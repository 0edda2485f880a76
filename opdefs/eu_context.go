package opdefs

import "slices"

// SavedPart is a place in the file of a stopped launch: a row of Saved.
type SavedPart struct {
	Pos     Pos
	Name    string
	Of      string // the whole that it is a part of; "" for a whole
	Offset  int    // in it; 0 for a whole
	Bytes   int
	Meaning string
}

// Preempted says when a command lets its threads be preempted, in the order of the
// constants of package machine.
var Preempted = []string{"never", "between", "inside"}

// Preemption is a command at which a switch of contexts can occur or cannot.
type Preemption struct {
	Pos      Pos
	Command  string
	Dispatch string // word of launch files for it; "" for none
	When     int    // index into Preempted
	Source   string
}

var (
	savedColumns      = []string{"part", "of", "offset", "bytes", "meaning", "source"}
	preemptionColumns = []string{"command", "dispatch", "preempted", "source"}
)

// maxSavedBytes bounds a part: offsets and sizes take 24 bits each.
const maxSavedBytes = 1<<24 - 1

func (p *euParser) saved(s *euSection, rest string) {
	p.alone(s, rest, "Saved")
	for _, r := range s.Rows {
		part := SavedPart{
			Pos: r.Pos, Name: p.match(r.get("part"), euName, "part"), Bytes: p.positive(r.get("bytes"), "bytes", maxSavedBytes),
			Meaning: p.prose(r.get("meaning")),
		}
		switch of, offset := r.get("of"), r.get("offset"); {
		case of.Text != "":
			part.Of, part.Offset = p.match(of, euName, "of"), p.small(offset, "offset", maxSavedBytes)
		case offset.Text != "-":
			p.errs.add(offset.Pos, "offset %q of a whole: want -", offset.Text)
		}
		p.sourced(r.Pos, "part "+part.Name, p.prose(r.get("source")))
		p.eu.Saved = append(p.eu.Saved, part)
	}
}

func (p *euParser) preemption(s *euSection, rest string) {
	p.alone(s, rest, "Preemption")
	for _, r := range s.Rows {
		c := Preemption{
			Pos: r.Pos, Command: p.match(r.get("command"), stateName, "command"), When: p.choice(r.get("preempted"), "preempted", Preempted),
			Source: p.prose(r.get("source")),
		}
		if d := r.get("dispatch"); d.Text != "-" {
			c.Dispatch = p.match(d, euName, "dispatch")
		}
		p.sourced(r.Pos, "command "+c.Command, c.Source)
		p.eu.Preemptions = append(p.eu.Preemptions, c)
	}
}

// checkSaved: names are there once, parts lie inside their whole and share no byte.
func checkSaved(eu *EU, errs *Errors) {
	for i, a := range eu.Saved {
		whole := slices.IndexFunc(eu.Saved, func(w SavedPart) bool { return w.Of == "" && w.Name == a.Of })
		switch {
		case a.Of == "":
		case whole < 0:
			errs.add(a.Pos, "part %s of %q: want a row of this name that is of nothing", a.Name, a.Of)
		case a.Offset+a.Bytes > eu.Saved[whole].Bytes:
			errs.add(a.Pos, "part %s ends at %#x: %s has %#x bytes", a.Name, a.Offset+a.Bytes, a.Of, eu.Saved[whole].Bytes)
		}
		for _, b := range eu.Saved[:i] {
			switch {
			case a.Of != b.Of:
			case a.Name == b.Name:
				errs.add(a.Pos, "part %s is already at line %d", a.Name, b.Pos.Line)
			case a.Of != "" && a.Offset < b.Offset+b.Bytes && b.Offset < a.Offset+a.Bytes:
				errs.add(a.Pos, "part %s shares bytes with %s at line %d", a.Name, b.Name, b.Pos.Line)
			}
		}
	}
	for i, a := range eu.Preemptions {
		for _, b := range eu.Preemptions[:i] {
			if a.Command == b.Command || a.Dispatch != "" && a.Dispatch == b.Dispatch {
				errs.add(a.Pos, "command %s or its dispatch is already at line %d", a.Command, b.Pos.Line)
			}
		}
	}
}
