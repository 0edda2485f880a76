package eu

import (
	"fmt"
	"math/big"

	"github.com/genvisa/genvisa/native"
)

// operand is a source of integers with a modifier, or a number in the instruction.
type operand struct {
	place
	mod     native.SrcMod
	number  bool
	literal uint64
}

func (g *maker) operand(n int, t *elementType, number bool) (operand, string) {
	if number && t.size > 1 && t.size < 8 && g.IntN(4) == 0 {
		v := g.Uint64() >> g.IntN(64) & (t.sign()<<1 - 1)
		return operand{place: place{t: t}, number: true, literal: v}, fmt.Sprintf("%#x:%s", v, t.name)
	}
	p, text := g.source(n, t)
	return operand{place: p, mod: native.SrcMod(g.IntN(4))}, text
}

// value is the operand's element before its modifier.
func (o *operand) value(m *formState, k int) *big.Int {
	if o.number {
		return o.t.integer(o.literal)
	}
	return o.t.integer(m.get(o.at(k), o.t.size))
}

// numeric is a modifier of numbers.
func numeric(mod native.SrcMod, x *big.Int) *big.Int {
	x = new(big.Int).Set(x)
	if mod == native.ModAbs || mod == native.ModNegAbs {
		x.Abs(x)
	}
	if mod == native.ModNeg || mod == native.ModNegAbs {
		x.Neg(x)
	}
	return x
}

// logic is and, or, xor or not. From Broadwell on - is the complement and (abs) no
// modification (Lakefield PRM vol. 2b, SrcMod), before they are those of numbers.
func (g *maker) logic() {
	names := []string{"uw", "w", "ud", "d", "ub", "b", "uq", "q"}
	pick := func() *elementType { return elementTypes[names[g.IntN(6)]] }
	op := anyOf(g, "and", "or", "xor", "not")
	numbers := g.target <= native.HSW
	d, s, u := elementTypes[names[g.IntN(4)]], pick(), pick()
	switch {
	case numbers: // of another size they stop, by name
		s, u, g.cr0 = d, d, 0
	case g.target < native.LKF && g.target != native.ICL && g.IntN(6) == 0:
		d, s, u = elementTypes[anyOf(g, "q", "uq")], elementTypes[anyOf(g, "q", "uq", "d")], elementTypes[anyOf(g, "q", "uq")]
	}
	if u.size == 1 {
		u = d
	}
	n := g.size(max(d.size, s.size, u.size))
	a, ta := g.operand(n, s, false)
	b, tb := g.operand(n, u, op != "not")
	head, on, first := g.head(op, n, true)
	to, td := g.result(n, d, max(d.size, s.size, u.size))
	mark := func(o *operand, text string) string {
		if o.mod == native.ModNeg && !numbers {
			return "~" + text
		}
		return modified(o.mod, text)
	}
	line, flag, ze := head, -1, g.IntN(2) == 0
	if g.IntN(3) == 0 {
		flag = g.IntN(2)
		line += fmt.Sprintf(" (%s)f%d.0", map[bool]string{true: "ze", false: "nz"}[ze], flag)
	}
	line += " " + td + " " + mark(&a, ta)
	if op != "not" {
		line += " " + mark(&b, tb)
	}
	effect := func(o *operand, x *big.Int) *big.Int {
		switch {
		case numbers:
			return numeric(o.mod, x)
		case o.mod == native.ModNeg:
			return new(big.Int).Not(x)
		}
		return x
	}
	g.step(line, n, flag, on, func(m *formState, k int) formWrite {
		x, y := effect(&a, a.value(m, k)), new(big.Int)
		switch {
		case op == "not":
			y.Not(x)
		case op == "and":
			y.And(x, effect(&b, b.value(m, k)))
		case op == "or":
			y.Or(x, effect(&b, b.value(m, k)))
		default:
			y.Xor(x, effect(&b, b.value(m, k)))
		}
		v := d.wrap(y)
		return formWrite{to.at(k), d.size, v, first + k, (v == 0) == ze}
	})
	g.count("logic %s %d of 0, %d of 1, %d bytes", op, a.mod, b.mod, d.size)
}
