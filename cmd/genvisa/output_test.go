package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/visa"
)

// full is standard output on a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestLostOutput: no command succeeds when what it prints gets lost.
func TestLostOutput(t *testing.T) {
	t.Chdir(filepath.Join(corpus.Root(), "examples", "saxpy"))
	for _, c := range []string{
		"run launch.yaml", "run launch.yaml --json", "init saxpy.zeinfo", "compile saxpy.visaasm --asm -", "compile saxpy.visaasm --stats",
		"verify saxpy.visaasm", "ndis saxpy.skl.dat", "info saxpy.zeinfo", "ops", "ops bfe", "version", "-h",
	} {
		var errOut bytes.Buffer
		code := doMain(context.Background(), strings.Fields(c), streams{in: strings.NewReader(""), out: full{}, err: &errOut})
		assert.Equal(t, exitUsage, code, c)
		assert.Equal(t, "standard output: cannot write: no space left on device\n", errOut.String(), c)
	}
}

// TestJSON: with --json there is one JSON value on standard output, nothing else.
func TestJSON(t *testing.T) {
	isa := corpus.Cases(t, corpus.Subset(), "skl")[0].Stem + ".isa"
	t.Chdir(filepath.Join(corpus.Root(), "examples", "saxpy"))
	for _, c := range []struct{ args, key string }{
		{"run launch.yaml --json", "finished"}, {"run launch.yaml --json --stats --print arg0:f32[0:2]", "printed"},
		{"run launch.yaml --json --limit 9", "compared"}, {"version --json", "targets"},
		{"info saxpy.zeinfo --json", "kernels"}, {"info saxpy.visaasm --json", "inputs"}, {"info saxpy.skl.dat --json", "compacted"},
		{"ops bfe --json", "text"}, {"info ISA --json", "kernels"}, {"compile saxpy.visaasm --json --stats -o " + os.DevNull, "grfs"},
	} {
		_, out, _ := command(context.Background(), "", strings.Fields(strings.Replace(c.args, "ISA", isa, 1))...)
		var got map[string]any
		require.NoError(t, json.Unmarshal([]byte(out), &got), "%s: %s", c.args, out)
		assert.Contains(t, got, c.key, c.args)
		assert.NotNil(t, got[c.key], c.args)
	}
	_, out, _ := command(context.Background(), "", "verify", "saxpy.visaasm", "--json")
	assert.Equal(t, "{\"ok\":true,\"findings\":[],\"notes\":[]}\n", out)
	_, out, _ = command(context.Background(), "", "ops", "--json")
	var list struct {
		OK  bool
		Ops []opRow
	}
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	assert.True(t, list.OK)
	assert.Equal(t, opRows(), list.Ops)
	assert.Len(t, list.Ops, int(visa.EndOps)-1)
}

// TestPrints: what --print takes and refuses; the buffer has 1000 f32.
func TestPrints(t *testing.T) {
	t.Chdir(filepath.Join(corpus.Root(), "examples", "saxpy"))
	for _, c := range []struct{ arg, want string }{
		{"arg0:f32[0:2]", "arg0:f32[0:2] = 100 101"},
		{"arg0[998:1000]", "arg0[998:1000] = 1098 1099"},
		{"y[0:2]", "y[0:2] = 100 101"},
		{"x:u8[4:8]", "x:u8[4:8] = 0 0 0 63"},
		{"z[0:2]", `--print "z[0:2]": no argument "z": legal are y or arg0, x or arg1, a or arg2, n or arg3`},
		{"arg1:u8[4:8]", "arg1:u8[4:8] = 0 0 0 63"},
		{"arg0:f64[500:500]", "arg0:f64[500:500] = "},
		{"arg0:f64[499:501]", `--print "arg0:f64[499:501]": want a range within [0:500]`},
		{"arg0:f32[2:1]", `--print "arg0:f32[2:1]": want a range within [0:1000]`},
		{"arg0:f32[0:1001]", `--print "arg0:f32[0:1001]": want a range within [0:1000]`},
		{"arg0:f32[0:2", `--print "arg0:f32[0:2": want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]`},
		{"arg0:f32[0:2]x", `--print "arg0:f32[0:2]x": want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]`},
		{"arg-0", `--print "arg-0": want ARG:TYPE[FROM:TO] such as arg0:f32[0:16]`},
		{"arg0:f24", `--print "arg0:f24": unknown element type "f24": legal are u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, or a vector such as f32x4`},
		{"arg3", `--print "arg3": argument 3 is not a buffer of this launch`},
	} {
		_, out, errOut := command(context.Background(), "", "run", "launch.yaml", "--print", c.arg)
		lines := strings.Split(strings.TrimSuffix(out+errOut, "\n"), "\n")
		assert.Equal(t, c.want, lines[len(lines)-1])
	}
}

