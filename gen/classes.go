package gen

import (
	"slices"

	"github.com/genvisa/genvisa/opdefs"
)

// classInfo is an execution class of visa/sem: its row and what it computes on.
type classInfo struct {
	name   string
	row    string // method of sem.Row
	typ    goType
	suffix string // of internal/num functions; "" for integers
	sort   opdefs.Sort
}

var classes = []*classInfo{
	{"UD", "U", u32, "", opdefs.SortInt},
	{"D", "W", i32, "", opdefs.SortInt},
	{"X", "X", i64, "", opdefs.SortInt},
	{"UQ", "Q", u64, "", opdefs.SortInt},
	{"Q", "X", i64, "", opdefs.SortInt},
	{"HF", "F", f32, "H", opdefs.SortFloat},
	{"F", "F", f32, "F", opdefs.SortFloat},
	{"DF", "DF", f64, "D", opdefs.SortFloat},
	{"P", "U", u32, "", opdefs.SortBool},
}

// needed reports whether instructions of a page can execute in the class.
func (c *classInfo) needed(p *opdefs.Page) bool {
	for _, row := range p.Types {
		if slices.ContainsFunc(row.Src, func(t opdefs.Type) bool { return c.takes(p, row, t) }) {
			return true
		}
	}
	return false
}

// takes reports whether a source of type t may be in the class under one type map.
func (c *classInfo) takes(p *opdefs.Page, row opdefs.TypeRow, t opdefs.Type) bool {
	narrow := t.IsInt() && t.Bits() <= 32
	switch c.name {
	case "UD":
		return narrow && !t.IsSigned()
	case "D":
		return narrow && (t.IsSigned() || t.Bits() < 32)
	case "X":
		return narrow && exactNeeded(p, row)
	case "UQ":
		return t == opdefs.UQ
	case "Q":
		return t == opdefs.Q || t == opdefs.UQ
	case "HF":
		return t == opdefs.HF
	case "F":
		return t.Computes() == opdefs.F || t == opdefs.HF && slices.Contains(row.Dst, opdefs.F)
	case "DF":
		return t == opdefs.DF
	}
	return t == opdefs.BOOL
}

// exactNeeded is true when 32-bit sources can give results that 32-bit rows
// cannot hold: mixed signedness, modifiers, saturation, 64-bit destinations.
func exactNeeded(p *opdefs.Page, row opdefs.TypeRow) bool {
	sources := 0
	for _, f := range p.Fields {
		if f.Type == opdefs.TVec {
			sources++
		}
	}
	mixed := sources > 1 && slices.Contains(row.Src, opdefs.UD) && slices.ContainsFunc(row.Src, func(t opdefs.Type) bool { return t.IsSigned() })
	wide := slices.ContainsFunc(row.Dst, func(t opdefs.Type) bool { return t.IsInt() && t.Bits() == 64 })
	has32 := slices.ContainsFunc(row.Src, func(t opdefs.Type) bool { return t.IsInt() && t.Bits() == 32 })
	return mixed || wide || p.Props.Sat == opdefs.SatYes || has32 && p.Props.Mods == opdefs.ModArithmetic
}

// ranges are the ranges that one source of the class may have, each to be
// combined with those of the other sources.
func (c *classInfo) ranges(p *opdefs.Page) []interval {
	switch c.name {
	case "UD":
		return []interval{typeRange(32, false)}
	case "D":
		return []interval{typeRange(32, true)}
	case "X":
		if p.Props.Mods == opdefs.ModArithmetic {
			u := typeRange(32, false)
			return []interval{unaryRange("-", u).join(u)}
		}
		return []interval{typeRange(32, false), typeRange(32, true)}
	case "UQ":
		return []interval{typeRange(64, false)}
	case "Q":
		return []interval{typeRange(64, true)}
	}
	return []interval{span(0, 1)}
}

// widths are the element widths that a source may have in the class.
func (c *classInfo) widths(p *opdefs.Page) []int {
	var out []int
	for _, row := range p.Types {
		for _, t := range row.Src {
			if c.takes(p, row, t) && !slices.Contains(out, t.Bits()) {
				out = append(out, t.Bits())
			}
		}
	}
	slices.Sort(out)
	return out
}
