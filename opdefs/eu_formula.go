package opdefs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/lazy"
)

// Formula is a length in GRFs: a number, a field of the message, or the sum,
// difference, product or truncated quotient of two formulas.
type Formula struct {
	Op    byte // + - * /, or 0 for a number or field
	Num   int
	Field string // "" for a number
	X, Y  *Formula
}

// LengthFields are fields that every message has; formulas may use them.
var LengthFields = []string{"mlen", "rlen", "header"}

// Limits of a formula: what a page needs is below, and no constant part of it
// exceeds an int.
const (
	maxFormulaNumber  = 64
	maxFormulaNumbers = 9
	maxFormulaDepth   = 20
)

var formulaToken = lazy.Regexp(`^\s*([A-Za-z][A-Za-z0-9_]*|[0-9]+|[-+*/()])`)

// formulaParser reads one cell; the first finding ends it.
type formulaParser struct {
	fields  []string
	tokens  []string
	depth   int
	numbers int
	bad     string // what is wrong, "" while nothing is
}

// formula reads a cell of a message with some fields.
func (p *euParser) formula(c euCell, fields []DescField) *Formula {
	f := formulaParser{fields: slices.Clone(LengthFields)}
	for _, d := range fields {
		f.fields = append(f.fields, d.Name)
	}
	for rest := c.Text; strings.TrimSpace(rest) != ""; {
		m := formulaToken.FindStringSubmatch(rest)
		if m == nil {
			p.errs.add(c.Pos, "formula %q: found %q: want integers, fields, + - * / and parentheses", c.Text, strings.TrimSpace(rest))
			return nil
		}
		f.tokens, rest = append(f.tokens, m[1]), rest[len(m[0]):]
	}
	out := f.sum()
	if f.bad == "" && len(f.tokens) > 0 {
		f.fail("found " + quote(f.tokens[0]) + ": want an operator or the end")
	}
	if f.bad != "" {
		p.errs.add(c.Pos, "formula %q: %s", c.Text, f.bad)
		return nil
	}
	return out
}

func (f *formulaParser) fail(why string) *Formula {
	if f.bad == "" {
		f.bad = why
	}
	f.tokens = nil
	return &Formula{}
}

func (f *formulaParser) sum() *Formula { return f.chain("+-", f.product) }

func (f *formulaParser) product() *Formula { return f.chain("*/", f.factor) }

// chain reads operands joined by operators of one precedence, from the left.
func (f *formulaParser) chain(ops string, operand func() *Formula) *Formula {
	x := operand()
	for len(f.tokens) > 0 && strings.Contains(ops, f.tokens[0]) {
		op := f.tokens[0][0]
		f.tokens = f.tokens[1:]
		y := operand()
		if op == '/' && y.Num == 0 {
			return f.fail("a divisor is no number above 0")
		}
		x = &Formula{Op: op, X: x, Y: y}
	}
	return x
}

func (f *formulaParser) factor() *Formula {
	if len(f.tokens) == 0 {
		return f.fail("it ends early: want an integer, a field or (")
	}
	t := f.tokens[0]
	f.tokens = f.tokens[1:]
	switch {
	case t == "(":
		if f.depth++; f.depth > maxFormulaDepth {
			return f.fail("parentheses nest deeper than " + strconv.Itoa(maxFormulaDepth))
		}
		x := f.sum()
		if len(f.tokens) == 0 || f.tokens[0] != ")" {
			return f.fail("a parenthesis is not closed")
		}
		f.depth--
		f.tokens = f.tokens[1:]
		return x
	case t[0] >= '0' && t[0] <= '9':
		n, err := strconv.Atoi(t)
		if err != nil || n > maxFormulaNumber {
			return f.fail("number " + t + ": want at most " + strconv.Itoa(maxFormulaNumber))
		}
		if f.numbers++; f.numbers > maxFormulaNumbers {
			return f.fail("more than " + strconv.Itoa(maxFormulaNumbers) + " numbers")
		}
		return &Formula{Num: n}
	case strings.Contains("+-*/)", t):
		return f.fail("found " + quote(t) + ": want an integer, a field or (")
	case !slices.Contains(f.fields, t):
		return f.fail("the message has no field " + t + ": want " + oneOf(f.fields))
	}
	return &Formula{Field: t}
}
