package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestContainers runs the kernels of every container, with the metadata in it,
// and compares with the expected bytes of their launches.
func TestContainers(t *testing.T) {
	dir, what := corpus.Subset(), "subset"
	if full, ok := corpus.Full(); ok {
		dir, what = full, "full corpus"
	}
	for _, c := range []struct {
		target native.Target
		ext    string
	}{{native.SKL, ".zebin"}, {native.SKL, ".ocloc.bin"}, {native.LKF, ".zebin"}, {native.LKF, ".ocloc.bin"}} {
		ext := c.ext
		paths, err := filepath.Glob(filepath.Join(dir, c.target.String(), "containers", "*"+ext))
		require.NoError(t, err)
		ran, refused := 0, 0
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ext)
			if _, err := os.Stat(filepath.Join(dir, c.target.String(), name+".zeinfo")); err != nil {
				continue // the compiler refused the program, whose container has its source alone
			}
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			f, err := container.Open(path, src, c.target)
			require.NoError(t, err)
			for _, k := range f.Kernels {
				launch := filepath.Join(dir, "run", name+"__"+k.Name, "launch.yaml")
				if _, err := os.Stat(launch); err != nil {
					continue
				}
				if runContained(t, f, k.Name, launch, c.target) {
					ran++
				} else {
					refused++
				}
			}
		}
		t.Logf("%s, %v, %s: %d kernels give the expected bytes, %d are not supported", what, c.target, ext, ran, refused)
		floor.Exact(t, what+": kernels of "+c.target.String()+"/*"+ext+" with the expected bytes", ran)
		floor.Exact(t, what+": kernels of "+c.target.String()+"/*"+ext+" not supported", refused)
	}
}

// runContained is false for a kernel or launch that is not supported.
func runContained(t *testing.T, f *container.File, kernel, file string, target native.Target) bool {
	l, err := launch.Read(file)
	var p *load.Program
	if err == nil {
		p, err = load.FromContainer(f, kernel, load.IntelCode, target)
	}
	var rep *run.Report
	if err == nil {
		rep, err = run.Run(context.Background(), l, run.Options{Program: p, Metadata: p.Info, Data: p.Data, Limit: 20_000_000, Deterministic: true})
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return false
	}
	if assert.NoError(t, err, "%s %s", f.Name, kernel) {
		assert.True(t, rep.OK(), "%s %s: %s", f.Name, kernel, describe(rep))
	}
	return true
}

// TestForeignContainer: code for a device that is no target here is refused by name.
func TestForeignContainer(t *testing.T) {
	path := filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.skl.zebin")
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	product := []byte("IntelGT\x00\x12\x00\x00\x00")
	require.Equal(t, 1, bytes.Count(src, product))
	src = bytes.Replace(src, product, []byte("IntelGT\x00\x77\x00\x00\x00"), 1)
	for _, target := range []load.Target{{}, load.Only(native.SKL), load.Prefer(native.TGL)} {
		_, _, err = load.OpenContainer("k.bin", src, load.Options{Target: target})
		require.EqualError(t, err, "k.bin: code for product family 0x77, which is no target here, is not supported")
		require.ErrorIs(t, err, errors.ErrUnsupported)
	}
}

// TestLaterContainer: of a device without a target here the text runs, in the interpreter
// or compiled for a device that is named; all else is refused by the device's name.
func TestLaterContainer(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", "tgllp", "image_rw.bin"))
	require.NoError(t, err)
	later := bytes.Replace(src, []byte("IntelGT\x00\x1d\x00\x00\x00"), []byte("IntelGT\x00\xf8\x04\x00\x00"), 1)
	require.NotEqual(t, src, later)
	path := filepath.Join(t.TempDir(), "k.bin")
	require.NoError(t, os.WriteFile(path, later, 0o600))
	l, err := launch.Read(filepath.Join(corpus.Subset(), "run", "image_rw__image_gray", "launch.yaml"))
	require.NoError(t, err)
	for _, o := range []run.Options{{Code: load.InterpCode}, {Engine: load.Interp}, {Code: load.OurCode, Target: load.Only(native.SKL)}} {
		o.Programs = []string{path}
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err, "%+v", o)
		assert.True(t, rep.OK(), "%+v: %s", o, describe(rep))
	}
	for _, c := range []struct {
		o    run.Options
		want string
	}{
		{run.Options{}, "Intel's native code for mtl-u is not modelled yet: --code interp runs its vISA text"},
		{run.Options{Code: load.IntelCode}, "Intel's native code for mtl-u is not modelled yet"},
		{run.Options{Code: load.IntelCode, Target: load.Only(native.TGL)}, "Intel's native code for mtl-u is not modelled yet"},
		{run.Options{Code: load.OurCode}, "compiling for mtl-u, which the container is for (a target such as skl can be named instead), is not supported"},
	} {
		c.o.Programs = []string{path}
		_, err := run.Run(context.Background(), l, c.o)
		require.ErrorContains(t, err, c.want)
		assert.ErrorIs(t, err, errors.ErrUnsupported)
	}
}