// TestSaves: results are kept also when they differ; a place that cannot be
// written is an error beside the report.
func TestSaves(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(corpus.Root(), "examples", "saxpy"))))
	t.Chdir(dir)
	launch, err := os.ReadFile("launch.yaml")
	require.NoError(t, err)
	for _, c := range []struct {
		save string
		code int
	}{{"got.bin", exitFindings}, {"nowhere/got.bin", exitFindings}} {
		text := strings.Replace(string(launch), "expect: y.exp", "expect: x.in, save: "+c.save, 1)
		require.NotEqual(t, string(launch), text)
		code, out, errOut := command(context.Background(), text, "run", "-")
		assert.Equal(t, c.code, code, errOut)
		assert.Contains(t, out, "results differ")
		assert.Contains(t, out, "and 99", "there are more than are shown")
	}
	want, err := os.ReadFile("y.exp")
	require.NoError(t, err)
	got, err := os.ReadFile("got.bin")
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// TestInitOdd: metadata that leaves init something to decide.
func TestInitOdd(t *testing.T) {
	t.Chdir(t.TempDir())
	kernel := func(name, payload, args string) string {
		return fmt.Sprintf("version: '1.20'\nkernels:\n  - {name: %s, execution_env: {simd_size: 8}}\n"+
			"  - {name: k, execution_env: {simd_size: 8}, payload_arguments: [%s]}\n"+
			"kernels_misc_info:\n  - {name: k, args_info: [%s]}\n", name, payload, args)
	}
	for _, c := range []struct {
		name, payload, args string
		code                int
		want                string
	}{
		{abi.SymbolTable, "", "", exitOK, "\nargs: []\n"},
		{abi.SymbolTable, "", "", exitOK, "\nkernel: \"k\"\n"},
		{"other", "", "", exitOK, "\nkernel: \"other\"\n"},
		{abi.SymbolTable, "", "", exitOK, "\nprogram: PROGRAM.visaasm     # FILL IN: "},
		{
			abi.SymbolTable, "{arg_type: arg_byvalue, offset: 0, size: 12, arg_index: 0}", "{index: 0, name: p, type_name: 'params;12'}",
			exitOK, "\n  - {struct: [{i32: 4}, {i32: 4}, {i32: 4}]} ",
		},
		{
			abi.SymbolTable, "{arg_type: arg_byvalue, offset: 0, size: 2, arg_index: 0}", "{index: 0, name: h, type_name: 'half;2'}",
			exitOK, "\n  - {f16: 1.5} ",
		},
		{
			abi.SymbolTable, "{arg_type: arg_bypointer, offset: 0, size: 0, arg_index: 0, addrspace: image, image_type: image_2d}", "{index: 0, name: src, type_name: 'image2d_t;8'}",
			exitOK, "\n  - {image: 2d, format: rgba8, width: 64, height: 64, fill: {random: 1, type: u8, min: 0, max: 255}, output: true} ",
		},
	} {
		src := kernel(c.name, c.payload, c.args)
		_, err := abi.ParseZeInfo("m.zeinfo", []byte(src))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("m.zeinfo", []byte(src), 0o644))
		code, out, errOut := command(context.Background(), "", "init", "m.zeinfo")
		assert.Equal(t, c.code, code, errOut)
		assert.Contains(t, out+errOut, c.want)
	}
}

