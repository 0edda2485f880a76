package asm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// immediate reads "0x10:ud", "-2.5:f", "(1+2):w" or "%sizeof(V32):ud". Integers
// give the bit pattern also for float types, as in "0x3f800000:f".
func (p *parser) immediate() visa.Operand {
	at := p.tok()
	neg := p.accept("-")
	num := p.tok()
	isReal := num.kind == tokNumber && isRealText(num.text)
	var bits uint64
	switch {
	case isReal:
		p.advance()
	case num.kind == tokNumber:
		p.advance()
		bits = p.parseUint(num)
	default:
		bits = uint64(p.primary(0))
	}
	if neg && bits > 1<<63 {
		p.fail(at.at, "-%d is not an integer of at most 64 bits", bits)
	}
	if neg {
		bits = -bits
	}
	p.expect(":", "an immediate, which ends in its type, for example 0x1:ud")
	t := p.typeName()
	if p.err != nil {
		return visa.Operand{}
	}
	if isReal {
		bits = p.realBits(num, neg, t)
	} else {
		bits = p.fit(at, bits, t, neg || num.kind != tokNumber)
	}
	return visa.Operand{Kind: visa.Immediate, Type: t, Imm: bits}
}

func isRealText(s string) bool {
	if len(s) < 2 || s[1]|0x20 == 'x' {
		return false // a number begins with a digit: 0x1e, or 1
	}
	for i := range len(s) {
		if c := s[i]; c == '.' || c|0x20 == 'e' {
			return true
		}
	}
	return false
}

func (p *parser) parseUint(t token) uint64 {
	base, digits := 10, t.text
	if len(digits) > 2 && (digits[1] == 'x' || digits[1] == 'X') {
		base, digits = 16, digits[2:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		p.fail(t.at, "%s is not an integer of at most 64 bits", t)
	}
	return v
}

// typeName reads a type in either case.
func (p *parser) typeName() visa.Type {
	t := p.tok()
	if t.kind != tokIdent {
		p.fail(t.at, "%s: want a type: %s", t, typeNames(0))
		return 0
	}
	p.pos++
	typ, ok := visa.ParseType(t.text)
	if !ok {
		p.fail(t.at, "unknown type %s: types are %s", t, typeNames(0))
	}
	return typ
}

// typeNames lists the types that stand in some place, or all.
func typeNames(in visa.TypePlace) string {
	var names []string
	for t := range visa.NumTypes {
		if in == 0 || t.Stands(in) {
			names = append(names, t.String())
		}
	}
	return strings.Join(names, " ")
}

// realBits rounds to double first and then to type f, as GenX_IR does.
func (p *parser) realBits(num token, neg bool, t visa.Type) uint64 {
	v, err := strconv.ParseFloat(num.text, 64)
	if err != nil || t == visa.F && math.IsInf(float64(float32(v)), 0) {
		p.fail(num.at, "%s is out of the range of type %s", num, t)
	}
	if neg {
		v = -v
	}
	switch t {
	case visa.F:
		return uint64(math.Float32bits(float32(v)))
	case visa.DF:
		return math.Float64bits(v)
	}
	p.fail(num.at, "%s: a decimal fraction needs type f or df, not %s; write the bits in hexadecimal", num, t)
	return 0
}

// fit checks that v is a value or bit pattern of type t and extends it to 64
// bits as Operand.Imm wants it. Signed words and bytes may come sign-extended
// to 32 bits, as the compiler prints them. A negative number of an unsigned
// type is its two's complement, as GenX_IR takes it; signed says that v is a
// result that may be negative, not a pattern of 64 bits.
func (p *parser) fit(at token, v uint64, t visa.Type, signed bool) uint64 {
	if !t.Stands(visa.InImmediates) {
		p.fail(at.at, "an immediate cannot have type %s: want %s", t, typeNames(visa.InImmediates))
		return 0
	}
	n := uint(8 * t.Size())
	if n == 64 {
		return v
	}
	integer := !t.IsFloat() && t.Packed() == 0
	s := int64(v)
	if integer && t.IsSigned() && v>>32 == 0 && int64(int32(v)) >= -1<<(n-1) && int32(v) < 0 {
		s = int64(int32(v))
	}
	if v>>n != 0 && !(integer && (signed || t.IsSigned()) && s < 0 && s >= -1<<(n-1)) {
		text := fmt.Sprintf("0x%x", v)
		if signed && int64(v) < 0 {
			text = strconv.FormatInt(int64(v), 10)
		}
		p.fail(at.at, "%s does not fit type %s: want at most %d bits", text, t, n)
		return 0
	}
	if integer && t.IsSigned() {
		return uint64(int64(v<<(64-n)) >> (64 - n))
	}
	return v & (1<<n - 1)
}

// binding is the strength of an operator of constant expressions, 0 for other
// words; "|", "^" and "&" stand on one level each and must not be mixed without
// parentheses, because assemblers disagree on their order.
func binding(op string) int {
	switch op[0] {
	case '|', '^', '&':
		return 1
	case '+', '-':
		return 3
	case '*', '/', '%':
		return 4
	}
	return 0
}

// number reads a constant integer expression. Most are a few digits without an operator
// behind them.
func (p *parser) number() int64 {
	if t := &p.toks[p.pos]; t.kind == tokNumber && len(t.text) <= maxDigits {
		if next := &p.toks[p.pos+1]; next.kind != tokPunct || binding(next.text) == 0 { // a number is not the end
			if v, ok := digits(t.text); ok {
				p.pos++
				return v
			}
		}
	}
	return p.expr(1, 0)
}

// maxDigits is how many decimal digits fit any number.
const maxDigits = 18

// digits is the value of a word of decimal digits alone.
func digits(s string) (v int64, ok bool) {
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		v = 10*v + int64(c)
	}
	return v, true
}

