package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
)

// Where a document has commands: between backquotes, and in lines of code between what
// a shell puts there.
var (
	quoted    = regexp.MustCompile("`([^`\n]*)`")
	separator = regexp.MustCompile(`&&|\|\||[;|{}]| #`)
)

// placeholders are what documents write for a file, a word or a rule.
var placeholders = map[string]string{
	"LAUNCH": "launch.yaml", "FILE": "k.bin", "F": "k.bin", "WHICH": "thread=0,group=0", "T": "skl", "ID": "bxt.2.8", "COMMAND": "run",
	"K": "k.bin", "PASS": "select",
}

// mentioned are the arguments of all commands of a document, in its order.
func mentioned(t *testing.T, path string) (out [][]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	fence, console := false, false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "```") {
			fence, console = !fence, strings.HasPrefix(line, "```console")
			continue
		}
		if console {
			continue // TestConsoles runs them
		}
		var pieces []string
		if fence || strings.HasPrefix(line, "    ") {
			pieces = separator.Split(line, -1)
		} else {
			for _, m := range quoted.FindAllStringSubmatch(line, -1) {
				pieces = append(pieces, m[1])
			}
		}
		for _, p := range pieces {
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(p), "$ "))
			if len(words) > 2 && words[0] == "go" && words[1] == "run" && words[2] == "./cmd/genvisa" {
				words = append([]string{"genvisa"}, words[3:]...)
			}
			if len(words) < 2 || words[0] != "genvisa" {
				continue
			}
			args := words[1:]
			for i, w := range args {
				if args[i] = strings.Trim(w, "'"); placeholders[w] != "" {
					args[i] = placeholders[w]
				}
			}
			out = append(out, args)
		}
	}
	return out
}

// TestMentioned: which commands are found, in a text with all forms.
func TestMentioned(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.md")
	require.NoError(t, os.WriteFile(path, []byte("genvisa reads `genvisa help COMMAND`, not `a genvisa b`.\n\n"+
		"    go run ./cmd/genvisa run examples/saxpy/launch.yaml\n    genvisa run LAUNCH --print 'arg0:f32[0:3]'   # prints\n"+
		"```sh\n$ genvisa fmt a.visaasm | head\nout genvisa x\n```\n    { test -e x || genvisa init k.bin -o launch.yaml; } &&\n    a && genvisa lint F && b\n| see | `genvisa ndis k.bin` |\n"), 0o644))
	assert.Equal(t, [][]string{
		{"help", "run"}, {"run", "examples/saxpy/launch.yaml"}, {"run", "launch.yaml", "--print", "arg0:f32[0:3]"},
		{"fmt", "a.visaasm"}, {"init", "k.bin", "-o", "launch.yaml"}, {"lint", "k.bin"}, {"ndis", "k.bin"},
	}, mentioned(t, path))
	for line, want := range map[string]bool{
		"run": true, "run --hazards": true, "run --print arg0:f32[0:3]": true, "nasm --syntax mesa": true,
		"ndis k.bin": false, "help run": false, "version": false, "run launch.yaml --stats": false,
	} {
		assert.Equal(t, want, bare(strings.Fields(line)), line)
	}
}

// TestReadmeOutput: what the README shows behind its first command is what that
// prints, but for the time.
func TestReadmeOutput(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(corpus.Root(), "README.md"))
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "    go run ./cmd/genvisa run ")
	require.True(t, ok)
	launch, rest, ok := strings.Cut(rest, "\n")
	require.True(t, ok)
	_, rest, ok = strings.Cut(rest, "```\n")
	require.True(t, ok)
	want, _, ok := strings.Cut(rest, "```")
	require.True(t, ok)
	workplace(t)
	code, got := typed(t, "run", launch)
	assert.Zero(t, code)
	assert.Equal(t, elapsed.ReplaceAllString(want, "<varies>"), elapsed.ReplaceAllString(got, "<varies>"))
}

// typing is a command of a document's console, and the lines that it prints there.
type typing struct {
	command string
	shown   []string
}

