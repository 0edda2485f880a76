package published

import (
	"slices"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
	"github.com/genvisa/genvisa/opdefs"
)

var guardedTail = lazy.Regexp(`^(.*?)\.?(\{[^}]*\})(.*)$`)

// listed cuts a list of types, and drops what is none of ours.
func (c *converter) listed(s string) []string {
	var out []string
	for _, t := range strings.Split(s, ",") {
		if t = strings.TrimSpace(t); c.isType(t) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// supported is the list of supported types, and the ones that its guard adds.
func (c *converter) supported() (all []string, guard string, more []string) {
	s := c.prop("Supported Types")
	if g := guardedTail.FindStringSubmatch(s); g != nil {
		return c.listed(g[1]), g[2], c.listed(g[3])
	}
	return c.listed(s), "", nil
}

// isType tells the names of types that our type maps may have.
func (c *converter) isType(name string) bool {
	_, ok := c.base.Type(name)
	return ok
}

func (c *converter) isInt(name string) bool {
	t, _ := c.base.Type(name)
	return t.IsInt()
}

func pick(l []string, keep func(string) bool) (out []string) {
	for _, t := range l {
		if keep(t) {
			out = append(out, t)
		}
	}
	return out
}

// makeTypes writes the type maps. Types that the page supports and no map has get one.
func (c *converter) makeTypes() {
	all, guard, more := c.supported()
	for _, m := range c.Page.Types {
		dst, src := c.listed(m.Dst), c.listed(m.Src)
		if len(src) == 0 && len(dst) > 0 {
			src = append(slices.Clone(all), more...)
			c.mend(m.Pos, "empty list of types", "", strings.Join(src, ", "))
		}
		if len(dst) == 0 || len(src) == 0 {
			c.lose(m.Pos, "type map", "a map without types")
			continue
		}
		c.addTypes(m.Guard, dst, src, m.Pos)
	}
	c.withoutMap(all, all, "")
	c.withoutMap(more, append(slices.Clone(all), more...), guard)
	c.fromBullets()
	c.floatsOfIntegers()
	c.predicates()
}

// fromBullets makes the only map of a page without any from what its bullets say.
func (c *converter) fromBullets() {
	var dst, src []string
	at := c.Code.Pos
	for _, f := range c.fields {
		if f.of == nil || f.typ != opdefs.TDst && f.typ != opdefs.TVec {
			continue
		}
		l := &src
		if f.typ == opdefs.TDst {
			l = &dst
		}
		if f.typ == opdefs.TDst && f.takesPredicate() {
			*l = append(*l, "BOOL")
		}
		if g := mustHave.FindStringSubmatch(f.of.Doc); g != nil {
			*l = c.listed(strings.Join(append(*l, strings.Split(g[1], ",")...), ","))
			at = f.of.Pos
		}
	}
	if f := c.find(opdefs.TDst); f != nil && len(dst) == 0 {
		switch { // kinds of variables whose elements have one type
		case strings.Contains(f.class, "state"):
			dst = []string{"UD"}
		case strings.Contains(f.class, "address"):
			dst = []string{"UW"}
		}
	}
	if len(c.types) > 0 || len(dst) == 0 {
		return
	}
	if len(src) == 0 {
		src = dst
	}
	for _, f := range c.fields {
		if f.typ == opdefs.TVec {
			f.types = ""
		}
	}
	c.mend(at, "type map of the bullets", strings.Join(dst, ", "), strings.Join(src, ", "))
	c.addTypes("", dst, src, at)
}

// byKind are the statements that our language writes twice, for integers and for floats.
var byKind = lazy.Regexp(`\? -1 : 0|src0\[i\] / src1\[i\]`)

// floatsOfIntegers takes destinations of another kind than the sources out of maps
// whose op does not do the same for both kinds.
func (c *converter) floatsOfIntegers() {
	if !slices.ContainsFunc(c.Body, func(l Line) bool { return byKind.MatchString(l.Text) }) {
		return
	}
	var kept []TypeMap
	for _, m := range c.types {
		float := slices.ContainsFunc(c.listed(m.Src), func(t string) bool { return !c.isInt(t) })
		dst := pick(c.listed(m.Dst), func(t string) bool { return t == "BOOL" || c.isInt(t) != float })
		if now := strings.Join(dst, ", "); now != m.Dst {
			c.lose(m.Pos, "type", "results of another kind than the sources: %s", m.Dst)
			m.Dst = now
		}
		if m.Dst != "" {
			kept = append(kept, m)
		}
	}
	c.types = kept
}

func (c *converter) addTypes(guard string, dst, src []string, at opdefs.Pos) {
	if guard != "" {
		g := strings.ReplaceAll(guard, "pre-", "-")
		if g != guard {
			c.mend(at, "guard", guard, g)
		}
		if !opdefs.IsGuard(g) {
			c.lose(at, "guard", "%s names no platforms that we know: the types count on all", guard)
			g = ""
		}
		guard = g
	}
	c.types = append(c.types, TypeMap{guard, strings.Join(dst, ", "), strings.Join(src, ", "), at})
}

// withoutMap adds maps for supported types that none has: of integers among
// themselves, of each float type that is alone, of predicates.
func (c *converter) withoutMap(types, beside []string, guard string) {
	missing := pick(types, func(t string) bool {
		return !slices.ContainsFunc(c.types, func(m TypeMap) bool {
			return slices.Contains(c.listed(m.Dst), t) || slices.Contains(c.listed(m.Src), t)
		})
	})
	at := c.Code.Pos
	for _, p := range c.Props {
		if p.Key == "Supported Types" {
			at = p.Pos
		}
	}
	add := func(dst, src []string) {
		if len(dst) > 0 {
			c.mend(at, "type map of a supported type", strings.Join(dst, ", "), strings.Join(src, ", "))
			c.addTypes(guard, dst, src, at)
		}
	}
	is := func(names ...string) func(string) bool {
		return func(t string) bool { return slices.Contains(names, t) }
	}
	add(pick(missing, c.isInt), pick(beside, c.isInt))
	for _, alone := range [][]string{{"F", "HF"}, {"DF"}, {"BOOL"}} {
		add(pick(missing, is(alone...)), pick(missing, is(alone...)))
	}
	if len(pick(missing, is("BF"))) > 0 {
		add(pick(beside, is("F", "BF")), pick(beside, is("F", "BF")))
	}
}

// predicates adds BOOL where an operand may be a predicate and no map says so.
func (c *converter) predicates() {
	for _, f := range c.fields {
		has := slices.ContainsFunc(c.types, func(m TypeMap) bool {
			list := m.Src
			if f.typ == opdefs.TDst {
				list = m.Dst
			}
			return slices.Contains(c.listed(list), "BOOL")
		})
		if f.typ != opdefs.TDst || !f.takesPredicate() || has {
			continue
		}
		for i := range c.types {
			was := c.types[i].Dst
			c.types[i].Dst = "BOOL, " + was
			c.mend(c.types[i].Pos, "type of a predicate operand", was, c.types[i].Dst)
		}
	}
}