// TestSpellings: the forms that people try first do what they ask for.
func TestSpellings(t *testing.T) {
	for _, c := range []struct{ first, same string }{
		{"--version", "version"}, {"--version --json", "version --json"}, {"help run", "run --help"}, {"help", "--help"}, {"", "--help"},
	} {
		code, out, errOut := command(context.Background(), "", strings.Fields(c.first)...)
		wantCode, want, wantErr := command(context.Background(), "", strings.Fields(c.same)...)
		assert.Equal(t, wantCode, code, c.first)
		assert.Equal(t, want, out, c.first)
		assert.Equal(t, wantErr, errOut, c.first)
		assert.NotEmpty(t, out+errOut, c.first)
	}
}

// TestCompletion: the scripts know every command and flag, and the shell that is
// there takes them.
func TestCompletion(t *testing.T) {
	scripts := map[string]string{}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		code, out, errOut := command(context.Background(), "", "completion", shell)
		require.Equal(t, exitOK, code, errOut)
		for i := range commands {
			assert.Contains(t, out, commands[i].name, shell)
		}
		for _, word := range []string{"deterministic", "auto interp sim", "asm"} {
			assert.Contains(t, out, word, shell)
		}
		scripts[shell] = out
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for _, c := range []struct{ words, want string }{
		{"genvisa co", "compile completion"}, {"genvisa run --engine s", "sim"}, {"genvisa ndis --t", "--target"}, {"genvisa run x", ""},
	} {
		words := strings.Fields(c.words)
		probe := fmt.Sprintf("%s\nCOMP_WORDS=(%s); COMP_CWORD=%d; _genvisa; echo ${COMPREPLY[*]}", scripts["bash"], c.words, len(words)-1)
		out, err := exec.Command(bash, "-c", probe).CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Equal(t, c.want, strings.TrimSpace(string(out)), c.words)
	}
}

// TestInitThenRun: what init writes for a kernel of a container runs as it is.
func TestInitThenRun(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := filepath.Join(corpus.Subset(), "skl", "containers")
	if full, ok := corpus.Full(); ok {
		dir = filepath.Join(full, "skl", "containers")
	}
	for _, file := range []string{"saxpy.zebin", "saxpy.ocloc.bin"} {
		for _, kernel := range []string{"saxpy", "fill"} { // the third does nothing
			for _, args := range [][]string{{"init", filepath.Join(dir, file), "--kernel", kernel, "-o", "l.yaml", "--force"}, {"run", "l.yaml", "--allow-outside"}} {
				var out, errOut bytes.Buffer
				code := doMain(context.Background(), args, streams{in: strings.NewReader(""), out: &out, err: &errOut})
				assert.Equal(t, exitOK, code, "%v: %s%s", args, out.String(), errOut.String())
				assert.NotContains(t, out.String(), "came back as it was", "%s: it computes something", kernel)
			}
		}
	}
}

// TestZebin: what compile --zebin writes runs with nothing beside it, made of a
// text or of a container, on both engines.
func TestZebin(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := filepath.Join(corpus.Root(), "examples", "saxpy")
	for _, in := range []string{"saxpy.visaasm", "saxpy.skl.zebin"} {
		for _, args := range [][]string{
			{"compile", filepath.Join(dir, in), "--target", "bxt", "--zebin", "our.bin", "--force"},
			{"run", "our.bin", filepath.Join(dir, "launch.yaml")},
			{"run", "our.bin", filepath.Join(dir, "launch.yaml"), "--engine", "interp"},
		} {
			var out, errOut bytes.Buffer
			code := doMain(context.Background(), args, streams{in: strings.NewReader(""), out: &out, err: &errOut})
			require.Equal(t, exitOK, code, "%v: %s%s", args, out.String(), errOut.String())
			if args[0] == "run" {
				assert.Contains(t, out.String(), "all results match")
			}
			if len(args) == 3 {
				assert.Contains(t, out.String(), "EU model (bxt), from zebin")
			}
		}
	}
}

