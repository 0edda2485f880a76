package dispatch

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// step is one instruction of the fake engine. It returns the next status:
// Running goes on, Waiting repeats the step, Done ends the thread.
type step func(t *Thread) (Status, error)

type fakeEngine []step

type fakeWorker struct {
	code     fakeEngine
	threads  []Thread
	pc       []int
	executed uint64
}

func (e fakeEngine) NewWorker(n int) Worker {
	return &fakeWorker{code: e, threads: make([]Thread, n), pc: make([]int, n)}
}

func (w *fakeWorker) Start(slot int, t *Thread) {
	w.threads[slot], w.pc[slot] = *t, 0
	w.threads[slot].Payload = append([]byte(nil), t.Payload...)
}

func (w *fakeWorker) Resume(slot, budget int) (Status, error) {
	for range budget {
		if w.pc[slot] == len(w.code) {
			return Done, nil
		}
		st, err := w.code[w.pc[slot]](&w.threads[slot])
		if err != nil || st != Running {
			return st, err
		}
		w.executed++
		w.pc[slot]++
	}
	return Running, nil
}

func (w *fakeWorker) Executed() uint64 { return w.executed }

func (w *fakeWorker) At(slot int) Place {
	return Place{Where: fmt.Sprint("step ", w.pc[slot]), Inst: "fake"}
}

// grid has a fixed number of threads per group and puts the thread number in
// dword 2 of the payload.
type grid struct {
	groups  [3]uint32
	threads int
	slm     int
	scratch int
}

func (g grid) Groups() [3]uint32     { return g.groups }
func (g grid) MaxThreads() int       { return g.threads }
func (g grid) Threads([3]uint32) int { return g.threads }
func (g grid) PayloadSize() int      { return 64 }
func (g grid) SLMSize() int          { return g.slm }
func (g grid) ScratchSize() int      { return g.scratch }
func (g grid) Fill(p []byte, _ [3]uint32, thread int) uint32 {
	clear(p)
	binary.LittleEndian.PutUint32(p[8:], uint32(thread))
	return 0xFF
}

func signal(t *Thread) (Status, error) { t.Group.Barrier.Signal(t.Index); return Running, nil }

func wait(t *Thread) (Status, error) {
	if t.Group.Barrier.Take(t.Index) {
		return Running, nil
	}
	return Waiting, nil
}

// number is the linear number of a thread in the launch.
func number(t *Thread, g grid) uint32 {
	id := t.Group.ID
	return (id[0]+g.groups[0]*(id[1]+g.groups[1]*id[2]))*uint32(g.threads) + uint32(t.Index)
}

// Threads pass values through local memory across a barrier; the result is the
// same for every number of workers.
func TestBarrierAndWorkers(t *testing.T) {
	g := grid{groups: [3]uint32{5, 3, 2}, threads: 4, slm: 64, scratch: 1024}
	for _, workers := range []int{0, 1, 3, 100} {
		m := mem.New()
		out := m.Alloc("out", 30*4*4)
		code := fakeEngine{
			func(t *Thread) (Status, error) {
				if t.Group.SLM.Load32(uint32(4*t.Index)) != 0 || t.Scratch.Load32(0) != 0 {
					return Done, errors.New("memory of an earlier group is visible")
				}
				t.Group.SLM.Store32(uint32(4*t.Index), number(t, g))
				t.Scratch.Store32(0, 1)
				return Running, nil
			},
			signal, wait,
			func(t *Thread) (Status, error) {
				n := number(t, g)
				out.Store32(4*n, 1000*n+t.Group.SLM.Load32(uint32(4*((t.Index+1)%4))))
				return Running, nil
			},
			signal, wait,
		}
		res, err := Run(context.Background(), &Launch{Engine: code, Payloads: g, Mem: m, Workers: workers})
		require.NoError(t, err)
		assert.Equal(t, uint64(30), res.Groups)
		assert.Equal(t, uint64(120), res.Threads)
		assert.Equal(t, uint64(120*6), res.Instructions)
		for n := range uint32(120) {
			require.Equal(t, 1000*n+n/4*4+(n+1)%4, out.Load32(4*n))
		}
	}
}

func TestThreadHeader(t *testing.T) {
	g := grid{groups: [3]uint32{1, 1, 1}, threads: 2, scratch: 4096}
	seen := 0
	_, err := Run(context.Background(), &Launch{Payloads: g, Mem: mem.New(), Engine: fakeEngine{func(t *Thread) (Status, error) {
		r05 := binary.LittleEndian.Uint32(t.Payload[20:])
		if uint64(r05&^1023) != t.Scratch.Base || r05&1023 != t.ID || t.Mask != 0xFF {
			return Done, fmt.Errorf("r0.5 is %#x", r05)
		}
		seen++
		return Running, nil
	}}})
	require.NoError(t, err)
	assert.Equal(t, 2, seen)
}

