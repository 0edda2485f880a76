package lower_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/lower"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// mostOverIntel is how many instructions of ours there may be for one of Intel's, as a
// geometric mean over the kernels of a device, mostOfKernel for a kernel without a reason.
const mostOverIntel, mostOfKernel = 1.00, 1.25

// mostBytes is how many bytes of code of ours there may be for one of Intel's, as a geometric mean.
const mostBytes = 0.96

// mostCycles is how much longer our code may take, as a geometric mean, mostCyclesOfKernel for a kernel without
// a reason.
const mostCycles, mostCyclesOfKernel = 1.0, 1.25

// besides are the devices whose code of Intel's is compared with ours.
var besides = []struct {
	device string
	target native.Target
}{{"skl", native.SKL}, {"bdw", native.BDW}, {"lkf", native.LKF}, {"tgllp", native.TGL}}

// longer says why kernels have more than mostOfKernel instructions.
var longer = map[string]string{
	"lkf fmamad__dot_i8":            "factors that come from bytes are multiplied as dwords, in two instructions for 8 channels",
	"tgllp consttable__sub_nibbles": carried,
}

// slower says why kernels take more than mostCyclesOfKernel.
var slower = map[string]string{
	"bdw ndrange3d__stencil7":     "its addresses of 64 bits go round the register file, and come to registers of loads that are on their way",
	"lkf long_arith__long_div":    "its loops are blocks of a few instructions on the two dwords of a number, each of which waits for the one before",
	"lkf spill__spill_matrix8":    "what it spills is loaded in front of each use, where no register is free for it sooner",
	"dg2 press__blake2s":          fewerRegisters,
	"mtl-h press__blake2s":        fewerRegisters,
	"dg2 privarray__priv_small":   oneFlag,
	"mtl-h privarray__priv_small": oneFlag,
	"dg2 select__pred_logic":      logicOfFlags,
	"mtl-h select__pred_logic":    logicOfFlags,
	"mtl-h subgroup__sg_reduce":   joinedAddress,
	"mtl-h subgroup__sg_shuffle":  joinedAddress,
}

// Reasons of several kernels.
const (
	fewerRegisters = "the order of its independent chains fills five eighths of the registers; with all of them it would take half the clocks"
	oneFlag        = "the predicates of its scattered moves are in one flag register after the other's use, where the reference compiler takes four in turn"
	logicOfFlags   = "predicates that it combines go through registers, where the reference compiler compares under a predicate"
	joinedAddress  = "the halves of a 64-bit address are joined by moves behind their sums, and its load begins later"
	carried        = "sums of a 64-bit address and an index: the zero above the index is added, and the lower half copied to where its mask counts"
)

// beside goes through the kernels of a device, with the code that Intel's compiler made of
// each.
func beside(t *testing.T, device string, visit func(c corpus.Case, text, code string)) {
	for _, file := range corpus.FilesBeside(t, filepath.Join("corpus", device), "*.visaasm") {
		c := corpus.CaseOf(filepath.Join(corpus.Beside(t), "corpus"), device, file)
		if _, err := os.Stat(c.Launch); err == nil { // others are texts of functions
			visit(c, file, c.Stem+".dat")
		}
	}
}

// mean is the geometric mean of ratios.
type mean struct {
	logs float64
	n    int
}

func (m *mean) add(ours, theirs int) float64 {
	r := float64(ours) / float64(theirs)
	m.logs, m.n = m.logs+math.Log(r), m.n+1
	return r
}

func (m *mean) get() float64 { return math.Exp(m.logs / float64(m.n)) }

// TestRatio compares the number of our instructions, and the bytes that they take, with those of Intel's code
// for the same device.
func TestRatio(t *testing.T) {
	table := "| code for | kernels | instructions | bytes |\n| --- | ---: | ---: | ---: |\n"
	for _, d := range besides {
		var m, bytes mean
		ours, theirs := 0, 0
		beside(t, d.device, func(c corpus.Case, text, code string) {
			k, err := load.ReadProgram(text)
			require.NoError(t, err)
			r, err := lower.Compile(k, d.target, lower.Options{})
			require.NoError(t, err)
			peer, err := os.ReadFile(code)
			require.NoError(t, err)
			insts, _, err := native.DecodeAll(d.target, peer)
			require.NoError(t, err)
			ours, theirs = ours+r.Stats.Instructions, theirs+len(insts)
			bytes.add(len(r.Code), len(peer))
			name := d.device + " " + c.Name
			if m.add(r.Stats.Instructions, len(insts)) > mostOfKernel {
				assert.NotEmpty(t, longer[name], "%s: %d instructions, the reference compiler %d", name, r.Stats.Instructions, len(insts))
			} else {
				assert.Empty(t, longer[name], "%s has a reason and needs none", name)
			}
		})
		t.Logf("%v: %d instructions, the reference compiler %d, geometric mean %.3f of %d kernels, of bytes %.3f", d.target, ours, theirs, m.get(), m.n, bytes.get())
		assert.LessOrEqual(t, m.get(), mostOverIntel, d.target)
		assert.LessOrEqual(t, bytes.get(), mostBytes, d.target)
		floor.Exact(t, fmt.Sprintf("instructions of the kernels of %s", d.device), ours)
		table += fmt.Sprintf("| %s | %d | %.3f | %.3f |\n", d.device, m.n, m.get(), bytes.get())
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "results.md"), "lengths", table)
}

