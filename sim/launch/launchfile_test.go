package launch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// goodLaunch runs and matches; the tests replace parts of it.
const goodLaunch = `kernel: saxpy
program: saxpy.visaasm
info: saxpy.zeinfo
global: [1024, 1, 1]
local: [128, 1, 1]
args:
  - {buffer: y.in, type: f32, expect: y.exp, check: exact}
  - {buffer: x.in, type: f32}
  - {f32: 2.5}
  - {i32: 1000}
`

// runText runs goodLaunch with old replaced by text.
func runText(t *testing.T, old, text string) (*run.Report, error) {
	t.Helper()
	require.Equal(t, 1, strings.Count(goodLaunch, old), old)
	l, err := launch.Parse("l.yaml", []byte(strings.Replace(goodLaunch, old, text, 1)))
	if err != nil {
		return nil, err
	}
	return run.Run(context.Background(), l, run.Options{Engine: load.Interp})
}

func inSaxpy(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(corpus.Root(), "examples", "saxpy"))))
	t.Chdir(dir)
}

// TestLaunchForms: what a launch file may say in more than one way.
func TestLaunchForms(t *testing.T) {
	inSaxpy(t)
	for _, c := range []struct{ old, text string }{
		{"kernel: saxpy", "kernel: 'saxpy'"},
		{"program: saxpy.visaasm", "program: [saxpy.visaasm]"},
		{"[1024, 1, 1]", "[1_024]"},
		{"[1024, 1, 1]", "[0x400, 0o1, 0b1]"},
		{"local: [128, 1, 1]", "local: [129]"}, // a smaller group at the end
		{"local: [128, 1, 1]", "local: [128, 2, 1]"},
		{"global:", "dimensions: 1\nglobal:"},
		{"global:", "dimensions: 3\noffset: [0]\nglobal:"},
		{"check: exact", "check: \"ulp:0\""},
		{"check: exact", "check: nan, output: true, save: out.bin"},
		{"{buffer: x.in, type: f32}", "{type: f32, buffer: x.in}"},
		{"{buffer: x.in, type: f32}", "\n      type: f32\n      buffer: ./x.in"},
		{"{f32: 2.5}", "{f32: 0x1.4p1}"},
		{"{f32: 2.5}", "{bytes: 00002040}"},
		{"{i32: 1000}", "{u32: 0x3e8}"},
	} {
		rep, err := runText(t, c.old, c.text)
		if assert.NoError(t, err, c.text) {
			assert.True(t, rep.OK(), c.text)
		}
	}
}

