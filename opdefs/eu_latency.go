package opdefs

import (
	"slices"
	"strings"
)

// Latency is how long the results of a class of instructions take on some targets, and
// how long such an instruction keeps the next one from issuing: in clocks, for up to
// 8, for 16 and for 32 channels.
type Latency struct {
	Pos           Pos
	Class         string // one of LatencyClasses
	Targets       TargetSet
	Of            []string // what of the class it is about; nil for all
	Cycles, Issue [3]int
	Source        string
}

// LatencyClasses are the classes, in the order of their constants.
var LatencyClasses = []string{"alu", "flag", "acc", "math", "branch", "message", "local", "function", "sources", "window"}

var latencyColumns = []string{"class", "targets", "of", "latency", "issue", "source"}

func (p *euParser) latency(s *euSection, rest string) {
	p.alone(s, rest, "Latency")
	for _, r := range s.Rows {
		l := &Latency{
			Pos: r.Pos, Class: LatencyClasses[p.choice(r.get("class"), "class", LatencyClasses)], Targets: p.targets(r.get("targets")),
			Of: strings.Fields(r.get("of").Text), Cycles: p.cycles(r.get("latency")), Issue: p.cycles(r.get("issue")), Source: p.prose(r.get("source")),
		}
		if l.Source == "" {
			p.errs.add(r.Pos, "class %s: want a source, or the word estimate and what it is like", l.Class)
		}
		p.eu.Latencies = append(p.eu.Latencies, l)
	}
}

// cycles reads numbers of clocks for the three widths.
func (p *euParser) cycles(c euCell) (out [3]int) {
	words := strings.Fields(c.Text)
	if len(words) != len(out) {
		p.errs.add(c.Pos, "%q: want clocks for up to 8, for 16 and for 32 channels", c.Text)
		return out
	}
	for i, w := range words {
		out[i] = p.small(euCell{w, c.Pos}, "clocks", 1<<12)
	}
	return out
}

// LatencyNames are what a row of a class may be about: its operations, functions,
// shared functions or messages; nil for a class without a choice.
func (eu *EU) LatencyNames(class string) []string {
	var out []string
	enum := func(name string) {
		for _, e := range eu.Enums {
			if e.Name == name {
				for _, r := range e.Rows {
					out = append(out, r.Name)
				}
			}
		}
	}
	switch class {
	case "alu":
		for _, f := range eu.Facts {
			out = append(out, f.Op)
		}
	case "math":
		enum("MathFC")
	case "function":
		enum("SFID")
	case "window":
		for _, p := range eu.Pipes {
			out = append(out, p.Name)
		}
	case "message", "local":
		for _, m := range eu.Messages {
			out = append(out, m.Name)
		}
	}
	return out
}

// checkLatencies tests what a row is about, and that every target has a row for all of
// each class but message and window.
func checkLatencies(eu *EU, errs *Errors) {
	all := map[string]TargetSet{}
	for _, l := range eu.Latencies {
		names := eu.LatencyNames(l.Class)
		for _, of := range l.Of {
			if !slices.Contains(names, of) {
				errs.add(l.Pos, "class %s is about %q: want one of its names in another table, or nothing", l.Class, of)
			}
		}
		if len(l.Of) == 0 {
			if all[l.Class]&l.Targets != 0 {
				errs.add(l.Pos, "class %s has a row for all of it already", l.Class)
			}
			all[l.Class] |= l.Targets
		} else if all[l.Class]&l.Targets != 0 {
			errs.add(l.Pos, "class %s: the row for all of it comes before this one", l.Class)
		}
	}
	if len(eu.Latencies) == 0 {
		return
	}
	for _, class := range []string{"alu", "flag", "acc", "math", "branch", "local", "function", "sources"} {
		if all[class] != AllTargets {
			errs.add(eu.Latencies[0].Pos, "class %s lacks a row for all of it on some target", class)
		}
	}
}
