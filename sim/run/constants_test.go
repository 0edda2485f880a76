package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestConstantsRefused: relocations must name places and symbols that exist; those
// of other kernels of the same file do not matter.
func TestConstantsRefused(t *testing.T) {
	dir := t.TempDir()
	info := filepath.Join(dir, "saxpy.zeinfo")
	src, err := os.ReadFile(filepath.Join(corpus.Subset(), "skl", "saxpy.zeinfo"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(info, src, 0o644))
	launch, err := launch.Read(filepath.Join(corpus.Subset(), "run", "saxpy__saxpy", "launch.yaml"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "saxpy.data.const.bin"), make([]byte, 16), 0o644))
	program := filepath.Join(corpus.Subset(), "skl", "saxpy__saxpy_simd32.dat")
	for reloc, want := range map[string]string{
		".text.fill+48 type 1 symbol table = .data.const+0\n": "",
		"\n": "",
		".text.saxpy+48 type 1 symbol table = .data.const+0\n":  "saxpy.reloc:1:1: error: byte 48 of .text.saxpy: ",
		".text.saxpy+48 type 9 symbol table = .data.const+0\n":  "saxpy.reloc:1:1: error: relocation type 9: legal are 1 (address), 2 and 3",
		".text.saxpy+48 type 1 symbol table = .data.const+17\n": "saxpy.reloc:1:1: error: symbol table at byte 17 of .data.const, which has 16",
		".text.saxpy+48 type 1 symbol table = .data.global+0\n": "symbol table is in section .data.global, which is not there: want <name>.data.global.bin",
		".text.saxpy+48 type 1 symbol f = .text.Helpers+64\n":   "symbol f is a function of section .text.Helpers, whose code is not there: want <name>.text.Helpers.bin",
		"\n.text.saxpy+x\n": `saxpy.reloc:2:1: error: ".text.saxpy+x": want a relocation such as`,
		".text.saxpy+48 type 1 symbol t = .data.const+0\n.text.saxpy+64 type 1 symbol t = .data.const+8\n": "saxpy.reloc:2:1: error: symbol t is .data.const+8, in line 1 .data.const+0",
		".text.saxpy+48 type 1 symbol t = .data.const+0\n.data.const+9 type 1 symbol t = .data.const+0\n":  "saxpy.reloc:2:1: error: an address at byte 9 of .data.const, which has 16",
		".text.saxpy+48 type 1 symbol t = .data.const+0\n.data.const+8 type 2 symbol t = .data.const+0\n":  "saxpy.reloc:2:1: error: relocation type 2 in data: want 1",
		".text.saxpy+48 type 1 symbol t = .data.const+0\n.data.more+8 type 1 symbol t = .data.const+0\n":   "saxpy.reloc:2:1: error: a place in section .data.more: there is no such data",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "saxpy.reloc"), []byte(reloc), 0o644))
		err := run.Accepts(launch, run.Options{Info: info, Programs: []string{program}, Target: load.Only(native.SKL)})
		if want == "" {
			assert.NoError(t, err, reloc)
		} else {
			assert.ErrorContains(t, err, want, reloc)
		}
		assert.NotErrorIs(t, err, errors.ErrUnsupported, reloc)
	}
}
