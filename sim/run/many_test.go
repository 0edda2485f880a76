package run_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// manyText is a kernel with n small variables that live at once: each comes from the one before,
// some change where the number of the group is odd or under the mask of lanes, and all are read
// once backwards and once in an order of which no variable knows the next.
func manyText(n, out int) []byte {
	types := [...]string{"ud", "uw", "ud", "ub", "ud"}
	var decls, body strings.Builder
	last := "R0(0,1)"
	at := func(i int) string { return fmt.Sprintf("F%d(0,0)", i) }
	for i := range n {
		fmt.Fprintf(&decls, ".decl F%d v_type=G type=%s num_elts=1 align=byte\n", i, types[i%len(types)])
		fmt.Fprintf(&body, "    add (M1_NM, 1) %s<1> %s<0;1,0> 0x%x:ud\n", at(i), last, i%1000+1)
		last = at(i)
	}
	for i := 0; i < n; i += 7 {
		fmt.Fprintf(&body, "    (P1) add (M1_NM, 1) %s<1> %s<0;1,0> 0x3:ud\n", at(i), at(i))
		fmt.Fprintf(&body, "    add (M1, 1) %s<1> %s<0;1,0> 0x5:ud\n", at(i/2), at(i/2))
	}
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&body, "    xor (M1_NM, 1) SUM(0,0)<1> SUM(0,0)<0;1,0> %s<0;1,0>\n", at(i))
	}
	for i := range n {
		fmt.Fprintf(&body, "    add (M1_NM, 1) SUM(0,0)<1> SUM(0,0)<0;1,0> %s<0;1,0>\n", at(i*7919%n))
	}
	return []byte(`.version 4.1
.kernel "many"
.decl R0 v_type=G type=ud num_elts=8 align=GRF alias=<%r0, 0>
.decl OUT v_type=G type=uq num_elts=1 align=qword
.decl LANE v_type=G type=ud num_elts=8 align=GRF
.decl O v_type=G type=uq num_elts=8 align=GRF
.decl V v_type=G type=ud num_elts=8 align=GRF
.decl SUM v_type=G type=ud num_elts=1 align=dword
.decl ODD v_type=G type=ud num_elts=1 align=dword
.decl P1 v_type=P num_elts=1
` + decls.String() + `.input OUT offset=` + fmt.Sprint(out) + ` size=8
.kernel_attr SimdSize=8
.function "m"

m:
    and (M1_NM, 1) ODD(0,0)<1> R0(0,1)<0;1,0> 0x1:ud
    cmp.ne (M1_NM, 1) P1 ODD(0,0)<0;1,0> 0x0:ud
    mov (M1_NM, 1) SUM(0,0)<1> 0x0:ud
    mov (M1_NM, 8) LANE(0,0)<1> 0x76543210:v
` + body.String() + `    add (M1_NM, 8) V(0,0)<1> LANE(0,0)<1;1,0> SUM(0,0)<0;1,0>
    mul (M1_NM, 1) ODD(0,0)<1> R0(0,1)<0;1,0> 0x20:uw
    mul (M1_NM, 8) LANE(0,0)<1> LANE(0,0)<1;1,0> 0x4:uw
    add (M1_NM, 8) LANE(0,0)<1> LANE(0,0)<1;1,0> ODD(0,0)<0;1,0>
    add (M1_NM, 8) O(0,0)<1> LANE(0,0)<1;1,0> OUT(0,0)<0;1,0>
    svm_scatter.4.1 (M1, 8) O.0 V.0
    ret (M1, 1)
`)
}

const manyInfo = `version: '1.20'
kernels:
  - name: many
    execution_env: {simd_size: 8%s}
    payload_arguments:
      - {arg_type: arg_bypointer, offset: 0, size: 8, arg_index: 0, addrmode: stateless, addrspace: global, access_type: readwrite}
`

// TestManyVariables: however many variables live at once, what is spilled comes back.
func TestManyVariables(t *testing.T) {
	all := []native.Target{native.BDW, native.SKL, native.TGL, native.DG2}
	counts := map[int][]native.Target{1_500: all, 5_500: {native.SKL}}
	if *whole {
		counts[5_500], counts[10_000], counts[30_000] = all, all, all
	}
	t.Chdir(t.TempDir())
	l, err := launch.Parse("l.yaml", []byte(`kernel: many
program: k.visaasm
info: k.zeinfo
global: [16, 1, 1]
local: [8, 1, 1]
args:
  - {buffer: {bytes: 64, fill: zero}, output: true}
`))
	require.NoError(t, err)
	for n, targets := range counts {
		require.NoError(t, os.WriteFile("k.visaasm", manyText(n, 64), 0o600))
		require.NoError(t, os.WriteFile("k.zeinfo", fmt.Appendf(nil, manyInfo, ""), 0o600))
		want, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
		require.NoError(t, err)
		for _, target := range targets {
			if target == native.DG2 { // its arguments lie elsewhere
				require.NoError(t, os.WriteFile("k.visaasm", manyText(n, 32), 0o600))
				require.NoError(t, os.WriteFile("k.zeinfo", fmt.Appendf(nil, manyInfo, ", inline_data_payload_size: 32"), 0o600))
			}
			for _, grfs := range target.Files() {
				got, err := run.Run(context.Background(), l, run.Options{Engine: load.Sim, Target: load.Only(target), GRFs: grfs})
				require.NoError(t, err, "%d variables, %v with %d registers", n, target, grfs)
				assert.Equal(t, want.Buffers[0], got.Buffers[0], "%d variables, %v with %d registers", n, target, grfs)
			}
		}
	}
}
