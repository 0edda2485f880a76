package asm_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// codeOfSize is that many bytes of the corpus's Gen9 code, or a little more.
func codeOfSize(tb testing.TB, size int) []byte {
	files, err := filepath.Glob(filepath.Join(corpus.Dir(), "skl", "*.dat"))
	require.NoError(tb, err)
	require.NotEmpty(tb, files)
	var code []byte
	for len(code) < size {
		for _, f := range files {
			b, err := os.ReadFile(f)
			require.NoError(tb, err)
			code = append(code, b...)
		}
	}
	return code
}

// BenchmarkText is the throughput of both directions in bytes of code, beside
// decoding and encoding alone.
func BenchmarkText(b *testing.B) {
	code := codeOfSize(b, 1<<20)
	var text bytes.Buffer
	require.NoError(b, asm.Print(&text, native.SKL, code))
	insts, _, err := native.DecodeAll(native.SKL, code)
	require.NoError(b, err)
	for _, c := range []struct {
		name string
		f    func() error
	}{
		{"disassemble", func() error { return asm.Print(io.Discard, native.SKL, code) }},
		{"assemble", func() error {
			_, err := asm.Assemble("b", native.SKL, bytes.NewReader(text.Bytes()))
			return err
		}},
		{"decode", func() error {
			for at := 0; at < len(code); {
				_, n, err := native.Decode(native.SKL, code[at:])
				if err != nil {
					return err
				}
				at += n
			}
			return nil
		}},
		{"encode", func() error {
			_, err := native.EncodeAll(native.SKL, insts)
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(code)))
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, c.f())
			}
		})
	}
}
