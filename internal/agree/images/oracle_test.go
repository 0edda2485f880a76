//go:build oracle

package images

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/sim/run"
)

var (
	seed  = flag.Uint64("seed", 1, "seed of the contents")
	every = flag.Int("every", 79, "run one case of so many; 1 runs all")
	kindN = flag.Int("kinds", 3, "kinds of images, from 1 to 6: 2d, 3d, 1d_array and the rest")
)

// engines are what is compared with pocl.
var engines = []struct {
	name   string
	engine load.EngineName
	suffix string
}{
	{"interpreter", load.Interp, ".visaasm"},
	{"our code", load.Sim, ".visaasm"},
	{"Intel's code", load.Sim, ".dat"},
}

// TestImages compares all engines with pocl.
func TestImages(t *testing.T) {
	dir := t.TempDir()
	host := filepath.Join(dir, "host")
	command(t, "cc", "-O1", "-o", host, "testdata/host.c", "-lOpenCL")
	accepted := formats(t, host)
	c := newTally()
	for i := range kinds[:*kindN] {
		k := &kinds[i]
		all := jobs(k, func(f *mem.Format) bool { return accepted[[2]uint32{f.Order, f.DataType}] })
		b := &batch{dir: filepath.Join(dir, fmt.Sprint(k.number)), kind: k}
		require.NoError(t, os.Mkdir(b.dir, 0o700))
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		for first := r.IntN(min(*every, len(all))); first < len(all); first += *every {
			all[first].fill(r)
			b.jobs = append(b.jobs, all[first])
		}
		b.expect(t, host)
		b.compile(t)
		b.compare(t, c)
	}
	c.report(t)
}

func command(t *testing.T, name string, args ...string) string {
	c := exec.Command(name, args...)
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	require.NoError(t, c.Run(), "%s\n%s", &messages, &out)
	return out.String()
}

// formats is what pocl says that it reads. Of halfs it reads only those of four components: others give what is in the buffer by chance.
func formats(t *testing.T, host string) map[[2]uint32]bool {
	out := map[[2]uint32]bool{}
	ours := map[[2]uint32]bool{}
	for _, f := range mem.Formats() {
		ours[[2]uint32{f.Order, f.DataType}] = true
	}
	known := 0
	for _, line := range strings.Split(strings.TrimSpace(command(t, host, "-", "", "", "", "")), "\n") {
		var f [2]uint32
		_, err := fmt.Sscan(line, &f[0], &f[1])
		require.NoError(t, err)
		out[f] = f[1] != halfType || f[0] == rgbaOrder
		if out[f] && ours[f] {
			known++
		}
	}
	t.Logf("pocl names %d formats; %d of them are compared", len(out), known)
	return out
}

// CL_HALF_FLOAT, CL_RGBA.
const (
	halfType  = 0x10DD
	rgbaOrder = 0x10B5
)

// batch is the cases of one kind of images, which share a program.
type batch struct {
	dir   string
	kind  *kind
	jobs  []*job
	want  [][]byte          // by job
	stems map[string]string // kernel -> path of its dump without suffix
}

func (b *batch) path(name string) string { return filepath.Join(b.dir, name) }

var addresses = []uint32{mem.AddressNone: 0x1130, mem.ClampBorder: 0x1132, mem.ClampEdge: 0x1131, mem.Repeat: 0x1133, mem.Mirror: 0x1134}

