package published

import (
	"fmt"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// opcode is the code as our pages write it.
func (c *converter) opcode() string {
	s := fmt.Sprintf("0x%02x", c.Code.Value)
	if c.Sub != nil {
		s += fmt.Sprintf(".0x%02x", c.Sub.Value)
	}
	return s
}

// write is the page in our form with the Semantics given.
func (c *converter) write(semantics string) []byte {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	say("# %s\n\n## Opcode\n\n%s = %s\n\n## Format\n\n| %s(%[2]s) |", c.Name, c.Name, c.opcode(), c.opcode())
	for _, f := range c.fields {
		say(" %s |", f.format())
	}
	say("\n|%s\n\n## Semantics\n\n%s\n\n## Description\n\n%s\n", strings.Repeat(" --- |", len(c.fields)+1), semantics, c.prose())
	for i, f := range c.fields {
		if i == 0 {
			say("\n")
		}
		f.write(&b)
	}
	say("\n#### Properties\n\n")
	c.writeProps(&b)
	if len(c.types) > 0 {
		say("\n#### Operand type maps\n\n")
	}
	for _, m := range c.types {
		guard := m.Guard
		if guard != "" {
			guard = " " + guard
		}
		say("- **Type map%s**\n  - **Dst types:** %s\n  - **Src types:** %s\n", guard, m.Dst, m.Src)
	}
	say("\n## Text\n\n```\n")
	for _, o := range c.ops {
		fix := ""
		if len(o.fixed) > 0 {
			fix = " ; " + strings.Join(o.fixed, ", ")
		}
		say("%s%s\n", o.line, fix)
	}
	say("```\n")
	return []byte(b.String())
}

// format is the field's cell of the table.
func (f *field) format() string {
	s := f.name + ":" + string(f.typ)
	if f.repeat {
		s += "*"
	}
	switch {
	case f.fixed && f.typ == opdefs.TRaw:
		s += "=null"
	case f.fixed:
		s += fmt.Sprintf("=%d", f.value)
	}
	return s
}

func (f *field) write(b *strings.Builder) {
	if f.fixed || f.isExec() || f.typ == opdefs.TPred || f.typ == opdefs.TCount {
		return
	}
	star := ""
	if f.repeat {
		star = "*"
	}
	doc := f.name
	if f.of != nil {
		doc = plain(f.of.Doc)
		for _, x := range f.of.Bits {
			if doc == "" {
				doc = plain(x.Doc)
			}
		}
	}
	if doc == "" {
		doc = f.name
	}
	fmt.Fprintf(b, "- **%s(%s%s):** %s\n", f.name, f.typ, star, doc)
	for _, k := range [][2]string{{"enum", f.enum}, {"access", f.access}, {"class", f.class}, {"type", f.types}} {
		if k[1] != "" {
			fmt.Fprintf(b, "  - %s: %s\n", k[0], k[1])
		}
	}
	if f.hex != "" {
		fmt.Fprintf(b, "  - hex: %s\n", f.hex)
	}
	if f.absent != "" {
		fmt.Fprintf(b, "  - absent: %s\n", f.absent)
	}
	if f.log2 {
		fmt.Fprint(b, "  - value: log2\n")
	}
	if f.pair {
		fmt.Fprint(b, "  - pair\n")
	}
	for _, l := range f.limits {
		fmt.Fprintf(b, "  - %s\n", l)
	}
	if f.short {
		fmt.Fprint(b, "  - short\n")
	}
	if f.ignored {
		fmt.Fprint(b, "  - ignored\n")
	}
}

func (c *converter) writeProps(b *strings.Builder) {
	say := func(key, value string) { fmt.Fprintf(b, "- **%s:** %s\n", key, value) }
	switch s := c.prop("Saturation"); {
	case strings.HasPrefix(s, "Yes"):
		say("Saturation", "yes")
	case strings.HasPrefix(s, "Only"):
		say("Saturation", "float")
	}
	if s := c.prop("Source Modifier"); slices.Contains([]string{"arithmetic", "logic", "false"}, s) {
		say("Source Modifier", s)
	}
	if m := c.mask(); m != "channels" {
		say("Mask", m)
	}
	if s := c.execSizes(); s != "" {
		say("Execution sizes", s)
	}
	if s := plain(c.prop("Out-of-bound Access")); s != "" {
		say("Out-of-bound Access", s)
	}
}

// mask is the value of property Mask.
func (c *converter) mask() string {
	switch {
	case c.find(opdefs.TExec) == nil && c.find(opdefs.TElts) == nil:
		return "none"
	case strings.Contains(c.prop("SIMD Control Flow"), "ignored"):
		return "ignored"
	}
	return "channels"
}

var (
	placeholder = lazy.Regexp(`<([a-zA-Z])([A-Za-z0-9_ ]*)>`)
	spaces      = lazy.Regexp(`\s+`)
)

// plain is a text of a page in one line that is nothing but a paragraph in Markdown.
func plain(s string) string {
	s = placeholder.ReplaceAllStringFunc(s, func(p string) string { return strings.ToUpper(p[1:2]) + p[2:len(p)-1] })
	for _, r := range []string{"`", "<", ">", "|", "*", "_table", "#"} {
		s = strings.ReplaceAll(s, r, "")
	}
	s = strings.TrimSpace(spaces.ReplaceAllString(s, " "))
	return strings.TrimLeft(s, "-+.=~0123456789) ")
}

// prose is the Description before its fields, tables and directives left out.
func (c *converter) prose() string {
	var parts []string
	for _, l := range c.Prose {
		if strings.HasPrefix(l.Text, "..") {
			break
		}
		if !strings.HasPrefix(l.Text, "|") {
			parts = append(parts, l.Text)
		}
	}
	if s := plain(strings.Join(parts, " ")); s != "" {
		return s
	}
	return "The op " + c.Name + "."
}
