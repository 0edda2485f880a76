package run_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

var whole = flag.Bool("whole", false, "run every kernel of every device of the full corpus on all engines and programs, and say how many give the expected bytes")

// wholeRuns are the devices of the full corpus whose kernels have addresses
// instead of surfaces. An ordinary run takes each step-th kernel on some ways.
var wholeRuns = []struct {
	device string
	target native.Target
	step   int
	ways   []way
}{
	{"skl-stateless", native.SKL, 1, all[:2]},
	{"skl-O0", native.SKL, 8, all[:3]},
	{"bdw", native.BDW, 8, all[2:]},
	{"lkf", native.LKF, 8, all[2:3]},
	{"tgllp", native.TGL, 8, all[2:]},
}

// TestWhole runs kernels of the full corpus: they give the expected bytes or say
// what is not supported.
func TestWhole(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	if *whole {
		wholeTable(t, dir)
		return
	}
	for _, w := range wholeRuns {
		good, n := count(t, dir, w.device, w.step, w.target, w.ways)
		for i, way := range w.ways {
			floor.Exact(t, fmt.Sprintf("%s, %s: kernels with the expected bytes, of %d", w.device, way.name, n), good[i].gave)
		}
	}
}

// wholeDevices are all devices of the corpus: their texts run on the interpreter
// and compiled for a target that has a compiler; native code runs where the EU
// model has the device.
var wholeDevices = []struct {
	device         string
	ours, dat, isa native.Target // of our code, and of Intel's
}{
	{"skl", native.SKL, native.SKL, native.SKL},
	{"skl-stateless", native.SKL, native.SKL, native.SKL},
	{"skl-O0", native.SKL, native.SKL, native.SKL},
	{"bxt", native.BXT, native.BXT, native.BXT},
	{"bdw", native.BDW, native.BDW, native.BDW},
	{"lkf", native.LKF, native.LKF, native.ICL}, // the .isa files name icl
	{"tgllp", native.TGL, native.TGL, native.TGL},
}

// wholeTable runs everything, and with -update writes the table of it in docs/results.md.
func wholeTable(t *testing.T, dir string) {
	var b strings.Builder
	b.WriteString("| compiled by Intel for | kernels | interpreter | our code, for | Intel's `.dat` | binary in the `.isa` |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, d := range wholeDevices {
		good, n := count(t, dir, d.device, 1, d.ours, all[:2])
		fmt.Fprintf(&b, "| %s | %d | %d | %d, %s | ", d.device, n, good[0].gave, good[1].gave, d.ours)
		for i, target := range []native.Target{d.dat, d.isa} {
			good, _ := count(t, dir, d.device, 1, target, all[2+i:3+i])
			fmt.Fprintf(&b, "%d of %d | ", good[0].gave, good[0].files)
		}
		b.WriteString("\n")
	}
	table := strings.ReplaceAll(b.String(), " | \n", " |\n")
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "results.md"), "corpus", table)
}

// tally is how many files a kernel's program has on one way, and how many of
// them gave the expected bytes.
type tally struct{ files, gave int }

// count counts the kernels that give the expected bytes, by way.
func count(t *testing.T, dir, device string, step int, target native.Target, ways []way) (good []tally, kernels int) {
	files, err := filepath.Glob(filepath.Join(dir, device, "*.visaasm"))
	require.NoError(t, err)
	good, n := make([]tally, len(ways)), 0
	for _, f := range files {
		c := corpus.CaseOf(dir, device, f)
		if _, err := os.Stat(c.Launch); err != nil { // the text of a function
			continue
		}
		if n++; n%step != 0 {
			continue
		}
		for i, w := range ways {
			if _, err := os.Stat(c.Stem + w.ext); err != nil {
				continue
			}
			good[i].files++
			if gives(t, c.Launch, c.Info, c.Stem+w.ext, w.engine, target) {
				good[i].gave++
			}
		}
	}
	for i, w := range ways {
		t.Logf("%s, %s: %d of %d kernels give the expected bytes", device, w.name, good[i].gave, good[i].files)
	}
	return good, n / step
}

// TestOtherOrder runs the native binaries, for icl, that ask for their addresses in another
// order than the code for lkf of which the relocations are.
func TestOtherOrder(t *testing.T) {
	dir := filepath.Join(corpus.Beside(t), "corpus")
	for _, name := range []string{"consttable__const_mixed_simd32", "fnglobal__global_vars_simd8"} {
		c := corpus.CaseOf(dir, "lkf", filepath.Join(dir, "lkf", name+".visaasm"))
		assert.True(t, gives(t, c.Launch, c.Info, c.Stem+".isa", load.Sim, native.ICL), name)
	}
}

// gives is false for a kernel, launch or program that is not supported.
func gives(t *testing.T, file, info, program string, engine load.EngineName, target native.Target) bool {
	l, err := launch.Read(file)
	var rep *run.Report
	if err == nil {
		rep, err = run.Run(context.Background(), l, run.Options{
			Programs: []string{program}, Info: info, Engine: engine, Target: load.Only(target), Limit: 50_000_000, Workers: 1,
		})
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return false
	}
	return assert.NoError(t, err, program) && assert.True(t, rep.OK(), "%s on %v: %s", program, engine, describe(rep))
}