// TestLaunchErrors: each error has the place, what was found and what is legal.
func TestLaunchErrors(t *testing.T) {
	inSaxpy(t)
	value := func(v string) string { return "{" + v + "}" }
	buffer := func(b string) string { return "{buffer: {" + b + "}, type: f32}" }
	random := func(keys string) string { return buffer("bytes: 4000, fill: {" + keys + "}") }
	f32, x := "{f32: 2.5}", "{buffer: x.in, type: f32}"
	for _, c := range []struct{ old, text, want string }{
		{"saxpy.visaasm", "none.visaasm", "2:1: error: none.visaasm: no such file or directory"},
		{"saxpy.zeinfo", "none.zeinfo", "3:1: error: none.zeinfo: no such file or directory"},
		{"saxpy.visaasm", "[]", "2:10: error: no program: want a file or a list of files"},
		{"info: saxpy.zeinfo\n", "", `1:1: error: missing key "info": the kernel's metadata (.zeinfo); or "inputs", its .input variables`},
		{"[1024, 1, 1]", "[010]", `4:10: error: global: want a whole number from 1 to 4294967295, found "010"`},
		{"[1024, 1, 1]", "[1024, 2]\ndimensions: 1", "4:1: error: saxpy.zeinfo: kernel saxpy: global size 2 and local size 1 in dimension 1 of 1; legal is 1"},
		{"[1024, 1, 1]", "[1024]\ndimensions: 1\noffset: [0, 5]", "6:1: error: saxpy.zeinfo: kernel saxpy: offset 5 in dimension 1 of 1; legal is 0"},
		{"saxpy.zeinfo", "saxpy.zeinfo\nplatform: gen9", `4:11: error: unknown target "gen9": want one of [ivb hsw bdw skl bxt cnl icl lkf tgl dg2 mtl arl], or a product that runs the code of one: byt vlv kbl cfl whl aml cml apl glk icllp ehl jsl tgllp rkl adl-s adl-p adl-n dg1 acm-g10 acm-g11 acm-g12 mtl-u mtl-h arl-h`},
		{"saxpy.zeinfo", "saxpy.zeinfo\nthreads: 2", `4:1: error: key "threads" does not go with this launch: "inputs" goes with "threads", "info" with "global" and "local"`},
		{"y.exp", "saxpy.cl", "7:39: error: expected data has 239 bytes, the buffer 4000"},
		{"f32, expect", "f64, expect", ""},
		{"y.in, type: f32, expect: y.exp", "saxpy.cl, type: f32, expect: saxpy.cl", "7:30: error: the buffer has 239 bytes: want a multiple of the 4 of type f32"},
		{"f32, expect", "u8, expect", ""},
		{"check: exact", `check: "abs:inf"`, `7:53: error: unknown check "abs:inf": legal are exact, nan, abs:E, rel:E, ulp:N`},
		{"check: exact", `check: "ulp:-1"`, `7:53: error: unknown check "ulp:-1": legal are exact, nan, abs:E, rel:E, ulp:N`},
		{"f32, expect: y.exp, check: exact", "i32, expect: y.exp, check: nan", `7:53: error: check "nan" needs the type f16, f32 or f64, found "i32"`},
		{"expect: y.exp, check: exact", "check: nan", `7:38: error: check "nan" needs expect: a buffer without it must come back unchanged`},
		{"check: exact", "save: y.in", "7:5: error: save: y.in is a file that this launch reads or saves already: want another name"},
		{"check: exact", "save: ./saxpy.visaasm", "7:5: error: save: saxpy.visaasm is a file that this launch reads or saves already: want another name"},
		{x, "{buffer: x.in, type: f32, save: l.yaml}", "8:5: error: save: l.yaml is a file that this launch reads or saves already: want another name"},
		{x, "{}", `8:5: error: empty argument: want one of the keys buffer, local, image, sampler, bytes, u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, a vector such as f32x4, struct, structs`},
		{x, "{type: f32}", `8:6: error: unknown argument "type": want one of the keys buffer, local, image, sampler, bytes, u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, a vector such as f32x4, struct, structs`},
		{x, "{buffer: {}}", `8:14: error: missing key "bytes"`},
		{x, "*a", "8:5: error: found an alias (*): want plain text, a number, a list or a mapping"},
		{f32, value("f32: 1e40"), `9:11: error: f32: want a number in the range of f32 such as 2.5, -1e-3, 0x1p-4, inf or nan, found "1e40"`},
		{f32, value("f32: 010"), `9:11: error: f32: want a number in the range of f32 such as 2.5, -1e-3, 0x1p-4, inf or nan, found "010"`},
		{"check: exact", "check: 'abs:01'", `7:53: error: unknown check "abs:01": legal are exact, nan, abs:E, rel:E, ulp:N`},
		{f32, value("f16: 65520"), `9:11: error: f16: want a number in the range of f16 such as 2.5, -1e-3, 0x1p-4, inf or nan, found "65520"`},
		{f32, value("i8: 128"), `9:10: error: i8: want a whole number from -128 to 127, found "128"`},
		{f32, value("u16: 0777"), `9:11: error: u16: want a whole number from 0 to 65535, found "0777"`},
		{f32, value("i64: 9223372036854775808"), `9:11: error: i64: want a whole number from -9223372036854775808 to 9223372036854775807, found "9223372036854775808"`},
		{f32, value("u64: 18446744073709551616"), `9:11: error: u64: want a whole number from 0 to 18446744073709551615, found "18446744073709551616"`},
		{f32, value("f16: 1"), "9:5: error: saxpy.zeinfo: kernel saxpy: argument 2 (a) has 2 bytes; legal are 4"},
		{f32, value("f32: 1, i32: 1"), `9:14: error: unknown key "i32": legal keys are f32`},
		{x, random("random: 1, type: f32, min: 0"), `8:34: error: missing key "max": want {random: SEED, type: f32, min: A, max: B}`},
		{x, random("type: f32, min: 0, max: 1"), `8:34: error: missing key "random": want {random: SEED, type: f32, min: A, max: B}`},
		{x, random("random: -1, type: f32, min: 0, max: 1"), `8:43: error: random: want a whole number from 0 to 18446744073709551615, found "-1"`},
		{x, random("random: 1, type: f80, min: 0, max: 1"), `8:52: error: unknown element type "f80": legal are u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64`},
		{x, random("random: 1, type: u16, min: 0, max: 65536"), `8:70: error: max: want a whole number from 0 to 65535, found "65536"`},
		{x, random("random: 1, type: u64, min: 3, max: 2"), `8:70: error: max: want a whole number from 3 to 18446744073709551615, found "2"`},
		{x, random("random: 1, type: i8, min: -129, max: 2"), `8:61: error: min: want a whole number from -128 to 127, found "-129"`},
		{x, random("random: 1, type: f16, min: 0, max: 65505"), `8:70: error: max: want a finite number of type f16, the maximum not below the minimum, found "65505"`},
		{x, buffer("bytes: 4004, fill: {random: 1, type: f64, min: 0, max: 1}"), "8:34: error: random fill needs a multiple of 8 bytes, found 4004"},
		{x, random("random: 1, type: u32, min: -1, max: 1"), `8:62: error: min: want a whole number from 0 to 4294967295, found "-1"`},
		{x, random("random: 1, type: u32, min: 0, max: 4294967296"), `8:70: error: max: want a whole number from 0 to 4294967295, found "4294967296"`},
		{x, random("random: 1, type: i32, min: 0.5, max: 1"), `8:62: error: min: want a whole number from -2147483648 to 2147483647, found "0.5"`},
		{x, random("random: 1, type: i32, min: 2, max: 1"), `8:70: error: max: want a whole number from 2 to 2147483647, found "1"`},
		{x, random("random: 1, type: f32, min: nan, max: 1"), `8:62: error: min: want a finite number of type f32, the maximum not below the minimum, found "nan"`},
		{x, random("random: 1, type: f32, min: 0, max: 1e300"), `8:70: error: max: want a finite number of type f32, the maximum not below the minimum, found "1e300"`},
		{x, random("random: 1, type: f32, min: 2, max: 1"), `8:70: error: max: want a finite number of type f32, the maximum not below the minimum, found "1"`},
		{x, buffer("bytes: 4002, fill: {random: 1, type: f32, min: 0, max: 1}"), "8:34: error: random fill needs a multiple of 4 bytes, found 4002"},
	} {
		_, err := runText(t, c.old, c.text)
		if c.want == "" {
			assert.NoError(t, err, c.text)
			continue
		}
		if assert.EqualError(t, err, "l.yaml:"+c.want, c.text) {
			var at *launch.Error
			assert.True(t, errors.As(err, &at), c.text)
		}
	}
}
