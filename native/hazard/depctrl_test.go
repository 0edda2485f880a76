package hazard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// before12 are the folders of whole programs that compilers and drivers made before Gen12.
var before12 = []struct {
	dir string
	t   native.Target
}{
	{"skl", native.SKL}, {"skl-O0", native.SKL}, {"skl-stateless", native.SKL}, {"bxt", native.BXT}, {"bdw", native.BDW}, {"lkf", native.LKF},
	{"../shipped/ivb", native.IVB}, {"../shipped/hsw", native.HSW}, {"../shipped/bdw", native.BDW}, {"../shipped/skl", native.SKL},
	{"../shipped/bxt", native.BXT}, {"../shipped/cnl", native.CNL}, {"../shipped/icl", native.ICL},
}

// slowOnes are folders of code without DepCtrl that is much like that of skl and lkf.
var slowOnes = map[string]bool{"skl-O0": true, "skl-stateless": true, "bxt": true, "bdw": true}

// TestDepCtrlOfVendor: nothing is wrong with DepCtrl in code that others made; much
// of what drivers ship has it, and what Intel's compiler makes of OpenCL has none.
func TestDepCtrlOfVendor(t *testing.T) {
	n, with, open := 0, 0, 0
	for _, d := range before12 {
		for _, f := range files(t, d.t, d.dir) {
			r, err := Check(d.t, f.insts, f.offs)
			require.NoError(t, err, f.name)
			for _, x := range r.Findings {
				assert.Fail(t, f.name, "%#x by %#x: %v", f.offs[x.Inst], f.offs[x.By], x)
			}
			n, open = n+len(f.insts), open+len(r.Unknown)
			assert.False(t, callsRegister(&f), f.name)
			for i := range f.insts {
				if f.insts[i].DepCtrl != 0 {
					with++
				}
			}
		}
	}
	floor.Exact(t, "instructions before Gen12 without a finding in "+corpus.Which(), n)
	floor.Exact(t, "instructions before Gen12 not checked in full in "+corpus.Which(), open)
	floor.Exact(t, "of them with DepCtrl in "+corpus.Which(), with)
}
