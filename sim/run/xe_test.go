package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/observe"
	"github.com/genvisa/genvisa/sim/run"
)

// xeLaunches calls each with the launches of the kernels in containers for devices after Gen12 LP.
func xeLaunches(t *testing.T, dir string, each func(name string, l *launch.Launch, o run.Options)) (n int) {
	t.Helper()
	launches, err := filepath.Glob(filepath.Join(dir, "run", "*", "launch.yaml"))
	require.NoError(t, err)
	for _, device := range []string{"dg2", "mtl-h"} {
		for _, path := range launches {
			stem, _, _ := strings.Cut(filepath.Base(filepath.Dir(path)), "__")
			program := filepath.Join(dir, "releases", "igc-2.40", device, stem+".bin")
			data, err := os.ReadFile(program)
			if err != nil {
				continue
			}
			l, err := launch.Read(path)
			require.NoError(t, err)
			if !bytes.Contains(data, []byte(l.Kernel)) {
				continue
			}
			n++
			each(device+" "+l.Kernel, l, run.Options{Programs: []string{program}, Code: load.IntelCode, Limit: 50_000_000, Workers: 1})
		}
	}
	return n
}

// TestXeStarts: threads that load their local ids and threads that are given them give the expected bytes.
func TestXeStarts(t *testing.T) {
	dir, full := corpus.Full()
	want := 15
	if !full {
		dir = corpus.Subset()
	} else {
		want = 135 + 144
	}
	behind := 0
	n := xeLaunches(t, dir, func(name string, l *launch.Launch, o run.Options) {
		for _, start := range []abi.Start{abi.StartFromMemory, abi.StartByGroup, abi.StartBehindIDs} {
			o.Start = start
			rep, err := run.Run(context.Background(), l, o)
			if start == abi.StartBehindIDs {
				if err != nil { // a kernel that has no ids
					assert.ErrorContains(t, err, "a start behind the code that loads local ids", name)
					continue
				}
				behind++
			}
			if assert.NoError(t, err, name) {
				assert.True(t, rep.OK(), "%s: %s", name, describe(rep))
			}
		}
	})
	assert.Equal(t, want, n)
	assert.Greater(t, behind, want*3/4)
}

// TestXePreempted: a launch that stops in its middle, on its way through the code that loads the payload or behind it,
// goes on to the expected bytes. No machine of the table has such a target: one of another stands for it.
func TestXePreempted(t *testing.T) {
	room, err := machine.Named("tgl")
	require.NoError(t, err)
	xeLaunches(t, corpus.Subset(), func(name string, l *launch.Launch, o run.Options) {
		o.Deterministic, o.Machine = true, room
		for _, start := range []abi.Start{abi.StartFromMemory, abi.StartByGroup} {
			o.Start, o.Preempt, o.Resume = start, 0, nil
			all, err := run.Run(context.Background(), l, o)
			require.NoError(t, err, name)
			for _, at := range []uint64{5, all.Instructions / 2} {
				o.Preempt, o.Resume = at, nil
				half, err := run.Run(context.Background(), l, o)
				require.NoError(t, err, name)
				require.True(t, half.Preempted, name)
				o.Preempt, o.Resume = 0, half.Image
				rest, err := run.Run(context.Background(), l, o)
				require.NoError(t, err, name)
				assert.True(t, rest.OK(), "%s after %d: %s", name, at, describe(rest))
				assert.Equal(t, all.Instructions, rest.Instructions, name)
			}
		}
	})
}

// TestXeTold: traces and counts of such a launch name its messages and do not change what it gives.
func TestXeTold(t *testing.T) {
	kinds := map[string]uint64{}
	xeLaunches(t, corpus.Subset(), func(name string, l *launch.Launch, o run.Options) {
		var text bytes.Buffer
		o.Stats, o.Trace = true, &observe.Trace{Out: &text}
		rep, err := run.Run(context.Background(), l, o)
		require.NoError(t, err, name)
		assert.True(t, rep.OK(), "%s: %s", name, describe(rep))
		assert.Contains(t, text.String(), "send", name)
		for _, m := range rep.Stats.Messages {
			kinds[m.Kind] += m.Executions
		}
	})
	for _, kind := range []string{"UgmLoad", "UgmStore", "SlmLoad", "SlmStore", "SlmAtomic", "UgmFlatAtomic", "TypedWrite", "Barrier", "EndOfThread", "SlmFence"} {
		assert.Positive(t, kinds[kind], kind)
	}
}

// TestXeLargeFile: what is compiled for threads of 256 registers gives the expected bytes, and reads no register too early.
func TestXeLargeFile(t *testing.T) {
	dir, full := corpus.Full()
	if !full || !*whole {
		dir = corpus.Subset()
	}
	behind, refused := 0, 0
	n := xeLaunches(t, dir, func(name string, l *launch.Launch, o run.Options) {
		o.Code, o.GRFs, o.Hazards = load.OurCode, native.MostGRFs, true
		rep, err := run.Run(context.Background(), l, o)
		if errors.Is(err, errors.ErrUnsupported) {
			refused++
			return
		}
		if assert.NoError(t, err, name) {
			assert.True(t, rep.OK(), "%s: %s", name, describe(rep))
			if rep.Code.GRFs > native.GRFs {
				behind++
			}
		}
	})
	t.Logf("%d kernels, %d of them with more than 128 registers, %d refused", n, behind, refused)
}
