package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// What testdata/printf/hello.cl prints; records of one thread come by call, and
// there by lane.
const hello = `hello 0 0.000000
hello 1 0.500000
hello 2 1.000000
odd one: 1,1,-1,7, 00001|1     |b%
hello 3 1.500000
hello 4 2.000000
hello 5 2.500000
odd one: 3,3,-1,7, 00003|3     |d%
odd one: 5,5,-1,7, 00005|5     |f%
`

// TestPrinted: the text of printf comes out of the interpreter, our code and
// Intel's, linked with the strings beside the metadata.
func TestPrinted(t *testing.T) {
	dir := filepath.Join("testdata", "printf")
	l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	for _, o := range []run.Options{
		{Engine: load.Interp, Deterministic: true},
		{Engine: load.Sim, Target: load.Only(native.SKL), Deterministic: true},
		{Programs: []string{filepath.Join(dir, "hello.dat")}, Target: load.Only(native.SKL), Deterministic: true},
	} {
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err)
		assert.Equal(t, hello, rep.Printed, rep.Engine)
		assert.True(t, rep.OK(), rep.Engine)
		assert.False(t, rep.PrintLost)
	}
}

// launchHello is the launch of hello.cl with another key, in a folder where files
// may be written.
func launchHello(t *testing.T, name, key string) (*launch.Launch, []byte) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", "printf", "launch.yaml"))
	require.NoError(t, err)
	dir, err := filepath.Abs(filepath.Join("testdata", "printf"))
	require.NoError(t, err)
	text := strings.NewReplacer("hello.", dir+"/hello.", "a.in", dir+"/a.in", "b.in", dir+"/b.in").Replace(strings.Replace(string(src), "printf: hello.exp\n", "", 1)) + key
	l, err := launch.Parse(name, []byte(text))
	require.NoError(t, err)
	return l, []byte(text)
}

// TestPrintedExpected: the text that a launch expects, in a file or in the launch,
// is compared line by line.
func TestPrintedExpected(t *testing.T) {
	name := filepath.Join(t.TempDir(), "l.yaml")
	quoted := func(s string) string { return fmt.Sprintf("printf: {text: %q}\n", s) }
	for _, c := range []struct {
		key  string
		want launch.Printed
	}{
		{quoted(hello), launch.Printed{Lines: 9}},
		{quoted(""), launch.Printed{Line: 1, Want: []string{}, Got: strings.SplitAfter(hello, "\n")[:9]}},
		{quoted(strings.TrimSuffix(hello, "\n")), launch.Printed{Lines: 9, Line: 9, Want: []string{"odd one: 5,5,-1,7, 00005|5     |f%"}, Got: []string{"odd one: 5,5,-1,7, 00005|5     |f%\n"}}},
		{quoted(strings.Replace(hello, "hello 1 0.5", "hello 1 0.50", 1)), launch.Printed{Lines: 9, Line: 2, Want: []string{"hello 1 0.5000000\n"}, Got: []string{"hello 1 0.500000\n"}}},
		{quoted(strings.Replace(hello, "hello 2 1.000000\n", "", 1)), launch.Printed{Lines: 8, Line: 3, Want: []string{}, Got: []string{"hello 2 1.000000\n"}}},
		{quoted(hello + "more"), launch.Printed{Lines: 10, Line: 10, Want: []string{"more"}, Got: []string{}}},
	} {
		l, _ := launchHello(t, name, c.key)
		rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
		require.NoError(t, err)
		assert.Equal(t, &c.want, rep.PrintCheck, c.key)
		assert.Equal(t, c.want.Line == 0, rep.OK(), c.key)
	}
	l, _ := launchHello(t, name, "")
	rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
	require.NoError(t, err)
	assert.Nil(t, rep.PrintCheck)
	assert.False(t, (&launch.Printed{Lines: 1, Lost: true}).OK())
}

// TestPrintedKey: what is wrong with the key is said with its place.
func TestPrintedKey(t *testing.T) {
	for key, want := range map[string]string{
		"printf: none.exp":         "none.exp: no such file or directory",
		"printf: {text: plain}":    `want text in quotes, such as "a line\n", found "plain"`,
		"printf: {}":               `want a file or {text: "a line\n"}, found neither`,
		"printf: {text: 7}":        `want text in quotes, such as "a line\n", found "7"`,
		"printf: {file: a}":        `unknown key "file": legal keys are text`,
		"printf: [a]":              "want text, found",
		"printf: {text: \"a\", b}": "unknown key \"b\"",
	} {
		_, err := launch.Parse("l.yaml", []byte("kernel: k\nglobal: [1]\nlocal: [1]\nargs: []\n"+key+"\n"))
		assert.ErrorContains(t, err, want, key)
		assert.ErrorContains(t, err, "l.yaml:5:", key)
	}
}

// TestPrintedBless: the text becomes the launch's expectation, in a file.
func TestPrintedBless(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "l.yaml")
	l, src := launchHello(t, name, "")
	rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp})
	require.NoError(t, err)
	files, err := l.Bless(src, rep.Results())
	require.NoError(t, err)
	require.Len(t, files, 3)
	assert.Equal(t, launch.File{Path: filepath.Join(dir, "l.printf.exp"), Data: []byte(hello)}, files[0])
	assert.True(t, strings.HasPrefix(string(files[2].Data), "printf: \"l.printf.exp\"\nkernel: hello\n"), "%s", files[2].Data)
	for _, f := range files {
		require.NoError(t, os.WriteFile(f.Path, f.Data, 0o644))
	}
	again, err := launch.Read(name)
	require.NoError(t, err)
	rep, err = run.Run(context.Background(), again, run.Options{Engine: load.Interp})
	require.NoError(t, err)
	assert.True(t, rep.OK())
	assert.Equal(t, &launch.Printed{Lines: 9}, rep.PrintCheck)

	_, err = l.Bless(src, rep.Results())
	require.ErrorContains(t, err, "l.printf.exp is there already: move it away, or name it with printf")
	rep.Printed = "other"
	files, err = again.Bless(src, rep.Results())
	require.NoError(t, err)
	assert.Equal(t, launch.File{Path: filepath.Join(dir, "l.printf.exp"), Data: []byte("other")}, files[0])
	inline, src := launchHello(t, name, "printf: {text: \"a\"}\n")
	_, err = inline.Bless(src, rep.Results())
	require.ErrorContains(t, err, "the kernel printed another text, and this one stands in the launch file")
	rep.PrintLost = true
	_, err = again.Bless(src, rep.Results())
	require.ErrorContains(t, err, "printed more than its buffer holds")
}
