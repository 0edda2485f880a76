package abi

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// oddValues replace values of metadata: limits, wrong types, YAML's own marks.
var oddValues = []string{
	"0", "1", "7", "-1", "3", "12", "16", "24", "32", "64", "65536", "4096", "4097", "2147483648", "9223372036854775807",
	"99999999999999999999", "1.5", "true", "null", "[]", "{}", "[1, 2]", "text", "''", "&a 1", "*a", "!!binary x", "|",
	"local_id", "arg_bypointer", "arg_byvalue", "slm", "stateless", "stateful", "scratch", "global",
}

// mutateYAML changes values, drops and repeats lines; seed 0 changes nothing.
func mutateYAML(src []byte, seed uint64) []byte {
	if seed == 0 {
		return src
	}
	r := rand.New(rand.NewPCG(seed, 5))
	lines := strings.Split(string(src), "\n")
	for range 1 + r.IntN(3) {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		key, _, ok := strings.Cut(lines[i], ":")
		switch n := r.IntN(8); {
		case n == 0:
			lines[i] = ""
		case n == 1:
			lines[i] += "\n" + lines[j]
		case n == 2:
			lines[i] = " " + lines[i]
		case ok:
			lines[i] = key + ": " + oddValues[r.IntN(len(oddValues))]
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// launchFor gives every argument what its kind asks for.
func launchFor(k *Kernel) *Launch {
	l := &Launch{Dims: 1, Global: [3]uint32{9, 1, 1}, Local: [3]uint32{4, 1, 1}, Args: make([]Arg, k.ArgCount())}
	if k.RequiredLocal != [3]uint32{} {
		l.Dims, l.Global, l.Local = 3, k.RequiredLocal, k.RequiredLocal
	}
	for i := range l.Args {
		lo, _ := k.ValueSize(i)
		l.Args[i] = Arg{Kind: k.ArgKind(i), Bytes: make([]byte, min(lo, 1<<12)), Addr: 1 << 32, Size: 64}
	}
	return l
}

// FuzzParseZeInfo parses metadata and lays out a launch of every kernel in it.
func FuzzParseZeInfo(f *testing.F) {
	f.Add([]byte(miniInfo), uint64(0))
	paths, err := filepath.Glob(filepath.Join(corpus.Subset(), "*", "*.zeinfo"))
	require.NoError(f, err)
	require.NotEmpty(f, paths)
	for i, p := range paths {
		src, err := os.ReadFile(p)
		require.NoError(f, err)
		f.Add(src, uint64(0))
		f.Add(src, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		if len(data) > 1<<15 {
			return
		}
		data = mutateYAML(data, seed)
		info, err := ParseZeInfo("f", data)
		if err != nil {
			var at *Error
			require.ErrorAs(t, err, &at)
			require.True(t, at.Line > 0 && at.Col > 0 && at.Msg != "", "%v\n%s", err, data)
			return
		}
		for _, k := range info.Kernels {
			tryKernel(t, k)
		}
	})
}

func tryKernel(t *testing.T, k *Kernel) {
	b, err := k.NewBuilder(launchFor(k))
	if err != nil {
		var arg *ArgError
		var lacks *UnsupportedError
		require.True(t, errors.As(err, &arg) || errors.As(err, &lacks), "%T %v", err, err)
		return
	}
	require.LessOrEqual(t, b.SLMSize(), MaxSLM)
	require.LessOrEqual(t, b.ScratchSize(), maxScratch)
	require.LessOrEqual(t, b.PayloadSize(), k.Registers()*GRFSize)
	for i := range b.MaxThreads() {
		b.Fill(make([]byte, b.PayloadSize()), [3]uint32{}, i)
	}
}
