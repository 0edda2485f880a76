package run_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestSharedFunction: kernels call a function in a section of its own, of which a
// relocation has the address.
func TestSharedFunction(t *testing.T) {
	for _, kernel := range []string{"turn", "next"} {
		l, err := launch.Read(filepath.Join("testdata", "shared", kernel+".yaml"))
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), l, run.Options{Target: load.Only(native.SKL), Limit: 100_000})
		require.NoError(t, err)
		assert.True(t, rep.OK(), "%s: %s", kernel, describe(rep))
		assert.Len(t, rep.Compared, 1)
	}
}

// TestSharedFunctionFiles is TestSharedFunction of raw code, with relocations and
// the other section in files beside the metadata.
func TestSharedFunctionFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join("testdata", "shared", "shared.zebin")
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := container.Open(path, src, native.SKL)
	require.NoError(t, err)
	write := func(name string, data []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	for _, k := range f.Kernels {
		write(k.Name+".dat", k.Code)
	}
	shared, err := f.Kernel(abi.SymbolTable)
	require.NoError(t, err)
	write("k.zeinfo", f.ZeInfo)
	relocs := string(abi.FormatReloc(f.Relocs))
	write("k.reloc", []byte(relocs))
	l, err := launch.Read(filepath.Join("testdata", "shared", "turn.yaml"))
	require.NoError(t, err)
	try := func() (*run.Report, error) {
		return run.Run(context.Background(), l, run.Options{
			Programs: []string{filepath.Join(dir, "turn.dat")}, Info: filepath.Join(dir, "k.zeinfo"), Target: load.Only(native.SKL), Limit: 100_000,
		})
	}
	const section = ".text." + abi.SymbolTable
	_, err = try()
	require.ErrorContains(t, err, "k.reloc:2:1: error: symbol __intel_memfence_optnone is a function of section "+section+", whose code is not there: want <name>"+section+".bin beside this file")

	write("k"+section+".bin", shared.Code)
	rep, err := try()
	require.NoError(t, err)
	assert.True(t, rep.OK(), describe(rep))

	write("k"+section+".bin", shared.Code[:32])
	_, err = try()
	require.EqualError(t, err, dir+"/k.reloc:1:1: error: symbol __intel_memfence_optnone at byte 64 of "+section+", which has 32")

	write("k"+section+".bin", shared.Code)
	write("k.reloc", []byte(strings.ReplaceAll(relocs, section+"+64", section+"+72")))
	_, err = try()
	var fault *code.PlaceError
	require.ErrorAs(t, err, &fault)
	assert.ErrorContains(t, err, "jump to ip 0x00748: no instruction begins there; the code has ips 0 to 0x00edf")
}
