package opdefs

import (
	"slices"
	"strings"
)

// checkPage checks what spans sections of one page, then its Semantics.
func checkPage(p *Page, errs *Errors) {
	for _, op := range p.Ops {
		checkText(op, errs)
		checkGroups(op, errs)
		checkFlags(op, errs)
		if p.Family() {
			if _, _, ok := op.Opcode(); !ok {
				errs.add(op.Pos, "mnemonic %s has no sub-opcode; legal is a clause \"; %s=N\" where the first field is %s", op.Name, SubField, title(SubField))
			}
		}
	}
	checkLimits(p, errs)
	hasExec := p.hasType(TExec)
	if n := mostSlots(p); n > MaxSlots {
		errs.add(p.Pos, "Format has %d operand fields; legal are at most %d", n, MaxSlots)
	}
	if p.Props.Mask == MaskNone && hasExec && p.HasBody() {
		errs.add(p.Pos, "property Mask is none but Format has an exec field; legal are channels and ignored")
	}
	if p.Props.Mask == MaskChannels && !hasExec && p.HasBody() {
		errs.add(p.Pos, "property Mask is channels but Format has no exec field; legal is none")
	}
	switch f := p.Repeated(); {
	case !p.HasBody():
	case f != nil:
		errs.add(f.Pos, "field %s repeats; legal is that on a page whose Semantics are a hook", f.Name)
	default:
		checkBody(p, errs)
	}
}

// checkText checks that each field stands once, in a form that suits its type.
func checkText(op *Op, errs *Errors) {
	p := op.Page
	seen := map[*OpField]bool{}
	for i, t := range op.Text {
		if t.Field == nil {
			if t.Kind == TextSat && (p.Props.Sat == SatNo || i == 0 || op.Text[i-1].Kind != TextName) {
				errs.add(t.Pos, "[.sat] stands on an op whose property Saturation is no, or not directly after the mnemonic")
			}
			continue
		}
		if seen[t.Field] {
			errs.add(t.Pos, "placeholder <%s> stands twice", t.Field.Name)
		}
		seen[t.Field] = true
		if _, fixed := op.FixedOf(t.Field); fixed {
			errs.add(t.Pos, "placeholder <%s> is a fixed field and cannot be written", t.Field.Name)
		}
		if t.Field.Repeat && (i != len(op.Text)-1 || t.Kind != TextSlot && t.Kind != TextList) {
			errs.add(t.Pos, "placeholder <%s> of a field that repeats; legal is <F> or (<F>) at the end of the template", t.Field.Name)
		}
		if t.Field.Optional != (t.Kind == TextOption) || t.Kind == TextOption && (i != len(op.Text)-2 || op.Text[i+1].Field == nil || !op.Text[i+1].Field.Repeat) {
			errs.add(t.Pos, "placeholder <%s>; legal is [<F>] for a field that may be missing, directly before one that repeats, and for no other", t.Field.Name)
		}
		if t.Field.Hex != "" && (t.Field.Hex != "0x") != (t.Kind == TextMod) {
			errs.add(t.Pos, "placeholder <%s> of a number in hexadecimal behind %q; legal is .<F> behind letters, and any other form behind 0x", t.Field.Name, t.Field.Hex)
		}
		if !textFits(t.Kind, t.Field.Type) {
			errs.add(t.Pos, "placeholder <%s> of type %s in this form; legal are [(<F>)] for pred, (<F>) for exec and numbers, .<F> for numbers, +<F> for d, <F>: for labels, \"<F>\" for strings, <F> for all but exec, pred and d", t.Field.Name, t.Field.Type)
		}
	}
	for _, f := range p.Fields {
		if _, fixed := op.FixedOf(f); !fixed && !seen[f] && f.Type != TCount && f.Type != TSame {
			errs.add(op.Pos, "template of %s does not show field %s; each field stands once, unless it is fixed", op.Name, f.Name)
		}
	}
}

// checkGroups checks that what stands in brackets can be missing, and that a reader sees
// by the first word of it whether it is.
func checkGroups(op *Op, errs *Errors) {
	last := 0
	for _, t := range op.Text {
		first := t.Group != last
		last = t.Group
		switch {
		case t.Group == 0:
		case first && t.Kind == TextWord && t.Field.Omitted > 0:
		case first && t.Kind != TextLit && (t.Kind != TextMod || t.Field.Enum == nil):
			errs.add(t.Pos, "a group in brackets begins with this piece; legal are 'c', .<F> of a field with an enumeration, and <F> within a word of a field with \"omitted\"")
		case t.Field == nil:
		case t.Field.Type == TRaw, t.Field.Type == TVec && t.Field.Absent != nil:
		case t.Field.Type.IsNumber() && (t.Field.Enum == nil || slices.Contains(fieldCodes(t.Field), 0)):
		default:
			errs.add(t.Pos, "field %s of type %s in brackets; legal are raw fields, number fields that can be 0, and vec fields with \"absent\"", t.Field.Name, t.Field.Type)
		}
	}
	for _, f := range op.Page.Fields {
		if at := slices.IndexFunc(op.Text, func(t TextPart) bool { return t.Field == f }); f.Absent != nil && at >= 0 && op.Text[at].Group == 0 {
			errs.add(op.Text[at].Pos, "field %s can be absent; legal is its place in a group of brackets", f.Name)
		}
	}
}

