//go:build unix

package run_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// processTime is the CPU time that this process has used.
func processTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ownWorkloads are those of the repository: 64-bit addresses, an image, and threads
// that end at once.
func ownWorkloads() (list []workload) {
	own := filepath.Join(corpus.Root(), "testdata", "bench")
	for _, name := range []string{"chase", "smooth", "empty"} {
		list = append(list, workload{name, filepath.Join(own, name+".yaml"), filepath.Join(own, name+"_simd32")})
	}
	return list
}

// workloads are the six that lie beside the repository and its own.
func workloads(b *testing.B) (list []workload) {
	beside := filepath.Join(corpus.Root(), "..", "shared", "bench")
	if _, err := os.Stat(beside); err != nil {
		b.Log("the workloads that lie beside the repository are not there")
	} else {
		for _, stem := range []string{"saxpy_simd32", "matmul_simd16", "mandelbrot_simd16", "sha256_simd32", "histogram_simd32", "nbody_simd32"} {
			name, _, _ := strings.Cut(stem, "_")
			list = append(list, workload{name, filepath.Join(beside, "launch", name+".yaml"), filepath.Join(beside, "skl", stem)})
		}
	}
	return append(list, ownWorkloads()...)
}

// workload is a launch file, and a program without its suffix.
type workload struct{ name, launch, stem string }

// BenchmarkWorkloads runs one launch of each speed workload on one worker:
// Intel's native code and the vISA text. It reports CPU time, so that a busy
// machine does not matter: the fastest launch, and for the interpreter its ratio
// to the EU model.
func BenchmarkWorkloads(b *testing.B) {
	for _, w := range workloads(b) {
		var eu time.Duration
		b.Run(w.name+"/eu", func(b *testing.B) {
			eu = w.fastest(b, ".dat", load.Sim)
		})
		b.Run(w.name+"/interp", func(b *testing.B) {
			if t := w.fastest(b, ".visaasm", load.Interp); eu > 0 {
				b.ReportMetric(float64(t)/float64(eu), "eu/op")
			}
		})
	}
}

// BenchmarkStates runs Intel's code of each workload with surfaces of the launch file, and with surfaces and samplers as states
// in memory, in turns on one worker: the ratio of their CPU times says what it costs to decode states.
func BenchmarkStates(b *testing.B) {
	for _, w := range workloads(b) {
		b.Run(w.name, func(b *testing.B) {
			var best [2]time.Duration
			sessions := [2]*run.Session{w.session(b, run.Options{Deterministic: true}), w.session(b, run.Options{Deterministic: true, States: "linear"})}
			p, err := load.FromPath(w.stem+".dat", load.Sim, native.SKL)
			require.NoError(b, err)
			for b.Loop() {
				for i, s := range sessions {
					start := processTime(b)
					_, err := s.Run(context.Background(), p)
					require.NoError(b, err)
					if t := processTime(b) - start; best[i] == 0 || t < best[i] {
						best[i] = t
					}
				}
			}
			b.ReportMetric(best[1].Seconds()*1e3, "cpu-ms/op")
			b.ReportMetric(float64(best[1])/float64(best[0]), "file/op")
		})
	}
}

// BenchmarkEngineCode runs Intel's code of each workload compiled and by the rows of the EU model, in turns on one
// worker: the ratio of their CPU times.
func BenchmarkEngineCode(b *testing.B) {
	for _, w := range workloads(b) {
		b.Run(w.name, func(b *testing.B) {
			var best [2]time.Duration
			sessions := [2]*run.Session{
				w.session(b, run.Options{Deterministic: true, EngineCode: load.Portable}), w.session(b, run.Options{Deterministic: true, EngineCode: load.JIT}),
			}
			p, err := load.FromPath(w.stem+".dat", load.Sim, native.SKL)
			require.NoError(b, err)
			for turn := 0; b.Loop(); turn++ {
				for i := range sessions {
					i := (i + turn) % 2 // neither is always behind the other
					start := processTime(b)
					_, err := sessions[i].Run(context.Background(), p)
					require.NoError(b, err)
					if t := processTime(b) - start; best[i] == 0 || t < best[i] {
						best[i] = t
					}
				}
			}
			b.ReportMetric(best[1].Seconds()*1e3, "cpu-ms/op")
			b.ReportMetric(float64(best[1])/float64(best[0]), "portable/op")
		})
	}
}

