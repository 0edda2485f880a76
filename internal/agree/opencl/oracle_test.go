//go:build oracle

package opencl

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

var (
	firstSeed = flag.Uint64("first", 1, "first seed")
	seeds     = flag.Uint64("seeds", 2, "number of seeds: one program each")
	kernels   = flag.Int("kernels", 4, "kernels of a program")
	keep      = flag.String("keep", "", "folder for programs whose results differ")
	only      = flag.String("devices", "", "names of devices, all without")
)

// TestCompilerFaults shows the forms for which Intel's compiler does not do what
// OpenCL C says, its vISA text and native code alike. The second line of each file
// gives the reason.
func TestCompilerFaults(t *testing.T) {
	eachFault(t, "compiler", func(file string, e engine, differs string) {
		require.NotEmpty(t, differs, "%s: %s agrees: let the generator make such programs again", file, e.name)
	})
}

// TestFinalizerFaults shows the forms for which only the compiler's native code does not do
// what OpenCL C says: the finalizer makes something else of its vISA text, which is right.
func TestFinalizerFaults(t *testing.T) {
	eachFault(t, "finalizer", func(file string, e engine, differs string) {
		assert.Equal(t, e.code == load.IntelCode, differs != "", "%s: %s", file, e.name)
	})
}

// eachFault runs the kernels of a folder of testdata on the engines of the first device and tells what differs from pocl.
func eachFault(t *testing.T, folder string, tell func(file string, e engine, differs string)) {
	host := hostProgram(t)
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.cl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		j := &job{dir: t.TempDir(), device: &devices[0], program: &program{string(src), 1}}
		_, err = fmt.Sscanf(string(src), "// seed %d\n", &j.seed)
		require.NoError(t, err, f)
		require.NoError(t, j.build(host), f)
		want, err := j.want(0)
		require.NoError(t, err)
		for _, e := range j.device.engines() {
			got, err := j.run("k0", e)
			require.NoError(t, err, f)
			tell(f, e, firstDifference(got, want, nil))
		}
	}
}

// TestLibraryFaults: the functions that are marked so have results of special values in
// Intel's library that OpenCL does not allow, and only such results.
func TestLibraryFaults(t *testing.T) {
	p, of := strange()
	j := &job{dir: t.TempDir(), device: &devices[0], program: p}
	require.NoError(t, j.build(hostProgram(t)))
	for k, f := range of {
		want, err := j.want(k)
		require.NoError(t, err)
		for _, e := range j.device.engines() {
			got, err := j.run(fmt.Sprintf("k%d", k), e)
			require.NoError(t, err, f.name)
			assert.Empty(t, firstDifference(got, want, map[int]limit{0: f}), "%s: %s", f.name, e.name)
			assert.NotEmpty(t, firstDifference(got, want, map[int]limit{0: {ulps: f.ulps}}), "%s is right: take the mark away", f.name)
		}
	}
}

// TestPoclFaults shows the forms for which pocl does not do what OpenCL C says and
// the engines do: the first line of each file has the words at the beginning of o,
// the second the reason.
func TestPoclFaults(t *testing.T) {
	host := hostProgram(t)
	files, err := filepath.Glob("testdata/pocl/*.cl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		first, _, _ := strings.Cut(string(src), "\n")
		var right []byte
		for _, w := range strings.Fields(first)[2:] {
			v, err := strconv.ParseUint(w, 0, 32)
			require.NoError(t, err, f)
			right = binary.LittleEndian.AppendUint32(right, uint32(v))
		}
		j := &job{dir: t.TempDir(), device: &devices[0], program: &program{string(src), 1}}
		require.NoError(t, j.build(host), f)
		want, err := j.want(0)
		require.NoError(t, err)
		require.NotEqual(t, right, want[0][:len(right)], "%s: pocl is right: let TestPrograms find such programs again", f)
		for _, e := range j.device.engines() {
			got, err := j.run("k0", e)
			require.NoError(t, err, f)
			require.Equal(t, right, got[0][:len(right)], "%s: %s", f, e.name)
		}
	}
}

// hostProgram builds the program that runs kernels with pocl.
func hostProgram(t *testing.T) string {
	host := filepath.Join(t.TempDir(), "host")
	out, err := exec.Command("cc", "-O1", "-o", host, "testdata/host.c", "-lOpenCL").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return host
}

// job is one program with its files.
type job struct {
	dir     string
	device  *device
	seed    uint64
	program *program
	scalar  uint32
	file    *container.File // what Intel's compiler makes of it
	asked   [3]bool         // by way of cpus: it has run
}

func (j *job) path(name string) string { return filepath.Join(j.dir, name) }

// build runs the program with pocl and compiles it with Intel's compiler.
func (j *job) build(host string) error {
	if err := j.inputs(); err != nil {
		return err
	}
	if err := j.expect(host, 0); err != nil {
		return err
	}
	return j.compile()
}