// No two running threads have one number, however many workers are asked for.
func TestThreadNumbersAreUnique(t *testing.T) {
	g := grid{groups: [3]uint32{64, 1, 1}, threads: 100, scratch: 1024}
	var mu sync.Mutex
	where := map[uint32][2]uint32{} // by number: the group and thread that has it
	res, err := Run(context.Background(), &Launch{Payloads: g, Mem: mem.New(), Workers: 64, Engine: fakeEngine{
		func(t *Thread) (Status, error) {
			mu.Lock()
			defer mu.Unlock()
			id := binary.LittleEndian.Uint32(t.Payload[20:]) & 511
			if at, ok := where[id]; ok {
				return Done, fmt.Errorf("number %d is that of %v", id, at)
			}
			where[id] = [2]uint32{t.Group.ID[0], uint32(t.Index)}
			return Running, nil
		},
		signal, wait,
		func(t *Thread) (Status, error) {
			mu.Lock()
			defer mu.Unlock()
			delete(where, binary.LittleEndian.Uint32(t.Payload[20:])&511)
			return Running, nil
		},
	}})
	require.NoError(t, err)
	assert.Equal(t, 5, res.Workers)
}

// The error is that of the first group in order, whichever failed first.
func TestFirstFailingGroup(t *testing.T) {
	r := &run{total: 9}
	e := []error{errors.New("0"), errors.New("1"), errors.New("2"), errors.New("3")}
	r.stop(context.Canceled)
	for _, n := range []int{2, 3, 1, 2} {
		r.fail(uint64(n), e[n])
	}
	assert.Equal(t, e[1], r.result())
	r.fail(0, e[0])
	assert.Equal(t, e[0], r.result())
}

// What stops a launch after its last group has ended does not count.
func TestStopAfterTheEnd(t *testing.T) {
	r := &run{total: 2}
	r.stop(context.Canceled)
	r.doneGroups.Store(1)
	assert.Equal(t, context.Canceled, r.result())
	r.doneGroups.Store(2)
	assert.NoError(t, r.result())
}

func TestDeterministicOrder(t *testing.T) {
	var order []uint32
	g := grid{groups: [3]uint32{3, 2, 2}, threads: 2}
	_, err := Run(context.Background(), &Launch{Payloads: g, Mem: mem.New(), Workers: 8, Deterministic: true,
		Engine: fakeEngine{func(t *Thread) (Status, error) { order = append(order, number(t, g)); return Running, nil }}})
	require.NoError(t, err)
	require.Len(t, order, 24)
	for i, n := range order {
		assert.Equal(t, uint32(i), n)
	}
}

// seed: Ivy Bridge EU 3.3.3.9
func TestDeadlock(t *testing.T) {
	g := grid{groups: [3]uint32{2, 1, 1}, threads: 4}
	skip := func(t *Thread) (Status, error) {
		if t.Group.ID[0] == 1 && t.Index == 2 {
			return Done, nil
		}
		return Running, nil
	}
	res, err := Run(context.Background(), &Launch{Engine: fakeEngine{skip, signal, wait}, Payloads: g, Mem: mem.New(), Deterministic: true})
	var dead *DeadlockError
	require.ErrorAs(t, err, &dead)
	at := func(thread int) ThreadPlace {
		return ThreadPlace{[3]uint32{1, 0, 0}, thread, Place{Where: "step 2", Inst: "fake"}}
	}
	assert.Equal(t, &DeadlockError{Group: [3]uint32{1, 0, 0}, Waiting: []int{0, 1, 3}, Ended: 1, Arrived: 3, At: []ThreadPlace{at(0), at(1), at(3)}}, dead)
	assert.EqualError(t, err, `group [1 0 0]: deadlock at a barrier: 3 of 4 threads arrived; threads [0 1 3] wait, 1 ended
  group [1 0 0] thread 0 at step 2: fake
  group [1 0 0] thread 1 at step 2: fake
  group [1 0 0] thread 3 at step 2: fake`)
	assert.Equal(t, uint64(1), res.Groups)
	assert.Equal(t, uint64(5), res.Threads)
}

// The error of the first failing group is reported, whatever the workers do.
// A notification that nobody will take does not hide a deadlock.
func TestDeadlockBesideUnusedNotification(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := Run(ctx, &Launch{Payloads: grid{groups: [3]uint32{1, 1, 1}, threads: 2}, Mem: mem.New(), Engine: fakeEngine{
		signal,
		func(t *Thread) (Status, error) {
			if t.Index == 0 {
				return Done, nil
			}
			return Running, nil
		},
		wait, signal, wait,
	}})
	var d *DeadlockError
	require.ErrorAs(t, err, &d)
	assert.Equal(t, DeadlockError{Waiting: []int{1}, Ended: 1, Arrived: 1, At: []ThreadPlace{{Thread: 1, Place: Place{Where: "step 4", Inst: "fake"}}}}, *d)
}

