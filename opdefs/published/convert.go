package published

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/genvisa/genvisa/gen"
	"github.com/genvisa/genvisa/opdefs"
)

// Conversion is what a page becomes: one page of ours, one for each form of its text when it
// describes several ops, none when it only says what pages of its own have.
type Conversion struct {
	Results []*Result
	Mends   []Mend // of reading and of converting, in the order of the page
	Left    []Left
}

// Result is a converted page.
type Result struct {
	Name     string
	Markdown []byte       // the page in the form of specs/README.md
	Enums    []byte       // sections that ENUMS.md lacks, below a title; empty when it lacks none
	Page     *opdefs.Page // Markdown as package opdefs reads it
	Known    []*opdefs.FieldEnum
}

// Inexpressible is a page for which our form has no words. Its ops stay known by name.
type Inexpressible struct {
	Pos opdefs.Pos
	Why string
}

// Error names the page by its place.
func (e *Inexpressible) Error() string { return fmt.Sprintf("%s: not expressible: %s", e.Pos, e.Why) }

// converter is a page on its way.
type converter struct {
	*Page
	part   *part
	base   *opdefs.Model // enumerations, known ops, and pages for what engines have hooks
	fields []*field
	types  []TypeMap
	ops    []*template
	enums  []newEnum
	left   []Left
}

// Convert writes a page in our form. base has the enumerations and the known ops, and
// pages of ours: what an engine has code of its own for stays its hook. The error is an
// *Inexpressible.
func Convert(p *Page, base *opdefs.Model) (*Conversion, error) {
	whole := *p
	whole.mends, whole.left = slices.Clone(p.mends), slices.Clone(p.left)
	out := &Conversion{}
	if pages := (&converter{Page: &whole, base: base}).heads(); pages != nil {
		whole.mend(p.Code.Pos, "page that heads others", p.Name, strings.Join(pages, " "))
		out.Mends = whole.mends
		return out, nil
	}
	var not []error
	with := &opdefs.Model{Types: base.Types, Enums: slices.Clone(base.Enums), Known: base.Known, Pages: base.Pages}
	for _, q := range whole.parts() {
		c := &converter{Page: q.Page, part: q, base: with}
		r, err := c.convert()
		if err != nil {
			not = append(not, err)
			continue
		}
		with.Enums = append(with.Enums, r.Known...)
		out.Results = append(out.Results, r)
		out.Mends, out.Left = append(out.Mends, c.mends...), append(out.Left, c.left...)
	}
	if len(out.Results) == 0 {
		return nil, not[0]
	}
	for _, err := range not {
		whole.lose(p.Code.Pos, "operation", "%v", err)
	}
	out.Mends, out.Left = append(whole.mends, out.Mends...), append(whole.left, out.Left...)
	slices.SortStableFunc(out.Mends, func(a, b Mend) int { return a.Pos.Line - b.Pos.Line })
	return out, nil
}

// convert writes one page.
func (c *converter) convert() (*Result, error) {
	if err := c.makeFields(); err != nil {
		return nil, err
	}
	c.makeTypes()
	if err := c.makeTexts(); err != nil {
		return nil, err
	}
	c.findEnums()
	c.findAccess()
	c.findLimits()
	return c.settle()
}

// settle takes the first of these Semantics with which the page is one of ours: the
// rewritten block, the hook of the page that we have, data.
func (c *converter) settle() (*Result, error) {
	mends, left := len(c.mends), len(c.left)
	body, why := c.body()
	if why == "" {
		r, err := c.trial("```\n" + body + "```")
		if err == nil {
			return r, nil
		}
		why = firstMessage(err)
	}
	c.mends, c.left = c.mends[:mends], c.left[:left] // those of Semantics that are not used
	for _, f := range c.fields {
		f.ignored, f.pair = false, false
	}
	at := c.semanticsAt()
	if hook := c.hook(); hook != "" {
		c.mend(at, "semantics of the engine", c.firstOfBody(), "hook "+hook)
		if r, err := c.trial("hook " + hook); err == nil {
			return r, nil
		}
		c.mends = c.mends[:mends]
	}
	c.lose(at, "semantics", "%s", why)
	r, err := c.trial("data " + why)
	if err != nil {
		return nil, &Inexpressible{at, firstMessage(err)}
	}
	return r, nil
}

