package genvisa_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/verify"
)

// results is the document of generated tables.
const results = "docs/results.md"

// TestCounts keeps how many there are of what the specifications and the corpus
// hold.
func TestCounts(t *testing.T) {
	pages := map[string]bool{}
	for op := visa.OpInvalid + 1; op < visa.NumOps; op++ {
		pages[op.Info().Page] = true
	}
	var b strings.Builder
	b.WriteString("| what | number |\n| --- | ---: |\n")
	for _, row := range []struct {
		what string
		n    int
	}{
		{"vISA opcode pages", len(pages)},
		{"rules of the vISA verifier", len(verify.Rules())},
		{"restrictions of native code, all targets", len(native.AllRules())},
		{"restrictions for bxt", len(native.Rules(native.BXT))},
		{"kernels of the repository's corpus", len(corpus.Cases(t, corpus.Subset(), "skl"))},
	} {
		fmt.Fprintf(&b, "| %s | %d |\n", row.what, row.n)
	}
	floor.Table(t, results, "counts", b.String())
}

// TestKernels keeps the table of instruction counts: ours against Intel's.
func TestKernels(t *testing.T) {
	var b strings.Builder
	b.WriteString("| kernel | SIMD | vISA | Intel's Gen9 | our Gen9 | ours / Intel's | our GRFs |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	var ours, intels int
	for _, c := range corpus.Cases(t, corpus.Subset(), "skl") {
		src, err := os.ReadFile(c.Stem + ".visaasm")
		require.NoError(t, err)
		k, err := asm.Parse(c.Stem+".visaasm", src)
		require.NoError(t, err)
		res, err := lower.Compile(k, native.SKL, lower.Options{})
		require.NoError(t, err)
		intel := nativeCount(t, c.Stem+".dat")
		ours += res.Stats.Instructions
		intels += intel
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %.2f | %d |\n", strings.Replace(c.Name, "__", " ", 1), k.SimdSize(), visaCount(k), intel,
			res.Stats.Instructions, float64(res.Stats.Instructions)/float64(intel), res.Stats.GRFs)
	}
	fmt.Fprintf(&b, "| all | | | %d | %d | %.2f | |\n", intels, ours, float64(ours)/float64(intels))
	floor.Table(t, results, "kernels", b.String())
}

func nativeCount(tb testing.TB, path string) int {
	code, err := os.ReadFile(path)
	require.NoError(tb, err)
	insts, _, err := native.DecodeAll(native.SKL, code)
	require.NoError(tb, err)
	return len(insts)
}

// visaCount counts what a finalizer lowers: all but positions.
func visaCount(k *visa.Kernel) (n int) {
	for i := range k.Insts {
		if op := k.Insts[i].Op; op != visa.OpLabel && op != visa.OpSubroutine {
			n++
		}
	}
	return n
}

// BenchmarkEngines runs one launch of every kernel: the interpreter on vISA and
// the EU model on our and on Intel's code. With -update it writes the
// table of speed.
func BenchmarkEngines(b *testing.B) {
	ways := []struct {
		name, ext string
		engine    load.EngineName
	}{{"interp", ".visaasm", load.Interp}, {"ours", ".visaasm", load.Sim}, {"intel", ".dat", load.Sim}}
	var table strings.Builder
	table.WriteString("| kernel | threads | interpreter µs | EU model, our code µs | EU model, Intel's code µs | interpreter / EU model (Intel's) |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range corpus.Cases(b, corpus.Subset(), "skl") {
		launch, err := launch.Read(c.Launch)
		require.NoError(b, err)
		session, err := run.NewSession(launch, run.Options{Deterministic: true})
		require.NoError(b, err)
		var micros [3]float64
		var threads uint64
		for i, w := range ways {
			p, err := load.FromPath(c.Stem+w.ext, w.engine, native.SKL)
			require.NoError(b, err)
			b.Run(c.Name+"/"+w.name, func(b *testing.B) {
				var insts uint64
				for b.Loop() {
					rep, err := session.Run(context.Background(), p)
					require.NoError(b, err)
					insts, threads = rep.Instructions, rep.Threads
				}
				micros[i] = float64(b.Elapsed().Nanoseconds()) / float64(b.N) / 1e3
				b.ReportMetric(1e3*micros[i]/float64(insts), "ns/inst")
			})
		}
		fmt.Fprintf(&table, "| %s | %d | %.0f | %.0f | %.0f | %.2f |\n", strings.Replace(c.Name, "__", " ", 1), threads, micros[0], micros[1], micros[2], micros[0]/micros[2])
	}
	if floor.Updating() {
		floor.Table(b, results, "speed", table.String())
	}
}

// BenchmarkColdStart is the time of a whole process: genvisa version. The
// fastest start is the process itself; the median also has what else runs on the
// machine.
func BenchmarkColdStart(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "genvisa")
	out, err := exec.Command("go", "build", "-o", bin, "./cmd/genvisa").CombinedOutput()
	require.NoError(b, err, "%s", out)
	var ms []float64
	for b.Loop() {
		start := time.Now()
		require.NoError(b, exec.Command(bin, "version").Run())
		ms = append(ms, time.Since(start).Seconds()*1e3)
	}
	slices.Sort(ms)
	fastest, median := ms[0], ms[len(ms)/2]
	b.ReportMetric(fastest, "ms/fastest")
	b.ReportMetric(median, "ms/median")
	if floor.Updating() {
		floor.Table(b, results, "coldstart", fmt.Sprintf("A whole process, `genvisa version`, takes %.1f ms in the median and %.1f ms at best.\n", median, fastest))
	}
}
