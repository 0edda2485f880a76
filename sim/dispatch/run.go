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
	// Fill writes all of dst, in which another thread may have left anything.
	Fill(dst []byte, group [3]uint32, thread int) (mask uint32)
}

// Repeated are payloads with groups whose threads start with the same, slot by slot, but for the number of the group in r0;
// *abi.Builder is one.
type Repeated interface {
	Whole(group [3]uint32) bool // the group is one of these
}

// Indirect are payloads of which a part lies in memory, whose address r0 has; *abi.Builder is one.
type Indirect interface {
	IndirectSize() int    // of a group; 0 for none
	IndirectBase() uint64 // that address, in the space of addresses of 32 bits
	FillIndirect(dst []byte, group [3]uint32)
	Entry() uint32 // byte of the code that threads start at
	Extent() int   // bytes of a thread's payload wherever they lie
}

// DefaultBudget is the number of instructions a thread runs before the next
// thread of its group gets its turn, when Launch.Budget is 0.
const DefaultBudget = 1 << 14

// ThreadIDs is how many threads run at most, each with a number below it in r0
// (abi.ThreadIDs).
const ThreadIDs = abi.ThreadIDs

// Launch is a program, its threads and how to run them.
type Launch struct {
	Engine   Engine
	Payloads Payloads
	Mem      *mem.Memory
	States   mem.States // what accesses name; nil: what is bound in Mem
	Control  uint32     // cr0.0 of native code when a thread starts
	Device   Device     // where threads are; zero for one slice of two subslices, with eight units of eight threads each
	Seats    Seats      // where they are instead, in a machine that has room for so many groups; nil: Device

	// Begin, when set, changes what the registers of a thread hold when it starts.
	Begin func(group [3]uint32, thread int, r *Registers)

	Aside bool // threads keep Thread.Aside

	// Private holds PrivateSize bytes for each number that a running thread can
	// have (ThreadIDs), a buffer of Mem; nil when the kernel has no private
	// memory there.
	Private     *mem.Buffer
	PrivateSize int

	Workers       int    // 0: GOMAXPROCS; at most as many run as threads have numbers (ThreadIDs)
	Deterministic bool   // one worker, groups in ascending order, X fastest
	Limit         uint64 // instructions of the whole launch; 0: none. Several workers may pass it by two Budgets each
	Budget        int    // instructions per Resume; 0: DefaultBudget

	// Progress, when set, is told how far the launch is each time that a thread
	// has used up its budget and after each group. Several workers call it at the
	// same time.
	Progress func(Progress)

	From *State // where to go on, from a run of the same launch; nil: from the start
	Save bool   // when Limit or the context ends the launch, keep Result.State
}

// Progress is how far a launch is.
type Progress struct {
	Done, Total  uint64 // groups
	Instructions uint64
}

// Result counts what ran, also when Run returns an error.
type Result struct {
	Groups       uint64 // groups that ended
	Threads      uint64 // threads that ended
	Instructions uint64
	Workers      int
	Duration     time.Duration
	State        *State // with Launch.Save, when groups are left and none failed
	Outside      []Outside
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

// DeadlockError is a group whose remaining threads all wait, at a barrier or for
// notifications that nobody sends.
type DeadlockError struct {
	Group   [3]uint32
	Waiting []int         // threads that wait
	Listen  []int         // those of them that wait for a notification of n0.1 or n0.2
	Ended   int           // threads that ended without it
	Arrived int           // signals the barrier has
	Count   int           // signals it needs, when they are not those of Waiting and Ended
	At      []ThreadPlace // the first that wait, at most maxPlaces
}

// Error names the group, the threads and the count.
func (e *DeadlockError) Error() string {
	if len(e.Listen) > 0 {
		return fmt.Sprintf("group %v: deadlock: threads %v wait for a notification (n0.1 or n0.2) that nobody sends; threads %v wait in all, %d ended%s",
			e.Group, e.Listen, e.Waiting, e.Ended, lines(e.At, len(e.Waiting)))
	}
	need := e.Count
	if need == 0 {
		need = len(e.Waiting) + e.Ended
	}
	return fmt.Sprintf("group %v: deadlock at a barrier: %d of %d threads arrived; threads %v wait, %d ended%s",
		e.Group, e.Arrived, need, e.Waiting, e.Ended, lines(e.At, len(e.Waiting)))
}

// LimitError is a launch that reached Launch.Limit.
type LimitError struct{ Limit uint64 }

// Error names the limit.
func (e *LimitError) Error() string { return fmt.Sprintf("limit of %d instructions reached", e.Limit) }

// Run executes all groups, or those that are left at Launch.From. When a group
// fails, no later group starts and the error of the first failing group is
// returned: a *ThreadError or a *DeadlockError. A *LimitError or the context's
// error ends all groups where they are, inside a *StopError when threads had
// started. The result is never nil.
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
	if l.From != nil {
		if err := r.load(l.From); err != nil {
			return &Result{}, err
		}
	}
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
	res := &Result{
		Groups: r.doneGroups.Load(), Threads: r.doneThreads.Load(), Instructions: r.used.Load(),
		Workers: workers, Duration: time.Since(start), Outside: r.outside(),
	}
	err := r.result()
	if l.Save && err != nil && r.groupErr == nil {
		res.State = r.state()
	}
	return res, err
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
	paused   []GroupState // of Launch.From, not yet taken; then those that were stopped
	stopErr  error        // why stopped
	groupErr error        // error of group failed-1
	panicked any

	outsides      outsides
	localOutside  uint64 // accesses past the end of shared local memory
	localFarthest uint64 // where the farthest of them ended

	left      int           // threads of stopped groups that had not ended
	leftGroup uint64        // the lowest of these groups
	leftAt    []ThreadPlace // in it
}

func (r *run) workers() int {
	n := r.l.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if _, ordered := dependent(r.l.Payloads); ordered || r.l.Deterministic {
		n = 1
	}
	n = min(n, ThreadIDs/max(r.l.Payloads.MaxThreads(), 1))
	if s := r.l.Seats; s != nil {
		n = min(n, s.Groups())
	}
	return int(max(min(uint64(max(n, 1)), r.total), 1))
}

// start runs the workers and returns when all have ended. A single worker runs
// in the caller's goroutine.
func (r *run) start(workers int) {
	if workers == 1 {
		newStepper(r, 0, workers).groups()
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			defer r.catch()
			newStepper(r, w, workers).groups()
		})
	}
	wg.Wait()
}

// progress tells the launch's observer how far it is.
func (r *run) progress() {
	if p := r.l.Progress; p != nil {
		p(Progress{r.doneGroups.Load(), r.total, r.used.Load()})
	}
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
	return r.stopError()
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
	return n, r.id(n), true
}

// id is the place of group n in the grid.
func (r *run) id(n uint64) [3]uint32 {
	x, y := uint64(r.groups[0]), uint64(r.groups[1])
	return [3]uint32{uint32(n % x), uint32(n / x % y), uint32(n / x / y)}
}