// consoles are the commands of the fenced blocks "console" of a document.
func consoles(text string) (out []typing) {
	console := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		command, typed := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			console = line == "```console"
		case console && typed:
			out = append(out, typing{command: command})
		case console:
			out[len(out)-1].shown = append(out[len(out)-1].shown, line)
		}
	}
	return out
}

// shows says whether a command that printed got may be shown so: line by line, but for
// blanks at their ends; "..." as a line stands for any lines, inside one for any text.
func shows(shown []string, got string) bool {
	var want strings.Builder
	want.WriteString("^")
	for _, line := range shown {
		if line == "..." {
			want.WriteString("(?:.*\n)*?")
			continue
		}
		parts := strings.Split(strings.TrimRight(line, " "), "...")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		want.WriteString(strings.Join(parts, ".*") + " *\n")
	}
	return regexp.MustCompile(want.String() + "$").MatchString(got)
}

// TestShows: what counts as the same.
func TestShows(t *testing.T) {
	for _, c := range []struct {
		shown, got string
		want       bool
	}{
		{"a|b", "a\nb  \n", true}, {"a", "a\nb\n", false}, {"a|...", "a\nb\nc\n", true}, {"...|c", "a\nb\nc\n", true}, {"...", "", true},
		{"a ... d", "a b c d\n", true}, {"a ... d", "a b\n", false}, {"a.b", "axb\n", false}, {"...|a|...|c", "b\na\nc\n", true}, {"...|c", "a\nb\n", false},
	} {
		assert.Equal(t, c.want, shows(strings.Split(c.shown, "|"), c.got), "%q %q", c.shown, c.got)
	}
	assert.True(t, shows(nil, ""))
	assert.False(t, shows(nil, "a\n"))
}

// substitution is what the documents do with sed, on plain text; the last words are a
// file, ">" and another one.
var substitution = regexp.MustCompile(`-e 's/([^/]*)/([^/]*)/'`)

// edit does what a command with sed does, for who has none.
func edit(t *testing.T, command string) {
	t.Helper()
	words := strings.Fields(command)
	require.Equal(t, ">", words[len(words)-2], command)
	text, err := os.ReadFile(words[len(words)-3])
	require.NoError(t, err)
	found := substitution.FindAllStringSubmatch(command, -1)
	require.NotEmpty(t, found, command)
	for _, m := range found {
		require.Contains(t, string(text), m[1], command)
		text = bytes.ReplaceAll(text, []byte(m[1]), []byte(m[2]))
	}
	require.NoError(t, os.WriteFile(words[len(words)-1], text, 0o644))
}

// TestConsoles types the commands of the documents' consoles, one behind the other, and
// compares what they print. Each of ours is typed twice in a row; only init does not
// write over what it has written. Where results differ the exit code is 1.
func TestConsoles(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus.Root(), "docs", "*.md"))
	require.NoError(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		commands := consoles(string(text))
		if len(commands) == 0 {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			workplace(t)
			require.NoError(t, os.Remove("launch.yaml"))
			writeShown(t, string(text))
			for _, c := range commands {
				args := strings.Fields(c.command)
				if args[0] == "sed" {
					edit(t, c.command)
					continue
				}
				require.Equal(t, "genvisa", args[0], c.command)
				for i := range args {
					if p := placeholders[args[i]]; p != "" {
						args[i] = p
					}
				}
				want := 0
				if slices.Contains(c.shown, "result    results differ") {
					want = 1
				}
				code, out := typed(t, args[1:]...)
				assert.Equal(t, want, code, "%s\n%s", c.command, out)
				assert.True(t, shows(c.shown, out), "%s\n%s", c.command, out)
				if code, out = typed(t, args[1:]...); args[1] == "init" {
					assert.Contains(t, out, "is there already")
					want = 2
				}
				assert.Equal(t, want, code, "again: %s\n%s", c.command, out)
			}
		})
	}
}

// bare says of a command that a document names it, alone or with flags and what they
// take, but gives it nothing to work on: then its help must know the flags.
func bare(args []string) bool {
	for _, a := range args[1:] {
		if strings.Contains(a, ".") && !strings.Contains(a, ":") && !strings.HasPrefix(a, "-") || args[0] == "help" || args[0] == "ops" {
			return false
		}
	}
	return args[0] != "version"
}

