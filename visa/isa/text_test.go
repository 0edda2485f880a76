package isa

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// fileOf is a file with one kernel or function.
func fileOf(k *visa.Kernel) *File {
	f := &File{Major: k.Major, Minor: k.Minor}
	if k.IsFunction {
		f.Functions = []Routine{{Kernel: k, Linkage: Global}}
	} else {
		f.Kernels = []Routine{{Kernel: k}}
	}
	return f
}

func printed(t *testing.T, k *visa.Kernel) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, asm.Print(&b, k))
	return b.String()
}

// bare is a kernel without places in a text, and without the second names of samplers and
// surfaces, which the files of the corpus do not have.
func bare(k *visa.Kernel) *visa.Kernel {
	out := *k
	out.File = ""
	out.Vars, out.Inputs, out.Insts = slices.Clone(k.Vars), slices.Clone(k.Inputs), slices.Clone(k.Insts)
	for i := range out.Vars {
		out.Vars[i].Pos = visa.Pos{}
	}
	for i := range out.Inputs {
		out.Inputs[i].Pos = visa.Pos{}
	}
	for i := range out.Insts {
		out.Insts[i].Pos = visa.Pos{}
	}
	for _, table := range []*[]visa.Decl{&out.Addrs, &out.Preds, &out.Surfaces, &out.Samplers} {
		*table = slices.Clone(*table)
		for i := range *table {
			(*table)[i].Pos, (*table)[i].VName = visa.Pos{}, ""
		}
	}
	return &out
}

// TestTexts: every text becomes a file that becomes the same text again. Where Intel's
// compiler wrote a file of the same kernel, it means the same, and ours has the same
// bytes but for the order of strings and the second names.
func TestTexts(t *testing.T) {
	again, equal, ordered := 0, 0, 0
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(), "*", "*.visaasm"))
	require.NoError(t, err)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		k, err := asm.Parse(path, src)
		require.NoError(t, err)
		out, err := fileOf(k).Encode("")
		if !assert.NoError(t, err) {
			continue
		}
		back, err := Read(path, out, "")
		if !assert.NoError(t, err, path) {
			continue
		}
		if assert.Equal(t, printed(t, k), printed(t, slices.Concat(back.Kernels, back.Functions)[0].Kernel), path) {
			again++
		}
		vendor, err := os.ReadFile(strings.TrimSuffix(path, ".visaasm") + ".isa")
		if err != nil {
			continue
		}
		theirs, err := Read("", vendor, "")
		if errors.Is(err, ErrCut) {
			continue
		}
		require.NoError(t, err, path)
		k = bare(k)
		assert.Equal(t, k, theirs.Kernels[0].Kernel, path)
		ours := fileOf(k)
		ours.Kernels[0].Binaries = theirs.Kernels[0].Binaries
		out, err = ours.Encode("")
		require.NoError(t, err)
		if bytes.Equal(out, vendor) {
			ordered++
		}
		theirs.Kernels[0].pool = nil // the order of strings
		same, err := theirs.Encode("")
		require.NoError(t, err)
		if assert.True(t, bytes.Equal(out, same), path) {
			equal++
		}
	}
	floor.Exact(t, "texts that come back from "+corpus.Which(), again)
	floor.Exact(t, "files of Intel with the bytes of ours in "+corpus.Which(), equal)
	floor.Exact(t, "of these with strings in the same order in "+corpus.Which(), ordered)
}