// hook is the engine's code for the op: that of our pages with the page's mnemonics, when
// it is one. Mnemonics that we have no page for are left out then, and stay known by name:
// the engine's code was not written for them.
func (c *converter) hook() string {
	hook := ""
	var with, without []*template
	for _, o := range c.ops {
		page := pageOf(c.base.Pages, o.name)
		switch {
		case page == nil || page.Code != c.Code.Value || page.Data != "":
			without = append(without, o)
		case len(with) > 0 && page.Hook != hook || page.Hook == "":
			return ""
		default:
			hook, with = page.Hook, append(with, o)
		}
	}
	if hook != "" {
		c.ops = with
		for _, o := range without {
			c.lose(o.pos, "mnemonic", "hook %s was not written for %s, which stays known by name", hook, o.name)
		}
	}
	return hook
}

// pageOf is the page that has a mnemonic, or nil.
func pageOf(pages []*opdefs.Page, name string) *opdefs.Page {
	for _, p := range pages {
		for _, op := range p.Ops {
			if op.Name == name {
				return p
			}
		}
	}
	return nil
}

// trial writes the page with these Semantics and reads it back, down to its Go code.
func (c *converter) trial(semantics string) (*Result, error) {
	r := &Result{Name: c.Name, Markdown: c.write(semantics), Enums: c.writeEnums()}
	page, enums, err := opdefs.ParsePage("visa/"+c.Name+".md", r.Markdown, r.Enums, c.base)
	if err != nil {
		return nil, err
	}
	r.Page, r.Known = page, enums
	if _, err := gen.Generate(&opdefs.Model{Types: c.base.Types, Enums: slices.Concat(c.base.Enums, enums), Pages: []*opdefs.Page{page}}); err != nil {
		return nil, err
	}
	return r, nil
}

func (c *converter) lose(at opdefs.Pos, kind, format string, args ...any) {
	c.left = append(c.left, Left{at, kind, fmt.Sprintf(format, args...)})
}

func (c *converter) semanticsAt() opdefs.Pos {
	if len(c.Body) > 0 {
		return c.Body[0].Pos
	}
	return c.Code.Pos
}

func (c *converter) firstOfBody() string {
	if len(c.Body) > 0 {
		return c.Body[0].Text
	}
	return ""
}

// firstMessage is the first finding of an error without its place, which is one of a page
// that nobody sees.
func firstMessage(err error) string {
	s, _, _ := strings.Cut(err.Error(), "\n")
	if _, msg, ok := strings.Cut(s, " error: "); ok {
		s = msg
	}
	s, _, _ = strings.Cut(s, "; legal")
	return s
}

// Converter is a converter of package opdefs for a folder in which some pages are as
// published. Their mends and losses go to note; base has pages for the hooks.
func Converter(base *opdefs.Model, note func(fmt.Stringer)) opdefs.Converter {
	return func(file string, src []byte, m *opdefs.Model) ([]opdefs.Source, error) {
		if !Is(src) {
			return []opdefs.Source{{File: file, Page: src}}, nil
		}
		p, _, err := Read(file, src)
		if err != nil {
			return nil, err
		}
		made, err := Convert(p, &opdefs.Model{Types: m.Types, Enums: m.Enums, Known: m.Known, Pages: base.Pages})
		if err != nil {
			note(bytes.NewBufferString(err.Error()))
			return nil, nil
		}
		for _, x := range made.Mends {
			note(x)
		}
		for _, x := range made.Left {
			note(x)
		}
		var out []opdefs.Source
		for _, r := range made.Results {
			out = append(out, opdefs.Source{File: path.Join(path.Dir(file), r.Name+".md"), Page: r.Markdown, Enums: r.Enums})
		}
		return out, nil
	}
}
