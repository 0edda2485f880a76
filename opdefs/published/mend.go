package published

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Slips of the pen in Semantics: what stands there has one possible meaning.

var (
	loopLacksName = lazy.Regexp(`for \((\w+) = ([^;]*); *<`)
	bareHex       = lazy.Regexp(`\b[0-9]+[A-F][0-9A-F]*\b`)
	floatSuffix   = lazy.Regexp(`\b(\d+\.\d+)f\b`)
	loopByTwo     = lazy.Regexp(`(for \((\w+) = 0; \w+ < exec_size;) \w+ \+= [12]`)
	undeclared    = lazy.Regexp(`\b(dst|src\d?)((?:\.chan)?\[)n\]`)
	chan_         = lazy.Regexp(`\b(\w+)\.chan\[`)
	bareSource    = lazy.Regexp(`\bsrc\[`)
	proseBehind   = lazy.Regexp(`^([^;]*;)\s*([a-z][^;{}()]*)$`)
	lacksEnd      = lazy.Regexp(`^[\w.\[\]]+\s*=[^=].*[^;{}+|&,(]$`)
	identifier    = lazy.Regexp(`\b[A-Za-z_]\w*\b`)
)

func (b *body) repair() {
	b.replace("loop without its variable", loopLacksName, func(m []string) string {
		return fmt.Sprintf("for (%s = %s; %[1]s <", m[1], m[2])
	})
	b.replace("number without 0x", bareHex, func(m []string) string { return "0x" + m[0] })
	b.replace("suffix of a number", floatSuffix, func(m []string) string { return m[1] })
	if !strings.Contains(b.text(), "+1]") {
		b.replace("step of a loop over elements", loopByTwo, func(m []string) string { return m[1] + " ++" + m[2] })
	}
	if !strings.Contains(b.text(), "(n = ") {
		b.replace("index that nothing declares", undeclared, func(m []string) string { return m[1] + m[2] + "i]" })
	}
	b.replace("element by chan", chan_, func(m []string) string { return m[1] + "[" })
	if b.fieldNamed("src") == nil && b.fieldNamed("src1") != nil {
		b.replace("source without its number", bareSource, func([]string) string { return "src1[" })
	}
	b.otherCase()
	b.punctuation()
	b.braces()
}

func (c *converter) fieldNamed(low string) *field {
	i := slices.IndexFunc(c.fields, func(f *field) bool { return f.lower() == low })
	if i < 0 {
		return nil
	}
	return c.fields[i]
}

// otherCase writes the names of fields in lower case.
func (b *body) otherCase() {
	b.replace("name in another case", identifier, func(m []string) string {
		low := strings.ToLower(m[0])
		if low != "pred" && b.fieldNamed(low) != nil {
			return low
		}
		return m[0]
	})
}

// punctuation ends statements that lack a semicolon, and takes prose behind one for a comment.
func (b *body) punctuation() {
	for i := range b.lines {
		s := &b.lines[i]
		if g := proseBehind.FindStringSubmatch(s.text); g != nil && !strings.HasPrefix(s.text, "for") {
			b.mend(s.pos, "prose behind a statement", g[2], "")
			s.text, s.comment = g[1], g[2]+" "+s.comment
		}
		if lacksEnd.MatchString(s.text) && strings.Count(s.text, "(") == strings.Count(s.text, ")") {
			b.mend(s.pos, "missing semicolon", s.text, s.text+";")
			s.text += ";"
		}
	}
}

// braces closes blocks that are open before an else and at the end.
func (b *body) braces() {
	for i := 1; i < len(b.lines); i++ {
		s := b.lines[i]
		if !strings.HasPrefix(s.text, "else") || strings.HasSuffix(b.lines[i-1].text, "}") {
			continue
		}
		b.mend(s.pos, "unbalanced braces", s.text, "} "+s.text)
		b.lines = slices.Insert(b.lines, i, stmt{"}", "", s.pos})
		i++
	}
	depth := 0
	for _, s := range b.lines {
		depth += strings.Count(s.text, "{") - strings.Count(s.text, "}")
	}
	last := b.lines[len(b.lines)-1].pos
	switch {
	case depth > 0 && depth <= 8:
		b.mend(last, "unbalanced braces", "", strings.Repeat("}", depth))
		for range depth {
			b.lines = append(b.lines, stmt{"}", "", last})
		}
	case depth == -1 && b.lines[len(b.lines)-1].text == "}":
		b.mend(last, "unbalanced braces", "}", "")
		b.lines = b.lines[:len(b.lines)-1]
	}
}
