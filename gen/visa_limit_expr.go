package gen

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// requirements are the rows of OpInfo.Requires.
func requirements(op *opdefs.Op) (out []jen.Code) {
	for _, q := range op.Page.Props.Requires {
		params := jen.Params(jen.Id("k").Op("*").Id("Kernel"), jen.Id("in").Op("*").Id("Inst"))
		holds := jen.Func().Add(params).Bool().Block(jen.Return(payloadTruth(op, q.Holds)))
		it := []jen.Code{jen.Id("Words").Op(":").Lit(q.Words), jen.Id("Holds").Op(":").Add(holds)}
		if fields := shown(op, q.Holds); len(fields) > 0 {
			it = append(it, jen.Id("Of").Op(":").Index().Uint8().Values(fields...))
		}
		out = append(out, line(it...))
	}
	return out
}

// shown lists the slots of the fields that an expression reads, each once, in its order.
func shown(op *opdefs.Op, e opdefs.Expr) (out []jen.Code) {
	seen := map[int]bool{}
	add := func(f *opdefs.OpField) {
		if n := op.SlotOf(f); n >= 0 && !seen[n] {
			seen[n] = true
			out = append(out, jen.Lit(n))
		}
	}
	opdefs.Walk(e, func(n opdefs.Node) {
		switch n := n.(type) {
		case *opdefs.Ref:
			if n.Field != nil {
				add(n.Field)
			}
		case *opdefs.Call:
			if n.Operand != nil {
				add(n.Operand)
			}
		}
	})
	return out
}

// elementsOf is the function of visa.Slot.Elements for one mnemonic.
func elementsOf(op *opdefs.Op, e opdefs.Expr) jen.Code {
	return jen.Func().Params(jen.Id("in").Op("*").Id("Inst")).Int().Block(jen.Return(payloadNumber(op, e)))
}

// payload is the function of visa.Limits.Bytes for one mnemonic.
func payload(op *opdefs.Op, e opdefs.Expr) jen.Code {
	return jen.Func().Params(jen.Id("in").Op("*").Id("Inst"), jen.Id("element").Int()).Int().Block(jen.Return(payloadNumber(op, e)))
}

// payloadNumber is an int; truths are 0 and 1.
func payloadNumber(op *opdefs.Op, e opdefs.Expr) *jen.Statement {
	number := func(e opdefs.Expr) *jen.Statement { return payloadNumber(op, e) }
	if truth(e) {
		return jen.Id("choose").Call(payloadTruth(op, e), jen.Lit(1), jen.Lit(0))
	}
	switch e := e.(type) {
	case *opdefs.Num:
		return jen.Lit(int(e.Int))
	case *opdefs.Ref:
		return payloadRef(op, e)
	case *opdefs.Ternary:
		return jen.Id("choose").Call(payloadTruth(op, e.C), number(e.A), number(e.B))
	case *opdefs.Binary:
		switch e.Op {
		case "<<":
			return jen.Id("shift").Call(number(e.X), number(e.Y))
		case ">>":
			return jen.Id("shift").Call(number(e.X), jen.Op("-").Add(number(e.Y)))
		default:
			return jen.Parens(number(e.X).Op(e.Op).Add(number(e.Y)))
		}
	case *opdefs.Call:
		if e.Name == "popcount" {
			return jen.Id("ones").Call(number(e.Args[0]))
		}
		return jen.Id(e.Name).Call(number(e.Args[0]), number(e.Args[1]))
	}
	panic(fmt.Sprintf("BUG: %T in an expression of a limit", e))
}

// truth says that an expression is one of 0 and 1, and a bool in Go.
func truth(e opdefs.Expr) bool {
	switch e := e.(type) {
	case *opdefs.Unary:
		return true
	case *opdefs.Binary:
		return isTruth(e)
	case *opdefs.Call:
		return e.Operand != nil
	}
	return false
}

// limitMethods are the methods of visa.Inst for the functions of raw operands.
var limitMethods = map[string]string{"null": "null", "is_float": "float"}

