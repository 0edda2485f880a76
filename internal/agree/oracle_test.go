//go:build oracle

package agree

import (
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/interp"
)

var verifyCISA = flag.Bool("verifycisa", false, "let the finalizer verify the text")

// finalizer is Intel's vISA finalizer for a target.
type finalizer struct {
	oracle.GenX
	target native.Target
}

// platforms are the finalizer's names of the targets that it has.
var platforms = map[native.Target]string{native.BDW: "BDW", native.SKL: "SKL", native.BXT: "BXT", native.ICL: "ICLLP", native.TGL: "TGLLP", native.DG2: "DG2", native.MTL: "MTL"}

func newFinalizer(t *testing.T, target native.Target, extra ...string) finalizer {
	return finalizer{oracle.GenX{Dir: t.TempDir(), Verify: *verifyCISA, Platform: platforms[target], Extra: extra}, target}
}

// compare runs a kernel on the interpreter and, compiled by the finalizer, on
// the EU model.
func (f finalizer) compare(src string, l *launch) (verdict, error) {
	k, err := parse(src)
	if err != nil {
		return verdict{}, err
	}
	want, err := interpret(k, l)
	var missing *interp.UnsupportedError
	if errors.As(err, &missing) {
		return verdict{skip: "interpreter: " + missing.Op + ": " + missing.What}, nil
	}
	if err != nil {
		return verdict{}, err
	}
	code, refusal, err := f.Compile(src)
	if err != nil {
		return verdict{}, err
	}
	if refusal != "" {
		return verdict{skip: "finalizer: " + refusal}, nil
	}
	return compareNative(f.target, code, 0, want, l)
}

// compareBoth is compare, and the same of our code: all three give the same then.
func (f finalizer) compareBoth(src string, l *launch) (verdict, error) {
	v, err := f.compare(src, l)
	if err != nil || v.skip != "" {
		return v, err
	}
	ours, err := compareOn(src, l, f.target)
	switch {
	case ours.diff != "":
		v.diff = "our code: " + ours.diff
	case v.diff != "":
		v.diff = "the finalizer: " + v.diff
	}
	v.two = ours.skip
	return v, err
}

// TestAgreeIntel compares the interpreter with the finalizer's code for the
// same text on the EU model, and with ours. Conversion of branches to predicates is off: it
// loses conditions (testdata/finalizer/any_goto and crossing_gotos).
func TestAgreeIntel(t *testing.T) {
	c := seedsOf(t, true, newFinalizer(t, native.SKL, "-noifcvt").compareBoth)
	c.floor(t, "the finalizer")
}

const longTypes = visa.TypeSet(1<<visa.Q | 1<<visa.UQ | 1<<visa.DF)

// tgl keeps denormals, which operands of two sizes do in any mode.
var tgl = device{
	types: sklTypes &^ longTypes, modes: []int{0x4c0, 0x4d0, 0x4e0, 0x4f0}, out: []visa.Op{visa.OpPow, visa.OpDiv},
	flatAddresses: true, noNegatedUD: true, noBfeImmediate: true,
}

// xeHPG is tgl without remainders, for which the finalizer writes functions that the math unit has not, and without
// choices of f and hf, which it converts first, so that a NaN loses what it says. Comparisons whose masks are halves, and two
// channels of floats, it gets wrong: see the package comment.
var xeHPG = device{
	types: tgl.types, modes: tgl.modes, out: []visa.Op{visa.OpPow, visa.OpDiv, visa.OpMod},
	flatAddresses: true, noNegatedUD: true, noBfeImmediate: true, noMixedChoice: true, placedFloats: true,
}

// TestAgreeIntelDevices is TestAgreeIntel for the other targets of the finalizer: the
// EU model of each generation runs what the interpreter runs. Left out is what a target
// lacks, and what the finalizer does otherwise than the pages say: for bdw it saturates
// after a modifier has wrapped, has one carry for both halves of an instruction that it
// splits, and gives the parts of a split min and max the lanes of the first; for bxt it
// loses what a predicated 64-bit result leaves alone, and signs of what becomes a double; for icl and tgl address registers get
// the awake lanes alone where all are read, immediates of bfe lose their sign; for tgl div and pow are products
// and logarithms; products of negated ud leave a mach whose result no document gives.
func TestAgreeIntelDevices(t *testing.T) {
	const halves = visa.TypeSet(1 << visa.HF)
	for _, c := range []struct {
		target native.Target
		on     device
	}{
		{native.BDW, device{
			types: sklTypes &^ halves, modes: floatModes, out: []visa.Op{visa.OpAddc, visa.OpSubb, visa.OpMin, visa.OpMax},
			noFloatAtomics: true, noModifiers: true, flatAddresses: true, noBfeImmediate: true,
		}},
		{native.BXT, device{types: sklTypes &^ longTypes, modes: floatModes, noNegatedUD: true, noBfeImmediate: true}},
		{native.ICL, device{types: sklTypes &^ longTypes, modes: floatModes, flatAddresses: true, noNegatedUD: true, noBfeImmediate: true, noMixedChoice: true}},
		{native.TGL, tgl}, {native.DG2, xeHPG},
	} {
		t.Run(c.target.String(), func(t *testing.T) {
			seedsFor(t, true, c.on, newFinalizer(t, c.target, "-noifcvt").compareBoth).floor(t, "the finalizer's code for "+c.target.String())
		})
	}
}

