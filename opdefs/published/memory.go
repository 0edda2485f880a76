package published

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

var (
	loads      = lazy.Regexp(`^(\w+)\[(.+)\] = +(?:(surface)\[(.+)\]|\*\((.+)\));$`)
	saves      = lazy.Regexp(`^(?:(surface)\[(.+)\]|\*\((.+)\)) = (\w+)\[(.+)\];$`)
	updates    = lazy.Regexp(`^(surface\[.+\]|\*\(.+\)) = op\((.+), src0, src1\);$`)
	dwordSum   = lazy.Regexp(`^\((.+)/4\)\+(.+)$`)
	loopStart  = lazy.Regexp(`^for \((\w+) = 0; \w+ < (\w+)`)
	byteCount  = lazy.Regexp(`(?:^|[^\w])(\d+|one) bytes?`)
	inElements = lazy.Regexp(`\bin (?:the )?(?:unit of )?element size\b`)
	byField    = lazy.Regexp(`<(\w+)> bytes`)
	severally  = lazy.Regexp(`1, 2,? or 4 byte`)
)

// views are the views of elements by their bytes.
var views = map[int]string{1: "UB", 2: "UW", 4: "UD", 8: "UQ"}

// memory rewrites the accesses of a block. How many bytes an element has stands in a
// comment at the access.
func (b *body) memory() {
	b.undeclaredNames()
	for i := 0; i < len(b.lines) && b.why == ""; i++ {
		n := len(b.lines)
		switch s := b.lines[i]; {
		case i+1 < len(b.lines) && updates.MatchString(b.lines[i+1].text):
			b.atomic(i)
		case loads.MatchString(s.text):
			g := loads.FindStringSubmatch(s.text)
			b.access(i, s, g[1], g[2], g[3], g[4]+g[5], true)
		case saves.MatchString(s.text):
			g := saves.FindStringSubmatch(s.text)
			b.access(i, s, g[4], g[5], g[1], g[2]+g[3], false)
		default:
			b.rawReads(i)
		}
		i += len(b.lines) - n
	}
}

// undeclaredNames replaces names that a page uses for its fields.
func (b *body) undeclaredNames() {
	if f := b.sizeField(); f != nil {
		b.replace("name of a field", lazy.Regexp(`\bnum_owords\b`), to(f.lower()))
	}
	if b.fieldNamed("address") == nil && b.fieldNamed("offset") != nil && b.fieldNamed("element_offset") != nil && !strings.Contains(b.text(), "UD address") {
		b.replace("name that nothing declares", lazy.Regexp(`\baddress\b`), to("offset+element_offset[i]*(scale+1)"))
	}
}

func to(s string) func([]string) string { return func([]string) string { return s } }

// sizeField is the number field that says how many pieces of 16 bytes there are.
func (b *body) sizeField() *field {
	i := slices.IndexFunc(b.fields, func(f *field) bool { return f.isNumber() && f.log2 })
	if i < 0 {
		return nil
	}
	return b.fields[i]
}

// rawReads gives elements of raw operands in other statements the view of their type.
func (b *body) rawReads(i int) {
	s := &b.lines[i]
	if now := b.viewed(s.text); now != s.text {
		b.mend(s.pos, "view of a raw operand", s.text, now)
		s.text = now
	}
}

// viewed writes src[i] as src.UD[i] for each raw operand.
func (b *body) viewed(e string) string {
	for _, f := range b.fields {
		if f.typ == opdefs.TRaw {
			e = regexp.MustCompile(`\b`+f.lower()+`\[`).ReplaceAllString(e, f.lower()+"."+b.typeOf(f)+"[")
		}
	}
	return e
}

// loopNames are the variables of loops over something else than bytes.
func (b *body) loopNames() []string {
	var out []string
	for _, s := range b.lines {
		if g := loopStart.FindStringSubmatch(s.text); g != nil {
			out = append(out, g[1])
		}
	}
	return out
}

// byteAddress is the address of an element of so many bytes: a flat one counts bytes, a
// surface elements, which its index says by their number.
func (b *body) byteAddress(surface bool, e string, size int) string {
	if !surface {
		return b.viewed(e)
	}
	if g := dwordSum.FindStringSubmatch(e); g != nil {
		return b.viewed(g[1]) + " + 4 * " + g[2]
	}
	var terms []string
	for _, t := range strings.Split(e, "+") {
		t = strings.TrimSpace(t)
		bare, _, _ := strings.Cut(t, "[")
		f := b.fieldNamed(bare)
		switch {
		case size > 1 && f != nil && f.of != nil && inElements.MatchString(f.of.Doc):
			t = strconv.Itoa(size) + " * " + t
		case size > 1 && slices.Contains(b.loopNames(), t), f != nil && f.of != nil && strings.Contains(f.of.Doc, "units of owords"):
			t = strconv.Itoa(size) + " * " + t
		}
		terms = append(terms, t)
	}
	return b.viewed(strings.Join(terms, " + "))
}

