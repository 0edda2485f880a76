package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/isa"
)

// isaOf writes a kernel and the functions beside it into one .isa file.
func isaOf(t *testing.T, stem string) string {
	t.Helper()
	f := isa.File{}
	for i := -1; ; i++ {
		path := stem + ".visaasm"
		if i >= 0 {
			path = fmt.Sprintf("%s_f%d.visaasm", stem, i)
		}
		src, err := os.ReadFile(path)
		if os.IsNotExist(err) && i >= 0 {
			break
		}
		require.NoError(t, err)
		k, err := asm.Parse(path, src)
		require.NoError(t, err)
		f.Major, f.Minor = k.Major, k.Minor
		if k.IsFunction {
			f.Functions = append(f.Functions, isa.Routine{Kernel: k, Linkage: isa.Global})
		} else {
			f.Kernels = append(f.Kernels, isa.Routine{Kernel: k})
		}
	}
	out, err := f.Encode("")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "k.isa")
	require.NoError(t, os.WriteFile(path, out, 0o600))
	return path
}

// TestISAPrograms: a .isa without native code runs as the text that it was made of, with
// the functions in it.
func TestISAPrograms(t *testing.T) {
	device := "skl-O0"
	if _, full := corpus.Full(); !full {
		device = "skl"
	}
	ran, linked := 0, 0
	for _, c := range corpus.Cases(t, corpus.Dir(), device) {
		_, err := os.Stat(c.Stem + "_f0.visaasm")
		if device == "skl-O0" && err != nil {
			continue // as any other
		}
		launch, err := launch.Read(c.Launch)
		require.NoError(t, err)
		path := isaOf(t, c.Stem)
		rep, err := run.Run(context.Background(), launch, run.Options{Programs: []string{path}, Info: c.Info})
		require.NoError(t, err, c.Stem)
		assert.True(t, rep.OK(), c.Stem)
		assert.Equal(t, "its vISA, interpreted", rep.Runs)
		ran++
		k, err := load.ReadVISA(path)
		require.NoError(t, err)
		if len(k.Functions) > 0 {
			linked++
		}
		assert.True(t, strings.HasPrefix(k.File, path+":"), k.File)
	}
	floor.Exact(t, ".isa files that run in "+corpus.Which(), ran)
	floor.Exact(t, "of these with functions in "+corpus.Which(), linked)
}

// TestISAChoices: what of a .isa with native code runs.
func TestISAChoices(t *testing.T) {
	c := corpus.Cases(t, corpus.Subset(), "skl")
	var fill corpus.Case
	for i := range c {
		if c[i].Kernel == "fill" {
			fill = c[i]
		}
	}
	launch, err := launch.Read(fill.Launch)
	require.NoError(t, err)
	for _, o := range []struct {
		code   load.CodeName
		engine load.EngineName
		want   load.CodeName
	}{
		{load.AnyCode, load.Auto, load.IntelCode}, {load.AnyCode, load.Sim, load.IntelCode}, {load.AnyCode, load.Interp, load.InterpCode},
		{load.IntelCode, load.Auto, load.IntelCode}, {load.OurCode, load.Auto, load.OurCode}, {load.InterpCode, load.Auto, load.InterpCode},
	} {
		p, err := load.FromFile(fill.Stem+".isa", "fill", load.Options{Code: o.code, Engine: o.engine, Target: load.Prefer(load.DefaultTarget)})
		require.NoError(t, err)
		assert.Equal(t, o.want, p.Runs, "%s %s", o.code, o.engine)
		rep, err := run.Run(context.Background(), launch, run.Options{Programs: []string{fill.Stem + ".isa"}, Info: fill.Info, Code: o.code, Engine: o.engine})
		require.NoError(t, err)
		assert.True(t, rep.OK())
	}
}

// TestISARest: a kernel of which the end is not known runs and compiles up to there, and
// the error has the op and its place in the text that fmt prints.
func TestISARest(t *testing.T) {
	var fill corpus.Case
	for _, c := range corpus.Cases(t, corpus.Subset(), "skl") {
		if c.Kernel == "fill" {
			fill = c
		}
	}
	launch, err := launch.Read(fill.Launch)
	require.NoError(t, err)
	path := isaOf(t, fill.Stem)
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	last := len(src) - 4 // ret: opcode, channels, predicate
	require.Equal(t, visa.OpRet.Info().Code, src[last])
	src[last] = 0x99 // bdpas
	require.NoError(t, os.WriteFile(path, src, 0o600))
	for _, code := range []load.CodeName{load.InterpCode, load.OurCode} {
		_, err := run.Run(context.Background(), launch, run.Options{Programs: []string{path}, Info: fill.Info, Code: code})
		require.ErrorIs(t, err, errors.ErrUnsupported, code)
		assert.Regexp(t, `k\.isa:fill\.visaasm:\d+:\d+: .*bdpas`, err.Error())
	}
	texts, err := load.ISATexts(path, src, "", "")
	require.NoError(t, err)
	assert.Contains(t, string(texts[0].Source), "bdpas 4 bytes: 0x")
}
