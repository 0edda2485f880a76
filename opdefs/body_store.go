package opdefs

// What a body stores, and under which mask: the rules that keep a kernel, which
// computes all elements and leaves the mask to the store, true to its page.

// maskOf is the mask of a guard such as if (ChEn[i]); "" for other conditions.
func maskOf(e Expr) string {
	if m, ok := e.(*Elem); ok {
		return m.Mask
	}
	return ""
}

// scalarOf is the operand of a condition is_scalar(src0), below which a loop may
// store every lane; nil for other conditions.
func scalarOf(e Expr) *OpField {
	if c, ok := e.(*Call); ok && c.Name == "is_scalar" {
		return c.Operand
	}
	return nil
}

// ifStmt checks the branches that the sort of sources leaves.
func (c *checker) ifStmt(s *If) {
	if val, known := Static(c.page, c.sort, s.Cond); known {
		if val {
			c.stmt(s.Then)
		} else if s.Else != nil {
			c.stmt(s.Else)
		}
		return
	}
	c.cond(s.Cond)
	guarded, scalar := c.guarded, c.scalar
	if m := maskOf(s.Cond); m == "ChEn" || m == "EM" {
		c.guarded = true
		if s.Else != nil {
			c.errs.add(s.Else.Where(), "else of a lane mask; elements outside the mask are never stored")
		}
	}
	if f := scalarOf(s.Cond); f != nil {
		c.scalar = f
	}
	c.stmt(s.Then)
	c.guarded, c.scalar = guarded, scalar
	if s.Else != nil {
		c.stmt(s.Else)
	}
}

// forStmt checks a loop. Its end may not move while it runs: the generator
// proves the range of the counter from it.
func (c *checker) forStmt(s *For) {
	c.want(s.From, SortInt, "loop start")
	c.want(s.To, SortInt, "loop end")
	Walk(s.To, func(n Node) {
		switch n := n.(type) {
		case *View:
			c.errs.add(n.Pos, "loop end reads memory or a raw operand; legal is a local that holds the value")
		case *Ref:
			if n.Local != nil && assigns(s.Body, n.Local) {
				c.errs.add(n.Pos, "loop end uses %s, which the loop changes; legal is a while", n.Local.Name)
			}
		}
	})
	outer := c.loop
	if s.Lanes {
		c.loop = s
	}
	c.stmt(s.Body)
	c.loop = outer
}

// assigns reports whether s stores to l.
func assigns(s Stmt, l *Local) bool {
	found := false
	Walk(s, func(n Node) {
		if a, ok := n.(*Assign); ok {
			r, isRef := a.Place.(*Ref)
			found = found || isRef && r.Local == l
		}
	})
	return found
}

// masked reports whether a statement tests the lane mask.
func masked(s Stmt) bool {
	found := false
	Walk(s, func(n Node) {
		if e, ok := n.(*Elem); ok {
			found = found || e.Mask == "ChEn" || e.Mask == "EM"
		}
	})
	return found
}

// underMask checks that a store of elements stands below the lane mask, or in a
// loop that stores every lane when one number is the source of all.
func (c *checker) underMask(at Pos) {
	switch {
	case c.page.Props.Mask != MaskChannels, c.guarded:
	case c.scalar != nil && c.loop != nil && !masked(c.loop):
		c.page.AllLanes = c.scalar
	default:
		c.errs.add(at, "store outside the lane mask, but property Mask is channels; legal is a store inside lanes or if (ChEn[i]), or Mask: none or ignored")
	}
}

// storesElem checks a store to element i of a destination, or to its element 0:
// a body does one or the other.
func (c *checker) storesElem(s *Assign, pl *Elem) {
	c.index(pl)
	switch {
	case pl.Mask != "":
		c.setsPred = true
		c.want(s.Value, SortBool, "value of "+pl.Mask)
	case IsUndefined(s.Value):
		c.leaves(pl)
	default:
		c.storesValue(s, pl)
	}
	if _, zero := pl.Index.(*Num); !zero {
		c.lanes = true
		c.underMask(s.Pos)
	} else {
		c.zero = true // the engine masks it as element 0
	}
	if c.zero && (c.lanes || c.loop != nil) {
		c.errs.add(s.Pos, "store to element 0 beside stores to all elements; legal is one of them")
	}
}

