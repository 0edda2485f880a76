package draft

import (
	"fmt"
	"strconv"
	"strings"
)

// elem is a type of OpenCL C and its name in launch files.
type elem struct {
	source, key string
	size        int // bytes
}

var elems = []elem{
	{"float", "f32", 4}, {"double", "f64", 8}, {"uchar", "u8", 1}, {"char", "i8", 1}, {"ushort", "u16", 2}, {"short", "i16", 2},
	{"uint", "u32", 4}, {"int", "i32", 4}, {"ulong", "u64", 8}, {"long", "i64", 8}, {"half", "f16", 2}, {"bool", "u8", 1}, {"size_t", "u64", 8},
	{"unsigned char", "u8", 1}, {"unsigned short", "u16", 2}, {"unsigned int", "u32", 4}, {"unsigned long", "u64", 8},
}

func (e elem) float() bool { return e.key[0] == 'f' }

// unknown stands for the elements of pointers to structures: bytes, sixteen together.
var unknown = elem{"uchar", "u8", 1}

const unknownWidth = 16

// elemOf is the element of a type of OpenCL C such as "float4*", and how many a vector has.
func elemOf(source string) (e elem, width int, ok bool) {
	base := strings.TrimRight(source, "* ")
	for _, e := range elems {
		if rest, found := strings.CutPrefix(base, e.source); found {
			if rest == "" {
				return e, 1, true
			}
			if n, err := strconv.Atoi(rest); err == nil && n > 0 && n <= 16 {
				return e, n, true
			}
		}
	}
	return unknown, unknownWidth, false
}

// fill is a kind of contents.
type fill uint8

const (
	zeros    fill = iota
	plain         // numbers to compute with: floats around 0, small whole numbers, any bytes
	few           // numbers below 8, floats from 0 to 1
	wide          // all bits of whole numbers, floats up to 100
	around        // whole numbers from -8 to 7, or as few
	positive      // from 1 to 16, floats from 0.5 to 2
	floats        // f32, whatever the elements are
	words         // u32 from 0 to 100, whatever the elements are
	numFills
)

// range of a fill by class of elements.
type between struct{ lo, hi string }

var (
	floatRange = [numFills]between{plain: {"-1", "1"}, few: {"0", "1"}, around: {"-8", "8"}, wide: {"-100", "100"}, positive: {"0.5", "2"}}
	wholeRange = [numFills]between{plain: {"0", "100"}, few: {"0", "7"}, around: {"0", "15"}, positive: {"1", "16"}}
)

// text is the fill of elements of a type, as a launch file has it.
func (f fill) text(e elem, seed int) string {
	var in between
	switch {
	case f == zeros:
		return "zero"
	case f == floats:
		e, in = elems[0], floatRange[plain]
	case f == words:
		e, in = elem{key: "u32", size: 4}, wholeRange[plain]
	case e.float():
		in = floatRange[f]
	case f == around && e.key[0] == 'i':
		in = between{"-8", "7"}
	case f == wide || f == plain && e.size == 1:
		in = allOf(e)
	default:
		in = wholeRange[f]
	}
	return fmt.Sprintf("{random: %d, type: %s, min: %s, max: %s}", seed, e.key, in.lo, in.hi)
}

// allOf is the range of all numbers of a whole type.
func allOf(e elem) between {
	if e.key[0] == 'u' {
		return between{"0", strconv.FormatUint(1<<(8*e.size-1)-1+1<<(8*e.size-1), 10)}
	}
	most := int64(1)<<(8*e.size-1) - 1
	return between{strconv.FormatInt(-most-1, 10), strconv.FormatInt(most, 10)}
}
