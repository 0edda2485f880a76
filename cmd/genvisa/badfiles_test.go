package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/genvisa/genvisa/internal/corpus"
)

// command runs one command line and gives what it printed.
func command(ctx context.Context, stdin string, args ...string) (code int, out, errOut string) {
	var o, e bytes.Buffer
	code = doMain(ctx, args, streams{in: strings.NewReader(stdin), out: &o, err: &e})
	return code, o.String(), e.String()
}

// refused asserts exit code 2 with one message that names file once a line.
func refused(t *testing.T, file, stdin string, args ...string) {
	t.Helper()
	refusedWith(t, exitUsage, file, stdin, args...)
}

// refusedWith is refused with another exit code. With --json the message is also
// in the only object on standard output.
func refusedWith(t *testing.T, want int, file, stdin string, args ...string) {
	t.Helper()
	code, out, errOut := command(context.Background(), stdin, args...)
	assert.Equal(t, want, code, "%v: %s%s", args, out, errOut)
	if wantsJSON(args) {
		var reply struct {
			OK    *bool
			Error string
		}
		require.NoError(t, json.Unmarshal([]byte(out), &reply), "%v: %s", args, out)
		require.NotNil(t, reply.OK)
		assert.False(t, *reply.OK)
		assert.Equal(t, errOut, reply.Error+"\n")
	} else {
		assert.Empty(t, out, "%v", args)
	}
	require.NotEmpty(t, errOut, "%v", args)
	for line := range strings.Lines(errOut) {
		assert.Equal(t, 1, strings.Count(line, file), "%v: %s", args, line)
		assert.NotContains(t, line, "goroutine", "%v", args)
	}
}

// readers are the commands that read a file of each kind; FILE is the file, VISA a text that compiles.
var readers = []struct{ ext, args string }{
	{".visaasm", "info FILE"}, {".visaasm", "verify FILE"}, {".visaasm", "compile FILE -o out"}, {".visaasm", "init FILE -o out"},
	{".visaasm", "run LAUNCH --program FILE"}, {".visaasm", "run LAUNCH --engine sim --program FILE"},
	{".dat", "info FILE"}, {".dat", "ndis FILE -o out"}, {".dat", "run LAUNCH --program FILE"}, {".dat", "compile VISA --compare FILE"}, {".isa", "compile VISA --compare FILE"},
	{".isa", "info FILE"}, {".isa", "run LAUNCH --program FILE"},
	{".zeinfo", "info FILE"}, {".zeinfo", "init FILE -o out"}, {".zeinfo", "run LAUNCH --info FILE"},
	{".yaml", "run FILE"},
}

// TestBadFiles gives every reader files that are not what they should be: exit
// code 2, a message, no output file.
func TestBadFiles(t *testing.T) {
	launch := filepath.Join(corpus.Root(), "examples", "saxpy", "launch.yaml")
	kinds := []struct {
		name string
		make func(path string) error
	}{
		{"missing", func(string) error { return nil }},
		{"empty", func(p string) error { return os.WriteFile(p, nil, 0o644) }},
		{"folder", func(p string) error { return os.Mkdir(p, 0o755) }},
		{"binary", func(p string) error {
			return os.WriteFile(p, bytes.Repeat([]byte{0, 0xff, 0x80, 0x13, '\'', ':', 0xC3}, 99), 0o644)
		}},
		{"words", func(p string) error { return os.WriteFile(p, []byte("not at all\n"), 0o644) }},
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, r := range readers {
				file := "input" + r.ext
				require.NoError(t, os.RemoveAll(file))
				require.NoError(t, k.make(file))
				args := strings.Fields(strings.ReplaceAll(r.args, "FILE", file))
				for i, a := range args {
					if a == "LAUNCH" {
						args[i] = launch
					}
					if a == "VISA" {
						args[i] = filepath.Join(filepath.Dir(launch), "saxpy.visaasm")
					}
				}
				want := exitUsage
				if args[0] == "verify" && (k.name == "empty" || k.name == "words") {
					want = exitFindings // text that does not parse
				}
				refusedWith(t, want, file, "", args...)
				assert.NoFileExists(t, "out")
			}
		})
	}
}