// mostSlots is how many operand fields an instruction of the page may have. The sub-opcode that
// tells its mnemonics apart is none, but a body counts all fields with a bullet.
func mostSlots(p *Page) int {
	n := len(slotNames(p))
	if p.Family() && !p.HasBody() {
		n--
	}
	return n
}

func textFits(k TextKind, t FieldType) bool {
	switch k {
	case TextPred:
		return t == TPred
	case TextExec:
		return t == TExec
	case TextMod, TextFlags, TextParen, TextOpen, TextClose, TextWord:
		return t.IsNumber()
	case TextSigned:
		return t == TD
	case TextLabel:
		return t == TLabel
	case TextQuoted:
		return t.IsString()
	}
	return t != TExec && t != TPred && t != TCount && t != TD && t != TSame
}

// checkSet checks pages against each other.
func checkSet(m *Model, errs *Errors) {
	names, goNames := map[string]*Op{}, map[string]*Op{}
	for i, p := range m.Pages {
		for _, q := range m.Pages[:i] {
			if q.Code == p.Code && (q.Sub == p.Sub || q.HasSub != p.HasSub) && !toldApart(q, p) {
				errs.add(p.Pos, "opcode of %s is taken by page %s; legal are another opcode, another sub-opcode, or a field whose fixed value or enumeration tells them apart", p.Name, q.Name)
			}
		}
		for _, op := range p.Ops {
			if o := names[op.Name]; o != nil && !overload(o, op) {
				errs.add(op.Pos, "mnemonic %s is taken at %s", op.Name, o.Pos)
			}
			if slices.Contains(takenNames, op.GoName) {
				errs.add(op.Pos, "mnemonic %s makes the Go name %s, which package visa uses for something else; legal is another mnemonic", op.Name, op.GoName)
			}
			if o := goNames[op.GoName]; o != nil {
				errs.add(op.Pos, "Go name Op%s is taken at %s", op.GoName, o.Pos)
			}
			names[op.Name], goNames[op.GoName] = op, op
		}
	}
	checkKnownOps(m, names, errs)
	for _, p := range m.Pages {
		for i, op := range p.Ops {
			for _, q := range p.Ops[:i] {
				if len(op.Fixed) == 0 || sameFixed(op, q) {
					errs.add(op.Pos, "mnemonics %s and %s have the same encoding; legal is a clause \"; field=N\" that differs", q.Name, op.Name)
				}
			}
		}
	}
}

// takenNames are Go names of ops that hand-written names of package visa leave
// no room for: OpInfo, OpInvalid, NewKernel.
var takenNames = []string{"Info", "Invalid", "Kernel"}

// overload allows one mnemonic on two pages only when a label colon tells them apart.
func overload(a, b *Op) bool {
	return strings.HasPrefix(a.Name, ".") != strings.HasPrefix(b.Name, ".")
}

// toldApart reports whether a field at the same place cannot have the same value
// on both pages: fixed to different values, or from enumerations without a
// common code.
func toldApart(a, b *Page) bool {
	for _, x := range a.Fields {
		y := b.Field(x.Name)
		if y == nil || x.Index != y.Index {
			continue
		}
		if xs, ys := a.codes(x), b.codes(y); len(xs) > 0 && len(ys) > 0 && disjoint(xs, ys) {
			return true
		}
	}
	return false
}

// codes lists the values that a field has on the page; nil when any can occur.
func (p *Page) codes(f *OpField) (out []uint32) {
	for _, op := range p.Ops {
		v, fixed := op.FixedOf(f)
		if !fixed || f.Like != nil {
			return fieldCodes(f)
		}
		out = append(out, v)
	}
	return out
}

// fieldCodes lists the values that a field can have; nil when any can occur.
func fieldCodes(f *OpField) []uint32 {
	if f.Fixed {
		return []uint32{f.Value}
	}
	if f.Enum == nil || f.Enum.Flags {
		return nil
	}
	var out []uint32
	for _, v := range f.Enum.Values {
		out = append(out, v.Code)
	}
	return out
}

func disjoint(a, b []uint32) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			return false
		}
	}
	return true
}

func sameFixed(a, b *Op) bool {
	for _, v := range a.Fixed {
		w, ok := b.FixedOf(v.Field)
		if !ok || w != v.Value {
			return false
		}
	}
	return true
}
