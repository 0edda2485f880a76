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

// TestContainerOfMTL: a container for Meteor Lake is of the target mtl: its text runs in the interpreter and compiled, and
// its code for no other device.
func TestContainerOfMTL(t *testing.T) {
	path := filepath.Join(corpus.Subset(), "releases", "igc-2.40", "mtl-h", "image_rw.bin")
	l, err := launch.Read(filepath.Join(corpus.Subset(), "run", "image_rw__image_gray", "launch.yaml"))
	require.NoError(t, err)
	for _, c := range []struct {
		o      run.Options
		engine string
	}{
		{run.Options{}, "EU model (mtl)"}, {run.Options{Code: load.IntelCode}, "EU model (mtl)"}, {run.Options{Code: load.OurCode}, "EU model (mtl)"},
		{run.Options{Code: load.InterpCode}, "vISA interpreter"}, {run.Options{Engine: load.Interp}, "vISA interpreter"},
	} {
		c.o.Programs = []string{path}
		rep, err := run.Run(context.Background(), l, c.o)
		require.NoError(t, err, "%+v", c.o)
		assert.True(t, rep.OK(), "%+v: %s", c.o, describe(rep))
		assert.Contains(t, rep.Engine, c.engine)
	}
	_, err = run.Run(context.Background(), l, run.Options{Programs: []string{path}, Code: load.IntelCode, Target: load.Only(native.TGL)})
	assert.ErrorContains(t, err, "([mtl]): the target is tgl")
}
