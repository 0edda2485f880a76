package container

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// sample reads a container that travels with the repository.
func sample(tb testing.TB, name string) []byte {
	b, err := os.ReadFile(filepath.Join(corpus.Subset(), "skl", "containers", name))
	require.NoError(tb, err)
	return b
}

// TestSaxpy holds both forms to what the compiler dumped beside them.
func TestSaxpy(t *testing.T) {
	for name, format := range map[string]Format{"saxpy.zebin": Zebin, "saxpy.ocloc.bin": PatchTokens} {
		f, err := Open(name, sample(t, name), native.SKL)
		require.NoError(t, err)
		assert.Equal(t, format, f.Format)
		assert.True(t, f.For(native.SKL))
		assert.Equal(t, format == PatchTokens, f.For(native.BXT), "patch tokens do not tell these two apart")
		assert.False(t, f.For(native.LKF))
		require.Len(t, f.Kernels, 3)
		for _, c := range corpus.Cases(t, corpus.Subset(), "skl") {
			if !strings.HasPrefix(c.Name, "saxpy__") {
				continue
			}
			k, err := f.Kernel(c.Kernel)
			require.NoError(t, err)
			code, err := os.ReadFile(c.Stem + ".dat")
			require.NoError(t, err)
			assert.Equal(t, code, k.Code, "%s %s", name, c.Kernel)
			assert.Nil(t, k.VISA)
		}
		_, err = f.Kernel("sax")
		assert.EqualError(t, err, name+`: no kernel "sax"; it has saxpy, empty, fill`)
	}
	f, err := Open("z", sample(t, "saxpy.zebin"), native.SKL)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(corpus.Subset(), "skl", "saxpy.zeinfo"))
	require.NoError(t, err)
	assert.Equal(t, string(text), string(f.ZeInfo))
	assert.Equal(t, Section{".text.saxpy", 64, 512}, f.Sections[0])
	assert.Equal(t, Symbol{Name: "saxpy", Section: ".text.saxpy", Size: 368, Func: true}, f.Symbols[0])
}

// TestTokensSayWhatZebinsSay compares the metadata of the same kernels in both
// forms. A pointer's address is listed in two ways that mean the same; a struct
// in pieces that zebins merge; and programs with data have one more argument.
func TestTokensSayWhatZebinsSay(t *testing.T) {
	dirs := []string{filepath.Join(corpus.Subset(), "skl")}
	if full, ok := corpus.Full(); ok {
		dirs = []string{filepath.Join(full, "skl"), filepath.Join(full, "lkf")}
	}
	equal, data := 0, 0
	for _, dir := range dirs {
		paths, err := filepath.Glob(filepath.Join(dir, "containers", "*.ocloc.bin"))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for i, path := range paths {
			if filepath.Base(dir) == "lkf" && (i%4 != 0 || filepath.Base(path) == "double_arith.ocloc.bin") {
				continue // a slice shows what differs there; doubles, which the device lacks, left no kernel
			}
			tokens, zebin := read(t, path), read(t, strings.TrimSuffix(path, ".ocloc.bin")+".zebin")
			for _, k := range tokens.Info.Kernels {
				other, err := zebin.Info.Kernel(k.Name)
				require.NoError(t, err)
				assert.Equal(t, environment(other), environment(k), "%s %s", path, k.Name)
				if slices.ContainsFunc(k.Payload, func(p abi.PayloadArg) bool { return p.Type == abi.DataConst || p.Type == abi.DataGlobal }) {
					data++
					continue
				}
				assert.Equal(t, pieces(other), pieces(k), "%s %s", path, k.Name)
				equal++
			}
			for _, k := range tokens.Kernels {
				other, err := zebin.Kernel(k.Name)
				require.NoError(t, err)
				if len(tokens.Data) == 0 {
					assert.Equal(t, other.Code, k.Code, "%s %s", path, k.Name)
				}
			}
		}
	}
	floor.Exact(t, fmt.Sprintf("%s: kernels of patch tokens with the payload of zebins", corpus.Which()), equal)
	floor.Exact(t, fmt.Sprintf("%s: kernels of patch tokens with an argument more, for data", corpus.Which()), data)
}

func read(t *testing.T, path string) *File {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := Open(path, b, native.SKL)
	require.NoError(t, err)
	return f
}

// environment is all but the payload.
func environment(k *abi.Kernel) string {
	btis := slices.Clone(k.BTIs)
	slices.SortFunc(btis, func(a, b abi.BTI) int { return a.BTI - b.BTI })
	return fmt.Sprint(k.SIMD, k.GRFCount, k.SLMSize, k.BarrierCount, k.RequiredLocal, k.PerThread, k.Buffers, k.Args, btis)
}

// pieces are the pieces of payload in order of their text, bytes of values one by
// one.
func pieces(k *abi.Kernel) (out []string) {
	for _, p := range k.Payload {
		switch {
		case p.AddrMode == abi.Stateless || p.Type == abi.BufferAddress:
			p = abi.PayloadArg{Type: "address", Offset: p.Offset, Index: p.Index}
		case p.Type == abi.ByValue:
			for i := range p.Size {
				out = append(out, fmt.Sprintf("byte %d is byte %d of argument %d", p.Offset+i, p.SourceOffset+i, p.Index))
			}
			continue
		}
		out = append(out, fmt.Sprintf("%+v", p))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
