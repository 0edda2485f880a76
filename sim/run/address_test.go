package run_test

import (
	"context"
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

// addressedText reads a dword at one address and writes it at another; both stand in the code.
const addressedText = `.version 4.1
.kernel "k"
.decl A v_type=G type=uq num_elts=8 align=GRF
.decl V v_type=G type=ud num_elts=8 align=GRF
.kernel_attr SimdSize=8
    mov (M1, 8) A(0,0)<1> 0x123456789004:uq
    svm_gather.4.1 (M1, 8) A.0 V.0
    mov (M1, 8) A(0,0)<1> 0x7000:uq
    svm_scatter.4.1 (M1, 8) A.0 V.0
    ret (M1, 1)
`

const addressedLaunch = `kernel: k
program: k.visaasm
inputs: {}
args:
  - {buffer: {values: [7, 77]}, type: u32, address: 0x123456789000}
  - {buffer: {bytes: 8, fill: zero}, type: u32, output: true}
  - {buffer: {bytes: 8, fill: zero}, type: u32, expect: {values: [77, 0]}, address: 0x7000}
`

// TestAddressedBuffers: a kernel that was given no argument reaches buffers at the addresses of the launch file, on both
// engines. Addresses that cannot be are refused at the argument.
func TestAddressedBuffers(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(addressedText), 0o600))
	path := filepath.Join(dir, "l.yaml")
	for _, o := range []run.Options{{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.SKL)}} {
		l, err := launch.Parse(path, []byte(addressedLaunch))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%s: %+v", o.Engine, rep.Compared)
		assert.Equal(t, []byte{77, 0, 0, 0, 0, 0, 0, 0}, rep.Buffers[2], o.Engine)
	}
	for _, c := range []struct{ with, want string }{
		{"0x123456789000", ":7:5: error: arg2 of 8 bytes at address 0x123456789000: it overlaps arg0, 8 bytes at 0x123456789000"},
		{"0x7004", ":7:5: error: arg2 of 8 bytes at address 0x7004: legal are multiples of 4096"},
		{"0", ":7:85: error: address 0 is no address of a buffer"},
		{"0x1000000000000", ":7:85: error: address: want a whole number from 0 to 281474976710655, found \"0x1000000000000\""},
		{"-1", ":7:85: error: address: want a whole number from 0 to 281474976710655, found \"-1\""},
	} {
		l, err := launch.Parse(path, []byte(strings.Replace(addressedLaunch, "0x7000", c.with, 1)))
		if err == nil {
			_, err = run.Run(context.Background(), l, run.Options{Engine: load.Interp})
		}
		assert.EqualError(t, err, path+c.want)
	}
}