// isTruth says that an operator gives 0 or 1.
func isTruth(e *opdefs.Binary) bool {
	return slices.Contains([]string{"==", "!=", "<", "<=", ">", ">=", "&&", "||"}, e.Op)
}

// settled is what a truth is for one mnemonic, whatever the instruction: its fields may be
// fixed.
func settled(op *opdefs.Op, e opdefs.Expr) (is, ok bool) {
	switch e := e.(type) {
	case *opdefs.Unary:
		is, ok = settled(op, e.X)
		return !is, ok
	case *opdefs.Binary:
		if e.Op == "&&" || e.Op == "||" {
			x, xOK := settled(op, e.X)
			y, yOK := settled(op, e.Y)
			switch decides := e.Op == "||"; {
			case xOK && x == decides, yOK && y == decides:
				return decides, true
			case xOK && yOK:
				return !decides, true
			}
			return false, false
		}
		x, xOK := fixedNumber(op, e.X)
		y, yOK := fixedNumber(op, e.Y)
		if xOK && yOK && (e.Op == "==" || e.Op == "!=") {
			return (x == y) == (e.Op == "=="), true
		}
	}
	return false, false
}

// fixedNumber is a number of a page, or of a field that the mnemonic fixes.
func fixedNumber(op *opdefs.Op, e opdefs.Expr) (uint64, bool) {
	switch e := e.(type) {
	case *opdefs.Num:
		return e.Int, true
	case *opdefs.Ref:
		if e.Field != nil && !e.Field.Log2 {
			v, ok := op.FixedOf(e.Field)
			return uint64(v), ok
		}
	}
	return 0, false
}

// payloadTruth is a bool.
func payloadTruth(op *opdefs.Op, e opdefs.Expr) *jen.Statement {
	if is, ok := settled(op, e); ok {
		return jen.Lit(is)
	}
	switch e := e.(type) {
	case *opdefs.Call:
		if e.Operand != nil {
			return jen.Id("in").Dot(limitMethods[e.Name]).Call(jen.Id("k"), jen.Lit(op.SlotOf(e.Operand)))
		}
	case *opdefs.Unary:
		return jen.Op(e.Op).Parens(payloadTruth(op, e.X))
	case *opdefs.Binary:
		switch {
		case e.Op == "&&" || e.Op == "||":
			for _, side := range [][2]opdefs.Expr{{e.X, e.Y}, {e.Y, e.X}} {
				if _, ok := settled(op, side[0]); ok {
					return payloadTruth(op, side[1])
				}
			}
			return jen.Parens(payloadTruth(op, e.X).Op(e.Op).Add(payloadTruth(op, e.Y)))
		case isTruth(e) && (truth(e.X) || truth(e.Y)):
			if is, ok := settled(op, e.Y); ok && (e.Op == "==") == is {
				return payloadTruth(op, e.X)
			} else if ok {
				return jen.Op("!").Parens(payloadTruth(op, e.X))
			}
			return jen.Parens(payloadTruth(op, e.X).Op(e.Op).Add(payloadTruth(op, e.Y)))
		case isTruth(e):
			return payloadNumber(op, e.X).Op(e.Op).Add(payloadNumber(op, e.Y))
		}
	}
	return payloadNumber(op, e).Op("!=").Lit(0)
}

// payloadRef is a field of the instruction, or what the mnemonic fixes it to.
func payloadRef(op *opdefs.Op, e *opdefs.Ref) *jen.Statement {
	switch e.Env {
	case "exec_size":
		return jen.Id("in").Dot("elements").Call()
	case "GRF_SIZE":
		return jen.Id("GRFBytes")
	case opdefs.ElementSize:
		return jen.Id("element")
	}
	f := e.Field
	v := jen.Id("in").Dot("field").Call(jen.Lit(op.SlotOf(f)))
	if fixed, ok := op.FixedOf(f); ok {
		v = jen.Lit(int(fixed))
	} else if op.SlotOf(f) < 0 {
		panic(fmt.Sprintf("BUG: field %s of %s has no slot", f.Name, op.Name))
	}
	if f.Log2 {
		return jen.Id("shift").Call(jen.Lit(1), v)
	}
	return v
}
