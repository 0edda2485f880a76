package launch

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFields: values with fields lie as in OpenCL C. layout_oracle_test.go asks Intel's compiler about many more.
func TestFields(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{f32x4: [1, 2, 3, 4]}", "0000803f 00000040 00004040 00008040"},
		{"{f32x3: [1, 2, 3]}", "0000803f 00000040 00004040 00000000"},
		{"{u8x16: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xff]}", "00010203 04050607 08090a0b 0c0d0eff"},
		{"{i16x2: [-1, 2]}", "ffff0200"},
		{"{i32: [1, 2]}", "01000000 02000000"},
		{"{u8x3: [[1, 2, 3], [4, 5, 6]]}", "01020300 04050600"},
		{"{struct: [{u8: 1}, {i32: 2}]}", "01000000 02000000"},
		{"{struct: [{i32: 2}, {u8: 1}]}", "02000000 01000000"},
		{"{struct: {n: {i32: 1}, v: {f32x4: [1, 2, 3, 4]}, c: {u8: 3}}}",
			"01000000 00000000 00000000 00000000 0000803f 00000040 00004040 00008040 03000000 00000000 00000000 00000000"},
		{"{struct: [{u8: 1}, {u16: 2}, {u8: 3}, {u64: 4}]}", "01000200 03000000 04000000 00000000"},
		{"{struct: [{u8: 1}, {u16: 2}, {u8: 3}, {u64: 4}], packed: true}", "01020003 04000000 00000000"},
		{"{packed: false, struct: [{u8: 1}, {pad: 3}, {u8: 3}]}", "01000000 03"},
		{"{struct: [{u8: 1}, {struct: [{u8: 2}, {i32: 3}]}, {u8: 4}]}", "01000000 02000000 03000000 04000000"},
		{"{struct: [{u8: 1}, {struct: [{u8: 2}, {i32: 3}], packed: true}, {u8: 4}]}", "01020300 000004"},
		{"{struct: [{u8: 1}, {structs: [[{u8: 2}, {u16: 3}], [{u8: 4}, {u16: 5}]]}]}", "01000200 03000400 0500"},
		{"{structs: [{a: {u8: 2}, b: {u16: 3}}, {a: {u8: 4}, b: {u16: 5}}]}", "02000300 04000500"},
		{"{struct: [{bytes: 010203}, {f16: 1}, {f64: [1, -inf]}]}", "01020300 003c0000 00000000 0000f03f 00000000 0000f0ff"},
	} {
		a, err := valueArg(scalar(t, c.text))
		if assert.NoError(t, err, c.text) {
			assert.Equal(t, strings.ReplaceAll(c.want, " ", ""), hex.EncodeToString(a.Data), c.text)
		}
	}
}

// TestFieldErrors: what is no value, with its place.
func TestFieldErrors(t *testing.T) {
	const kinds = "want one of the keys bytes, u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, a vector such as f32x4, struct, structs"
	for _, c := range []struct{ text, want string }{
		{"{f32x5: [1]}", `1:2: error: unknown type "f32x5": ` + kinds},
		{"{f32x4: 1}", `1:9: error: f32x4: want a list of 4 numbers, found "1"`},
		{"{f32x4: [1, 2, 3]}", "1:9: error: 3 numbers for a vector of 4 of type f32"},
		{"{f32x2: [[1, 2], 3]}", `1:18: error: f32x2: want a list of 2 numbers, found "3"`},
		{"{f32x2: [[1, 2], [3]]}", "1:18: error: 1 numbers for a vector of 2 of type f32"},
		{"{i32x2: [1, 2.5]}", `1:13: error: i32x2: want a whole number from -2147483648 to 2147483647, found "2.5"`},
		{"{i32: []}", "1:7: error: an array of no elements: want one or more"},
		{"{i32: {i32: 1}}", `1:7: error: i32: want a whole number from -2147483648 to 2147483647, found "{"`},
		{"{struct: []}", "1:10: error: a structure without fields: want one or more"},
		{"{structs: []}", "1:11: error: an array of no structures: want one or more"},
		{"{struct: 1}", `1:10: error: struct: want fields: a list such as [{i32: 1}, {f32x4: [1, 2, 3, 4]}], or a mapping with their names, found "1"`},
		{"{struct: {i32: 1}}", `1:16: error: i32: want a field such as {i32: 1}, found "1"`},
		{"{struct: [7]}", `1:11: error: want a field such as {i32: 1}, found "7"`},
		{"{struct: {n: {i31: 1}}}", `1:15: error: n: unknown type "i31": ` + kinds},
		{"{struct: {n: {}}}", `1:14: error: n: no type: ` + kinds},
		{"{struct: [{i32: 1, u8: 2}]}", `1:20: error: unknown key "u8": legal keys are i32`},
		{"{struct: [{i32: 1}], packed: 1}", `1:30: error: packed: want true or false, found "1"`},
		{"{i32: 1, packed: true}", `1:10: error: unknown key "packed": legal keys are i32`},
		{"{struct: [{pad: -1}]}", `1:17: error: pad: want a whole number from 0 to 65536, found "-1"`},
		{"{struct: [{pad: 0}]}", "1:10: error: a structure without fields: want one or more"},
		{"{struct: [{pad: 65536}, {u8: 1}]}", "1:30: error: a value of more than 65536 bytes"},
		{"{struct: [{struct: [{pad: 40000}]}, {struct: [{pad: 40000}]}]}", "1:46: error: a value of more than 65536 bytes"},
		{"{structs: [[{u8: 1}], [{u16: 1}]]}", "1:23: error: structure 1 has 2 bytes, those before it 1: want the same fields in each"},
	} {
		n, err := parseYAML("t.yaml", []byte(c.text))
		require.NoError(t, err, c.text)
		_, err = valueArg(n)
		assert.EqualError(t, err, "t.yaml:"+c.want, c.text)
	}
}

// TestWrittenBuffers: contents and expectations number by number.
func TestWrittenBuffers(t *testing.T) {
	l, err := Parse("l.yaml", []byte(`kernel: k
program: k.dat
info: k.zeinfo
global: [1]
local: [1]
args:
  - {buffer: {values: [1, -2, 0x10]}, type: i16}
  - {type: f32, expect: {values: [[nan, inf], [-0x1p-1, 1e3]]}, buffer: {bytes: 16, values: [[1, 2], 3]}, check: nan}
  - buffer:
      values:
        - 1
        - 2
    type: u8
  - {buffer: {structs: [{a: {u8: 1}, b: {u16: 2}}, [{u8: 3}, {u16: 4}]]}}
  - {buffer: {values: []}, type: f64, expect: {values: []}}
`))
	require.NoError(t, err)
	for i, want := range []string{"0100feff1000", "0000803f000000400000404000000000", "0102", "0100020003000400", ""} {
		assert.Equal(t, want, hex.EncodeToString(l.Args[i].Data), i)
	}
	assert.Equal(t, "0000c07f0000807f000000bf00007a44", hex.EncodeToString(l.Args[1].Expect))
	assert.NotNil(t, l.Args[4].Expect)
}
