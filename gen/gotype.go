package gen

import (
	"fmt"
	"math/big"
)

// goType is a Go type that generated code computes in.
type goType uint8

const (
	i32 goType = iota
	u32
	i64
	u64
	f32
	f64
	noType
)

var goTypeNames = [...]string{"int32", "uint32", "int64", "uint64", "float32", "float64"}

func (t goType) String() string { return goTypeNames[t] }

func (t goType) bits() int { return [...]int{32, 32, 64, 64, 32, 64}[t] }

func (t goType) signed() bool { return t == i32 || t == i64 }

func (t goType) span() interval { return typeRange(t.bits(), t.signed()) }

// pick is the type that holds all of r: prefer if it does, else the narrowest.
func pick(r interval, prefer goType) (goType, bool) {
	if prefer <= u64 && r.within(prefer.span()) {
		return prefer, true
	}
	for t := i32; t <= u64; t++ {
		if r.within(t.span()) {
			return t, true
		}
	}
	return noType, false
}

// code is a Go expression: its text, its type and how tightly it binds.
type code struct {
	s    string
	typ  goType
	prec int // Go precedence 1..5; 6 for unary and primary expressions
}

func prim(t goType, format string, args ...any) code { return code{fmt.Sprintf(format, args...), t, 6} }

// at is the expression as operand of an operator of precedence p.
func (c code) at(p int) string {
	if c.prec < p {
		return "(" + c.s + ")"
	}
	return c.s
}

// as converts to another type; constants convert as they are.
func (c code) as(t goType) code {
	if c.typ == t {
		return c
	}
	return prim(t, "%s(%s)", t, c.s)
}

var goPrec = map[string]int{
	"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3,
	"+": 4, "-": 4, "|": 4, "^": 4, "*": 5, "/": 5, "<<": 5, ">>": 5, "&": 5, "&^": 5,
}

func infix(op string, a, b code, t goType) code {
	p := goPrec[op]
	return code{a.at(p) + " " + op + " " + b.at(p+1), t, p}
}

// literal is v modulo 2^bits as a constant of type t.
func literal(v *big.Int, t goType) code {
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.bits()))
	x := new(big.Int).Mod(v, m)
	if t.signed() && x.Bit(t.bits()-1) == 1 {
		x.Sub(x, m)
	}
	s := x.String()
	if x.Sign() > 0 && x.BitLen() > 8 {
		s = fmt.Sprintf("%#x", x)
	}
	if x.Sign() < 0 {
		return code{s, t, 5}
	}
	return code{s, t, 6}
}
