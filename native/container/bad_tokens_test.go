package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

func dwords(v ...uint32) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// tok is a patch token.
func tok(number uint32, f ...uint32) []byte {
	return append(dwords(number, uint32(tokenHeader+4*len(f))), dwords(f...)...)
}

// binary of one kernel "k" with tokens, of a program with tokens.
func tokensOf(program []byte, kernel ...[]byte) []byte {
	list := []byte{}
	for _, t := range kernel {
		list = append(list, t...)
	}
	head := dwords(0x494E5443, tokenVersion, 12, 8, 1, 0, uint32(len(program)))
	k := dwords(0, 0, 0, 4, uint32(len(list)), 16, 0, 32, 12, 12)
	k = append(append(k, "k\x00\x00\x00"...), "0123456789ab\x00\x00\x00\x00"...)
	k = append(append(k, make([]byte, 16)...), dwords(1<<17, 0, 0, 0)...) // a sampler state at byte 16
	k = append(k, dwords(0, 5, 7)...)                                     // a table of two surfaces at byte 4
	return append(append(append(head, program...), k...), list...)
}

// environmentOf is what a kernel of SIMD8 has.
func environmentOf() []byte {
	f := make([]uint32, 33)
	f[envSIMD], f[envGRFs], f[envBarriers] = 8, 128, 1
	return tok(tokenEnvironment, f...)
}

// item is an entry of a list of metadata, as the text has it.
func item(list, pairs string) string {
	return "    " + list + ":\n      - " + strings.ReplaceAll(pairs, ", ", "\n        ") + "\n"
}

