package run_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/run"
)

// processTime is the CPU time that this process has used.
func processTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// workloads are the six that lie beside the repository and its own: 64-bit
// addresses, an image, and threads that end at once.
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
	own := filepath.Join(corpus.Root(), "testdata", "bench")
	for _, stem := range []string{"chase_simd32", "empty_simd32"} {
		name, _, _ := strings.Cut(stem, "_")
		list = append(list, workload{name, filepath.Join(own, name+".yaml"), filepath.Join(own, stem)})
	}
	return list
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
			eu = w.fastest(b, ".dat", run.Sim)
		})
		b.Run(w.name+"/interp", func(b *testing.B) {
			if t := w.fastest(b, ".visaasm", run.Interp); eu > 0 {
				b.ReportMetric(float64(t)/float64(eu), "eu/op")
			}
		})
	}
}

// fastest is the CPU time of the fastest launch of a workload.
func (w *workload) fastest(b *testing.B, suffix string, engine run.EngineName) time.Duration {
	launch, err := run.ReadLaunch(w.launch)
	require.NoError(b, err)
	session, err := run.NewSession(launch, run.Options{Deterministic: true})
	require.NoError(b, err)
	p, err := run.LoadProgram(w.stem+suffix, engine, native.SKL)
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
