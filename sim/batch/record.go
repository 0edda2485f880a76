package batch

import (
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/state"
)

// Memory gives n bytes from an address on, and nil where there are none.
type Memory func(address uint64, n int) []byte

// Record is a command or a descriptor where it lies.
type Record struct {
	state.Object
	At uint64
}

// Number is what a field means, 0 where this record has none of the name.
func (r *Record) Number(name string) uint64 {
	if v, err := r.Field(name); err == nil {
		return v.Uint()
	}
	return 0
}

// Signed is a field with a sign.
func (r *Record) Signed(name string) int {
	if v, err := r.Field(name); err == nil {
		return int(v.Int())
	}
	return 0
}

// text is the name that an enumeration gives a field, or its value.
func (r *Record) text(name string) string {
	if v, err := r.Field(name); err == nil {
		return v.String()
	}
	return ""
}

// Unsupported is an error for a field that the model does not do.
func (r *Record) Unsupported(field, why string, args ...any) error {
	return &Error{What: r.Layout.Name, Address: r.At, Field: field, Value: r.text(field), Why: "not modelled: " + fmt.Sprintf(why, args...), Unsupported: true}
}

// Wrong is an error for a field that nothing may have so.
func (r *Record) Wrong(field, why string, args ...any) error {
	return &Error{What: r.Layout.Name, Address: r.At, Field: field, Value: r.text(field), Why: fmt.Sprintf(why, args...)}
}

// only is an error for the first field that is not zero as it is stored, and in none of the lists.
func (r *Record) only(lists ...[]string) error {
	for _, v := range r.Fields() {
		if v.Code != 0 && !slices.ContainsFunc(lists, func(l []string) bool { return slices.Contains(l, v.Name()) }) {
			return r.Unsupported(v.Name(), "want zero bits")
		}
	}
	return nil
}

// read is the record of a name at an address, so many bytes long; 0 is its own length.
func read(t native.Target, memory Memory, name string, at uint64, n int) (*Record, error) {
	l, err := state.Struct(t, name)
	if err != nil {
		return nil, err
	}
	n = max(n, 4*l.Dwords)
	b := memory(at, n)
	if b == nil {
		return nil, &Error{What: name, Address: at, Why: fmt.Sprintf("its %d bytes are in no memory of the launch", n)}
	}
	o, err := l.Decode(b)
	if err != nil {
		return nil, &Error{What: name, Address: at, Why: err.Error()}
	}
	r := &Record{o, at}
	if wrong := o.Findings(); len(wrong) > 0 {
		f := wrong[0]
		if f.Field == "" {
			f.Field = fmt.Sprintf("bit %d of dword %d, which is reserved,", f.Offset%32, f.Offset/32)
		}
		return nil, &Error{What: name, Address: at, Field: f.Field, Value: f.Value, Why: "want " + f.Legal}
	}
	return r, nil
}
