package opdefs

import "slices"

// Sort is the kind of value of a vector source: what a body is checked for.
type Sort uint8

// Sorts of values.
const (
	SortInt Sort = iota
	SortFloat
	SortBool
)

var sortNames = [...]string{"integer", "float", "BOOL"}

// String is the sort's name in messages.
func (s Sort) String() string { return sortNames[s] }

// Sorts are the sorts that the page's type maps allow for sources, each once.
// A page without type maps works on integers.
func (p *Page) Sorts() []Sort {
	var out []Sort
	for _, row := range p.Types {
		for _, t := range row.Src {
			s := SortInt
			switch {
			case t == BOOL:
				s = SortBool
			case t.IsFloat():
				s = SortFloat
			}
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	if len(out) == 0 {
		return []Sort{SortInt}
	}
	return out
}

// DstMay reports whether a type map lets sources of sort s stand with a BOOL
// destination (pred), or with another one (value).
func (p *Page) DstMay(s Sort) (pred, value bool) {
	for _, row := range p.Types {
		fits := slices.ContainsFunc(row.Src, func(t Type) bool {
			return (t == BOOL) == (s == SortBool) && t.IsFloat() == (s == SortFloat)
		})
		if !fits {
			continue
		}
		for _, t := range row.Dst {
			pred = pred || t == BOOL
			value = value || t != BOOL
		}
	}
	return pred, value
}

// checkBody parses and type-checks a page's Semantics for every sort of its type maps.
func checkBody(p *Page, errs *Errors) {
	if p.Body = parseBody(p, errs); p.Body == nil {
		return
	}
	vector := p.hasType(TDst)
	p.IsMemory = p.hasType(TRaw)
	if !p.IsMemory && !vector {
		errs.add(p.Pos, "Format has neither a dst nor a raw field, so that Semantics have nothing to write; legal is a hook")
		return
	}
	if p.IsMemory && vector {
		errs.add(p.Pos, "page has both raw and dst fields; Semantics cover one of them: legal is a hook")
		return
	}
	if vector && len(p.Types) == 0 {
		errs.add(p.Pos, "section \"#### Operand type maps\" is missing; it is required when Semantics use vector operands")
		return
	}
	seen := map[string]bool{}
	for _, s := range p.Sorts() {
		var found Errors
		c := &checker{page: p, sort: s, errs: &found, asked: map[string]*OpField{}}
		c.stmt(p.Body)
		c.complete()
		p.PredData = p.PredData || c.readsPred || c.setsPred
		p.PredResult = p.PredResult || c.setsPred
		if c.readsPred && c.setsPred {
			found.add(p.bodyPos, "Semantics both read and store Pred[i]; legal is one of them")
		}
		for _, e := range found {
			if !seen[e.Error()] {
				seen[e.Error()] = true
				*errs = append(*errs, e)
			}
		}
	}
	checkUses(p, errs)
	if !p.IsMemory {
		setTraits(p, errs)
	}
}

// Static is the value of a condition that the sort of the sources decides;
// known is false for one that is decided per instruction.
func Static(p *Page, s Sort, e Expr) (val, known bool) {
	switch e := e.(type) {
	case *Call:
		switch e.Name {
		case "is_float":
			return s == SortFloat, true
		case "is_pred":
			if e.Operand.Type != TDst {
				return s == SortBool, true
			}
			if pred, value := p.DstMay(s); pred != value {
				return pred, true
			}
		}
	case *Unary:
		if e.Op == "!" {
			v, ok := Static(p, s, e.X)
			return !v, ok
		}
	}
	return false, false
}

// checker walks a body for one sort of sources.
type checker struct {
	page      *Page
	sort      Sort
	errs      *Errors
	guarded   bool                // below a condition ChEn or EM
	scalar    *OpField            // below a condition is_scalar of this operand
	loop      *For                // the loop over all elements around the statement
	lanes     bool                // a store to element i was seen
	zero      bool                // a store to element 0 was seen
	asked     map[string]*OpField // by built-in that may ask about one field
	readsPred bool
	setsPred  bool
	alone     Expr // what a statement stores to an element, as a whole
}

func (c *checker) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		for _, x := range s.List {
			c.stmt(x)
		}
	case *If:
		c.ifStmt(s)
	case *For:
		c.forStmt(s)
	case *While:
		c.whileStmt(s)
	case *Atomic:
		c.place(s.Place)
		c.underMask(s.Pos)
		c.stmt(s.Body)
		c.want(s.Update.Args[2], SortInt, "operand of rmw")
		c.want(s.Update.Args[3], SortInt, "operand of rmw")
	case *Decl:
		c.want(s.Init, localSort(s.Var), "value of "+s.Var.Name)
	case *Assign:
		c.assign(s)
	}
}

func localSort(v *Local) Sort {
	if v.Type == BOOL {
		return SortBool
	}
	return SortInt
}

func (c *checker) assign(s *Assign) {
	switch pl := s.Place.(type) {
	case *Ref:
		have, w := c.expr(s.Value), localSort(pl.Local)
		if have != w && !(w == SortInt && have == SortBool) {
			c.errs.add(s.Pos, "a %s is assigned to %s of type %s; legal is an %s", have, pl.Local.Name, pl.Local.Type, w)
		}
	case *Elem:
		c.storesElem(s, pl)
	case *View:
		c.place(pl)
		if c.expr(s.Value) == SortFloat {
			c.errs.add(s.Pos, "a float is assigned to a view; legal is an integer")
		}
		c.underMask(s.Pos)
	}
}

func (c *checker) place(v *View) { c.want(v.Index, SortInt, "index") }

func (c *checker) want(e Expr, s Sort, what string) {
	if have := c.expr(e); have != s && !(s == SortInt && have == SortBool) && !(s == SortBool && have == SortInt) {
		c.errs.add(e.Where(), "%s is %s; legal is %s", what, have, s)
	}
}

// cond checks a condition: BOOL, or an integer that counts as true when it is not 0.
func (c *checker) cond(e Expr) { c.want(e, SortBool, "condition") }