// TestCycles compares the clocks that our code takes with those of Intel's, both by the
// same estimate: one table of latencies, each thread alone. An ordinary run takes every
// twelfth kernel; that of all writes a table, with -update.
func TestCycles(t *testing.T) {
	table := "| code for | kernels | instructions | clocks | longest clocks, ours over the reference compiler's |\n| --- | ---: | ---: | ---: | --- |\n"
	for _, d := range besides {
		table += cycles(t, d.device, mostCycles, func(visit func(name string, ours, theirs func() *run.Report)) {
			beside(t, d.device, func(c corpus.Case, text, code string) {
				of := func(program string) func() *run.Report {
					return func() *run.Report {
						return estimate(t, c.Launch, run.Options{Programs: []string{program}, Info: c.Info, Engine: load.Sim, Target: load.Only(d.target)})
					}
				}
				visit(c.Name, of(text), of(code))
			})
		})
	}
	for _, d := range inContainers {
		table += cycles(t, d.device, d.mostCycles, func(visit func(name string, ours, theirs func() *run.Report)) {
			for _, path := range corpus.FilesBeside(t, filepath.Join("corpus", "run"), filepath.Join("*", "launch.yaml")) {
				name := filepath.Base(filepath.Dir(path))
				file, kernel, _ := strings.Cut(name, "__")
				program := filepath.Join(releasesOf(t, d.device), file+".bin")
				if data, err := os.ReadFile(program); err != nil || !bytes.Contains(data, []byte(kernel)) {
					continue // as kernels with doubles where the device has none
				}
				of := func(code load.CodeName) func() *run.Report {
					return func() *run.Report {
						return estimate(t, path, run.Options{Programs: []string{program}, Code: code, Target: load.Only(d.target)})
					}
				}
				visit(name, of(load.OurCode), of(load.IntelCode))
			}
		})
	}
	if *whole {
		floor.Table(t, filepath.Join(corpus.Root(), "docs", "results.md"), "ratios", table)
	}
}

// cycles is the row of one device, of the launches that each goes through.
func cycles(t *testing.T, device string, bound float64, each func(visit func(name string, ours, theirs func() *run.Report))) string {
	var insts, clocks mean
	n, sum, most, worst := 0, 0, 0.0, ""
	each(func(name string, ours, theirs func() *run.Report) {
		if n++; !*whole && n%12 != 0 {
			return
		}
		a, b := ours(), theirs()
		insts.add(a.Code.Instructions, b.Code.Instructions)
		r := clocks.add(int(a.Stats.Cycles.Total), int(b.Stats.Cycles.Total))
		if r > most {
			most, worst = r, name
		}
		if key := device + " " + name; r > mostCyclesOfKernel {
			assert.NotEmpty(t, slower[key], "%s: %d clocks, the reference compiler %d", key, a.Stats.Cycles.Total, b.Stats.Cycles.Total)
		} else {
			assert.Empty(t, slower[key], "%s has a reason and needs none", key)
		}
		sum += int(a.Stats.Cycles.Total)
	})
	which := "some"
	if *whole {
		which = "the"
		assert.LessOrEqual(t, clocks.get(), bound, device)
	}
	floor.Exact(t, fmt.Sprintf("clocks of %s kernels of %s", which, device), sum)
	return fmt.Sprintf("| %s | %d | %.3f | %.3f | %.2f, %s |\n", device, clocks.n, insts.get(), clocks.get(), most, worst)
}

// estimate runs a launch and counts.
func estimate(t *testing.T, path string, o run.Options) *run.Report {
	l, err := launch.Read(path)
	require.NoError(t, err)
	o.Stats, o.Deterministic, o.Limit = true, true, 1e8
	r, err := run.Run(context.Background(), l, o)
	require.NoError(t, err, o.Programs[0])
	return r
}
