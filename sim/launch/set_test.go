package launch_test

import (
	"bytes"
	"encoding/hex"
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

// setLaunch is saxpy on four elements, as a launch that may be set.
var setLaunch = strings.Replace(fourLaunch, "Y", "{buffer: {values: [0, 0, 0, 0]}, type: f32, output: true}", 1)

// setOf prepares a launch with changes.
func setOf(t *testing.T, text string, set ...string) (*run.Session, *load.Program, error) {
	t.Helper()
	l, err := launch.Parse("l.yaml", []byte(text))
	require.NoError(t, err)
	return run.Prepare(l, run.Options{Engine: load.Interp, Set: set})
}

// TestSet: changes of arguments by name and number, and of sizes, and what comes out then. The launch itself stays.
func TestSet(t *testing.T) {
	inSaxpy(t)
	numberFiles(t)
	require.NoError(t, os.Mkdir("sub", 0o700))
	l, err := launch.Parse("sub/l.yaml", []byte(strings.NewReplacer("saxpy.visaasm", "../saxpy.visaasm", "saxpy.zeinfo", "../saxpy.zeinfo").Replace(setLaunch)))
	require.NoError(t, err)
	for _, c := range []struct {
		set  []string
		want string
	}{
		{nil, "00002040" + "0000a040" + "0000f0c0" + "00002041"},
		{[]string{"n=2"}, "00002040" + "0000a040" + "00000000" + "00000000"},
		{[]string{"arg3=2", "a=-1"}, "000080bf" + "000000c0" + "00000000" + "00000000"},
		{[]string{"n=2", " n = 1"}, "00002040" + "00000000" + "00000000" + "00000000"},
		{[]string{"a={struct: {by: {f32: 3}}}", "a.by=1"}, "0000803f" + "00000040" + "000040c0" + "00008040"},
		{[]string{"a={struct: [{u16: 0}, {u8x2: [0, 0]}]}", "a.1=[0x80, 0x3f]"}, "0000803f" + "00000040" + "000040c0" + "00008040"},
		{[]string{"a={structs: [{h: {i16: 0}}, {h: {i16: 0}}]}", "arg2.[1].h=0x3f80"}, "0000803f" + "00000040" + "000040c0" + "00008040"},
		{[]string{"a={struct: {b: {u8: [0, 0, 0, 0]}}}", "a.b=[0, 0, 128, 63]"}, "0000803f" + "00000040" + "000040c0" + "00008040"},
		{[]string{"a={bytes: 0000803f}"}, "0000803f" + "00000040" + "000040c0" + "00008040"},
		{[]string{"x=[[1, 1], [1, 1]]"}, strings.Repeat("00002040", 4)},
		{[]string{"x={values: [1], bytes: 16}"}, "00002040" + strings.Repeat("00000000", 3)},
		{[]string{"x={bytes: 16, fill: zero}", "y=@exp.csv"}, "00002040" + "0000a040" + "0000f0c0" + "00002041"}, // from this folder, not the launch's
		{[]string{"x=@raw.in"}, strings.Repeat("00000000", 4)},
		{[]string{"y=[1, 2]", "n=2"}, "00006040" + "0000e040"},
		{[]string{"global=[3, 1]", "local=2"}, "00002040" + "0000a040" + "0000f0c0" + "00000000"},
		{[]string{"global=2", "local=2", "offset=[1]"}, "00000000" + "0000a040" + "0000f0c0" + "00000000"},
	} {
		rep, err := run.Run(t.Context(), l, run.Options{Engine: load.Interp, Set: c.set})
		require.NoError(t, err, c.set)
		assert.Equal(t, c.want, hex.EncodeToString(rep.Buffers[0]), c.set)
	}
	wd, err := os.Getwd()
	require.NoError(t, err)
	rep, err := run.Run(t.Context(), l, run.Options{Engine: load.Interp, Set: []string{"y=@" + wd + "/exp.csv"}})
	require.NoError(t, err)
	assert.Equal(t, "0000a040"+"00002041"+"000070c1"+"0000a041", hex.EncodeToString(rep.Buffers[0]))
}

// TestSetDimensions: sizes that are set say how many dimensions there are, unless the launch file does.
func TestSetDimensions(t *testing.T) {
	inSaxpy(t)
	s, _, err := setOf(t, setLaunch, "global=[128, 2]", "local=[128, 2]")
	require.NoError(t, err)
	assert.Equal(t, 2, s.Launch().Dims)
	assert.Equal(t, [3]uint32{128, 2, 1}, s.Launch().Global)
	s, _, err = setOf(t, setLaunch+"dimensions: 3\n", "global=[128, 2]")
	require.NoError(t, err)
	assert.Equal(t, 3, s.Launch().Dims)
	made := &launch.Launch{Kernel: "saxpy", Programs: []string{"saxpy.visaasm"}, Info: "saxpy.zeinfo", Dims: 2, Args: []launch.Arg{
		{Data: make([]byte, 16), Output: true}, {Data: make([]byte, 16)}, {Kind: launch.ValueArg, Data: make([]byte, 4)}, {Kind: launch.ValueArg, Data: []byte{4, 0, 0, 0}}}}
	s, _, err = run.Prepare(made, run.Options{Engine: load.Interp, Set: []string{"global=[4]", "a={f32: 2}", "arg1={bytes: 32, fill: zero}"}})
	require.NoError(t, err)
	assert.Equal(t, 2, s.Launch().Dims)
	assert.Equal(t, "00000040", hex.EncodeToString(s.Launch().Args[2].Data))
	assert.Equal(t, 32, s.Launch().Args[1].Len())
	assert.Equal(t, 16, made.Args[1].Len(), "the caller's launch stays")
}

// TestSetErrors: what cannot be set, with what exists.
func TestSetErrors(t *testing.T) {
	inSaxpy(t)
	numberFiles(t)
	for _, c := range []struct{ set, want string }{
		{"n", "want NAME=VALUE, such as arg0=2.5"},
		{"n=", "want NAME=VALUE, such as arg0=2.5"},
		{"=1", "want NAME=VALUE, such as arg0=2.5"},
		{"m=1", `no argument "m": legal are y or arg0, x or arg1, a or arg2, n or arg3, global, local, offset`},
		{"arg4=1", `no argument "arg4": legal are y or arg0, x or arg1, a or arg2, n or arg3, global, local, offset`},
		{"n=2.5", `i32: want a whole number from -2147483648 to 2147483647, found "2.5"`},
		{"n=[1, 2]", "l.yaml:10:5: error: saxpy.zeinfo: kernel saxpy: argument 3 (n) has 8 bytes; legal are 4"},
		{"n={i32: 1", `not valid YAML: could not find flow mapping end token '}'`},
		{"n={i33: 1}", `unknown type "i33": want one of the keys bytes, u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64, a vector such as f32x4, struct, structs`},
		{"n=@raw.in", "argument 3 is no buffer or image: want its value"},
		{"x=1", `argument 1 is a buffer: want @FILE, [1, 2, 3] or {bytes: N, fill: F}, found "1"`},
		{"x=[a]", `want a number in the range of f32 such as 2.5, -1e-3, 0x1p-4, inf or nan, found "a"`},
		{"x=@none.in", "none.in: no such file or directory"},
		{"x=@i.npy", "i.npy holds numbers of type i32: want f32"},
		{"x={bytes: 0x40000001, fill: zero}", `bytes: want a whole number from 0 to 1073741824, found "0x40000001"`},
		{"x={bytes: 6, fill: zero}", "the buffer has 6 bytes: want a multiple of the 4 of type f32"},
		{"global=0", `global: want a whole number from 1 to 4294967295, found "0"`},
		{"local=[1, 1, 1, 1]", "want one to three sizes, found 4"},
	} {
		s, p, err := setOf(t, setLaunch, c.set)
		if err == nil {
			_, err = s.Run(t.Context(), p)
			require.Error(t, err, c.set)
			assert.EqualError(t, err, c.want)
			continue
		}
		assert.EqualError(t, err, "--set "+c.set+": "+c.want)
	}
	_, _, err := setOf(t, setLaunch, "x=@saxpy.visaasm")
	require.ErrorContains(t, err, "want a multiple of the 4 of type f32")
	_, _, err = setOf(t, strings.Replace(setLaunch, "output: true", "output: true, save: new.npy", 1), "y=@new.npy")
	require.ErrorContains(t, err, "new.npy: no such file or directory")
	_, _, err = setOf(t, strings.Replace(setLaunch, "output: true", "output: true, save: raw.in", 1), "x=@raw.in")
	require.EqualError(t, err, "l.yaml:7:5: error: save: raw.in is a file that this launch reads or saves already: want another name")
	_, _, err = setOf(t, strings.Replace(setLaunch, "output: true", "expect: {values: [1, 2, 3, 4]}", 1), "y=[1, 2]")
	require.EqualError(t, err, "--set y=[1, 2]: expected data has 16 bytes, the buffer 8")
	_, _, err = setOf(t, strings.Replace(setLaunch, "{f32: 2.5}", `{bytes: "00002040"}`, 1), "a=1")
	require.EqualError(t, err, `--set a=1: the type of argument 2 is not known: want a value such as {i32: 1}, found "1"`)
}

// TestSetFieldErrors: what is no field, and what does not fit it.
func TestSetFieldErrors(t *testing.T) {
	inSaxpy(t)
	of := strings.Replace(setLaunch, "{f32: 2.5}", `{struct: {h: {i16: 1}, p: {pad: 1}, b: {u8: [2]}}}`, 1)
	for _, c := range []struct{ set, want string }{
		{"a.x=1", `argument 2 has no field "x": legal are h, p, b`},
		{"a.0=1", `argument 2 has no field "0": legal are h, p, b`},
		{"a.h=1.5", `i16: want a whole number from -32768 to 32767, found "1.5"`},
		{"a.h=[1, 2]", "field h of argument 2 is of type i16, not i16[2]"},
		{"a.b=1", "field b of argument 2 is of type u8[1], not u8"},
		{"a.p=1", "field p of argument 2 is a pad of 1: want a field of the structure"},
		{"n.h=1", `argument 3 is no structure whose fields the launch says, and has no field "h"`},
		{"x.h=1", `argument 1 is no structure whose fields the launch says, and has no field "h"`},
		{"m.h=1", `no argument "m": legal are y or arg0, x or arg1, a or arg2, n or arg3, global, local, offset`},
	} {
		_, _, err := setOf(t, of, c.set)
		assert.EqualError(t, err, "--set "+c.set+": "+c.want)
	}
}

// TestSetImage: an image takes the contents of a picture, an .npy or a list, of its own size.
func TestSetImage(t *testing.T) {
	dir := filepath.Join(corpus.Root(), "examples", "blur")
	l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	texels := l.Args[0].Data
	black := make([]byte, len(texels))
	writeNPY(t, "black.npy", "u8", black, 32, 48, 4)
	writeNPY(t, "small.npy", "u8", black[:16], 2, 2, 4)
	for set, want := range map[string][]byte{
		"arg0=@black.npy": black,
		"arg0=@" + filepath.Join(dir, "picture.png"):                                texels,
		"arg0={values: [" + strings.Repeat("[0, 0, 0, 0],", 32*48) + "]}":           black,
		"arg2=[" + strings.TrimSuffix(strings.Repeat("7,", len(texels)), ",") + "]": bytes.Repeat([]byte{7}, len(texels)),
	} {
		s, _, err := run.Prepare(l, run.Options{Engine: load.Interp, Set: []string{set}})
		require.NoError(t, err)
		i := int(set[3] - '0')
		assert.Equal(t, want, s.Launch().Args[i].Data, "%.20s", set)
	}
	for set, want := range map[string]string{
		"arg0=@small.npy": "small.npy has the shape (2, 2, 4): want (32, 48, 4)",
		"arg0=[1, 2]":     "2 components: an image 2d of format rgba8 and 48 x 32 has 6144",
		"arg0=1":          `argument 0 is an image: want @FILE or a list of components, found "1"`,
		"arg1=1":          "argument 1 is a sampler, which the launch file alone says",
		"arg1=@small.npy": "argument 1 is no buffer or image: want its value",
	} {
		_, _, err := run.Prepare(l, run.Options{Engine: load.Interp, Set: []string{set}})
		assert.ErrorContains(t, err, want)
	}
	_, _, err = run.Prepare(l, run.Options{Engine: load.Interp, Set: []string{"arg0=@small.npy" + strings.Repeat("x", 200)}})
	assert.ErrorContains(t, err, "--set arg0=@small.npyxxxxx")
}

// TestSetElsewhere: local memory, and launches that have no metadata, whose arguments have numbers alone.
func TestSetElsewhere(t *testing.T) {
	dir := filepath.Join(corpus.Subset(), "run", "reduce__dot_slm")
	l, err := launch.Read(filepath.Join(dir, "launch.yaml"))
	require.NoError(t, err)
	i := -1
	for n := range l.Args {
		if l.Args[n].Kind == launch.LocalArg {
			i = n
		}
	}
	require.GreaterOrEqual(t, i, 0)
	s, _, err := run.Prepare(l, run.Options{Set: []string{"arg" + string(rune('0'+i)) + "=8192"}})
	require.NoError(t, err)
	assert.Equal(t, 8192, s.Launch().Args[i].Size)
	_, _, err = run.Prepare(l, run.Options{Set: []string{"arg" + string(rune('0'+i)) + "=65537"}})
	require.ErrorContains(t, err, `want a whole number from 1 to 65536, found "65537"`)

	t.Chdir(t.TempDir())
	a := launch.Array{Type: launch.Type{Name: "f32", Size: 4}, Shape: []int{4}, Data: []byte("0123456789abcdef")}
	require.NoError(t, os.WriteFile("a.npy", a.NPY(), 0o600))
	require.NoError(t, os.WriteFile("zero", make([]byte, 16), 0o600))
	native, err := launch.Parse("l.yaml", []byte("kernel: k.dat\ntarget: skl\ndispatch: media_object\nsurfaces: [{bti: 0, type: BUFFER, initial: zero, expected: a.npy}]\nthreads: [{grf: {}}]\n"))
	require.NoError(t, err)
	assert.Equal(t, "0123456789abcdef", string(native.Args[0].Expect))
	head, err := native.Args[0].ExpectData("a.npy", []byte("fedcba9876543210"))
	require.NoError(t, err)
	assert.Contains(t, string(head), "'descr': '<f4'")
	for set, want := range map[string]string{
		"arg0=@a.npy": "",
		"global=1":    "--set global=1: this launch has no global: its threads are named by themselves",
		"n=1":         `--set n=1: no argument "n": legal are arg0`,
	} {
		s, err := run.NewSession(native, run.Options{Set: []string{set}})
		if want == "" {
			require.NoError(t, err)
			assert.Equal(t, "0123456789abcdef", string(s.Launch().Args[0].Data))
			continue
		}
		assert.EqualError(t, err, want)
	}
}
