package draft

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/abi"
)

// kernelOf is a kernel of SIMD8 with these pieces of payload.
func kernelOf(t *testing.T, env, payload, args string) *abi.Kernel {
	t.Helper()
	info, err := abi.ParseZeInfo("m.zeinfo", []byte(fmt.Sprintf("version: '1.20'\nkernels:\n"+
		"  - {name: k, execution_env: {simd_size: 8%s}, payload_arguments: [%s]}\nkernels_misc_info:\n  - {name: k, args_info: [%s]}\n", env, payload, args)))
	require.NoError(t, err)
	k, err := info.Kernel("k")
	require.NoError(t, err)
	return k
}

func valueAt(i, size, from int) string {
	return fmt.Sprintf("{arg_type: arg_byvalue, offset: %d, size: %d, arg_index: %d, source_offset: %d}", 32+16*i+from, size, i, from)
}

func typed(i int, name, kind string) string {
	return fmt.Sprintf("{index: %d, name: %s, type_name: '%s'}", i, name, kind)
}

const (
	image2d = "{arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 0, addrspace: image, image_type: image_2d}"
	pointer = "{arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 0, addrmode: stateful, addrspace: global, access_type: %s}"
)

// TestGuess: the lines of launches that metadata alone give.
func TestGuess(t *testing.T) {
	for _, c := range []struct{ env, payload, args, want string }{
		{"", valueAt(0, 4, 0), "", "global: [32, 1, 1] local: [8, 1, 1] {u32: 32}"},
		{"", valueAt(0, 4, 0) + "," + valueAt(1, 4, 0), "", "global: [32, 1, 1] local: [8, 1, 1] {u32: 4} {u32: 4}"},
		{", required_work_group_size: [16, 16, 1]", valueAt(0, 4, 0), "", "global: [32, 32, 1] local: [16, 16, 1] {u32: 32}"},
		{", required_work_group_size: [48, 1, 1]", image2d, "", "global: [48, 64, 1] local: [48, 1, 1] {image: 2d, format: rgba8, width: 64, height: 64, fill: {random: 1, type: u8, min: 0, max: 255}, output: true}"},
		{"", image2d + "," + valueAt(1, 4, 0), typed(1, "radius", "int;4"), "global: [64, 64, 1] local: [8, 1, 1] {image: 2d, format: rgba8, width: 64, height: 64, fill: {random: 1, type: u8, min: 0, max: 255}, output: true} {i32: 2}"},
		{"", image2d + "," + valueAt(1, 4, 0), typed(1, "Height", "int;4"), "global: [64, 64, 1] local: [8, 1, 1] {image: 2d, format: rgba8, width: 64, height: 64, fill: {random: 1, type: u8, min: 0, max: 255}, output: true} {i32: 64}"},
		{"", valueAt(0, 12, 0), typed(0, "v", "float3;16"), "global: [32, 1, 1] local: [8, 1, 1] {f32x3: [1.5, 2.5, 3.5]}"},
		{"", valueAt(0, 2, 0), typed(0, "h", "half;2"), "global: [32, 1, 1] local: [8, 1, 1] {f16: 1.5}"},
		{"", valueAt(0, 8, 0) + "," + valueAt(0, 4, 9) + "," + valueAt(0, 4, 10), typed(0, "p", "params;12"), "global: [32, 1, 1] local: [8, 1, 1] {struct: [{i32: 4}, {i32: 4}, {pad: 4}]}"},
		{"", fmt.Sprintf(pointer, "readonly"), typed(0, "x", "double*;8"), "global: [32, 1, 1] local: [8, 1, 1] {buffer: {bytes: 4096, fill: {random: 1, type: f64, min: -1, max: 1}}, type: f64}"},
		{"", fmt.Sprintf(pointer, "writeonly"), typed(0, "x", "char*;8"), "global: [32, 1, 1] local: [8, 1, 1] {buffer: {bytes: 4096, fill: zero}, type: i8, output: true}"},
		{", required_work_group_size: [1024, 1, 1]", fmt.Sprintf(pointer, "readwrite"), typed(0, "x", "float3*;8"), "global: [4096, 1, 1] local: [1024, 1, 1] {buffer: {bytes: 65536, fill: {random: 1, type: f32, min: -1, max: 1}}, type: f32, output: true}"},
	} {
		l := New(kernelOf(t, c.env, c.payload, c.args), Names{Program: "p", Inside: true}, nil)
		got := fmt.Sprintf("global: %s local: %s", triple(l.global), triple(l.local))
		for i := range l.args {
			got += " " + l.args[i].text(i)
		}
		assert.Equal(t, c.want, got)
	}
}

