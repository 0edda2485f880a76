//go:build oracle

package container

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
)

// TestLinesOracle compiles kernels with -g for devices of each family, in both
// formats, optimised and not, and compares each line with what package dwarf and
// binutils read.
func TestLinesOracle(t *testing.T) {
	for _, tool := range []string{"ocloc", "readelf"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s (Debian's intel-opencl-icd, binutils) is not installed", tool)
		}
	}
	kernels := map[string][]string{"scale.cl": {"scale"}, "pair.cl": {"first", "second"}}
	seen := 0
	for device, target := range map[string]native.Target{"bdw": native.BDW, "skl": native.SKL, "bxt": native.BXT, "icllp": native.ICL, "tgllp": native.TGL} {
		for _, options := range []string{"-g", "-g -cl-opt-disable"} {
			if options != "-g" && device != "skl" && device != "tgllp" {
				continue // which takes long, and is the same
			}
			for source, names := range kernels {
				for _, format := range []string{"zebin", "patchtokens"} {
					if format == "zebin" && len(names) > 1 {
						continue // this compiler leaves the debug data out
					}
					data := compileWith(t, source, "-device", device, "--format", format, "-options", options)
					for _, name := range names {
						sameAsDwarf(t, source+" "+device+" "+format+options, data, target, name)
						sameAsReadelf(t, data, target, name)
						seen++
					}
				}
			}
		}
	}
	assert.Equal(t, (5+2)*4, seen)
}

// compileWith compiles a source of testdata/lines.
func compileWith(t *testing.T, source string, args ...string) []byte {
	dir := t.TempDir()
	args = append([]string{"compile", "-file", filepath.Join(corpus.Root(), "testdata", "lines", source), "-out_dir", dir, "-output", "k"}, args...)
	out, err := exec.Command("ocloc", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	paths, err := filepath.Glob(filepath.Join(dir, "k*.bin"))
	require.NoError(t, err)
	require.Len(t, paths, 1, "%s", out)
	b, err := os.ReadFile(paths[0])
	require.NoError(t, err)
	return b
}

// sameAsReadelf compares the rows that readelf prints with the lines at their
// addresses: "k.cl 7 0x20 x", and "-" for the end. Of two rows at an address the last
// counts.
func sameAsReadelf(t *testing.T, data []byte, target native.Target, kernel string) {
	l, _ := linesOf(t, data, target, kernel)
	f, err := Open("k.bin", data, target)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "k.elf")
	require.NoError(t, os.WriteFile(path, f.debug[kernel].elf.data, 0o644))
	text, err := exec.Command("readelf", "--debug-dump=decodedline", path).Output()
	require.NoError(t, err)
	want := map[int]int{}
	for row := range strings.Lines(string(text)) {
		part := strings.Fields(row)
		if len(part) < 3 || !strings.HasSuffix(part[0], ".cl") {
			continue
		}
		line, _ := strconv.Atoi(part[1])
		addr, err := strconv.ParseInt(part[2], 0, 32)
		require.NoError(t, err, row)
		want[int(addr)] = line
	}
	require.Greater(t, len(want), 3, "%s", text)
	for off, line := range want {
		got := l.At(off)
		assert.Equal(t, line, got.Line, "%s %#x", kernel, off)
	}
}
