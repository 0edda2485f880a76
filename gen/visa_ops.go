package gen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/genvisa/genvisa/opdefs"
)

// visaOps writes the Op constants, the enumerations, the op table and the rows of
// ops that no page defines.
func visaOps(m *opdefs.Model, j *jen.File) error {
	j.Comment("Op is a vISA mnemonic; several may share one opcode byte. The zero value is no op.")
	j.Type().Id("Op").Uint16()
	j.Comment("Ops in the order of their opcodes.")
	j.Const().DefsFunc(func(g *jen.Group) {
		g.Id("OpInvalid").Id("Op").Op("=").Iota()
		for _, op := range allOps(m) {
			g.Id("Op" + op.GoName).Comment(op.Name)
		}
		g.Id("NumOps")
	})
	argNames(m, j)
	platformNames(j)
	for _, e := range m.Enums {
		if e.Name == opdefs.HookEnum {
			continue // names of methods, not of field values
		}
		var vals []jen.Code
		for _, v := range e.Values {
			vals = append(vals, line(jen.Lit(v.Text), hex(uint64(v.Code))))
		}
		of := jen.Dict{
			jen.Id("Name"):   jen.Lit(e.Name),
			jen.Id("Values"): rows(jen.Index().Id("EnumValue"), vals),
		}
		if e.Flags {
			of[jen.Id("Flags")] = jen.True()
		}
		j.Var().Id(enumVar(e)).Op("=").Id("Enum").Add(jen.Values(of))
	}
	items := []jen.Code{jen.Id("OpInvalid").Op(":").Add(line(jen.Id("Name").Op(":").Lit("invalid")))}
	for _, op := range allOps(m) {
		items = append(items, jen.Id("Op"+op.GoName).Op(":").Add(opRow(op)))
	}
	j.Var().Id("opTable").Op("=").Add(rows(jen.Index(jen.Id("NumOps")).Id("OpInfo"), items))
	others := m.WithoutPage()
	if n := len(items) + len(others); n > maxOps {
		return fmt.Errorf("%d mnemonics: want at most %d, as many as Op has numbers", n, maxOps)
	}
	j.Var().Id("withoutPage").Op("=").Add(rows(jen.Index(jen.Op("...")).Id("OpInfo"), each(others, opaqueRow)))
	return nil
}

// maxOps is how many numbers an Op has for mnemonics; one more is no op.
const maxOps = 1<<16 - 1

// opaqueRow is the OpInfo literal of an op without a page: its text is kept as it is.
func opaqueRow(o *opdefs.KnownOp) jen.Code {
	it := []jen.Code{jen.Id("Name").Op(":").Lit(o.Name), jen.Id("Code").Op(":").Add(hex(uint64(o.Code)))}
	if o.HasSub {
		it = append(it, jen.Id("Sub").Op(":").Add(hex(uint64(o.Sub))), jen.Id("HasSub").Op(":").True())
	}
	for _, field := range []string{"Slots", "Text"} {
		it = append(it, jen.Id(field).Op(":").Id("opaque"+field))
	}
	return line(append(it, jen.Id("HasPred").Op(":").True(), jen.Id("Sem").Op(":").Id("SemOpaque"))...)
}

// argNames writes a constant for each name that an operand has on some page.
func argNames(m *opdefs.Model, j *jen.File) {
	seen := map[string]bool{}
	for _, op := range allOps(m) {
		for _, f := range op.Slots() {
			seen[f.Name] = true
		}
	}
	j.Comment("ArgName is the name of an operand on its page, Dst or Element_offset; OpInfo.Args says which slot has it.")
	j.Type().Id("ArgName").Uint8()
	j.Comment("Names of operands in alphabetical order.")
	j.Const().DefsFunc(func(g *jen.Group) {
		typed := jen.Id("ArgName").Op("=").Iota()
		for _, name := range slices.Sorted(maps.Keys(seen)) {
			g.Id("Arg" + slotCamel(name)).Add(typed)
			typed = jen.Empty()
		}
		g.Id("NumArgNames").Add(typed)
	})
}

func enumVar(e *opdefs.FieldEnum) string {
	parts := strings.Split(strings.ToLower(e.Name), "_")
	return "enum" + slotCamel(strings.Join(parts, "_"))
}

