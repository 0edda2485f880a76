package opdefs

import "slices"

// Traits of a body: what an engine that loads and stores operands must know of
// them, derived here so that no engine knows an op by its name.

// setTraits finds the traits of a checked body over vector operands.
func setTraits(p *Page, errs *Errors) {
	wide := slices.ContainsFunc(p.Types, func(r TypeRow) bool { return slices.Contains(r.Src, UQ) })
	for _, f := range p.Fields {
		f.Low = wide && f.Type == TVec
	}
	p.lowBits(p.Body, false)
	var ones *Call
	Walk(p.Body, func(n Node) {
		c, ok := n.(*Call)
		switch {
		case !ok:
		case c.Name == "convert":
			p.Converts = true
		case c.Name == "pred_size":
			c.Operand.Whole = true
		case c.Name == "all_ones":
			ones = c
		}
	})
	p.Truth = ones != nil
	p.Copies = slices.Contains(p.Sorts(), SortFloat) && p.copies(p.Body)
	if ones != nil && !storesTruth(p.Body) {
		errs.add(ones.Pos, "all_ones(%s) where not every store is all ones or zero; legal are stores of c ? all_ones(%[1]s) : 0.0, of c ? -1 : 0, and below if (is_pred(%[1]s))", ones.Operand.Name)
	}
}

// copies reports whether a node does nothing with elements of float sources but
// store them as they are.
func (p *Page) copies(n Node) bool {
	switch n := n.(type) {
	case *Block:
		return !slices.ContainsFunc(n.List, func(s Stmt) bool { return !p.copies(s) })
	case *For:
		return p.copies(n.Body)
	case *If:
		switch val, known := Static(p, SortFloat, n.Cond); {
		case known && val:
			return p.copies(n.Then)
		case known:
			return n.Else == nil || p.copies(n.Else)
		}
		return !readsSource(n.Cond) && p.copies(n.Then) && (n.Else == nil || p.copies(n.Else))
	case *Assign:
		if _, elem := n.Place.(*Elem); elem {
			return isSource(n.Value)
		}
	}
	return !readsSource(n)
}

// isSource reports whether a value is an element of a source, or a choice of
// some that depends on none.
func isSource(e Expr) bool {
	switch e := e.(type) {
	case *Elem:
		return e.Field != nil
	case *Ternary:
		return !readsSource(e.C) && isSource(e.A) && isSource(e.B)
	case *Call:
		return e.Name == "convert" && isSource(e.Args[0])
	}
	return false
}

func readsSource(n Node) bool {
	found := false
	Walk(n, func(n Node) {
		e, ok := n.(*Elem)
		found = found || ok && e.Field != nil
	})
	return found
}

// storesTruth reports whether each element that a statement stores, other than
// to a predicate, is all ones or zero.
func storesTruth(s Stmt) bool {
	ok := true
	var visit func(Stmt)
	visit = func(s Stmt) {
		switch s := s.(type) {
		case *If:
			if c, is := s.Cond.(*Call); !is || c.Name != "is_pred" || c.Operand.Type != TDst {
				visit(s.Then)
			}
			if s.Else != nil {
				visit(s.Else)
			}
		case *Assign:
			if _, elem := s.Place.(*Elem); elem {
				t, choice := s.Value.(*Ternary)
				ok = ok && choice && (isOnes(t.A) && isZero(t.B) || isZero(t.A) && isOnes(t.B))
			}
		default:
			for _, n := range children(s) {
				visit(n)
			}
		}
	}
	visit(s)
	return ok
}

func isOnes(e Expr) bool {
	if c, ok := e.(*Call); ok {
		return c.Name == "all_ones"
	}
	u, ok := e.(*Unary)
	if !ok || u.Op != "-" {
		return false
	}
	n, ok := u.X.(*Num)
	return ok && !n.Float && n.Int == 1
}

func isZero(e Expr) bool {
	n, ok := e.(*Num)
	return ok && n.Int == 0 && n.F == 0
}

// lowBits clears Low of the sources of which a node needs more than the bits
// below 64: low says whether those suffice of its value. They suffice of what
// is stored, but not of what decides where and whether.
func (p *Page) lowBits(n Node, low bool) {
	switch n := n.(type) {
	case *If:
		if val, known := Static(p, SortInt, n.Cond); !known || val {
			p.lowBits(n.Then, false)
		} else if n.Else != nil {
			p.lowBits(n.Else, false)
		}
	case *Decl:
		p.lowBits(n.Init, n.Var.Sized)
	case *Assign:
		r, local := n.Place.(*Ref)
		p.lowBits(n.Value, !local || r.Local.Sized)
	case *Elem:
		if n.Field != nil && !low {
			n.Field.Low = false
		}
	case *Unary:
		p.lowBits(n.X, low && n.Op != "!")
	case *Binary:
		p.lowBits(n.X, low && (carryOps[n.Op] || n.Op == "<<") || n.Op == "&" && isMask(n.Y))
		p.lowBits(n.Y, low && carryOps[n.Op] || n.Op == "&" && isMask(n.X))
	case *Ternary:
		p.lowBits(n.C, false)
		p.lowBits(n.A, low)
		p.lowBits(n.B, low)
	case *Call:
		for i, a := range n.Args {
			p.lowBits(a, n.Name == "convert" && low || i == 0 && slices.Contains(bitReaders, n.Name))
		}
	default:
		for _, c := range children(n) {
			p.lowBits(c, false)
		}
	}
}

// carryOps are the operators whose low bits depend on nothing but low bits.
var carryOps = map[string]bool{"+": true, "-": true, "*": true, "&": true, "|": true, "^": true}

// bitReaders are the built-ins that look at the low 64 bits of their first
// argument.
var bitReaders = []string{"bit", "bits", "sext", "popcount", "leading_zeros", "trailing_zeros", "bit_reverse"}

// isMask reports whether an expression has no bits from 64 on.
func isMask(e Expr) bool {
	switch e := e.(type) {
	case *Num:
		return !e.Float
	case *Call:
		return e.Name == "shift_mask"
	}
	return false
}
