package run

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// blessed runs a launch of saxpy and gives the files that bless it.
func blessed(t *testing.T, text string) (*Launch, *Report, []File, error) {
	t.Helper()
	l, err := ParseLaunch("l.yaml", []byte(text))
	require.NoError(t, err)
	rep, err := Run(context.Background(), l, Options{Engine: Interp})
	require.NoError(t, err)
	files, err := l.Bless([]byte(text), rep)
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
		assert.Equal(t, File{c.path, want}, files[0], c.arg)
		if c.after == "" {
			assert.Len(t, files, 1)
			continue
		}
		require.Len(t, files, 2)
		assert.Equal(t, "l.yaml", files[1].Path)
		assert.Equal(t, strings.Replace(goodLaunch, y, c.after, 1), string(files[1].Data))
		require.NoError(t, os.WriteFile(c.path, files[0].Data, 0o644))
		again, err := ParseLaunch("l.yaml", files[1].Data)
		require.NoError(t, err)
		rep, err := Run(context.Background(), again, Options{Engine: Interp})
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
	l, err := ParseLaunch("l.yaml", []byte(goodLaunch))
	require.NoError(t, err)
	_, err = l.Bless([]byte(goodLaunch), rep)
	require.EqualError(t, err, "the run did not finish: its results are partial")

	require.NoError(t, os.WriteFile("two.exp", make([]byte, 4000), 0o644))
	two := strings.Replace(strings.Replace(goodLaunch, y, "expect: two.exp", 1), "{buffer: x.in, type: f32}", "{buffer: x.in, type: f32, expect: two.exp}", 1)
	_, _, _, err = blessed(t, two)
	require.EqualError(t, err, "l.yaml:8:5: error: two.exp is expected of two arguments, whose results differ")
}
