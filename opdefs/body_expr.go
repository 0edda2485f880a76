package opdefs

import "slices"

var (
	floatOnly = []string{SumOfProducts, "fma", "floor", "ceil", "trunc", "roundeven", "sqrt", "ieee_sqrt", "quotient", "rsqrt", "inv", "exp2", "log2", "pow", "sin", "cos", "frac"}
	eitherOr  = []string{"abs", "min", "max", "convert"}
)

// FloatOnly reports whether a built-in takes floats and gives one.
func FloatOnly(name string) bool { return slices.Contains(floatOnly, name) }

// expr checks an expression and gives its sort.
func (c *checker) expr(e Expr) Sort {
	switch e := e.(type) {
	case *Num:
		if e.Float {
			return SortFloat
		}
		return SortInt
	case *Ref:
		if e.Local != nil {
			return localSort(e.Local)
		}
		if e.Field != nil && e.Field.Type == TVec && !c.page.IsMemory {
			c.errs.add(e.Pos, "%s stands alone; legal is an element, %s[i]", e.Field.Name, e.Field.Name)
		}
		return SortInt
	case *Elem:
		return c.elem(e)
	case *View:
		if !c.page.IsMemory {
			c.errs.add(e.Pos, "%s in an op without raw operands; legal are its vector operands", e.Memory)
		}
		if e.Field != nil && !e.Field.Read {
			c.errs.add(e.Pos, "%s is read, but its access is write", e.Field.Name)
		}
		c.place(e)
		return SortInt
	case *Unary:
		return c.unary(e)
	case *Binary:
		return c.binary(e)
	case *Ternary:
		if val, known := Static(c.page, c.sort, e.C); known {
			if val {
				return c.expr(e.A)
			}
			return c.expr(e.B)
		}
		c.cond(e.C)
		a, b := adapt(e.A, c.expr(e.A), e.B, c.expr(e.B))
		return c.same(e, a, b, "?:")
	case *Call:
		return c.call(e)
	}
	panic("BUG: unknown expression")
}

// floats checks that a body that stores or compares floats has float sources:
// its rows hold no others.
func (c *checker) floats(e Expr, s Sort) {
	if s == SortFloat && c.sort != SortFloat {
		c.errs.add(e.Where(), "this is a float, but the sources are of sort %s; legal are floats with float sources", c.sort)
	}
}

// elem is an element of a source or a mask bit.
func (c *checker) elem(e *Elem) Sort {
	c.index(e)
	switch {
	case e.Mask != "":
		c.readsPred = c.readsPred || e.Mask == "Pred"
		return SortBool
	case e.Field.Type == TDst:
		c.errs.add(e.Pos, "%s is read, but a dst is only written; legal is a local", e.Field.Name)
	case c.page.IsMemory:
		c.errs.add(e.Pos, "element of %s in an op with raw operands, where a vec is one number; legal is %s", e.Field.Name, e.Field.Name)
	}
	return c.sort
}

// adapt gives a number without point the sort of a float beside it.
func adapt(x Expr, xs Sort, y Expr, ys Sort) (Sort, Sort) {
	_, xn := x.(*Num)
	_, yn := y.(*Num)
	switch {
	case xn && ys == SortFloat:
		return ys, ys
	case yn && xs == SortFloat:
		return xs, xs
	}
	return xs, ys
}

func (c *checker) unary(e *Unary) Sort {
	s := c.expr(e.X)
	switch {
	case e.Op == "!":
		c.cond(e.X)
		return SortBool
	case e.Op == "~" && s == SortFloat, e.Op == "-" && s == SortBool:
		c.errs.add(e.Pos, "operator %s on a %s; legal is an integer", e.Op, s)
	}
	return s
}