// session is the launch of a workload.
func (w *workload) session(b *testing.B, o run.Options) *run.Session {
	launch, err := launch.Read(w.launch)
	require.NoError(b, err)
	session, err := run.NewSession(launch, o)
	require.NoError(b, err)
	return session
}

// fastest is the CPU time of the fastest launch of a workload.
func (w *workload) fastest(b *testing.B, suffix string, engine load.EngineName) time.Duration {
	session := w.session(b, run.Options{Deterministic: true})
	p, err := load.FromPath(w.stem+suffix, engine, native.SKL)
	require.NoError(b, err)
	var best time.Duration
	var insts uint64
	for b.Loop() {
		start := processTime(b)
		rep, err := session.Run(context.Background(), p)
		if errors.Is(err, errors.ErrUnsupported) {
			b.Skip(err)
		}
		require.NoError(b, err)
		if t := processTime(b) - start; best == 0 || t < best {
			best = t
		}
		insts = rep.Instructions
	}
	b.ReportMetric(best.Seconds()*1e3, "cpu-ms/op")
	b.ReportMetric(float64(best)/float64(insts), "cpu-ns/inst")
	return best
}

// ownSizes are the parts of the workloads' launches that TestOwnWorkloads runs.
var ownSizes = map[string][3]uint32{"chase": {4096, 1, 1}, "smooth": {64, 24, 1}, "empty": {256, 1, 1}}

// TestOwnWorkloads runs a part of each workload of the repository on both engines
// and Intel's code: the bytes are those that a CPU computes.
func TestOwnWorkloads(t *testing.T) {
	if testing.Short() {
		t.Skip("buffers of megabytes")
	}
	for _, w := range ownWorkloads() {
		launch, err := launch.Read(w.launch)
		require.NoError(t, err)
		launch.Global = ownSizes[w.name]
		var before [][]byte
		session, err := run.NewSession(launch, run.Options{Workers: 1})
		require.NoError(t, err)
		for _, way := range []struct {
			suffix string
			engine load.EngineName
		}{{".visaasm", load.Interp}, {".visaasm", load.Sim}, {".dat", load.Sim}} {
			p, err := load.FromPath(w.stem+way.suffix, way.engine, native.SKL)
			require.NoError(t, err)
			rep, err := session.Run(context.Background(), p)
			require.NoError(t, err, w.name)
			if before == nil {
				before = rep.Buffers
				checkOwn(t, w.name, rep.Buffers)
			}
			for i := range before {
				assert.True(t, bytes.Equal(before[i], rep.Buffers[i]), "%s: argument %d on %s", w.name, i, p.About)
			}
		}
	}
}

// checkOwn compares the results of a workload with what own.cl says.
func checkOwn(t *testing.T, name string, buffers [][]byte) {
	size := ownSizes[name]
	switch name {
	case "chase":
		table, out := buffers[0], buffers[1]
		for g := range size[0] {
			at, sum := g*2654435761, uint32(0)
			for range 8 {
				at = binary.LittleEndian.Uint32(table[4*(at&(1<<20-1)):]) + at>>16
				sum += at
			}
			require.Equal(t, sum, binary.LittleEndian.Uint32(out[4*g:]), "item %d", g)
		}
	case "smooth":
		const width = 512
		in, out := buffers[0], buffers[1]
		for i := range 4 * width * size[1] {
			x, y, c := int(i/4%width), int(i/4/width), int(i%4)
			got, sum := int(out[i]), 0
			if x >= int(size[0]) {
				require.Zero(t, got)
				continue
			}
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					sum += (2 - dx*dx) * (2 - dy*dy) * int(in[4*(max(y+dy, 0)*width+max(x+dx, 0))+c])
				}
			}
			require.LessOrEqual(t, max(16*got-sum, sum-16*got), 8, "texel %d,%d: %d sixteenths became %d", x, y, sum, got) // to the nearest
		}
	}
}
