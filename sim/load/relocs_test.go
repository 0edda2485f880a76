package load_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestOwnRelocs: raw code that we compiled runs with the relocations beside it,
// though those beside the metadata are of Intel's code.
func TestOwnRelocs(t *testing.T) {
	dir := filepath.Join("..", "run", "testdata", "printf")
	info := filepath.Join(dir, "hello.zeinfo")
	k, err := load.ReadVISA(filepath.Join(dir, "hello.visaasm"))
	require.NoError(t, err)
	link, from, err := load.LinkBesideInfo(info)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "hello.reloc"), from)
	l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	for target, want := range map[native.Target][]abi.Reloc{
		native.SKL: {
			{Section: ".text.hello", Off: 216, Kind: abi.RelocAddr, Symbol: ".str", In: ".data.const.string"},
			{Section: ".text.hello", Off: 288, Kind: abi.RelocAddr, Symbol: ".str.1", In: ".data.const.string", At: 13},
			{Section: ".text.hello", Off: 512, Kind: abi.RelocAddr, Symbol: ".str.2", In: ".data.const.string", At: 43},
		},
		native.BXT: nil,
	} {
		res, err := lower.Compile(k, target, lower.Options{})
		require.NoError(t, err)
		list, err := load.CodeRelocs("hello", target, res, link, from)
		require.NoError(t, err)
		if want != nil {
			assert.Equal(t, want, list)
		}
		out := filepath.Join(t.TempDir(), "ours.dat")
		require.NoError(t, os.WriteFile(out, res.Code, 0o644))
		o := run.Options{Programs: []string{out}, Info: info, Target: load.Only(target), Limit: 100_000}
		_, err = run.Run(context.Background(), l, o)
		require.ErrorContains(t, err, "hello.reloc:1:1: error: byte ", "with those of Intel's code")

		require.NoError(t, os.WriteFile(load.RelocPath(out), abi.FormatReloc(list), 0o644))
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%s: %s", target, rep.Printed)

		require.NoError(t, os.WriteFile(load.RelocPath(out), []byte(".text.hello\n"), 0o644))
		_, err = run.Run(context.Background(), l, o)
		require.ErrorContains(t, err, "ours.reloc:1:1: error: ")
		_, err = load.CodeRelocs("hello", target, res, &abi.Link{}, "none.reloc")
		require.EqualError(t, err, "kernel hello: the code has the address of symbol .str, and no relocation of none.reloc says where that is")
	}
}
