package container

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// debugSample reads a container with debug data.
func debugSample(tb testing.TB, name string) []byte {
	b, err := os.ReadFile(filepath.Join(corpus.Root(), "testdata", "lines", name))
	require.NoError(tb, err)
	return b
}

// linesOf opens a container and reads the lines of a kernel.
func linesOf(t *testing.T, data []byte, target native.Target, kernel string) (*Lines, *Kernel) {
	f, err := Open("k.bin", data, target)
	require.NoError(t, err)
	k, err := f.Kernel(kernel)
	require.NoError(t, err)
	l, err := f.Lines(k)
	require.NoError(t, err)
	return l, k
}

// TestLines holds lines of compiled kernels to what readelf prints of them.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		file, kernel string
		target       native.Target
		want         map[int]int // by offset; 0 for none
	}{
		{"scale.skl.zebin", "scale", native.SKL, map[int]int{-1: 0, 0: 7, 0x1f: 7, 0x20: 9, 0x28: 11, 0x1d0: 12, 0x277: 13, 0x288: 15, 0x34f: 16, 0x37f: 16, 0x380: 0, 1 << 40: 0}},
		{"pair.skl.bin", "first", native.SKL, map[int]int{0: 2, 0x20: 4}},
		{"pair.skl.bin", "second", native.SKL, map[int]int{0: 8}},
	} {
		l, _ := linesOf(t, debugSample(t, c.file), c.target, c.kernel)
		for off, want := range c.want {
			got := l.At(off)
			assert.Equal(t, want, got.Line, "%s %s %#x", c.file, c.kernel, off)
			assert.Equal(t, want != 0, got.Known())
			if got.Known() {
				assert.Contains(t, []string{"scale.cl", "pair.cl"}, got.File)
			}
		}
	}
}

// TestNoLines: containers of compilers that were not told -g, and zebins of two
// kernels of one that leaves their debug data out, have none.
func TestNoLines(t *testing.T) {
	for name, data := range map[string][]byte{"saxpy": sample(t, "saxpy.zebin"), "fill": sample(t, "saxpy.ocloc.bin"), "first": debugSample(t, "pair.skl.zebin")} {
		l, _ := linesOf(t, data, native.SKL, name)
		assert.Nil(t, l)
		assert.Zero(t, l.At(0))
	}
}

// TestLinesAreThoseOfDwarf compares all offsets with the standard library's reader.
func TestLinesAreThoseOfDwarf(t *testing.T) {
	for name, kernels := range map[string][]string{"scale.skl.zebin": {"scale"}, "scale.tgllp.zebin": {"scale"}, "pair.skl.bin": {"first", "second"}} {
		target := native.SKL
		if name == "scale.tgllp.zebin" {
			target = native.TGL
		}
		for _, kernel := range kernels {
			sameAsDwarf(t, name, debugSample(t, name), target, kernel)
		}
	}
}

// sameAsDwarf compares the lines of a kernel with those that package dwarf reads.
// Its relocations all add 0, so that it needs none.
func sameAsDwarf(t *testing.T, name string, data []byte, target native.Target, kernel string) {
	l, k := linesOf(t, data, target, kernel)
	f, err := Open("k.bin", data, target)
	require.NoError(t, err)
	want := dwarfLines(t, f.debug[kernel].elf.data, len(k.Code))
	for off := range k.Code {
		at := ""
		if line := l.At(off); line.Known() {
			at = fmt.Sprintf("%s:%d", filepath.Base(line.File), line.Line)
		}
		require.Equal(t, want[off], at, "%s %s %#x", name, kernel, off)
	}
	require.NotEmpty(t, want[0], name)
}

// dwarfLines is the line of each byte of code.
func dwarfLines(t *testing.T, data []byte, size int) []string {
	x, err := elf.NewFile(bytes.NewReader(data))
	require.NoError(t, err)
	part := func(name string) []byte {
		if s := x.Section(name); s != nil {
			b, err := s.Data()
			require.NoError(t, err)
			return b
		}
		return nil
	}
	d, err := dwarf.New(part(".debug_abbrev"), nil, nil, part(".debug_info"), part(".debug_line"), nil, part(".debug_ranges"), part(".debug_str"))
	require.NoError(t, err)
	cu, err := d.Reader().Next()
	require.NoError(t, err)
	r, err := d.LineReader(cu)
	require.NoError(t, err)
	out := make([]string, size)
	var last, e dwarf.LineEntry
	for first := true; ; first = false {
		err := r.Next(&e)
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		for off := last.Address; !first && !last.EndSequence && off < e.Address; off++ {
			if out[off] = ""; last.Line > 0 {
				out[off] = fmt.Sprintf("%s:%d", filepath.Base(last.File.Name), last.Line)
			}
		}
		last = e
	}
}
