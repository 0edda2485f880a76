package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// deepKernel writes the sum of 1 to N, which each lane's function gets by calling itself N
// times. A call keeps 32 bytes of variables, and 8 for its return.
const deepKernel = `.version 4.1
.kernel "k"
.decl N v_type=G type=ud num_elts=1 align=dword
.decl R v_type=G type=ud num_elts=8 align=GRF
.decl T6 v_type=T num_elts=1
.input N offset=64 size=4
.kernel_attr SimdSize=8
    mov (M1, 8) %arg(0,0)<1> N(0,0)<0;1,0>
    fcall (M1, 8) f 1 1
    mov (M1, 8) R(0,0)<1> %retval(0,0)<1;1,0>
    movs (M1_NM, 1) T6(0) 0x0:ud
    oword_st (2) T6 0x0:ud R.0
    ret (M1, 1)
`

const deepFunction = `.version 4.1
.global_function "f"
.decl X v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.kernel_attr ArgSize=1
.kernel_attr RetValSize=1
    mov (M1, 8) X(0,0)<1> %arg(0,0)<1;1,0>
    mov (M1, 8) %retval(0,0)<1> 0x0:ud
    cmp.eq (M1, 8) P1 X(0,0)<1;1,0> 0x0:ud
    (P1) goto (M1, 8) out
    add (M1, 8) %arg(0,0)<1> X(0,0)<1;1,0> 0xffffffff:ud
    fcall (M1, 8) f 1 1
    add (M1, 8) %retval(0,0)<1> %retval(0,0)<1;1,0> X(0,0)<1;1,0>
out:
    fret (M1, 8)
`

// TestRecursionBound: the interpreter takes 1,024 calls, and our code as many frames of 64
// bytes as 64 KB have: up to those the results are right, and one more is a fault that says
// so, with the line of the call.
func TestRecursionBound(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(deepKernel), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k_f0.visaasm"), []byte(deepFunction), 0o644))
	for _, c := range []struct {
		n    uint32
		o    run.Options
		says string
	}{
		{1023, run.Options{Engine: load.Interp}, ""},
		{1024, run.Options{Engine: load.Interp}, "more than 1024 calls that have not returned"},
		{1024, run.Options{Engine: load.Sim, Target: load.Only(native.SKL)}, ""},
		{1025, run.Options{Engine: load.Sim, Target: load.Only(native.SKL)}, "keep more than 65536 bytes of their variables"},
		{1024, run.Options{Engine: load.Sim, Target: load.Only(native.TGL)}, ""},
		{1025, run.Options{Engine: load.Sim, Target: load.Only(native.TGL)}, "keep more than 65536 bytes of their variables"},
		{1024, run.Options{Engine: load.Sim, Target: load.Only(native.ICL)}, ""},
		{1025, run.Options{Engine: load.Sim, Target: load.Only(native.ICL)}, "keep more than 65536 bytes of their variables"},
		{1024, run.Options{Engine: load.Sim, Target: load.Only(native.BDW)}, ""},
		{1025, run.Options{Engine: load.Sim, Target: load.Only(native.BDW)}, "keep more than 65536 bytes of their variables"},
	} {
		want := binary.LittleEndian.AppendUint32(nil, c.n*(c.n+1)/2)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "want.bin"), bytes.Repeat(want, 8), 0o644))
		text := fmt.Sprintf("kernel: k\nprogram: k.visaasm\ninputs: {N: \"%08x\"}\nargs:\n  - {buffer: {bytes: 32, fill: zero}, type: u32, expect: want.bin}\n", bits.ReverseBytes32(c.n))
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text))
		require.NoError(t, err)
		c.o.Limit = 1_000_000
		r, err := run.Run(context.Background(), l, c.o)
		if c.says == "" {
			if assert.NoError(t, err, "%d calls, %v", c.n, c.o.Target) {
				assert.True(t, r.OK(), "%d calls: %+v", c.n, r.Compared)
			}
			continue
		}
		assert.ErrorContains(t, err, c.says)
		assert.ErrorContains(t, err, "k_f0.visaasm:12:", c.says)
	}
}
