package lower

import (
	"errors"
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
func chain(t *testing.T, n int, typ string, elems int) *visa.Kernel {
	file := filepath.Join(corpus.Root(), "examples", "bitfields", "bitfields.visaasm")
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	var decls, body strings.Builder
	last, lanes, region, align := "DATA", "M1, 16", "<1;1,0>", "hword"
	if elems == 1 {
		last, lanes, region, align = "LIDX", "M1_NM, 1", "<0;1,0>", "byte"
	}
	for i := range n {
		fmt.Fprintf(&decls, ".decl F%d v_type=G type=%s num_elts=%d align=%s\n", i, typ, elems, align)
		fmt.Fprintf(&body, "    add (%s) F%d(0,0)<1> %s(0,0)%s LIDX(0,0)%s\n", lanes, i, last, region, region)
		last = fmt.Sprintf("F%d", i)
	}
	for i := range 2 * n {
		fmt.Fprintf(&body, "    xor (%s) OUT(6,0)<1> OUT(6,0)%s F%d(0,0)%s\n", lanes, region, i%n, region)
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
		res, err := Compile(chain(t, 400, "ud", 16), target, Options{Alloc: regalloc.Options{Verify: true}})
		require.NoError(t, err)
		assert.Equal(t, 19968, res.Stats.SpillBytes)
	}
}

// TestTooMuchAtOnce: what no choice of spills makes fit is refused before the memory for
// it is taken, at the instruction where most lives.
func TestTooMuchAtOnce(t *testing.T) {
	k := chain(t, 16_000, "ud", 16)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Compile(k, native.SKL, Options{})
	runtime.ReadMemStats(&after)
	var e *regalloc.PressureError
	require.ErrorAs(t, err, &e)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	assert.Equal(t, 5120, e.Most)
	assert.Equal(t, 32_013, e.Need)
	assert.Equal(t, "pieces of 32 bytes", e.What)
	assert.Len(t, e.Live, 32)
	assert.Equal(t, 16_004, e.More+len(e.Live))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(512<<20)) // all that is taken on the way
}

// TestNarrowAtOnce: narrow variables may be more than the dwords of the
// registers: they share some, and leave them.
func TestNarrowAtOnce(t *testing.T) {
	for _, c := range []struct {
		k     *visa.Kernel
		spill int
	}{{chain(t, 1_200, "ub", 1), 1_120}, {chain(t, 5_000, "ub", 1), 16_320}, {chain(t, 2_049, "w", 1), 4_544}} {
		res, err := Compile(c.k, native.SKL, Options{})
		require.NoError(t, err)
		assert.Equal(t, c.spill, res.Stats.SpillBytes)
	}
}
