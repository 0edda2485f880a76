package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
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

// programs are the ways to run a kernel of which dat has the reference compiler's code.
func programs(dat string) []run.Options {
	return []run.Options{
		{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.SKL)}, {Engine: load.Sim, Target: load.Only(native.BXT)},
		{Engine: load.Sim, Target: load.Only(native.SKL), Programs: []string{dat}},
	}
}

// TestBindless: a kernel that has handles of its buffers, on every engine.
//
// seed: Broxton vol. 6 Bindless Sampler State
func TestBindless(t *testing.T) {
	for _, o := range programs("testdata/bindless/twice.dat") {
		l, err := launch.Read("testdata/bindless/launch.yaml")
		require.NoError(t, err)
		r, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		count := uint32(0)
		for i := 0; i < len(r.Buffers[0]); i += 4 {
			v := 2 * math.Float32frombits(binary.LittleEndian.Uint32(r.Buffers[0][i:]))
			if v > 1 {
				count++
			} else {
				v = 0
			}
			require.Equal(t, v, math.Float32frombits(binary.LittleEndian.Uint32(r.Buffers[1][i:])), "element %d on %s", i/4, o.Engine)
		}
		assert.Equal(t, count, binary.LittleEndian.Uint32(r.Buffers[2]), o.Engine)
	}
}

// TestNoHandle: metadata that gives the address of a buffer where the code takes a
// handle, as the reference compiler's does. The fault names what it got.
func TestNoHandle(t *testing.T) {
	dir, err := filepath.Abs("testdata/bindless")
	require.NoError(t, err)
	info, err := os.ReadFile(filepath.Join(dir, "twice.zeinfo"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "twice.zeinfo")
	require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(info), "addrmode: bindless", "addrmode: stateless")), 0o600))
	for _, o := range programs(filepath.Join(dir, "twice.dat")) {
		l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
		require.NoError(t, err)
		o.Info = path
		_, err = run.Run(context.Background(), l, o)
		require.ErrorContains(t, err, "0x0 is no handle of a surface: the launch gives one to an argument", o.Engine)
	}
}

// indexAndHandle reads a block by a handle and writes it by an index, both in registers.
const indexAndHandle = `.version 4.1
.kernel "k"
.decl H v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.decl AT v_type=G type=ud num_elts=8 align=GRF
.decl T6 v_type=T num_elts=1
.input H offset=64 size=32
.kernel_attr SimdSize=8
movs (M1_NM, 1) %bss(0) H(0,0)<0;1,0>
movs (M1_NM, 1) T6(0) H(0,1)<0;1,0>
oword_ld_unaligned (2) %bss 0x4:ud D.0
oword_st (2) T6 0x1:ud D.0
mov (M1, 8) AT(0,0)<1> 0x0:ud
dword_atomic.add (M1_NM, 1) %bss AT.0 D.0 %null.0 %null.0
mov (M1_NM, 1) D(0,0)<1> 0x7:ud
movs (M1_NM, 1) H(0,2)<1> %bss(0)
movs (M1_NM, 1) %bss(0) H(0,3)<0;1,0>
oword_st (1) %bss 0x0:ud H.0
ret (M1, 1)
`

// TestIndexAndHandle: blocks and atomics by a handle, a handle that is read back, and
// another one in the same variable.
func TestIndexAndHandle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.visaasm")
	require.NoError(t, os.WriteFile(path, []byte(indexAndHandle), 0o600))
	text := "kernel: k\nprogram: k.visaasm\nargs:\n- {buffer: {bytes: 64, fill: {random: 3, type: u32, min: 1, max: 99}}, output: true}\n- {buffer: {bytes: 64, fill: zero}, output: true}\n" +
		"inputs: {H: \"00000080010000000000000000100080" + strings.Repeat("00", 16) + "\"}\n"
	l, err := launch.Parse(filepath.Join(filepath.Dir(path), "l.yaml"), []byte(text))
	require.NoError(t, err)
	var want [][]byte
	for _, o := range programs("")[:3] {
		r, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		if want == nil {
			want = r.Buffers
		}
		assert.Equal(t, want, r.Buffers, o.Engine)
		assert.Equal(t, "00000080010000000000008000100080", fmt.Sprintf("%x", r.Buffers[1][:16]), o.Engine)
		assert.Equal(t, r.Buffers[0][4:36], r.Buffers[1][16:48], o.Engine)
	}
}
