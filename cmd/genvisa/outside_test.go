package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOutside: a launch neither reads nor writes outside of its folder, by "..", from the root
// or through a link, unless it may; what the command line names is the user's own.
func TestOutside(t *testing.T) {
	inSaxpy(t)
	require.NoError(t, os.Mkdir("in", 0o755))
	for _, f := range []string{"x.in", "y.in", "y.exp", "saxpy.visaasm", "saxpy.zeinfo"} {
		require.NoError(t, os.Link(f, filepath.Join("in", f)))
	}
	require.NoError(t, os.Symlink("..", filepath.Join("in", "up")))
	require.NoError(t, os.Symlink(filepath.Join("..", "y.in"), filepath.Join("in", "y.link")))
	here, err := os.Getwd()
	require.NoError(t, err)
	whole, err := os.ReadFile("launch.yaml")
	require.NoError(t, err)
	for _, c := range []struct{ old, to, more string }{
		{"buffer: y.in", "buffer: ../y.in", ""}, {"buffer: y.in", "buffer: " + here + "/y.in", ""}, {"buffer: y.in", "buffer: up/y.in", ""},
		{"buffer: y.in", "buffer: y.link", ""}, {"expect: y.exp", "expect: ../y.exp", ""}, {"expect: y.exp", "expect: ../y.exp", "--bless"},
		{"expect: y.exp", "expect: y.exp, save: ../saved", ""}, {"expect: y.exp", "expect: y.exp, save: up/saved", ""}, {"expect: y.exp", "expect: y.exp, save: " + here + "/saved", ""},
		{"program: saxpy.visaasm", "program: ../saxpy.visaasm", ""}, {"program: saxpy.visaasm", "program: up/saxpy.visaasm", ""},
		{"info: saxpy.zeinfo", "info: ../saxpy.zeinfo", ""}, {"args:", "printf: ../y.in\nargs:", ""},
	} {
		require.Contains(t, string(whole), c.old)
		require.NoError(t, os.WriteFile("in/launch.yaml", []byte(strings.Replace(string(whole), c.old, c.to, 1)), 0o644))
		args := append([]string{"run", "in/launch.yaml"}, strings.Fields(c.more)...)
		code, out, errOut := command(context.Background(), "", args...)
		assert.Equal(t, exitUsage, code, c.to)
		assert.Empty(t, out, c.to)
		assert.Regexp(t, `^in/launch\.yaml:\d+:\d+: error: \S+ lies outside of the launch's folder: want a file in it, or --allow-outside\n$`, errOut, c.to)
		assert.NoFileExists(t, "saved", c.to)
		if strings.Contains(c.to, "printf") {
			continue
		}
		code, out, errOut = command(context.Background(), "", append(args, "--allow-outside")...)
		assert.Equal(t, exitOK, code, "%s: %s%s", c.to, out, errOut)
		_ = os.Remove("saved")
	}
	text := strings.Replace(strings.Replace(string(whole), "program: saxpy.visaasm", "program: ../none", 1), "info: saxpy.zeinfo", "info: ../none", 1)
	require.NoError(t, os.WriteFile("in/launch.yaml", []byte(text), 0o644))
	code, out, errOut := command(context.Background(), "", "run", "in/launch.yaml", "--program", "saxpy.visaasm", "--info", "saxpy.zeinfo")
	assert.Equal(t, exitOK, code, out+errOut)
	require.NoError(t, os.WriteFile("in/launch.yaml", whole, 0o644))
	require.NoError(t, os.WriteFile("saxpy.data", nil, 0o644))
	require.NoError(t, os.Symlink(filepath.Join("..", "saxpy.data"), filepath.Join("in", "saxpy.reloc")))
	code, _, errOut = command(context.Background(), "", "run", "in/launch.yaml")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errOut, "in/saxpy.reloc lies outside", "what is read beside the program")
	code, _, errOut = command(context.Background(), "", "init", "in/saxpy.zeinfo", "-o", "in/up/new.yaml")
	assert.Equal(t, exitOK, code, errOut)
	require.NoError(t, os.Mkdir("far", 0o755))
	code, _, errOut = command(context.Background(), "", "init", "saxpy.visaasm", "-o", "far/new.yaml")
	assert.Equal(t, exitOK, code, errOut)
	assert.Equal(t, "note: the launch names files outside of its folder: run it with --allow-outside\n", errOut)
}
