//go:build oracle && unix

package speed

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

var device = flag.String("device", "skl", "what ocloc compiles for")

// options are those of both compilers.
const options = "-cl-fast-relaxed-math"

// poclRuns is how often a process launches a kernel.
const poclRuns = 5

// workload is a launch file and where its kernel is.
type workload struct {
	name, launch, source string
	tuned                bool
}

// untuned are launch files of testdata, and sources of the corpus that have their kernels; "" for one of our own.
var untuned = []struct{ name, source string }{{"adler32", "crc32"}, {"chacha20", ""}, {"conv3x3", "fir"}, {"reduce", "reduce"}, {"maze", "diverge"}}

// workloads are those beside the repository, and the untuned.
func workloads(b *testing.B) (list []workload) {
	beside := filepath.Join(corpus.Beside(b), "bench")
	files, err := filepath.Glob(filepath.Join(beside, "launch", "*.yaml"))
	require.NoError(b, err)
	for _, f := range files {
		list = append(list, workload{strings.TrimSuffix(filepath.Base(f), ".yaml"), f, filepath.Join(beside, "kernels.cl"), true})
	}
	for _, u := range untuned {
		w := workload{name: u.name, launch: filepath.Join("testdata", u.name+".yaml"), source: filepath.Join("testdata", u.name+".cl")}
		if u.source != "" {
			w.source = filepath.Join(corpus.Dir(), "kernels", u.source+".cl")
		}
		list = append(list, w)
	}
	return list
}

// BenchmarkPocl reports the processor time of the fastest launch by the EU model and by pocl, and their ratio, and the median ratio of the
// workloads that are tuned to and of the others.
func BenchmarkPocl(b *testing.B) {
	dir := b.TempDir()
	host := filepath.Join(dir, "host")
	command(b, dir, "cc", "-O1", "-o", host, absolute(b, "testdata/host.c"), "-lOpenCL")
	ratios := map[bool][]float64{}
	for _, w := range workloads(b) {
		b.Run(w.name, func(b *testing.B) {
			ours, theirs := w.session(b, b.TempDir()), w.pocl(b, host, b.TempDir())
			var best [2]time.Duration
			for b.Loop() {
				for i, once := range []func() time.Duration{ours, theirs} {
					if t := once(); best[i] == 0 || t < best[i] {
						best[i] = t
					}
				}
			}
			ratio := float64(best[0]) / float64(best[1])
			b.ReportMetric(best[0].Seconds()*1e3, "eu-ms")
			b.ReportMetric(best[1].Seconds()*1e3, "pocl-ms")
			b.ReportMetric(ratio, "ratio")
			ratios[w.tuned] = append(ratios[w.tuned], ratio)
		})
	}
	for tuned, list := range ratios {
		slices.Sort(list)
		b.Logf("tuned to %t: median of %d: %.2f", tuned, len(list), (list[(len(list)-1)/2]+list[len(list)/2])/2)
	}
}

func absolute(b *testing.B, path string) string {
	path, err := filepath.Abs(path)
	require.NoError(b, err)
	return path
}

func command(b *testing.B, dir, name string, args ...string) string {
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(b, err, string(out))
	return string(out)
}

// session compiles a workload and gives a launch of Intel's code on one worker, which says how long its threads took.
func (w *workload) session(b *testing.B, dir string) func() time.Duration {
	command(b, dir, "ocloc", "compile", "-file", absolute(b, w.source), "-device", *device, "--format", "zebin", "-options", options, "-output", "program", "-output_no_suffix")
	files, err := filepath.Glob(filepath.Join(dir, "program*.bin"))
	require.NoError(b, err)
	if len(files) == 0 {
		files = []string{filepath.Join(dir, "program")}
	}
	l, err := launch.Read(w.launch)
	require.NoError(b, err)
	session, p, err := run.Prepare(l, run.Options{Programs: files[:1], Code: load.IntelCode, Deterministic: true})
	require.NoError(b, err)
	return func() time.Duration {
		rep, err := session.Run(context.Background(), p)
		require.NoError(b, err)
		return rep.Processor
	}
}

// pocl writes the arguments of a workload to files and gives a process that launches it with them.
func (w *workload) pocl(b *testing.B, host, dir string) func() time.Duration {
	l, err := launch.Read(w.launch)
	require.NoError(b, err)
	args := []string{absolute(b, w.source), options, l.Kernel, strconv.Itoa(poclRuns), strconv.Itoa(l.Dims)}
	for _, sizes := range [][3]uint32{l.Global, l.Local} {
		for _, n := range sizes {
			args = append(args, fmt.Sprint(n))
		}
	}
	for i := range l.Args {
		a := &l.Args[i]
		kind, data := "v", a.Data
		if a.Kind == launch.BufferArg {
			kind, data = "b", make([]byte, a.Len())
			require.NoError(b, a.Begin(context.Background(), data, nil))
		}
		path := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(b, os.WriteFile(path, data, 0o600))
		args = append(args, kind+path)
	}
	return func() time.Duration {
		n, err := strconv.ParseInt(strings.TrimSpace(command(b, dir, host, args...)), 10, 64)
		require.NoError(b, err)
		return time.Duration(n)
	}
}
