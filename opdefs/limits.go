package opdefs

import (
	"math/bits"
	"strconv"
	"strings"
)

// Limits of an operand that a verifier holds instructions to, and nobody else asks for.
type Limits struct {
	Min, Max uint32 // of a number field; both 0 when every number of its type is legal
	NotSLM   Guard  // where a surface is not the shared local memory
	Required bool   // a raw operand that is read and may not be missing (%null)
	Label    string // "block" or "subroutine": what the label begins; "" when any
	Beside   *Pairs // of a field with an enumeration: what an earlier field may have beside it; nil when anything

	// Bytes is how much of a raw operand's variable an instruction uses, from the place of the
	// operand on, and AtMost the most that it may; nil and 0 when the page does not say.
	Bytes  Expr
	AtMost uint32
	bytes  span
}

// Pairs are the values that two fields may have together.
type Pairs struct {
	Field *OpField    // the earlier one
	Legal [][2]uint32 // its value and that of the field which says so
}

// pairs reads "df df, uc ca": texts of the enumerations of an earlier field and of f.
func (r *reader) pairs(p *Page, f *OpField, h span, name, val string) {
	of := p.Field(name)
	if of == nil || of.Enum == nil || of.Index >= f.Index || f.Enum == nil {
		r.errs.add(h.Pos, "beside %q; legal is an earlier field with an enumeration, behind the enumeration of %s", name, f.Name)
		return
	}
	f.Limits.Beside = &Pairs{Field: of}
	for _, pair := range splitList(val) {
		words := strings.Fields(pair)
		if len(words) == 2 {
			a, ok := of.Enum.Value(words[0])
			b, ok2 := f.Enum.Value(words[1])
			if ok && ok2 {
				f.Limits.Beside.Legal = append(f.Limits.Beside.Legal, [2]uint32{a, b})
				continue
			}
		}
		r.errs.add(h.Pos, "beside %q; legal is a text of %s, a blank and a text of %s", pair, of.Enum.Name, f.Enum.Name)
	}
}

// fieldLimit reads a sub-bullet that is a limit; false says that it is none.
func (r *reader) fieldLimit(f *OpField, h span, key, val string) bool {
	switch {
	case key == "range" && f.Type.IsNumber():
		low, high, _ := strings.Cut(val, "..")
		from, err := strconv.ParseUint(low, 10, 32)
		to, err2 := strconv.ParseUint(high, 10, 32)
		if err != nil || err2 != nil || from > to || to == 0 || to > f.Type.max() {
			r.errs.add(h.Pos, "range %q of field %s; legal is LOW..HIGH, up to %d", val, f.Name, f.Type.max())
		}
		f.Limits.Min, f.Limits.Max = uint32(from), uint32(to)
	case (h.Text == "not slm" || strings.HasPrefix(h.Text, "not slm {")) && f.Type == TSurface:
		f.Limits.NotSLM = Guard(1)<<len(platforms) - 1
		if g := strings.TrimPrefix(h.Text, "not slm"); g != "" {
			var msg string
			if f.Limits.NotSLM, msg = parseGuard(g[1:]); msg != "" {
				r.errs.add(h.Pos, "%s", msg)
			}
		}
	case h.Text == "required" && f.Type == TRaw && !f.Repeat && !f.Optional:
		f.Limits.Required = true
	case key == "bytes" && f.IsRaw():
		r.payload(f, h, val)
	case key == "elements" && f.Type == TVec:
		text, side := strings.CutSuffix(val, " side by side")
		f.SideBySide, f.elements = side, inside(h, text)
	case key == "begins" && f.Type == TLabel && (val == "block" || val == "subroutine"):
		f.Limits.Label = val
	default:
		return false
	}
	return true
}

// execSizes reads "1, 4, 8" as a set, bit n for 1<<n lanes.
func execSizes(text string) (set uint8, ok bool) {
	for _, s := range splitList(text) {
		n, err := strconv.ParseUint(s, 10, 8)
		if err != nil || n == 0 || n > 32 || bits.OnesCount64(n) != 1 {
			return 0, false
		}
		set |= 1 << bits.TrailingZeros64(n)
	}
	return set, true
}

// alignment reads a power of two of bytes, up to a register.
func alignment(text string) (n uint8, ok bool) {
	v, err := strconv.ParseUint(text, 10, 8)
	return uint8(v), err == nil && v > 1 && v <= 32 && bits.OnesCount64(v) == 1
}
