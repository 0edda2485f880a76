package asm

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/visa"
)

// Columns of the compiler's text: instructions are indented, and the running
// number stands behind column trailerCol or one blank behind a longer text.
const (
	indent     = "    "
	trailerCol = 80
)

// Print writes k as Intel's compiler writes it, byte for byte: header with the
// predefined variables as comments, declarations, and instructions numbered
// in "/// $N" trailers. It fails on what has no text, such as a name with a
// quote or an operand of the wrong kind, and on write errors; then w has
// nothing, or the part that it took.
func Print(w io.Writer, k *visa.Kernel) error {
	p := &printer{k: k}
	p.header()
	p.decls()
	p.inputs()
	p.attrs()
	for i := range k.Insts {
		p.inst(i)
	}
	if p.err != nil {
		return fmt.Errorf("printing kernel %q: %w", k.Name, p.err)
	}
	bw := bufio.NewWriter(w)
	if _, err := bw.WriteString(p.b.String()); err != nil {
		return err
	}
	return bw.Flush()
}

// Text is one instruction as Print writes it, without indent and number. Bad
// indices show as "?".
func Text(k *visa.Kernel, in *visa.Inst) string {
	p := &printer{k: k}
	p.line(in)
	return p.b.String()
}

type printer struct {
	b   strings.Builder
	k   *visa.Kernel
	err error

	names map[string]bool // of declarations so far
}

func (p *printer) f(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }
func (p *printer) s(s string)                   { p.b.WriteString(s) }

func (p *printer) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.s("?")
}

func (p *printer) header() {
	k := p.k
	p.f(".version %d.%d\n", k.Major, k.Minor)
	if k.IsFunction {
		p.f(".global_function %s\n", p.quote(k.Name))
	} else {
		p.f(".kernel %s\n", p.quote(k.Name))
	}
	for _, name := range k.Externs {
		p.f(".funcdecl %s\n", p.quote(name))
	}
	p.s("\n/// VISA Predefined Variables\n")
	for i, v := range k.Vars[:min(visa.FirstUserVar, len(k.Vars))] {
		if v.Name != "" {
			p.f("// .decl V%d v_type=G v_name=%s\n", i, v.Name)
		}
	}
	for i, s := range k.Surfaces[:min(visa.FirstUserSurface, len(k.Surfaces))] {
		p.f("// .decl T%d v_type=T v_name=%s\n", i, s.Name)
	}
	p.s("\n")
}

// quote writes a name in quotes; the text has no escapes.
func (p *printer) quote(s string) string {
	if s == "" {
		p.fail("a name is empty")
	}
	return p.quoted(s)
}

// quoted writes a string that may be empty.
func (p *printer) quoted(s string) string {
	if strings.ContainsAny(s, "\"\r\n") {
		p.fail("%q has a quote or a line end, which the text cannot show", s)
	}
	return `"` + s + `"`
}

// word writes a name plain when it reads back as one identifier.
func (p *printer) word(s string) string {
	if !isIdent(s) {
		return p.quote(s)
	}
	return s
}

// declared is the name of a declaration, of which a text has one.
func (p *printer) declared(s string) string {
	if p.names == nil {
		p.names = map[string]bool{}
		for _, d := range p.k.Surfaces[:min(visa.FirstUserSurface, len(p.k.Surfaces))] {
			p.names[d.Name] = true
		}
	}
	if p.names[s] {
		p.fail("%q is declared twice", s)
	}
	p.names[s] = true
	return p.ident(s)
}

// ident is the name of a declaration, which has no quotes.
func (p *printer) ident(s string) string {
	if !isIdent(s) {
		p.fail("%q is not a name that can be declared: want letters, digits and '_'", s)
	}
	return s
}

func isIdent(s string) bool {
	if s == "" || classes[s[0]]&name == 0 {
		return false
	}
	for i := 1; i < len(s); i++ {
		if classes[s[i]]&word == 0 {
			return false
		}
	}
	return true
}

func (p *printer) decls() {
	k := p.k
	for _, v := range tail(k.Vars, visa.FirstUserVar) {
		p.f(".decl %s v_type=G type=%s num_elts=%d", p.declared(v.Name), v.Type, v.Elems)
		if v.Align != visa.AlignByte {
			p.f(" align=%s", v.Align)
		}
		if v.Alias >= 0 {
			p.f(" alias=<%s, %d>", p.varName(v.Alias), v.AliasOff)
		}
		p.declAttrs(v.Attrs)
	}
	p.stateDecls("A", k.Addrs)
	p.stateDecls("P", tail(k.Preds, visa.FirstUserPred))
	p.stateDecls("S", k.Samplers)
	p.stateDecls("T", tail(k.Surfaces, visa.FirstUserSurface))
}

