package gen

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// rowKernel is the text of one op's kernel for one class.
func rowKernel(op *opdefs.Op, c *classInfo, errs *opdefs.Errors) string {
	v := variant{rel: -1, ieee: c.suffix != "H"}
	pred, value := op.Page.DstMay(c.sort)
	var b strings.Builder
	b.WriteString("n := min(f.N, Lanes)\n")
	switch {
	case pred && value:
		d := op.Slots()[dstSlot(op)]
		v.pred = true
		fmt.Fprintf(&b, "if f.IsPred>>%d&1 != 0 {\n%s\nreturn nil\n}\n", op.SlotOf(d), relationSwitch(op, c, v, errs))
		v.pred = false
	case pred:
		v.pred = true
	}
	b.WriteString(relationSwitch(op, c, v, errs))
	b.WriteString("\nreturn nil")
	return b.String()
}

// storesOnce reports whether a body stores one element of one row for each lane,
// from elements of that lane.
func storesOnce(p *opdefs.Page) bool {
	dsts, other := 0, false
	for _, f := range p.Fields {
		if f.Written {
			dsts++
		}
	}
	opdefs.Walk(p.Body, func(n opdefs.Node) {
		switch x := n.(type) {
		case *opdefs.Elem:
			other = other || x.Mask == "" && !isLane(x.Index)
		case *opdefs.Call:
			other = other || opdefs.IsUndefined(x)
		case *opdefs.While:
			other = true
		case *opdefs.For:
			other = other || !x.Lanes
		}
	})
	return dsts == 1 && stores(p.Body) == 1 && !other
}

// stores is the most elements that one way through a statement stores.
func stores(s opdefs.Stmt) int {
	switch x := s.(type) {
	case *opdefs.Block:
		n := 0
		for _, y := range x.List {
			n += stores(y)
		}
		return n
	case *opdefs.If:
		n := stores(x.Then)
		if x.Else != nil {
			n = max(n, stores(x.Else))
		}
		return n
	case *opdefs.For:
		return stores(x.Body)
	case *opdefs.Assign:
		if _, ok := x.Place.(*opdefs.Elem); ok {
			return 1
		}
	}
	return 0
}

func dstSlot(op *opdefs.Op) int {
	for i, f := range op.Slots() {
		if f.Type == opdefs.TDst {
			return i
		}
	}
	return 0
}

// relationSwitch makes one loop per relation when the body compares.
func relationSwitch(op *opdefs.Op, c *classInfo, v variant, errs *opdefs.Errors) string {
	field := findCall(op, "compare")
	if field == nil {
		return widthSwitch(op, c, v, errs)
	}
	rel := field.Args[0].(*opdefs.Ref).Field
	if code, fixed := op.FixedOf(rel); fixed {
		v.rel = int(code)
		return widthSwitch(op, c, v, errs)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "switch f.Field[%d] {\n", op.SlotOf(rel))
	for code := range relations {
		v.rel = code
		fmt.Fprintf(&b, "case %d:\n%s\n", code, widthSwitch(op, c, v, errs))
	}
	b.WriteString("}")
	return b.String()
}

// widthSwitch makes one loop per source width when the body asks for it.
func widthSwitch(op *opdefs.Op, c *classInfo, v variant, errs *opdefs.Errors) string {
	call := findCall(op, "width")
	ws := c.widths(op.Page)
	if call == nil {
		return modeSwitch(op, c, v, errs)
	}
	if len(ws) == 1 {
		v.widths = map[*opdefs.OpField]int{call.Operand: ws[0]}
		return modeSwitch(op, c, v, errs)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "switch f.Width[%d] {\n", op.SlotOf(call.Operand))
	for _, w := range ws {
		v.widths = map[*opdefs.OpField]int{call.Operand: w}
		fmt.Fprintf(&b, "case %d:\n%s\n", w, modeSwitch(op, c, v, errs))
	}
	b.WriteString("}")
	return b.String()
}

// modeSwitch makes a fast loop for the default float mode, and an exact one for
// saturated results that leave 64 bits.
func modeSwitch(op *opdefs.Op, c *classInfo, v variant, errs *opdefs.Errors) string {
	if c.suffix != "" {
		if c.suffix == "H" {
			v.ieee = false
			return newScope(op, c, c.sort, v, errs).run()
		}
		fast := newScope(op, c, c.sort, v, errs).run()
		v.ieee = false
		slow := newScope(op, c, c.sort, v, errs).run()
		if fast == slow {
			return slow
		}
		return fmt.Sprintf("if f.Mode == num.IEEE {\n%s\nreturn nil\n}\n%s", fast, slow)
	}
	g := newScope(op, c, c.sort, v, errs)
	plain := g.run()
	if !g.wide || op.Page.Props.Sat != opdefs.SatYes {
		return plain
	}
	switch c.name {
	case "X":
		v.sat = true
		d := op.Slots()[dstSlot(op)]
		return fmt.Sprintf("if f.Sat {\nif f.Width[%d] == 64 {\nreturn ErrSaturate64\n}\n%s\nreturn nil\n}\n%s", op.SlotOf(d), newScope(op, c, c.sort, v, errs).run(), plain)
	case "Q", "UQ":
		return "if f.Sat {\nreturn ErrSaturate64\n}\n" + plain
	}
	return plain
}

func findCall(op *opdefs.Op, name string) *opdefs.Call {
	var found *opdefs.Call
	opdefs.Walk(op.Page.Body, func(n opdefs.Node) {
		if c, ok := n.(*opdefs.Call); ok && c.Name == name && found == nil {
			found = c
		}
	})
	return found
}

var qualified = regexp.MustCompile(`\b(num|math|bits)\.([A-Z]\w*)`)

var qualPaths = map[string]string{"num": numPath, "math": "math", "bits": "math/bits"}

// goText turns Go text into jennifer code, with imports for what it names.
func goText(s string) *jen.Statement {
	out := jen.Empty()
	for {
		m := qualified.FindStringSubmatchIndex(s)
		if m == nil {
			return out.Op(s)
		}
		out.Op(s[:m[0]]).Qual(qualPaths[s[m[2]:m[3]]], s[m[4]:m[5]])
		s = s[m[1]:]
	}
}

// kernelName is the Go name of a kernel: "addUD", "gatherScaledBody".
func kernelName(op *opdefs.Op, suffix string) string {
	return strings.ToLower(op.GoName[:1]) + op.GoName[1:] + suffix
}

// tagParam is the parameter of a body that the mnemonics of a page share, which a tag tells apart.
const tagParam = "tag"

// taggedFunc is the body of a page whose mnemonics differ in a tag.
func taggedFunc(name, text string) *jen.Statement {
	return jen.Func().Id(name).Params(jen.Id("f").Op("*").Id("Frame"), jen.Id(tagParam).Int64()).Error().Block(goText(text))
}

// tagged is the body of one of them.
func tagged(name string, tag uint32) jen.Code {
	call := jen.Return(jen.Id(name).Call(jen.Id("f"), hex(uint64(tag))))
	return jen.Func().Params(jen.Id("f").Op("*").Id("Frame")).Error().Add(oneLine(call))
}

func kernelFunc(name, text string) *jen.Statement {
	return jen.Func().Id(name).Params(jen.Id("f").Op("*").Id("Frame")).Error().Block(goText(text))
}