// TestTruncated cuts native code and a .isa header at every length.
func TestTruncated(t *testing.T) {
	t.Chdir(t.TempDir())
	code, err := os.ReadFile(filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.skl.dat"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("whole.dat", code, 0o644))
	for n := range 64 {
		require.NoError(t, os.WriteFile("cut.dat", code[:n], 0o644))
		if c, _, _ := command(context.Background(), "", "ndis", "cut.dat"); c == exitOK {
			assert.Zero(t, n%8, "%d bytes of code are no whole instruction", n)
			continue
		}
		refused(t, "cut.dat", "", "ndis", "cut.dat", "-o", "cut.asm")
		refused(t, "cut.dat", "", "info", "cut.dat")
	}
	assert.NoFileExists(t, "cut.asm")
	isas, err := filepath.Glob(filepath.Join(corpus.Subset(), "skl", "*.isa"))
	require.NoError(t, err)
	require.NotEmpty(t, isas)
	file, err := os.ReadFile(isas[0])
	require.NoError(t, err)
	for n := range len(file) {
		if n > 200 && n%97 != 0 || testing.Short() && n%5 != 0 {
			continue
		}
		require.NoError(t, os.WriteFile("cut.isa", file[:n], 0o644))
		refused(t, "cut.isa", "", "info", "cut.isa")
	}
}

// TestOutputs: an output is written whole or not at all, what stood there stays
// when a command fails, and nothing temporary is left.
func TestOutputs(t *testing.T) {
	t.Chdir(t.TempDir())
	in := filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.visaasm")
	require.NoError(t, os.Mkdir("folder", 0o755))
	require.NoError(t, os.WriteFile("old", []byte("old"), 0o600))
	require.NoError(t, os.Symlink("old", "link"))
	require.NoError(t, os.WriteFile("bad.visaasm", []byte("nonsense\n"), 0o644))
	refused(t, "nowhere/out", "", "compile", in, "-o", "nowhere/out")
	refused(t, "folder", "", "compile", in, "-o", "folder")
	refused(t, "same", "", "compile", in, "-o", "./same", "--asm", "same")
	require.NoError(t, os.WriteFile("in.visaasm", []byte("nonsense\n"), 0o644))
	refused(t, "in.visaasm", "", "compile", "in.visaasm", "-o", "./in.visaasm")
	refused(t, "in.visaasm", "", "ndis", "in.visaasm", "-o", "in.visaasm")
	refused(t, "in.visaasm", "", "init", "in.visaasm", "-o", "in.visaasm")
	for _, args := range []string{"--json --asm -", "--json --dump cfg", "--json -o -", "-o - --asm -", "-o - --stats", "-o - --dump cfg"} {
		refused(t, "two outputs to -", "", append([]string{"compile", in}, strings.Fields(args)...)...)
	}
	refused(t, "bad.visaasm", "", "compile", "bad.visaasm", "-o", "old", "--asm", "new")
	assert.NoFileExists(t, "new")
	got, err := os.ReadFile("old")
	require.NoError(t, err)
	assert.Equal(t, "old", string(got))

	code, out, errOut := command(context.Background(), "", "compile", in, "-o", "link")
	require.Equal(t, exitOK, code, out+errOut)
	info, err := os.Lstat("link")
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink, "the link is still one")
	info, err = os.Stat("old")
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "the mode stays")
	assert.Greater(t, info.Size(), int64(100))

	code, out, errOut = command(context.Background(), "", "compile", in, "-o", os.DevNull)
	require.Equal(t, exitOK, code, out+errOut)
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular(), "%s is still a device", os.DevNull)

	files, err := filepath.Glob(".*.tmp")
	require.NoError(t, err)
	assert.Empty(t, files, "temporary files")
}

// TestStandardInput: "-" is standard input where the kind of file is known.
func TestStandardInput(t *testing.T) {
	dir := filepath.Join(corpus.Root(), "examples", "saxpy")
	t.Chdir(dir)
	for _, c := range []struct{ file, args string }{
		{"saxpy.visaasm", "verify -"}, {"saxpy.visaasm", "compile - --asm -"}, {"saxpy.skl.dat", "ndis -"}, {"launch.yaml", "run -"},
		{"saxpy.visaasm", "info -"}, {"saxpy.zeinfo", "info -"}, {"saxpy.skl.dat", "info -"}, {"saxpy.visaasm", "fmt -"},
		{"saxpy.zeinfo", "init -"}, {"saxpy.visaasm", "init - --info saxpy.zeinfo"},
	} {
		src, err := os.ReadFile(c.file)
		require.NoError(t, err)
		code, out, errOut := command(context.Background(), string(src), strings.Fields(c.args)...)
		assert.Equal(t, exitOK, code, "%s: %s", c.args, errOut)
		assert.NotEmpty(t, out)
	}
	refused(t, "-", "", strings.Fields("run launch.yaml --program -")...)
}

// TestInterrupt cancels an endless kernel: exit code 1, and what there is.
func TestInterrupt(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/stuck.txtar")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for _, f := range ar.Files {
		require.NoError(t, os.WriteFile(f.Name, f.Data, 0o644))
	}
	engines := []string{"interp", "sim"}
	if testing.Short() {
		engines = engines[:1]
	}
	for _, engine := range engines {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(400*time.Millisecond, cancel) // well after the store
		code, out, errOut := command(ctx, "", "run", "forever.yaml", "--engine", engine, "--print", "arg0:u32[0:1]")
		assert.Equal(t, exitFindings, code)
		assert.Contains(t, out, "not finished")
		assert.Contains(t, out, "arg0:u32[0:1] = 7", "the store before the loop")
		assert.Contains(t, errOut, "interrupted")
	}
}
