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

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/container"
	"github.com/genvisa/genvisa/sim/run"
)

var (
	firstSeed = flag.Uint64("first", 1, "first seed")
	seeds     = flag.Uint64("seeds", 2, "number of seeds: one program each")
	kernels   = flag.Int("kernels", 4, "kernels of a program")
	keep      = flag.String("keep", "", "folder for programs whose results differ")
)

// engines are the ways to run a kernel of a container that are compared with pocl.
var engines = []struct {
	name string
	load func(f *container.File, kernel string) (*run.Program, error)
}{
	{"interpreter", func(f *container.File, kernel string) (*run.Program, error) {
		return run.FromContainer(f, kernel, run.InterpCode, native.SKL)
	}},
	{"our code", ours(native.SKL)},
	{"our code for bxt", ours(native.BXT)},
	{"Intel's code", func(f *container.File, kernel string) (*run.Program, error) {
		return run.FromContainer(f, kernel, run.IntelCode, native.SKL)
	}},
}

// ours compiles the text of a kernel for target t.
func ours(t native.Target) func(f *container.File, kernel string) (*run.Program, error) {
	return func(f *container.File, kernel string) (*run.Program, error) {
		k, err := f.Kernel(kernel)
		if err != nil {
			return nil, err
		}
		text, err := run.ContainedVISA(f, k)
		if err != nil {
			return nil, err
		}
		p, err := run.FromVISA(text.File, text, run.Sim, t)
		if err == nil {
			p.Info, p.Data = f.Info, f.Link()
		}
		return p, err
	}
}

// tally counts kernels by what became of them.
type tally struct {
	agree   int
	refused map[string]int
	differ  []string
}

// TestPrograms compares all engines with pocl on random programs.
func TestPrograms(t *testing.T) {
	host := hostProgram(t)
	c := &tally{refused: map[string]int{}}
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		j := &job{dir: t.TempDir(), seed: seed, program: generate(seed, *kernels, true)}
		require.NoError(t, j.build(host), "seed %d", seed)
		for _, k := range j.compare(t, c) {
			if *keep != "" {
				name := filepath.Join(*keep, fmt.Sprintf("seed%d_k%d.cl", seed, k))
				require.NoError(t, os.WriteFile(name, []byte(j.small(t, host, k)), 0o600))
			}
		}
	}
	for why, n := range c.refused {
		t.Logf("%5d refused: %s", n, why)
	}
	t.Logf("%d kernels agree, %d differ", c.agree, len(c.differ))
	for _, d := range c.differ {
		t.Error(d)
	}
}

