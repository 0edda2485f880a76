package state

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Object is a structure with the values of its fields. It does not change but by Set.
type Object struct {
	Layout *Layout
	values []Value
	rest   []byte // of its bytes, with zeros where a field is
}

// New is a structure of zeros but for what the fields of a command always are.
func (l *Layout) New() Object {
	b := make([]byte, l.Dwords*4)
	for i := range l.rows {
		switch r := &l.rows[i]; {
		case r.fixed:
			put(b, r.bits, r.code)
		case r.length:
			put(b, r.bits, uint64(l.Dwords-2))
		}
	}
	o, err := l.Decode(b)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return o
}

// Decode reads a structure from bytes, dwords with the lowest byte first. It takes all
// bytes: their number is that of the structure, or what its length says. Other lengths, and
// the code of another command, are an Error; reserved bits and codes without a name are none.
func (l *Layout) Decode(b []byte) (Object, error) {
	if err := l.sized(b); err != nil {
		return Object{}, err
	}
	o := Object{Layout: l, rest: bytes.Clone(b)}
	for i := range l.rows {
		r := &l.rows[i]
		if !r.holds(b) {
			continue
		}
		v := Value{field: r.field, layout: l, Code: get(b, r.bits)}
		switch {
		case r.fixed && v.Code != r.code:
			return Object{}, l.wrong(r.field, fmt.Sprint(v.Code), fmt.Sprint(r.code))
		case r.length && v.Code+2 != uint64(len(b)/4):
			return Object{}, l.wrong(r.field, fmt.Sprint(v.Code), fmt.Sprintf("%d for %d dwords", len(b)/4-2, len(b)/4))
		}
		o.values = append(o.values, v)
	}
	for _, v := range o.values {
		if !v.field.view {
			put(o.rest, v.field.bits, 0)
		}
	}
	return o, nil
}

// sized tests the number of bytes.
func (l *Layout) sized(b []byte) error {
	size := l.Dwords * 4
	if len(b) == size || l.Open && len(b) > size && len(b)%4 == 0 {
		return nil
	}
	legal := fmt.Sprint(size)
	if l.Open {
		legal += " or more, whole dwords"
	}
	return &Error{Struct: l.Name, Target: l.Target, Offset: l.Dwords * 32, Value: fmt.Sprintf("%d bytes", len(b)), Legal: legal}
}

// Encode gives the bytes: those of the fields, and as they came where there is none.
func (o Object) Encode() []byte {
	b := bytes.Clone(o.rest)
	for _, v := range o.values {
		if !v.field.view {
			put(b, v.field.bits, v.Code)
		}
	}
	return b
}

// Data is what follows the fields of a command that carries data.
func (o Object) Data() []byte { return o.rest[o.Layout.Dwords*4:] }

// Fields are the values that count in this state, in order of the page; views are among them.
func (o Object) Fields() []Value { return o.values }

// Field finds a value by its name. A NameError lists the fields that count; which they are
// may depend on others, such as the type of a surface.
func (o Object) Field(name string) (Value, error) {
	i := slices.IndexFunc(o.values, func(v Value) bool { return v.field.name == name })
	if i < 0 {
		legal := make([]string, len(o.values))
		for k, v := range o.values {
			legal[k] = v.Name()
		}
		return Value{}, &NameError{"field of this " + o.Layout.Name, name, legal}
	}
	return o.values[i], nil
}

// Set changes a field to a value as it prints: a number, a name of its enumeration, yes or
// no. Fields whose conditions read it are decoded anew from the bits that are there.
func (o *Object) Set(name, text string) error {
	v, err := o.Field(name)
	if err != nil {
		return err
	}
	code, err := v.parse(strings.TrimSpace(text))
	if err != nil {
		return err
	}
	b := o.Encode()
	put(b, v.field.bits, code)
	changed, err := o.Layout.Decode(b)
	if err != nil {
		return err
	}
	*o = changed
	return nil
}

// Findings are reserved bits that are not zero, by runs inside a dword, and codes but
// zero that have no name where others have: drivers leave at zero what a state does not use.
// Each is about its bits and no error of the state's bytes.
func (o Object) Findings() []*Error {
	var out []*Error
	l := o.Layout
	for d := range l.Dwords {
		word := binary.LittleEndian.Uint32(o.rest[d*4:])
		for word != 0 {
			lo := bits.TrailingZeros32(word)
			n := bits.TrailingZeros32(^(word >> lo))
			run := uint32(1)<<n - 1
			out = append(out, &Error{Struct: l.Name, Target: l.Target, Offset: d*32 + lo, Width: n, Value: fmt.Sprintf("%#x", run), Legal: "0"})
			word &^= run << lo
		}
	}
	for _, v := range o.values {
		if _, named := v.Enum(); v.field.kind == KindEnum && v.Code != 0 && !named {
			out = append(out, l.wrong(v.field, fmt.Sprint(v.Code), "one of "+strings.Join(v.legalNames(), ", ")))
		}
	}
	return out
}

// String has a line "Name: value" for each field, and one of the data behind them.
func (o Object) String() string {
	var b strings.Builder
	for _, v := range o.values {
		fmt.Fprintf(&b, "%s: %s\n", v.Name(), v)
	}
	if data := o.Data(); len(data) > 0 {
		b.WriteString("Data:")
		for ; len(data) >= 4; data = data[4:] {
			fmt.Fprintf(&b, " %08x", binary.LittleEndian.Uint32(data))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