// inputs writes the program and the contents of a and f.
func (j *job) inputs() error {
	r := rand.New(rand.NewPCG(j.seed, 1))
	j.scalar = r.Uint32() >> r.IntN(32)
	a, f := make([]byte, 4*inputs), make([]byte, 4*inputs)
	for i := range inputs {
		binary.LittleEndian.PutUint32(a[4*i:], r.Uint32()>>r.IntN(32))
		v := math.Float32bits(float32(r.NormFloat64() * math.Exp2(float64(r.IntN(60)-30))))
		if r.IntN(8) == 0 {
			v = []uint32{0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC00000, 1, 0x007FFFFF, 0x3F000000}[r.IntN(8)]
		}
		binary.LittleEndian.PutUint32(f[4*i:], v)
	}
	for name, data := range map[string][]byte{"p.cl": []byte(j.program.src), "a": a, "f": f} {
		if err := os.WriteFile(j.path(name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// cpus are the ways to run a program on a CPU, by the stems of their results: the first is
// what engines are compared with, the others where they differ from it. oclgrind
// interprets LLVM's code as it is.
var cpus = []struct {
	stem, options string
	command       []string
}{
	{"want", "-DCPU", nil},
	{"gotos", "", nil},
	{"oclgrind", "-DCPU", []string{"oclgrind"}},
}

// expect runs the program in way i. A kernel that ends with a signal, while it is compiled or
// because it does not end, leaves nothing; those behind it run all the same.
func (j *job) expect(host string, i int) error {
	if j.asked[i] {
		return nil
	}
	j.asked[i] = true
	var errs []error
	for first := 0; first < j.program.kernels; first++ {
		args := append(cpus[i].command[:len(cpus[i].command):len(cpus[i].command)], host, j.path("p.cl"), cpus[i].options, fmt.Sprint(first), fmt.Sprint(j.program.kernels),
			fmt.Sprint(globalSize), fmt.Sprint(localSize), j.path("a"), j.path("f"), fmt.Sprint(j.scalar), j.path(cpus[i].stem))
		for _, n := range j.program.locals() {
			args = append(args, fmt.Sprint(n))
		}
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err == nil {
			break
		}
		for first < j.program.kernels && j.has(cpus[i].stem, first) {
			first++
		}
		errs = append(errs, fmt.Errorf("%s k%d: %w: %s", cpus[i].stem, first, err, out))
	}
	return errors.Join(errs...)
}

// has says that a CPU has run a kernel.
func (j *job) has(stem string, kernel int) bool {
	_, err := j.left(stem, kernel)
	return err == nil
}

// want is what pocl leaves in o and c.
func (j *job) want(kernel int) ([][]byte, error) { return j.left("want", kernel) }

// left is what a CPU left in o and c.
func (j *job) left(stem string, kernel int) ([][]byte, error) {
	o, err := os.ReadFile(j.path(fmt.Sprintf("%s%d.o", stem, kernel)))
	if err != nil {
		return nil, err
	}
	c, err := os.ReadFile(j.path(fmt.Sprintf("%s%d.c", stem, kernel)))
	return [][]byte{o, c}, err
}

// compile makes a container of vISA text, native code, constants and metadata with
// Intel's compiler.
func (j *job) compile() error {
	c := exec.Command("ocloc", append([]string{"compile", "-file", "p.cl", "-device", j.device.name, "-output", "p.bin", "-output_no_suffix",
		"--format", "zebin", "-internal_options", "-ze-emit-zebin-visa-sections"}, j.device.options...)...)
	c.Dir = j.dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("ocloc: %w: %s", err, out)
	}
	path := j.path("p.bin")
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	j.file, _, err = load.OpenContainer(path, src, load.Options{Target: load.Only(j.device.target)})
	return err
}

// run gives what a kernel leaves in o and c.
func (j *job) run(name string, e engine) ([][]byte, error) {
	yaml := fmt.Sprintf(`kernel: %s
global: [%d, 1, 1]
local: [%d, 1, 1]
args:
  - {buffer: a}
  - {buffer: f}
  - {buffer: {bytes: %d, fill: zero}, output: true}
  - {buffer: {bytes: %d, fill: zero}, output: true}
  - {u32: %d}
`, name, globalSize, localSize, 4*outputs*globalSize, 4*counters, j.scalar)
	for _, n := range j.program.locals() {
		yaml += fmt.Sprintf("  - {local: %d}\n", n)
	}
	l, err := launch.Parse(j.path("launch.yaml"), []byte(yaml))
	if err != nil {
		return nil, err
	}
	p, err := load.FromContainer(j.file, name, e.code, e.target)
	if err != nil {
		return nil, err
	}
	r, err := run.Run(context.Background(), l, run.Options{Program: p, Kernel: name, Target: load.Only(e.target), Limit: 1e8})
	if err != nil {
		return nil, err
	}
	return [][]byte{r.Buffers[2], r.Buffers[3]}, nil
}