// TestTokens: what one token each adds to the metadata of a kernel without any,
// and nothing else.
func TestTokens(t *testing.T) {
	const payload, buffers, bindings = "payload_arguments", "per_thread_memory_buffers", "binding_table_indices"
	image := func(fields, more string) string {
		return item(payload, "arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 1, addrmode: stateful, addrspace: image, "+fields) + more
	}
	bound := item(bindings, "bti_value: 1, arg_index: 1")
	type row struct {
		token []byte
		want  string
	}
	rows := []row{
		{tok(tokenScratch, 0, 4096), item(buffers, "type: scratch, usage: single_space, size: 4096, slot: 0")},
		{tok(tokenScratch1, 0, 2048), item(buffers, "type: scratch, usage: single_space, size: 2048, slot: 1")},
		{tok(tokenScratch, 0, 0), ""},
		{tok(tokenPrivate, 9, 40, 8, 64, 1), item(payload, "arg_type: private_base_stateless, offset: 40, size: 8") + item(buffers, "type: global, usage: private_space, size: 64, is_simt_thread: true")},
		{tok(tokenPrivate, 9, 40, 8, 0, 1), item(payload, "arg_type: private_base_stateless, offset: 40, size: 8")},
		{tok(tokenPrintf, 9, 9, 48, 8), item(payload, "arg_type: printf_buffer, offset: 48, size: 8")},
		{tok(tokenPayload, 1, 1, 1, 1, 0, 0, 0), item("per_thread_payload_arguments", "arg_type: local_id, offset: 0, size: 96")},
		{tok(tokenPayload, 1, 1, 0, 0, 0, 0, 0), item("per_thread_payload_arguments", "arg_type: local_id, offset: 0, size: 32")},
		{tok(tokenPayload, 1, 0, 0, 0, 0, 0, 1), ""},
		{tok(tokenGlobal, 1, 7, 32, 8), item(payload, "arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 1, addrmode: stateful, addrspace: global, access_type: readwrite") +
			"      - arg_type: buffer_address\n        offset: 32\n        size: 8\n        arg_index: 1\n" + bound},
		{tok(tokenGlobal, 1, 6, 32, 8), item(payload, "arg_type: arg_bypointer, offset: 32, size: 8, arg_index: 1, addrmode: stateless, addrspace: global, access_type: readwrite")},
		{tok(tokenConstant, 2, 0xffffffff, 32, 8), item(payload, "arg_type: arg_bypointer, offset: 32, size: 8, arg_index: 2, addrmode: stateless, addrspace: constant, access_type: readonly")},
		{tok(tokenConstantBase, 0, 5, 56, 8), item(payload, "arg_type: data_const_buffer, offset: 56, size: 8")},
		{tok(tokenGlobalBase, 0, 6, 56, 8), item(payload, "arg_type: data_global_buffer, offset: 56, size: 8")},
		{tok(tokenParameter, 1, 3, 60, 4, 12), item(payload, "arg_type: arg_byvalue, offset: 60, size: 4, arg_index: 3, source_offset: 12")},
		{tok(tokenParameter, 8, 3, 64, 8, 16), item(payload, "arg_type: arg_bypointer, offset: 64, size: 8, arg_index: 3, addrmode: slm, addrspace: local, access_type: readwrite, slm_alignment: 16")},
		{tok(tokenParameter, 43, 3, 64, 4, 0), ""},
		{tok(tokenParameter, 99, 3, 68, 4, 0), item(payload, "arg_type: patch_token_parameter_99, offset: 68, size: 4")},
		{append(append(tok(tokenParameter, 2, 0, 8, 4, 0), tok(tokenParameter, 2, 0, 16, 4, 8)...), tok(tokenParameter, 2, 0, 12, 4, 4)...), item(payload, "arg_type: local_size, offset: 8, size: 12")},
		{append(tok(tokenParameter, 3, 0, 8, 4, 0), tok(tokenParameter, 3, 0, 16, 4, 4)...), item(payload, "arg_type: global_size, offset: 8, size: 4") + "      - arg_type: global_size\n        offset: 16\n        size: 4\n"},
		{tok(tokenImage, 1, 4, 7, 0, 0, 1, 0), image("access_type: readwrite, image_type: image_2d", bound)},
		{tok(tokenImage, 1, 1, 7, 0, 0, 0, 0), image("access_type: readonly, image_type: image_buffer", bound)},
		{tok(tokenImage, 1, 6, 7, 0, 0, 0, 1), image("access_type: readonly, image_type: image_3d, image_transformable: true", bound)},
		{tok(tokenImage, 1, 16, 7, 0, 0, 0, 0), image("access_type: readonly, image_type: image_2d_media_block", bound)},
		{tok(tokenImage, 1, 0, 6, 0, 0, 0, 0), image("access_type: readonly, image_type: image_type_0", "")},
		{tok(tokenImage, 1, 17, 6, 0, 0, 0, 0), image("access_type: readonly, image_type: image_type_17", "")},
		{append(tok(tokenSamplers, 16, 1, 0), tok(tokenSampler, 1, 1, 16)...), item(payload, "arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 1, addrmode: stateful, addrspace: sampler, access_type: readwrite, sampler_index: 0, sampler_type: texture")},
		{append(tok(tokenSamplers, 0, 2, 0), tok(tokenSampler, 1, 1, 16)...), item(payload, "arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 1, addrmode: stateful, addrspace: sampler, access_type: readwrite, sampler_index: 1, sampler_type: texture") +
			item("inline_samplers", "sampler_index: 0, addrmode: repeat, filtermode: nearest, normalized: true")},
		{tok(tokenSamplers, 16, 1, 0), item("inline_samplers", "sampler_index: 0, addrmode: repeat, filtermode: linear, normalized: true")},
		{tok(tokenSamplers, 17, 1, 0), ""}, // ends behind the heap
	}
	for n, name := range map[uint32]string{5: "work_dimensions", 16: "global_id_offset", 28: "enqueued_local_size", 4: "group_count"} {
		rows = append(rows, row{tok(tokenParameter, n, 9, 24, 4, 0), item(payload, "arg_type: "+name+", offset: 24, size: 4")})
	}
	for n, name := range map[uint32]string{
		9: "image_width", 10: "image_height", 11: "image_depth", 12: "image_channel_data_type", 13: "image_channel_order", 14: "sampler_address", 15: "sampler_normalized",
		18: "image_array_size", 20: "image_num_samples", 21: "sampler_snap_wa", 27: "image_num_mip_levels", 39: "image_srgb_channel_order", 42: "buffer_offset",
		44: "flat_image_baseoffset", 45: "flat_image_width", 46: "flat_image_height", 47: "flat_image_pitch",
	} {
		rows = append(rows, row{tok(tokenParameter, n, 2, 24, 4, 0), item(payload, "arg_type: "+name+", offset: 24, size: 4, arg_index: 2")})
	}
	const env = "---\nversion:         '1.20'\nkernels:\n  - name: \"k\"\n    execution_env:\n      simd_size: 8\n      grf_count: 128\n      barrier_count: 1\n"
	for _, r := range rows {
		f, err := Open("t", tokensOf(nil, environmentOf(), tok(tokenBindings, 4, 2, 0), r.token), native.SKL)
		require.NoError(t, err, r.want)
		assert.Equal(t, env+r.want, string(f.ZeInfo))
		assert.Equal(t, "0123456789ab", string(f.Kernels[0].Code))
		bound := map[string]int{}
		if r.token[0] == tokenConstantBase {
			bound[".data.const"] = 0
		}
		assert.Equal(t, bound, f.Kernels[0].Bound)
	}
	f, err := Open("t", tokensOf(nil, environmentOf(), tok(tokenLocal, 9, 512)), native.SKL)
	require.NoError(t, err)
	assert.Equal(t, env+"      slm_size: 512\n", string(f.ZeInfo))
}

