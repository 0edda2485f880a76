package eu

import (
	"fmt"
	"math/big"

	"github.com/genvisa/genvisa/native"
)

// accumulator is a program of two: a product or a sum that leaves more bits in the
// accumulator than its type has, and an instruction with the accumulator as a source. Shifts and sums
// see all bits (Ivy Bridge PRM vol. 4 part 3, 3.3.3.5), others those of the type (docs/limits.md).
func (g *maker) accumulator() {
	t := elementTypes[anyOf(g, "d", "ud", "w", "uw")]
	n := 32 / t.size
	if g.IntN(4) == 0 {
		n /= 2
	}
	exact, maker := g.filled(n, t)
	op := anyOf(g, "mov", "add", "shl", "shr", "asr", "and", "or", "xor", "not", "avg", "sel", "cmp", "cmp", "mov", "add")
	mod := native.ModNone
	if op == "mov" || op == "add" || op == "cmp" {
		mod = native.SrcMod(g.IntN(4))
	}
	head, on, first := g.head(op, n, op != "sel" && op != "cmp")
	to, _ := g.result(n, t, t.size)
	to.h, to.v = 1, n
	td := to.text("<1>")
	acc := modified(mod, fmt.Sprintf("acc0.0<%d;%d,1>:%s", n, n, t.name))
	cond := anyOf(g, native.CondLT, native.CondGE)
	flag := -1
	line := head
	if op == "sel" || op == "cmp" {
		flag = g.IntN(2)
		line += fmt.Sprintf(" (%s)f%d.0", map[native.CondMod]string{native.CondLT: "lt", native.CondGE: "ge"}[cond], flag)
		if op == "sel" {
			flag = -1
		}
	}
	line += " " + td + " " + acc
	var b operand
	switch op {
	case "mov", "not":
	case "shl", "shr", "asr":
		b = operand{place: place{t: elementTypes["uw"]}, number: true, literal: uint64(g.IntN(32))}
		line += fmt.Sprintf(" %d:uw", b.literal)
	default:
		var text string
		b, text = g.operand(n, t, true)
		b.mod = native.ModNone
		line += " " + text
	}
	g.step(line, n, flag, on, func(m *formState, k int) formWrite {
		y := new(big.Int)
		if b.t != nil {
			y = b.value(m, k)
		}
		x, holds := accumulated(op, cond, t, exact(k), y, mod)
		return formWrite{to.at(k), t.size, x, first + k, holds}
	})
	g.count("accumulator %s of %s, modifier %d, by %s", op, t.name, mod, maker)
}

// filled writes the accumulator, in all channels, and gives its exact numbers.
func (g *maker) filled(n int, t *elementType) (exact func(k int) *big.Int, name string) {
	number := make([]*big.Int, n)
	a, ta := g.source(n, t)
	narrow := elementTypes[map[bool]string{true: "w", false: "uw"}[t.signed]]
	b, tb := g.source(n, narrow)
	op := anyOf(g, "mul", "add")
	if op == "add" {
		b, tb = g.source(n, t)
	}
	line := fmt.Sprintf("(W) %s (%d|M0) acc0.0<1>:%s %s %s", op, n, t.name, ta, tb)
	always := func(*formState, int) bool { return true }
	g.step(line, n, -1, always, func(m *formState, k int) formWrite {
		x, y := a.t.integer(m.get(a.at(k), a.t.size)), b.t.integer(m.get(b.at(k), b.t.size))
		if op == "mul" {
			number[k] = x.Mul(x, y)
		} else {
			number[k] = kept(x.Add(x, y))
		}
		return formWrite{}
	})
	return func(k int) *big.Int { return number[k] }, op
}

// kept is a number of 33 bits, which all but products leave: bit 32 is the sign.
func kept(x *big.Int) *big.Int {
	x = cut(x, 33)
	if x.Bit(32) == 1 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 33))
	}
	return x
}

// accumulated is what an instruction leaves of an exact number in the accumulator.
func accumulated(op string, cond native.CondMod, t *elementType, exact, y *big.Int, mod native.SrcMod) (v uint64, holds bool) {
	x := numeric(mod, t.integer(t.wrap(exact))) // what is seen of the type's bits
	switch op {
	case "add":
		x = new(big.Int).Add(numeric(mod, exact), y)
	case "shl":
		x = new(big.Int).Lsh(exact, uint(y.Uint64()))
	case "shr": // of 64 bits, or of the 33 of words
		bits := uint(64)
		if t.size == 2 {
			bits = 33
		}
		x = new(big.Int).Rsh(cut(exact, bits), uint(y.Uint64()))
	case "asr":
		x = new(big.Int).Rsh(exact, uint(y.Uint64()))
	case "and":
		x.And(x, y)
	case "or":
		x.Or(x, y)
	case "xor":
		x.Xor(x, y)
	case "not":
		x.Not(x)
	case "avg":
		x.Add(x, y)
		x.Rsh(x.Add(x, big.NewInt(1)), 1)
	case "cmp":
		if holds = truth(cond, x.Cmp(y)); holds {
			return t.wrap(big.NewInt(-1)), true
		}
		return 0, false
	case "sel":
		if !truth(cond, x.Cmp(y)) {
			x = y
		}
	}
	return t.wrap(x), false
}
