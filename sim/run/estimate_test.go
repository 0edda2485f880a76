package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// estimatesFile has a line for each kernel of the corpus: device, kernel, and the clocks
// of what Intel's finalizer makes of it with and without its schedulers, or why there
// are none.
var estimatesFile = filepath.Join("testdata", "estimates.txt")

// estimated are the devices of the file, with Intel's names of them.
var estimated = []struct {
	device, platform string
	target           native.Target
}{
	{"bdw", "BDW", native.BDW}, {"skl", "SKL", native.SKL}, {"bxt", "BXT", native.BXT}, {"lkf", "ICLLP", native.LKF}, {"tgllp", "TGLLP", native.TGL},
}

// estimate is a line of the file.
type estimate struct {
	device, kernel string
	with, without  uint64 // clocks
	why            string // there are none
}

func (e estimate) String() string {
	if e.why != "" {
		return fmt.Sprintf("%s %s: %s", e.device, e.kernel, e.why)
	}
	return fmt.Sprintf("%s %s %d %d", e.device, e.kernel, e.with, e.without)
}

// more is how much longer code without schedulers takes, in percent.
func (e estimate) more() float64 { return 100 * (float64(e.without)/float64(e.with) - 1) }

func readEstimates(t *testing.T) (out []estimate) {
	src, err := os.ReadFile(estimatesFile)
	require.NoError(t, err)
	for line := range strings.Lines(string(src)) {
		var e estimate
		if head, why, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			e.device, e.kernel, _ = strings.Cut(head, " ")
			e.why = why
		} else {
			_, err := fmt.Sscan(line, &e.device, &e.kernel, &e.with, &e.without)
			require.NoError(t, err, line)
		}
		out = append(out, e)
	}
	return out
}

// unscheduled says why kernels do not take longer without schedulers.
var unscheduled = map[string]string{
	"bdw saxpy__empty_simd32":   nothingToMove,
	"skl saxpy__empty_simd32":   nothingToMove,
	"bxt saxpy__empty_simd32":   nothingToMove,
	"lkf saxpy__empty_simd32":   nothingToMove,
	"tgllp saxpy__empty_simd32": nothingToMove,

	"skl saxpy__saxpy_simd32":            sameWait,
	"bxt saxpy__saxpy_simd32":            sameWait,
	"lkf saxpy__saxpy_simd32":            sameWait,
	"tgllp casloop__local_cas_max_simd8": sameWait,
	"tgllp reduce__dot_slm_simd32":       "messages are in another order, and two multiplies begin a clock or two later",

	"skl control__early_return_simd16":   beforeTheFlag,
	"bxt control__early_return_simd16":   beforeTheFlag,
	"lkf control__early_return_simd16":   beforeTheFlag,
	"tgllp control__early_return_simd16": beforeTheFlag,

	"lkf mandelbrot__mandelbrot_simd16": "without schedulers results of its loop go through the accumulator, which has them sooner",
}

// Reasons of several kernels.
const (
	nothingToMove = "its few instructions have one order"
	sameWait      = "messages are in another order, and the last answer is waited for as long"
	beforeTheFlag = "a mov of its loop stands in front of a comparison; without schedulers it stands behind, in the wait for the flag"
)

// TestEstimates: nine of ten kernels of each device take longer without schedulers, and
// each that does not has its reason.
func TestEstimates(t *testing.T) {
	var b strings.Builder
	b.WriteString("| code for | kernels | longer without schedulers | the same | shorter | in the middle longer by | not estimated |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	all := readEstimates(t)
	open := map[string]bool{}
	for _, d := range estimated {
		var longer, same, shorter, none int
		var more []float64
		for _, e := range all {
			switch {
			case e.device != d.device:
				continue
			case e.why != "":
				none++
				continue
			case e.without > e.with:
				longer++
			case e.without == e.with:
				same++
			default:
				shorter++
			}
			if e.without <= e.with {
				open[e.device+" "+e.kernel] = true
			}
			more = append(more, e.more())
		}
		require.NotEmpty(t, more, d.device)
		slices.Sort(more)
		assert.GreaterOrEqual(t, 10*longer, 9*len(more), d.device)
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %.0f %% | %d |\n", d.device, len(more)+none, longer, same, shorter, more[len(more)/2], none)
	}
	b.WriteString("\n| does not take longer | clocks with, without | why |\n| --- | ---: | --- |\n")
	for _, e := range all {
		if name := e.device + " " + e.kernel; open[name] {
			assert.NotEmpty(t, unscheduled[name], "no reason why %s does not take longer: %d clocks with schedulers, %d without", name, e.with, e.without)
			fmt.Fprintf(&b, "| %s | %d, %d | %s |\n", name, e.with, e.without, unscheduled[name])
		}
	}
	for name := range unscheduled {
		assert.True(t, open[name], "%s has a reason and needs none", name)
	}
	floor.Table(t, filepath.Join(corpus.Root(), "docs", "hazards.md"), "estimates", b.String())
}
