package lower

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// chain is the example bitfields with n values of two registers more. Each is the sum of
// the one before and the lanes' numbers, so that it could be computed again, and all
// live at once; they change the last column by 0.
func chain(t *testing.T, n int) *visa.Kernel {
	file := filepath.Join(corpus.Root(), "examples", "bitfields", "bitfields.visaasm")
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	var decls, body strings.Builder
	last := "DATA"
	for i := range n {
		fmt.Fprintf(&decls, ".decl F%d v_type=G type=ud num_elts=16 align=hword\n", i)
		fmt.Fprintf(&body, "    add (M1, 16) F%d(0,0)<1> %s(0,0)<1;1,0> LIDX(0,0)<1;1,0>\n", i, last)
		last = fmt.Sprintf("F%d", i)
	}
	for i := range 2 * n {
		fmt.Fprintf(&body, "    xor (M1, 16) OUT(6,0)<1> OUT(6,0)<1;1,0> F%d(0,0)<1;1,0>\n", i%n)
	}
	at := "    shl (M1_NM, 1) OFF(0,0)<1> R0(0,1)<0;1,0> 0x8:ud\n"
	require.Contains(t, string(src), at)
	text := strings.Replace(strings.Replace(string(src), at, body.String()+at, 1), ".decl T6", decls.String()+".decl T6", 1)
	k, err := asm.Parse(file, []byte(text))
	require.NoError(t, err)
	return k
}

// TestSourcesThatStay: values that could be computed again from each other spill where
// keeping their sources would take the registers.
func TestSourcesThatStay(t *testing.T) {
	for _, target := range []native.Target{native.SKL, native.BXT} {
		res, err := Compile(chain(t, 400), target, Options{Alloc: regalloc.Options{Verify: true}})
		require.NoError(t, err)
		assert.Equal(t, 20032, res.Stats.SpillBytes)
	}
}

// TestTooMuchAtOnce: what no choice of spills makes fit is refused before the memory for
// it is taken, at the instruction where most lives.
func TestTooMuchAtOnce(t *testing.T) {
	k := chain(t, 16_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Compile(k, native.SKL, Options{})
	runtime.ReadMemStats(&after)
	var e *regalloc.PressureError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 5120, e.Most)
	assert.Equal(t, 32_013, e.Need)
	assert.Len(t, e.Live, 32)
	assert.Equal(t, 16_004, e.More+len(e.Live))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(512<<20))
}