// slotCamel turns "element_offset" into "ElementOffset".
func slotCamel(s string) string {
	var b strings.Builder
	for _, w := range strings.Split(s, "_") {
		if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String()
}

// verifyNumbers are the numbers of an OpInfo that only a verifier asks for.
func verifyNumbers(p *opdefs.Page) (it []jen.Code) {
	if n := p.Props.Align; n != 0 {
		it = append(it, jen.Id("Align").Op(":").Lit(int(n)))
	}
	if n := p.Props.Registers; n != 0 {
		it = append(it, jen.Id("Registers").Op(":").Lit(int(n)))
	}
	return it
}

// hookTag is the value of the field without bytes of an op that engines have code for; bodies
// have it in their own.
func hookTag(op *opdefs.Op) (v uint32) {
	if f := op.Page.Tag(); f != nil && op.Page.Hook != "" {
		v, _ = op.FixedOf(f)
	}
	return v
}

// traits are the fields of an OpInfo that follow from the Semantics of a page, and from how
// near the hardware they are.
func traits(p *opdefs.Page) (it []jen.Code) {
	for _, t := range []struct {
		name string
		on   bool
	}{
		{"NoMask", p.Props.Mask != opdefs.MaskChannels}, {"PredData", p.PredData}, {"PredResult", p.PredResult},
		{"Approx", p.Props.Accuracy != ""}, {"Converts", p.Converts}, {"Copies", p.Copies}, {"Truth", p.Truth},
	} {
		if t.on {
			it = append(it, jen.Id(t.name).Op(":").True())
		}
	}
	return it
}

// opRow is an OpInfo literal; fields with their zero value are left out.
func opRow(op *opdefs.Op) jen.Code {
	p := op.Page
	var it []jen.Code
	set := func(name string, v jen.Code) { it = append(it, jen.Id(name).Op(":").Add(v)) }
	flag := func(name string, on bool) {
		if on {
			set(name, jen.True())
		}
	}
	set("Name", jen.Lit(op.Name))
	set("Page", jen.Lit(p.Name))
	set("Code", hex(uint64(p.Code)))
	if _, sub, has := op.Opcode(); has {
		set("Sub", hex(uint64(sub)))
		set("HasSub", jen.True())
	}
	if v := hookTag(op); v != 0 {
		set("Tag", hex(uint64(v)))
	}
	for _, f := range p.Fields {
		flag("HasExec", f.Type == opdefs.TExec)
		flag("HasPred", f.Type == opdefs.TPred)
	}
	flag("Sat", op.Sat)
	flag("SatFloat", op.Sat && p.Props.Sat == opdefs.SatFloat)
	for _, p := range []struct {
		name string
		bits uint64
	}{{"Platforms", uint64(p.Props.Platforms)}, {"Execs", uint64(p.Props.Execs)}} {
		if p.bits != 0 {
			set(p.name, hex(p.bits))
		}
	}
	it = append(it, verifyNumbers(p)...)
	it = append(it, traits(p)...)
	if p.AllLanes != nil {
		set("AllLanes", jen.Lit(op.SlotOf(p.AllLanes)+1))
	}
	if len(p.Fields) > 0 {
		set("Layout", jen.Lit(layout(p)))
	}
	if fx := fixedRows(op); len(fx) > 0 {
		set("Fixed", jen.Index().Id("FixedField").Add(line(fx...)))
	}
	if slots := each(op.Slots(), func(f *opdefs.OpField) jen.Code { return slotRow(op, f) }); len(slots) > 0 {
		set("Slots", rows(jen.Index().Id("Slot"), slots))
		at := each(op.Slots(), func(f *opdefs.OpField) jen.Code {
			return jen.Id("Arg" + slotCamel(f.Name)).Op(":").Lit(op.SlotOf(f) + 1)
		})
		set("Args", jen.Index(jen.Id("NumArgNames")).Uint8().Add(line(at...)))
	}
	text := each(op.Text, func(t opdefs.TextPart) jen.Code { return textRow(op, t) })
	set("Text", jen.Index().Id("TextPart").Add(line(text...)))
	if rules := each(p.Types, typeRule); len(rules) > 0 {
		set("Types", jen.Index().Id("TypeRule").Add(line(rules...)))
	}
	if list := requirements(op); len(list) > 0 {
		set("Requires", rows(jen.Index().Id("Requirement"), list))
	}
	if p.Props.Mods != opdefs.ModNone {
		set("Mods", jen.Id([]string{"", "ModArithmetic", "ModLogic"}[p.Props.Mods]))
	}
	switch {
	case p.Hook != "":
		set("Sem", jen.Id("SemHook"))
		set("Hook", jen.Id("Hook"+slotCamel(p.Hook)))
	case p.Data != "":
		set("Sem", jen.Id("SemData"))
		set("Why", jen.Lit(p.Data))
	case p.IsMemory:
		set("Sem", jen.Id("SemMemory"))
	}
	flag("Writes2", writtenSlots(op) > 1)
	return rows(jen.Empty(), it)
}

// each renders the elements of a list.
func each[T any](l []T, render func(T) jen.Code) []jen.Code {
	out := make([]jen.Code, len(l))
	for i, x := range l {
		out[i] = render(x)
	}
	return out
}

func typeRule(t opdefs.TypeRow) jen.Code {
	it := []jen.Code{jen.Id("Dst").Op(":").Add(typeSet(t.Dst)), jen.Id("Src").Op(":").Add(typeSet(t.Src))}
	if t.Guard != 0 {
		it = append(it, jen.Id("Platforms").Op(":").Add(hex(uint64(t.Guard))))
	}
	return line(it...)
}

func writtenSlots(op *opdefs.Op) int {
	n := 0
	for _, f := range op.Slots() {
		if f.Written {
			n++
		}
	}
	return n
}

func layout(p *opdefs.Page) string {
	var b strings.Builder
	for _, f := range p.Layout() {
		if f.Optional {
			b.WriteByte('o')
			continue
		}
		if f.Elts {
			b.WriteByte(opdefs.TElts.Letter())
			continue
		}
		b.WriteByte(f.Type.Letter())
	}
	if p.Repeated() != nil {
		b.WriteByte('*')
	}
	return b.String()
}

func fixedRows(op *opdefs.Op) []jen.Code {
	var out []jen.Code
	for at, f := range op.Page.Layout() {
		v, ok := op.FixedOf(f)
		if !ok {
			continue
		}
		like := 0
		if f.Like != nil {
			like = op.SlotOf(f.Like) + 1
		}
		out = append(out, line(jen.Lit(at), hex(uint64(v)), jen.Lit(like)))
	}
	return out
}

var slotKinds = map[opdefs.FieldType]string{
	opdefs.TDst: "SlotDst", opdefs.TVec: "SlotVec", opdefs.TRaw: "SlotRaw", opdefs.TReg: "SlotRaw", opdefs.TUB: "SlotU8",
	opdefs.TUW: "SlotU16", opdefs.TUD: "SlotU32", opdefs.TD: "SlotI32", opdefs.TSurface: "SlotSurface",
	opdefs.TSampler: "SlotSampler", opdefs.TLabel: "SlotLabel", opdefs.TString: "SlotString", opdefs.TLongString: "SlotString", opdefs.TVar: "SlotVariable",
}

// classKinds names the visa.Kind of an operand class.
var classKinds = map[string]string{
	"general": "General", "indirect": "Indirect", "immediate": "Immediate", "address": "Address", "address of": "AddressOf", "state": "State",
}

func slotRow(op *opdefs.Op, f *opdefs.OpField) jen.Code {
	it := []jen.Code{jen.Id("Name").Op(":").Lit(f.Name), jen.Id("Kind").Op(":").Id(slotKinds[f.Type])}
	switch {
	case f.Read && f.Written:
		it = append(it, jen.Id("Access").Op(":").Id("ReadsWrites"))
	case f.Read:
		it = append(it, jen.Id("Access").Op(":").Id("Reads"))
	case f.Written:
		it = append(it, jen.Id("Access").Op(":").Id("Writes"))
	}
	if len(f.Classes) > 0 {
		kinds := each(f.Classes, func(c string) jen.Code { return jen.Id(classKinds[c]) })
		it = append(it, jen.Id("Kinds").Op(":").Add(bitSet(kinds)))
	}
	if len(f.Types) > 0 {
		it = append(it, jen.Id("Types").Op(":").Add(typeSet(f.Types)))
	}
	if f.Repeat {
		it = append(it, jen.Id("Repeat").Op(":").True())
	}
	if f.Type == opdefs.TReg {
		it = append(it, jen.Id("Origin").Op(":").True())
	}
	if f.Optional {
		it = append(it, jen.Id("Optional").Op(":").True())
	}
	if f.Low {
		it = append(it, jen.Id("Low").Op(":").True())
	}
	if f.Pair {
		it = append(it, jen.Id("Pair").Op(":").True())
	}
	if f.Elements != nil {
		it = append(it, jen.Id("Elements").Op(":").Add(elementsOf(op, f.Elements)))
	}
	if f.SideBySide {
		it = append(it, jen.Id("Side").Op(":").True())
	}
	if f.Whole {
		it = append(it, jen.Id("Whole").Op(":").True())
	}
	if a := f.Absent; a != nil && op.SlotOf(a.Field) >= 0 {
		it = append(it, jen.Id("Absent").Op(":").Id("Absence").Add(line(jen.Lit(op.SlotOf(a.Field)+1), hex(uint64(a.Value)))))
	}
	if a := f.Present; a != nil {
		it = append(it, jen.Id("Present").Op(":").Id("Flag").Add(line(jen.Lit(op.SlotOf(a.Field)+1), hex(uint64(a.Bit)))))
	}
	if f.One != nil {
		it = append(it, jen.Id("One").Op(":").Lit(int(*f.One)))
	}
	if f.Short {
		it = append(it, jen.Id("Short").Op(":").True())
	}
	if f.DataFrom != 0 {
		it = append(it, jen.Id("DataFrom").Op(":").Lit(int(f.DataFrom)))
	}
	if len(f.DataOf) > 0 {
		it = append(it, jen.Id("DataOf").Op(":").Add(bitSet(each(f.DataOf, func(v uint32) jen.Code { return jen.Lit(int(v)) }))))
	}
	if f.Why != "" {
		it = append(it, jen.Id("Why").Op(":").Lit(f.Why))
	}
	if len(f.RoughOf) > 0 {
		it = append(it, jen.Id("RoughOf").Op(":").Add(bitSet(each(f.RoughOf, func(v uint32) jen.Code { return jen.Lit(int(v)) }))), jen.Id("Rough").Op(":").Lit(f.Rough))
	}
	if f.Omitted != 0 {
		it = append(it, jen.Id("Omitted").Op(":").Lit(int(f.Omitted)))
	}
	if f.Hex != "" {
		it = append(it, jen.Id("Hex").Op(":").Lit(f.Hex))
	}
	if f.Enum != nil {
		it = append(it, jen.Id("Enum").Op(":").Op("&").Id(enumVar(f.Enum)))
	}
	return line(append(it, limits(op, &f.Limits)...)...)
}

func textRow(op *opdefs.Op, t opdefs.TextPart) jen.Code {
	it := []jen.Code{jen.Id("Kind").Op(":").Id(string(t.Kind))}
	if t.Lit != "" {
		it = append(it, jen.Id("Lit").Op(":").Lit(t.Lit))
	}
	if t.Field != nil {
		if s := op.SlotOf(t.Field); s > 0 {
			it = append(it, jen.Id("Slot").Op(":").Lit(s))
		}
	}
	if t.Wide {
		it = append(it, jen.Id("Wide").Op(":").True())
	}
	if t.Glue {
		it = append(it, jen.Id("Glue").Op(":").True())
	}
	if t.Group > 0 {
		it = append(it, jen.Id("Group").Op(":").Lit(t.Group))
	}
	return line(it...)
}

// typeSet is a TypeSet constant, readable in the table.
func typeSet(ts []opdefs.Type) jen.Code {
	return bitSet(each(ts, func(t opdefs.Type) jen.Code { return jen.Id(t.String()) }))
}

// bitSet is a sum of shifts.
func bitSet(bits []jen.Code) jen.Code {
	s := jen.Empty()
	for i, b := range bits {
		if i > 0 {
			s.Op("|")
		}
		s.Lit(1).Op("<<").Add(b)
	}
	return s
}
