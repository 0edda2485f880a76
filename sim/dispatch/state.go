package dispatch

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/genvisa/genvisa/sim/mem"
)

// State is a launch that was stopped: what has ended, the groups in execution
// and the buffers. It holds no program and no payloads: the launch that goes on
// brings the same ones.
type State struct {
	Geometry     Geometry
	Next         uint64 // first group that has not started
	DoneGroups   uint64
	DoneThreads  uint64
	Instructions uint64
	Groups       []GroupState // in execution, by ascending number
	Buffers      []BufferState
}

// Geometry is what has to be the same in both launches.
type Geometry struct {
	Groups                        [3]uint32
	Threads                       int // of the largest group
	PayloadSize, SLM, ScratchSize int
	Private                       int // bytes of a thread
}

// GroupState is one group in execution.
type GroupState struct {
	Group   uint64 // number, X fastest
	Worker  int    // whose thread numbers its threads have
	Slot    int    // the thread whose turn it is, counted in the order in which they run
	Left    int    // instructions of that turn that are left; 0: it has not begun
	Waiting int    // threads of this round that wait at the barrier
	Arrived int    // signals of the barrier
	Count   int    // signals that it waits for; 0: those of all threads
	SLM     []byte
	Threads []ThreadState
}

// ThreadState is one thread of a group.
type ThreadState struct {
	Done     bool
	Notified int    // notifications of the barrier that it has not taken
	Came     bool   // it is among the threads that have signalled the barrier
	Engine   []byte // of Worker.Save; empty when Done
	Scratch  []byte
	Private  []byte
}

// BufferState is the contents of a buffer.
type BufferState struct {
	Name  string
	Base  uint64
	Bytes []byte
}

// StateError is a state that does not belong to the launch.
type StateError struct{ Msg string }

// Error says what differs.
func (e *StateError) Error() string { return "saved state: " + e.Msg }

// geometry is that of the launch.
func (r *run) geometry() Geometry {
	p := r.l.Payloads
	return Geometry{r.groups, p.MaxThreads(), p.PayloadSize(), p.SLMSize(), p.ScratchSize(), r.l.PrivateSize}
}

// buffers are those of the launch but private memory, which threads have.
func (r *run) buffers() []*mem.Buffer {
	return slices.DeleteFunc(slices.Clone(r.l.Mem.Buffers()), func(b *mem.Buffer) bool { return b == r.l.Private })
}

// state is the launch after all workers have stopped.
func (r *run) state() *State {
	s := &State{
		Geometry: r.geometry(), Next: min(r.next.Load(), r.total),
		DoneGroups: r.doneGroups.Load(), DoneThreads: r.doneThreads.Load(), Instructions: r.used.Load(),
		Groups: r.paused,
	}
	slices.SortFunc(s.Groups, func(a, b GroupState) int { return cmp.Compare(a.Group, b.Group) })
	for _, b := range r.buffers() {
		s.Buffers = append(s.Buffers, BufferState{b.Name, b.Base, b.Bytes()})
	}
	return s
}

// load makes the launch go on at a state, or changes nothing.
func (r *run) load(s *State) error {
	if g := r.geometry(); s.Geometry != g {
		return &StateError{fmt.Sprintf("it is of a launch with %+v, not %+v", s.Geometry, g)}
	}
	if s.Next > r.total || s.DoneGroups+uint64(len(s.Groups)) != s.Next {
		return &StateError{fmt.Sprintf("%d groups have ended and %d run, of %d that started and %d in all", s.DoneGroups, len(s.Groups), s.Next, r.total)}
	}
	workers := map[int]bool{}
	for i := range s.Groups {
		if i > 0 && s.Groups[i].Group <= s.Groups[i-1].Group {
			return &StateError{fmt.Sprintf("group %d stands twice or out of order", s.Groups[i].Group)}
		}
		if w := s.Groups[i].Worker; workers[w] {
			return &StateError{fmt.Sprintf("group %d: worker %d has another group: their threads would have the same numbers", s.Groups[i].Group, w)}
		}
		workers[s.Groups[i].Worker] = true
		if err := r.fits(&s.Groups[i], s.Next); err != nil {
			return err
		}
	}
	buffers := r.buffers()
	if len(s.Buffers) != len(buffers) {
		return &StateError{fmt.Sprintf("%d buffers: the launch has %d", len(s.Buffers), len(buffers))}
	}
	for i, b := range buffers {
		if from := &s.Buffers[i]; from.Name != b.Name || from.Base != b.Base || len(from.Bytes) != b.Len() {
			return &StateError{fmt.Sprintf("buffer %s of %d bytes at %#x: the launch has %s of %d bytes at %#x", from.Name, len(from.Bytes), from.Base, b.Name, b.Len(), b.Base)}
		}
	}
	for i, b := range buffers {
		b.SetBytes(0, s.Buffers[i].Bytes)
	}
	r.next.Store(s.Next)
	r.doneGroups.Store(s.DoneGroups)
	r.doneThreads.Store(s.DoneThreads)
	r.used.Store(s.Instructions)
	r.paused = slices.Clone(s.Groups)
	return nil
}