// workplace makes the folder in which the commands of documents run: the examples as in
// the repository, a container as ocloc writes it, its code, and a launch as init
// writes it.
func workplace(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	examples := filepath.Join(corpus.Root(), "examples")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(examples)))
	t.Chdir(dir)
	for from, to := range map[string]string{"saxpy.skl.zebin": "k.bin", "saxpy.skl.dat": "k.dat", "saxpy.cl": "k.cl"} {
		src, err := os.ReadFile(filepath.Join(examples, "saxpy", from))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to, src, 0o644))
	}
	code, out := typed(t, "init", "k.bin", "-o", "launch.yaml")
	require.Zero(t, code, out)
	compiler(t, filepath.Join(dir, "k.bin"))
}

// compiler puts a script into PATH that makes the container of a source in testdata/own
// and this one of any other, as ocloc does.
func compiler(t *testing.T, container string) {
	t.Helper()
	bin := t.TempDir()
	script := "#!/bin/sh\n"
	for _, name := range ownKernels {
		made := filepath.Join(corpus.Root(), "cmd", "genvisa", "testdata", "own", name+".skl.zebin")
		script += fmt.Sprintf("grep -q '^// %s.cl$' k.cl && exec cp '%s' k.bin\n", name, made)
	}
	script += "cp '" + container + "' k.bin\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "ocloc"), []byte(script), 0o755))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// ownKernels are the sources of docs/own-kernels.md, of which ocloc made the containers in
// testdata/own; TestOwnContainers compares them.
var ownKernels = []string{"matmul", "smooth", "move"}

// shownName is the first line of a file that a document shows: a comment with its name.
var shownName = regexp.MustCompile(`^(?://|#) (\S+\.(?:cl|yaml|words))\n`)

// writeShown writes the files that a document shows in fenced blocks.
func writeShown(t *testing.T, text string) {
	t.Helper()
	for _, block := range shownFiles(text) {
		name := shownName.FindStringSubmatch(block)[1]
		require.NoError(t, os.WriteFile(name, []byte(block), 0o644))
	}
}

func shownFiles(text string) (out []string) {
	for i, block := range strings.Split("\n"+text, "\n```") {
		if _, block, ok := strings.Cut(block, "\n"); ok && i%2 == 1 && shownName.MatchString(block) {
			out = append(out, block+"\n")
		}
	}
	return out
}

// typed runs a command line and gives its exit code and all that it prints.
func typed(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := doMain(context.Background(), args, streams{in: strings.NewReader(""), out: &out, err: &out})
	return code, out.String()
}

// TestDocuments runs every command that the documents show, as a reader types it:
// those of a document one after the other in one folder, each twice in a row.
func TestDocuments(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/README.md"} {
		found, err := filepath.Glob(filepath.Join(corpus.Root(), filepath.FromSlash(pattern)))
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	require.Contains(t, paths, filepath.Join(corpus.Root(), "README.md"))
	for _, path := range paths {
		commands := mentioned(t, path)
		if len(commands) == 0 {
			continue
		}
		name, err := filepath.Rel(corpus.Root(), path)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			workplace(t)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			writeShown(t, string(text))
			if folder := filepath.Dir(name); strings.HasPrefix(folder, "examples") {
				t.Chdir(folder)
			}
			for _, args := range commands {
				if bare(args) {
					known(t, args)
					continue
				}
				if args[0] == "init" { // which writes over nothing
					args = append(args, "--force")
				}
				for range 2 {
					code, out := typed(t, args...)
					assert.Zero(t, code, "genvisa %s\n%s", strings.Join(args, " "), out)
				}
			}
		})
	}
}

// known checks that a command is there, with the flags that are named with it.
func known(t *testing.T, args []string) {
	t.Helper()
	code, help := typed(t, "help", args[0])
	require.Zero(t, code, "%v: %s", args, help)
	for _, a := range args[1:] {
		if strings.HasPrefix(a, "-") {
			assert.Regexp(t, regexp.QuoteMeta(a)+`\b`, help, "%v", args)
		}
	}
}
