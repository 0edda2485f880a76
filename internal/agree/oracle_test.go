//go:build oracle

package agree

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa/interp"
)

var verifyCISA = flag.Bool("verifycisa", false, "let the finalizer verify the text")

// finalizer is Intel's vISA finalizer with the options of the corpus.
type finalizer struct {
	dir   string
	extra []string // options
}

// compile gives the native code of a text; skip says why there is none.
func (f finalizer) compile(src string) (code []byte, skip string, err error) {
	in := filepath.Join(f.dir, "fuzz.visaasm")
	dat := filepath.Join(f.dir, "fuzz.dat")
	if err := os.WriteFile(in, []byte(src), 0o644); err != nil {
		return nil, "", err
	}
	os.Remove(dat)
	args := []string{in, "-platform", "SKL", "-noLoadPayload", "-enablePreemption", "-hasRNEandDenorm", "-binary", "-output",
		"-outputCisaBinaryName", "o.isa"}
	args = append(args, f.extra...)
	if !*verifyCISA {
		args = append(args, "-noverifyCISA")
	}
	cmd := exec.Command("GenX_IR", args...)
	cmd.Dir = f.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, "finalizer: " + firstLine(out, err), nil
	}
	code, err = os.ReadFile(dat)
	return code, "", err
}

// firstLine is what a failed run says, without numbers that change.
func firstLine(out []byte, err error) string {
	for _, l := range strings.Split(string(out), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return err.Error()
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
	code, skip, err := f.compile(src)
	if err != nil || skip != "" {
		return verdict{skip: skip}, err
	}
	return compareNative(code, want, l)
}

// TestAgreeIntel compares the interpreter with the finalizer's code for the
// same text on the EU model. Conversion of branches to predicates is off: it
// loses conditions (testdata/finalizer/any_goto and crossing_gotos).
func TestAgreeIntel(t *testing.T) {
	c := seedsOf(t, true, finalizer{t.TempDir(), []string{"-noifcvt"}}.compare)
	assert.Less(t, c.skipped*5, c.ran, "kernels refused")
}

// finalizerDiffers are kept kernels that the finalizer takes otherwise, and why.
var finalizerDiffers = map[string]string{
	"math_hf_denormal":     "finalizer/math_mixed",
	"mod_sat_by_zero":      "finalizer/mod_sat",
	"mov_df_to_b":          "finalizer/mov_df_to_b",
	"mulh_modifiers":       "finalizer/mulh_modifier",
	"shift_quad_immediate": "finalizer/shift_quad_immediate",
	"shr_signed":           "a signed source of shr is open in the vendor's page",
	"shr_words":            "a signed source of shr is open in the vendor's page",
}

// TestKeptIntel compares the kept kernels with the finalizer's code.
func TestKeptIntel(t *testing.T) {
	f := finalizer{t.TempDir(), nil}
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
	f := finalizer{t.TempDir(), nil}
	for _, c := range keptIn(t, "finalizer", false) {
		t.Run(c.name, func(t *testing.T) {
			v, err := f.compare(c.src, c.launch)
			require.NoError(t, err)
			assert.Empty(t, v.skip)
			assert.NotEmpty(t, v.diff, "the finalizer agrees: let the generator make such kernels again")
		})
	}
}