// fits checks what a saved group says of itself. The engine checks its part.
func (r *run) fits(g *GroupState, next uint64) error {
	bad := func(format string, args ...any) error {
		return &StateError{fmt.Sprintf("group %d: ", g.Group) + fmt.Sprintf(format, args...)}
	}
	if g.Group >= next {
		return bad("it runs, but only %d have started", next)
	}
	geo := r.geometry()
	n := r.l.Payloads.Threads(r.id(g.Group))
	count := g.Count
	if count == 0 {
		count = n
	}
	switch {
	case len(g.Threads) != n:
		return bad("%d threads: the launch has %d", len(g.Threads), n)
	case g.Slot < 0 || g.Slot > n || g.Left < 0 || g.Waiting < 0 || g.Waiting > n || g.Arrived < 0 || g.Arrived >= max(count, 1) || count < 0 || count > n:
		return bad("slot %d, left %d, waiting %d, arrived %d of %d do not fit %d threads", g.Slot, g.Left, g.Waiting, g.Arrived, count, n)
	case g.Worker < 0 || g.Worker >= ThreadIDs/max(geo.Threads, 1):
		return bad("worker %d: %d threads have %d numbers", g.Worker, geo.Threads, ThreadIDs)
	case r.l.Seats != nil && g.Worker >= r.l.Seats.Groups():
		return bad("it has seat %d of the groups in flight: there is room for %d", g.Worker, r.l.Seats.Groups())
	case len(g.SLM) != geo.SLM:
		return bad("%d bytes of local memory: the launch has %d", len(g.SLM), geo.SLM)
	}
	for i := range g.Threads {
		t := &g.Threads[i]
		if !t.Done && len(t.Scratch) != geo.ScratchSize || t.Notified < 0 {
			return bad("thread %d: %d bytes of scratch, %d notifications: the launch has %d bytes", i, len(t.Scratch), t.Notified, geo.ScratchSize)
		}
		if !t.Done && len(t.Private) != geo.Private {
			return bad("thread %d: %d bytes of private memory: the launch has %d", i, len(t.Private), geo.Private)
		}
	}
	return nil
}

// pause keeps a group that was stopped.
func (r *run) pause(g GroupState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.paused = append(r.paused, g)
}

// takePaused gives a worker a saved group whose thread numbers no other worker
// uses: its own, and those of workers that this run does not have.
func (r *run) takePaused(index, workers int) (g GroupState, ok bool) {
	if r.stopped.Load() || r.failed.Load() != 0 {
		return g, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.paused {
		if w := r.paused[i].Worker; w == index || w >= workers {
			g = r.paused[i]
			r.paused = slices.Delete(r.paused, i, i+1)
			return g, true
		}
	}
	return g, false
}

// save is the group that the stepper holds.
func (s *stepper) save(n uint64, worker int) GroupState {
	g := GroupState{
		Group: n, Worker: worker, Slot: s.at.turn, Left: s.at.left, Waiting: s.at.waiting,
		Arrived: s.group.Barrier.arrived, Threads: make([]ThreadState, s.at.n),
	}
	if b := &s.group.Barrier; b.count != b.threads {
		g.Count = b.count
	}
	g.SLM = contents(s.group.SLM)
	for i := range g.Threads {
		t := &g.Threads[i]
		t.Done, t.Notified, t.Came = s.done[i], s.group.Barrier.notified[i], s.group.Barrier.came[i]
		if !t.Done {
			t.Engine, t.Scratch = s.w.Save(i, nil), contents(s.threads[i].Scratch)
			t.Private = slices.Clone(s.private(i))
		}
	}
	return g
}

// load is the inverse of save; run.fits holds.
func (s *stepper) load(g *GroupState) error {
	left := min(g.Left, s.r.budget) // a longer turn would put off what stops the launch
	s.at = place{n: len(g.Threads), turn: g.Slot, left: left, waiting: g.Waiting}
	s.group.Barrier.Reset(s.at.n)
	s.group.Barrier.arrived = g.Arrived
	if g.Count != 0 {
		s.group.Barrier.count = g.Count
	}
	restore(s.group.SLM, g.SLM)
	s.fillIndirect()
	for i := range g.Threads {
		from, t := &g.Threads[i], &s.threads[i]
		s.group.Barrier.notified[i], s.group.Barrier.came[i] = from.Notified, from.Came
		s.done[i] = from.Done
		s.need(i)
		if from.Done {
			continue
		}
		s.fill(i)
		s.listens[i] = false
		restore(t.Scratch, from.Scratch)
		copy(s.private(i), from.Private)
		if err := s.w.Load(i, t, from.Engine); err != nil {
			return fmt.Errorf("saved state: group %v thread %d: %w", s.group.ID, i, err)
		}
	}
	return nil
}

// contents is a copy of a buffer's bytes; nil for none.
func contents(b *mem.Buffer) []byte {
	if b == nil {
		return nil
	}
	return b.Bytes()
}

// restore puts the bytes of contents back.
func restore(b *mem.Buffer, p []byte) {
	if b != nil {
		b.SetBytes(0, p)
	}
}
