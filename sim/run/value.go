package run

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"github.com/genvisa/genvisa/internal/num"
)

// valueKinds are the keys of arguments by value: bytes in hexadecimal, or a
// number of that type.
var valueKinds = []string{"bytes", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64"}

// valueBytes is the little-endian form of one value argument.
func valueBytes(kind string, n node) ([]byte, error) {
	if kind == "bytes" {
		b, err := hex.DecodeString(n.text())
		if err != nil || len(b) == 0 {
			return nil, n.want("hexadecimal bytes such as \"0000803f\"")
		}
		return b, nil
	}
	bits, _ := strconv.Atoi(kind[1:])
	var u uint64
	var err error
	switch kind[0] {
	case 'i':
		var v int64
		v, err = n.whole(-1<<(bits-1), 1<<(bits-1)-1)
		u = uint64(v)
	case 'u':
		u, err = n.unsigned(1<<bits - 1)
	case 'f':
		u, err = n.floatBits(bits)
	}
	if err != nil {
		return nil, err
	}
	out := make([]byte, bits/8)
	for i := range out {
		out[i] = byte(u >> (8 * i))
	}
	return out, nil
}

// octal says that a number starts as those of C do that are octal: what other
// readers take for decimal.
func octal(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0' && (s[1] == '_' || s[1] >= '0' && s[1] <= '9')
}

// whole reads a whole number: decimal, or with the prefix 0x, 0o or 0b.
func (n node) whole(lo, hi int64) (int64, error) {
	v, err := strconv.ParseInt(n.text(), 0, 64)
	if err != nil || octal(n.text()) || v < lo || v > hi {
		return 0, n.want("a whole number from %d to %d", lo, hi)
	}
	return v, nil
}

// unsigned is whole from 0 on.
func (n node) unsigned(hi uint64) (uint64, error) {
	v, err := strconv.ParseUint(n.text(), 0, 64)
	if err != nil || octal(n.text()) || v > hi {
		return 0, n.want("a whole number from 0 to %d", hi)
	}
	return v, nil
}

// parseFloat reads a number, inf or nan: decimal, or with the prefix 0x.
func parseFloat(text string, bits int) (float64, error) {
	if octal(text) {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, bits)
}

// floatBits reads a number, inf or nan as the bits of a float, rounded to
// nearest even. A number that would become infinite is refused.
func (n node) floatBits(bits int) (uint64, error) {
	read := 64
	if bits == 32 { // rounded once; for 16 bits by way of 64, which 32 is too near
		read = 32
	}
	v, err := parseFloat(n.text(), read)
	half := num.DToHalf(num.IEEE, v)
	if err != nil || bits == 16 && !math.IsInf(v, 0) && math.IsInf(float64(num.HalfToF(half)), 0) {
		return 0, n.want("a number in the range of f%d such as 2.5, -1e-3, 0x1p-4, inf or nan", bits)
	}
	switch bits {
	case 16:
		return uint64(half), nil
	case 32:
		return uint64(math.Float32bits(float32(v))), nil
	}
	return math.Float64bits(v), nil
}
