package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Verdicts on a mutation.
const (
	killed   = "killed"
	survived = "survived"
	broken   = "does not compile"
)

// Bounds of one run of a package's tests: processor time as a multiple of what
// the same tests need on the right code, time by the clock (a test that waits
// for something that never comes), and memory.
const (
	cpuFactor   = 4
	cpuFloor    = 5 * time.Second
	clockFactor = 30
	clockFloor  = 2 * time.Minute
	memoryKB    = 8 << 20
)

// runner builds and runs one package's tests.
type runner struct {
	root, pkg string
	dir       string        // scratch
	short     time.Duration // what the short tests need on the right code; 0 before start
	all       time.Duration // what all need
	floor     time.Duration // of processor time
	long      bool          // some tests are left out by -short
	many      *switched     // mutations that are in one binary; nil before prepare
}

func newRunner(root, pkg, dir string) *runner {
	return &runner{root: root, pkg: pkg, dir: dir, floor: cpuFloor}
}

// outcome is what one run of the tests said.
type outcome struct {
	Verdict string        `json:"verdict"`
	By      string        `json:"by,omitempty"` // first failing test, or how it ended
	Took    time.Duration `json:"took"`         // processor time of build and run
}

// start runs the tests on the right code, once: they must pass, and the time
// they take bounds the runs that follow.
func (r *runner) start() error {
	if r.short > 0 {
		return nil
	}
	if _, _, err := r.build(r.binary(), nil); err != nil {
		return err
	}
	for _, need := range []*time.Duration{&r.short, &r.all} {
		*need = 2 * time.Minute
		by, took := r.tests(r.binary(), 0, need == &r.short)
		if by != "" {
			return fmt.Errorf("%s: its tests fail without a mutation: %s", r.pkg, by)
		}
		*need = max(took, time.Millisecond)
	}
	files, err := filepath.Glob(filepath.Join(r.root, r.pkg, "*_test.go"))
	for _, f := range files {
		b, readErr := os.ReadFile(f)
		err = errors.Join(err, readErr)
		r.long = r.long || bytes.Contains(b, []byte("testing.Short()"))
	}
	return err
}

// prepare builds mutations together, if they can be and the tests pass while
// none is on.
func (r *runner) prepare(many *switched) error {
	if many == nil {
		return nil
	}
	built, _, err := r.build(r.together(), many.files)
	if err != nil || !built {
		return err
	}
	if by, _ := r.tests(r.together(), 0, true); by == "" {
		r.many = many
	}
	return nil
}

// judge runs the short tests, then, if none noticed and there are others, all.
func (r *runner) judge(m *mutation, src []byte) (o outcome, err error) {
	binary, number := r.together(), 0
	if r.many != nil {
		number = r.many.number[m]
	}
	if number == 0 {
		binary = r.binary()
		built, took, err := r.build(binary, map[string][]byte{filepath.Base(m.File): src})
		if o.Took = took; err != nil || !built {
			o.Verdict = broken
			return o, err
		}
	}
	for _, short := range []bool{true, false} {
		if !short && !r.long {
			break
		}
		by, took := r.tests(binary, number, short)
		o.Took += took
		if by != "" {
			o.Verdict, o.By = killed, by
			return o, nil
		}
	}
	o.Verdict = survived
	return o, nil
}

// testsOf are the packages whose tests are run: its own, and of one that makes data those of the package that runs them.
func testsOf(pkg string) []string {
	if pkg == "sim/eu/code" {
		return []string{pkg, "sim/eu"}
	}
	return []string{pkg}
}

func (r *runner) binary() string { return filepath.Join(r.dir, "tests") }

func (r *runner) together() string { return filepath.Join(r.dir, "together") }

// build makes the test binaries with files, by name, in the place of the package's
// own or beside them. That the text does not compile is no error.
func (r *runner) build(binary string, files map[string][]byte) (built bool, took time.Duration, err error) {
	args := []string{"test", "-c", "-vet=off"}
	if len(files) > 0 {
		replace := map[string]string{}
		for name, src := range files {
			text := filepath.Join(r.dir, "mutated_"+name)
			replace[filepath.Join(r.root, r.pkg, name)] = text
			if err := os.WriteFile(text, src, 0o644); err != nil {
				return false, 0, err
			}
		}
		overlay := filepath.Join(r.dir, "overlay.json")
		b, err := json.Marshal(map[string]map[string]string{"Replace": replace})
		if err := errors.Join(err, os.WriteFile(overlay, b, 0o644)); err != nil {
			return false, 0, err
		}
		args = append(args, "-overlay", overlay)
	}
	for i, pkg := range testsOf(r.pkg) {
		cmd := exec.Command("go", append(args, "-o", nth(binary, i), "./"+pkg)...)
		cmd.Dir = r.root
		out, err := cmd.CombinedOutput()
		took += cpu(cmd)
		var exit *exec.ExitError
		switch {
		case err == nil:
		case errors.As(err, &exit) && len(files) > 0:
			return false, took, nil
		default:
			return false, took, fmt.Errorf("go test -c ./%s: %w\n%s", pkg, err, out)
		}
	}
	return true, took, nil
}

// nth is the binary of the i-th package of testsOf.
func nth(binary string, i int) string { return fmt.Sprintf("%s.%d", binary, i) }

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)|^(panic: .*|fatal error: .*)$`)

// tests runs a binary with one of its mutations on, 0 for none; by is empty when
// all tests passed.
func (r *runner) tests(binary string, number int, short bool) (by string, took time.Duration) {
	for i, pkg := range testsOf(r.pkg) {
		by, more := r.testsIn(pkg, nth(binary, i), number, short)
		if took += more; by != "" {
			return by, took
		}
	}
	return "", took
}

// testsIn is tests of one of the packages.
func (r *runner) testsIn(pkg, binary string, number int, short bool) (by string, took time.Duration) {
	need := r.all
	if short {
		need = r.short
	}
	clock := clockFloor + clockFactor*need
	ctx, cancel := context.WithTimeout(context.Background(), clock)
	defer cancel()
	limits := fmt.Sprintf(`ulimit -t %d; ulimit -v %d; exec "$@"`, int((r.floor+cpuFactor*need)/time.Second), memoryKB)
	cmd := exec.CommandContext(ctx, "sh", "-c", limits, "sh", binary,
		"-test.failfast", fmt.Sprintf("-test.short=%t", short), fmt.Sprintf("-test.timeout=%s", clock))
	cmd.Dir = filepath.Join(r.root, pkg)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", chooserEnv, number))
	out, err := cmd.CombinedOutput()
	took = cpu(cmd)
	if err == nil {
		return "", took
	}
	if m := failedTest.FindSubmatch(out); m != nil {
		return strings.TrimSpace(string(m[1]) + string(m[2])), took
	}
	return "no end: " + err.Error(), took
}

func cpu(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
