package asm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

const implicitPrefix = "implicit_"

// directives are the statements that begin with a dot.
var directives = []struct {
	name string
	read func(*parser)
}{
	{"decl", (*parser).decl},
	{"input", func(p *parser) { p.input(visa.NoImplicit) }},
	{"kernel_attr", func(p *parser) { p.k.Attrs = append(p.k.Attrs, p.attr()) }},
	{"kernel", func(p *parser) { p.name(false) }},
	{"global_function", func(p *parser) { p.name(true) }},
	{"version", (*parser).version},
	{"function", (*parser).function},
	{"funcdecl", func(p *parser) { p.k.Externs = append(p.k.Externs, p.quoted(`a name, for example "fold"`)) }},
}

func (p *parser) directive() {
	t := p.advance()
	if rest, ok := strings.CutPrefix(t.text, implicitPrefix); ok {
		kind, ok := visa.ParseImplicit(rest)
		if !ok {
			p.fail(t.at, "%s: want .%s with LOCAL_SIZE, GROUP_COUNT, LOCAL_ID, PSEUDO_INPUT or UNDEFINED_n", t, implicitPrefix)
		}
		p.input(kind)
		p.end(t.String())
		return
	}
	var names []string
	for _, d := range directives {
		if d.name == t.text {
			d.read(p)
			if p.tok().kind != tokEOL {
				p.end(t.String())
			}
			return
		}
		names = append(names, "."+d.name)
	}
	if p.opaqueDirective(t) {
		return
	}
	p.fail(t.at, "unknown directive %s: want %s", t, strings.Join(names, " "))
}

// quoted reads a name in quotes; plain identifiers are accepted.
func (p *parser) quoted(what string) string {
	t := p.tok()
	if t.kind != tokString && t.kind != tokIdent || t.text == "" {
		p.fail(t.at, "%s: want %s", t, what)
		return ""
	}
	p.advance()
	return t.text
}

func (p *parser) name(isFunction bool) {
	t := p.tok()
	name := p.quoted(`a name, for example "saxpy"`)
	if p.named {
		p.fail(t.at, "a second kernel '%s' in one text; the first is '%s'", name, p.k.Name)
		return
	}
	p.named = true
	p.k.Name, p.k.IsFunction = name, isFunction
}

func (p *parser) version() {
	if p.versioned {
		p.fail(p.tok().at, "a second .version in one text; the first is %d.%d", p.k.Major, p.k.Minor)
	}
	p.versioned = true
	t := p.advance()
	major, minor, ok := strings.Cut(t.text, ".")
	a, err1 := strconv.ParseUint(major, 10, 8)
	b, err2 := strconv.ParseUint(minor, 10, 8)
	if !ok || err1 != nil || err2 != nil {
		p.fail(t.at, "%s: want a version, for example 4.1", t)
		return
	}
	if !visa.IsVersion(uint8(a), uint8(b)) {
		p.fail(t.at, "there is no version %s of vISA: want %s", t.text, versions())
		return
	}
	p.k.SetVersion(uint8(a), uint8(b))
	if name := p.k.Vars[visa.VarScratch].Name; name != "" {
		p.syms[name] = symbol{symVar, visa.VarScratch}
	}
}

// versions says which versions there are: "3.0 to 3.8 or 4.0 to 4.2".
func versions() string {
	var list []string
	for _, v := range visa.Versions {
		list = append(list, fmt.Sprintf("%d.%d to %d.%d", v.Major, v.First, v.Major, v.Last))
	}
	return strings.Join(list, " or ")
}

func (p *parser) function() {
	name := p.quoted(`a name, for example "main_0"`)
	if p.err == nil {
		p.entry, p.entryAt = &name, p.toks[0].at
	}
}

// declaration is a .decl statement before its table is known.
type declaration struct {
	name, vtype token
	typ         visa.Type
	elems       int
	align       visa.Align
	alias       int32
	aliasOff    int
	vname       string
	attrs       []visa.Attr
	seen        uint8 // bit n: declFields[n] was given
}

// declFields are the fields of .decl.
var declFields = [...]string{"v_type", "type", "num_elts", "align", "alias", "v_name", "attrs"}

// has says that a field was given.
func (d *declaration) has(field string) bool {
	return d.seen>>slices.Index(declFields[:], field)&1 != 0
}

func (p *parser) decl() {
	d := declaration{name: p.ident("the name of a variable"), alias: -1}
	if strings.HasPrefix(d.name.text, "%") {
		p.fail(d.name.at, "'%s' cannot be declared: names with '%%' are predefined", d.name.text)
	}
	if d.name.text == visa.BindlessSampler {
		p.fail(d.name.at, "'%s' cannot be declared: it is the bindless sampler, which is predefined", d.name.text)
	}
	for p.err == nil && p.tok().kind != tokEOL {
		key := p.ident("v_type= type= num_elts= align= alias= v_name= attrs=")
		p.expect("=", "a declaration")
		n := slices.Index(declFields[:], key.text)
		switch {
		case n < 0:
			p.fail(key.at, "unknown field %s: want v_type= type= num_elts= align= alias= v_name= attrs=", key)
		case d.seen>>n&1 != 0:
			p.fail(key.at, "'%s=' comes twice", key.text)
		default:
			d.seen |= 1 << n
			p.declField(&d, key.text)
		}
	}
	if p.err == nil {
		p.declare(&d)
	}
}

