package dispatch

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// Payloads says how many groups and threads a launch has and what each thread
// starts with; *abi.Builder is one. Methods are called by several workers.
type Payloads interface {
	Groups() [3]uint32
	MaxThreads() int // threads of the largest group
	Threads(group [3]uint32) int
	PayloadSize() int
	SLMSize() int
	ScratchSize() int // per thread; 0 or a power of two from 1024 on
	Fill(dst []byte, group [3]uint32, thread int) (mask uint32)
}

// DefaultBudget is the number of instructions a thread runs before the next
// thread of its group gets its turn, when Launch.Budget is 0.
const DefaultBudget = 1 << 14

// Launch is a program, its threads and how to run them.
type Launch struct {
	Engine   Engine
	Payloads Payloads
	Mem      *mem.Memory

	Workers       int    // 0: GOMAXPROCS; at most as many run as threads have numbers (abi.ThreadIDs)
	Deterministic bool   // one worker, groups in ascending order, X fastest
	Limit         uint64 // instructions of the whole launch; 0: none. Several workers may pass it by a Budget each
	Budget        int    // instructions per Resume; 0: DefaultBudget

	// Progress, when set, is told after each group how many groups of the total
	// have ended. Several workers call it at the same time.
	Progress func(done, total uint64)
}

// Result counts what ran, also when Run returns an error.
type Result struct {
	Groups       uint64 // groups that ended
	Threads      uint64 // threads that ended
	Instructions uint64
	Workers      int
	Duration     time.Duration
}

// ThreadError is an error of the engine and where it happened.
type ThreadError struct {
	Group  [3]uint32
	Thread int
	Err    error
}

// Error starts with the group and the thread.
func (e *ThreadError) Error() string {
	return fmt.Sprintf("group %v thread %d: %v", e.Group, e.Thread, e.Err)
}

// Unwrap is the engine's error.
func (e *ThreadError) Unwrap() error { return e.Err }

// DeadlockError is a group whose remaining threads all wait at a barrier.
type DeadlockError struct {
	Group   [3]uint32
	Waiting []int // threads at the barrier
	Ended   int   // threads that ended without it
	Arrived int   // signals the barrier has; it needs Waiting+Ended
}

// Error names the group, the threads and the count.
func (e *DeadlockError) Error() string {
	return fmt.Sprintf("group %v: deadlock at a barrier: %d of %d threads arrived; threads %v wait, %d ended",
		e.Group, e.Arrived, len(e.Waiting)+e.Ended, e.Waiting, e.Ended)
}

// LimitError is a launch that reached Launch.Limit.
type LimitError struct{ Limit uint64 }

// Error names the limit.
func (e *LimitError) Error() string { return fmt.Sprintf("limit of %d instructions reached", e.Limit) }

// Run executes all groups. When a group fails, no later group starts and the
// error of the first failing group is returned: a *ThreadError or a
// *DeadlockError. A *LimitError or the context's error ends all groups where
// they are. The result is never nil.
func Run(ctx context.Context, l *Launch) (*Result, error) {
	start := time.Now()
	r := &run{l: l, groups: l.Payloads.Groups(), budget: l.Budget, limit: math.MaxUint64}
	if r.budget <= 0 {
		r.budget = DefaultBudget
	}
	if l.Limit > 0 {
		r.limit = l.Limit
	}
	r.total = uint64(r.groups[0]) * uint64(r.groups[1]) * uint64(r.groups[2])
	workers := r.workers()
	l.Mem.SetShared(workers > 1)

	unhook := context.AfterFunc(ctx, func() { r.stop(ctx.Err()) })
	defer unhook()
	if err := ctx.Err(); err != nil {
		r.stop(err)
	}
	r.start(workers)
	if r.panicked != nil {
		panic(r.panicked)
	}
	return &Result{
		Groups: r.doneGroups.Load(), Threads: r.doneThreads.Load(), Instructions: r.used.Load(),
		Workers: workers, Duration: time.Since(start),
	}, r.result()
}

// run is the state of one launch, shared by its workers.
type run struct {
	l      *Launch
	groups [3]uint32
	total  uint64 // groups
	limit  uint64
	budget int

	next        atomic.Uint64 // group to start
	used        atomic.Uint64 // instructions executed
	doneGroups  atomic.Uint64
	doneThreads atomic.Uint64
	stopped     atomic.Bool   // end now
	failed      atomic.Uint64 // 1 + number of the first group that failed; 0 none

	mu       sync.Mutex
	stopErr  error // why stopped
	groupErr error // error of group failed-1
	panicked any
}

func (r *run) workers() int {
	n := r.l.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if r.l.Deterministic {
		n = 1
	}
	n = min(n, abi.ThreadIDs/max(r.l.Payloads.MaxThreads(), 1))
	return int(max(min(uint64(max(n, 1)), r.total), 1))
}

// start runs the workers and returns when all have ended. A single worker runs
// in the caller's goroutine.
func (r *run) start(workers int) {
	if workers == 1 {
		newStepper(r, 0).groups()
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			defer r.catch()
			newStepper(r, w).groups()
		})
	}
	wg.Wait()
}

// catch keeps a worker's panic for the caller of Run, who can recover it.
func (r *run) catch() {
	if p := recover(); p != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.panicked = p
		r.stopped.Store(true)
	}
}

