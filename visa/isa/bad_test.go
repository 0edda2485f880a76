package isa

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/kept"
)

// small is a file whose every byte has a place that TestBadFiles knows.
func small(t testing.TB) []byte {
	t.Helper()
	f := fileOf(kernelOf(t, "4.1", "L1:\n(P1) add (M1, 8) X(0,0)<1> X(1,0)<1;1,0> 0x3f800000:f\n(P1) goto (M1, 8) L1\nlifetime.start A0"))
	f.Kernels[0].pool = []string{"k", "X", "A0", "P1", "S0", "T6", "L1"}
	out, err := f.Encode("")
	require.NoError(t, err)
	return out
}

// TestBadFiles: an edit of one place, and what is said about it with its offset.
func TestBadFiles(t *testing.T) {
	src := small(t)
	const (
		routine = 32 // behind the header of a kernel called k
		vars    = routine + 4 + 19 + 4
		addrs   = vars + 4 + 15
		preds   = addrs + 2 + 7
		labels  = preds + 2 + 7
		inputs  = labels + 2 + 6 + 8 + 8 + 1
		code    = inputs + 4
		insts   = code + 8 + 2
		add     = insts + 3
		jump    = add + 4 + 9 + 9 + 6
		life    = jump + 6
	)
	require.Len(t, src, life+6)
	for _, c := range []struct {
		name string
		at   int
		put  []byte
		is   error
		text string
	}{
		{"strings", routine, []byte{255, 255, 255, 255}, ErrLimit, "offset 32: CISA count out of range: 4294967295 strings: "},
		{"name", routine + 23, []byte{9}, ErrRange, "offset 55: CISA range outside of the file: name of the routine 9: there are 7"},
		{"variables", vars, []byte{255, 255, 255}, ErrLimit, "variables: "},
		{"alignment", vars + 8, []byte{0xa7}, ErrField, "offset 67: illegal CISA field: alignment 10 of X"},
		{"alias of itself", vars + 11, []byte{32}, ErrField, "the aliases of variable X form a circle"},
		{"alias of nothing", vars + 15, []byte{4}, ErrField, "alias of nothing at byte 4"},
		{"scope", vars + 17, []byte{1}, ErrUnsupported, "offset 76: unsupported part of a CISA file: X is an alias of a variable of the file"},
		{"attributes", vars + 18, []byte{200}, nil, "offset "},
		{"addresses", addrs, []byte{255, 255}, ErrLimit, "65535 address variables"},
		{"kind of a label", labels + 6, []byte{9}, ErrField, "label L1 has kind 9: want 0 to 4"},
		{"attributes of a label", labels + 7, []byte{1}, ErrUnsupported, "1 attributes of label L1"},
		{"inputs elsewhere", 19, []byte{byte(inputs + 1)}, ErrField, "the inputs are here, and the header says at"},
		{"inputs", inputs, []byte{255}, ErrLimit, "255 inputs"},
		{"size of the code", code, []byte{1}, ErrField, "1 bytes of code from byte"},
		{"opcode", add, []byte{0xfd}, ErrField, "opcode 0xfd: no op of vISA has it"},
		{"channels", add + 1, []byte{6}, ErrField, "execution size code 6: want 0 to 5"},
		{"predicate", add + 2, []byte{2}, ErrRange, "predicate 2: the routine has 1"},
		{"predicate without a number", add + 2, []byte{0, 0x80}, ErrField, "predicate 0x8000"},
		{"combination", add + 3, []byte{0x60}, ErrField, "predicate 0x6001"},
		{"class", add + 4, []byte{4}, ErrField, "class 4 of dst: want 0 general"},
		{"modifier", add + 4, []byte{0x30}, ErrField, "tag 0x30 of dst"},
		{"operand that add has not", add + 4, []byte{1, 0, 0, 0, 0}, ErrField, "dst of add is an address variable: want a general variable, an indirect operand"},
		{"variable", add + 5, []byte{33}, ErrRange, "variable 33: there are 33"},
		{"region of a destination", add + 11, []byte{0x21, 0x02}, ErrField, "region 0x0221 of dst"},
		{"stride", add + 20, []byte{0x28}, ErrField, "region 0x0128 of src0"},
		{"type", add + 23, []byte{16}, ErrField, "type 16: want 0 ud, 1 d, "},
		{"immediate", add + 23, []byte{4, 0, 1}, ErrField, "immediate 0x3f800100 is no number of type ub"},
		{"label", jump + 4, []byte{1}, ErrRange, "label 1: there are 1"},
		{"class of a variable", life + 1, []byte{0x30}, ErrField, "class of a variable is 3"},
		{"field that tells ops apart", life + 1, []byte{2}, ErrField, "field of lifetime.start is 2: want 0"},
	} {
		bad := bytes.Clone(src)
		copy(bad[c.at:], c.put)
		_, err := Read("k.isa", bad, "")
		if assert.ErrorContains(t, err, c.text, c.name) && c.is != nil {
			assert.ErrorIs(t, err, c.is, c.name)
		}
	}
	for n := range src {
		_, err := Read("k.isa", src[:n], "")
		assert.Error(t, err, n)
	}
	_, err := Read("k.isa", append(bytes.Clone(src), 0, 0, 0), "")
	assert.NoError(t, err)
	_, err = Read("k.isa", append(bytes.Clone(src), 0, 0, 0, 0), "")
	assert.ErrorIs(t, err, ErrTiling)
}

// TestMemory: a count that nothing follows takes no memory, and instructions a multiple of
// their bytes.
func TestMemory(t *testing.T) {
	src := small(t)
	binary.LittleEndian.PutUint32(src[32:], 1<<31)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read("k.isa", src, "")
	require.ErrorIs(t, err, ErrLimit)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))

	k := kernelOf(t, "4.1", "add (M1, 8) X(0,0)<1> X(1,0)<1;1,0> 0x3f800000:f")
	k.Insts = slices.Repeat(k.Insts, 1<<15) // about a megabyte
	src, err = fileOf(k).Encode("")
	require.NoError(t, err)
	runtime.ReadMemStats(&before)
	_, err = Read("k.isa", src, "")
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	assert.Less(t, float64(after.TotalAlloc-before.TotalAlloc)/float64(len(src)), 16.0, "bytes for each of the file")
}

// FuzzRead: what is read can be written, and reads back the same.
func FuzzRead(f *testing.F) {
	kept.Add(f, "testdata/fuzz.tar.gz")
	f.Add(small(f))
	null, err := fileOf(nulls(f)).Encode("")
	require.NoError(f, err)
	f.Add(null)
	for _, name := range []string{"skl/saxpy__fill_simd32.isa", "skl/calls__call_gcd_simd8.isa", "skl/image_rw__image_gray_simd8.isa", "bxt/ieee__ieee_single_simd16.isa"} {
		src, err := os.ReadFile(filepath.Join(corpus.Subset(), name))
		require.NoError(f, err)
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		first, err := Read("k.isa", src, "")
		if err != nil {
			return
		}
		out, err := first.Encode(first.Profile)
		require.NoError(t, err)
		second, err := Read("k.isa", out, first.Profile)
		require.NoError(t, err)
		require.True(t, first.same(second))
		again, err := second.Encode(first.Profile)
		require.NoError(t, err)
		require.Equal(t, out, again)
		for i := range first.Kernels {
			require.True(t, reflect.DeepEqual(first.Kernels[i].Kernel, second.Kernels[i].Kernel))
		}
	})
}