func TestFirstErrorWins(t *testing.T) {
	g := grid{groups: [3]uint32{64, 1, 1}, threads: 2}
	boom := errors.New("boom")
	for range 20 {
		_, err := Run(context.Background(), &Launch{Payloads: g, Mem: mem.New(), Workers: 4, Budget: 3,
			Engine: fakeEngine{func(t *Thread) (Status, error) {
				if t.Group.ID[0] >= 7 && t.Index == 1 {
					return Done, boom
				}
				return Running, nil
			}}})
		require.ErrorIs(t, err, boom)
		assert.EqualError(t, err, "group [7 0 0] thread 1: boom")
	}
}

func loop(*Thread) (Status, error) { return Running, nil }

// forever never reaches the end of its code.
type forever struct{ fakeWorker }

func (w *forever) Resume(_, budget int) (Status, error) {
	w.executed += uint64(budget)
	return Running, nil
}

type foreverEngine struct{}

func (foreverEngine) NewWorker(n int) Worker {
	return &forever{fakeWorker{threads: make([]Thread, n), pc: make([]int, n)}}
}

func TestLimit(t *testing.T) {
	g := grid{groups: [3]uint32{2, 1, 1}, threads: 2}
	res, err := Run(context.Background(), &Launch{Engine: foreverEngine{}, Payloads: g, Mem: mem.New(), Limit: 100_001, Deterministic: true})
	var lim *LimitError
	require.ErrorAs(t, err, &lim)
	assert.Equal(t, uint64(100_001), lim.Limit)
	assert.Equal(t, uint64(100_001), res.Instructions)

	// Exactly enough is no error.
	res, err = Run(context.Background(), &Launch{Engine: fakeEngine{loop, loop}, Payloads: g, Mem: mem.New(), Limit: 9})
	require.NoError(t, err)
	assert.Equal(t, uint64(8), res.Instructions)
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g := grid{groups: [3]uint32{100, 1, 1}, threads: 1}
	stopAt := func(t *Thread) (Status, error) {
		if t.Group.ID[0] == 3 {
			cancel()
			for ctx.Err() == nil {
				runtime.Gosched()
			}
			// The callback of the context runs by itself: give it its turn.
			time.Sleep(50 * time.Millisecond)
		}
		return Running, nil
	}
	res, err := Run(ctx, &Launch{Engine: fakeEngine{stopAt}, Payloads: g, Mem: mem.New(), Deterministic: true})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, uint64(4), res.Groups, "groups before the cancellation, and the one that runs to its end")

	res, err = Run(ctx, &Launch{Engine: foreverEngine{}, Payloads: g, Mem: mem.New()})
	require.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, res.Groups)
}

func TestCancelWhileRunning(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	g := grid{groups: [3]uint32{100, 1, 1}, threads: 1}
	_, err := Run(ctx, &Launch{Engine: foreverEngine{}, Payloads: g, Mem: mem.New()})
	require.ErrorIs(t, err, context.Canceled)
}

func TestPanicReachesCaller(t *testing.T) {
	g := grid{groups: [3]uint32{8, 1, 1}, threads: 1}
	assert.PanicsWithValue(t, "BUG: x", func() {
		_, _ = Run(context.Background(), &Launch{Payloads: g, Mem: mem.New(), Workers: 2,
			Engine: fakeEngine{func(*Thread) (Status, error) { panic("BUG: x") }}})
	})
}

func TestNoAllocationPerGroup(t *testing.T) {
	run := func(groups uint32) float64 {
		g := grid{groups: [3]uint32{groups, 1, 1}, threads: 4, slm: 64}
		return testing.AllocsPerRun(5, func() {
			_, _ = Run(context.Background(), &Launch{Engine: endAtOnce{}, Payloads: g, Mem: mem.New(), Deterministic: true})
		})
	}
	assert.Less(t, run(1000)-run(10), 5.0)
}

// endAtOnce ends each thread at its first turn and allocates nothing.
type endAtOnce struct{}

func (endAtOnce) NewWorker(int) Worker            { return endAtOnce{} }
func (endAtOnce) Start(int, *Thread)              {}
func (endAtOnce) Resume(int, int) (Status, error) { return Done, nil }
func (endAtOnce) Save(int, []byte) []byte         { return nil }
func (endAtOnce) Load(int, *Thread, []byte) error { return nil }
func (endAtOnce) Executed() uint64                { return 0 }
func (endAtOnce) At(int) Place                    { return Place{} }
