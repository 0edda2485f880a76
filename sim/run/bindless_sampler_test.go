package run_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// allByHandle samples a row of an image beyond its right end with the sampler of an argument
// and with that of the program, and adds program-scope constants: everything by handles
// of the payload, as code for devices after Gen12 LP has it. The last store is at a place
// of its thread.
const allByHandle = `.version 4.2
.kernel "k"
.decl H v_type=G type=q num_elts=4 align=GRF
.decl L v_type=G type=ud num_elts=8 align=GRF
.decl U v_type=G type=f num_elts=8 align=GRF
.decl V v_type=G type=f num_elts=8 align=GRF
.decl D v_type=G type=f num_elts=24 align=GRF
.decl N v_type=G type=ud num_elts=8 align=GRF
.decl S0 v_type=S num_elts=1
.decl T6 v_type=T num_elts=1
.input H offset=32 size=32
.input L offset=64 size=32
.kernel_attr SimdSize=8
mov (M1, 8) U(0,0)<1> 0x76543210:uv
add (M1, 8) U(0,0)<1> U(0,0)<1;1,0> 0x3f000000:f
mov (M1, 8) V(0,0)<1> 0x3f000000:f
or (M1_NM, 2) H(0,1)<1> H(0,1)<1;1,0> 0x1:uq
movs (M1_NM, 1) %bss(0) H(0,0)<0;1,0>
movs (M1_NM, 1) S31(0) H(0,1)<0;1,0>
sample_lz.R (M1, 8) 0x0:uw S31 %bss D.0 %null.0 U.0 V.0
movs (M1_NM, 1) %bss(0) H(0,0)<0;1,0>
movs (M1_NM, 1) S31(0) H(0,2)<0;1,0>
sample_lz.R (M1, 8) 0x0:uw S31 %bss D.32 %null.0 U.0 V.0
movs (M1_NM, 1) %bss(0) L(0,1)<0;1,0>
oword_ld (2) %bss 0x0:ud D.64
movs (M1_NM, 1) T6(0) %bss(0)
movs (M1_NM, 1) %bss(0) L(0,0)<0;1,0>
oword_st (4) %bss 0x0:ud D.0
oword_st (2) %bss 0x4:ud D.64
mov (M1_NM, 1) N(0,0)<1> %hw_id(0,0)<0;1,0>
mov (M1_NM, 1) N(0,1)<1> %sr0(0,0)<0;1,0>
shl (M1_NM, 1) N(0,2)<1> %r0(0,1)<0;1,0> 0x1:ud
add (M1_NM, 1) N(0,2)<1> N(0,2)<0;1,0> 0x6:ud
oword_st (2) %bss N(0,2)<0;1,0> N.0
ret (M1, 1)
`

const allByHandleInfo = `version: '1.73'
kernels:
  - name: k
    execution_env: {grf_count: 128, simd_size: 8, inline_data_payload_size: 32, offset_to_skip_per_thread_data_load: 192}
    payload_arguments:
      - {arg_type: arg_bypointer, offset: 0, size: 8, arg_index: 0, addrmode: bindless, addrspace: image, access_type: readonly, image_type: image_2d}
      - {arg_type: arg_bypointer, offset: 8, size: 8, arg_index: 1, addrmode: bindless, addrspace: sampler, sampler_index: 1}
      - {arg_type: inline_sampler, offset: 16, size: 8, addrmode: bindless, addrspace: sampler, sampler_index: 0}
      - {arg_type: arg_bypointer, offset: 32, size: 4, arg_index: 2, addrmode: bindless, addrspace: global, access_type: readwrite}
      - {arg_type: const_base, offset: 36, size: 4, addrmode: bindless}
    inline_samplers:
      - {sampler_index: 0, addrmode: clamp_border, filtermode: nearest, normalized: false}
`

const allByHandleLaunch = `kernel: k
program: k.visaasm
info: k.zeinfo
platform: dg2
global: [24, 1, 1]
local: [8, 1, 1]
args:
- {image: 2d, format: r32f, width: 4, height: 1, data: {values: [1.5, 2.5, 3.5, 4.5]}}
- {sampler: true, normalized: false, address: edge, filter: nearest}
- {buffer: {bytes: 192, fill: zero}, output: true, type: u32}
`

