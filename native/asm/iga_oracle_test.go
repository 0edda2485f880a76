//go:build oracle

package asm_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/oracle"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// devices are the corpus folders with code of targets that decode.
var devices = []struct {
	dir    string
	target native.Target
}{{"skl", native.SKL}, {"bxt", native.BXT}, {"skl-stateless", native.SKL}, {"skl-O0", native.SKL}, {"bdw", native.BDW}, {"lkf", native.LKF}, {"tgllp", native.TGL}}

// eachKernel runs f with the code of every kernel and our text of it.
func eachKernel(t *testing.T, f func(t *testing.T, file string, target native.Target, code []byte, text string)) {
	n := 0
	for _, d := range devices {
		files, err := filepath.Glob(filepath.Join(corpus.Dir(), d.dir, "*.dat"))
		require.NoError(t, err)
		for _, file := range files {
			t.Run(d.dir+"/"+filepath.Base(file), func(t *testing.T) {
				code, err := os.ReadFile(file)
				require.NoError(t, err)
				var text bytes.Buffer
				require.NoError(t, asm.Print(&text, d.target, code))
				f(t, file, d.target, code, text.String())
				n++
			})
		}
	}
	require.NotZero(t, n)
}

// TestIGAText: our text of Intel's code is iga64's, spacing, comments and
// label lines aside; iga64 also labels blocks that nothing jumps to.
func TestIGAText(t *testing.T) {
	eachKernel(t, func(t *testing.T, file string, target native.Target, _ []byte, text string) {
		theirs, err := exec.Command("iga64", "-d", oracle.Platform(target), "-Xprint-hex-floats", file).Output()
		require.NoError(t, err)
		assert.Equal(t, oracle.Plain(string(theirs)), oracle.Plain(text))
	})
}

// unwritten are the bits, by instruction, that no text names and that compiler
// and assembler fill differently (gen-encoding section 7): bit 28 of while, type
// and region of the register that ret and call ignore.
var unwritten = map[native.Op][2]uint64{
	native.OpWhile: {1 << 28, 0},
	native.OpRet:   {1 << 43, 1 << (86 - 64)},
	native.OpCall:  {1 << 37, 1<<(82-64) | 1<<(83-64)},
}

// unwrittenGen8 are those of Gen8 beside: the region of source 0.
var unwrittenGen8 = map[native.Op][2]uint64{
	native.OpSend: {0, 0x1FF << (80 - 64)},
	native.OpCall: {1 << 37, 0x1FF << (80 - 64)},
}

// TestIGAAssembles: iga64 assembles our text of Intel's code to the same
// bytes, the unwritten bits apart.
func TestIGAAssembles(t *testing.T) {
	eachKernel(t, func(t *testing.T, _ string, target native.Target, code []byte, text string) {
		file := filepath.Join(t.TempDir(), "k.asm")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		out, err := exec.Command("iga64", "-a", oracle.Platform(target), file, "-o", file+".bin").CombinedOutput()
		require.NoError(t, err, "%s", out)
		got, err := os.ReadFile(file + ".bin")
		require.NoError(t, err)
		require.Len(t, got, len(code))
		insts, offs, err := native.DecodeAll(target, code)
		require.NoError(t, err)
		for i := range insts {
			at := offs[i]
			free := unwritten[insts[i].Op]
			if more, ok := unwrittenGen8[insts[i].Op]; ok && target == native.BDW {
				free = more
			}
			if target == native.TGL {
				free = [2]uint64{} // all of its bits are in the text
			}
			if !insts[i].Compact {
				for k, f := range free {
					want := binary.LittleEndian.Uint64(code[at+8*k:]) &^ f
					have := binary.LittleEndian.Uint64(got[at+8*k:]) &^ f
					assert.Equal(t, want, have, "offset %#x: %v", at, insts[i].Op)
				}
				continue
			}
			assert.Equal(t, code[at:at+8], got[at:at+8], "offset %#x: %v", at, insts[i].Op)
		}
	})
}

// TestLosslessAll: every file of corpus and shipped comes back from its text.
func TestLosslessAll(t *testing.T) { losslessFiles(t, 1) }
