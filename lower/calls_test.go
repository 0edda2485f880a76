package lower_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/visa/asm"
)

// callTargets are those whose code has calls, one of each kind.
var callTargets = []native.Target{native.BDW, native.SKL, native.ICL, native.TGL, native.DG2}

// TestCalled: what the pages of calls say comes out of code that calls everything it can,
// as it does of code that does not.
func TestCalled(t *testing.T) {
	defer lower.CallFrom(-1)()
	for _, page := range []string{"CALL", "FCALL", "FRET", "IFCALL", "IFCALL_UNIFORM", "RET", "SWITCHJMP"} {
		f := filepath.Join(corpus.Root(), "testdata", "values", page+".txt")
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		checkCalls(t, page, string(b), false)
	}
}

// TestRoutines runs the cases of testdata/routines.txt.
func TestRoutines(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "routines.txt"))
	require.NoError(t, err)
	for _, from := range []int{-1, 1 << 20} {
		t.Run("", func(t *testing.T) {
			defer lower.CallFrom(from)()
			checkCalls(t, "routines", string(b), true)
		})
	}
}

// checkCalls runs cases for every target, and on the interpreter: the literals come out. With
// called there are calls in all code.
func checkCalls(t *testing.T, name, text string, called bool) {
	cases, err := values.Parse(name, text)
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for i := range cases {
		c := &cases[i]
		if strings.Contains(strings.Join(c.Code, "\n"), "call (M1, 16)") && c.Page == "CALL" {
			continue // by some lanes of the kernel, which is refused
		}
		s, err := interpret(c)
		if assert.NoError(t, err, c.Pos) {
			assert.Empty(t, c.Diff(s), "%s: %s", c.Pos, strings.Join(c.Code, "; "))
		}
		for _, target := range callTargets {
			r, err := compileCase(c, target)
			if assert.NoError(t, err, "%s for %v", c.Pos, target) && called {
				assert.True(t, slices.ContainsFunc(r.Program.Insts, func(in native.Inst) bool { return in.Op == native.OpCall }), "%s for %v: no call", c.Pos, target)
			}
			s, err := runCase(c, target)
			if assert.NoError(t, err, "%s for %v", c.Pos, target) {
				assert.Empty(t, c.Diff(s), "%s for %v: %s", c.Pos, target, strings.Join(c.Code, "; "))
			}
		}
	}
}

// TestRecursionRefused: code of Gen7 has no calls, and so no end.
func TestRecursionRefused(t *testing.T) {
	k, err := asm.Parse("k", []byte(".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=16\ncall (M1, 16) s\nret (M1, 16)\n.function \"s\"\ns:\ncall (M1, 16) s\nret (M1, 16)\n"))
	require.NoError(t, err)
	_, err = lower.Compile(k, native.IVB, lower.Options{})
	require.ErrorContains(t, err, "k:8:1: error: call: not supported: recursion in code for target ivb: targets without goto have no calls here")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestKernelCalled: a kernel is no routine that its own instructions could call.
func TestKernelCalled(t *testing.T) {
	k, err := asm.Parse("k", []byte(".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=16\n.function \"main\"\nmain:\ncall (M1, 16) main\nret (M1, 16)\n"))
	require.NoError(t, err)
	_, err = lower.Compile(k, native.SKL, lower.Options{})
	require.ErrorContains(t, err, "call: not supported: a kernel that calls itself")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestCallsBySize: a subroutine of 24 instructions that is called three times is put in
// the place of its calls, which makes the kernel longer by 48; one of 25 is called. What is called
// once is not, whatever its length.
func TestCallsBySize(t *testing.T) {
	for _, c := range []struct{ adds, sites, calls int }{{22, 3, 0}, {23, 3, 3}, {46, 2, 0}, {47, 2, 2}, {200, 1, 0}} {
		text := ".version 4.1\n.kernel \"k\"\n.decl X v_type=G type=ud num_elts=16 align=GRF\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=16\n" +
			strings.Repeat("call (M1, 16) s\n", c.sites) + "movs (M1_NM, 1) T6(0) 0x0:ud\noword_st (4) T6 0x0:ud X.0\nret (M1, 16)\n.function \"s\"\ns:\n" +
			strings.Repeat("mul (M1, 16) X(0,0)<1> X(0,0)<1;1,0> 0x7:uw\n", c.adds) + "ret (M1, 16)\n"
		k, err := asm.Parse("k", []byte(text))
		require.NoError(t, err)
		r, err := lower.Compile(k, native.SKL, lower.Options{Alloc: regalloc.Options{Verify: true}})
		require.NoError(t, err)
		calls := 0
		for i := range r.Program.Insts {
			if r.Program.Insts[i].Op == native.OpCall {
				calls++
			}
		}
		assert.Equal(t, c.calls, calls, "%d instructions, %d calls", c.adds, c.sites)
	}
}

// TestFrameRefused: what a call that comes back to its own function would have to keep, and
// has no place on the stack.
func TestFrameRefused(t *testing.T) {
	const text = ".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=16\nfcall (M1, 16) f 0 0\nret (M1, 16)\n"
	const function = ".version 4.1\n.global_function \"f\"\n.decl X v_type=G type=uw num_elts=16 align=GRF\n.decl A0 v_type=A num_elts=1\n" +
		"addr_add (M1_NM, 1) A0(0)<1> &X 0x0:uw\nfcall (M1, 16) f 0 0\nmov (M1, 1) r[A0(0),0]<1>:uw 0x1:uw\nfret (M1, 16)\n"
	k, err := asm.ParseLinked("k", []byte(text), []byte(function))
	require.NoError(t, err)
	_, err = lower.Compile(k, native.SKL, lower.Options{})
	require.ErrorContains(t, err, "not supported: an address variable or a surface that is no constant in a function that calls itself")
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}