// handles writes the files of a launch by handles.
func handles(t *testing.T, text, info, file string) *launch.Launch {
	dir := t.TempDir()
	for name, data := range map[string]string{"k.visaasm": text, "k.zeinfo": info, "k.reloc": "", "k.data.const.bin": strings.Repeat("constant", 4)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
	}
	l, err := launch.Parse(filepath.Join(dir, "launch.yaml"), []byte(file))
	require.NoError(t, err)
	return l
}

// TestAllByHandle: images, samplers of arguments and of the program, buffers and constants
// by handles, and the numbers of threads as the code of those devices squeezes them.
func TestAllByHandle(t *testing.T) {
	l := handles(t, allByHandle, allByHandleInfo, allByHandleLaunch)
	r, err := run.Run(context.Background(), l, run.Options{Code: load.InterpCode})
	require.NoError(t, err)
	out := r.Buffers[2]
	for i := range 8 {
		edge, border := float32(min(i, 3))+1.5, float32(0)
		if i < 4 {
			border = edge
		}
		assert.Equal(t, edge, math.Float32frombits(binary.LittleEndian.Uint32(out[4*i:])), "edge %d", i)
		assert.Equal(t, border, math.Float32frombits(binary.LittleEndian.Uint32(out[32+4*i:])), "border %d", i)
	}
	assert.Equal(t, strings.Repeat("constant", 4), string(out[64:96]))
	for group := range 3 {
		id, x := binary.LittleEndian.Uint32(out[96+32*group:]), binary.LittleEndian.Uint32(out[100+32*group:])&0x3FFF
		x = x>>1&^0x3F | x&0x3F
		x = x>>1&^7 | x&7
		assert.Equal(t, id, x, "thread %d", id)
	}
}

// TestWrongHandles: what is no handle of the launch is a fault that names instruction,
// lane and value; where no device says how threads are numbered, that is refused.
func TestWrongHandles(t *testing.T) {
	for _, c := range []struct{ what, from, with, want string }{
		{"a sampler of no handle", "S31(0) H(0,1)<0;1,0>", "S31(0) 0x1:ud", "sample_lz (M1, 8): 0x1 is no handle of a sampler"},
		{"no bit for bindless states", "H(0,1)<1;1,0> 0x1:uq", "H(0,1)<1;1,0> 0x0:uq", "sample_lz (M1, 8): 0x40001000 is no handle of a sampler with bit 0"},
		{"a surface for a sampler", "S31(0) H(0,1)<0;1,0>", "S31(0) H(0,0)<0;1,0>", "sample_lz (M1, 8): 0x80000000 is no handle of a sampler"},
		{"a sampler for an image", "%bss(0) H(0,0)<0;1,0>", "%bss(0) H(0,1)<0;1,0>", "sample_lz (M1, 8): 0x40001001 is no handle of a surface"},
		{"a sampler for a buffer", "%bss(0) L(0,1)<0;1,0>", "%bss(0) H(0,2)<0;1,0>", "all lanes: oword_ld: 0x40000001 is no handle of a surface"},
		{"a number for a handle", "oword_ld (2) %bss 0x0:ud D.64", "lsc_load.ugm (M1, 8) D.64:d32 bss(N)[N]:a32", "k.visaasm:25:1: kernel k, all lanes: lsc_load (M1, 8): 0x0 is no handle of a surface"},
		{"declared", ".decl S0", ".decl S31", "'S31' cannot be declared: it is the bindless sampler"},
	} {
		l := handles(t, strings.Replace(allByHandle, c.from, c.with, 1), allByHandleInfo, allByHandleLaunch)
		_, err := run.Run(context.Background(), l, run.Options{Code: load.InterpCode})
		assert.ErrorContains(t, err, c.want, c.what)
	}
	l := handles(t, allByHandle, allByHandleInfo, strings.Replace(allByHandleLaunch, "platform: dg2\n", "", 1))
	_, err := run.Run(context.Background(), l, run.Options{Code: load.InterpCode})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "%sr0 before element 2, the place of the thread in the device")
	_, err = run.Run(context.Background(), l, run.Options{Code: load.OurCode, Target: load.Only(native.SKL)})
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "the bindless sampler S31, which has a handle")
}
