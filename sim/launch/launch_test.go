package launch

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParse: the ends of what each type holds, and what is beyond them.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bits       uint64
		ok         bool
	}{
		{"i8", "-128", math.MaxUint64 - 127, true}, {"i8", "-129", 0, false}, {"i8", "127", 127, true}, {"i8", "128", 0, false},
		{"u8", "255", 255, true}, {"u8", "256", 0, false}, {"u8", "-1", 0, false},
		{"i64", "-9223372036854775808", 1 << 63, true}, {"i64", "9223372036854775808", 0, false},
		{"u64", "0xffffffffffffffff", math.MaxUint64, true}, {"u64", "18446744073709551616", 0, false},
		{"f16", "65504", 0x7bff, true}, {"f16", "65520", 0, false}, {"f16", "-inf", 0xfc00, true},
		{"f32", "0x1p-4", 0x3d800000, true}, {"f32", "1e39", 0, false}, {"f32", "nan", 0x7fc00000, true},
		{"f64", "1e308", math.Float64bits(1e308), true}, {"f64", "1e309", 0, false},
		{"f64", "007", 0, false}, {"i32", "010", 0, false}, {"u32", "1.0", 0, false}, {"f32", "", 0, false},
	} {
		typ, ok := FindType(c.name)
		require.True(t, ok)
		bits, ok := typ.Parse(c.text)
		assert.Equal(t, c.ok, ok, "%s %s", c.name, c.text)
		if c.ok {
			assert.Equal(t, c.bits, bits, "%s %s", c.name, c.text)
		}
	}
	assert.Equal(t, []byte{9, 0xfe, 0xff}, Type{"i16", 2}.Append([]byte{9}, math.MaxUint64-1))
}

// TestVectors: names of vectors and their sizes.
func TestVectors(t *testing.T) {
	for name, size := range map[string]int{"f32": 4, "f32x2": 8, "f32x3": 16, "f32x4": 16, "u8x3": 4, "i64x16": 128} {
		v, ok := FindVector(name)
		assert.True(t, ok, name)
		assert.Equal(t, size, v.Bytes(), name)
	}
	for _, name := range []string{"f32x", "f32x1", "f32x5", "f32x04", "f8x2", "", "x2", "f32x2x2"} {
		_, ok := FindVector(name)
		assert.False(t, ok, name)
	}
}

// TestLayoutText: a message lists no more fields than a reader takes in.
func TestLayoutText(t *testing.T) {
	var l Layout
	for range maxListed + 2 {
		at, ok := l.Place(1, 4)
		require.True(t, ok)
		l.Fields = append(l.Fields, Field{Type: "u8", Offset: at})
	}
	assert.Regexp(t, `^u8 at 0, u8 at 4, .*, u8 at 156, and 2 more: 165 bytes, aligned to 4$`, l.String())
	_, ok := l.Place(MaxValue, 1)
	assert.False(t, ok)
}
