package dispatch

import (
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// stepper runs groups on one worker, one at a time.
type stepper struct {
	r       *run
	w       Worker
	batch   Batch // of w; nil for none
	threads []Thread
	done    []bool
	listens []bool // threads that wait for a notification that no barrier brings
	starts  []Registers
	payload []byte
	group   Group
	count   uint64 // w.Executed() that used and r.used have
	used    uint64 // instructions that r.used has not yet
	ended   uint64 // threads that r.doneThreads has not yet
	device  Device
	index   int // of the worker, of all workers
	workers int
	at      place

	indirect Indirect    // the launch's payloads, when a part of them lies in memory
	data     *mem.Buffer // that part, of the group

	dependent Dependent // the launch's payloads, when their threads depend on others

	repeated Repeated // the launch's payloads, when their threads may be started again
	kept     bool     // batch has what each thread of a whole group starts with
}

// place is how far a group has come: its threads run in slot order, or from the last slot on, each until
// its turn is used up.
type place struct {
	n       int // threads of the group
	turn    int // the thread whose turn it is, counted in the order in which they run
	left    int // instructions of that turn that are left; 0: it has not begun
	waiting int // threads of this round that wait at the barrier
}

func newStepper(r *run, index, workers int) *stepper {
	p := r.l.Payloads
	n := p.MaxThreads()
	s := &stepper{
		r: r, w: r.l.Engine.NewWorker(n), threads: make([]Thread, n), done: make([]bool, n), listens: make([]bool, n), starts: make([]Registers, n),
		payload: make([]byte, p.PayloadSize()), index: index, workers: workers, device: r.l.Device,
	}
	if s.device == (Device{}) {
		s.device = defaultDevice()
	}
	if w, ok := s.w.(Batched); ok {
		s.batch = w.Batch()
	}
	if r.l.Begin == nil && !r.l.Aside && s.batch != nil {
		s.repeated, _ = p.(Repeated)
	}
	s.dependent, s.group.Alone = dependent(p)
	s.group.done = s.done
	if size := p.SLMSize(); size > 0 {
		s.group.SLM = mem.NewLocal(size)
	}
	entry := uint32(0)
	if in, ok := p.(Indirect); ok {
		entry = in.Entry()
		if n := in.IndirectSize(); n > 0 {
			s.indirect, s.data = in, mem.NewBuffer("payload", in.IndirectBase(), n)
		}
	}
	for i := range s.threads {
		t := &s.threads[i]
		t.Indirect, t.Entry = s.data, entry
		t.Group, t.Index, t.Payload, t.Mem, t.outside = &s.group, i, s.payloadOf(i), r.l.Mem, &r.outsides
		if t.States = r.l.States; t.States == nil && t.Mem != nil {
			t.States = t.Mem.States()
		}
		if size := p.ScratchSize(); size > 0 {
			t.Scratch = mem.NewBuffer("scratch", 0, size)
		}
	}
	return s
}

// payloadOf is where the payload of thread i is made: in its registers, or where all are, one after the other.
func (s *stepper) payloadOf(i int) []byte {
	if in, ok := s.w.(InPlace); ok {
		if p := in.Payload(i, len(s.payload)); p != nil {
			return p
		}
	}
	return s.payload
}

// number gives the threads the numbers of a worker. A group that was saved keeps
// those of the worker it ran on.
func (s *stepper) number(worker int) {
	for i := range s.threads {
		t := &s.threads[i]
		t.ID = uint32(worker*len(s.threads) + i)
		if t.Scratch != nil {
			t.Scratch.Base = uint64(t.Scratch.Len()) * uint64(t.ID+1)
		}
		s.starts[i] = Registers{Control: s.r.l.Control, Place: s.locate(i)}
		t.Registers = s.starts[i]
	}
}

func (s *stepper) groups() {
	defer s.countLocal()
	for g, ok := s.r.takePaused(s.index, s.workers); ok; g, ok = s.r.takePaused(s.index, s.workers) {
		s.number(g.Worker)
		s.group.ID, s.group.number = s.r.id(g.Group), g.Group
		s.kept = false
		if err := s.load(&g); err != nil {
			s.r.fail(g.Group, err)
			return
		}
		s.finish(g.Group, g.Worker)
	}
	s.number(s.index)
	for {
		n, id, ok := s.r.claim()
		if !ok {
			return
		}
		s.group.ID, s.group.number = id, n
		s.begin()
		s.finish(n, s.index)
	}
}

// countLocal adds what the worker's groups did past the end of local memory.
func (s *stepper) countLocal() {
	if slm := s.group.SLM; slm != nil {
		s.r.mu.Lock()
		defer s.r.mu.Unlock()
		s.r.localOutside += slm.OutOfBounds.Load()
		s.r.localFarthest = max(s.r.localFarthest, slm.Farthest.Load())
	}
}

// finish runs group n to its end, or keeps where it was stopped.
func (s *stepper) finish(n uint64, worker int) {
	ended, err := s.run()
	s.report()
	switch {
	case err != nil:
		s.r.fail(n, err)
	case ended:
		s.r.doneGroups.Add(1)
		s.r.progress()
	default:
		at, left := s.places()
		s.r.leave(n, at, left)
		if s.r.l.Save {
			s.r.pause(s.save(n, worker))
		}
	}
}

// private is the private memory of thread i of the group.
func (s *stepper) private(i int) []byte {
	l := s.r.l
	if l.Private == nil {
		return nil
	}
	at := int(s.threads[i].ID) * l.PrivateSize
	return l.Private.Contents()[at : at+l.PrivateSize]
}

// begin starts the threads of the group. Local memory, private memory
// and scratch start zeroed, so that what a kernel reads from them before it
// writes does not depend on the group that ran here before.
func (s *stepper) begin() {
	p := s.r.l.Payloads
	n := p.Threads(s.group.ID)
	s.group.Barrier.Reset(n)
	if s.group.SLM != nil {
		s.group.SLM.Clear()
	}
	clear(s.done)
	s.fillIndirect()
	clear(s.listens)
	whole := s.repeated != nil && s.repeated.Whole(s.group.ID)
	again := whole && s.kept
	for i := range n {
		t := &s.threads[i]
		if t.Scratch != nil {
			t.Scratch.Clear()
		}
		clear(s.private(i))
		if again {
			s.batch.Restart(i, s.group.ID)
		} else {
			s.start(i)
		}
	}
	s.keep(n, whole, again)
	s.at = place{n: n}
}

// start starts thread i with its payload.
func (s *stepper) start(i int) {
	t := &s.threads[i]
	s.fill(i)
	scratch := uint32(0)
	if t.Scratch != nil {
		scratch = uint32(t.Scratch.Base)
	}
	s.need(i)
	abi.SetThread(t.Payload, scratch, t.ID)
	s.w.Start(i, t)
}

// keep makes the next group like this one start its n threads again, if this one is whole.
func (s *stepper) keep(n int, whole, again bool) {
	if again {
		return
	}
	s.kept = whole
	for i := 0; i < n && s.kept; i++ {
		s.kept = s.batch.Keep(i)
	}
}

// fillIndirect makes the part of the group's payload that lies in memory.
func (s *stepper) fillIndirect() {
	if s.indirect != nil {
		s.indirect.FillIndirect(s.data.Contents(), s.group.ID)
	}
}

// fill makes the payload of thread i, and what else it starts with.
func (s *stepper) fill(i int) {
	t := &s.threads[i]
	t.Mask = s.r.l.Payloads.Fill(t.Payload, s.group.ID, i)
	if s.r.l.Aside {
		t.keepAside(t.Payload)
	}
	s.registers(i)
}

// registers gives thread i of the group what its registers start with: what its number says, unless the launch has more.
func (s *stepper) registers(i int) {
	if begin := s.r.l.Begin; begin != nil {
		t := &s.threads[i]
		t.Registers = s.starts[i]
		begin(s.group.ID, i, &t.Registers)
	}
}

// locate is where thread i of the group runs.
func (s *stepper) locate(i int) Location {
	t := &s.threads[i]
	if s.r.l.Seats == nil {
		return s.device.Locate(t.ID)
	}
	at := s.r.l.Seats.Locate(int(t.ID)/len(s.threads), i)
	at.FFID, at.FFTID = Spawner, uint8(t.ID)
	return at
}

// run steps the threads in slot order until all have ended; false when the launch
// was stopped, at s.at.
func (s *stepper) run() (bool, error) {
	for left := s.alive(); left > 0; s.at.turn, s.at.waiting = 0, 0 {
		ended, err := s.inTurn(left)
		if err != nil {
			return false, err
		}
		left -= ended
		for ; s.at.turn < s.at.n; s.at.turn++ {
			if s.done[s.slot()] {
				continue
			}
			status, stopped, err := s.turn()
			switch {
			case err != nil || stopped:
				return false, err
			case status == Done:
				left--
			default:
				s.turned(status)
			}
		}
		if left > 0 && s.at.waiting == left && s.stuck() {
			return false, s.deadlock()
		}
	}
	return true, nil
}

// inTurn runs the threads of a group one behind the other as far as each ends, for a turn or two in all, and that which does not end for
// its own. It does nothing where one may not have its whole turn, or has begun it. It gives how many ended.
func (s *stepper) inTurn(left int) (ended int, err error) {
	whole := 2 * uint64(s.r.budget) // the last begins within the first
	if s.batch == nil || left < s.at.n || s.at.turn > 0 || s.at.left > 0 || s.dependent != nil || s.allowedOf(whole) < whole {
		return 0, nil
	}
	ended, status, err := s.batch.Turns(0, s.at.n, s.r.budget)
	s.account()
	for i := range ended {
		s.done[i] = true
	}
	s.ended += uint64(ended)
	s.at.turn = ended
	if err != nil {
		return ended, &ThreadError{Group: s.group.ID, Thread: ended, Err: err}
	}
	if ended < s.at.n && status != Done {
		if status == Running || s.used >= reportedAt {
			s.report()
		}
		s.turned(status)
		s.at.turn++
	}
	return ended, nil
}

// turned notes why the turn of a thread that has not ended is over.
func (s *stepper) turned(status Status) {
	if status == Running {
		s.r.progress()
		return
	}
	s.listens[s.slot()] = status == Listening
	s.at.waiting++
}

// alive is the number of threads that have not ended.
func (s *stepper) alive() int {
	left := 0
	for _, done := range s.done[:s.at.n] {
		if !done {
			left++
		}
	}
	return left
}

// turn resumes the thread whose turn it is until the turn is used up, the thread
// waits or ends, or the launch is stopped.
func (s *stepper) turn() (status Status, stopped bool, err error) {
	slot := s.slot()
	if s.at.left == 0 {
		s.at.left = s.r.budget
	}
	for cut := true; cut && status == Running; {
		budget := int(s.allowedOf(uint64(s.at.left)))
		if budget == 0 {
			return status, true, nil
		}
		cut = budget < s.at.left // by the limit: the turn is not over
		status, err = s.w.Resume(slot, budget)
		s.at.left -= s.account()
		if err != nil {
			return status, false, &ThreadError{Group: s.group.ID, Thread: slot, Err: err}
		}
	}
	s.at.left = 0
	if status == Done {
		s.done[slot] = true
		s.ended++
	} else if status == Running || s.used >= reportedAt {
		s.report()
	}
	return status, false, nil
}

// allowedOf is the number of instructions, most at most, that may be executed next; 0 when the
// launch is over.
func (s *stepper) allowedOf(most uint64) uint64 {
	if s.r.stopped.Load() {
		return 0
	}
	used := s.r.used.Load() + s.used
	if used >= s.r.limit {
		s.r.stop(&LimitError{Limit: s.r.limit})
		return 0
	}
	return min(most, s.r.limit-used)
}

// account counts what the worker executed since the last call, and returns it.
func (s *stepper) account() int {
	now := s.w.Executed()
	n := now - s.count
	s.used += n
	s.count = now
	return int(n)
}

// reportedAt is how many instructions of threads that wait are reported at the latest.
const reportedAt = 1 << 12

// report adds what was counted to the launch's counts: after a turn that is used up, and after a group. Atomic
// additions cost too much for each short thread, and for each time that one waits.
func (s *stepper) report() {
	s.r.used.Add(s.used)
	s.r.doneThreads.Add(s.ended)
	s.used, s.ended = 0, 0
}

// stuck says whether no remaining thread has a notification to go on with.
func (s *stepper) stuck() bool {
	if s.dependent != nil {
		return false // the first thread that has not ended depends on none
	}
	for i := range s.at.n {
		if !s.done[i] && !s.listens[i] && s.group.Barrier.notified[i] > 0 {
			return false
		}
	}
	return true
}

func (s *stepper) deadlock() error {
	b := &s.group.Barrier
	e := &DeadlockError{Group: s.group.ID, Arrived: b.arrived}
	if b.count != b.threads {
		e.Count = b.count
	}
	e.At, _ = s.places()
	for i := range s.at.n {
		if s.done[i] {
			e.Ended++
		} else {
			e.Waiting = append(e.Waiting, i)
			if s.listens[i] {
				e.Listen = append(e.Listen, i)
			}
		}
	}
	return e
}
