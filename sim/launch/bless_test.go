package launch_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

// blessed runs a launch of saxpy and gives the files that bless it.
func blessed(t *testing.T, text string) (*launch.Launch, *run.Report, []launch.File, error) {
	t.Helper()
	l, err := launch.Parse("l.yaml", []byte(text))
	require.NoError(t, err)
	rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
	require.NoError(t, err)
	files, err := l.Bless([]byte(text), rep.Results())
	return l, rep, files, err
}

// TestBless: results become expectations: in the file that is named, or in a new
// one that the launch file then names; everything else in it stays.
func TestBless(t *testing.T) {
	inSaxpy(t)
	want, err := os.ReadFile("y.exp")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("old.exp", make([]byte, 4000), 0o644))
	const y = "{buffer: y.in, type: f32, expect: y.exp, check: exact}"
	for _, c := range []struct{ arg, path, after string }{
		{"{buffer: y.in, type: f32, expect: old.exp}", "old.exp", ""},
		{"{buffer: y.in, output:  true, type: f32} # äöü", "l.arg0.exp", `{buffer: y.in, expect: "l.arg0.exp", type: f32} # äöü`},
		{"{buffer: y.in, type: f32}", "l.arg0.exp", `{expect: "l.arg0.exp", buffer: y.in, type: f32}`},
		{"buffer: y.in\n    type: f32\n    output: true", "l.arg0.exp", "buffer: y.in\n    type: f32\n    expect: \"l.arg0.exp\""},
		{"buffer: y.in\n    type: f32", "l.arg0.exp", "expect: \"l.arg0.exp\"\n    buffer: y.in\n    type: f32"},
	} {
		text := strings.Replace(goodLaunch, y, c.arg, 1)
		_, _, files, err := blessed(t, text)
		require.NoError(t, err, c.arg)
		assert.Equal(t, launch.File{c.path, want}, files[0], c.arg)
		if c.after == "" {
			assert.Len(t, files, 1)
			continue
		}
		require.Len(t, files, 2)
		assert.Equal(t, "l.yaml", files[1].Path)
		assert.Equal(t, strings.Replace(goodLaunch, y, c.after, 1), string(files[1].Data))
		require.NoError(t, os.WriteFile(c.path, files[0].Data, 0o644))
		again, err := launch.Parse("l.yaml", files[1].Data)
		require.NoError(t, err)
		rep, err := run.Run(context.Background(), again, run.Options{Engine: load.Interp})
		require.NoError(t, err)
		assert.True(t, rep.OK())
		assert.Len(t, rep.Compared, 1)
		_, _, _, err = blessed(t, text)
		require.ErrorContains(t, err, "l.arg0.exp is there already: move it away, or name it with expect")
		require.NoError(t, os.Remove(c.path))
	}
}

// TestBlessRefuses: what would be lost or would mean nothing.
func TestBlessRefuses(t *testing.T) {
	inSaxpy(t)
	const y = "expect: y.exp"
	_, rep, _, err := blessed(t, strings.Replace(goodLaunch, y, "expect: x.in", 1))
	require.EqualError(t, err, "l.yaml:7:5: error: x.in holds what argument 1 begins with: the results need a file of their own")
	rep.Finished = false
	l, err := launch.Parse("l.yaml", []byte(goodLaunch))
	require.NoError(t, err)
	_, err = l.Bless([]byte(goodLaunch), rep.Results())
	require.EqualError(t, err, "the run did not finish: its results are partial")

	require.NoError(t, os.WriteFile("two.exp", make([]byte, 4000), 0o644))
	two := strings.Replace(strings.Replace(goodLaunch, y, "expect: two.exp", 1), "{buffer: x.in, type: f32}", "{buffer: x.in, type: f32, expect: two.exp}", 1)
	_, _, _, err = blessed(t, two)
	require.EqualError(t, err, "l.yaml:8:5: error: two.exp is expected of two arguments, whose results differ")
}

// TestBlessPicture: what a picture is expected to be stays one, and one that cannot
// hold the results is refused. What lies between the rows of an image is no part of it.
func TestBlessPicture(t *testing.T) {
	dir := t.TempDir()
	shape := mem.ImageShape{Kind: mem.Image2D, Format: mem.FindFormat("rgba8"), Extent: [3]int{2, 2, 1}, Row: 12}
	s, err := shape.Complete()
	require.NoError(t, err)
	for _, name := range []string{"e.png", "e.ppm"} {
		blank := (&launch.Arg{Kind: launch.ImageArg, Image: &s, Save: name}).SaveData(make([]byte, s.Bytes()))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), blank, 0o644))
	}
	bless := func(keys string, got []byte) (*launch.Launch, []launch.File, error) {
		src := "kernel: k\nglobal: [1]\nlocal: [1]\nargs:\n  - {image: 2d, width: 2, height: 2, " + keys + "}\n"
		l, err := launch.Parse(filepath.Join(dir, "l.yaml"), []byte(src))
		require.NoError(t, err)
		files, err := l.Bless([]byte(src), &launch.Results{Finished: true, Buffers: [][]byte{got}})
		return l, files, err
	}
	const rows = "format: rgba8, row_pitch: 12, fill: {random: 1, type: u32, min: 7, max: 7}, expect: "
	got := []byte{1, 2, 3, 4, 5, 6, 7, 8, 7, 0, 0, 0, 9, 10, 11, 12, 13, 14, 15, 16}
	_, files, err := bless(rows+"e.png", got)
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.NoError(t, os.WriteFile(files[0].Path, files[0].Data, 0o644))
	l, _, err := bless(rows+"e.png", got)
	require.NoError(t, err)
	assert.Equal(t, got, l.Args[0].Expect)

	_, _, err = bless(rows+"e.ppm", got) // has no alpha
	require.ErrorContains(t, err, "l.yaml:5:5: error: "+filepath.Join(dir, "e.ppm")+" holds 4 of 20 elements otherwise")
	floats := []byte{0, 0, 0, 0x3f, 0, 0, 0x80, 0x3e, 0, 0, 0, 0, 0, 0, 0x80, 0x3f} // 1/2 and 1/4 are no 65535ths
	_, _, err = bless("format: r32f, fill: zero, expect: e.png", floats)
	require.ErrorContains(t, err, "e.png holds 2 of 4 elements otherwise")
	_, _, err = bless("format: r32f, fill: zero, expect: e.png, check: 'abs:1e-4'", floats)
	require.NoError(t, err)
}
