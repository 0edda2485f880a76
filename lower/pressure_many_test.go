package lower

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa/asm"
)

// manyAtOnce is a kernel with n variables of a dword, all of which live at once.
func manyAtOnce(n int) []byte {
	var decls, body strings.Builder
	for v := range n {
		fmt.Fprintf(&decls, ".decl V%04d v_type=G type=d num_elts=1 align=dword\n", 100+v)
		from := "V0032"
		if v > 0 {
			from = fmt.Sprintf("V%04d", 99+v)
		}
		fmt.Fprintf(&body, "    add (M1_NM, 1) V%04d(0,0)<1> %s(0,0)<0;1,0> 0x%x:d\n", 100+v, from, v)
	}
	for v := n - 1; v > 0; v-- { // the last first: no order has fewer of them
		fmt.Fprintf(&body, "    xor (M1_NM, 1) V0100(0,0)<1> V0100(0,0)<0;1,0> V%04d(0,0)<0;1,0>\n", 100+v)
	}
	return []byte(".version 4.1\n.kernel \"many\"\n.decl V0032 v_type=G type=d num_elts=16 align=hword\n" + decls.String() +
		".decl T6 v_type=T num_elts=1 v_name=T006\n.input V0032 offset=32 size=64\n.kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=16\n.function \"_main_0\"\n\n_main_0:\n" +
		body.String() + "    add (M1, 16) V0032(0,0)<1> V0032(0,0)<1;1,0> V0100(0,0)<0;1,0>\n" +
		"    movs (M1_NM, 1) T6(0) 0x0:ud\n    scatter4_scaled.R (M1, 16) T6 0x0:ud V0032.0 V0032.0\n    ret (M1, 1)\n")
}

// TestManyAtOnce: as many variables at once as can be spilled compile in memory that grows with
// them, what is collected on the way included: the text is allocated beside its schedule.
func TestManyAtOnce(t *testing.T) {
	for _, c := range []struct{ n, spill, most int }{{4_200, 12_832, 160}, {10_000, 36_032, 320}} {
		k, err := asm.Parse("many.visaasm", manyAtOnce(c.n))
		require.NoError(t, err)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		res, err := Compile(k, native.SKL, Options{})
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		assert.Equal(t, c.spill, res.Stats.SpillBytes)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(c.most)<<20)
	}
}

// TestTooManyAtOnce: more small variables than registers and scratch memory have room for
// are refused.
func TestTooManyAtOnce(t *testing.T) {
	k, err := asm.Parse("many.visaasm", manyAtOnce(42_000))
	require.NoError(t, err)
	_, err = Compile(k, native.SKL, Options{})
	var e *regalloc.PressureError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 5120, e.Most)
	assert.Equal(t, 5253, e.Need)
}
