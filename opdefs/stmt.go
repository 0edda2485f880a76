package opdefs

import "slices"

// parser builds the tree of one body and resolves its names.
type parser struct {
	page  *Page
	toks  []token
	at    int
	errs  *Errors
	scope []*Local
	decls []*Local // every declared local
	used  map[*OpField]bool
	depth int // nesting of statements and expressions
	loops int // nesting of loops

	limit limitKind // what is read, when it is no body
}

// maxDepth bounds the nesting of a body, and with it the recursion.
const maxDepth = 100

// nest counts a level of nesting; the caller defers the result.
func (ps *parser) nest() func() {
	if ps.depth++; ps.depth > maxDepth {
		ps.fail(ps.tok().pos, "nesting of more than %d levels", maxDepth)
	}
	return func() { ps.depth-- }
}

// maxLoops bounds the loops inside each other: the generator runs each several
// times to find the ranges of what it changes.
const maxLoops = 4

// loop counts a loop around what follows; the caller defers the result.
func (ps *parser) loop(at Pos) func() {
	if ps.loops++; ps.loops > maxLoops {
		ps.fail(at, "more than %d loops inside each other", maxLoops)
	}
	return func() { ps.loops-- }
}

// bail ends a parse; parseBody recovers it.
type bail struct{}

// parseBody reads a page's Semantics block; nil after an error.
func parseBody(p *Page, errs *Errors) (b *Block) {
	ps := &parser{page: p, errs: errs, used: map[*OpField]bool{}}
	before := len(*errs)
	ps.toks = lexBody(p.bodyText, p.bodyPos, errs)
	if len(*errs) > before {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			b = nil
		}
	}()
	b = &Block{Pos: p.bodyPos}
	for ps.tok().kind != 'e' {
		b.List = append(b.List, ps.stmt())
	}
	for _, l := range ps.decls {
		if l.reads == 0 {
			errs.add(l.Pos, "local %s is never read", l.Name)
		}
	}
	for _, f := range p.Fields {
		if f.IsOperand() && !f.Ignored && !ps.used[f] {
			errs.add(f.Pos, "field %s is not used by Semantics; legal is a sub-bullet \"ignored\" in Description", f.Name)
		}
		if f.Ignored && ps.used[f] {
			errs.add(f.Pos, "field %s is marked ignored but Semantics use it", f.Name)
		}
	}
	return b
}

func (ps *parser) tok() token { return ps.toks[ps.at] }

func (ps *parser) fail(p Pos, format string, args ...any) {
	ps.errs.add(p, format, args...)
	panic(bail{})
}

func (ps *parser) is(op string) bool { return ps.tok().text == op && ps.tok().kind == 'o' }

func (ps *parser) accept(op string) bool {
	if ps.is(op) {
		ps.at++
		return true
	}
	return false
}

func (ps *parser) expect(op string) Pos {
	t := ps.tok()
	if !ps.accept(op) {
		ps.fail(t.pos, "found %q; legal here is %q", t.text, op)
	}
	return t.pos
}

func (ps *parser) name(what string) token {
	t := ps.tok()
	if t.kind != 'n' {
		ps.fail(t.pos, "found %q; legal here is %s", t.text, what)
	}
	ps.at++
	return t
}

func (ps *parser) keyword(w string) bool {
	if ps.tok().kind == 'n' && ps.tok().text == w {
		ps.at++
		return true
	}
	return false
}

func (ps *parser) stmt() Stmt {
	defer ps.nest()()
	t := ps.tok()
	switch {
	case ps.is("{"):
		return ps.block()
	case ps.keyword("if"):
		ps.expect("(")
		s := &If{Pos: t.pos, Cond: ps.expr()}
		ps.expect(")")
		s.Then = ps.inner()
		if ps.keyword("else") {
			s.Else = ps.inner()
		}
		return s
	case ps.keyword("for"):
		return ps.forLoop(t.pos)
	case ps.keyword("while"):
		ps.expect("(")
		s := &While{Pos: t.pos, Cond: ps.expr()}
		ps.expect(")")
		defer ps.loop(t.pos)()
		s.Body = ps.inner()
		return s
	case ps.keyword("lanes"):
		ps.needs(t)
		return ps.lanes(t.pos)
	case ps.keyword("atomic"):
		return ps.atomic(t.pos)
	}
	if t.kind == 'n' && (t.text == "int" || t.text == "BOOL" || sizedLocal(t.text)) {
		return ps.decl()
	}
	s := ps.assign()
	ps.expect(";")
	return s
}

// inner is the statement below if, else, for, while and lanes. A declaration
// there would have no use.
func (ps *parser) inner() Stmt {
	s := ps.stmt()
	if d, ok := s.(*Decl); ok {
		ps.fail(d.Pos, "declaration of %s outside a block; legal is a block { ... } around it", d.Var.Name)
	}
	return s
}

func sizedLocal(s string) bool {
	t, ok := typeByName(s)
	return ok && t.IsInt()
}

func (ps *parser) block() *Block {
	b := &Block{Pos: ps.expect("{")}
	n := len(ps.scope)
	for !ps.is("}") {
		if ps.tok().kind == 'e' {
			ps.fail(b.Pos, "block is not closed; legal is \"}\" before the end")
		}
		b.List = append(b.List, ps.stmt())
	}
	ps.expect("}")
	ps.scope = ps.scope[:n]
	return b
}

