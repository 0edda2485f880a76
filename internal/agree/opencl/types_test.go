package opencl

import "fmt"

// typ is an OpenCL type: a scalar, or a vector of width elements.
type typ struct {
	base   string
	bits   int
	signed bool
	float  bool
	width  int // 1, 2 or 4
}

var scalars = []typ{
	{"uchar", 8, false, false, 1}, {"char", 8, true, false, 1},
	{"ushort", 16, false, false, 1}, {"short", 16, true, false, 1},
	{"uint", 32, false, false, 1}, {"int", 32, true, false, 1},
	{"ulong", 64, false, false, 1}, {"long", 64, true, false, 1},
	{"float", 32, true, true, 1}, {"double", 64, true, true, 1},
}

var (
	uintType  = scalars[4]
	floatType = scalars[8]
)

// name is the type in OpenCL C.
func (t typ) name() string {
	if t.width == 1 {
		return t.base
	}
	return fmt.Sprintf("%s%d", t.base, t.width)
}

// of is the scalar or vector type of a base type and a width.
func of(t typ, width int) typ {
	t.width = width
	return t
}

// unsigned is the unsigned integer type of the same size.
func (t typ) unsigned() typ {
	for _, s := range scalars {
		if s.bits == t.bits && !s.signed {
			return of(s, t.width)
		}
	}
	return t
}
