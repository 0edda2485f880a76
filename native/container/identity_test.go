package container_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

// words are instructions of containers, those of them in eight bytes, and those that could be and are not.
type words struct{ all, compact, long int }

// TestIdentityOfLater: each instruction in the containers of the compiler of 2026 comes back byte for
// byte, in the form that it had. The short form is taken wherever there is one, but for one instruction of the part that loads the
// payload, which the compiler writes as it is.
func TestIdentityOfLater(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus", "releases", "igc-2.40")
	assert.Equal(t, words{37585, 11933, 131}, identity(t, filepath.Join(dir, "dg2"), native.DG2))
	assert.Equal(t, words{63256, 19802, 140}, identity(t, filepath.Join(dir, "mtl-h"), native.MTL))
}

// TestIdentityOfLaterHere is TestIdentityOfLater of the containers that travel with the repository.
func TestIdentityOfLaterHere(t *testing.T) {
	dir := filepath.Join(corpus.Subset(), "releases", "igc-2.40")
	assert.Equal(t, words{924, 277, 8}, identity(t, filepath.Join(dir, "dg2"), native.DG2))
	assert.Equal(t, words{433, 128, 5}, identity(t, filepath.Join(dir, "mtl-h"), native.MTL))
}

// identity decodes and encodes all code of a folder.
func identity(t *testing.T, dir string, target native.Target) (n words) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.bin"))
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		f, err := container.Open(file, data, target)
		require.NoError(t, err)
		assert.Equal(t, []native.Target{target}, f.Targets)
		for i := range f.Kernels {
			k := &f.Kernels[i]
			n.add(t, target, file+" "+k.Name, k.Code)
		}
	}
	return n
}

// add decodes code and encodes it again, and counts its instructions.
func (n *words) add(t *testing.T, target native.Target, name string, code []byte) {
	t.Helper()
	insts, offsets, err := native.DecodeAll(target, code)
	require.NoError(t, err, name)
	for j := range insts {
		again, err := native.Encode(target, &insts[j])
		require.NoError(t, err, "%s %#x", name, offsets[j])
		assert.Equal(t, code[offsets[j]:offsets[j]+len(again)], again, "%s %#x", name, offsets[j])
		assert.Zero(t, insts[j].Rest, "%s %#x", name, offsets[j])
		n.all++
		short := insts[j]
		_, err = native.AppendShort(nil, target, &short)
		require.NoError(t, err)
		switch {
		case insts[j].Compact:
			n.compact++
			assert.True(t, short.Compact, "%s %#x", name, offsets[j])
		case short.Compact:
			n.long++
			assert.Equal(t, "(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw", strings.Join(strings.Fields(asm.Inst(target, &insts[j], 0)), " "), "%s %#x", name, offsets[j])
		}
	}
}
