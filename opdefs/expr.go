package opdefs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

func (ps *parser) expr() Expr {
	defer ps.nest()()
	c := ps.binary(0)
	t := ps.tok()
	if !ps.accept("?") {
		return c
	}
	a := ps.expr()
	ps.expect(":")
	return &Ternary{t.pos, c, a, ps.expr()}
}

func (ps *parser) binary(level int) Expr {
	if level == len(precedence) {
		return ps.unary()
	}
	x := ps.binary(level + 1)
	for {
		t := ps.tok()
		if t.kind == 'o' && (t.text == "%" || level == len(precedence)-1 && t.text == "/") {
			defer ps.nest()()
			x = ps.divide(x, t)
			continue
		}
		if t.kind != 'o' || !slices.Contains(precedence[level], t.text) {
			return x
		}
		defer ps.nest()() // a chain is as deep as it is long
		ps.at++
		x = &Binary{t.pos, t.text, x, ps.binary(level + 1)}
	}
}

// divide reads x / y: floats, or whole numbers known when the instruction is
// decoded (GRF_SIZE / 4).
func (ps *parser) divide(x Expr, t token) Expr {
	if t.text == "%" {
		ps.fail(t.pos, "operator %% in Semantics; legal is imod(a, b)")
	}
	ps.at++
	return &Binary{t.pos, "/", x, ps.unary()}
}

func (ps *parser) unary() Expr {
	defer ps.nest()()
	t := ps.tok()
	for _, op := range []string{"-", "~", "!"} {
		if ps.accept(op) {
			return &Unary{t.pos, op, ps.unary()}
		}
	}
	return ps.primary()
}

func (ps *parser) primary() Expr {
	t := ps.tok()
	switch {
	case ps.accept("("):
		e := ps.expr()
		ps.expect(")")
		return e
	case t.kind == '0':
		ps.at++
		return ps.number(t)
	case t.kind == 'n':
		ps.at++
		return ps.named(t)
	}
	ps.fail(t.pos, "found %q; legal here are a name, a number, \"(\", \"-\", \"~\" and \"!\"", t.text)
	return nil
}

func (ps *parser) number(t token) Expr {
	if strings.Contains(t.text, ".") {
		f, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			ps.fail(t.pos, "number %q; legal are decimal numbers such as 1.0", t.text)
		}
		return &Num{Pos: t.pos, F: f, Float: true}
	}
	v, err := strconv.ParseUint(t.text, 0, 64)
	if err != nil || len(t.text) > 1 && t.text[0] == '0' && t.text[1] != 'x' {
		ps.fail(t.pos, "number %q; legal are decimal and 0x hexadecimal numbers of at most 64 bits", t.text)
	}
	return &Num{Pos: t.pos, Int: v}
}

// named reads what starts with a name.
func (ps *parser) named(t token) Expr {
	if ps.is("(") {
		return ps.call(t)
	}
	for i := len(ps.scope) - 1; i >= 0; i-- {
		if ps.scope[i].Name == t.text {
			ps.scope[i].reads++
			return &Ref{Pos: t.pos, Local: ps.scope[i]}
		}
	}
	if t.text == "exec_size" || t.text == "GRF_SIZE" || ps.limit == bytesLimit && t.text == ElementSize {
		ps.needs(t)
		return &Ref{Pos: t.pos, Env: t.text}
	}
	if t.text == Undefined && ps.limit == noLimit {
		return &Call{Pos: t.pos, Name: Undefined}
	}
	if t.text == "ChEn" || t.text == "EM" || t.text == "Pred" {
		ps.needs(t)
		return ps.elem(&Elem{Pos: t.pos, Mask: t.text})
	}
	if ps.is(".") {
		return ps.view(t)
	}
	if f := ps.page.Field(t.text); f != nil {
		return ps.fieldRef(t, f)
	}
	for _, f := range ps.page.Fields {
		if f.Enum != nil {
			if v, ok := f.Enum.Value(t.text); ok {
				return &Num{Pos: t.pos, Int: uint64(v)}
			}
		}
	}
	ps.fail(t.pos, "unknown name %q; legal are locals, fields (%s), exec_size, GRF_SIZE, ChEn, EM, Pred, values of the fields' enumerations and built-ins", t.text, oneOf(fieldNames(ps.page)))
	return nil
}

// needs checks that Format has the field behind a name of the language.
func (ps *parser) needs(t token) {
	want, known := map[string]FieldType{"exec_size": TExec, "lanes": TExec, "ChEn": TExec, "EM": TExec, "Pred": TPred}[t.text]
	if known && !slices.ContainsFunc(ps.page.Fields, func(f *OpField) bool { return f.Type == want }) {
		ps.fail(t.pos, "%s, but Format has no field of type %s", t.text, want)
	}
}

