package opdefs

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// The texts that become parts of Go names.
var (
	euName   = lazy.Regexp(`^[A-Za-z][A-Za-z0-9_]*$`)
	euTitle  = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9_]*$`)
	euFormat = lazy.Regexp(`^[a-z0-9]+$`)
	euLabel  = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9_, ]*$`)
)

// nativeValues are the constants of package native that a value column may name.
var nativeValues = []string{
	"UD", "D", "UW", "W", "UB", "B", "DF", "F", "UQ", "Q", "HF", "UV", "V", "VF", "NF", "BF",
	"ARF", "GRF", "Imm", "ModNone", "ModAbs", "ModNeg", "ModNegAbs", "VxH",
}

// match reports a cell that pattern refuses and gives its text otherwise.
func (p *euParser) match(c euCell, pattern *lazy.Pattern, what string) string {
	if !pattern.MatchString(c.Text) {
		p.errs.add(c.Pos, "%s %q: want %s", what, c.Text, legalTexts[pattern])
		return ""
	}
	return c.Text
}

var legalTexts = map[*lazy.Pattern]string{
	euName:        "a letter, then letters, digits and _",
	euTitle:       "letters, digits and _",
	euFormat:      "lower-case letters and digits",
	restrictID:    "words of lower-case letters and digits joined by points",
	restrictCheck: "the name of a check: letters and digits",
	stateName:     "capitals, digits and _",
	euLabel:       "letters, digits, _, commas and blanks",
}

// formats reads names separated by blanks.
func (p *euParser) formats(c euCell) []string {
	names := strings.Fields(c.Text)
	if len(names) == 0 {
		p.errs.add(c.Pos, "no format: want one or several")
	}
	for i, n := range names {
		p.match(euCell{Text: n, Pos: c.Pos}, euFormat, "format")
		if slices.Contains(names[:i], n) {
			p.errs.add(c.Pos, "format %s stands twice", n)
		}
	}
	return names
}

// prose reads a cell for people. A generator may print it as a comment, so it
// must not start like one.
func (p *euParser) prose(c euCell) string {
	if strings.HasPrefix(c.Text, "/") || strings.ContainsFunc(c.Text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		p.errs.add(c.Pos, "text %q: want no control characters and no / at the start", c.Text)
	}
	return c.Text
}

// enumValue reads what the model holds for a code: a number, a constant of
// package native, or nothing for the code itself.
func (p *euParser) enumValue(c euCell, code uint64) (value uint64, constant string) {
	if c.Text == "" {
		return code, ""
	}
	if v, ok := euNumber(c.Text); ok {
		return v, ""
	}
	if !slices.Contains(nativeValues, c.Text) {
		p.errs.add(c.Pos, "value %q: want a number or one of %s", c.Text, strings.Join(nativeValues, " "))
	}
	return 0, c.Text
}

// ConstEnums are the enumerations whose rows become constants of package
// native, with the prefix of their names; each must be there.
var ConstEnums = []struct{ Enum, Prefix, Doc string }{
	{"MathFC", "Math", "Math functions (Inst.MathFC)."},
	{"SFID", "SFID", "Shared functions (Message.SFID)."},
	{"DepCtrl", "Dep", "Destination dependency control (Inst.DepCtrl)."},
	{"ThreadCtrl", "Thread", "Thread control (Inst.Thread)."},
	{"SyncFC", "Sync", "What a sync waits for (Inst.SyncFC)."},
	{"AtomicOp", "Atomic", "Integer atomic operations (field DescOp of a message)."},
	{"FloatAtomicOperands", "Atomic", "Float atomic operations (field DescOp of a message)."},
}

// ArchRegisterEnum names the kinds of architecture registers.
const ArchRegisterEnum = "ArchRegister"

// SurfaceFormatEnum names the formats of surfaces.
const SurfaceFormatEnum = "SURFACE_FORMAT"

// checkConstants wants that the rows of an enumeration of ConstEnums have names
// that make one Go constant each.
func checkConstants(e *Enum, errs *Errors) {
	if !slices.ContainsFunc(ConstEnums, func(c struct{ Enum, Prefix, Doc string }) bool { return c.Enum == e.Name }) {
		return
	}
	seen := map[string]EnumRow{}
	for _, r := range e.Rows {
		if !euLabel.MatchString(r.Name) {
			errs.add(r.Pos, "name %q of %s becomes a constant: want %s", r.Name, e.Name, legalTexts[euLabel])
		}
		if old, ok := seen[GoName(r.Name)]; ok && old.Code != r.Code {
			errs.add(r.Pos, "%s of %s is %d and, at line %d, %d", r.Name, e.Name, r.Code, old.Pos.Line, old.Code)
		}
		seen[GoName(r.Name)] = r
	}
}

// GoName turns a vendor name into the tail of a Go name: short all-capital
// parts (DP, DC0, URB) stay, longer ones become Title case.
func GoName(s string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == ',' || r == ' ' }) {
		switch {
		case w == strings.ToUpper(w) && (len(w) > 3 && w != "DCRO" || slices.Contains(mathWords, w)):
			w = w[:1] + strings.ToLower(w[1:])
		case w == strings.ToLower(w):
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
	}
	return b.String()
}

// mathWords are short capital names that read as words.
var mathWords = []string{"INV", "LOG", "EXP", "SQT", "SIN", "COS", "POW"}
