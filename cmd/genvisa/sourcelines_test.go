package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/source"
	"github.com/genvisa/genvisa/native"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/native/container"
)

// changed writes a container of testdata/lines whose code, or another part of it,
// was changed.
func changed(t *testing.T, name string, target native.Target, change func(file []byte, k *container.Kernel, code []byte)) string {
	b, err := os.ReadFile(filepath.Join(corpus.Root(), "testdata", "lines", name))
	require.NoError(t, err)
	f, err := container.Open(name, b, target)
	require.NoError(t, err)
	k := &f.Kernels[0]
	at := bytes.Index(b, k.Code)
	require.Positive(t, at)
	change(b, k, b[at:at+len(k.Code)])
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, b, 0o644))
	return path
}

// TestHazardsHaveLines: code whose dependencies were taken out has findings, each
// with the line that the compiler gave its instruction.
func TestHazardsHaveLines(t *testing.T) {
	path := changed(t, "scale.tgllp.zebin", native.TGL, func(_ []byte, k *container.Kernel, code []byte) {
		_, offs, err := native.DecodeAll(native.TGL, k.Code)
		require.NoError(t, err)
		for _, off := range offs {
			code[off+1] = 0 // SWSB
		}
	})
	code, out, _ := command(context.Background(), "", "hazards", path, "--json")
	assert.Equal(t, exitFindings, code)
	var r struct {
		Findings []struct {
			Offset int
			File   string `json:"source_file"`
			Line   int    `json:"source_line"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.NotEmpty(t, r.Findings)
	seen := map[int]bool{}
	for _, f := range r.Findings {
		assert.Equal(t, "scale.cl", f.File, "%#x", f.Offset)
		seen[f.Line] = true
	}
	assert.Contains(t, seen, 12)
	_, _, errOut := command(context.Background(), "", "hazards", path)
	assert.Contains(t, errOut, " (scale.cl:12): ")
	assert.Equal(t, len(r.Findings), strings.Count(errOut, " (scale.cl:"))
}

// TestLintHasLines: an instruction that breaks a rule, in the place of another.
func TestLintHasLines(t *testing.T) {
	rule := native.RuleByID("bxt.2.8")
	require.NotNil(t, rule)
	path := changed(t, "scale.skl.zebin", native.SKL, func(_ []byte, _ *container.Kernel, code []byte) {
		bad, err := nasm.Assemble("bad.asm", native.SKL, strings.NewReader(rule.Bad+"\n"))
		require.NoError(t, err)
		require.Len(t, bad, 16)
		copy(code[0x1d0:], bad) // where an instruction of 16 bytes is, of line 12
	})
	code, out, _ := command(context.Background(), "", "lint", path)
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, "kernel scale: 0x1d0 (scale.cl:12): "+rule.Text)
	code, out, _ = command(context.Background(), "", "lint", path, "--json")
	assert.Equal(t, exitFindings, code)
	assert.Contains(t, out, `"offset":464,"source_file":"scale.cl","source_line":12,`)
}

// TestBrokenLines: debug data that are broken take nothing from a run and from
// findings, which say so; who asks for lines is refused.
func TestBrokenLines(t *testing.T) {
	path := changed(t, "scale.skl.zebin", native.SKL, func(file []byte, _ *container.Kernel, _ []byte) {
		at := bytes.Index(file, []byte("\x04\x00\x20\x00\x00\x00\x01\x01\x01\xfb")) // version and header of the table
		require.Positive(t, at)
		file[at] = 77
	})
	const what = ".debug_line: version 77: want 2 to 5"
	launch := filepath.Join(t.TempDir(), "launch.yaml")
	code, _, errOut := command(context.Background(), "", "init", path, "-o", launch)
	require.Equal(t, exitOK, code, errOut)
	code, out, errOut := command(context.Background(), "", "run", launch, "--allow-outside", "--stats")
	assert.Equal(t, exitOK, code, errOut)
	assert.Regexp(t, `note      no source lines: .*`+what, out)
	assert.NotContains(t, out, ".cl:")
	code, out, errOut = command(context.Background(), "", "run", launch, "--allow-outside", "--json")
	assert.Equal(t, exitOK, code, errOut)
	assert.Contains(t, out, `"notes":["no source lines: `)
	code, out, errOut = command(context.Background(), "", "run", launch, "--allow-outside", "--stats", "--code", "ours")
	assert.Equal(t, exitOK, code, errOut)
	assert.Contains(t, out, "scale.cl:12", "the text has lines of its own")
	for _, name := range []string{"lint", "hazards"} {
		code, _, errOut = command(context.Background(), "", name, path)
		assert.Equal(t, exitOK, code, name)
		assert.Contains(t, errOut, "no source lines: "+path)
		assert.Contains(t, errOut, what)
	}
	code, out, errOut = command(context.Background(), "", "ndis", path, "-S")
	assert.Equal(t, exitUsage, code)
	assert.Empty(t, out)
	assert.Contains(t, errOut, what)
	code, _, _ = command(context.Background(), "", "ndis", path)
	assert.Equal(t, exitOK, code)
	code, _, errOut = command(context.Background(), "", "run", launch, "--allow-outside", "--trace", "source=12")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errOut, "names none")
}

// TestSourceListing: text with source lines in it assembles to the code that it was
// made of.
func TestSourceListing(t *testing.T) {
	path := filepath.Join(corpus.Root(), "testdata", "lines", "scale.tgllp.zebin")
	code, out, errOut := command(context.Background(), "", "ndis", path, "-S")
	require.Equal(t, exitOK, code, errOut)
	assert.Contains(t, out, "// scale.cl:12: sum += x[i] * (k + 1);\n")
	back, err := nasm.Assemble("k.asm", native.TGL, strings.NewReader(out))
	require.NoError(t, err)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := container.Open("k", b, native.TGL)
	require.NoError(t, err)
	assert.Equal(t, f.Kernels[0].Code, back)
}

// TestSourceTexts: texts are looked for beside the container and in the working
// folder, and nowhere else.
func TestSourceTexts(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("work/here.cl", "one\n  two\t\x1b[2J \nthree")
	write("box/beside.cl", "b\n")
	write("box/src/deep.h", "deep\n")
	write("box/deep.h", "not this\n")
	write("secret.cl", "secret\n")
	write("box/long.cl", strings.Repeat("ä", 1000)+"\n"+strings.Repeat("x", maxSource))
	write("box/wide.cl", strings.Repeat("ä", 1000)+"\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "box", "folder.cl"), 0o755))
	t.Chdir(filepath.Join(dir, "work"))
	texts := beside(filepath.Join("..", "box", "k.bin:k.visaasm"))
	for _, c := range []struct {
		line source.Line
		want string
	}{
		{source.Line{File: "here.cl", Line: 2}, "here.cl:2: two  [2J"},
		{source.Line{File: "here.cl", Line: 3}, "here.cl:3: three"},
		{source.Line{File: "here.cl", Line: 4}, "here.cl:4"},
		{source.Line{File: "/src/who/beside.cl", Line: 1}, "beside.cl:1: b"},
		{source.Line{File: `C:\home\beside.cl`, Line: 1}, "beside.cl:1: b"},
		{source.Line{File: "src/deep.h", Line: 1}, "deep.h:1: deep"},
		{source.Line{File: "../secret.cl", Line: 1}, "secret.cl:1"},
		{source.Line{File: filepath.Join(dir, "secret.cl"), Line: 1}, "secret.cl:1"},
		{source.Line{File: "folder.cl", Line: 1}, "folder.cl:1"},
		{source.Line{File: "long.cl", Line: 1}, "long.cl:1"},
		{source.Line{File: "wide.cl", Line: 1}, "wide.cl:1: " + strings.Repeat("ä", maxSourceLine) + "..."},
		{source.Line{File: "none.cl", Line: 1}, "none.cl:1"},
		{source.Line{Line: 1}, "line 1"},
	} {
		assert.Equal(t, c.want, texts.show(c.line))
	}
}
