//go:build oracle

package eu

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

const indirectCall = `.version 4.1
.kernel "k"
.decl FN v_type=G type=ud num_elts=1 align=dword
.input FN offset=64 size=4
.kernel_attr SimdSize=8
    ifcall (M1, 8) FN(0,0)<0;1,0> 2 2
    ret (M1, 1)
`

// TestIndirectFinalizer runs what Intel's finalizer makes of a call of an address: a call by
// a distance in a register for tgl, a jmpi by one up to Gen11. It comes to the address
// and leaves the address behind the call.
func TestIndirectFinalizer(t *testing.T) {
	const link = 125
	for _, c := range []struct {
		platform string
		target   native.Target
		op       native.Op
		before   int // instructions before it that compute the distance and what it leaves
	}{{"SKL", native.SKL, native.OpJmpi, 3}, {"ICLLP", native.ICL, native.OpJmpi, 3}, {"TGLLP", native.TGL, native.OpCall, 2}} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(indirectCall), 0o644))
		cmd := exec.Command("GenX_IR", "k.visaasm", "-platform", c.platform, "-noverifyCISA", "-noLoadPayload", "-binary")
		cmd.Dir = dir
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", said)
		code, err := os.ReadFile(filepath.Join(dir, "k.dat"))
		require.NoError(t, err)
		insts, _, err := native.DecodeAll(c.target, code)
		require.NoError(t, err)
		calls := 0
		for i := range insts {
			if in := &insts[i]; in.Op != c.op || in.TargetRegister() == nil {
				continue
			}
			calls++
			call := slices.Clone(insts[i-c.before : i+1])
			next := 1 + len(call)
			to := next + 2
			p, err := loadInsts("call", c.target, slices.Concat([]native.Inst{addTo(1)}, call,
				[]native.Inst{addTo(100), eot(), addTo(10), eot()}))
			require.NoError(t, err, c.platform)
			r := set(rigOf(p, 0xFF), link, uint32(16*to)).run(t)
			assert.Equal(t, []int32{11}, get[int32](r, 10, 1), "%s: %v", c.platform, call)
			assert.Equal(t, uint32(16*next), get[uint32](r, link, 1)[0], c.platform)
		}
		assert.Positive(t, calls, c.platform)
	}
}