func (ps *parser) forLoop(at Pos) Stmt {
	ps.expect("(")
	v := ps.name("a loop variable")
	ps.expect("=")
	f := &For{Pos: at, From: ps.expr(), Var: &Local{Pos: v.pos, Name: v.text, Type: D, Loop: true}}
	ps.expect(";")
	if c := ps.name("the loop variable"); c.text != v.text {
		ps.fail(c.pos, "loop condition tests %s; legal is %s", c.text, v.text)
	}
	ps.expect("<")
	f.To = ps.expr()
	ps.expect(";")
	f.Step = ps.loopStep(v.text)
	ps.expect(")")
	from, ok := f.From.(*Num)
	to, ok2 := f.To.(*Ref)
	f.Lanes = ok && ok2 && from.Int == 0 && to.Env == "exec_size" && f.Step == 1 && v.text == "i"
	f.Var.Lane = f.Lanes
	ps.declare(f.Var)
	defer ps.loop(at)()
	f.Body = ps.inner()
	ps.scope = ps.scope[:len(ps.scope)-1]
	return f
}

func (ps *parser) loopStep(v string) int64 {
	pre := ps.accept("++")
	n := ps.name("the loop variable")
	if n.text != v {
		ps.fail(n.pos, "loop step changes %s; legal is %s", n.text, v)
	}
	if pre || ps.accept("++") {
		return 1
	}
	ps.expect("+=")
	k, ok := ps.primary().(*Num)
	if !ok || k.Float || k.Int == 0 || k.Int > 1<<16 {
		ps.fail(n.pos, "loop step is no positive number; legal are ++%s and %s += NUMBER", v, v)
	}
	return int64(k.Int)
}

// lanes is for (i = 0; i < exec_size; ++i) if (ChEn[i]) stmt.
func (ps *parser) lanes(at Pos) Stmt {
	v := &Local{Pos: at, Name: "i", Type: D, Loop: true, Lane: true}
	ps.declare(v)
	defer ps.loop(at)()
	body := ps.inner()
	ps.scope = ps.scope[:len(ps.scope)-1]
	i := &Ref{Pos: at, Local: v}
	return &For{Pos: at, Var: v, From: &Num{Pos: at}, To: &Ref{Pos: at, Env: "exec_size"}, Step: 1, Lanes: true,
		Body: &If{Pos: at, Cond: &Elem{Pos: at, Mask: "ChEn", Index: i}, Then: body}}
}

func (ps *parser) decl() Stmt {
	t := ps.name("a type")
	n := ps.name("a name")
	v := &Local{Pos: n.pos, Name: n.text}
	switch t.text {
	case "int":
		v.Type = Q
	case "BOOL":
		v.Type = BOOL
	default:
		v.Type, _ = typeByName(t.text)
		v.Sized = true
	}
	ps.expect("=")
	d := &Decl{Pos: t.pos, Var: v, Init: ps.expr()}
	ps.expect(";")
	ps.declare(v)
	ps.decls = append(ps.decls, v)
	return d
}

// reserved are the names that every body has.
var reserved = []string{"exec_size", "GRF_SIZE", "ChEn", "EM", "Pred", "flat", "surface", "space", Undefined}

func (ps *parser) declare(v *Local) {
	if slices.ContainsFunc(ps.scope, func(o *Local) bool { return o.Name == v.Name }) || ps.page.Field(v.Name) != nil {
		ps.fail(v.Pos, "name %s is declared already", v.Name)
	}
	if slices.Contains(reserved, v.Name) {
		ps.fail(v.Pos, "name %s has a meaning of its own; legal is another name", v.Name)
	}
	ps.scope = append(ps.scope, v)
}

// assign reads place = value and its short forms.
func (ps *parser) assign() Stmt {
	t := ps.tok()
	step := ""
	if ps.is("++") || ps.is("--") {
		step = t.text
		ps.at++
	}
	place := ps.primary()
	ps.checkPlace(place)
	one := &Num{Pos: t.pos, Int: 1}
	op := ps.tok()
	switch {
	case step != "":
		op.text = step
	case op.kind == 'o' && slices.Contains([]string{"=", "+=", "-=", "|=", "&=", "++", "--"}, op.text):
		ps.at++
	default:
		ps.fail(op.pos, "found %q; legal here are = += -= |= &= ++ and --", op.text)
	}
	switch op.text {
	case "=":
		if r, ok := place.(*Ref); ok {
			r.Local.reads-- // a plain store does not read
		}
		return &Assign{t.pos, place, ps.expr()}
	case "++", "--":
		return &Assign{t.pos, place, &Binary{op.pos, op.text[:1], place, one}}
	}
	return &Assign{t.pos, place, &Binary{op.pos, op.text[:1], place, ps.expr()}}
}

func (ps *parser) checkPlace(e Expr) {
	switch e := e.(type) {
	case *Ref:
		if e.Local != nil && !e.Local.Loop && !e.Local.Old {
			return
		}
	case *Elem:
		if e.Field != nil && e.Field.Written || e.Mask == "Pred" {
			return
		}
	case *View:
		if e.Memory != "" || e.Field.Written {
			return
		}
	}
	ps.fail(e.Where(), "this cannot be assigned; legal are locals, elements of operands that the op writes, and memory")
}
