package asm_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// losslessDirs are the folders, below the one that holds the corpus, whose code
// comes back byte for byte from its text.
var losslessDirs = []struct {
	dir   string
	t     native.Target
	files int
}{
	{"corpus/bdw", native.BDW, 144}, {"corpus/skl", native.SKL, 144}, {"corpus/skl-O0", native.SKL, 133},
	{"corpus/skl-stateless", native.SKL, 144}, {"corpus/bxt", native.BXT, 142}, {"corpus/tgllp", native.TGL, 135},
	{"shipped/bdw", native.BDW, 38}, {"shipped/skl", native.SKL, 38}, {"shipped/bxt", native.BXT, 7}, {"shipped/tgl", native.TGL, 10},
	{"shipped/ivb", native.IVB, 25}, {"shipped/mesa/ivb", native.IVB, 22}, {"shipped/hsw", native.HSW, 13}, {"shipped/mesa/hsw", native.HSW, 23},
	{"corpus/lkf", native.LKF, 134}, {"shipped/cnl", native.CNL, 8}, {"shipped/icl", native.ICL, 14}, {"shipped/mesa/icl", native.ICL, 1},
	{"shipped/mesa/bdw", native.BDW, 21}, {"shipped/mesa/skl", native.SKL, 21},
}

// unsaid are the instructions that stand as bits, by folder: branches and wait in Align16, whose
// text is that of Align1.
var unsaid = map[string]int{"shipped/mesa/ivb": 5, "shipped/mesa/hsw": 1}

// TestLossless: what Disassemble writes assembles to the same bytes; one file of
// eight, all with the build tag oracle.
func TestLossless(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	losslessFiles(t, 8)
}

// losslessFiles takes one file of step in each folder.
func losslessFiles(t *testing.T, step int) {
	for _, d := range losslessDirs {
		files := corpus.FilesBeside(t, d.dir, "*.dat")
		var raw []string
		for i := 0; i < len(files); i += step {
			code, err := os.ReadFile(files[i])
			require.NoError(t, err)
			for line := range strings.Lines(lossless(t, d.t, filepath.Base(files[i]), code)) {
				if strings.HasPrefix(line, ".raw") {
					raw = append(raw, line)
				}
			}
		}
		assert.Len(t, files, d.files, d.dir)
		assert.LessOrEqual(t, len(raw), unsaid[d.dir], "%s: %s", d.dir, raw)
		if step == 1 {
			assert.Len(t, raw, unsaid[d.dir], "%s: %s", d.dir, raw)
		}
	}
}

// lossless asserts that code comes back from its text, which it gives.
func lossless(t *testing.T, target native.Target, name string, code []byte) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, asm.Disassemble(&text, target, code, asm.Options{Raw: true}), name)
	got, err := asm.Assemble(name, target, bytes.NewReader(text.Bytes()))
	require.NoError(t, err)
	assert.True(t, bytes.Equal(code, got), name)
	return text.String()
}

// TestLosslessHere is TestLossless for the repository's own files.
func TestLosslessHere(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus.Subset(), "skl", "*.dat"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for i, file := range files {
		if testing.Short() && i%6 != 0 {
			continue
		}
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		lossless(t, native.SKL, filepath.Base(file), code)
	}
}

// TestAssembleGolden: the vendor's text of single instructions, which stood at
// offset 640, gives the bytes beside it, but where the text does not say all.
func TestAssembleGolden(t *testing.T) {
	for _, c := range []struct {
		t      native.Target
		file   string
		unsaid []string
	}{
		{native.SKL, "testdata/gen9.golden", []string{
			"(~f1.0) while (32|M0) L640", "(W&f0.0) jmpi r3.0", "call (8|M0) r127.0:ud r1.0", "cont (8|M0) L656 L592", "calla (8|M0) r5.0 L32",
		}},
		{native.BDW, "../testdata/gen8.golden", []string{
			"send (8|M0) r20:d r16:f 0xC 0x041401FF", "ret (8|M0) r5.0:ud", "send (16|M0) null:uw r64:d 0x25 0x140B1000 {EOT}",
			"(W) send (8|M0) r6 r5:f 0xC a0.0 {Compacted}", "mad (16|M0) r15.0<1>:f r6.0<0;0>:f r1.5<0;0>:f r121.0<1>:f",
		}},
		{native.TGL, "../testdata/gen12.golden", []string{}},
	} {
		f, err := os.Open(c.file)
		require.NoError(t, err)
		defer f.Close()
		unsaid := []string{}
		for s := bufio.NewScanner(f); s.Scan(); {
			h, text, _ := strings.Cut(s.Text(), "  ")
			if strings.HasPrefix(h, "#") {
				continue
			}
			want, err := hex.DecodeString(h)
			require.NoError(t, err)
			slices.Reverse(want)
			got, err := asm.Assemble(c.file, c.t, strings.NewReader(amidLabels(text)))
			if assert.NoError(t, err, text) && !bytes.Equal(want, got[640:640+len(want)]) {
				unsaid = append(unsaid, text)
			}
		}
		assert.Equal(t, c.unsaid, unsaid, c.file)
	}
}

// amidLabels puts an instruction at offset 640 of a text that has a label at
// every 16 bytes.
func amidLabels(text string) string {
	var b strings.Builder
	for at := 0; at < 1024; at += 16 {
		fmt.Fprintf(&b, "L%d: ", at)
		if at == 640 {
			b.WriteString(text + "\n")
			continue
		}
		b.WriteString("nop\n")
	}
	return b.String()
}
