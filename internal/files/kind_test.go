package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKindOf: contents say what a file is, its name only what they leave open.
func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		path, head string
		want       Kind
	}{
		{"x.dat", "CISA\x04\x01", ISA}, {"x", "\x7fELF\x02", Container}, {"x.dat", "CTNI", Container},
		{"x.isa", "!<arch>\n", Container}, {"x.dat", "\x03\x02\x23\x07", SPIRV}, {"x.dat", "\x07\x23\x02\x03", SPIRV},
		{"x.dat", "\x01\x00\x00\x00", Native}, {"-", "\x01\x00\x00\x00", Native}, {"x.bmp", "\x01\x00\x00\x00", Binary},
		{"x.visaasm", "a\x00", Binary}, {"x.dat", "\x01\x02", Native}, {"x.dat", "", Native},
		{"-", ".version 4.1\n", VISA}, {"x.dat", "\n\n.kernel \"k\"\n", VISA}, {"-", "\ufeff.version 4.1\n", VISA},
		{"x", ".global_function \"f\"\n", VISA}, {"x.visaasm", "words\n", VISA},
		{"-", "---\nversion: '1.20'\nkernels:\n", Metadata}, {".ze_info", "words\n", Metadata}, {"x.zeinfo", "", Metadata},
		{"-", "# mine\nkernel: k\n", Launch}, {"x.yml", "a: b\n", Launch},
		{"-", "kernel void f(global int *p) {}\n", Source}, {"x.txt", "__kernel void f() {}\n", Source}, {"x.cl", "int f();\n", Source},
		{"x.asm", "add (8|M0)\n", Assembly}, {"x.bin", "words\n", Container}, {"x.spv", "words\n", SPIRV},
		{"-", "words\n", Unknown}, {"x.txt", "words\n", Unknown},
		{"x.visaasm", strings.Repeat("a", headSize) + "\x00", VISA},
	} {
		assert.Equal(t, c.want, KindOf(c.path, []byte(c.head)), "%s %q", c.path, c.head)
	}
}

// endless is a file that never ends; it counts what is read of it.
type endless struct {
	fill byte
	n    int64
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.fill
	}
	e.n += int64(len(p))
	return len(p), nil
}

// TestReadBounds: no more is read than the kind may have, and what is not text
// is refused after its beginning.
func TestReadBounds(t *testing.T) {
	for _, c := range []struct {
		path string
		fill byte
		want []Kind
		most int64
		err  string
	}{
		{"/dev/zero", 0, []Kind{VISA}, headSize, "/dev/zero: this is not text: want vISA text (.visaasm)"},
		{"/dev/zero", 0, []Kind{Launch}, headSize, "/dev/zero: this is not text: want a launch file (.yaml)"},
		{"/dev/zero", 0, []Kind{VISA, Native}, headSize, "/dev/zero: this is not text: want vISA text (.visaasm) or raw native code (.dat)"},
		{"x.yaml", 'a', []Kind{Launch}, 4<<20 + 1, "x.yaml: larger than 4194304 bytes, the limit of a launch file"},
		{"x", 'a', []Kind{Metadata}, 16<<20 + 1, "x: larger than 16777216 bytes, the limit of kernel metadata"},
		{"x.dat", 0, []Kind{Native}, 8<<20 + 1, "x.dat: larger than 8388608 bytes, the limit of raw native code"},
		{"x", 'a', []Kind{VISA, Native}, headSize, "x: this is a file of no known kind: want vISA text (.visaasm) or raw native code (.dat)"},
	} {
		r := &endless{fill: c.fill}
		data, _, err := ReadAll(c.path, r, c.want...)
		require.EqualError(t, err, c.err)
		assert.Nil(t, data)
		assert.LessOrEqual(t, r.n, c.most+1<<16, c.path)
	}
	whole := strings.Repeat("a", 4<<20)
	data, kind, err := ReadAll("x", strings.NewReader(whole), Launch)
	require.NoError(t, err)
	assert.Equal(t, Launch, kind)
	assert.Equal(t, whole, string(data))
	assert.Equal(t, int64(4<<20), Launch.Limit())

	_, _, err = ReadAll("x", io.MultiReader(strings.NewReader("abc"), errReader{}), Launch)
	require.ErrorIs(t, err, os.ErrClosed)
	_, _, err = Read(filepath.Join(t.TempDir(), "none"), Launch)
	require.ErrorIs(t, err, os.ErrNotExist)
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, os.ErrClosed }

// TestKindErrors: what is valid and not read is "not supported".
func TestKindErrors(t *testing.T) {
	for k, unsupported := range map[Kind]bool{Container: true, SPIRV: true, ISA: true, Source: false, Native: false, Binary: false} {
		assert.Equal(t, unsupported, errors.Is(&KindError{"x", k, []Kind{VISA}}, errors.ErrUnsupported), k.String())
	}
	assert.NotErrorIs(t, &KindError{"x", ISA, []Kind{Native}}, errors.ErrUnsupported)
}

// TestSameFile: links and folders by another name do not hide a file.
func TestSameFile(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("d", 0o755))
	require.NoError(t, os.WriteFile("d/a", nil, 0o644))
	require.NoError(t, os.Symlink("d", "e"))
	require.NoError(t, os.Symlink("d/a", "soft"))
	require.NoError(t, os.Link("d/a", "hard"))
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"d/a", "soft", true}, {"d/a", "hard", true}, {"d/a", "e/a", true}, {"d/new", "e/new", true}, {"d/new", "./d/../d/new", true},
		{"d/a", "d/b", false}, {"d/new", "d/other", false}, {"", "", false}, {"", "d/a", false}, {os.DevNull, os.DevNull, false},
	} {
		assert.Equal(t, c.want, Same(c.a, c.b), "%s %s", c.a, c.b)
	}
}
