package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
)

// evil is a name that a terminal obeys, and whose second line is none of ours; evil5 has as
// many bytes as the name that it replaces in a file.
const (
	evil  = "s\x1b[31m\nmark: [1]\u202e"
	evil5 = "\x1b\nmar"
)

// sample reads a file of the repository.
func sample(t *testing.T, path ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{corpus.Root()}, path...)...))
	require.NoError(t, err)
	return b
}

// zebinWith is the example's container with other names of kernel, arguments, data and symbols.
func zebinWith(t *testing.T, name string) []byte {
	t.Helper()
	f, err := container.Open("saxpy", sample(t, "examples", "saxpy", "saxpy.skl.zebin"), native.SKL)
	require.NoError(t, err)
	text := strings.NewReplacer("\x1b", `\e`, "\n", `\n`, "\u202e", `\u202e`).Replace(name)
	f.ZeInfo = bytes.ReplaceAll(f.ZeInfo, []byte("saxpy"), []byte(`"`+text+`"`))
	for _, arg := range []string{"y", "x", "a", "n"} {
		f.ZeInfo = bytes.ReplaceAll(f.ZeInfo, []byte("name:            "+arg+"\n"), []byte(`name: "`+text+arg+"\"\n"))
	}
	f.ZeInfo = bytes.ReplaceAll(f.ZeInfo, []byte("'float*;8'"), []byte(`"`+text+`"`))
	f.Kernels[0].Name = name
	f.Data = append(f.Data, container.Data{Name: ".data." + name, Bytes: make([]byte, 16)})
	b, err := container.Encode(f, native.SKL)
	require.NoError(t, err)
	return b
}

// hostileFiles are files of all kinds whose names are hostile, by their own names.
func hostileFiles(t *testing.T) map[string][]byte {
	visa := sample(t, "examples", "saxpy", "saxpy.visaasm")
	launch := sample(t, "examples", "saxpy", "launch.yaml")
	isa := sample(t, "testdata", "corpus", "skl-stateless", "saxpy__saxpy_simd32.isa")
	tokens := sample(t, "examples", "saxpy", "saxpy.skl.bin")
	archive := fmt.Appendf(nil, "!<arch>\n%-16s%-12d%-6d%-6d%-8d%-10d`\n%s", "64.9.0\x1b\nmar", 0, 0, 0, 644, len(tokens), tokens)
	replaced := func(b []byte, old, to string) []byte {
		require.Contains(t, string(b), old)
		return bytes.ReplaceAll(b, []byte(old), []byte(to))
	}
	files := map[string][]byte{
		"zebin.bin": zebinWith(t, evil), "same.zebin": replaced(sample(t, "examples", "saxpy", "saxpy.skl.zebin"), "saxpy", evil5),
		"tokens.bin": replaced(tokens, "saxpy", evil5), "archive.bin": archive,
		"name.isa":          replaced(isa, "saxpy", evil5),
		"name.visaasm":      replaced(visa, "saxpy", evil5),
		"string.visaasm":    replaced(visa, `"saxpy"`, "\"sa\x1b\x00xpy\""),
		"word.visaasm":      replaced(visa, "add (M1", "\x1bmark (M1"),
		"name.zeinfo":       replaced(sample(t, "examples", "saxpy", "saxpy.zeinfo"), "saxpy", `"s\e[31m\nmark: [1]\0\u202e"`),
		"raw.zeinfo":        replaced(sample(t, "examples", "saxpy", "saxpy.zeinfo"), "saxpy", "s\x1bpy"),
		"a\x1bmark.visaasm": visa,
		"odd.asm":           []byte("ad\x1bd (8|M0) r1.0<1>:d r2.0\x00<8;8,1>:d \u202er3\n\x07mark\nlabel\x1b:\n"),
		"name.yaml":         replaced(launch, "kernel: saxpy", `kernel: "s\e[31m\nmark: [1]\0"`),
		"path.yaml":         replaced(launch, "saxpy.visaasm", `"s\e[31m\nmark: [1]"`),
		"value.yaml":        replaced(launch, "type: f32", `type: "f\e\nmark"`),
		"key.yaml":          append(bytes.Clone(launch), "\"m\\e\\nmark: 1\": 3\n\x1b: 4\n"...),
		"raw.yaml":          append(bytes.Clone(launch), "\x1b\x07: \x00\n"...),
	}
	require.Contains(t, string(files["zebin.bin"]), "\nmark")
	return files
}