// TestTokenArguments: the source's view of arguments, texts as far as the token
// has them; and a group size that is demanded.
func TestTokenArguments(t *testing.T) {
	arg := append(dwords(tokenArgument, 8+24+40, 1, 8, 5, 2, 8, 6), "__globalNONE\x00y\x00float*;8const\x00"...)
	arg = append(arg, make([]byte, 8+24+40-len(arg))...)
	cut := append(dwords(tokenArgument, 8+24+4, 2, 100, 1, 1, 1, 1), "\xff\n\"a"...)
	f := make([]uint32, 33)
	f[envRequired], f[envRequired+1], f[envRequired+2], f[envSIMD], f[envGRFs], f[envStack] = 64, 2, 1, 16, 128, 1
	file, err := Open("t", tokensOf(nil, tok(tokenEnvironment, f...), arg, cut), native.SKL)
	require.NoError(t, err)
	assert.Equal(t, "---\nversion:         '1.20'\nkernels:\n  - name: \"k\"\n    execution_env:\n      simd_size: 16\n      grf_count: 128\n"+
		"      required_work_group_size: [ 64, 2, 1 ]\n      has_stack_calls: true\nkernels_misc_info:\n  - name: \"k\"\n"+
		item("args_info", `index: 1, address_qualifier: "__global", access_qualifier: "NONE", name: "y", type_name: "float*;8", type_qualifiers: "const"`)+
		item("args_info", `index: 2, address_qualifier: "??\"a", access_qualifier: "", name: "", type_name: "", type_qualifiers: ""`)[len("    args_info:\n"):], string(file.ZeInfo))
	assert.Equal(t, [3]uint32{64, 2, 1}, file.Info.Kernels[0].RequiredLocal)
}

