package launch

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Array is numbers with their shape, the last index fastest.
type Array struct {
	Type  Type
	Shape []int // nil: one number
	Data  []byte
}

// ShapeText is the shape as Python prints a tuple.
func (a *Array) ShapeText() string {
	var parts []string
	for _, n := range a.Shape {
		parts = append(parts, strconv.Itoa(n))
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

const npyMagic = "\x93NUMPY"

// IsNPY says that a file begins as those of numpy.save do.
func IsNPY(src []byte) bool {
	return strings.HasPrefix(string(src[:min(len(src), len(npyMagic))]), npyMagic)
}

// npyHeader is the only form of the text that numpy writes and that its own reader of old files takes: a Python dictionary
// with its three keys in the order of their names.
var npyHeader = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\{\s*'descr':\s*(.+?),\s*'fortran_order':\s*(True|False),\s*'shape':\s*\(([0-9,\s]*)\),?\s*\}\s*$`)
})

// npyTypes are the names of numpy, in its byte order for this.
var npyTypes = map[string]string{
	"|u1": "u8", "|i1": "i8", "<u2": "u16", "<i2": "i16", "<u4": "u32", "<i4": "i32", "<u8": "u64", "<i8": "i64", "<f2": "f16", "<f4": "f32", "<f8": "f64",
}

// maxHeader is the most that the first version of the format has.
const maxHeader = 1<<16 - 1

// maxAxes is numpy's own limit.
const maxAxes = 64

// ReadNPY reads a file of numpy.save. Data is a part of src: no memory is taken for what a header only says.
func ReadNPY(src []byte) (a Array, err error) {
	head, data, err := splitNPY(src)
	if err != nil {
		return a, err
	}
	m := npyHeader().FindStringSubmatch(head)
	if m == nil {
		head = head[:min(len(head), maxField)]
		return a, fmt.Errorf("a header that is not {'descr': ..., 'fortran_order': ..., 'shape': ...}: %q", head)
	}
	name, ok := npyTypes[strings.Trim(m[1], `'"`)]
	switch {
	case !ok && strings.HasPrefix(m[1], "'>"):
		return a, fmt.Errorf("numbers of type %s are big endian: want little endian (a.astype(a.dtype.newbyteorder('<')))", m[1])
	case !ok:
		return a, fmt.Errorf("unknown type %s: want integers of 8 to 64 bits, or floats of 16, 32 or 64", m[1])
	case m[2] == "True":
		return a, fmt.Errorf("the first index runs fastest (Fortran order): want C order (numpy.ascontiguousarray)")
	}
	a.Type, _ = FindType(name)
	if a.Shape, err = npyShape(m[3]); err != nil {
		return a, err
	}
	size := uint64(a.Type.Size)
	for _, n := range a.Shape {
		hi, lo := bits.Mul64(size, uint64(n))
		if size = lo; hi > 0 {
			return a, fmt.Errorf("shape (%s) is too large", m[3])
		}
	}
	if size != uint64(len(data)) {
		return a, fmt.Errorf("shape %s of %s needs %d bytes of data, found %d", a.ShapeText(), a.Type.Name, size, len(data))
	}
	a.Data = data
	return a, nil
}

// splitNPY finds where the header ends.
func splitNPY(src []byte) (head string, data []byte, err error) {
	const short, long = 10, 12 // bytes before the text: magic, version, its length in 2 or 4 bytes
	if !IsNPY(src) || len(src) < short {
		return "", nil, fmt.Errorf("not a file of numpy.save, which begins with %q", npyMagic)
	}
	from, size := short, uint64(binary.LittleEndian.Uint16(src[8:]))
	switch major := src[6]; {
	case major < 1 || major > 3:
		return "", nil, fmt.Errorf("version %d of the file format: want 1 to 3", major)
	case major > 1 && len(src) < long:
		return "", nil, fmt.Errorf("truncated in the header, at byte %d", len(src))
	case major > 1:
		from, size = long, uint64(binary.LittleEndian.Uint32(src[8:]))
	}
	if size > maxHeader {
		return "", nil, fmt.Errorf("a header of %d bytes: want at most %d", size, maxHeader)
	}
	if size > uint64(len(src)-from) {
		return "", nil, fmt.Errorf("truncated: a header of %d bytes in a file of %d", size, len(src))
	}
	return string(src[from:][:size]), src[from+int(size):], nil
}

func npyShape(text string) (shape []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue // behind the last one
		}
		n, err := strconv.Atoi(part)
		if err != nil || len(shape) == maxAxes {
			return nil, fmt.Errorf("shape (%s): want at most %d sizes", text, maxAxes)
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// NPY is the array as a file that numpy.load reads.
func (a *Array) NPY() []byte {
	descr := ""
	for n, t := range npyTypes {
		if t == a.Type.Name {
			descr = n
		}
	}
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, a.ShapeText())
	const align, before = 64, 10
	head += strings.Repeat(" ", RoundUp(before+len(head)+1, align)-before-len(head)-1) + "\n"
	out := append([]byte(npyMagic), 1, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(head)))
	return slices.Concat(out, []byte(head), a.Data)
}