// attempts are the command lines for a file, without it.
func attempts() (all [][]string) {
	for _, c := range commands {
		all = append(all, []string{c.name}, []string{c.name, "--json"})
	}
	for _, more := range []string{
		"init -o out", "ndis -o out", "ndis --pc --bits", "ndis --raw", "compile -o out", "compile --asm out", "compile --stats", "compile --zebin -o out",
		"fmt -o out", "nasm -o out", "run --code ours", "run --code interp", "run --all", "run --stats", "run --bless", "occupancy --machine bxt", "occupancy LAUNCH --machine", "info --zeinfo", "lint --svg out", "run LAUNCH --program",
		"compile VISA --compare", "compile VISA --stats --json --compare", "run LAUNCH --info", "run LAUNCH --trace line=1-3,thread=0 --program",
	} {
		all = append(all, strings.Fields(more))
	}
	return all
}

// harmless asserts what holds of every command, whatever its input: an exit code that is no
// bug, nothing that a terminal obeys or that a name made a line of, and no temporary file.
func harmless(t *testing.T, code int, out, errOut string, args []string) {
	t.Helper()
	what := strings.Join(args, " ")
	assert.NotEqual(t, exitInternal, code, "%s: %s", what, errOut)
	binary := args[0] == "compile" || args[0] == "nasm"
	for _, text := range []string{out, errOut} {
		assert.Equal(t, text, quote.Lines(text), "%s prints raw", what)
		for line := range strings.Lines(text) {
			assert.False(t, strings.HasPrefix(strings.TrimLeft(line, " #/"), "mark"), "%s: a name became the line %q", what, line)
		}
	}
	if left, err := os.ReadFile("out"); err == nil && (!binary || utf8.Valid(left) && !bytes.Contains(left, []byte{0})) {
		assert.Equal(t, string(left), quote.Lines(string(left)), "%s writes raw", what)
		assert.NotContains(t, string(left), "\nmark", "%s: a name became a line", what)
	}
	_ = os.Remove("out")
	temps, err := filepath.Glob(".*.tmp")
	require.NoError(t, err)
	assert.Empty(t, temps, what)
}

// inSaxpy is a folder with the files of the example, the test's own.
func inSaxpy(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(corpus.Root(), "examples", "saxpy"))))
	t.Chdir(dir)
}

// commandLine puts a file, and for LAUNCH and VISA the example's, into one of the attempts.
func commandLine(attempt []string, file string) []string {
	var args []string
	for _, a := range attempt {
		if a == "LAUNCH" {
			a = "launch.yaml"
		}
		if a == "VISA" {
			a = filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.visaasm")
		}
		args = append(args, a)
	}
	if last := args[len(args)-1]; strings.HasPrefix(last, "-") && last != "--program" && last != "--info" && last != "--compare" || last == "out" || len(args) == 1 {
		return append([]string{args[0], file}, args[1:]...)
	}
	return append(args, file)
}

// TestHostileNames runs every command on files with hostile names.
func TestHostileNames(t *testing.T) {
	files := hostileFiles(t)
	inSaxpy(t)
	for name, data := range files {
		require.NoError(t, os.WriteFile(name, data, 0o644))
		for _, attempt := range attempts() {
			args := commandLine(attempt, name)
			code, out, errOut := command(context.Background(), "", args...)
			harmless(t, code, out, errOut, args)
		}
		require.NoError(t, os.Remove(name))
	}
	code, out, errOut := command(context.Background(), "", "info", "a\nb")
	assert.Equal(t, exitUsage, code, out)
	assert.Contains(t, errOut, `genvisa: the argument "a\nb" has a line break: want one line`)
	code, _, errOut = command(context.Background(), "", "info", "a\x1b")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errOut, `a\x1b`)
}

