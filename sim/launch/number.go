package launch

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/num"
)

// Type is a type of numbers. Its name is a letter and the bits: i32, u8, f16.
type Type struct {
	Name string
	Size int // bytes
}

// Types are all types of numbers that launch files name.
var Types = []Type{
	{"u8", 1}, {"i8", 1}, {"u16", 2}, {"i16", 2}, {"u32", 4}, {"i32", 4}, {"u64", 8}, {"i64", 8}, {"f16", 2}, {"f32", 4}, {"f64", 8},
}

// FindType is the type of a name; ok is false for other words.
func FindType(name string) (t Type, ok bool) {
	for _, t := range Types {
		if t.Name == name {
			return t, true
		}
	}
	return Type{}, false
}

// Float says that the numbers are IEEE floats.
func (t Type) Float() bool { return t.Name[0] == 'f' }

// bits is 8, 16, 32 or 64.
func (t Type) bits() int { return 8 * t.Size }

// Want is what Parse takes, for messages.
func (t Type) Want() string {
	switch t.Name[0] {
	case 'i':
		return fmt.Sprintf("a whole number from %d to %d", int64(-1)<<(t.bits()-1), int64(1<<(t.bits()-1)-1))
	case 'u':
		return fmt.Sprintf("a whole number from 0 to %d", t.most())
	}
	return fmt.Sprintf("a number in the range of %s such as 2.5, -1e-3, 0x1p-4, inf or nan", t.Name)
}

func (t Type) most() uint64 { return math.MaxUint64 >> (64 - t.bits()) }

// Parse gives the bits of a number: decimal, or with a prefix, floats rounded to nearest even. A number that the type
// does not hold is refused, as is a float that would become infinite.
func (t Type) Parse(text string) (bits uint64, ok bool) {
	if Octal(text) {
		return 0, false
	}
	switch t.Name[0] {
	case 'i':
		v, err := strconv.ParseInt(text, 0, 64)
		least := int64(-1) << (t.bits() - 1)
		return uint64(v), err == nil && v >= least && v <= ^least
	case 'u':
		v, err := strconv.ParseUint(text, 0, 64)
		return v, err == nil && v <= t.most()
	}
	return t.parseFloat(text)
}

func (t Type) parseFloat(text string) (bits uint64, ok bool) {
	read := 64
	if t.Size == 4 { // rounded once; for 16 bits by way of 64, which 32 is too near
		read = 32
	}
	v, err := Float(text, read)
	switch t.Size {
	case 2:
		half := num.DToHalf(num.IEEE, v)
		return uint64(half), err == nil && (math.IsInf(v, 0) || !math.IsInf(float64(num.HalfToF(half)), 0))
	case 4:
		return uint64(math.Float32bits(float32(v))), err == nil
	}
	return math.Float64bits(v), err == nil
}

// Append is a number's bits in memory behind dst, little endian.
func (t Type) Append(dst []byte, bits uint64) []byte {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], bits)
	return append(dst, b[:t.Size]...)
}

// Octal says that a number starts as those of C do that are octal: what other
// readers take for decimal.
func Octal(text string) bool {
	s := strings.TrimLeft(text, "+-")
	return len(s) > 1 && s[0] == '0' && (s[1] == '_' || s[1] >= '0' && s[1] <= '9')
}

// Float reads a number, inf or nan: decimal, or with the prefix 0x.
func Float(text string, bits int) (float64, error) {
	if Octal(text) {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, bits)
}