func (c *checker) storesValue(s *Assign, pl *Elem) {
	if lane, ok := pl.Index.(*Ref); ok && lane.Local != nil && lane.Local.Lane && c.loop != nil {
		c.alone = s.Value
	}
	before := len(*c.errs)
	have := c.expr(s.Value)
	c.alone = nil
	if pred, value := c.page.DstMay(c.sort); have == SortFloat && pred && !value {
		c.errs.add(s.Pos, "a float is assigned to a predicate; legal is BOOL")
	}
	if len(*c.errs) == before {
		c.floats(s.Value, have)
	}
}

// IsUndefined says that an element gets no value: it stays as it was.
func IsUndefined(e Expr) bool {
	c, ok := e.(*Call)
	return ok && c.Name == Undefined
}

// leaves checks a store of nothing. The engine stores all destinations by one mask.
func (c *checker) leaves(pl *Elem) {
	stored := 0
	for _, f := range c.page.Fields {
		if f.Type == TDst {
			stored++
		}
	}
	if pred, _ := c.page.DstMay(c.sort); pred || stored > 1 {
		c.errs.add(pl.Pos, "%s is left undefined; legal is that of the only destination of a page, and of no predicate", pl.Field.Name)
	}
}

// fieldSet is a set of fields by their place in Format; predSet is the predicate, which
// is no field of Semantics.
type fieldSet uint64

const predSet fieldSet = 1 << 63

// setOf is the field that an element belongs to.
func setOf(e *Elem) fieldSet {
	if e.Mask != "" {
		return predSet
	}
	return 1 << e.Field.Index
}

// surely are the destinations that a statement stores whenever it is executed.
func (c *checker) surely(s Stmt) fieldSet {
	var out fieldSet
	switch s := s.(type) {
	case *Block:
		for _, x := range s.List {
			out |= c.surely(x)
		}
	case *If:
		val, known := Static(c.page, c.sort, s.Cond)
		switch {
		case maskOf(s.Cond) == "ChEn", maskOf(s.Cond) == "EM", known && val:
			return c.surely(s.Then)
		case s.Else == nil:
			return 0
		case known:
			return c.surely(s.Else)
		}
		return c.surely(s.Then) & c.surely(s.Else)
	case *For:
		if s.Lanes {
			return c.surely(s.Body)
		}
	case *Assign:
		if e, ok := s.Place.(*Elem); ok {
			return setOf(e)
		}
	}
	return out
}

// complete checks that every element of every destination is stored, whatever
// the operands are: what a kernel does not store has no defined value.
func (c *checker) complete() {
	have := c.surely(c.page.Body)
	seen := fieldSet(0)
	Walk(c.page.Body, func(n Node) {
		a, ok := n.(*Assign)
		if !ok {
			return
		}
		e, ok := a.Place.(*Elem)
		if !ok || (have|seen)&setOf(e) != 0 {
			return
		}
		seen |= setOf(e)
		name := e.Mask
		if name == "" {
			name = e.Field.Name
		}
		c.errs.add(a.Pos, "%s is not stored in every case; legal is a store on each path, or one of a value chosen with ?:", name)
	})
}

// checkUses checks what a body asks of masks and operands against all of its
// page: one that reads Pred[i] guards its stores with EM[i], every other one
// with ChEn[i]; is_float(dst) has one answer for each sort of sources.
func checkUses(p *Page, errs *Errors) {
	Walk(p.Body, func(n Node) {
		switch n := n.(type) {
		case *Elem:
			switch {
			case n.Mask == "ChEn" && p.PredData:
				errs.add(n.Pos, "mask ChEn in Semantics that read Pred[i]; there the predicate is data, legal is if (EM[i])")
			case n.Mask == "EM" && !p.PredData && p.hasType(TPred):
				errs.add(n.Pos, "mask EM in Semantics that do not read Pred[i]; there the predicate masks, legal is if (ChEn[i])")
			}
		case *Call:
			if n.Name == "is_float" && n.Operand.Type == TDst && !p.kindsAgree() {
				errs.add(n.Pos, "is_float(%s), where a type map has a float %s of sources that are none, or the other way round; legal are maps of one kind", n.Operand.Name, n.Operand.Name)
			}
		}
	})
}

// kindsAgree reports whether destinations are floats exactly where sources are.
func (p *Page) kindsAgree() bool {
	for _, row := range p.Types {
		for _, src := range row.Src {
			for _, dst := range row.Dst {
				if dst != BOOL && src != BOOL && dst.IsFloat() != src.IsFloat() {
					return false
				}
			}
		}
	}
	return true
}

func (p *Page) hasType(t FieldType) bool {
	for _, f := range p.Fields {
		if f.Type == t {
			return true
		}
	}
	return false
}