// TestNamesStayUsable: what a command shows of a hostile name is a name for the others.
func TestNamesStayUsable(t *testing.T) {
	inSaxpy(t)
	require.NoError(t, os.WriteFile("evil.bin", zebinWith(t, "s\x1b\nmark: 1"), 0o644))
	code, out, errOut := command(context.Background(), "", "info", "evil.bin")
	require.Equal(t, exitOK, code, errOut)
	assert.Contains(t, out, `kernel s\x1b\nmark: 1: SIMD32`)
	assert.Contains(t, out, `  argument 0 (s\x1b\nmark: 1y): s\x1b\nmark: 1`)
	code, out, errOut = command(context.Background(), "", "init", "evil.bin", "--kernel", `s\x1b\nmark: 1`, "-o", "evil.yaml")
	require.Equal(t, exitOK, code, out+errOut)
	assert.Empty(t, errOut)
	code, out, errOut = command(context.Background(), "", "run", "evil.yaml")
	require.Equal(t, exitOK, code, out+errOut)
	assert.Contains(t, out, `kernel    s\x1b\nmark: 1 (SIMD32) from evil.bin`)
}

// mutated changes a few bytes of a file: other bytes, pieces moved, cut or doubled.
func mutated(data []byte, r *rand.Rand) []byte {
	out := bytes.Clone(data)
	for range 1 + r.IntN(4) {
		if len(out) == 0 {
			break
		}
		at, n := r.IntN(len(out)), 1+r.IntN(16)
		end := min(at+n, len(out))
		switch r.IntN(6) {
		case 0:
			out[at] ^= 1 << r.IntN(8)
		case 1:
			out[at] = []byte{0, 0xff, 0x1b, '\n', '"', ':', '{', 0x7f, '-', '9'}[r.IntN(10)]
		case 2:
			out = append(out[:at], out[end:]...)
		case 3:
			out = append(out[:end:end], out[at:]...)
		case 4:
			out = out[:at]
		case 5:
			copy(out[at:], out[r.IntN(len(out)):][:0])
			for k := at; k < end; k++ {
				out[k] = byte(r.Uint32())
			}
		}
	}
	return out
}

// TestHostileRuns runs every command on changed files of every kind.
func TestHostileRuns(t *testing.T) {
	seeds := map[string][]byte{}
	for _, name := range []string{"saxpy.skl.zebin", "saxpy.skl.bin", "saxpy.skl.dat", "saxpy.visaasm", "saxpy.zeinfo", "launch.yaml"} {
		seeds[name] = sample(t, "examples", "saxpy", name)
	}
	seeds["a.isa"] = sample(t, "testdata", "corpus", "skl-stateless", "saxpy__saxpy_simd32.isa")
	seeds["ocloc.bin"] = sample(t, "testdata", "corpus", "skl", "containers", "saxpy.ocloc.bin")
	inSaxpy(t)
	_, text, _ := command(context.Background(), "", "ndis", "saxpy.skl.dat")
	seeds["a.asm"] = []byte(text)
	before := listing(t)
	r := rand.New(rand.NewPCG(9, 25))
	tries, runs := attempts(), 0
	for _, name := range slices.Sorted(maps.Keys(seeds)) { // in one order, so that each run draws the same
		for range 40 {
			file := "hostile" + filepath.Ext(name)
			require.NoError(t, os.WriteFile(file, mutated(seeds[name], r), 0o644))
			args := append(commandLine(tries[r.IntN(len(tries))], file), "--limit", "200000")
			if args[0] != "run" {
				args = args[:len(args)-2]
			}
			code, out, errOut := command(context.Background(), "", args...)
			harmless(t, code, out, errOut, args)
			runs++
			if t.Failed() {
				kept, _ := os.ReadFile(file)
				t.Fatalf("%s: %d bytes: %q", file, len(kept), kept[:min(len(kept), 4000)])
			}
			require.NoError(t, os.Remove(file))
		}
	}
	assert.Equal(t, 360, runs)
	for name := range listing(t) {
		if !before[name] && !strings.HasSuffix(name, ".exp") {
			t.Errorf("%s was left", name)
		}
	}
}

func listing(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		all[path] = true
		return err
	}))
	return all
}
