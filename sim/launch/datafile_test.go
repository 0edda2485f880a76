package launch_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// writeNPY writes numbers of a type to a file in the current folder.
func writeNPY(t *testing.T, path, elem string, data []byte, shape ...int) {
	t.Helper()
	typ, ok := launch.FindType(elem)
	require.True(t, ok)
	a := launch.Array{Type: typ, Shape: shape, Data: data}
	require.NoError(t, os.WriteFile(path, a.NPY(), 0o600))
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// numberFiles are the files that the tests below read.
func numberFiles(t *testing.T) {
	t.Helper()
	writeNPY(t, "y.npy", "f32", make([]byte, 16), 4)
	writeNPY(t, "y22", "f32", make([]byte, 16), 2, 2) // told by its contents
	writeNPY(t, "i.npy", "i32", make([]byte, 16), 4)
	writeText(t, "zero.csv", "# y\n0, 0\n0 0\n")
	writeText(t, "exp.csv", "2.5\n5\n-7.5\n10\n")
	writeText(t, "names.csv", "y\n1\n")
	require.NoError(t, os.WriteFile("raw.in", make([]byte, 16), 0o600))
}

// TestNumberFiles: buffers and expectations of .npy and CSV, the type of the .npy where the launch says none, and what
// the launch saves and blesses into them.
func TestNumberFiles(t *testing.T) {
	inSaxpy(t)
	numberFiles(t)
	for _, c := range []struct{ arg, saved string }{
		{"{buffer: y.npy, expect: exp.csv, save: out.csv}", "2.5\n5\n-7.5\n10\n"},
		{"{expect: exp.csv, buffer: y22, save: out.tsv}", "2.5,5\n-7.5,10\n"},
		{"{buffer: zero.csv, type: f32, expect: exp.csv}", ""},
		{"{buffer: raw.in, type: f32, expect: {values: [2.5, 5, -7.5, 10]}}", ""},
		{"{buffer: y22, expect: {values: [2.5, 5, -7.5, 10]}, save: out.npy}", "(2, 2)"},
		{"{buffer: {bytes: 16, fill: zero}, type: f32, expect: exp.csv, save: out.npy}", "(4,)"},
	} {
		l, err := launch.Parse("l.yaml", []byte(strings.Replace(fourLaunch, "Y", c.arg, 1)))
		require.NoError(t, err, c.arg)
		rep, err := run.Run(t.Context(), l, run.Options{Engine: load.Interp})
		require.NoError(t, err, c.arg)
		assert.True(t, rep.OK(), c.arg)
		assert.Equal(t, "f32", l.Args[0].Elem.Name, c.arg)
		got := l.Args[0].SaveData(rep.Buffers[0])
		if filepath.Ext(l.Args[0].Save) == ".npy" {
			a, err := launch.ReadNPY(got)
			require.NoError(t, err)
			assert.Equal(t, c.saved, a.ShapeText(), c.arg)
			assert.Equal(t, rep.Buffers[0], a.Data)
		} else if c.saved != "" {
			assert.Equal(t, c.saved, string(got), c.arg)
		}
	}
	for _, c := range []struct{ expect, want string }{
		{"y22", "\x93NUMPY"},
		{"y.npy", "\x93NUMPY"},
		{"zero.csv", "2.5\n5\n-7.5\n10\n"},
		{"raw.in", "\x00\x00 @"},
	} {
		before, err := os.ReadFile(c.expect)
		require.NoError(t, err)
		text := strings.Replace(fourLaunch, "Y", "{buffer: {values: [0, 0, 0, 0]}, type: f32, expect: "+c.expect+"}", 1)
		_, rep, files, err := blessed(t, text)
		require.NoError(t, err)
		require.Len(t, files, 1)
		assert.Equal(t, c.expect, files[0].Path)
		assert.Equal(t, c.want, string(files[0].Data[:len(c.want)]), c.expect)
		if launch.IsNPY(before) {
			assert.Equal(t, string(before[:len(before)-16])+string(rep.Buffers[0]), string(files[0].Data), "the shape stays")
		}
	}
}

// TestNumberFileErrors: files that are not what the launch needs, with the place in the launch, or in the CSV.
func TestNumberFileErrors(t *testing.T) {
	inSaxpy(t)
	numberFiles(t)
	writeText(t, "no.npy", "1 2 3\n")
	for _, c := range []struct{ arg, want string }{
		{"{buffer: i.npy, type: f32}", "l.yaml:7:14: error: i.npy holds numbers of type i32: want f32"},
		{"{buffer: y.npy, expect: i.npy}", "l.yaml:7:29: error: i.npy holds numbers of type i32: want f32"},
		{"{expect: i.npy, buffer: y.npy}", "l.yaml:7:14: error: i.npy holds numbers of type i32: want f32"},
		{"{buffer: no.npy}", `l.yaml:7:14: error: no.npy: not a file of numpy.save, which begins with "\x93NUMPY"`},
		{"{buffer: zero.csv}", `l.yaml:7:14: error: zero.csv: the numbers of a CSV need the key "type" of a buffer, such as f32`},
		{"{buffer: names.csv, type: f32}", `names.csv:1:1: error: want a number in the range of f32 such as 2.5, -1e-3, 0x1p-4, inf or nan, found "y"; a line of names begins with #`},
		{"{buffer: exp.csv, type: i32}", `exp.csv:1:1: error: want a whole number from -2147483648 to 2147483647, found "2.5"; a line of names begins with #`},
		{"{buffer: y.npy, type: f32, expect: {values: [1]}}", "l.yaml:7:40: error: expected data has 4 bytes, the buffer 16"},
		{"{buffer: {bytes: 0x30000000, fill: zero}, save: out.npy}",
			"l.yaml:7:53: error: buffers and their expectations to this one have 1610612736 bytes together: the limit is 1073741824"},
		{"{buffer: {bytes: 0x10000000, fill: zero}, type: i32, save: out.csv}",
			"l.yaml:7:64: error: buffers and their expectations to this one have 2013265920 bytes together: the limit is 1073741824"},
	} {
		_, err := launch.Parse("l.yaml", []byte(strings.Replace(fourLaunch, "Y", c.arg, 1)))
		assert.EqualError(t, err, c.want, c.arg)
	}
	require.NoError(t, os.Truncate("zero.csv", launch.MaxCSV+1))
	_, err := launch.Parse("l.yaml", []byte(strings.Replace(fourLaunch, "Y", "{buffer: zero.csv, type: f32}", 1)))
	assert.EqualError(t, err, "l.yaml:7:14: error: zero.csv: a CSV of 67108865 bytes: the limit is 67108864; .npy and bytes may be larger")
}

// TestImageNumbers: images of values, .npy and CSV, with room between rows, and an .npy that says size and format.
func TestImageNumbers(t *testing.T) {
	t.Chdir(t.TempDir())
	bytes := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	writeNPY(t, "hwc.npy", "u8", bytes, 2, 3, 2)
	writeNPY(t, "hw.npy", "u8", bytes, 4, 3)
	writeNPY(t, "f.npy", "f32", []byte{0, 0, 128, 63, 0, 0, 0, 64}, 1, 2)
	writeNPY(t, "dhw.npy", "u8", bytes, 2, 3, 2)
	writeNPY(t, "hw3.npy", "u8", bytes, 2, 2, 3)
	writeText(t, "c.csv", "1,2,3,4\n5,6,7,8\n")
	for _, c := range []struct{ arg, format, want string }{
		{"{image: 2d, data: hwc.npy}", "rg8", "0102030405060708090a0b0c"},
		{"{image: 2d, data: hw.npy}", "r8", "0102030405060708090a0b0c"},
		{"{image: 2d, data: f.npy}", "r32f", "0000803f00000040"},
		{"{image: 3d, data: dhw.npy}", "r8", "0102030405060708090a0b0c"},
		{"{image: 2d_array, layers: 2, data: dhw.npy}", "r8", "0102030405060708090a0b0c"},
		{"{image: 2d, format: rg8ui, row_pitch: 8, data: hwc.npy}", "rg8ui", "010203040506" + "0000" + "0708090a0b0c"},
		{"{image: 1d, format: rgba8, width: 2, data: c.csv}", "rgba8", "0102030405060708"},
		{"{image: 2d, format: rg8, width: 2, height: 2, row_pitch: 6, data: {values: [[1, 2, 3, 4], [5, 6, 7, 8]]}}", "rg8", "01020304" + "0000" + "05060708"},
		{"{image: 2d, format: rg8, width: 2, height: 2, fill: zero, expect: {values: [1, 2, 3, 4, 5, 6, 7, 8]}}", "rg8", "0102030405060708"},
		{"{image: 2d, format: rg8, width: 2, height: 2, fill: zero, expect: c.csv}", "rg8", "0102030405060708"},
	} {
		l, err := launch.Parse("l.yaml", []byte("kernel: k\nglobal: [1]\nlocal: [1]\nargs: ["+c.arg+"]\n"))
		require.NoError(t, err, c.arg)
		a := &l.Args[0]
		assert.Equal(t, c.format, a.Image.Format.Name, c.arg)
		data := a.Data
		if data == nil {
			data = a.Expect
		}
		assert.Equal(t, c.want, hex.EncodeToString(data), c.arg)
		assert.Equal(t, data, blessedImage(t, c.arg, data), c.arg)
	}
	for _, c := range []struct{ arg, want string }{
		{"{image: 2d, format: rgba8, data: hwc.npy}", "4:41: error: hwc.npy has the shape (2, 3, 2): want (2, 3, 4)"},
		{"{image: 2d, format: r32f, data: hwc.npy}", "4:40: error: hwc.npy holds numbers of type u8: want f32"},
		{"{image: 2d, width: 2, data: hwc.npy}", "4:36: error: hwc.npy has the shape (2, 3, 2): want (2, 2, 2)"},
		{"{image: 2d, width: 2, height: 2, data: c.csv}", `4:47: error: the numbers of a CSV need the key "format": legal are r8 r16 `},
		{"{image: 2d, width: 2, height: 2, data: {values: [1]}}", `4:47: error: values need the key "format": legal are r8 r16 `},
		{"{image: 2d, width: 2, height: 2, format: r8, data: {values: [1]}}", "4:59: error: 1 components: an image 2d of format r8 and 2 x 2 has 4"},
		{"{image: 2d, width: 2, height: 2, format: r8, data: {fill: zero}}", `4:60: error: unknown key "fill": legal keys are values, bytes`},
		{"{image: 2d, width: 2, height: 2, format: r8, fill: zero, expect: c.csv}", "4:73: error: 8 components: an image 2d of format r8 and 2 x 2 has 4"},
		{"{image: 2d, data: hw3.npy}", `4:8: error: missing key "format": legal are r8 r16 `},
		{"{image: 1d, data: hwc.npy}", `4:8: error: missing key "format": legal are r8 r16 `},
	} {
		_, err := launch.Parse("l.yaml", []byte("kernel: k\nglobal: [1]\nlocal: [1]\nargs: ["+c.arg+"]\n"))
		assert.ErrorContains(t, err, "l.yaml:"+c.want, c.arg)
	}
}

// blessedImage writes the contents of an image to a CSV and an .npy that the launch expects, and gives what a launch reads
// of them.
func blessedImage(t *testing.T, arg string, contents []byte) []byte {
	t.Helper()
	without, _, _ := strings.Cut(strings.TrimSuffix(arg, "}"), ", expect: ")
	for _, file := range []string{"again.csv", "again.npy"} {
		for _, pass := range []string{"save", "expect"} {
			src := "kernel: k\nglobal: [1]\nlocal: [1]\nargs: [" + without + ", " + pass + ": " + file + "}]\n"
			l, err := launch.Parse("l.yaml", []byte(src))
			require.NoError(t, err, src)
			if pass == "save" {
				require.NoError(t, os.WriteFile(file, l.Args[0].SaveData(contents), 0o600))
				continue
			}
			assert.Equal(t, contents, l.Args[0].Expect, src)
			blessed, err := l.Args[0].ExpectData(file, contents)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(file, blessed, 0o600))
			l, err = launch.Parse("l.yaml", []byte(src))
			require.NoError(t, err)
			contents = l.Args[0].Expect
		}
	}
	return contents
}
