package opdefs

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/genvisa/genvisa/internal/lazy"
)

var (
	boldItem = lazy.Regexp(`(?s)^\*\*([^*]+):\*\*\s*(.*)$`)
	typeMap  = lazy.Regexp(`^\*\*Type map(?: (\{[^}]*\}))?\*\*$`)
)

// propKeys are the keys of Properties with what stores their value; a false
// result means that the value is not legal.
var propKeys = []struct {
	key, legal string
	set        func(*Props, string) bool
}{
	{"Saturation", "yes, no or float", func(p *Props, v string) bool {
		return pick(v, &p.Sat, map[string]SatKind{"yes": SatYes, "no": SatNo, "float": SatFloat})
	}},
	{"Source Modifier", "arithmetic, logic or false", func(p *Props, v string) bool {
		return pick(v, &p.Mods, map[string]ModKind{"arithmetic": ModArithmetic, "logic": ModLogic, "false": ModNone})
	}},
	{"Mask", "channels, none or ignored", func(p *Props, v string) bool {
		return pick(v, &p.Mask, map[string]MaskKind{"channels": MaskChannels, "none": MaskNone, "ignored": MaskIgnored})
	}},
	{"Platforms", "a guard such as {ICLLP+} over " + oneOf(platforms), func(p *Props, v string) bool {
		g, msg := parseGuard(v)
		p.Platforms = g
		return msg == ""
	}},
	{"Execution sizes", "a list of 1, 2, 4, 8, 16, 32", func(p *Props, v string) (ok bool) {
		p.Execs, ok = execSizes(v)
		return ok
	}},
	{"Operand alignment", "2, 4, 8, 16 or 32", func(p *Props, v string) (ok bool) {
		p.Align, ok = alignment(v)
		return ok
	}},
	{"Operand registers", "1 or 2", func(p *Props, v string) bool {
		return pick(v, &p.Registers, map[string]uint8{"1": 1, "2": 2})
	}},
	{"Out-of-bound Access", "text", func(p *Props, v string) bool { p.OutOfBounds = v; return v != "" }},
	{"Dst overlap", "text", func(p *Props, v string) bool { p.DstOverlap = v; return v != "" }},
	{"Accuracy", "text", func(p *Props, v string) bool { p.Accuracy = v; return v != "" }},
}

func pick[T any](v string, to *T, values map[string]T) bool {
	x, ok := values[v]
	if ok {
		*to = x
	}
	return ok
}

func readProperties(r *reader, p *Page, _ *Model, s *section) {
	seen := map[string]bool{}
	for _, b := range s.blocks {
		l, ok := b.(*ast.List)
		if !ok {
			r.errs.add(r.posOf(b), "Properties holds %s; legal is a list of \"**Key:** value\"", describe(s.blocks))
			continue
		}
		heads, _ := r.items(l)
		for _, h := range heads {
			g := boldItem.FindStringSubmatch(h.Text)
			if g == nil {
				r.errs.add(h.Pos, "property %q; legal is **Key:** value", firstLine(h.Text))
				continue
			}
			if g[1] == requiresKey {
				r.requirement(p, h, g[2])
				continue
			}
			if seen[g[1]] {
				r.errs.add(h.Pos, "property %q stands twice", g[1])
			}
			seen[g[1]] = true
			r.property(p, h, g[1], g[2])
		}
	}
}

func (r *reader) property(p *Page, h span, key, val string) {
	var keys []string
	for _, k := range propKeys {
		if k.key == key {
			if !k.set(&p.Props, val) {
				r.errs.add(h.Pos, "property %s has value %q; legal is %s", key, val, k.legal)
			}
			return
		}
		keys = append(keys, k.key)
	}
	r.errs.add(h.Pos, "property %q; legal keys are %s", key, oneOf(append(keys, requiresKey)))
}

func readTypeMaps(r *reader, p *Page, _ *Model, s *section) {
	var l *ast.List
	if len(s.blocks) == 1 {
		l, _ = s.blocks[0].(*ast.List)
	}
	if l == nil {
		r.errs.add(s.pos, "type maps hold %s; legal is one list", describe(s.blocks))
		return
	}
	heads, nested := r.items(l)
	for i, h := range heads {
		g := typeMap.FindStringSubmatch(h.Text)
		if g == nil || nested[i] == nil {
			r.errs.add(h.Pos, "type map %q; legal is **Type map** or **Type map {GUARD}** with two sub-bullets", firstLine(h.Text))
			continue
		}
		row := TypeRow{Pos: h.Pos}
		if g[1] != "" {
			var msg string
			if row.Guard, msg = parseGuard(g[1]); msg != "" {
				r.errs.add(h.Pos, "%s", msg)
			}
		}
		subs, _ := r.items(nested[i])
		if len(subs) != 2 {
			r.errs.add(h.Pos, "type map has %d sub-bullets; legal are **Dst types:** and **Src types:**", len(subs))
			continue
		}
		row.Dst = r.typeList(subs[0], "Dst types")
		row.Src = r.typeList(subs[1], "Src types")
		p.Types = append(p.Types, row)
	}
}

func (r *reader) typeList(h span, key string) []Type {
	g := boldItem.FindStringSubmatch(h.Text)
	if g == nil || g[1] != key || strings.TrimSpace(g[2]) == "" {
		r.errs.add(h.Pos, "type list %q; legal is **%s:** and at least one type", h.Text, key)
		return nil
	}
	return r.types(h, g[2])
}

func (r *reader) types(h span, list string) []Type {
	var out []Type
	for _, n := range splitList(list) {
		at := slices.IndexFunc(r.legal, func(t Type) bool { return t.name == n })
		if at < 0 {
			r.errs.add(h.Pos, "type %q; legal are %s", n, typeNames(r.legal))
			continue
		}
		t := r.legal[at]
		if slices.Contains(out, t) {
			r.errs.add(h.Pos, "type %s stands twice", n)
		}
		out = append(out, t)
	}
	return out
}
