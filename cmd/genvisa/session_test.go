package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/genvisa/genvisa/internal/corpus"
)

var update = flag.Bool("update", false, "write what the commands print into the golden sessions")

// elapsed finds what changes from run to run in the output.
var elapsed = regexp.MustCompile(`"nanoseconds":[0-9]+|in [0-9.]+(ns|µs|ms|s)\b|[0-9.]+ million instructions a second|genvisa development build|genvisa v[0-9]\S*`)

// TestSessions runs the commands of testdata/*.txtar. The comment of an archive
// holds the command lines; its files are the working folder; golden.txt is what
// they print and their exit codes. $EX is the examples folder, $LINES that of
// kernels with source lines, $CORPUS that of kernels for tests.
func TestSessions(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { session(t, path) })
	}
}

func session(t *testing.T, path string) {
	ar, err := txtar.ParseFile(path)
	require.NoError(t, err)
	abs, err := filepath.Abs(path)
	require.NoError(t, err)
	dir := t.TempDir()
	golden := -1
	for i, f := range ar.Files {
		if f.Name == "golden.txt" {
			golden = i
			continue
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644))
	}
	t.Chdir(dir)
	folders := map[string]string{"$EX": filepath.Join(corpus.Root(), "examples"), "$LINES": filepath.Join(corpus.Root(), "testdata", "lines"), "$CORPUS": corpus.Subset()}
	var got bytes.Buffer
	for _, line := range strings.Split(string(ar.Comment), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var out, errOut bytes.Buffer
		command := line
		for name, path := range folders {
			command = strings.ReplaceAll(command, name, path)
		}
		args := strings.Fields(command)
		code := doMain(context.Background(), args[1:], streams{in: strings.NewReader(""), out: &out, err: &errOut})
		fmt.Fprintf(&got, "$ %s\n%s%s[exit %d]\n", line, out.String(), errOut.String(), code)
	}
	left, err := filepath.Glob("*.tmp*")
	require.NoError(t, err)
	require.Empty(t, left, "temporary files left behind")
	text := elapsed.ReplaceAllString(got.String(), "<varies>")
	for name, path := range folders {
		text = strings.ReplaceAll(text, path, name)
	}
	if *update {
		file := txtar.File{Name: "golden.txt", Data: []byte(text)}
		if golden < 0 {
			ar.Files = append(ar.Files, file)
		} else {
			ar.Files[golden] = file
		}
		require.NoError(t, os.WriteFile(abs, txtar.Format(ar), 0o644))
		return
	}
	require.GreaterOrEqual(t, golden, 0, "no golden.txt: run with -update")
	sameSession(t, string(ar.Files[golden].Data), text)
}

// sameSession compares what each command printed: a failure shows that command
// alone, once.
func sameSession(t *testing.T, want, got string) {
	t.Helper()
	wants, gots := strings.SplitAfter(want, "]\n$ "), strings.SplitAfter(got, "]\n$ ")
	for i := range min(len(wants), len(gots)) {
		if wants[i] != gots[i] {
			t.Errorf("want:\n$ %s\ngot:\n$ %s", strings.TrimPrefix(wants[i], "$ "), strings.TrimPrefix(gots[i], "$ "))
		}
	}
	assert.Equal(t, len(wants), len(gots), "commands")
}
