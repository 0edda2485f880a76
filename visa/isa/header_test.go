package isa

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// devices are the corpus folders and the platform code of their binaries.
var devices = map[string]Platform{"skl": 5, "skl-O0": 5, "skl-stateless": 5, "bdw": 3, "bxt": 6, "lkf": 10, "tgllp": 12}

func TestCorpusHeaders(t *testing.T) {
	files := 0
	for dev, platform := range devices {
		paths, err := filepath.Glob(filepath.Join(corpus.Dir(), dev, "*.isa"))
		require.NoError(t, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			h, err := ReadHeader(src)
			require.NoError(t, err, path)
			files++
			require.Len(t, h.Kernels, 1, path)
			k := h.Kernels[0]
			assert.Contains(t, filepath.Base(path), k.Name)
			assert.NoError(t, h.checkTiling(len(src)), path)
			require.Len(t, k.Binaries, 1, path)
			assert.Equal(t, platform, k.Binaries[0].Platform, path)
			assert.NotEmpty(t, k.Binaries[0].Of(src), path)
		}
	}
	floor.Exact(t, "files in "+corpus.Which(), files)
}

// valid is a real file to break.
func valid(t testing.TB) []byte {
	t.Helper()
	c := corpus.Cases(t, corpus.Dir(), "skl")[0]
	src, err := os.ReadFile(c.Stem + ".isa")
	require.NoError(t, err)
	return src
}

func TestBadHeaders(t *testing.T) {
	src := valid(t)
	nameLen := int(binary.LittleEndian.Uint16(src[8:]))
	extent := 10 + nameLen
	edit := func(at int, b ...byte) func([]byte) []byte {
		return func(p []byte) []byte { copy(p[at:], b); return p }
	}
	for _, c := range []struct {
		name string
		edit func([]byte) []byte
		want error
		text string
	}{
		{"empty", func([]byte) []byte { return nil }, ErrMagic, "offset 0"},
		{"magic", edit(0, 'X'), ErrMagic, "offset 0"},
		{"version", edit(4, 9, 9), ErrVersion, "9.9"},
		{"cut in a count", func(p []byte) []byte { return p[:7] }, ErrTruncated, "offset 6"},
		{"cut in the table", func(p []byte) []byte { return p[:extent+3] }, ErrTruncated, "offset"},
		{"kernels", edit(6, 0xff, 0xff), ErrLimit, "at most 512"},
		{"routine", edit(extent, 0xff, 0xff, 0xff, 0xff), ErrRange, "kernel"},
		{"inputs", edit(extent+8, 0, 0, 0, 0), ErrRange, "inputs"},
		{"relocations", edit(extent+12, 0xff, 0xff), ErrTruncated, "variable relocations needs 262140 bytes"},
		{"binary", edit(extent+22, 0xff, 0xff, 0xff, 0xff), ErrRange, "native binary"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadHeader(c.edit(append([]byte(nil), src...)))
			require.ErrorIs(t, err, c.want)
			assert.Contains(t, err.Error(), c.text)
		})
	}
}

// TestFileScope: variables of the file's scope and the relocations that name them, which
// kernels of the CM compiler have (version 3.2).
func TestFileScope(t *testing.T) {
	file := func(attributes byte) []byte {
		return slices.Concat([]byte("CISA\x03\x02\x01\x00"), // one kernel
			[]byte("\x01k"), []byte{53, 0, 0, 0, 4, 0, 0, 0, 54, 0, 0, 0}, // its routine in bytes 53 to 56, inputs at 54
			[]byte{2, 0, 1, 0, 1, 0, 0, 0, 0, 0}, []byte{1, 0, 0, 0, 0, 0}, []byte{0}, // two variables and a function, no binary
			[]byte{1, 0, 2, 3, 0}, []byte("xyz"), []byte{0x22, 2, 0, attributes}, []byte{0, 0}, // one variable, no function
			make([]byte, 4))
	}
	h, err := ReadHeader(file(0))
	require.NoError(t, err)
	assert.Equal(t, []Variable{{"xyz", Global, visa.UW, visa.AlignDword, 2}}, h.Variables)
	assert.Equal(t, []Kernel{{
		Name: "k", Routine: Range{53, 4}, InputOffset: 54, Symbols: Symbols{Variables: []Symbol{{1, 1}, {0, 0}}, Functions: []Symbol{{0, 0}}},
	}}, h.Kernels)
	require.EqualValues(t, 53, h.Size)
	_, err = ReadHeader(file(1))
	require.ErrorIs(t, err, ErrUnsupported)
	assert.ErrorContains(t, err, "offset 50: unsupported part of a CISA file: 1 attributes of a file-scope variable")
	for n := range 53 {
		_, err := ReadHeader(file(0)[:n])
		assert.Error(t, err, n)
	}
}

func TestTilingFindsGaps(t *testing.T) {
	src := valid(t)
	h, err := ReadHeader(src)
	require.NoError(t, err)
	assert.ErrorIs(t, h.checkTiling(len(src)+maxPadding+1), ErrTiling)
	h.Kernels[0].Binaries[0].Offset++
	assert.ErrorIs(t, h.checkTiling(len(src)), ErrTiling)
}

func TestPlatformString(t *testing.T) {
	assert.Equal(t, "platform 99", Platform(99).String())
}

func FuzzReadHeader(f *testing.F) {
	f.Add(valid(f))
	f.Add([]byte("CISA\x04\x01\x00\x00"))
	f.Fuzz(func(t *testing.T, p []byte) {
		h, err := ReadHeader(p)
		if err != nil {
			return
		}
		for _, k := range h.Kernels {
			require.Len(t, k.Routine.Of(p), int(k.Routine.Size))
		}
	})
}
