package run_test

import (
	"context"
	"fmt"
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

// choosesFunction calls a function by a number that it is given, for lanes 4 to 7
// and those from 16 on.
const choosesFunction = `.version 4.1
.kernel "k"
.decl FN v_type=G type=ud num_elts=1 align=dword
.decl X v_type=G type=uq num_elts=1 align=qword
.decl P1 v_type=P num_elts=32
.input FN offset=64 size=4
.kernel_attr SimdSize=SIMD
    faddr f X(0,0)<1>
    mov (M1, 1) %arg(0,0)<1> 0x1:ud
    setp (M1_NM, 32) P1 0xffff00f0:ud
    (P1) ifcall (M1, SIMD) FN(0,0)<0;1,0> 2 2
    ret (M1, 1)
`

const calledFunction = `.version 4.1
.global_function "f"
.kernel_attr ArgSize=2
.kernel_attr RetValSize=2
    mov (M1, 1) %retval(0,0)<1> %arg(0,0)<0;1,0>
    fret (M1, SIMD)
`

// TestNoFunction: a call of an address that is no function's ends the thread, on
// every engine, with thread, line, the first lane that calls, and address.
func TestNoFunction(t *testing.T) {
	for _, simd := range []string{"8", "16", "32"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "k.visaasm")
		of := strings.NewReplacer("SimdSize=SIMD", "SimdSize="+simd, "SIMD)", simd+")")
		require.NoError(t, os.WriteFile(path, []byte(of.Replace(choosesFunction)), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "k_f0.visaasm"), []byte(of.Replace(calledFunction)), 0o644))
		for addr, wrong := range map[uint32]bool{0x1000: false, 0: true, 0x1008: true, 0x1040: true, 0x40: true, 0xfffffff1: true} {
			text := fmt.Sprintf("kernel: k\nprogram: k.visaasm\nargs: []\ninputs: {FN: \"%02x%02x%02x%02x\"}\n", byte(addr), byte(addr>>8), byte(addr>>16), byte(addr>>24))
			l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(text))
			require.NoError(t, err)
			for _, o := range []run.Options{{Engine: load.Interp}, {Engine: load.Sim, Target: load.Only(native.SKL)}, {Engine: load.Sim, Target: load.Only(native.BXT)}} {
				o.Limit = 10_000
				_, err := run.Run(context.Background(), l, o)
				if !wrong {
					require.NoError(t, err)
					continue
				}
				require.Error(t, err, "%#x on %s", addr, o.Engine)
				for _, want := range []string{"group [0 0 0] thread 0: ", "lane 4: ", "k.visaasm:11:", "ifcall (M1, " + simd, fmt.Sprintf("%#x", addr)} {
					assert.ErrorContains(t, err, want)
				}
				if o.Engine == load.Sim {
					assert.ErrorContains(t, err, fmt.Sprintf("no function has the address %#x", addr))
				}
			}
		}
	}
}
