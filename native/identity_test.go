package native_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

var none = map[native.Op]int{}

// identities are the folders beside the repository whose code comes back byte
// for byte, with the number of files in them.
var identities = []struct {
	dir   string // below the folder that holds the corpus
	t     native.Target
	files int
	rest  map[native.Op]int // instructions with bits that no field has
}{
	// the type of an immediate descriptor
	{"shipped/ivb", native.IVB, 25, map[native.Op]int{native.OpSend: 65}},
	// the regions of sources that a branch has not, and source 1 of math with one source and of wait
	{"shipped/mesa/ivb", native.IVB, 22, map[native.Op]int{native.OpIf: 2, native.OpBreak: 6, native.OpHalt: 4, native.OpWait: 3, native.OpMath: 26}},
	{"shipped/hsw", native.HSW, 13, map[native.Op]int{native.OpSend: 60}},
	// these, and the type of the source 1 that dim has not
	{"shipped/mesa/hsw", native.HSW, 23, map[native.Op]int{native.OpDim: 2, native.OpIf: 2, native.OpHalt: 4, native.OpMath: 30}},
	{"corpus/bdw", native.BDW, 144, none},
	// the type of an immediate descriptor, the source 1 that a mov has not, and what stands in padding
	{"shipped/bdw", native.BDW, 38, map[native.Op]int{native.OpMov: 96, native.OpSend: 75, native.OpNenop: 1}},
	// source 1 of math with one source and of wait
	{"shipped/mesa/bdw", native.BDW, 21, map[native.Op]int{native.OpWait: 3, native.OpMath: 21}},
	{"shipped/skl", native.SKL, 38, map[native.Op]int{native.OpMov: 95, native.OpNenop: 34}},
	{"shipped/mesa/skl", native.SKL, 21, map[native.Op]int{native.OpMath: 21}},
	{"shipped/bxt", native.BXT, 7, map[native.Op]int{native.OpNenop: 11}},
	{"shipped/cnl", native.CNL, 8, map[native.Op]int{native.OpNenop: 25}},
	// what stands in a nop
	{"shipped/icl", native.ICL, 14, map[native.Op]int{native.OpNop: 28, native.OpNenop: 3}},
	{"shipped/mesa/icl", native.ICL, 1, none},
	{"corpus/lkf", native.LKF, 134, none},
	{"corpus/tgllp", native.TGL, 135, none},
	// the source 1 that a compact mov has not
	{"shipped/tgl", native.TGL, 10, map[native.Op]int{native.OpMov: 5}},
}

// TestIdentity: decode then encode is the identity on every instruction that
// others wrote for these targets. Zeros behind the last instruction are padding.
//
// seed: Ivy Bridge EU 1.1
// seed: Broxton vol. 6 EU Overview
func TestIdentity(t *testing.T) {
	for _, d := range identities {
		files := corpus.FilesBeside(t, d.dir, "*.dat")
		insts, rest := 0, map[native.Op]int{}
		for _, file := range files {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			insts += sameBytes(t, d.t, filepath.Base(file), code, rest)
		}
		assert.Len(t, files, d.files, d.dir)
		assert.Equal(t, d.rest, rest, d.dir)
		t.Logf("%s: %d files, %d instructions", d.dir, len(files), insts)
	}
}

// sameBytes decodes and encodes each instruction of a file and counts them.
func sameBytes(t *testing.T, target native.Target, name string, code []byte, rest map[native.Op]int) (insts int) {
	t.Helper()
	for off := 0; len(bytes.Trim(code[off:], "\x00")) > 0; {
		in, n, err := native.Decode(target, code[off:])
		if !assert.NoError(t, err, "%s offset %#x", name, off) {
			return insts
		}
		if in.Rest != [2]uint64{} {
			rest[in.Op]++
		}
		b, err := native.Encode(target, &in)
		if !assert.NoError(t, err, "%s offset %#x", name, off) || !assert.Equal(t, code[off:off+n], b, "%s offset %#x", name, off) {
			return insts
		}
		off += n
		insts++
	}
	return insts
}
