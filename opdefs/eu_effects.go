package opdefs

import "slices"

// Does is what a message can do to memory, Memories what its addresses can mean
// (specs/eu/messages.md, Effects). Package native has a constant for each word.
var (
	Does     = []string{"none", "read", "write", "atomic", "sample", "fence", "barrier", "end", "forget"}
	Memories = []string{"none", "surface", "scratch", "flat", "texels", "pixels", "urb", "frames"}
)

// Ends is whether a send of a message ends its thread: always, or where the instruction says so; else never.
var Ends = []string{"must", "may"}

// MessageEffect is what a message does to memory, on all targets that have it.
type MessageEffect struct {
	Pos          Pos
	Name         string // of the message
	Does, Memory string
	Ends         string // "" or of Ends
}

// moving are the words of Does that touch bytes, and so need a memory.
var moving = []string{"read", "write", "atomic", "sample"}

func (p *euParser) effects(s *euSection, rest string) {
	p.alone(s, rest, "Effects")
	for _, r := range s.Rows {
		e := MessageEffect{
			Pos: r.Pos, Name: p.match(r.get("message"), euName, "message"),
			Does:   Does[p.choice(r.get("does"), "does", Does)],
			Memory: Memories[p.choice(r.get("memory"), "memory", Memories)],
		}
		if i := p.optional(r.get("ends"), "ends", Ends); i > 0 {
			e.Ends = Ends[i-1]
		}
		p.eu.Effects = append(p.eu.Effects, e)
	}
}

// checkEffects wants one row for each message.
func checkEffects(eu *EU, errs *Errors) {
	for i, e := range eu.Effects {
		if j := slices.IndexFunc(eu.Effects[:i], func(o MessageEffect) bool { return o.Name == e.Name }); j >= 0 {
			errs.add(e.Pos, "effect of %s is already at line %d", e.Name, eu.Effects[j].Pos.Line)
		}
		if !slices.ContainsFunc(eu.Messages, func(m *Message) bool { return m.Name == e.Name }) {
			errs.add(e.Pos, "effect of %s: no section Messages has it", e.Name)
		}
		if slices.Contains(moving, e.Does) != (e.Memory != "none") {
			errs.add(e.Pos, "effect of %s: %s with memory %s: want a memory for %s, and none for others", e.Name, e.Does, e.Memory, oneOf(moving))
		}
	}
	for _, m := range eu.Messages {
		if !slices.ContainsFunc(eu.Effects, func(e MessageEffect) bool { return e.Name == m.Name }) {
			errs.add(m.Pos, "message %s: no row of Effects says what it does to memory", m.Name)
		}
	}
}
