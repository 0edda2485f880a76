package state

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Value is a field of a structure and what its bits are.
type Value struct {
	Code   uint64 // the bits as they are stored, least significant piece first
	field  *field
	layout *Layout
}

// Name is the field's, such as SurfaceFormat.
func (v Value) Name() string { return v.field.name }

// Bits is where the field lies, as specs/eu/state.md has it: "2.6:0+2.29:16", least
// significant piece first.
func (v Value) Bits() string {
	var out []string
	for _, p := range v.field.bits {
		out = append(out, place(p))
	}
	return strings.Join(out, "+")
}

// Uint is the number that the bits mean: with the one added that a count leaves out, shifted
// to its unit; an address or offset in bytes. Of signed fields, fixed points and floats it is
// nothing: Int and Float are.
func (v Value) Uint() uint64 { return v.Code<<v.field.shift() + v.field.plus }

// Int is the number of a signed field; of others it is Uint.
func (v Value) Int() int64 {
	if !v.field.signed {
		return int64(v.Uint())
	}
	unused := 64 - v.field.width()
	return int64(v.Code<<unused) >> unused
}

// Float is a fixed point, a float, or any other number.
func (v Value) Float() float64 {
	f := v.field
	switch {
	case f.kind == KindFloat:
		return float64(math.Float32frombits(uint32(v.Code)))
	case f.kind == KindFixed:
		return math.Ldexp(float64(v.Int()), -f.frac)
	case f.signed:
		return float64(v.Int())
	}
	return float64(v.Uint())
}

// Enum is the name of the code, and whether it has one on the target.
func (v Value) Enum() (string, bool) {
	for i := range v.field.names {
		if c := &v.field.names[i]; c.code == v.Code && c.targets>>v.layout.Target&1 != 0 {
			return c.name, true
		}
	}
	return "", false
}

// String is the value as Object.String prints it and Set reads it.
func (v Value) String() string {
	switch v.field.kind {
	case KindFlag:
		if v.Code != 0 {
			return "yes"
		}
		return "no"
	case KindEnum:
		if name, ok := v.Enum(); ok {
			return name
		}
	case KindAddress, KindOffset:
		return fmt.Sprintf("%#x", v.Uint())
	case KindFloat:
		f := math.Float32frombits(uint32(v.Code))
		if f != f {
			return fmt.Sprintf("%#x", v.Code) // which NaN it is, text does not tell
		}
		return strconv.FormatFloat(float64(f), 'g', -1, 32)
	case KindFixed:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	if v.field.signed {
		return strconv.FormatInt(v.Int(), 10)
	}
	return strconv.FormatUint(v.Uint(), 10)
}

// shift is how far the code lies below the value: an address has its low bits in place.
func (f *field) shift() int {
	if f.kind == KindAddress || f.kind == KindOffset {
		return f.bits[0].lo % 32
	}
	return f.scale
}

// parse is the inverse of String.
func (v Value) parse(text string) (code uint64, err error) {
	f, ok := v.field, false
	switch f.kind {
	case KindFlag:
		ok = text == "yes" || text == "no" || text == "1" || text == "0"
		if text == "yes" || text == "1" {
			code = 1
		}
	case KindFloat:
		code, ok = parseFloat32(text)
	case KindFixed:
		code, ok = f.parseFixed(text)
	case KindEnum:
		if code, ok = v.codeOf(text); ok {
			break
		}
		fallthrough
	default:
		code, ok = f.parseNumber(text)
	}
	if !ok {
		return 0, v.layout.wrong(f, strconv.Quote(text), v.legal())
	}
	return code, nil
}

// codeOf is the code of a name.
func (v Value) codeOf(name string) (uint64, bool) {
	for _, c := range v.field.names {
		if c.name == name && c.targets>>v.layout.Target&1 != 0 {
			return c.code, true
		}
	}
	return 0, false
}

// parseFloat32 reads a float of 32 bits, or its bits as 0x and eight digits.
func parseFloat32(text string) (uint64, bool) {
	if hex, is := strings.CutPrefix(text, "0x"); is {
		bits, err := strconv.ParseUint(hex, 16, 32)
		return bits, err == nil
	}
	x, err := strconv.ParseFloat(text, 32)
	return uint64(math.Float32bits(float32(x))), err == nil && x == x
}

// parseFixed reads a number that the fraction holds exactly.
func (f *field) parseFixed(text string) (uint64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	x = math.Ldexp(x, f.frac)
	code, ok := f.fits(int64(x))
	return code, ok && err == nil && float64(int64(x)) == x
}

// parseNumber reads a decimal or hexadecimal number in the field's unit.
func (f *field) parseNumber(text string) (uint64, bool) {
	if f.signed {
		n, err := strconv.ParseInt(text, 0, 64)
		code, ok := f.fits(n)
		return code, ok && err == nil
	}
	n, err := strconv.ParseUint(text, 0, 64)
	code, unit := (n-f.plus)>>f.shift(), uint64(1)<<f.shift()-1
	return code, err == nil && n >= f.plus && (n-f.plus)&unit == 0 && code>>f.width() == 0
}

// fits is a signed or unsigned number as a code.
func (f *field) fits(n int64) (uint64, bool) {
	w := f.width()
	lo, hi := int64(0), int64(1)<<w-1
	if f.signed {
		lo, hi = -1<<(w-1), 1<<(w-1)-1
	}
	return uint64(n), n >= lo && n <= hi // what puts it takes its low bits
}

// legal is what Set takes.
func (v Value) legal() string {
	f, w := v.field, v.field.width()
	switch f.kind {
	case KindFlag:
		return "yes or no"
	case KindFloat:
		return "a float of 32 bits"
	case KindEnum:
		return fmt.Sprintf("a number of %d bits, or one of %s", w, strings.Join(v.legalNames(), ", "))
	}
	first, last := v, v
	first.Code, last.Code = 0, 1<<w-1
	if f.signed {
		first.Code, last.Code = 1<<(w-1), 1<<(w-1)-1
	}
	step := fmt.Sprint(uint64(1) << f.shift())
	if f.kind == KindFixed {
		step = strconv.FormatFloat(math.Ldexp(1, -f.frac), 'f', -1, 64)
	}
	if step == "1" {
		return fmt.Sprintf("%s to %s", first, last)
	}
	return fmt.Sprintf("%s to %s in steps of %s", first, last, step)
}

// legalNames are those of the enumeration on the target.
func (v Value) legalNames() []string {
	var out []string
	for _, c := range v.field.names {
		if c.targets>>v.layout.Target&1 != 0 {
			out = append(out, c.name)
		}
	}
	return out
}
