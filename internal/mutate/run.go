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
	if _, _, err := r.build("", nil); err != nil {
		return err
	}
	for _, need := range []*time.Duration{&r.short, &r.all} {
		*need = time.Minute
		by, took := r.tests(need == &r.short)
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

// judge runs the short tests, then, if none noticed and there are others, all.
func (r *runner) judge(file string, src []byte) (outcome, error) {
	built, took, err := r.build(file, src)
	if err != nil || !built {
		return outcome{Verdict: broken, Took: took}, err
	}
	for _, short := range []bool{true, false} {
		if !short && !r.long {
			break
		}
		by, t := r.tests(short)
		took += t
		if by != "" {
			return outcome{killed, by, took}, nil
		}
	}
	return outcome{Verdict: survived, Took: took}, nil
}

func (r *runner) binary() string { return filepath.Join(r.dir, "tests") }

// build makes the test binary with src in the place of file. That the text does
// not compile is no error.
func (r *runner) build(file string, src []byte) (built bool, took time.Duration, err error) {
	args := []string{"test", "-c", "-vet=off", "-o", r.binary()}
	if file != "" {
		overlay := filepath.Join(r.dir, "overlay.json")
		mutated := filepath.Join(r.dir, "mutated.go")
		b, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(r.root, file): mutated}})
		if err != nil {
			return false, 0, err
		}
		if err := errors.Join(os.WriteFile(overlay, b, 0o644), os.WriteFile(mutated, src, 0o644)); err != nil {
			return false, 0, err
		}
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.Command("go", append(args, "./"+r.pkg)...)
	cmd.Dir = r.root
	out, err := cmd.CombinedOutput()
	took = cpu(cmd)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, took, nil
	case errors.As(err, &exit) && file != "":
		return false, took, nil
	}
	return false, took, fmt.Errorf("go test -c ./%s: %w\n%s", r.pkg, err, out)
}

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)|^(panic: .*|fatal error: .*)$`)

// tests runs the binary; by is empty when all tests passed.
func (r *runner) tests(short bool) (by string, took time.Duration) {
	need := r.all
	if short {
		need = r.short
	}
	clock := clockFloor + clockFactor*need
	ctx, cancel := context.WithTimeout(context.Background(), clock)
	defer cancel()
	limits := fmt.Sprintf(`ulimit -t %d; ulimit -v %d; exec "$@"`, int((r.floor+cpuFactor*need)/time.Second), memoryKB)
	cmd := exec.CommandContext(ctx, "sh", "-c", limits, "sh", r.binary(),
		"-test.failfast", fmt.Sprintf("-test.short=%t", short), fmt.Sprintf("-test.timeout=%s", clock))
	cmd.Dir = filepath.Join(r.root, r.pkg)
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
