package gen

import (
	"fmt"
	"math"
	"strconv"

	"github.com/genvisa/genvisa/opdefs"
)

// numNames are the functions of internal/num behind operators and built-ins;
// the suffix F, H or D is added. All but those without mode take it first.
var numNames = map[string]string{
	"+": "Add", "-": "Sub", "*": "Mul", "/": "Div", "fma": "Fma", "sqrt": "SqrtApprox", "ieee_sqrt": "Sqrt", "frac": "Frac",
	"min": "Min", "max": "Max", "quotient": "DivApprox",
	"rsqrt": "Rsqrt", "inv": "Inv", "exp2": "Exp2", "log2": "Log2", "pow": "Pow", "sin": "Sin", "cos": "Cos",
}

// missingD are the functions that internal/num has not for doubles.
var missingD = map[string]bool{"rsqrt": true, "inv": true, "exp2": true, "log2": true, "pow": true, "sin": true, "cos": true,
	"sqrt": true, "quotient": true}

var roundings = map[string]string{
	"floor": "num.Down", "ceil": "num.Up", "trunc": "num.TowardZero", "roundeven": "num.NearestEven",
}

// float emits a float expression in the class's type.
func (g *scope) float(e opdefs.Expr) code {
	t := g.class.typ
	switch x := e.(type) {
	case *opdefs.Num:
		return g.number(x)
	case *opdefs.Elem:
		return prim(t, "%s[%s]", g.row(x.Field), g.index(x.Index))
	case *opdefs.Unary:
		return code{"-" + g.float(x.X).at(6), t, 6}
	case *opdefs.Binary:
		return g.arith(x)
	case *opdefs.Ternary:
		return g.chooseFloat(x)
	case *opdefs.Call:
		return g.floatCall(x)
	}
	panic("BUG: float expression of unknown kind")
}

// number is a variable with a number's value in the class's type: Go's own
// constants would be computed exactly, and know no -0.
func (g *scope) number(x *opdefs.Num) code {
	t, v, text := g.class.typ, x.F, strconv.FormatFloat(x.F, 'g', -1, 64)
	if !x.Float {
		v, text = float64(x.Int), strconv.FormatUint(x.Int, 10)
	}
	if limit := map[string]float64{"H": 65504, "F": math.MaxFloat32, "D": math.MaxFloat64}[g.class.suffix]; v > limit {
		g.fail(x.Pos, "number %s; legal are numbers up to %g", text, limit)
	}
	init := fmt.Sprintf("%s(%s)", t, text)
	const exactInHalf = 1 << 11
	if g.class.suffix == "H" && (v > exactInHalf || v != math.Trunc(v)) {
		init = fmt.Sprintf("num.HalfToF(num.FToHalf(num.IEEE, %s))", init)
	}
	return prim(t, "%s", g.hoist("number", init))
}

func (g *scope) mode() string { return g.hoist("m", "f.Mode") }

// arith rounds after each operator. In the default mode a Go operator does, but
// for the NaN; the conversion keeps Go from fusing.
func (g *scope) arith(x *opdefs.Binary) code {
	a, b := g.float(x.X), g.float(x.Y)
	t := g.class.typ
	if g.variant.ieee {
		return prim(t, "num.Canon%s(%s(%s))", g.class.suffix, t, infix(x.Op, a, b, t).s)
	}
	return prim(t, "num.%s%s(%s, %s, %s)", numNames[x.Op], g.class.suffix, g.mode(), a.s, b.s)
}

func (g *scope) chooseFloat(x *opdefs.Ternary) code {
	switch g.truth(x.C) {
	case 1:
		return g.float(x.A)
	case 0:
		return g.float(x.B)
	}
	v, t := g.temp(), g.class.typ
	cond := g.boolean(x.C)
	g.emit("%s := %s(%s)", v, t, g.float(x.B).s)
	g.emit("if %s {", cond.s)
	g.emit("%s = %s", v, g.float(x.A).s)
	g.emit("}")
	return prim(t, "%s", v)
}

