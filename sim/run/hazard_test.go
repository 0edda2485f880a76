package run_test

import (
	"context"
	"errors"
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
	"github.com/genvisa/genvisa/native/flow"
	"github.com/genvisa/genvisa/native/hazard"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
)

// TestHazards: code of Intel's compiler runs to its results when hazards stop it, and so
// does what drivers ship. With one wait fewer, or one NoDDClr or NoDDChk more or fewer,
// it stops at an instruction for which the static check names the same fault; it must,
// where that is in a block that runs.
func TestHazards(t *testing.T) {
	step := 9
	if *whole {
		step = 1
	}
	var c hazardCount
	for _, d := range []struct {
		device string
		target native.Target
	}{{"bdw", native.BDW}, {"skl", native.SKL}, {"bxt", native.BXT}, {"lkf", native.LKF}, {"tgllp", native.TGL}} {
		codes := corpus.FilesBeside(t, "corpus/"+d.device, "*.dat")
		for i := 0; i < len(codes); i += step {
			k := corpus.CaseOf(corpus.Dir(), d.device, codes[i])
			l, err := launch.Read(k.Launch)
			require.NoError(t, err)
			o := run.Options{Info: k.Info, Engine: load.Sim, Target: load.Only(d.target)}
			c.launch(t, l, codes[i], o, d.device == "tgllp" || *whole)
		}
	}
	if *whole {
		t.Logf("%+v", c)
		return
	}
	floor.Exact(t, "kernels of the corpus that hazards do not stop", c.ran)
	floor.Exact(t, "changes of their scoreboard codes that the static check finds", c.changed)
	floor.Exact(t, "changes of their scoreboard codes that must stop a thread", c.must)
	floor.Exact(t, "changes of their scoreboard codes that stop a thread", c.stopped)
}

// TestShippedHazards is the same for the launches of others' kernels.
func TestShippedHazards(t *testing.T) {
	var c hazardCount
	for _, file := range corpus.FilesBeside(t, "shipped/run", "*/*/launch.yaml") {
		l, err := launch.Read(file)
		require.NoError(t, err)
		c.launch(t, l, filepath.Join(filepath.Dir(file), "kernel.dat"), run.Options{}, true)
	}
	if *whole {
		t.Logf("%+v", c)
		return
	}
	floor.Exact(t, "shipped launches that hazards do not stop", c.ran)
	floor.Exact(t, "changes of their DepCtrl and scoreboard codes that the static check finds", c.changed)
	floor.Exact(t, "changes of their DepCtrl and scoreboard codes that must stop a thread", c.must)
	floor.Exact(t, "changes of their DepCtrl and scoreboard codes that stop a thread", c.stopped)
}

// hazardCount is how many launches ran, of how many changed codes the static check finds
// something, of how many of them in a block that runs, and how many stopped.
type hazardCount struct{ ran, changed, must, stopped int }

// launch runs code with and without hazards stopping it, and with changes. The estimate of
// the run is that of all its threads, and the sum of its parts.
func (c *hazardCount) launch(t *testing.T, l *launch.Launch, code string, o run.Options, change bool) {
	t.Helper()
	o.Programs, o.Deterministic = []string{code}, true
	plain, err := run.Run(context.Background(), l, o)
	require.NoError(t, err, code)
	o.Hazards, o.Stats = true, true
	rep, err := run.Run(context.Background(), l, o)
	require.NoError(t, err, code)
	assert.True(t, rep.OK(), code)
	assert.Equal(t, plain.Buffers, rep.Buffers, code)
	c.ran++
	cycles := rep.Stats.Cycles
	sum := cycles.Issue
	for _, n := range cycles.Stalls {
		sum += n
	}
	assert.Equal(t, rep.Threads, cycles.Threads, code)
	assert.Equal(t, cycles.Total, sum, "%s: what issues and each stall are the estimate", code)
	assert.LessOrEqual(t, cycles.Longest, cycles.Total, code)
	if !change {
		return
	}
	ran := map[int]bool{}
	for _, x := range rep.Stats.Instructions {
		var ip int
		_, err := fmt.Sscanf(x.Where, "ip 0x%x", &ip)
		require.NoError(t, err)
		ran[ip] = true
	}
	target := o.Target.Device()
	if l.Native != nil {
		target = l.Native.Target
	}
	o.Stats = false
	for _, m := range mistakes(t, target, code, ran) {
		c.changed++
		if m.must {
			c.must++
		}
		o.Programs = []string{m.path}
		_, err := run.Run(context.Background(), l, o)
		var fault *eu.HazardError
		if errors.As(err, &fault) {
			c.stopped++
			assert.True(t, m.pairs[[2]int{fault.Inst, fault.Finding.By}] || m.unknown, "%s: %v", m.path, err)
			continue
		}
		require.NoError(t, err, m.path)
		assert.False(t, m.must, "%s: the static check finds a fault in a block that runs, and no thread stops: %v", m.path, m.pairs)
	}
}

// mistake is code with a change of which the static check says something.
type mistake struct {
	path    string
	pairs   map[[2]int]bool // instructions of findings, and those that are in flight
	must    bool            // one is in a block that runs
	unknown bool            // it does not know all that the code touches
}

// mistakesEach is how many changes of a code are tried; with -whole ten times as many.
const mistakesEach = 5

// mistakes changes instructions from all over a code.
func mistakes(t *testing.T, target native.Target, path string, ran map[int]bool) (out []mistake) {
	t.Helper()
	code, err := os.ReadFile(path)
	require.NoError(t, err)
	insts, offs, err := native.DecodeAll(target, code)
	require.NoError(t, err)
	p, err := flow.Placed(target, insts, offs)
	require.NoError(t, err)
	each := mistakesEach
	if *whole {
		each *= 10
	}
	block := make([]int32, len(insts))
	for _, b := range flow.Cut(p).Blocks {
		for i := b.Start; i < b.End; i++ {
			block[i] = b.Start
		}
	}
	next := 0
	for i := range insts {
		was := insts[i]
		if i < next || !spoil(target, &insts[i], i) {
			continue
		}
		b, err := native.Encode(target, &insts[i])
		r, err2 := hazard.Check(target, insts, offs)
		require.NoError(t, err2)
		insts[i] = was
		if err != nil || len(b) != size(&was) || len(r.Findings) == 0 {
			continue
		}
		m := mistake{path: filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(path), ".dat")+".dat"), pairs: map[[2]int]bool{}, unknown: len(r.Unknown) > 0}
		for _, f := range r.Findings {
			m.pairs[[2]int{f.Inst, f.By}] = true
			m.must = m.must || f.By <= f.Inst && block[f.By] == block[f.Inst] && ran[offs[f.Inst]]
		}
		text := append([]byte(nil), code...)
		copy(text[offs[i]:], b)
		require.NoError(t, os.WriteFile(m.path, text, 0o600))
		out = append(out, m)
		next = i + len(insts)/each
	}
	return out
}

// size is the bytes of an instruction.
func size(in *native.Inst) int {
	if in.Compact {
		return 8
	}
	return 16
}

// spoil takes away what an instruction waits for, or its token; before Gen12 it turns
// NoDDClr or NoDDChk over. False where there is nothing to change.
func spoil(target native.Target, in *native.Inst, i int) bool {
	switch {
	case target.Scoreboard() && in.SWSB != 0 && in.Op != native.OpSync:
		in.SWSB = 0
		return true
	case !target.Scoreboard() && in.Op.IsALU():
		in.DepCtrl ^= uint8(1 + i%2)
		return true
	}
	return false
}
