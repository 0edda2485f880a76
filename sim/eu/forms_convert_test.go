package eu

import (
	"math/big"

	"github.com/genvisa/genvisa/native"
)

// modes of cr0: rounding, and which denormals are kept.
func (g *maker) mode() {
	g.cr0 = uint32(g.IntN(4)<<4 | g.IntN(2)<<6 | g.IntN(2)<<7 | g.IntN(2)<<10)
}

// signs is a modifier of floats.
func signs(mod native.SrcMod, t *elementType, v uint64) uint64 {
	if mod == native.ModAbs || mod == native.ModNegAbs {
		v &^= t.sign()
	}
	if mod == native.ModNeg || mod == native.ModNegAbs {
		v ^= t.sign()
	}
	return v
}

// convert is a mov that changes the type, or one with a modifier or saturation that does
// not: denormals stay in conversions, whatever the mode (Ivy Bridge PRM vol. 4 part 3, 2.3.1.2).
func (g *maker) convert() {
	g.mode()
	names := []string{"hf", "f", "d", "ud", "w", "uw", "f", "hf"}
	if g.target < native.ICL {
		names = append(names, "df", "df")
	}
	d, s := elementTypes[anyOf(g, names...)], elementTypes[anyOf(g, names...)]
	for !d.float && !s.float || d.size*s.size == 16 && (d.name != "df" || s.name == "hf") {
		d, s = elementTypes[anyOf(g, names...)], elementTypes[anyOf(g, names...)]
	}
	n := g.size(max(d.size, s.size))
	p, ts := g.source(n, s)
	mod, sat := native.SrcMod(g.IntN(4)), g.IntN(3) == 0
	head, on, first := g.head("mov", n, true)
	to, td := g.result(n, d, max(d.size, s.size))
	line := head + " "
	if sat {
		line += "(sat)"
	}
	cr0 := g.cr0
	g.step(line+td+" "+modified(mod, ts), n, -1, on, func(m *formState, k int) formWrite {
		v := m.get(p.at(k), s.size)
		return formWrite{at: to.at(k), size: d.size, channel: first + k, v: converted(d, s, v, mod, sat, cr0)}
	})
	g.count("mov %s %s, modifier %d, saturated %t", d.name, s.name, mod, sat)
}

func converted(d, s *elementType, v uint64, mod native.SrcMod, sat bool, cr0 uint32) uint64 {
	mode := int(cr0 >> 4 & 3)
	var r uint64
	switch {
	case !s.float:
		r = d.round(new(big.Float).SetPrec(precision).SetInt(numeric(mod, s.integer(v))), mode)
	case d == s && mod == native.ModNone && !sat:
		return v
	case d == s:
		r = s.flushed(signs(mod, s, v), cr0)
	case !d.float:
		return d.wrap(s.truncate(signs(mod, s, v), d))
	default:
		if v = signs(mod, s, v); s.nan(v) {
			r = d.quiet()
		} else if v&^s.sign() == s.inf() {
			r = d.inf()
			if v&s.sign() != 0 {
				r |= d.sign()
			}
		} else {
			r = d.round(s.real(v), mode)
		}
	}
	if sat && d.float {
		r = d.saturate(r)
	}
	return r
}

// arithmetic is a sum, product or both of one float type: inputs and results are
// flushed as the mode says.
func (g *maker) arithmetic() {
	g.mode()
	names := []string{"f", "f", "hf"}
	if g.target < native.ICL {
		names = append(names, "df")
	}
	t := elementTypes[anyOf(g, names...)]
	op := anyOf(g, "add", "mul")
	n := g.size(t.size)
	a, ta := g.source(n, t)
	b, tb := g.source(n, t)
	ma, mb, sat := native.SrcMod(g.IntN(4)), native.SrcMod(g.IntN(4)), g.IntN(4) == 0
	head, on, first := g.head(op, n, true)
	to, td := g.result(n, t, t.size)
	line := head + " "
	if sat {
		line += "(sat)"
	}
	cr0 := g.cr0
	g.step(line+td+" "+modified(ma, ta)+" "+modified(mb, tb), n, -1, on, func(m *formState, k int) formWrite {
		x, y := signs(ma, t, m.get(a.at(k), t.size)), signs(mb, t, m.get(b.at(k), t.size))
		var v uint64
		if op == "add" {
			v = t.fused(x, t.one(), y, cr0)
		} else {
			v = t.fused(x, y, (x^y)&t.sign(), cr0)
		}
		if sat {
			v = t.saturate(v)
		}
		return formWrite{at: to.at(k), size: t.size, channel: first + k, v: v}
	})
	g.count("%s %s, modifiers %t, saturated %t", op, t.name, ma+mb > 0, sat)
}
