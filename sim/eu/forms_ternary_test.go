package eu

import (
	"fmt"
	"math/big"

	"github.com/genvisa/genvisa/native"
)

// strided is a source of three in Align1, of n elements: <V;H> implies the width, V/H, or V
// where H is 0, so that each element stands V times (IGA, Mesa's brw_disasm.c). The last
// source has one stride.
func (g *maker) strided(n int, t *elementType, last bool) (place, string) {
	for {
		v, h := anyOf(g, 0, 2, 4, 8), anyOf(g, 0, 1, 2, 4)
		if g.target >= native.TGL {
			v = anyOf(g, 0, 1, 4, 8)
		}
		p := place{v: v, w: 1, h: h, t: t}
		text := fmt.Sprintf("<%d;%d>", v, h)
		switch {
		case last:
			p.v, p.w, text = h, 1, fmt.Sprintf("<%d>", h)
		case h == 0 && v > 0:
			p.w = v
		case v > 0 && v%h == 0:
			p.w = v / h
		case v > 0 || h > 0:
			continue
		}
		q := g.put(&p, n, t.size)
		if g.IntN(2) == 0 {
			q.first &^= 31
		}
		if q.first%32+q.end(n)-q.first > 64 || p.w*p.h*t.size > 32 {
			continue
		}
		return q, q.text(text)
	}
}

// ternary is an instruction of three sources in Align1.
func (g *maker) ternary() {
	g.mode()
	op := anyOf(g, "mad", "mad", "csel", "bfe", "bfi2")
	t := elementTypes[anyOf(g, "f", "d", "ud", "hf", "f")]
	switch {
	case op[0] == 'b':
		t = elementTypes[anyOf(g, "d", "ud")]
	case op == "mad" && !t.float:
		t = elementTypes["d"]
	}
	u := t
	if op == "mad" && !t.float {
		u = elementTypes["w"] // the last source is never a dword
	}
	n := g.size(t.size)
	var p [3]place
	var text [3]string
	var mods [3]native.SrcMod
	form := ""
	for i := range p {
		ty := t
		if i == 2 {
			ty = u
		}
		p[i], text[i] = g.strided(n, ty, i == 2)
		if i < 2 && p[i].h == 0 && p[i].v > 0 {
			form += fmt.Sprintf(" <%d;0> of %d", p[i].v, i)
		}
		if t.float {
			mods[i] = native.SrcMod(g.IntN(4))
			text[i] = modified(mods[i], text[i])
		}
	}
	head, on, first := g.head(op, n, op != "csel")
	cond := anyOf(g, native.CondEQ, native.CondNE, native.CondLT, native.CondGE)
	if op == "csel" {
		head += fmt.Sprintf(" (%s)f0.0", map[native.CondMod]string{native.CondEQ: "eq", native.CondNE: "ne", native.CondLT: "lt", native.CondGE: "ge"}[cond])
	}
	to := g.put(&place{v: n, w: n, h: 1, t: t}, n, 32)
	cr0 := g.cr0
	line := fmt.Sprintf("%s %s %s %s %s", head, to.text("<1>"), text[0], text[1], text[2])
	g.step(line, n, -1, on, func(m *formState, k int) formWrite {
		var s [3]uint64
		for i := range p {
			s[i] = m.get(p[i].at(k), p[i].t.size)
			if p[i].t.float {
				s[i] = signs(mods[i], p[i].t, s[i])
			}
		}
		return formWrite{at: to.at(k), size: t.size, channel: first + k, v: threeOf(op, cond, t, u, s, cr0)}
	})
	g.count("%s %s%s", op, t.name, form)
}

func threeOf(op string, cond native.CondMod, t, u *elementType, s [3]uint64, cr0 uint32) uint64 {
	switch {
	case op == "csel":
		return chosen(cond, t, s, cr0)
	case op == "mad" && t.float:
		return t.fused(s[1], s[2], s[0], cr0)
	case op == "mad":
		x := new(big.Int).Mul(t.integer(s[1]), u.integer(s[2]))
		return t.wrap(x.Add(x, t.integer(s[0])))
	case op == "bfe":
		width, at := s[0]&31, s[1]&31
		x := new(big.Int).Rsh(t.integer(s[2]), uint(at))
		if !t.signed {
			return cut(x, uint(width)).Uint64()
		}
		v := int64(cut(x, uint(width)).Uint64()) << (64 - width) >> (64 - width) // of no bits 0
		return uint64(uint32(v))
	}
	shift := 0 // bfi2 inserts source 1 at the lowest bit of source 0
	for shift < 32 && s[0]>>shift&1 == 0 {
		shift++
	}
	return (s[0]&(s[1]<<shift) | ^s[0]&s[2]) & 0xFFFFFFFF
}

// chosen is source 0 where source 2 beside zero has the condition, else source 1.
func chosen(cond native.CondMod, t *elementType, s [3]uint64, cr0 uint32) uint64 {
	holds := cond == native.CondNE
	if !t.float {
		holds = truth(cond, t.integer(s[2]).Sign())
	} else if !t.nan(s[2]) {
		sign := 0
		switch x := t.flushed(s[2], cr0); {
		case x&^t.sign() == 0:
		case x&t.sign() != 0:
			sign = -1
		default:
			sign = 1
		}
		holds = truth(cond, sign)
	}
	if holds {
		return s[0]
	}
	return s[1]
}
