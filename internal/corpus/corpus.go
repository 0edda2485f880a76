package corpus

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Root is the repository's top folder.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// Subset is the corpus that travels with the repository.
func Subset() string { return filepath.Join(Root(), "testdata", "corpus") }

// Full is the corpus beside the repository, and whether it is there; with -short
// it never is.
func Full() (string, bool) {
	dir := filepath.Join(Root(), "..", "shared", "corpus")
	_, err := os.Stat(dir)
	return dir, err == nil && !testing.Short()
}

// Beside is the folder that holds the corpus and code that drivers ship; without it
// the test is skipped.
func Beside(tb testing.TB) string {
	tb.Helper()
	dir, ok := Full()
	if !ok {
		tb.Skip("the corpus is not beside the repository")
	}
	return filepath.Dir(dir)
}

// FilesBeside are the files of a folder below Beside whose names match a pattern; there
// is at least one.
func FilesBeside(tb testing.TB, folder, pattern string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(Beside(tb), folder, pattern))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no %s in %s beside the repository: %v", pattern, folder, err)
	}
	return files
}

// Dir is the full corpus when present, else the subset.
func Dir() string {
	if d, ok := Full(); ok {
		return d
	}
	return Subset()
}

// Which names what Dir is, for counts of it.
func Which() string {
	if _, ok := Full(); ok {
		return "the full corpus"
	}
	return "the subset"
}

// Files are the kernel files of the subset, in the order of docs/results.md.
var Files = []string{"saxpy", "matmul", "reduce", "mandelbrot", "bits", "crc32", "histogram", "transpose", "scan", "subgroup", "calls", "image_rw"}

// own are files of the subset that the full corpus lacks.
var own = []string{"ieee", "pressure"}

// Case is one kernel of one device: paths without extension, and its launch.
type Case struct {
	Name   string // "saxpy__saxpy"
	Kernel string // "saxpy"
	Device string // "skl"
	Stem   string // path of <device>/<file>__<kernel>_simd<N>, add ".visaasm", ".dat", ".isa"
	Info   string // path of <device>/<file>.zeinfo
	Launch string // path of run/<name>/launch.yaml
}

// Cases lists the kernels of Files for a device, and in the subset those of its own,
// sorted by file and name.
func Cases(tb testing.TB, dir, device string) []Case {
	tb.Helper()
	var out []Case
	files := Files
	if dir == Subset() {
		files = slices.Concat(Files, own)
	}
	for _, f := range files {
		got, err := filepath.Glob(filepath.Join(dir, device, f+"__*.visaasm"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, p := range got {
			out = append(out, CaseOf(dir, device, p))
		}
	}
	if len(out) == 0 {
		tb.Fatalf("no kernels for %s in %s", device, dir)
	}
	return out
}

// CaseOf is the case of a file of a kernel, <dir>/<device>/<file>__<kernel>_simd<N> with
// any extension.
func CaseOf(dir, device, path string) Case {
	stem := path[:len(path)-len(filepath.Ext(path))]
	name := filepath.Base(stem)
	name = name[:max(0, strings.LastIndexByte(name, '_'))]
	file, kernel, _ := strings.Cut(name, "__")
	return Case{
		Name: name, Kernel: kernel, Device: device, Stem: stem,
		Info:   filepath.Join(dir, device, file+".zeinfo"),
		Launch: filepath.Join(dir, "run", name, "launch.yaml"),
	}
}
