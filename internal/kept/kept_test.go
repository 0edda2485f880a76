package kept

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestArguments(t *testing.T) {
	got, err := arguments("go test fuzz v1\nstring(\"a\\n(\")\n[]byte(\"\\x00b\")\nuint64(18446744073709551615)\n")
	require.NoError(t, err)
	assert.Equal(t, []any{"a\n(", []byte("\x00b"), uint64(1<<64 - 1)}, got)
	for text, want := range map[string]string{
		"go test fuzz v2\n":                      `first line "go test fuzz v2"`,
		"go test fuzz v1\nint(1)\n":              `line 2: "int(1)": want a string`,
		"go test fuzz v1\nuint64(-1)\n":          "line 2: strconv",
		"go test fuzz v1\nuint64(1)\nstring(a)":  "line 3: a: invalid syntax",
		"go test fuzz v1\nstring(\"a\")\nstring": "line 3",
	} {
		_, err := arguments(text)
		assert.ErrorContains(t, err, want)
	}
}

func TestRead(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, text := range []string{"go test fuzz v1\nuint64(1)\n", "go test fuzz v1\nuint64(2)\n"} {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: "x", Mode: 0o600, Size: int64(len(text))}))
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, w.WriteHeader(&tar.Header{Name: "folder/", Typeflag: tar.TypeDir}))
	require.NoError(t, w.Close())
	require.NoError(t, z.Close())
	whole := bytes.Clone(b.Bytes())
	got, err := read(&b)
	require.NoError(t, err)
	assert.Equal(t, [][]any{{uint64(1)}, {uint64(2)}}, got)
	_, err = read(bytes.NewReader(whole[:len(whole)/2]))
	assert.Error(t, err)
}
