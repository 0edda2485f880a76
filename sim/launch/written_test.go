package launch_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWrittenErrors: contents that cannot be, with their place; and a value of another size than the metadata's with
// its layout.
func TestWrittenErrors(t *testing.T) {
	inSaxpy(t)
	require.NoError(t, os.WriteFile("four.in", make([]byte, 4), 0o644))
	x, f32 := "{buffer: x.in, type: f32}", "{f32: 2.5}"
	for _, c := range []struct{ old, text, want string }{
		{x, "{buffer: {values: [1, 2]}}", `8:14: error: values need the key "type" beside buffer, such as f32`},
		{x, "{buffer: {values: [1, 2], bytes: 7}, type: f32}", "8:14: error: 2 values of type f32 have 8 bytes: want bytes of at least that, found 7"},
		{x, "{buffer: {values: [1, 2], bytes: 9}, type: f32}", "8:48: error: the buffer has 9 bytes: want a multiple of the 4 of type f32"},
		{x, "{buffer: {values: [1, 2], bytes: 0x40000001}, type: f32}", `8:38: error: bytes: want a whole number from 0 to 1073741824, found "0x40000001"`},
		{x, "{buffer: {values: [1, 2], bytes: 0x40000000}, type: f32}",
			"8:14: error: buffers and their expectations to this one have 1073749824 bytes together: the limit is 1073741824"},
		{x, "{buffer: {values: [1, 2], fill: zero}, type: f32}", `8:31: error: unknown key "fill": legal keys are values, bytes`},
		{x, "{buffer: {values: 1}, type: f32}", `8:23: error: values: want a list, found "1"`},
		{x, "{buffer: {values: [1, [2, [x]]]}, type: f32}",
			`8:32: error: values: want a number in the range of f32 such as 2.5, -1e-3, 0x1p-4, inf or nan, found "x"`},
		{x, "{buffer: {value: [1]}, type: f32}", `8:15: error: unknown key "value": legal keys are bytes, fill, values, structs`},
		{x, "{buffer: {structs: [[{u8: 1}], [{u16: 1}]]}}", "8:36: error: structure 1 has 2 bytes, those before it 1: want the same fields in each"},
		{x, "{buffer: {structs: 1}}", `8:24: error: structs: want a list, found "1"`},
		{x, "{buffer: {structs: [[{u8: 1}]], type: f32}}", `8:37: error: unknown key "type": legal keys are structs, packed`},
		{x, "{buffer: x.in, expect: {values: [1]}, type: f32}", "8:28: error: expected data has 4 bytes, the buffer 4000"},
		{x, "{buffer: x.in, expect: {bytes: 4000}, type: f32}", `8:28: error: missing key "values": want a list such as [1, 2, 3]`},
		{x, "{buffer: x.in, expect: {fill: zero}, type: f32}", `8:29: error: unknown key "fill": legal keys are values, bytes, structs, packed`},
		{x, "{buffer: four.in, expect: {values: [1]}, type: f64}", "8:52: error: the buffer has 4 bytes: want a multiple of the 8 of type f64"},
		{f32, "{struct: {a: {f32: 2.5}, b: {u8x3: [1, 2, 3]}}}",
			"9:5: error: saxpy.zeinfo: kernel saxpy: argument 2 (a) has 8 bytes; legal are 4; it is laid out as a f32 at 0, b u8x3 at 4: 8 bytes, aligned to 4"},
		{f32, "{struct: [{u8: 2}, {f32: [1, 2]}, {structs: [[{u8: 1}, {pad: 1}]]}]}",
			"9:5: error: saxpy.zeinfo: kernel saxpy: argument 2 (a) has 16 bytes; legal are 4; it is laid out as u8 at 0, f32[2] at 4, [0].0 u8 at 12, [0].1 pad of 1 at 13: 16 bytes, aligned to 4"},
		{f32, "{struct: [{f32: 2.5}]}", ""},
		{f32, "{f32: [2.5]}", ""},
	} {
		_, err := runText(t, c.old, c.text)
		if c.want == "" {
			assert.NoError(t, err, c.text)
			continue
		}
		assert.EqualError(t, err, "l.yaml:"+c.want, c.text)
	}
}