// TestCompilerFaults shows the forms for which Intel's compiler does not do what
// OpenCL C says, its vISA text and native code alike. The second line of each file
// gives the reason.
func TestCompilerFaults(t *testing.T) {
	host := hostProgram(t)
	files, err := filepath.Glob("testdata/compiler/*.cl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		j := &job{dir: t.TempDir(), program: &program{string(src), 1}}
		_, err = fmt.Sscanf(string(src), "// seed %d\n", &j.seed)
		require.NoError(t, err, f)
		require.NoError(t, j.build(host), f)
		want, err := j.want(0)
		require.NoError(t, err)
		for _, e := range engines {
			got, err := j.run("k0", e.load)
			require.NoError(t, err, f)
			require.NotEmpty(t, firstDifference(got, want), "%s: %s agrees: let the generator make such programs again", f, e.name)
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
		j := &job{dir: t.TempDir(), program: &program{string(src), 1}}
		require.NoError(t, j.build(host), f)
		want, err := j.want(0)
		require.NoError(t, err)
		require.NotEqual(t, right, want[0][:len(right)], "%s: pocl is right: let TestPrograms find such programs again", f)
		for _, e := range engines {
			got, err := j.run("k0", e.load)
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
	seed    uint64
	program *program
	scalar  uint32
	file    *container.File // what Intel's compiler makes of it
}

func (j *job) path(name string) string { return filepath.Join(j.dir, name) }

// build runs the program with pocl and compiles it with Intel's compiler.
func (j *job) build(host string) error {
	if err := j.inputs(); err != nil {
		return err
	}
	if err := j.expect(host); err != nil {
		return err
	}
	return j.compile("skl", native.SKL)
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

// expect runs the program with pocl.
func (j *job) expect(host string) error {
	out, err := exec.Command(host, j.path("p.cl"), "", fmt.Sprint(j.program.kernels), fmt.Sprint(globalSize), fmt.Sprint(localSize),
		j.path("a"), j.path("f"), fmt.Sprint(j.scalar), j.path("want")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pocl: %w: %s", err, out)
	}
	return nil
}

// want is what pocl leaves in o and c.
func (j *job) want(kernel int) ([][]byte, error) {
	o, err := os.ReadFile(j.path(fmt.Sprintf("want%d.o", kernel)))
	if err != nil {
		return nil, err
	}
	c, err := os.ReadFile(j.path(fmt.Sprintf("want%d.c", kernel)))
	return [][]byte{o, c}, err
}

// compile makes a container of vISA text, native code, constants and metadata with
// Intel's compiler.
func (j *job) compile(device string, t native.Target, options ...string) error {
	c := exec.Command("ocloc", append([]string{"compile", "-file", "p.cl", "-device", device, "-output", "p.bin", "-output_no_suffix",
		"--format", "zebin", "-internal_options", "-ze-emit-zebin-visa-sections"}, options...)...)
	c.Dir = j.dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("ocloc: %w: %s", err, out)
	}
	path := j.path("p.bin")
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	j.file, _, err = run.OpenContainer(path, src, run.Options{Target: run.Only(t)})
	return err
}

// compare counts the kernels of a program and gives those that differ.
func (j *job) compare(t *testing.T, c *tally) (differ []int) {
	for k := range j.program.kernels {
		want, err := j.want(k)
		require.NoError(t, err)
		refused, other := j.verdicts(fmt.Sprintf("k%d", k), want, c)
		switch {
		case other:
			differ = append(differ, k)
		case !refused:
			c.agree++
		}
	}
	return differ
}

// verdicts runs a kernel on all engines: whether one refuses it, whether one has
// other results.
func (j *job) verdicts(name string, want [][]byte, c *tally) (refused, differs bool) {
	for _, e := range engines {
		got, err := j.run(name, e.load)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			c.refused[e.name+": "+strings.ReplaceAll(err.Error(), j.dir, "")]++
			refused = true
		case err != nil:
			c.differ = append(c.differ, fmt.Sprintf("seed %d %s, %s: %v", j.seed, name, e.name, err))
			differs = true
		case firstDifference(got, want) != "":
			c.differ = append(c.differ, fmt.Sprintf("seed %d %s, %s: %s", j.seed, name, e.name, firstDifference(got, want)))
			differs = true
		}
	}
	return refused, differs
}

// run gives what a kernel leaves in o and c.
func (j *job) run(name string, load func(f *container.File, kernel string) (*run.Program, error)) ([][]byte, error) {
	return j.runOn(name, native.SKL, load)
}

// runOn is run for native code of another target.
func (j *job) runOn(name string, t native.Target, load func(f *container.File, kernel string) (*run.Program, error)) ([][]byte, error) {
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
	l, err := run.ParseLaunch(j.path("launch.yaml"), []byte(yaml))
	if err != nil {
		return nil, err
	}
	p, err := load(j.file, name)
	if err != nil {
		return nil, err
	}
	r, err := run.Run(context.Background(), l, run.Options{Program: p, Kernel: name, Target: run.Only(t), Limit: 1e8})
	if err != nil {
		return nil, err
	}
	return [][]byte{r.Buffers[2], r.Buffers[3]}, nil
}

// firstDifference names the first word that differs, or is empty.
func firstDifference(got, want [][]byte) string {
	for b := range got {
		if len(got[b]) != len(want[b]) {
			return "sizes differ"
		}
		for i := 0; i < len(want[b]); i += 4 {
			g, w := binary.LittleEndian.Uint32(got[b][i:]), binary.LittleEndian.Uint32(want[b][i:])
			if g != w {
				return fmt.Sprintf("word %d of %s: %#x, pocl %#x", i/4, []string{"o", "c"}[b], g, w)
			}
		}
	}
	return ""
}