func (g *scope) floatCall(x *opdefs.Call) code {
	t, suf := g.class.typ, g.class.suffix
	switch x.Name {
	case "convert":
		return g.float(x.Args[0])
	case opdefs.SumOfProducts:
		return g.sumOfProducts(x)
	case "all_ones":
		return prim(t, "math.Float%dfrombits(1<<%d - 1)", t.bits(), t.bits())
	case "abs":
		b := t.bits()
		return prim(t, "math.Float%dfrombits(math.Float%dbits(%s) &^ (1 << %d))", b, b, g.float(x.Args[0]).s, b-1)
	case "min", "max":
		if g.variant.ieee { // nothing is flushed
			return prim(t, "num.%s%s(num.IEEE, %s, %s)", numNames[x.Name], suf, g.float(x.Args[0]).s, g.float(x.Args[1]).s)
		}
	case "floor", "ceil", "trunc", "roundeven":
		return prim(t, "num.Round%s(%s, %s, %s)", suf, g.mode(), roundings[x.Name], g.float(x.Args[0]).s)
	}
	if suf == "D" && missingD[x.Name] {
		switch x.Name {
		case "inv":
			return prim(t, "num.DivD(%s, 1, %s)", g.mode(), g.float(x.Args[0]).s)
		case "quotient":
			return prim(t, "num.DivD(%s, %s, %s)", g.mode(), g.float(x.Args[0]).s, g.float(x.Args[1]).s)
		}
		g.fail(x.Pos, "%s is not defined for DF; legal is a type map without DF", x.Name)
		return prim(t, "0")
	}
	if x.Name == "fma" && g.variant.ieee && suf == "F" {
		return g.quickFma(x)
	}
	args := g.mode()
	for _, a := range x.Args {
		args += ", " + g.float(a).s
	}
	return prim(t, "num.%s%s(%s)", numNames[x.Name], suf, args)
}

// quickFma is the product and sum of floats in the default mode: of almost all
// values two operations and a test that stand in the loop.
func (g *scope) quickFma(x *opdefs.Call) code {
	args := fmt.Sprintf("%s, %s, %s", g.float(x.Args[0]).s, g.float(x.Args[1]).s, g.float(x.Args[2]).s)
	v, ok := g.temp(), g.temp()
	g.emit("%s, %s := num.QuickFmaF(%s)", v, ok, args)
	g.emit("if !%s {", ok)
	g.emit("%s = num.FmaF(num.IEEE, %s)", v, args)
	g.emit("}")
	return prim(f32, "%s", v)
}

// compared is an operand of a float comparison: denormals count as zero when
// the mode flushes them.
func (g *scope) compared(e opdefs.Expr) code {
	c := g.float(e)
	if g.variant.ieee {
		return c
	}
	return prim(c.typ, "%s.Flush%s(%s)", g.mode(), g.class.suffix, c.s)
}

// sumOfProducts is the sum of the products of pairs of factors. Where its value depends on
// how it is rounded on the way, an instruction that stores the lane ends with an error.
func (g *scope) sumOfProducts(x *opdefs.Call) code {
	if g.class.suffix != "F" {
		g.fail(x.Pos, "%s of other numbers than F; legal is a type map of F alone", x.Name)
		return prim(f32, "0")
	}
	var factors [2]string
	for i, a := range x.Args {
		factors[i%2] += g.float(a).s + ", "
	}
	sum, known := g.temp(), g.temp()
	g.emit("%s, %s := num.DotF(%s, []float32{%s}, []float32{%s})", sum, known, g.mode(), factors[0], factors[1])
	g.emit("if !%s && f.ChEn>>i&1 != 0 {", known)
	g.emit("return ErrRounding")
	g.emit("}")
	return prim(f32, "%s", sum)
}