// line is the job for host.c.
func (j *job) line() string {
	size, writes := [4]int{j.extent[0]}, 0
	switch j.kind.kind {
	case mem.Image1DArray:
		size[3] = j.extent[1]
	case mem.Image2DArray:
		size[1], size[3] = j.extent[1], j.extent[2]
	case mem.Image2D, mem.Image3D:
		size[1], size[2] = j.extent[1], j.extent[2]*boolToInt(j.kind.kind == mem.Image3D)
	}
	if j.verb == "write" {
		writes = 1
	}
	s := &j.sampler
	return fmt.Sprintln(j.kernel(), j.kind.object, j.format.Order, j.format.DataType, size[0], size[1], size[2], size[3],
		boolToInt(s.Normalized), addresses[s.Address], boolToInt(s.Filter == mem.Linear), len(j.image), points, writes)
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hostPlaces are the places for pocl. It takes the layer of an array for a
// coordinate: with normalized ones it multiplies it by the number of layers, where
// OpenCL says that it is not normalized (section 8.4).
func (j *job) hostPlaces() []byte {
	c := j.kind.spatial
	if c == j.kind.kind.Coordinates() || j.verb != "sample" || !j.sampler.Normalized {
		return j.at
	}
	out := bytes.Clone(j.at)
	for i := range points {
		v := float(j.at[16*i+4*c:]) / float64(j.extent[c])
		binary.LittleEndian.PutUint32(out[16*i+4*c:], math.Float32bits(float32(v)))
	}
	return out
}

// expect runs the cases by pocl.
func (b *batch) expect(t *testing.T, host string) {
	var lines, blob bytes.Buffer
	for _, j := range b.jobs {
		lines.WriteString(j.line())
		for _, data := range [][]byte{j.image, j.hostPlaces(), j.io} {
			blob.Write(data)
		}
	}
	require.NoError(t, os.WriteFile(b.path("jobs"), lines.Bytes(), 0o600))
	require.NoError(t, os.WriteFile(b.path("blob"), blob.Bytes(), 0o600))
	said := strings.Split(strings.TrimSpace(command(t, host, "testdata/images.cl", fmt.Sprintf("-DKIND=%d", b.kind.number),
		b.path("jobs"), b.path("blob"), b.path("out"))), "\n")
	require.Len(t, said, len(b.jobs))
	out, err := os.ReadFile(b.path("out"))
	require.NoError(t, err)
	b.want = make([][]byte, len(b.jobs))
	for i, j := range b.jobs {
		if !assertOK(t, said[i], j) {
			continue
		}
		n := len(j.io)
		if j.verb == "write" {
			n = len(j.image)
		}
		require.GreaterOrEqual(t, len(out), n)
		b.want[i], out = out[:n], out[n:]
	}
	require.Empty(t, out)
}

func assertOK(t *testing.T, said string, j *job) bool {
	if said != "ok" {
		t.Errorf("%s: pocl: %s", j, said)
	}
	return said == "ok"
}

var kernelRE = regexp.MustCompile(`(?m)^\.kernel "(.*)"`)

// compile makes vISA text, native code and metadata with Intel's compiler.
func (b *batch) compile(t *testing.T) {
	src, err := filepath.Abs("testdata/images.cl")
	require.NoError(t, err)
	c := exec.Command("ocloc", "compile", "-file", src, "-device", "skl", "--format", "zebin", "-output", "p", "-options", fmt.Sprintf("-DKIND=%d", b.kind.number))
	c.Dir = b.dir
	c.Env = append(os.Environ(), "IGC_ShaderDumpEnable=1", "IGC_DumpToCustomDir="+b.path("dump"))
	require.NoError(t, os.Mkdir(b.path("dump"), 0o700))
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	e, err := elf.Open(b.path("p_Gen9core.bin"))
	require.NoError(t, err)
	defer e.Close()
	info, err := e.Section(".ze_info").Data()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(b.path("p.zeinfo"), info, 0o600))
	texts, err := filepath.Glob(b.path("dump/*_entry_*.visaasm"))
	require.NoError(t, err)
	b.stems = map[string]string{}
	for _, f := range texts {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		if m := kernelRE.FindSubmatch(src); m != nil {
			b.stems[string(m[1])] = strings.TrimSuffix(f, ".visaasm")
		}
	}
}

// compare runs the cases by all engines.
func (b *batch) compare(t *testing.T, c *tally) {
	programs := map[string]*load.Program{}
	for _, e := range engines {
		for i, j := range b.jobs {
			if b.want[i] == nil {
				continue
			}
			path := b.stems[j.kernel()] + e.suffix
			key := fmt.Sprint(e.engine, path)
			if programs[key] == nil {
				p, err := load.FromPath(path, e.engine, native.SKL)
				require.NoError(t, err)
				programs[key] = p
			}
			got, err := b.run(j, programs[key])
			c.add(j, e.name, got, b.want[i], err)
		}
	}
}

// run gives what a case leaves: the image for a write.
func (b *batch) run(j *job, p *load.Program) ([]byte, error) {
	l := &launch.Launch{
		Kernel: j.kernel(), Dims: 1, Global: [3]uint32{points, 1, 1}, Local: [3]uint32{32, 1, 1},
		Args: []launch.Arg{
			{Kind: launch.ImageArg, Data: j.image, Output: true, Image: &mem.ImageShape{Kind: j.kind.kind, Format: j.format, Extent: j.extent}},
			{Kind: launch.SamplerArg, Sampler: &j.sampler},
			{Data: j.at},
			{Data: j.io, Output: true},
		},
	}
	s, err := run.NewSession(l, run.Options{Info: b.path("p.zeinfo"), Target: load.Only(native.SKL), Limit: 1e7})
	if err != nil {
		return nil, err
	}
	r, err := s.Run(context.Background(), p)
	if err != nil {
		return nil, err
	}
	if j.verb == "write" {
		return r.Buffers[0], nil
	}
	return r.Buffers[3], nil
}
