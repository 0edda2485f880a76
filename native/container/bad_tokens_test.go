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

// TestTokens: one token each, as metadata.
func TestTokens(t *testing.T) {
	for _, c := range []struct {
		token []byte
		want  []string
	}{
		{tok(tokenLocal, 0, 512), []string{"slm_size: 512"}},
		{tok(tokenScratch, 0, 4096), []string{"per_thread_memory_buffers:", "type: scratch", "size: 4096"}},
		{tok(tokenPrivate, 0, 40, 8, 64, 1), []string{"arg_type: private_base_stateless", "offset: 40", "usage: private_space", "size: 64", "is_simt_thread: true"}},
		{tok(tokenPrintf, 0, 0, 48, 8), []string{"arg_type: printf_buffer", "offset: 48", "size: 8"}},
		{tok(tokenPayload, 1, 1, 1, 1, 0, 0, 0), []string{"arg_type: local_id", "size: 96"}},
		{tok(tokenGlobal, 2, 5, 32, 8), []string{"arg_type: buffer_address", "offset: 32", "arg_index: 2", "addrmode: stateful", "bti_value: 0"}},
		{tok(tokenGlobal, 2, 7, 32, 8), []string{"bti_value: 1"}},
		{tok(tokenConstant, 2, 0xffffffff, 32, 8), []string{"addrmode: stateless", "addrspace: constant", "access_type: readonly"}},
		{tok(tokenConstantBase, 0, 5, 56, 8), []string{"arg_type: data_const_buffer", "offset: 56"}},
		{tok(tokenParameter, 1, 3, 60, 4, 12), []string{"arg_type: arg_byvalue", "arg_index: 3", "offset: 60", "source_offset: 12"}},
		{tok(tokenParameter, 8, 3, 64, 8, 16), []string{"addrmode: slm", "slm_alignment: 16"}},
		{append(append(tok(tokenParameter, 2, 0, 8, 4, 0), tok(tokenParameter, 2, 0, 16, 4, 8)...), tok(tokenParameter, 2, 0, 12, 4, 4)...), []string{"arg_type: local_size", "offset: 8", "size: 12"}},
		{tok(tokenParameter, 99, 0, 68, 4, 0), []string{"arg_type: patch_token_parameter_99"}},
		{tok(tokenImage, 1, 4, 7, 0, 0, 1, 0), []string{"image_type: image_2d", "access_type: readwrite", "bti_value: 1"}},
		{append(tok(tokenSamplers, 16, 1, 0), tok(tokenSampler, 1, 1, 16)...), []string{"addrspace: sampler", "sampler_index: 0"}},
		{tok(tokenSamplers, 16, 1, 0), []string{"inline_samplers:", "addrmode: repeat", "filtermode: linear", "normalized: true"}},
	} {
		f, err := Open("t", tokensOf(nil, environmentOf(), tok(tokenBindings, 4, 2, 0), c.token), native.SKL)
		require.NoError(t, err, c.want)
		for _, w := range c.want {
			assert.Contains(t, string(f.ZeInfo), w+"\n")
		}
		assert.Equal(t, "0123456789ab", string(f.Kernels[0].Code))
		if bound := map[string]int{}; c.token[0] == tokenConstantBase {
			bound[".data.const"] = 0
			assert.Equal(t, bound, f.Kernels[0].Bound)
		} else {
			assert.Equal(t, bound, f.Kernels[0].Bound)
		}
	}
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
		{"t: byte 0x4: patch tokens of version 7: want 1081", set(4, 7), true},
		{"t: byte 0x8: code for device 99, which is no target here", set(8, 99), true},
		{"t: byte 0x10: 5000 kernels: legal are 1 to 4096", set(16, 5000), false},
		{"t: byte 0x10: 0 kernels: legal are 1 to 4096", set(16, 0), false},
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
