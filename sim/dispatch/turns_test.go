package dispatch

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// turning is the fake engine with workers that take threads together; it counts how often they are asked to run some in turn, and
// to start one again.
type turning struct {
	fakeEngine
	calls, again *int
}

func (e turning) NewWorker(n int) Worker {
	return &turningWorker{e.fakeEngine.NewWorker(n).(*fakeWorker), make([]Thread, n), e.calls, e.again}
}

type turningWorker struct {
	*fakeWorker
	kept         []Thread
	calls, again *int
}

func (w *turningWorker) Batch() Batch { return w }

func (w *turningWorker) Turns(slot, end, budget int) (next int, status Status, err error) {
	*w.calls++
	status = Done
	last := w.executed + uint64(budget)
	for next = slot; next < end && w.executed < last; next++ {
		if status, err = w.Resume(next, budget); status != Done || err != nil {
			break
		}
	}
	return next, status, err
}

func (w *turningWorker) Keep(slot int) bool {
	w.kept[slot].Payload = append([]byte(nil), w.threads[slot].Payload...)
	return true
}

func (w *turningWorker) Restart(slot int, group [3]uint32) {
	*w.again++
	w.pc[slot] = 0
	w.threads[slot].Payload = append([]byte(nil), w.kept[slot].Payload...)
	binary.LittleEndian.PutUint32(w.threads[slot].Payload[4:], group[0])
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
		"less than two turns": {code: fakeEngine{loop, loop}, budget: 9, limit: 17, threads: 8, insts: 16},
		"two turns of one":    {code: fakeEngine{loop, loop}, budget: 9, limit: 18, calls: 1, threads: 8, insts: 16},
		"a turn of all":       {code: fakeEngine{loop, loop, loop}, budget: 5, calls: 2, threads: 8, insts: 24},
	} {
		for _, plain := range []bool{false, true} {
			calls, again := 0, 0
			l := &Launch{Payloads: grid{groups: [3]uint32{2, 1, 1}, threads: 4}, Mem: mem.New(), Deterministic: true, Budget: c.budget, Limit: c.limit}
			if l.Engine = (turning{c.code, &calls, &again}); plain {
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
				assert.Zero(t, again, "groups that nobody says are alike")
			}
		}
	}
}

// repeated is a grid whose groups are alike but for the last.
type repeated struct{ grid }

func (g repeated) Whole(group [3]uint32) bool { return group[0] != g.groups[0]-1 }

func (g repeated) Fill(p []byte, group [3]uint32, thread int) uint32 {
	mask := g.grid.Fill(p, group, thread)
	binary.LittleEndian.PutUint32(p[4:], group[0])
	if !g.Whole(group) {
		p[12] = 1
	}
	return mask
}

// TestRestarts: threads of groups that are alike are started again, with what a group begins with zeroed, unless the launch changes
// registers or keeps some aside; behind a group that is not alike, or was saved, they are started anew.
func TestRestarts(t *testing.T) {
	g := repeated{grid{groups: [3]uint32{6, 1, 1}, threads: 3, slm: 64, scratch: 1024}}
	var seen [][4]uint32
	look := func(t *Thread) (Status, error) {
		p := t.Payload
		seen = append(seen, [4]uint32{binary.LittleEndian.Uint32(p[4:]), binary.LittleEndian.Uint32(p[8:]), binary.LittleEndian.Uint32(p[12:]), t.Scratch.Load32(0)})
		clear(p)
		t.Scratch.Store32(0, 9)
		return Running, nil
	}
	for name, c := range map[string]struct {
		set   func(l *Launch)
		again int
	}{
		"alike":     {func(*Launch) {}, 4 * 3},
		"registers": {func(l *Launch) { l.Begin = func([3]uint32, int, *Registers) {} }, 0},
		"aside":     {func(l *Launch) { l.Aside = true }, 0},
	} {
		seen = nil
		calls, again := 0, 0
		l := &Launch{Engine: turning{fakeEngine{look, loop}, &calls, &again}, Payloads: g, Mem: mem.New(), Deterministic: true}
		c.set(l)
		_, err := Run(context.Background(), l)
		require.NoError(t, err, name)
		assert.Equal(t, c.again, again, name)
		for i, s := range seen {
			group := uint32(i / 3)
			assert.Equal(t, [4]uint32{group, uint32(i % 3), group / 5, 0}, s, name)
		}
		assert.Len(t, seen, 18)
	}
	calls, again := 0, 0
	l := &Launch{Engine: turning{fakeEngine{loop, loop}, &calls, &again}, Payloads: g, Mem: mem.New(), Deterministic: true, Limit: 13, Save: true}
	res, err := Run(context.Background(), l)
	require.ErrorAs(t, err, new(*LimitError))
	assert.Equal(t, 2*3, again, "two groups behind the first, the second of them cut")
	l.Limit, l.From, again = 0, res.State, 0
	_, err = Run(context.Background(), l)
	require.NoError(t, err)
	assert.Equal(t, 3, again, "behind the one that was saved comes one that is started, one that is started again, and the last")
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

func (noTurnsWorker) Batch() Batch { return nil }
