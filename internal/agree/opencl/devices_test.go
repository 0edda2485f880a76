//go:build oracle

package opencl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/load"
)

// device is a name that Intel's compiler has for a target, with options that change much of
// the code.
type device struct {
	name    string
	target  native.Target
	double  bool
	ours    []native.Target // what our compiler makes code for from the device's vISA
	options []string
}

var stateless = []string{"-options", "-cl-intel-greater-than-4GB-buffer-required"}

var devices = []device{
	{"skl", native.SKL, true, []native.Target{native.SKL, native.BXT}, nil},
	{"bdw", native.BDW, true, nil, nil},
	{"bxt", native.BXT, true, nil, stateless},
	{"lkf", native.LKF, false, nil, nil},
	{"icllp", native.ICL, false, nil, stateless},
	{"tgllp", native.TGL, false, nil, nil},
	{"tgllp", native.TGL, false, nil, stateless},
}

// engine is a way to run a kernel of a container.
type engine struct {
	name   string
	target native.Target
	code   load.CodeName
}

// engines are the ways that are compared with pocl.
func (d *device) engines() []engine {
	list := []engine{{"interpreter", d.target, load.InterpCode}, {"Intel's code", d.target, load.IntelCode}}
	for _, t := range d.ours {
		list = append(list, engine{"our code for " + t.String(), t, load.OurCode})
	}
	return list
}

// TestPrograms compares all engines with pocl, and with other CPUs where they differ, on
// random programs, for each device. What
// the rules and the check of hazards find in the compiler's code fails the test where it
// is not the overlap of halves.
func TestPrograms(t *testing.T) {
	host := hostProgram(t)
	agree, differ := map[*device]int{}, map[*device]int{}
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		j := map[bool]*job{}
		for _, double := range []bool{false, true} {
			j[double] = &job{dir: t.TempDir(), seed: seed, program: generate(seed, *kernels, double)}
			require.NoError(t, j[double].inputs())
		}
		for i := range devices {
			d := &devices[i]
			if *only != "" && !slices.Contains(strings.Split(*only, ","), d.name) {
				continue
			}
			require.NoError(t, j[d.double].on(t, d, host), "seed %d for %s", seed, d.name)
			j[d.double].checked(t)
			good, bad := j[d.double].compared(t, host)
			agree[d] += good
			differ[d] += bad
		}
		t.Logf("seed %d done", seed)
	}
	for i := range devices {
		d := &devices[i]
		t.Logf("%s%s: %d kernels agree, %d differ", d.name, d.options, agree[d], differ[d])
	}
}

// on makes d the device of the program.
func (j *job) on(t *testing.T, d *device, host string) error {
	j.device = d
	if err := j.expect(host, 0); err != nil {
		t.Logf("seed %d: %v", j.seed, err)
	}
	return j.compile()
}

// checked holds the compiler's code to the rules and the check of hazards.
func (j *job) checked(t *testing.T) {
	for i := range j.file.Kernels {
		k := &j.file.Kernels[i]
		insts, offs, err := native.DecodeAll(j.device.target, k.Code)
		require.NoError(t, err)
		for _, f := range native.Check(j.device.target, insts) {
			assert.Equal(t, "bxt.9.4", f.Rule.ID, "seed %d for %s: %s %#x", j.seed, j.device.name, k.Name, offs[f.Inst])
		}
		found, err := hazard.Check(j.device.target, insts, offs)
		require.NoError(t, err)
		assert.Empty(t, found.Findings, "seed %d for %s: %s", j.seed, j.device.name, k.Name)
	}
}

// compared runs the kernels of a program and keeps those that differ.
func (j *job) compared(t *testing.T, host string) (agree, differ int) {
	for k := range j.program.kernels {
		refused, faults := []string(nil), []string{"pocl left nothing"}
		if want, err := j.want(k); err == nil {
			refused, faults = j.verdicts(fmt.Sprintf("k%d", k), want)
		}
		if len(faults) > 0 {
			if other := j.by(t, host, k); other != "" {
				t.Logf("seed %d k%d for %s: as %s, not as pocl: %s", j.seed, k, j.device.name, other, faults[0])
				faults = nil
			}
		}
		for _, why := range refused {
			t.Logf("seed %d k%d for %s refused: %s", j.seed, k, j.device.name, why)
		}
		for _, why := range faults {
			t.Errorf("seed %d k%d for %s: %s", j.seed, k, j.device.name, why)
		}
		switch {
		case len(faults) > 0:
			differ++
			if *keep != "" {
				name := filepath.Join(*keep, fmt.Sprintf("%s_seed%d_k%d.cl", j.device.name, j.seed, k))
				require.NoError(t, os.WriteFile(name, []byte(j.small(t, host, k)), 0o600))
			}
		case len(refused) == 0:
			agree++
		}
	}
	return agree, differ
}

// by is another CPU whose results of a kernel all engines have: pocl goes astray in some loops
// with several ways out, of which one form or the other is right.
func (j *job) by(t *testing.T, host string, kernel int) string {
	for i := 1; i < len(cpus); i++ {
		if err := j.expect(host, i); err != nil {
			t.Log(err) // a signal of pocl's
		}
		want, err := j.left(cpus[i].stem, kernel)
		if err != nil {
			continue
		}
		if _, faults := j.verdicts(fmt.Sprintf("k%d", kernel), want); len(faults) == 0 {
			return cpus[i].stem
		}
	}
	return ""
}

// verdicts runs a kernel on all engines: what they refuse, and what differs from pocl or,
// where functions leave pocl some freedom, from each other.
func (j *job) verdicts(name string, want [][]byte) (refused, faults []string) {
	var kernel int
	fmt.Sscanf(name, "k%d", &kernel) //nolint:errcheck // k0 without a number
	limits := near(j.program.src, kernel)
	var first [][]byte
	for _, e := range j.device.engines() {
		got, err := j.run(name, e)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			refused = append(refused, e.name+": "+strings.ReplaceAll(err.Error(), j.dir, ""))
			continue
		case err != nil:
			faults = append(faults, fmt.Sprintf("%s: %v", e.name, err))
			continue
		}
		if why := firstDifference(got, want, limits); why != "" {
			faults = append(faults, fmt.Sprintf("%s: %s", e.name, why))
		} else if first == nil {
			first = got
		} else if why := firstDifference(got, first, nil); why != "" {
			faults = append(faults, fmt.Sprintf("%s beside another engine: %s", e.name, why))
		}
	}
	return refused, faults
}
