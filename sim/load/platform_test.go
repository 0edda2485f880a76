package load_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// grayForGen8 is image_gray as compilers for Gen8 write it, with load_3d. open has a level of
// detail that is 0 but does not show it.
func grayForGen8(t *testing.T, open bool) string {
	root := filepath.Join(corpus.Root(), "testdata", "corpus", "skl")
	src, err := os.ReadFile(filepath.Join(root, "image_rw__image_gray_simd8.visaasm"))
	require.NoError(t, err)
	const lz = "load_lz.RGB (M1, 8)  0x0:uw T6 V0052.0 V0047.0 V0051.0"
	zero := "mov (M1, 8) V0999(0,0)<1> 0x0:d\n"
	if open {
		zero = "and (M1, 8) V0999(0,0)<1> V0047(0,0)<1;1,0> 0x0:d\n"
	}
	require.Contains(t, string(src), lz)
	text := strings.Replace(string(src), lz, zero+"    load_3d.RGB (M1, 8)  0x0:uw T6 V0052.0 V0047.0 V0999.0 V0051.0", 1)
	last := ".decl V0065 v_type=G type=d num_elts=8 align=hword\n"
	require.Contains(t, text, last)
	text = strings.Replace(text, last, last+".decl V0999 v_type=G type=d num_elts=8 align=hword\n", 1)
	path := filepath.Join(t.TempDir(), "gray.visaasm")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// A text does not say for which device it was made. What its load_3d leave open
// has to be said, or is refused.
func TestPlatform(t *testing.T) {
	root := filepath.Join(corpus.Root(), "testdata", "corpus")
	l, err := launch.Read(filepath.Join(root, "run", "image_rw__image_gray", "launch.yaml"))
	require.NoError(t, err)
	clear, open := grayForGen8(t, false), grayForGen8(t, true)
	for _, c := range []struct {
		program, launch, option string
		want                    string // "ok", "differs", or part of the error
	}{
		{clear, "", "", "ok"},
		{clear, "", "bdw", "ok"},
		{clear, "", "skl", "differs"},
		{open, "", "", "u lod v r in text for Gen8 and before and u v lod r in later text"},
		{open, "hsw", "", "ok"},
		{open, "bdw", "skl", "differs"},
		{open, "tgl", "bdw", "ok"},
		{open, "", "gen8", `unknown target "gen8"`},
	} {
		for _, engine := range []load.EngineName{load.Interp, load.Sim} {
			launch := *l
			launch.Platform = c.launch
			rep, err := run.Run(context.Background(), &launch, run.Options{
				Programs: []string{c.program}, Info: filepath.Join(root, "skl", "image_rw.zeinfo"), Engine: engine, Target: load.Only(native.SKL), Workers: 1, Platform: c.option,
			})
			got := "ok"
			switch {
			case err != nil:
				got = err.Error()
			case !rep.OK():
				got = "differs"
			}
			assert.Contains(t, got, c.want, "%+v on %s", c, engine)
		}
	}
}