func (p *parser) declField(d *declaration, key string) {
	switch key {
	case "v_type":
		d.vtype = p.ident("a variable class: G A P S T")
	case "type":
		d.typ = p.typeName()
	case "num_elts":
		d.elems = int(p.bounded("num_elts", 1, 1<<16-1))
	case "align":
		t := p.advance()
		a, ok := visa.ParseAlign(t.text)
		if !ok || t.kind != tokIdent {
			p.fail(t.at, "unknown alignment %s: want %s", t, alignNames())
		}
		d.align = a
	case "alias":
		p.expect("<", "alias=<variable, offset>")
		d.alias = p.lookup(p.ident("a general variable"), symVar, "only general variables can be aliased")
		p.expect(",", "alias=<variable, offset>")
		d.aliasOff = int(p.bounded("alias offset", 0, 1<<16-1))
		p.expect(">", "alias=<variable, offset>")
	case "v_name":
		d.vname = p.quoted("a name")
	case "attrs":
		d.attrs = p.attrs()
	}
}

func alignNames() string {
	var names []string
	for a := range visa.NumAligns {
		names = append(names, a.String())
	}
	return strings.Join(names, " ")
}

// declare enters a complete declaration in its table.
func (p *parser) declare(d *declaration) {
	if _, ok := p.syms[d.name.text]; ok {
		p.fail(d.name.at, "'%s' is already declared", d.name.text)
		return
	}
	if d.elems == 0 {
		p.fail(d.name.at, "the declaration of '%s' has no num_elts=", d.name.text)
		return
	}
	if d.vtype.text == "G" {
		if !d.has("type") {
			p.fail(d.name.at, "the declaration of '%s' has no type=: types are %s", d.name.text, typeNames(visa.InVariables))
			return
		}
		p.takesNo(d, "v_name")
		p.syms[d.name.text] = symbol{symVar, int32(len(p.k.Vars))}
		p.k.Vars = append(p.k.Vars, visa.Var{
			Name: d.name.text, Type: d.typ, Align: d.align, Elems: d.elems,
			Alias: d.alias, AliasOff: d.aliasOff, Attrs: d.attrs, Pos: d.name.at.pos(),
		})
		return
	}
	kind, table := p.declTable(d)
	if table == nil {
		return
	}
	p.takesNo(d, "type", "align", "alias")
	if kind != symSurface && kind != symSampler {
		p.takesNo(d, "v_name")
	}
	p.syms[d.name.text] = symbol{kind, int32(len(*table))}
	*table = append(*table, visa.Decl{Name: d.name.text, VName: d.vname, Elems: d.elems, Attrs: d.attrs, Pos: d.name.at.pos()})
}

// takesNo refuses fields that the class of a variable does not have.
func (p *parser) takesNo(d *declaration, fields ...string) {
	for _, f := range fields {
		if d.has(f) {
			p.fail(d.name.at, "'%s' has v_type=%s, which takes no %s=", d.name.text, d.vtype.text, f)
		}
	}
}

func (p *parser) declTable(d *declaration) (symKind, *[]visa.Decl) {
	switch d.vtype.text {
	case "A":
		return symAddr, &p.k.Addrs
	case "P":
		return symPred, &p.k.Preds
	case "S":
		return symSampler, &p.k.Samplers
	case "T":
		return symSurface, &p.k.Surfaces
	case "":
		p.fail(d.name.at, "the declaration of '%s' has no v_type=: G A P S or T", d.name.text)
	default:
		p.fail(d.vtype.at, "unknown variable class %s: want G A P S or T", d.vtype)
	}
	return 0, nil
}

// attr reads NAME, NAME=3 or NAME="text".
func (p *parser) attr() visa.Attr {
	name := p.ident("the name of an attribute")
	if p.err == nil && !isIdent(name.text) {
		p.fail(name.at, "'%s' is no name of an attribute: names with '%%' are predefined variables", name.text)
	}
	a := visa.Attr{Name: name.text}
	if !p.accept("=") {
		return a
	}
	if t := p.tok(); t.kind == tokString {
		p.advance()
		a.Kind, a.Str = visa.AttrString, t.text
		return a
	}
	a.Kind, a.Int = visa.AttrInt, p.number()
	return a
}

func (p *parser) attrs() []visa.Attr {
	var out []visa.Attr
	p.expect("{", "attrs={...}")
	for p.err == nil && !p.is("}") {
		out = append(out, p.attr())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "attrs={...}")
	return out
}

// input reads the rest of .input or .implicit_*.
func (p *parser) input(implicit visa.Implicit) {
	t := p.ident("the variable of the input")
	s, _ := p.symbol(t)
	in := visa.Input{Var: s.id, Implicit: implicit, Pos: t.at.pos()}
	switch s.kind {
	case symSurface:
		in.Kind = visa.SurfaceVar
	case symSampler:
		in.Kind = visa.SamplerVar
	case symAddr, symPred:
		p.fail(t.at, "'%s' is %s: an input is a general variable, a surface or a sampler", t.text, symNames[s.kind])
	}
	p.key("offset")
	in.Offset = int(p.bounded("offset", 0, 1<<15-1))
	p.key("size")
	in.Size = int(p.bounded("size", 1, 1<<16-1))
	if p.err == nil {
		p.k.Inputs = append(p.k.Inputs, in)
	}
}

func (p *parser) key(name string) {
	t := p.tok()
	if !p.accept(name) {
		p.fail(t.at, "%s: want %s=", t, name)
	}
	if !p.accept("=") {
		p.expect("=", name+"=")
	}
}