func (p *parser) expr(level, depth int) int64 {
	v := p.primary(depth)
	bitwise := ""
	for p.err == nil && p.tok().kind == tokPunct {
		op := p.tok()
		b := binding(op.text)
		if b == 0 || b < level {
			break
		}
		if b == 1 {
			if bitwise != "" && bitwise != op.text {
				p.fail(op.at, "'%s' and '%s' in one expression: write parentheses", bitwise, op.text)
				break
			}
			bitwise = op.text
		}
		p.advance()
		v = p.apply(op, v, p.expr(b+1, depth))
	}
	return v
}

func (p *parser) apply(op token, a, b int64) int64 {
	switch op.text {
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	}
	if b == 0 || a == math.MinInt64 && b == -1 {
		p.fail(op.at, "'%s' by %d is not defined", op.text, b)
		return 0
	}
	if op.text == "/" {
		return a / b
	}
	return a % b
}

const maxExprDepth = 64

func (p *parser) primary(depth int) int64 {
	t := p.tok()
	switch {
	case depth > maxExprDepth:
		p.fail(t.at, "expression nested deeper than %d", maxExprDepth)
	case t.kind == tokNumber && !isRealText(t.text):
		p.advance()
		return int64(p.parseUint(t))
	case p.accept("-"):
		return -p.primary(depth + 1)
	case p.accept("~"):
		return ^p.primary(depth + 1)
	case p.accept("("):
		v := p.expr(1, depth+1)
		p.expect(")", "a constant expression of + - * / % | ^ & ~ and %sizeof")
		return v
	case t.text == sizeOf:
		p.advance()
		return p.sizeOfArg()
	default:
		p.fail(t.at, "%s: want an integer", t)
	}
	return 0
}

const sizeOf = "%sizeof"

// sizeOfArg reads the rest of %sizeof(X): bytes of a variable, a type or "GRF".
func (p *parser) sizeOfArg() int64 {
	p.expect("(", "%sizeof")
	t := p.ident("a variable, a type or GRF in %sizeof")
	p.expect(")", "%sizeof")
	if p.err != nil {
		return 0
	}
	if t.text == "GRF" {
		return int64(visa.AlignGRF.Bytes())
	}
	if s, ok := p.syms[t.text]; ok && s.kind == symVar {
		return int64(p.k.Vars[s.id].Size())
	}
	typ, ok := visa.ParseType(t.text)
	if !ok {
		p.fail(t.at, "%%sizeof(%s): '%s' is neither a general variable nor a type nor GRF", t.text, t.text)
	}
	return int64(typ.Size())
}

// bounded reads a constant expression from lo to hi.
func (p *parser) bounded(what string, lo, hi int64) int64 {
	t := p.tok()
	v := p.number()
	if p.err == nil && (v < lo || v > hi) {
		p.fail(t.at, "%s is %d: want %d to %d", what, v, lo, hi)
		return lo
	}
	return v
}
