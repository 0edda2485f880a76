package published

import (
	"regexp"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// body is a block of Semantics while it is repaired and rewritten.
type body struct {
	*converter
	lines []stmt
	why   string // what stops the rewriting; empty while nothing does
}

// stmt is a line of a block without its comment.
type stmt struct {
	text, comment string
	pos           opdefs.Pos
}

// body gives the Semantics as a block of our language, or why there is none.
func (c *converter) body() (text, why string) {
	b := &body{converter: c}
	for _, l := range c.Body {
		text, comment, _ := strings.Cut(l.Text, "//")
		b.lines = append(b.lines, stmt{strings.TrimSpace(text), strings.TrimSpace(comment), l.Pos})
	}
	if slices.ContainsFunc(b.lines, func(s stmt) bool { return strings.Contains(s.text, ".elems[") }) {
		return "", "its elements have the bytes and places that fields say, and no formula does"
	}
	if !b.isCode() {
		return "", "the page describes it in prose"
	}
	if c.says("fp8") || strings.Contains(strings.ToLower(b.comments()), "fp8") {
		return "", "it computes with 8-bit floats, which are no type of ours"
	}
	b.repair()
	b.rewrite()
	if c.find(opdefs.TRaw) != nil {
		b.memory()
	}
	if b.why != "" {
		return "", b.why
	}
	text = b.indented()
	for _, f := range c.fields {
		used := regexp.MustCompile(`\b` + f.lower() + `\b`).MatchString(text)
		f.ignored = !used && !f.fixed && !f.isExec() && f.typ != opdefs.TPred
		if used && f.coded() {
			return "", f.lower() + " has codes, of which it speaks as numbers"
		}
		if f.ignored {
			c.lose(f.pos, "operand", "Semantics do not use %s", f.name)
		}
	}
	return text, ""
}

var codeLine = lazy.Regexp(`^for\s*\(\w+ = |^[\w.\[\]]+\s*=[^=].*;$`)

// isCode tells a block of code from a sentence.
func (b *body) isCode() bool {
	code := 0
	for _, s := range b.lines {
		if codeLine.MatchString(s.text) {
			code++
		}
	}
	return code > 0 && strings.HasPrefix(b.lines[0].text+b.lines[min(1, len(b.lines)-1)].text+" ", "for") || code > 0 && declares(b.lines[0].text)
}

var declaration = lazy.Regexp(`^(?:UD|D|UW|W|UQ|Q|int|bit|BOOL) (\w+) = `)

func declares(s string) bool { return declaration.MatchString(s) }

// replace rewrites each match of a pattern, line by line, and notes it.
func (b *body) replace(kind string, re *lazy.Pattern, with func(m []string) string) {
	for i := range b.lines {
		s := &b.lines[i]
		var out strings.Builder
		at := 0
		for _, ix := range re.FindAllStringSubmatchIndex(s.text, -1) {
			m := make([]string, len(ix)/2)
			for k := range m {
				if ix[2*k] >= 0 {
					m[k] = s.text[ix[2*k]:ix[2*k+1]]
				}
			}
			now := with(m)
			if now == m[0] {
				continue
			}
			pos := s.pos
			pos.Col += ix[0]
			b.mend(pos, kind, m[0], now)
			out.WriteString(s.text[at:ix[0]] + now)
			at = ix[1]
		}
		s.text = out.String() + s.text[at:]
	}
}

// expand replaces a whole line by several.
func (b *body) expand(kind string, i int, lines ...string) {
	s := b.lines[i]
	b.mend(s.pos, kind, s.text, strings.Join(lines, " "))
	var with []stmt
	for _, l := range lines {
		with = append(with, stmt{l, "", s.pos})
	}
	b.lines = slices.Replace(b.lines, i, i+1, with...)
}

// text is the block as one string.
func (b *body) text() string {
	var l []string
	for _, s := range b.lines {
		l = append(l, s.text)
	}
	return strings.Join(l, "\n")
}

// comments are the block's comments as one string.
func (b *body) comments() string {
	var l []string
	for _, s := range b.lines {
		l = append(l, s.comment)
	}
	return strings.Join(l, "\n")
}

// says reports whether the page's prose has one of some words.
func (c *converter) says(words ...string) bool {
	return slices.ContainsFunc(c.Prose, func(l Line) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(l.Text), w) })
	})
}

// sorts tells whether the type maps have integer and float sources.
func (c *converter) sorts() (ints, floats bool) {
	for _, m := range c.types {
		for _, t := range c.listed(m.Src) {
			ints = ints || c.isInt(t)
			floats = floats || !c.isInt(t) && t != "BOOL"
		}
	}
	return ints, floats
}

// tidy takes blanks out of parentheses.
var tidy = strings.NewReplacer("( ", "(", " )", ")", "){", ") {", " ++;", "++;", "  ", " ")

// indented lays the block out by its braces.
func (b *body) indented() string {
	var out strings.Builder
	depth := 0
	for _, s := range b.lines {
		if s.text == "" {
			continue
		}
		s.text = tidy.Replace(s.text)
		lead := depth
		if strings.HasPrefix(s.text, "}") {
			lead--
		}
		out.WriteString(strings.Repeat("  ", max(lead, 0)) + s.text + "\n")
		depth += strings.Count(s.text, "{") - strings.Count(s.text, "}")
	}
	return out.String()
}
