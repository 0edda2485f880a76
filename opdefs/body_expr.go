package opdefs

import "slices"

var (
	floatOnly = []string{"fma", "floor", "ceil", "trunc", "roundeven", "sqrt", "quotient", "rsqrt", "inv", "exp2", "log2", "pow", "sin", "cos", "frac"}
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
		return SortInt
	case *Elem:
		c.index(e)
		if e.Mask != "" {
			c.readsPred = c.readsPred || e.Mask == "Pred"
			return SortBool
		}
		return c.sort
	case *View:
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
		c.same(e, x, y, e.Op)
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
	switch {
	case e.Name == "all_ones":
		return SortFloat
	case e.Operand != nil && e.Name[:3] == "is_":
		return SortBool
	case e.Name == "fits":
		return SortBool
	case e.Operand != nil:
		return SortInt
	case e.Name == "rmw":
		c.errs.add(e.Pos, "rmw stands alone; legal is the last statement of an atomic block: old = rmw(op, old, a, b);")
		return SortInt
	case e.Name == "compare":
		c.same(e, sorts[1], sorts[2], "compare")
		if r, ok := e.Args[0].(*Ref); !ok || r.Field == nil || r.Field.Enum == nil || r.Field.Enum.Name != "RELATION" {
			c.errs.add(e.Args[0].Where(), "first argument of compare; legal is a field with enumeration RELATION")
		}
		return SortBool
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