// TestBadTokens: what is wrong is said with its place in the file.
func TestBadTokens(t *testing.T) {
	env := environmentOf()
	set := func(at int, v uint32) []byte {
		b := tokensOf(nil, env)
		binary.LittleEndian.PutUint32(b[at:], v)
		return b
	}
	strings0 := append(dwords(tokenString, 8+8+4, 1, 4), "abc\x00"...)
	for _, c := range []struct {
		want        string
		data        []byte
		unsupported bool
	}{
		{"t: byte 0x4: patch tokens of version 7: want 1081 or 1082", set(4, 7), true},
		{"t: byte 0x10: 5000 kernels: legal are up to 4096", set(16, 5000), false},
		{"t: byte 0x4: patch tokens of version 1083: want 1081 or 1082", set(4, 1083), true},
		{"t: byte 0x110: header of a kernel of 40 bytes: 0 are left", set(16, 2), false},
		{"t: byte 0x1c: patch list of the program of 4096 bytes: 244 are left", set(24, 4096), false},
		{"t: byte 0x44: kernel name of 4096 bytes: 204 are left", set(28+12, 4096), false},
		{"t: byte 0x48: kernel heap of 4294967295 bytes: 200 are left", set(28+20, 1<<32-1), false},
		{"t: byte 0x40: kernel k: 17 bytes of code in a heap of 16", set(28+36, 17), false},
		{`t: byte 0x44: kernel name "": want printable text`, set(68, 0), false},
		{`t: byte 0x44: kernel name "\x01": want printable text`, set(68, 1), false},
		{"t: byte 0x84: patch list of 145 bytes: 140 are left", func() []byte { return set(28+16, 145) }(), false},
		{"t: byte 0x84: patch token of 8 bytes: 3 are left", set(28+16, 3), false},
		{"t: byte 0x88: patch token 23 of 7 bytes: want 8 at least", set(0x88, 7), false},
		{"t: byte 0x8c: patch token of 992 bytes: 132 are left", set(0x88, 1000), false},
		{"t: byte 0x88: patch token 23 of 12 bytes: want 92 at least", tokensOf(nil, tok(tokenEnvironment, 1)), false},
		{"t: byte 0x110: string number 1 after 0 strings", tokensOf(nil, env, strings0), false},
		{"t: byte 0x2c: data of the program of 16 bytes: 12 are left", append(dwords(0x494E5443, tokenVersion, 12, 8, 1, 0, 28), append(tok(tokenConstantData, 0, 16), make([]byte, 12)...)...), false},
		{"t: byte 0x30: a second block of data .data.const", tokensOf(append(append(tok(tokenConstantData, 0, 4), "abcd"...), append(tok(tokenConstantData, 0, 4), "abcd"...)...), env), true},
		{"t: byte 0x34: relocation of 8 bytes at 0x4 of .data.const: it has 8", tokensOf(append(append(tok(tokenConstantData, 0, 8), "abcdefgh"...), tok(tokenConstPointer, 0, 4, 0, 1, 0)...), env), false},
		{"t: byte 0x34: pointer in block 0 to buffer of type 2: legal are 0, and 0 (global) or 1 (constant)", tokensOf(append(append(tok(tokenConstantData, 0, 8), "abcdefgh"...), tok(tokenConstPointer, 0, 0, 0, 2, 0)...), env), false},
		{"t: byte 0x1c: kernel k: no patch token 23, its execution environment", tokensOf(nil), false},
	} {
		_, err := Open("t", c.data, native.SKL)
		if assert.Error(t, err, c.want) {
			assert.Equal(t, c.want, err.Error())
			assert.Equal(t, c.unsupported, errors.Is(err, errors.ErrUnsupported), c.want)
		}
	}
	many := tokensOf(nil, []byte(strings.Repeat(string(tok(tokenLocal, 0, 0)), maxTokens+1)))
	_, err := Open("t", many, native.SKL)
	assert.EqualError(t, err, fmt.Sprintf("t: byte %#x: a kernel with more than %d patch tokens", 0x84+16*maxTokens, maxTokens))
}

// TestInlineSamplers reads states as SAMPLER_STATE has them: filter in dword 0,
// coordinates and the mode of x in dword 3.
func TestInlineSamplers(t *testing.T) {
	states := dwords(0, 0, 0, 4<<6|1<<10, 1<<17, 0, 0, 2<<6, 0, 0, 0, 1<<6, 1<<17, 0, 0, 0, 5<<17, 0, 0, 0, 0, 0, 0, 3<<6)
	k := &tokenKernel{dynamic: states, tokens: []token{{number: tokenSamplers, f: []uint32{0, 7, 0}}, {number: tokenSampler, f: []uint32{9, 1, 32}}}}
	assert.Equal(t, [][]string{
		{"sampler_index", "0", "addrmode", "clamp_border", "filtermode", "nearest", "normalized", ""},
		{"sampler_index", "1", "addrmode", "clamp_edge", "filtermode", "linear", "normalized", "true"},
		{"sampler_index", "3", "addrmode", "repeat", "filtermode", "linear", "normalized", "true"},
	}, k.meaning().samplers, "2 is an argument, 4 and 5 have no filter or mode of OpenCL, 6 is behind the heap")
}
