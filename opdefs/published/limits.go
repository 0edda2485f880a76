package published

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

// What a page says that only a verifier asks for: execution sizes, ranges of numbers, and
// surfaces that may not be the shared local memory.

var (
	validRange = lazy.Regexp(`Valid values? (?:are|is) +\[(\d+)(?:\], |, ?)\[?(\d+)\]`)
	slmLine    = lazy.Regexp(`^- T0 ?\(SLM\): (?:(\{[^}]*\}) )?(yes|no)\b`)
	newerThan  = lazy.Regexp(`^\{([A-Za-z_0-9]+)\+\}$`)
)

// execSizes are the sizes that the bullet of the execution size lists, "" when they are all.
func (c *converter) execSizes() string {
	f := c.find(opdefs.TExec)
	if f == nil || f.of == nil || f.typ == opdefs.TElts {
		return ""
	}
	for _, b := range f.of.Bits {
		if b.Hi != 2 || b.Lo != 0 {
			continue
		}
		var l []string
		for _, v := range b.Values {
			if n, err := strconv.Atoi(v.word()); err == nil && n == 1<<v.Code && n <= 32 {
				l = append(l, strconv.Itoa(n))
			}
		}
		if len(l) > 0 && len(l) < 6 {
			return strings.Join(l, ", ")
		}
	}
	return ""
}

// findLimits finds what fields may be.
func (c *converter) findLimits() {
	for _, f := range c.fields {
		if f.of == nil {
			continue
		}
		if g := validRange.FindStringSubmatch(f.of.Doc); g != nil && f.isNumber() && !f.fixed && f.enum == "" {
			low, _ := strconv.ParseUint(g[1], 10, 32)
			high, _ := strconv.ParseUint(g[2], 10, 32)
			if low < high && high <= 255 {
				f.limits = append(f.limits, "range: "+g[1]+".."+g[2])
			}
		}
		if f.typ == opdefs.TSurface {
			c.findSLM(f)
		}
	}
}

// findSLM reads "T0 (SLM): no" and "{ICLLP+} Yes", which is no before.
func (c *converter) findSLM(f *field) {
	i := slices.IndexFunc(f.of.More, func(l Line) bool { return slmLine.MatchString(strings.Replace(l.Text, "Yes", "yes", 1)) })
	if i < 0 {
		return
	}
	l := f.of.More[i]
	g := slmLine.FindStringSubmatch(strings.Replace(l.Text, "Yes", "yes", 1))
	newer := newerThan.FindStringSubmatch(g[1])
	switch {
	case g[1] == "" && g[2] == "no":
		f.limits = append(f.limits, "not slm")
	case g[2] == "yes" && newer != nil && strings.Contains(l.Text, "No for earlier platforms") && opdefs.IsGuard("{-"+newer[1]+"}"):
		f.limits = append(f.limits, "not slm {-"+newer[1]+"}")
	case g[1] != "":
		c.lose(l.Pos, "surface", "%q", l.Text)
	}
}
