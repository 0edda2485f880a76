package opdefs

// whileStmt checks a loop, and that it has a way out: its condition must be able
// to become false, by what the body assigns or by what others write to memory.
func (c *checker) whileStmt(s *While) {
	c.cond(s.Cond)
	v, known := c.known(s.Cond)
	switch {
	case known && v != 0:
		c.errs.add(s.Cond.Where(), "condition of while is always true; legal is one that ends the loop")
	case !known && !moves(s):
		c.errs.add(s.Cond.Where(), "condition of while reads nothing that the loop changes; legal is one with a local that its body assigns, or with memory")
	}
	c.stmt(s.Body)
}

// moves reports whether a loop's condition reads a local that the body assigns,
// memory, or an operand that the op writes.
func moves(s *While) bool {
	found := false
	Walk(s.Cond, func(n Node) {
		switch n := n.(type) {
		case *Ref:
			found = found || n.Local != nil && assigns(s.Body, n.Local)
		case *View:
			found = found || n.Memory != "" || n.Field.Written
		}
	})
	return found
}

// known is the value of an expression that is the same in every instruction;
// known is false for others, and for arithmetic, which nobody writes in a
// condition.
func (c *checker) known(e Expr) (v int64, known bool) {
	if val, static := Static(c.page, c.sort, e); static {
		return truth(val), true
	}
	switch e := e.(type) {
	case *Num:
		return int64(min(e.Int, 1<<62)), !e.Float
	case *Unary:
		if x, ok := c.known(e.X); ok && e.Op == "!" {
			return truth(x == 0), true
		}
	case *Binary:
		return c.knownBinary(e)
	}
	return 0, false
}

func (c *checker) knownBinary(e *Binary) (v int64, known bool) {
	x, ok := c.known(e.X)
	y, ok2 := c.known(e.Y)
	switch {
	case e.Op == "||" && (ok && x != 0 || ok2 && y != 0):
		return 1, true
	case e.Op == "&&" && (ok && x == 0 || ok2 && y == 0):
		return 0, true
	case !ok || !ok2:
		return 0, false
	}
	switch e.Op {
	case "||":
		return 0, true
	case "&&":
		return 1, true
	case "==":
		return truth(x == y), true
	case "!=":
		return truth(x != y), true
	case "<":
		return truth(x < y), true
	case "<=":
		return truth(x <= y), true
	case ">":
		return truth(x > y), true
	case ">=":
		return truth(x >= y), true
	}
	return 0, false
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