// stop ends all groups at the next Resume. The first reason counts.
func (r *run) stop(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopErr == nil {
		r.stopErr = err
	}
	r.stopped.Store(true)
}

// fail records the error of a group. Groups start in ascending order and those
// before it go on, so the first failing group does not depend on timing.
func (r *run) fail(group uint64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f := r.failed.Load(); f == 0 || group+1 < f {
		r.failed.Store(group + 1)
		r.groupErr = err
	}
}

func (r *run) result() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.groupErr != nil {
		return r.groupErr
	}
	if r.doneGroups.Load() == r.total {
		return nil
	}
	return r.stopErr
}

// claim returns the next group to run, ascending with X fastest.
func (r *run) claim() (n uint64, id [3]uint32, ok bool) {
	if r.stopped.Load() || r.failed.Load() != 0 {
		return 0, id, false
	}
	n = r.next.Add(1) - 1
	if n >= r.total {
		return 0, id, false
	}
	x, y := uint64(r.groups[0]), uint64(r.groups[1])
	return n, [3]uint32{uint32(n % x), uint32(n / x % y), uint32(n / x / y)}, true
}

// stepper runs groups on one worker, one at a time.
type stepper struct {
	r       *run
	w       Worker
	threads []Thread
	done    []bool
	payload []byte
	group   Group
	count   uint64 // w.Executed() that r.used has
}

func newStepper(r *run, index int) *stepper {
	p := r.l.Payloads
	n := p.MaxThreads()
	s := &stepper{
		r: r, w: r.l.Engine.NewWorker(n), threads: make([]Thread, n), done: make([]bool, n),
		payload: make([]byte, p.PayloadSize()),
	}
	if size := p.SLMSize(); size > 0 {
		s.group.SLM = mem.NewLocal(size)
	}
	for i := range s.threads {
		t := &s.threads[i]
		t.Group, t.Index, t.Payload, t.Mem = &s.group, i, s.payload, r.l.Mem
		t.ID = uint32(index*n + i)
		if size := p.ScratchSize(); size > 0 {
			t.Scratch = mem.NewBuffer("scratch", uint64(size)*uint64(t.ID+1), size)
		}
	}
	return s
}

func (s *stepper) groups() {
	for {
		n, id, ok := s.r.claim()
		if !ok {
			return
		}
		s.group.ID = id
		ended, err := s.run(s.begin())
		switch {
		case err != nil:
			s.r.fail(n, err)
		case ended:
			done := s.r.doneGroups.Add(1)
			if p := s.r.l.Progress; p != nil {
				p(done, s.r.total)
			}
		}
	}
}

// begin starts the threads of the group and returns their number. Local memory
// and scratch start zeroed, so that what a kernel reads from them before it
// writes does not depend on the group that ran here before.
func (s *stepper) begin() int {
	p := s.r.l.Payloads
	n := p.Threads(s.group.ID)
	s.group.Barrier.Reset(n)
	if s.group.SLM != nil {
		s.group.SLM.Clear()
	}
	for i := range n {
		t := &s.threads[i]
		t.Mask = p.Fill(s.payload, s.group.ID, i)
		scratch := uint32(0)
		if t.Scratch != nil {
			t.Scratch.Clear()
			scratch = uint32(t.Scratch.Base)
		}
		abi.SetThread(s.payload, scratch, t.ID)
		s.done[i] = false
		s.w.Start(i, t)
	}
	return n
}

// run steps n threads in slot order until all have ended; false when the launch
// was stopped.
func (s *stepper) run(n int) (bool, error) {
	for left := n; left > 0; {
		waiting := 0
		for i := range n {
			if s.done[i] {
				continue
			}
			budget := s.turn()
			if budget == 0 {
				return false, nil
			}
			status, err := s.w.Resume(i, budget)
			s.account()
			switch {
			case err != nil:
				return false, &ThreadError{Group: s.group.ID, Thread: i, Err: err}
			case status == Done:
				s.done[i] = true
				left--
				s.r.doneThreads.Add(1)
			case status == Waiting:
				waiting++
			}
		}
		if left > 0 && waiting == left && s.stuck(n) {
			return false, s.deadlock(n)
		}
	}
	return true, nil
}

// turn is the number of instructions the next Resume may execute; 0 when the
// launch is over.
func (s *stepper) turn() int {
	if s.r.stopped.Load() {
		return 0
	}
	used := s.r.used.Load()
	if used >= s.r.limit {
		s.r.stop(&LimitError{Limit: s.r.limit})
		return 0
	}
	return int(min(uint64(s.r.budget), s.r.limit-used))
}

// account adds what the worker executed since the last call.
func (s *stepper) account() {
	now := s.w.Executed()
	s.r.used.Add(now - s.count)
	s.count = now
}

// stuck says whether no remaining thread has a notification to go on with.
func (s *stepper) stuck(n int) bool {
	for i := range n {
		if !s.done[i] && s.group.Barrier.notified[i] > 0 {
			return false
		}
	}
	return true
}

func (s *stepper) deadlock(n int) error {
	e := &DeadlockError{Group: s.group.ID, Arrived: s.group.Barrier.arrived}
	for i := range n {
		if s.done[i] {
			e.Ended++
		} else {
			e.Waiting = append(e.Waiting, i)
		}
	}
	return e
}
