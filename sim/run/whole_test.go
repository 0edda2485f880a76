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
	"github.com/genvisa/genvisa/sim/run"
)

var whole = flag.Bool("whole", false, "run every kernel of every device of the full corpus on all engines and programs, and say how many give the expected bytes")

// wholeRuns are the devices of the full corpus whose kernels have addresses
// instead of surfaces. An ordinary run takes each step-th kernel on some ways.
var wholeRuns = []struct {
	device string
	step   int
	ways   []way
}{
	{"skl-stateless", 1, all[:2]},
	{"skl-O0", 8, all[:3]},
}

// TestWhole runs kernels of the full corpus: they give the expected bytes or say
// what is not supported.
func TestWhole(t *testing.T) {
	dir, ok := corpus.Full()
	if !ok {
		t.Skip("only the subset of the corpus is here")
	}
	if *whole {
		for _, device := range []string{"skl", "skl-stateless", "skl-O0"} {
			count(t, dir, device, 1, all)
		}
		return
	}
	for _, w := range wholeRuns {
		count(t, dir, w.device, w.step, w.ways)
	}
}

// count holds the number of kernels that give the expected bytes, by way.
func count(t *testing.T, dir, device string, step int, ways []way) {
	files, err := filepath.Glob(filepath.Join(dir, device, "*.visaasm"))
	require.NoError(t, err)
	good, n := make([]int, len(ways)), 0
	for _, f := range files {
		stem := strings.TrimSuffix(f, ".visaasm")
		name := filepath.Base(stem)
		name = name[:strings.LastIndexByte(name, '_')]
		launch := filepath.Join(dir, "run", name, "launch.yaml")
		if _, err := os.Stat(launch); err != nil { // the text of a function
			continue
		}
		if n++; n%step != 0 {
			continue
		}
		file, _, _ := strings.Cut(name, "__")
		for i, w := range ways {
			if gives(t, launch, filepath.Join(dir, device, file+".zeinfo"), stem+w.ext, w.engine) {
				good[i]++
			}
		}
	}
	for i, w := range ways {
		t.Logf("%s, %s: %d of %d kernels give the expected bytes", device, w.name, good[i], n/step)
		if !*whole {
			floor.Exact(t, fmt.Sprintf("%s, %s: kernels with the expected bytes, of %d", device, w.name, n/step), good[i])
		}
	}
}

// gives is false for a kernel, launch or program that is not supported, or not
// in the corpus.
func gives(t *testing.T, launch, info, program string, engine run.EngineName) bool {
	if _, err := os.Stat(program); err != nil {
		return false
	}
	l, err := run.ReadLaunch(launch)
	var rep *run.Report
	if err == nil {
		rep, err = run.Run(context.Background(), l, run.Options{
			Programs: []string{program}, Info: info, Engine: engine, Target: native.SKL, Limit: 50_000_000, Workers: 1,
		})
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return false
	}
	return assert.NoError(t, err, program) && assert.True(t, rep.OK(), "%s on %v: %s", program, engine, describe(rep))
}
