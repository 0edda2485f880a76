package draft

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/num"
)

// field is a number that a value argument has at a byte.
type field struct {
	off, size int
	float     bool
	signed    bool
	whole     int64   // of whole numbers
	real      float64 // of floats
	name      string  // of the argument
}

func (f *field) key() string {
	kind := "u"
	switch {
	case f.float:
		kind = "f"
	case f.signed:
		kind = "i"
	}
	return kind + strconv.Itoa(8*f.size)
}

func (f *field) value() string {
	if f.float {
		return strconv.FormatFloat(f.real, 'g', -1, 64)
	}
	return strconv.FormatInt(f.whole, 10)
}

// value is an argument by value: a number, a vector, or a structure by field.
func (a *arg) value() string {
	if a.vector > 1 {
		var list []string
		for i := range a.fields {
			list = append(list, a.fields[i].value())
		}
		return fmt.Sprintf("{%sx%d: [%s]}", a.fields[0].key(), a.vector, strings.Join(list, ", "))
	}
	if a.vector == 1 {
		return fmt.Sprintf("{%s: %s}", a.fields[0].key(), a.fields[0].value())
	}
	if text, ok := a.structure(); ok {
		return text
	}
	return a.hex()
}

// structure is the argument by field; ok is false when fields are where those of C are not.
func (a *arg) structure() (text string, ok bool) {
	var list []string
	at, align := 0, 1
	pad := func(to int) {
		if to > at {
			list = append(list, fmt.Sprintf("{pad: %d}", to-at))
		}
	}
	up := func(n, to int) int { return (n + to - 1) / to * to }
	for i := range a.fields {
		f := &a.fields[i]
		if f.off%f.size != 0 || f.off < at {
			return "", false
		}
		if up(at, f.size) != f.off {
			pad(f.off)
		}
		list = append(list, fmt.Sprintf("{%s: %s}", f.key(), f.value()))
		at, align = f.off+f.size, max(align, f.size)
	}
	if a.bytes%align != 0 || at > a.bytes {
		return "", false
	}
	if up(at, align) != a.bytes {
		pad(a.bytes)
	}
	return fmt.Sprintf("{struct: [%s]}", strings.Join(list, ", ")), true
}

// hex is the argument as bytes.
func (a *arg) hex() string {
	size := max(a.bytes, 1)
	for i := range a.fields {
		size = max(size, a.fields[i].off+a.fields[i].size)
	}
	data := make([]byte, size)
	for i := range a.fields {
		f := &a.fields[i]
		bits := f.bits()
		for b := range f.size {
			data[f.off+b] = byte(bits >> (8 * b))
		}
	}
	return `{bytes: "` + hex.EncodeToString(data) + `"}`
}

func (f *field) bits() uint64 {
	switch {
	case !f.float:
		return uint64(f.whole)
	case f.size == 2:
		return uint64(num.DToHalf(num.IEEE, f.real))
	case f.size == 4:
		return uint64(math.Float32bits(float32(f.real)))
	}
	return math.Float64bits(f.real)
}
