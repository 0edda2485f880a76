package native_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// corpusDirs are the folders of Gen9 code that Intel's compiler wrote.
var corpusDirs = []struct {
	dir string
	t   native.Target
}{{"skl", native.SKL}, {"bxt", native.BXT}, {"skl-stateless", native.SKL}, {"skl-O0", native.SKL}}

func gen9Files(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), dir, "*.dat"))
	require.NoError(t, err)
	return files
}

// TestCorpusRoundTrip: decode then encode is the identity on every byte of
// Intel's output, compact or not.
func TestCorpusRoundTrip(t *testing.T) {
	files, insts := 0, 0
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			got, offs, err := native.DecodeAll(d.t, code)
			require.NoError(t, err, file)
			for i := range got {
				b, err := native.Encode(d.t, &got[i])
				require.NoError(t, err, "%s offset %#x", file, offs[i])
				require.True(t, bytes.HasPrefix(code[offs[i]:], b), "%s offset %#x: %x", file, offs[i], b)
			}
			files, insts = files+1, insts+len(got)
		}
	}
	floor.Exact(t, "Gen9 files in "+corpus.Which(), files)
	floor.Exact(t, "Gen9 instructions in "+corpus.Which(), insts)
}

// leftLong are single instructions that the compiler leaves in 16 bytes although
// they have a compact form: iga64 -Xautocompact takes this one, and its data type
// and sub-register codes occur in other compact instructions, so both are legal.
var leftLong = map[string]string{"imgsample__halve_rgba8_simd32.dat 0x60": "mov (1|M0) r6.2<1>:f r8.1<0;1,0>:ud"}

// TestCorpusCompaction: TryCompact stores in 8 bytes what the compiler does, and
// no more, but for ret, flags as a dword, code without optimisation and leftLong,
// where the compiler leaves some.
//
// seed: Ivy Bridge EU 1.1
func TestCorpusCompaction(t *testing.T) {
	compacted, missed := 0, 0
	for _, d := range corpusDirs {
		for _, file := range gen9Files(t, d.dir) {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			got, offs, err := native.DecodeAll(d.t, code)
			require.NoError(t, err)
			for i := range got {
				in := got[i]
				was := in.Compact
				in.Compact = false
				is := native.TryCompact(d.t, &in)
				switch {
				case was:
					compacted++
					require.True(t, is, "%s offset %#x", file, offs[i])
				case is:
					missed++
					flag := in.Src[0].File == native.ARF && in.Src[0].Reg>>4 == native.ARFF0>>4
					place := fmt.Sprintf("%s %#x", filepath.Base(file), offs[i])
					require.True(t, d.dir == "skl-O0" || in.Op == native.OpRet || flag || leftLong[place] != "", "%s %s", d.dir, place)
				}
			}
		}
	}
	t.Logf("%d that the compiler left long", missed)
	floor.Exact(t, "compact instructions in "+corpus.Which(), compacted)
}