// TestForeignInfo: info shows what a container holds for whatever device.
func TestForeignInfo(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(corpus.Root(), "examples", "saxpy", "saxpy.skl.zebin"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "k.bin")
	src = bytes.Replace(src, []byte("IntelGT\x00\x12"), []byte("IntelGT\x00\x77"), 1)
	require.NoError(t, os.WriteFile(path, src, 0o644))
	code, out, errOut := command(context.Background(), "", "info", path)
	require.Equal(t, exitOK, code, errOut)
	assert.Contains(t, out, "k.bin: zebin for a device that is no target here (product family 0x77)\nsection .text.saxpy ")
	assert.Contains(t, out, "kernel saxpy: SIMD32, 128 GRFs")
	code, _, errOut = command(context.Background(), "", "ndis", path)
	assert.Equal(t, exitUnmodelled, code)
	assert.Contains(t, errOut, "code for product family 0x77, which is no target here, is not supported")
}

// TestCommandsOfDG2: what commands say of a container for dg2, whose text and native code run; init writes a launch that
// needs nothing added.
func TestCommandsOfDG2(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(corpus.Subset(), "releases", "igc-2.40", "dg2", "subgroup.bin"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("k.bin", src, 0o600))
	for _, c := range []struct {
		args []string
		out  string
	}{
		{[]string{"info", "k.bin"}, "k.bin: zebin for dg2 (product family 0x4f6)\nproduct dg2    code of dg2, up to 512 EUs of 8 threads\n"},
		{[]string{"ndis", "k.bin", "--kernel", "sg_reduce"}, "0x02000010        {EOT"},
		{[]string{"fmt", "k.bin", "--kernel", "sg_reduce"}, ".kernel \"sg_reduce\""},
		{[]string{"lint", "k.bin"}, ""},
		{[]string{"hazards", "k.bin"}, ""},
		{[]string{"init", "k.bin", "--kernel", "sg_reduce", "-o", "l.yaml"}, ""},
		{[]string{"run", "l.yaml"}, "EU model (dg2), from zebin"},
		{[]string{"run", "l.yaml", "--code", "interp"}, "its vISA, interpreted"},
		{[]string{"run", "l.yaml", "--code", "ours"}, "EU model (dg2), compiled"},
		{[]string{"run", "l.yaml", "--stats"}, "instructions"},
		{[]string{"run", "l.yaml", "--trace", "all"}, "send.ugm"},
		{[]string{"compile", "k.bin", "--kernel", "sg_reduce", "--target", "dg2"}, "compiles to"},
	} {
		code, out, errOut := command(context.Background(), "", c.args...)
		assert.Equal(t, exitOK, code, "%v: %s", c.args, errOut)
		assert.Contains(t, out+errOut, c.out, c.args)
	}
}

// TestInitKeepsProgram: the text that init finds beside the metadata is an input.
func TestInitKeepsProgram(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"saxpy.zeinfo", "saxpy.visaasm"} {
		src, err := os.ReadFile(filepath.Join(corpus.Root(), "examples", "saxpy", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), src, 0o644))
	}
	t.Chdir(dir)
	code, _, errOut := command(context.Background(), "", "init", "saxpy.zeinfo", "-o", "saxpy.visaasm", "--force")
	assert.Equal(t, exitUsage, code)
	assert.Equal(t, "saxpy.visaasm: output over the input: want another file\n", errOut)
}

// TestInterruptedMessage: text and JSON say the same.
func TestInterruptedMessage(t *testing.T) {
	err := errors.Join(fmt.Errorf("%w\n  at a place", context.Canceled), errFindings)
	assert.Equal(t, "interrupted\n  at a place", messageOf(err))
}

// TestZebinFunctions: the texts of the functions beside a text are in its container.
func TestZebinFunctions(t *testing.T) {
	stem, out := filepath.Join(corpus.Beside(t), "corpus", "skl-O0", "asynccopy__async_rev_simd8"), filepath.Join(t.TempDir(), "k.bin")
	code, _, errOut := command(context.Background(), "", "compile", stem+".visaasm", "--zebin", out)
	require.Equal(t, exitOK, code, errOut)
	src, err := os.ReadFile(out)
	require.NoError(t, err)
	f, err := container.Open(out, src, native.SKL)
	require.NoError(t, err)
	want, err := os.ReadFile(stem + "_f0.visaasm")
	require.NoError(t, err)
	require.Len(t, f.Kernels[0].Functions, 1)
	assert.Equal(t, string(want), string(f.Kernels[0].Functions[0]))
}