// access rewrites one load or store between an operand and memory.
func (b *body) access(i int, s stmt, operand, index, mem, address string, load bool) {
	f := b.fieldNamed(operand)
	if f == nil || f.typ != opdefs.TRaw {
		b.why = fmt.Sprintf("%s, which memory is moved to or from, is no raw operand", operand)
		return
	}
	space := "flat"
	if mem != "" {
		space = mem
	}
	move := func(size int, view, index, more string) string {
		reg, place := fmt.Sprintf("%s.%s[%s]", operand, view, index), fmt.Sprintf("%s.%s[%s%s]", space, views[size], b.byteAddress(mem != "", address, size), more)
		if load {
			return reg + " = " + place + ";"
		}
		return place + " = " + reg + ";"
	}
	if by := byField.FindStringSubmatch(s.comment); by != nil || severally.MatchString(s.comment) {
		b.bySize(i, by, func(size int) string { return move(size, views[max(size, 4)], index, "") })
		return
	}
	g := byteCount.FindAllStringSubmatch(s.comment, -1)
	if len(g) != 1 || strings.Contains(s.comment, " or ") && strings.Contains(s.comment, "8 byte") {
		b.why = "no comment says how many bytes an element of memory has"
		return
	}
	size, _ := strconv.Atoi(g[0][1])
	switch {
	case size == 16:
		b.owords(i, operand, index, space, mem != "", address, load)
	case views[size] != "":
		b.expand("size of an element", i, move(size, views[size], index, ""))
	default:
		b.why = fmt.Sprintf("elements of %q", g[0][0])
	}
}

// owords moves 16 bytes as four dwords.
func (b *body) owords(i int, operand, index, space string, surface bool, address string, load bool) {
	if strings.ContainsAny(index, " +-*/") {
		index = "(" + index + ")"
	}
	reg := fmt.Sprintf("%s.UD[4 * %s + k]", operand, index)
	place := fmt.Sprintf("%s.UD[%s + 4 * k]", space, b.byteAddress(surface, address, 16))
	move := place + " = " + reg + ";"
	if load {
		move = reg + " = " + place + ";"
	}
	b.expand("size of an element", i, "for (k = 0; k < 4; ++k) {", move, "}")
}

// bySize moves elements whose bytes a field says.
func (b *body) bySize(i int, by []string, move func(size int) string) {
	f := b.sizeField()
	if by != nil {
		f = b.fieldNamed(by[1])
	}
	e := (*opdefs.FieldEnum)(nil)
	if f != nil {
		e = b.base.Enum(f.enum)
	}
	if e == nil || !f.log2 {
		b.why = "no field says how many bytes an element of memory has"
		return
	}
	var lines []string
	for k, v := range e.Values {
		size := 1 << v.Code
		switch {
		case k == 0:
			lines = append(lines, fmt.Sprintf("if (%s == %d) {", f.lower(), size))
		case k < len(e.Values)-1:
			lines = append(lines, fmt.Sprintf("} else if (%s == %d) {", f.lower(), size))
		default:
			lines = append(lines, "} else {")
		}
		lines = append(lines, move(size))
	}
	b.expand("size of an element by a field", i, append(lines, "}")...)
}

// atomic joins a load and the store behind it into one indivisible change.
func (b *body) atomic(i int) {
	g := loads.FindStringSubmatch(b.lines[i].text)
	if g == nil {
		b.why = "an atomic operation whose old value nothing keeps"
		return
	}
	space := "flat"
	if g[3] != "" {
		space = "surface"
	}
	place := fmt.Sprintf("%s.AT[%s]", space, b.viewed(g[4]+g[5]))
	b.lines = slices.Delete(b.lines, i+1, i+2)
	b.expand("atomic operation", i, "atomic "+place+" as old {", g[1]+".AT["+g[2]+"] = old;",
		"old = rmw(op, old, src0.AT["+g[2]+"], src1.AT["+g[2]+"]);", "}")
}
