package opdefs

import (
	"slices"
	"strings"
)

// presence reads "mode=RTI": the flag of an earlier field with which alone the operand is there.
func (r *reader) presence(p *Page, f *OpField, h span, val string) {
	name, text, _ := strings.Cut(val, "=")
	if of := p.Field(name); of != nil && of.Enum != nil && of.Enum.Flags && of.Index < f.Index {
		if v, ok := of.Enum.Value(text); ok {
			f.Present = &Flag{of, v}
			return
		}
	}
	r.errs.add(h.Pos, "present %q; legal is FIELD=FLAG with an earlier field, whose enumeration has bits, and one of its texts", val)
}

// flagLimits checks a field that is a set of flags, and an operand that hangs on one.
func (r *reader) flagLimits(p *Page, f *OpField) {
	if f.Enum != nil && f.Enum.Flags {
		if uint64(f.Enum.All()) > f.Type.max() {
			r.errs.add(f.Pos, "field %s of type %s has flags of %s; legal are bits that fit it", f.Name, f.Type, f.Enum.Name)
		}
		if f.Log2 || f.One != nil || f.Why != "" || f.Rough != "" || f.Limits.Beside != nil {
			r.errs.add(f.Pos, "field %s is a set of flags; legal beside \"enum\" are \"ignored\" and \"Bit[...\"", f.Name)
		}
	}
	if f.Present == nil {
		return
	}
	if f.Absent != nil || f.Repeat || f.Optional {
		r.errs.add(f.Pos, "field %s has \"present\"; legal is that without \"absent\", on a field that neither repeats nor may be missing otherwise", f.Name)
	}
	if f.Index+1 < len(p.Fields) && p.Fields[f.Index+1].Type == TSame {
		r.errs.add(f.Pos, "field %s has \"present\", and is written a second time; legal is that for operands that are always there", f.Name)
	}
	if p.HasBody() {
		r.errs.add(f.Pos, "field %s has \"present\"; legal is that on a page whose Semantics are a hook or data", f.Name)
	}
}

// checkFlags checks that a reader of text knows the flags before the operands that hang on them.
func checkFlags(op *Op, errs *Errors) {
	at := func(f *OpField) int { return slices.IndexFunc(op.Text, func(t TextPart) bool { return t.Field == f }) }
	for i, t := range op.Text {
		switch f := t.Field; {
		case f == nil:
		case f.Enum != nil && f.Enum.Flags && (t.Kind != TextFlags || t.Group != 0):
			errs.add(t.Pos, "placeholder <%s> of a set of flags; legal is .<F>, outside of brackets", f.Name)
		case f.Present != nil && (t.Kind != TextSlot || t.Group != 0 || at(f.Present.Field) < 0 || at(f.Present.Field) > i):
			errs.add(t.Pos, "placeholder <%s> of a field with \"present\"; legal is <F> outside of brackets, behind .<%s>", f.Name, f.Present.Field.Name)
		}
	}
}
