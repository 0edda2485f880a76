package state

import (
	"encoding/binary"
	"slices"

	"github.com/genvisa/genvisa/native"
)

// structure is a state, command or register with its rows on all targets.
type structure struct {
	name, class string
	sizes       []size
	fields      []field
}

// size is how many dwords it has on some targets, at least when it is open.
type size struct {
	targets uint16
	dwords  int
	open    bool
}

// piece is bits of a structure, the lowest of them counted from its start.
type piece struct{ lo, width int }

// field is a row. Pieces of bits are least significant first.
type field struct {
	name    string
	targets uint16
	bits    []piece
	when    []cond
	kind    Kind
	names   []code
	frac    int
	signed  bool
	scale   int
	plus    uint64
	fixed   bool // the code is always code
	code    uint64
	length  bool // the code is the number of dwords less two
	view    bool // other rows have the bits
}

// cond holds when the bits of a field are one of codes, or none of them.
type cond struct {
	field string
	not   bool
	codes []uint64
}

// code is a named code on some targets.
type code struct {
	code    uint64
	targets uint16
	name    string
}

// Layout is a structure as one target has it.
type Layout struct {
	Target native.Target
	Name   string
	Class  string // state, command or register
	Dwords int
	Open   bool // it may have more dwords, which are data
	rows   []row
}

// row is a field with what its condition reads.
type row struct {
	*field
	tests []test
}

type test struct {
	bits  []piece
	not   bool
	codes []uint64
}

// Structs lists the structures of a target, in order of the page.
func Structs(t native.Target) []*Layout {
	var out []*Layout
	for i := range structures {
		if l := layout(t, &structures[i]); l != nil {
			out = append(out, l)
		}
	}
	return out
}

// Struct finds a structure of a target by its name, such as SAMPLER_STATE. Errors are
// TargetError, where the page has nothing of the structure's class for the target, and NameError.
func Struct(t native.Target, name string) (*Layout, error) {
	class := "state"
	if i := slices.IndexFunc(structures[:], func(s structure) bool { return s.name == name }); i >= 0 {
		if l := layout(t, &structures[i]); l != nil {
			return l, nil
		}
		class = structures[i].class
	}
	all := Structs(t)
	if !slices.ContainsFunc(all, func(l *Layout) bool { return l.Class == class }) {
		return nil, &TargetError{t, class}
	}
	names := make([]string, len(all))
	for i, l := range all {
		names[i] = l.Name
	}
	return nil, &NameError{What: "structure of " + t.String(), Name: name, Legal: names}
}

// layout takes a target's rows; nil when it has no such structure.
func layout(t native.Target, s *structure) *Layout {
	i := slices.IndexFunc(s.sizes, func(z size) bool { return z.targets>>t&1 != 0 })
	if i < 0 {
		return nil
	}
	l := &Layout{Target: t, Name: s.name, Class: s.class, Dwords: s.sizes[i].dwords, Open: s.sizes[i].open}
	for k := range s.fields {
		if f := &s.fields[k]; f.targets>>t&1 != 0 {
			l.rows = append(l.rows, row{field: f})
		}
	}
	for k := range l.rows {
		r := &l.rows[k]
		for _, c := range r.when {
			on := slices.IndexFunc(l.rows, func(o row) bool { return o.name == c.field && !o.view })
			r.tests = append(r.tests, test{l.rows[on].bits, c.not, c.codes})
		}
	}
	return l
}

// holds reports that the row counts in these bytes.
func (r *row) holds(b []byte) bool {
	for _, t := range r.tests {
		if slices.Contains(t.codes, get(b, t.bits)) == t.not {
			return false
		}
	}
	return true
}

// get reads bits of dwords in little-endian bytes.
func get(b []byte, bits []piece) (v uint64) {
	at := 0
	for _, p := range bits {
		for done := 0; done < p.width; {
			lo := p.lo + done
			n := min(p.width-done, 32-lo%32)
			part := uint64(binary.LittleEndian.Uint32(b[lo/32*4:])) >> (lo % 32) & (1<<n - 1)
			v |= part << (at + done)
			done += n
		}
		at += p.width
	}
	return v
}

// put writes them.
func put(b []byte, bits []piece, v uint64) {
	for _, p := range bits {
		for done := 0; done < p.width; {
			lo := p.lo + done
			n := min(p.width-done, 32-lo%32)
			word, mask := b[lo/32*4:], uint32((1<<n-1)<<(lo%32))
			old := binary.LittleEndian.Uint32(word)
			binary.LittleEndian.PutUint32(word, old&^mask|uint32(v<<(lo%32))&mask)
			v >>= n
			done += n
		}
	}
}

// width is the number of bits of a code.
func (f *field) width() (n int) {
	for _, p := range f.bits {
		n += p.width
	}
	return n
}