func (c *checker) binary(e *Binary) Sort {
	x, y := adapt(e.X, c.expr(e.X), e.Y, c.expr(e.Y))
	switch e.Op {
	case "&&", "||":
		c.cond(e.X)
		c.cond(e.Y)
		return SortBool
	case "==", "!=", "<", "<=", ">", ">=":
		c.floats(e.X, c.same(e, x, y, e.Op))
		return SortBool
	case "&", "|", "^":
		if x == SortBool && y == SortBool {
			return SortBool
		}
	}
	s := c.same(e, x, y, e.Op)
	arithmetic := e.Op == "+" || e.Op == "-" || e.Op == "*" || e.Op == "/"
	if s == SortFloat && !arithmetic {
		c.errs.add(e.Pos, "operator %s on floats; legal are + - * / and comparisons", e.Op)
	}
	if s == SortInt && e.Op == "/" && !constant(e) {
		c.errs.add(e.Pos, "operator / on integers; legal is idiv(a, b), or a quotient of exec_size, GRF_SIZE and numbers")
	}
	if s == SortBool {
		return SortInt
	}
	return s
}

// constant is true for numbers, exec_size, GRF_SIZE and what is made of them.
func constant(e Expr) bool {
	switch e := e.(type) {
	case *Num:
		return !e.Float
	case *Ref:
		return e.Env != ""
	case *Binary:
		return constant(e.X) && constant(e.Y)
	}
	return false
}

// same joins the sorts of two operands; integers and BOOL mix, floats do not.
func (c *checker) same(e Expr, x, y Sort, op string) Sort {
	if (x == SortFloat) != (y == SortFloat) {
		c.errs.add(e.Where(), "operator %s on %s and %s; legal are two integers or two floats", op, x, y)
	}
	if x == SortBool {
		return y
	}
	return x
}

func (c *checker) call(e *Call) Sort {
	var sorts []Sort
	for _, a := range e.Args {
		sorts = append(sorts, c.expr(a))
	}
	if c.page.IsMemory && (e.Operand != nil || e.Name == "compare") {
		c.errs.add(e.Pos, "%s in an op with raw operands; legal is it with vector operands", e.Name)
		return SortInt
	}
	switch {
	case e.Name == Undefined:
		c.errs.add(e.Pos, "%s stands in an expression; legal is dst[i] = %[1]s", Undefined)
		return c.sort
	case e.Name == SumOfProducts && c.alone != e:
		c.errs.add(e.Pos, "%s stands in an expression, or outside of lanes; legal is dst[i] = %[1]s(...)", SumOfProducts)
	case e.Name == "all_ones":
		return SortFloat
	case e.Name == "width" || e.Name == "compare":
		return c.once(e, sorts)
	case e.Operand != nil && e.Name[:3] == "is_":
		return SortBool
	case e.Name == "fits":
		return SortBool
	case e.Operand != nil:
		return SortInt
	case e.Name == "rmw":
		c.errs.add(e.Pos, "rmw stands alone; legal is the last statement of an atomic block: old = rmw(op, old, a, b);")
		return SortInt
	case slices.Contains(eitherOr, e.Name):
		s := sorts[0]
		for _, o := range sorts[1:] {
			s = c.same(e, s, o, e.Name)
		}
		return s
	}
	want := SortInt
	if FloatOnly(e.Name) {
		want = SortFloat
	}
	for i, s := range sorts {
		if (s == SortFloat) != (want == SortFloat) {
			c.errs.add(e.Args[i].Where(), "argument %d of %s is %s; legal is %s", i+1, e.Name, s, want)
		}
	}
	return want
}

// once checks the built-ins that a kernel has one loop for each answer of: each
// use in a body asks about the same field.
func (c *checker) once(e *Call, sorts []Sort) Sort {
	field, out := e.Operand, SortInt
	if e.Name == "compare" {
		out = SortBool
		c.floats(e.Args[1], c.same(e, sorts[1], sorts[2], "compare"))
		r, ok := e.Args[0].(*Ref)
		if !ok || r.Field == nil || r.Field.Enum == nil || r.Field.Enum.Name != "RELATION" {
			c.errs.add(e.Args[0].Where(), "first argument of compare; legal is a field with enumeration RELATION")
			return out
		}
		field = r.Field
	}
	if first, ok := c.asked[e.Name]; ok && first != field {
		c.errs.add(e.Pos, "%s of %s after %s of %s; legal is one of them in a body", e.Name, field.Name, e.Name, first.Name)
	}
	c.asked[e.Name] = field
	return out
}
