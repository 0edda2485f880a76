package launch

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// npy is a file of version 1 with a header as it is given.
func npy(head string, data ...byte) []byte {
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8))
	return append(append(out, head...), data...)
}

func npyOf(descr, order, shape string, data ...byte) []byte {
	return npy(fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }  \n", descr, order, shape), data...)
}

// TestNPY: arrays as numpy writes them, of all versions of the format.
func TestNPY(t *testing.T) {
	one := npyOf("'<i2'", "False", "(1, 2)", 1, 0, 2, 0)
	two := append([]byte("\x93NUMPY\x02\x00"), binary.LittleEndian.AppendUint32(nil, uint32(one[8]))...)
	for _, c := range []struct {
		src   []byte
		name  string
		shape []int
		text  string
	}{
		{npyOf("'<f4'", "False", "(2,)", 0, 0, 128, 63, 0, 0, 0, 64), "f32", []int{2}, "(2,)"},
		{npyOf("'|u1'", "False", "()", 7), "u8", nil, "()"},
		{npyOf("'<f8'", "False", "(0, 4)"), "f64", []int{0, 4}, "(0, 4)"},
		{one, "i16", []int{1, 2}, "(1, 2)"},
		{append(two, one[10:]...), "i16", []int{1, 2}, "(1, 2)"},
	} {
		a, err := ReadNPY(c.src)
		require.NoError(t, err)
		assert.Equal(t, c.name, a.Type.Name)
		assert.Equal(t, c.shape, a.Shape)
		assert.Equal(t, c.text, a.ShapeText())
		again, err := ReadNPY(a.NPY())
		require.NoError(t, err)
		assert.Equal(t, a, again)
		assert.Zero(t, (len(a.NPY())-len(a.Data))%64, "numpy aligns data")
	}
}

// TestNPYErrors: what is no such file, or holds other numbers.
func TestNPYErrors(t *testing.T) {
	good := npyOf("'<f4'", "False", "(1,)", 0, 0, 0, 0)
	for _, c := range []struct {
		src  []byte
		want string
	}{
		{nil, `not a file of numpy.save, which begins with "\x93NUMPY"`},
		{good[:9], `not a file of numpy.save, which begins with "\x93NUMPY"`},
		{good[:30], fmt.Sprintf("truncated: a header of %d bytes in a file of 30", len(good)-14)},
		{good[:len(good)-1], "shape (1,) of f32 needs 4 bytes of data, found 3"},
		{append([]byte(nil), append(good, 0)...), "shape (1,) of f32 needs 4 bytes of data, found 5"},
		{[]byte("\x93NUMPY\x04\x00\x00\x00"), "version 4 of the file format: want 1 to 3"},
		{[]byte("\x93NUMPY\x03\x00\x00\x00"), "truncated in the header, at byte 10"},
		{[]byte("\x93NUMPY\x03\x00\xff\xff\xff\xff"), "a header of 4294967295 bytes: want at most 65535"},
		{npy("{}"), `a header that is not {'descr': ..., 'fortran_order': ..., 'shape': ...}: "{}"`},
		{npyOf("'>f4'", "False", "(1,)", 0, 0, 0, 0), "numbers of type '>f4' are big endian: want little endian (a.astype(a.dtype.newbyteorder('<')))"},
		{npyOf("'|b1'", "False", "(1,)", 0), "unknown type '|b1': want integers of 8 to 64 bits, or floats of 16, 32 or 64"},
		{npyOf("[('a', '<i4')]", "False", "(1,)", 0), "unknown type [('a', '<i4')]: want integers of 8 to 64 bits, or floats of 16, 32 or 64"},
		{npyOf("'<f4'", "True", "(1, 1)", 0, 0, 0, 0), "the first index runs fastest (Fortran order): want C order (numpy.ascontiguousarray)"},
		{npyOf("'<f4'", "False", "(99999999999999999999,)"), "shape (99999999999999999999,): want at most 64 sizes"},
		{npyOf("'<f4'", "False", "("+strings.Repeat("1,", 65)+")"), "shape (" + strings.Repeat("1,", 65) + "): want at most 64 sizes"},
		{npyOf("'<f8'", "False", "(4294967296, 4294967296)"), "shape (4294967296, 4294967296) is too large"},
	} {
		_, err := ReadNPY(c.src)
		assert.EqualError(t, err, c.want)
	}
}