// TestFinalizerWaits: the hazard checker finds nothing in the finalizer's code for tgl, but where
// lanes part: there the finalizer takes a wait on one side of a branch for one on all ways of the
// thread, which the instructions with NoMask of the generator undo.
func TestFinalizerWaits(t *testing.T) {
	f := newFinalizer(t, native.TGL, "-noifcvt")
	clean, early := 0, 0
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		src := generateFor(seed, true, tgl).String()
		code, refusal, err := f.Compile(src)
		require.NoError(t, err)
		if refusal != "" {
			continue
		}
		insts, offsets, err := native.DecodeAll(f.target, code)
		require.NoError(t, err)
		r, err := hazard.Check(f.target, insts, offsets)
		require.NoError(t, err)
		if len(r.Findings) == 0 {
			clean++
			continue
		}
		early++
		assert.Contains(t, src, "goto", "seed %d: %v", seed, r.Findings[0])
	}
	if *firstSeed == 1 && *seeds == 200 {
		floor.Exact(t, fmt.Sprintf("kernels for tgl that wait for all, of %d", clean+early), clean)
	}
}

// TestIGA: iga64 reads the code that we make of random kernels, and as we do.
func TestIGA(t *testing.T) {
	n := 0
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		k, err := parse(generate(seed, false).String())
		require.NoError(t, err, "seed %d", seed)
		res, err := lower.Compile(k, native.SKL, lower.Options{})
		if err != nil {
			continue // TestAgree says which errors are right
		}
		n += oracle.CompareIGA(t, native.SKL, res.Code)
		require.False(t, t.Failed(), "seed %d", seed)
	}
	assert.Greater(t, n, int(*seeds))
}

// finalizerDiffers are kept kernels that the finalizer takes otherwise, and why.
var finalizerDiffers = map[string]string{
	"loop_left_together":   "its code has eight bytes at 0x310 that are no instruction, for iga64 neither",
	"math_hf_denormal":     "finalizer/math_mixed",
	"mod_sat_by_zero":      "finalizer/mod_sat",
	"mov_df_to_b":          "finalizer/mov_df_to_b",
	"mulh_modifiers":       "finalizer/mulh_modifier",
	"mulh_own_dword":       "its code copies the dword for mach, and reads it again in the mul of the last part, behind the write",
	"packed_bits":          "a packed immediate of the bit ops becomes a source of type code 15, which Gen9 does not have",
	"packed_dwords":        "a packed immediate of addc and subb becomes a source of words, for which no document has a carry",
	"packed_signed":        "packed immediates of bfe become sources of type f",
	"ret_of_some_lanes":    "an unconditional ret of 16 of 32 lanes becomes a jmpi of the thread, which ends the others too",
	"shift_quad_immediate": "finalizer/shift_quad_immediate",
	"shr_words":            "signed words as source of shr: the vendor's page has none, its compiler makes none, and no run decided",
}

// TestKeptIntel compares the kept kernels with the finalizer's code.
func TestKeptIntel(t *testing.T) {
	f := newFinalizer(t, native.SKL)
	for _, c := range keptIn(t, "", true) {
		t.Run(c.name, func(t *testing.T) {
			v, err := f.compare(c.src, c.launch)
			require.NoError(t, err)
			if why := finalizerDiffers[c.name]; why != "" {
				assert.NotEqual(t, verdict{}, v, "agrees, although %s", why)
				return
			}
			assert.Equal(t, verdict{}, v)
		})
	}
}

// TestFinalizerFaults shows the forms that intel in the generator leaves out:
// the finalizer's code for them does not do what the page says. The second line
// of each file gives the reason.
func TestFinalizerFaults(t *testing.T) {
	f := newFinalizer(t, native.SKL)
	for _, c := range keptIn(t, "finalizer", false) {
		t.Run(c.name, func(t *testing.T) {
			v, err := f.compare(c.src, c.launch)
			require.NoError(t, err)
			assert.Empty(t, v.skip)
			assert.NotEmpty(t, v.diff, "the finalizer agrees: let the generator make such kernels again")
		})
	}
}
