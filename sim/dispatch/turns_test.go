package dispatch

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// turning is the fake engine with workers that run threads in turn; it counts how often they are asked to.
type turning struct {
	fakeEngine
	calls *int
}

func (e turning) NewWorker(n int) Worker {
	return &turningWorker{e.fakeEngine.NewWorker(n).(*fakeWorker), e.calls}
}

type turningWorker struct {
	*fakeWorker
	calls *int
}

func (w *turningWorker) InTurn() Turns {
	return func(slot, end, budget int) (next int, status Status, err error) {
		*w.calls++
		for next = slot; next < end; next++ {
			if status, err = w.Resume(next, budget); status != Done || err != nil {
				break
			}
		}
		return next, status, err
	}
}

// TestTurns: a group's threads run in one call as far as each ends, with the same counts, barriers and errors.
func TestTurns(t *testing.T) {
	boom := errors.New("boom")
	fails := func(t *Thread) (Status, error) {
		if t.Index == 2 {
			return Done, boom
		}
		return Running, nil
	}
	listen := func(t *Thread) (Status, error) {
		if t.Index < 2 {
			return Running, nil
		}
		return Listening, nil
	}
	long := make(fakeEngine, 7)
	for i := range long {
		long[i] = loop
	}
	for name, c := range map[string]struct {
		code    fakeEngine
		budget  int
		limit   uint64
		calls   int
		threads uint64
		insts   uint64
		err     string
	}{
		"all end":          {code: fakeEngine{loop, loop}, calls: 2, threads: 8, insts: 16},
		"a barrier":        {code: fakeEngine{signal, wait, loop}, calls: 2, threads: 8, insts: 24},
		"longer than once": {code: long, budget: 5, calls: 2 * 2, threads: 8, insts: 56},
		"a fault":          {code: fakeEngine{loop, fails}, calls: 1, threads: 2, insts: 5, err: "group [0 0 0] thread 2: boom"},
		"a deadlock": {code: fakeEngine{loop, listen}, calls: 1, threads: 2, insts: 6,
			err: "group [0 0 0]: deadlock: threads [2 3] wait for a notification (n0.1 or n0.2) that nobody sends; threads [2 3] wait in all, 2 ended"},
		"less than all turns":    {code: fakeEngine{loop, loop}, budget: 5, limit: 19, threads: 8, insts: 16},
		"all turns of one group": {code: fakeEngine{loop, loop}, budget: 5, limit: 20, calls: 1, threads: 8, insts: 16},
	} {
		for _, plain := range []bool{false, true} {
			calls := 0
			l := &Launch{Payloads: grid{groups: [3]uint32{2, 1, 1}, threads: 4}, Mem: mem.New(), Deterministic: true, Budget: c.budget, Limit: c.limit}
			if l.Engine = (turning{c.code, &calls}); plain {
				l.Engine = c.code
			}
			res, err := Run(context.Background(), l)
			if c.err == "" {
				require.NoError(t, err, name)
			} else {
				require.ErrorContains(t, err, c.err, name)
			}
			assert.Equal(t, [2]uint64{c.threads, c.insts}, [2]uint64{res.Threads, res.Instructions}, "%s, in turn %t", name, !plain)
			if !plain {
				assert.Equal(t, c.calls, calls, name)
			}
		}
	}
}

// TestNoTurns: an engine may have workers that do not.
func TestNoTurns(t *testing.T) {
	res, err := Run(context.Background(), &Launch{Engine: noTurns{}, Payloads: grid{groups: [3]uint32{3, 1, 1}, threads: 2}, Mem: mem.New()})
	require.NoError(t, err)
	assert.EqualValues(t, 6, res.Threads)
}

type noTurns struct{}

func (noTurns) NewWorker(int) Worker { return noTurnsWorker{} }

type noTurnsWorker struct{ endAtOnce }

func (noTurnsWorker) InTurn() Turns { return nil }
