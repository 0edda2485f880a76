package lower_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/regalloc"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

var whole = flag.Bool("whole", false, "compile every kernel of every device of TestDevices, and run it")

// compiled are the texts of the corpus, by the device that they were made for, that are
// compiled for a target. An ordinary run takes of some of them each step-th kernel, of
// others the files whose names begin with a word.
var compiled = []struct {
	texts  string
	target native.Target
	step   int
	words  string
}{
	{"skl", native.SKL, 1, ""},
	{"bdw", native.BDW, 2, ""},
	{"bxt", native.BXT, 1, "ieee dbl double long convert fmamad intdiv ptrs half"},
	{"skl", native.BDW, 6, ""},
	{"skl-stateless", native.BDW, 12, ""},
	{"skl-O0", native.BDW, 12, ""},
	{"bxt", native.BDW, 12, ""},
	{"bdw", native.SKL, 12, ""},
	{"lkf", native.LKF, 1, ""},
	{"lkf", native.ICL, 6, ""},
	{"skl", native.LKF, 6, ""},
	{"tgllp", native.TGL, 1, ""},
	{"skl", native.TGL, 6, ""},
	{"tgllp", native.DG2, 12, ""},
	{"skl", native.DG2, 12, ""},
	{"skl", native.MTL, 12, ""},
	{"skl", native.IVB, 6, ""},
	{"skl", native.HSW, 12, ""},
}

// refused are the kernels that a target has no code for, as "texts target kernel", and
// what the error says.
var refused = func() map[string]string {
	doubles := "dblarith__lu_solve dblarith__newton_roots dblconv__dbl_narrow dblconv__dbl_to_int double_arith__double_convert " +
		"double_arith__double_divsqrt double_arith__double_poly double_arith__double_select pressd__dgemm8"
	all := map[string]string{}
	for _, target := range []native.Target{native.LKF, native.TGL, native.DG2} {
		for _, k := range strings.Fields(doubles) {
			all[fmt.Sprintf("skl %v %s", target, k)] = fmt.Sprintf("type df, which target %v has not", target)
		}
	}
	for _, target := range []native.Target{native.IVB, native.HSW} {
		for why, kernels := range upToGen7 {
			for _, k := range strings.Fields(kernels) {
				all[fmt.Sprintf("skl %v %s", target, k)] = strings.ReplaceAll(why, "TARGET", target.String())
			}
		}
	}
	return all
}()

// upToGen7 are the kernels of skl's text that Gen7 and Gen7.5 have no code for, by what
// the error says: messages with 64-bit addresses, half floats, and what nobody knows of doubles.
var upToGen7 = map[string]string{
	"message A64Atomic, which target TARGET has not":             "atom64__atom_stats casloop__atomic_fadd casloop__ticket_fill histogram__hist256 histogram__minmax_global wgcollective__atomics20",
	"message A64OwordUnalignedRead, which target TARGET has not": "consttable__const_arg fir__conv2d_3x3 ptrblk__block_mix",
	"message A64ByteRead, which target TARGET has not":           "consttable__sub_nibbles",
	"message A64DwordRead, which target TARGET has not": "consttable__const_mixed fnglobal__global_vars func__call_chain ptrs__ptr_select ptrs__ptr_tagged " +
		"wgcollective__generic_ptr",
	"message A64QwordRead, which target TARGET has not":                               "func__table_of_tables",
	"message A64UntypedRead, which target TARGET has not":                             "fmath_precise__precise_explog",
	"the number of the thread, of which nobody knows the bits in r0 of target TARGET": "ptrs__generic_walk",
	"type hf, which target TARGET has not":                                            "dblconv__dbl_narrow half_arith__half_axpy half_arith__half_poly half_arith__half_storage half_arith__half_vec",
	"a division or root of doubles, which target TARGET has no macro for":             "dblarith__lu_solve dblarith__newton_roots double_arith__double_divsqrt",
	"mov of df, which target TARGET has not: floats of doubles are rounded":           "double_arith__double_convert",
}

// TestDevices compiles texts for targets. Every kernel gives the expected bytes on the EU
// model, which hazards would stop, or is refused for the reason that refused has; of its code no
// check finds anything.
func TestDevices(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range compiled {
		files, err := filepath.Glob(filepath.Join(corpus.Dir(), d.texts, "*.visaasm"))
		require.NoError(t, err)
		if len(files) == 0 {
			continue // the subset has not all devices
		}
		equal, n := 0, 0
		for _, f := range files {
			c := corpus.CaseOf(corpus.Dir(), d.texts, f)
			_, err := os.Stat(c.Launch)
			begins := func(word string) bool { return strings.HasPrefix(c.Name, word) }
			if err != nil || !*whole && d.words != "" && !slices.ContainsFunc(strings.Fields(d.words), begins) {
				continue // the text of a function has no launch
			}
			if n++; !*whole && n%d.step != 0 {
				continue
			}
			key := fmt.Sprintf("%s %v %s", d.texts, d.target, c.Name)
			if seen[key] = true; gives(t, key, &c, d.target) {
				equal++
			}
		}
		_, full := corpus.Full()
		name := fmt.Sprintf("%s text for %v: kernels that run and are equal, %s", d.texts, d.target, map[bool]string{true: "full", false: "subset"}[full])
		if *whole {
			name += ", every kernel"
		}
		floor.Exact(t, name, equal)
	}
	for key := range refused {
		assert.True(t, seen[key] || !*whole, "%s is no kernel", key)
	}
}

// gives compiles and runs a kernel. It is false for one that is refused.
func gives(t *testing.T, key string, c *corpus.Case, target native.Target) bool {
	t.Helper()
	text := c.Stem + ".visaasm"
	l, err := launch.Read(c.Launch)
	require.NoError(t, err)
	r, err := run.Run(context.Background(), l, run.Options{
		Programs: []string{text}, Info: c.Info, Engine: load.Sim, Target: load.Only(target), Limit: 1e8, Hazards: true,
	})
	if why, ok := refused[key]; ok {
		assert.ErrorContains(t, err, why, key)
		assert.ErrorIs(t, err, errors.ErrUnsupported, key)
		return false
	}
	if !assert.NoError(t, err, key) {
		return false
	}
	assert.True(t, r.OK(), "%s: %+v", key, r.Compared)
	assert.Zero(t, r.OutOfBounds, key)
	if linked, _ := filepath.Glob(c.Stem + "_f*.visaasm"); len(linked) == 0 {
		sound(t, key, text, target)
	}
	return true
}

// sound compiles a text: the allocation verifies, and neither a restriction is broken nor
// a register touched too early.
func sound(t *testing.T, key, text string, target native.Target) {
	t.Helper()
	res, err := lower.Compile(parse(t, text), target, lower.Options{Alloc: regalloc.Options{Verify: true}})
	require.NoError(t, err, key)
	keepsRules(t, key, res, target)
}

// keepsRules finds neither a broken restriction nor a register that is touched too early.
func keepsRules(t *testing.T, key string, res *lower.Result, target native.Target) {
	t.Helper()
	insts, offsets, err := native.DecodeAll(target, res.Code)
	require.NoError(t, err, key)
	require.Len(t, insts, res.Stats.Instructions, key)
	for _, f := range native.Check(target, insts) {
		assert.Fail(t, "broken restriction", "%s: instruction %d: %s", key, f.Inst, f.Rule.ID)
	}
	rep, err := hazard.Check(target, insts, offsets)
	require.NoError(t, err, key)
	assert.Empty(t, rep.Findings, key)
}