func free(int64) error { return nil }

// TestCSV: numbers with commas and blanks between them.
func TestCSV(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"1,2\n3,4\n":                  "01000200" + "03000400",
		"\ufeff1 2\r\n 3\t-1\r\n\r\n": "010002000300ffff",
		"# x, y\n1 , 2\n  \n#3\n0x10": "010002001000",
	} {
		got, err := ReadCSV([]byte(text), Type{"i16", 2}, free)
		require.NoError(t, err, "%q", text)
		assert.Equal(t, want, hex.EncodeToString(got), "%q", text)
	}
	got, err := ReadCSV([]byte("nan,-inf 0x1p-4"), Type{"f32", 4}, free)
	require.NoError(t, err)
	assert.Equal(t, "0000c07f000080ff0000803d", hex.EncodeToString(got))
}

// TestCSVErrors: what is no number, with its place.
func TestCSVErrors(t *testing.T) {
	const want = "want a whole number from -32768 to 32767, found "
	for _, c := range []struct{ text, want string }{
		{"x,y\n1,2\n", `1:1: ` + want + `"x"; a line of names begins with #`},
		{"1,2\n3, four\n", `2:4: ` + want + `"four"`},
		{"1,2\n3 40000", `2:3: ` + want + `"40000"`},
		{"1,\n", `1:3: ` + want + `""; a line of names begins with #`},
		{"\n1, ,2\n", `2:3: ` + want + `""`},
		{"1;2\n", `1:1: ` + want + `"1;2"; a line of names begins with #`},
		{"\n1.5\n", `2:1: ` + want + `"1.5"`},
		{"1\n2,\"3\"\n", "2:3: a quote: want numbers as they are, with commas or blanks between them"},
		{"\n\x00" + strings.Repeat("a", 99), `2:1: ` + want + `"\x00` + strings.Repeat("a", 79) + `..."`},
		{"1\n" + strings.Repeat("1 ", MaxLine/2) + " 1", "2:1: a line of more than 4194304 bytes: want shorter lines"},
	} {
		_, err := ReadCSV([]byte(c.text), Type{"i16", 2}, free)
		var at *PlaceError
		assert.ErrorAs(t, err, &at)
		assert.EqualError(t, err, c.want)
	}
}

// TestCSVAsks: memory for all numbers is asked for once, before there are any.
func TestCSVAsks(t *testing.T) {
	full := errors.New("full")
	asked := int64(-1)
	_, err := ReadCSV([]byte("1,2 3\n4\nx"), Type{"f64", 8}, func(n int64) error { asked = n; return full })
	assert.Equal(t, full, err)
	assert.EqualValues(t, 40, asked)
}

// FuzzFiles: no text crashes the readers, what is read can be written and read again, and no more numbers come than
// memory was asked for.
func FuzzFiles(f *testing.F) {
	f.Add([]byte("1,2\n3 4\n"))
	f.Add([]byte("# a\r\n nan , -0x1p-4\r\n"))
	f.Add(npyOf("'<f4'", "False", "(2, 1)", 0, 0, 128, 63, 0, 0, 0, 64))
	f.Add(npyOf("'|u1'", "True", "()", 0))
	f.Add([]byte("\x93NUMPY\x02\x00\x02\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if a, err := ReadNPY(src); err == nil {
			again, err := ReadNPY(a.NPY())
			require.NoError(t, err)
			require.Equal(t, a, again)
		}
		for _, typ := range Types {
			room := int64(math.MaxInt64)
			got, err := ReadCSV(src, typ, func(n int64) error { room = n; return nil })
			var at *PlaceError
			if err != nil {
				require.ErrorAs(t, err, &at)
				require.Positive(t, at.Line)
				require.Positive(t, at.Col)
				continue
			}
			require.LessOrEqual(t, int64(len(got)), room)
		}
	})
}