// TestOddNames: what a name of metadata holds stays in its comment.
func TestOddNames(t *testing.T) {
	k := kernelOf(t, "", valueAt(0, 4, 0), "{index: 0, name: \"a\\nprogram: evil\", type_name: 'int;4'}")
	text := string(New(k, Names{Program: "p", Inside: true}, nil).Text())
	assert.NotContains(t, text, "\nprogram: evil")
	assert.Contains(t, text, `a\nprogram: evil`)
}

// TestSizesDemanded: groups that no launch can have take no memory and no time.
func TestSizesDemanded(t *testing.T) {
	k := kernelOf(t, ", required_work_group_size: [1024, 1024, 1024]", fmt.Sprintf(pointer, "readwrite")+","+valueAt(1, 4, 0), typed(0, "x", "float16*;8"))
	text := string(New(k, Names{}, nil).Text())
	assert.Contains(t, text, "local: [1024, 1024, 1024]\n")
	assert.Equal(t, 2, strings.Count(text, FillIn))
}

// TestStructure: structures by field where C has the fields there, else as bytes.
func TestStructure(t *testing.T) {
	for _, c := range []struct {
		bytes  int
		fields []field
		want   string
	}{
		{12, []field{{off: 0, size: 4, signed: true, whole: 7}, {off: 4, size: 4, float: true, real: 0.5}, {off: 8, size: 2, whole: 3}}, "{struct: [{i32: 7}, {f32: 0.5}, {u16: 3}]}"},
		{16, []field{{off: 0, size: 1, whole: 7}, {off: 8, size: 8, signed: true, whole: -2}}, "{struct: [{u8: 7}, {i64: -2}]}"},
		{24, []field{{off: 4, size: 4, whole: 1}, {off: 12, size: 4, whole: 2}}, "{struct: [{pad: 4}, {u32: 1}, {pad: 4}, {u32: 2}, {pad: 8}]}"},
		{8, []field{{off: 2, size: 4, whole: 0x01020304}}, `{bytes: "0000040302010000"}`},
		{6, []field{{off: 0, size: 4, float: true, real: 1}}, `{bytes: "0000803f0000"}`},
		{4, nil, "{struct: [{pad: 4}]}"},
		{8, []field{{off: 1, size: 2, float: true, real: 1}, {off: 4, size: 2, float: true, real: 2}}, `{bytes: "00003c0000400000"}`},
	} {
		a := arg{bytes: c.bytes, fields: c.fields}
		assert.Equal(t, c.want, a.value())
	}
}

// TestFills: contents are of the type of the elements, and of all they can hold where that
// is asked for.
func TestFills(t *testing.T) {
	for _, c := range []struct {
		f    fill
		key  string
		want string
	}{
		{plain, "float*", "{random: 3, type: f32, min: -1, max: 1}"},
		{plain, "ushort4*", "{random: 3, type: u16, min: 0, max: 100}"},
		{plain, "char*", "{random: 3, type: i8, min: -128, max: 127}"},
		{wide, "ulong*", "{random: 3, type: u64, min: 0, max: 18446744073709551615}"},
		{wide, "long*", "{random: 3, type: i64, min: -9223372036854775808, max: 9223372036854775807}"},
		{around, "int*", "{random: 3, type: i32, min: -8, max: 7}"},
		{around, "uint*", "{random: 3, type: u32, min: 0, max: 15}"},
		{floats, "int*", "{random: 3, type: f32, min: -1, max: 1}"},
		{words, "double*", "{random: 3, type: u32, min: 0, max: 100}"},
		{zeros, "int*", "zero"},
	} {
		e, _, ok := elemOf(c.key)
		require.True(t, ok)
		assert.Equal(t, c.want, c.f.text(e, 3))
	}
}

// TestStructureContents: structures in buffers have whole numbers where the code, text or
// native, has no floats.
func TestStructureContents(t *testing.T) {
	for _, ext := range []string{".visaasm", ".dat"} {
		for stem, whole := range map[string]bool{
			"matmul__matmul_naive_int_simd8": true, "bits__bit_morton_simd32": true, "crc32__adler32_simd32": true,
			"saxpy__saxpy_simd32": false, "matmul__matmul_tiled_simd16": false, "ieee__ieee_double_simd32": false,
		} {
			s := subjectOf(t, "skl", stem, ext)
			assert.Equal(t, whole, factsOf(s.kernel, s.p).whole, "%s%s", stem, ext)
		}
	}
	k := kernelOf(t, "", fmt.Sprintf(pointer, "readwrite"), typed(0, "b", "body*;8"))
	l := New(k, Names{}, nil)
	assert.Equal(t, floats, l.guess(0, facts{}).fill)
	assert.Equal(t, words, l.guess(0, facts{whole: true}).fill)
}