func tail[T any](s []T, n int) []T { return s[min(n, len(s)):] }

func (p *printer) stateDecls(class string, list []visa.Decl) {
	for _, d := range list {
		if class == "S" && d.Name == visa.BindlessSampler {
			continue
		}
		p.f(".decl %s v_type=%s num_elts=%d", p.declared(d.Name), class, d.Elems)
		if d.VName != "" {
			p.f(" v_name=%s", p.word(d.VName))
		}
		p.declAttrs(d.Attrs)
	}
}

func (p *printer) declAttrs(attrs []visa.Attr) {
	for i, a := range attrs {
		p.s([]string{" attrs={", ", "}[min(i, 1)] + p.attrText(a))
	}
	if len(attrs) > 0 {
		p.s("}")
	}
	p.s("\n")
}

func (p *printer) attrText(a visa.Attr) string {
	switch a.Kind {
	case visa.AttrInt:
		return p.ident(a.Name) + "=" + strconv.FormatInt(a.Int, 10)
	case visa.AttrString:
		return p.ident(a.Name) + "=" + p.quoted(a.Str)
	}
	return p.ident(a.Name)
}

func (p *printer) inputs() {
	k := p.k
	for _, in := range k.Inputs {
		dir, name := ".input", ""
		if in.Implicit != visa.NoImplicit {
			dir = "." + implicitPrefix + in.Implicit.String()
		}
		switch in.Kind {
		case visa.SurfaceVar:
			name = p.declName(k.Surfaces, in.Var)
		case visa.SamplerVar:
			name = p.declName(k.Samplers, in.Var)
		default:
			name = p.varName(in.Var)
		}
		p.f("%s %s offset=%d size=%d\n", dir, name, in.Offset, in.Size)
	}
}

// attrs leaves its last line open: the compiler ends it with what follows.
func (p *printer) attrs() {
	for i, a := range p.k.Attrs {
		if i > 0 {
			p.s("\n")
		}
		p.s(".kernel_attr " + p.attrText(a))
	}
	if len(p.k.Insts) == 0 || !opensFunction(&p.k.Insts[0]) {
		p.s("\n")
	}
}

func opensFunction(in *visa.Inst) bool { return ops().hasFunc && in.Op == ops().function }

// inst writes instruction i with its number; labels stand in column 0 below an
// empty line and carry no number, though they count.
func (p *printer) inst(i int) {
	in := &p.k.Insts[i]
	start := p.b.Len()
	switch {
	case opensFunction(in):
		p.s(indent + "\n" + mnemonic(in.Op) + " ")
		name := p.argLabel(in)
		p.f("%s\n\n%s:\n", p.quote(name), p.word(name))
		return
	case ops().hasLabel && in.Op == ops().label:
		p.f("\n%s:\n", p.word(p.argLabel(in)))
		return
	}
	p.s(indent)
	p.line(in)
	if isRemark(in.Op) {
		p.s("\n")
		return
	}
	for n := p.b.Len() - start; n < trailerCol; n++ {
		p.s(" ")
	}
	p.f(" /// $%d\n", i)
}

// isRemark says that an op is a remark of the compiler, whose line carries no number
// either: its mnemonic is in capitals.
func isRemark(op visa.Op) bool {
	name := mnemonic(op)
	return name != "" && 'A' <= name[0] && name[0] <= 'Z'
}

func (p *printer) argLabel(in *visa.Inst) string {
	for _, o := range in.Args {
		if o.Kind == visa.Label && int(o.Var) < len(p.k.Labels) && o.Var >= 0 {
			return p.k.Labels[o.Var].Name
		}
	}
	p.fail("%s without a label", in.Op)
	return "?"
}

func (p *printer) varName(i int32) string {
	if i < 0 || int(i) >= len(p.k.Vars) {
		p.fail("variable V%d is not in the table of %d", i, len(p.k.Vars))
		return ""
	}
	return p.k.Vars[i].Name
}

func (p *printer) declName(table []visa.Decl, i int32) string {
	if i < 0 || int(i) >= len(table) {
		p.fail("variable %d is not in its table of %d", i, len(table))
		return ""
	}
	return table[i].Name
}