func (ps *parser) fieldRef(t token, f *OpField) Expr {
	if f.Like != nil {
		f = f.Like
	}
	ps.used[f] = true
	switch {
	case f.Type.IsNumber():
		return &Ref{Pos: t.pos, Field: f}
	case (f.Type == TVec || f.Type == TDst) && ps.is("["):
		return ps.elem(&Elem{Pos: t.pos, Field: f})
	case f.Type == TVec:
		return &Ref{Pos: t.pos, Field: f}
	}
	ps.fail(t.pos, "field %s of type %s stands alone; legal are number fields, scalar operands, %s[i] for vector and %s.VIEW[k] for raw operands", f.Name, f.Type, f.Name, f.Name)
	return nil
}

func (ps *parser) elem(e *Elem) Expr {
	ps.expect("[")
	e.Index = ps.expr()
	ps.expect("]")
	return e
}

func (ps *parser) view(t token) Expr {
	v := &View{Pos: t.pos}
	f := ps.page.Field(t.text)
	switch {
	case t.text == "flat", t.text == "surface", t.text == "space":
		v.Memory = t.text
		if t.text == "space" {
			ps.space(t)
		}
		if t.text == "surface" && (f == nil || f.Type != TSurface) {
			ps.fail(t.pos, "surface is used but Format has no field Surface:surface; legal is flat.VIEW[...]")
		}
		if t.text == "surface" {
			ps.used[f] = true
		}
	case f != nil && f.IsRaw():
		v.Field = f
		ps.used[f] = true
	default:
		ps.fail(t.pos, "%s has no views; legal are surface, space, flat and raw operands", t.text)
	}
	ps.expect(".")
	n := ps.name("a view")
	typ, ok := typeByName(n.text)
	switch {
	case n.text == "AT":
		v.Auto, v.Type = true, UD
	case ok && typ.IsInt():
		v.Type = typ
	default:
		ps.fail(n.pos, "view %q; legal are UB, B, UW, W, UD, D, UQ, Q and AT", n.text)
	}
	ps.expect("[")
	v.Index = ps.expr()
	ps.expect("]")
	return v
}

// space checks that Format says which memory space is: in a field of that name, and for a
// surface in a vector operand.
func (ps *parser) space(t token) {
	f, s := ps.page.Field("space"), ps.page.Field("surface")
	if f == nil || f.Enum == nil || s == nil || s.Type != TVec {
		ps.fail(t.pos, "space is used but Format has not both a field Space:ub with an enumeration and a field Surface:vec; legal is flat.VIEW[...]")
	}
	ps.used[f], ps.used[s] = true, true
	if sfid := ps.page.Field("sfid"); sfid != nil {
		ps.used[sfid] = true // a flat address of local memory
	}
}

func (ps *parser) call(t token) Expr {
	if ps.limit == requiredLimit && slices.Contains(limitOperands, t.text) {
		return ps.rawCall(t)
	}
	c := &Call{Pos: t.pos, Name: t.text}
	n, ok := builtins[t.text]
	k, onOperand := operandBuiltins[t.text]
	if !ok && !onOperand {
		var names []string
		for b := range builtins {
			names = append(names, b)
		}
		for b := range operandBuiltins {
			names = append(names, b)
		}
		slices.Sort(names)
		ps.fail(t.pos, "unknown function %q; legal are %s", t.text, oneOf(names))
	}
	ps.expect("(")
	if onOperand {
		o := ps.name("an operand")
		c.Operand = ps.page.Field(o.text)
		if !k.takes(c.Operand) {
			ps.fail(o.pos, "%s(%s); legal is a field of Format of type %s", t.text, o.text, cmp.Or(k.on, "dst or vec"))
		}
		if t.text == "address_of" {
			ps.used[c.Operand] = true
		}
		if n = k.args; n > 0 {
			ps.expect(",")
		}
	}
	for i := 0; i < n || n == pairs && (i == 0 || ps.is(",")); i++ {
		if i > 0 {
			ps.expect(",")
		}
		c.Args = append(c.Args, ps.expr())
	}
	if k := len(c.Args); n == pairs && (k%2 != 0 || k < 4 || k > 8) {
		ps.fail(t.pos, "%s of %d factors; legal are two, three or four pairs", t.text, k)
	}
	ps.expect(")")
	return c
}

// takes reports whether f may be the operand of a built-in.
func (b operandBuiltin) takes(f *OpField) bool {
	if f == nil {
		return false
	}
	return f.Type == b.on || b.on == "" && (f.Type == TDst || f.Type == TVec)
}
