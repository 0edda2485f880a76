package published

import (
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

var (
	fieldBullet = lazy.Regexp(`^\s*- \*\*(.+)\(([a-z_]+)\):\*\*\s*(.*)$`)
	bitsBullet  = lazy.Regexp(`^\s+- (?:\{[^}]*\})?Bit\[(\d{1,2})(?:\.\.(\d{1,2}))?\]:?\s*(.*)$`)
	valueBullet = lazy.Regexp(`^\s+- (\{[^}]*\})?\s*(0b[01]{1,32}|0x[0-9a-fA-F]{1,8}|\d{1,9}):\s*(.*)$`)
	nameRow     = lazy.Regexp(`^\s*\|\s*([a-z]\w*)\s*\|\s*(0x[0-9a-fA-F]{1,8})\s*\|`)
	meaningRow  = lazy.Regexp(`^\s*\|\s*(\d{1,9})\s*\|[^|]*\|\s*\W*(\w[^|` + "`" + `]*(?:` + "`" + ` \(or omit suffix\))?)[^|]*\|\s*$`)
	valueRow    = lazy.Regexp(`^\s*\|\s*(0x[0-9a-fA-F]{1,8}|0b[01]{1,32})\s*\|\s*([A-Za-z0-9_]+)\s*\|`)
	propBullet  = lazy.Regexp(`^\s*- \*\*([^*:]+):\*\*\s*(.*)$`)
	mapBullet   = lazy.Regexp(`^\s*- \*\*Type map\s*(\{[^}]*\})?\*\*`)
	mapTypes    = lazy.Regexp(`^\s+-\s+\*\*(Dst|Src) types:\*\*\s*(.*)$`)
)

// description reads the prose, then the fields with what is nested below them.
func (p *Page) description(lines []Line) {
	var f *Field
	for _, l := range lines {
		t := strings.TrimSpace(l.Text)
		if t == "" || strings.HasPrefix(t, "```") {
			continue
		}
		if g := fieldBullet.FindStringSubmatch(l.Text); g != nil {
			p.Fields = append(p.Fields, Field{Name: g[1], Type: g[2], Doc: strings.TrimSpace(g[3]), Pos: l.Pos})
			f = &p.Fields[len(p.Fields)-1]
			continue
		}
		if f == nil {
			p.Prose = append(p.Prose, Line{t, l.Pos})
			continue
		}
		f.nested(l)
	}
}

// nested reads a line below a field's bullet.
func (f *Field) nested(l Line) {
	if g := bitsBullet.FindStringSubmatch(l.Text); g != nil {
		hi, _ := strconv.Atoi(g[1])
		lo := hi
		if g[2] != "" {
			lo, _ = strconv.Atoi(g[2])
		}
		f.Bits = append(f.Bits, Bits{Hi: hi, Lo: lo, Doc: g[3], Pos: l.Pos})
		return
	}
	code, v := "", Value{Pos: l.Pos}
	if g := valueBullet.FindStringSubmatch(l.Text); g != nil {
		v.Guard, code, v.Text = g[1], g[2], strings.TrimSpace(g[3])
	} else if g := valueRow.FindStringSubmatch(l.Text); g != nil {
		code, v.Text = g[1], g[2]
	} else if g := nameRow.FindStringSubmatch(l.Text); g != nil {
		v.Text, code = g[1], g[2]
	} else if g := meaningRow.FindStringSubmatch(l.Text); g != nil {
		code, v.Text = g[1], g[2]
	}
	n, err := strconv.ParseUint(code, 0, 32)
	if err != nil {
		f.More = append(f.More, Line{strings.TrimSpace(l.Text), l.Pos})
		return
	}
	v.Code = uint32(n)
	if len(f.Bits) == 0 {
		f.Bits = append(f.Bits, Bits{Hi: 31, Pos: l.Pos})
	}
	b := &f.Bits[len(f.Bits)-1]
	b.Values = append(b.Values, v)
}

func (p *Page) properties(lines []Line) {
	for _, l := range lines {
		if g := propBullet.FindStringSubmatch(l.Text); g != nil {
			p.Props = append(p.Props, Prop{g[1], strings.TrimSpace(g[2]), l.Pos})
		}
	}
}

// prop is the value of a property, "" when the page does not have it.
func (p *Page) prop(key string) string {
	for _, x := range p.Props {
		if x.Key == key {
			return x.Value
		}
	}
	return ""
}

func (p *Page) typeMaps(lines []Line) {
	for _, l := range lines {
		if g := mapBullet.FindStringSubmatch(l.Text); g != nil {
			p.Types = append(p.Types, TypeMap{Guard: g[1], Pos: l.Pos})
			continue
		}
		g := mapTypes.FindStringSubmatch(l.Text)
		if g == nil || len(p.Types) == 0 {
			continue
		}
		m := &p.Types[len(p.Types)-1]
		if g[1] == "Dst" {
			m.Dst = strings.TrimSpace(g[2])
		} else {
			m.Src = strings.TrimSpace(g[2])
		}
	}
}
