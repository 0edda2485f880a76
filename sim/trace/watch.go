package trace

import "github.com/genvisa/genvisa/sim/dispatch"

// Event is one instruction of one thread.
type Event struct {
	dispatch.Step
	Thread *dispatch.Thread
	Err    error // of the instruction: it ended the thread
}

// Observer is told of every instruction. Calls of several workers are not
// ordered: a launch with an observer should have one.
type Observer interface {
	// Wants says, of an instruction that is about to run and whose operands are
	// not there yet, whether they are wanted.
	Wants(e *Event) bool
	// Ran is called after it. e is used again for the next instruction.
	Ran(e *Event)
}

// Follower is an Observer that wants Event.Touches of every message, too.
type Follower interface {
	Observer
	Follows()
}

// Watch wraps an engine whose workers are dispatch.Watchers. Others run as they
// are, unobserved.
func Watch(e dispatch.Engine, to ...Observer) dispatch.Engine { return &engine{e, to} }

type engine struct {
	dispatch.Engine
	to []Observer
}

// NewWorker wraps a worker.
func (e *engine) NewWorker(threads int) dispatch.Worker {
	w := e.Engine.NewWorker(threads)
	if watcher, ok := w.(dispatch.Watcher); ok {
		out := &worker{Watcher: watcher, to: e.to, threads: make([]*dispatch.Thread, threads)}
		for _, o := range e.to {
			if _, ok := o.(Follower); ok {
				out.follow = true
			}
		}
		return out
	}
	return w
}

type worker struct {
	dispatch.Watcher
	to      []Observer
	threads []*dispatch.Thread
	event   Event
	follow  bool // somebody wants accesses
}

// Start starts a thread and keeps what it was started with.
func (w *worker) Start(slot int, t *dispatch.Thread) {
	w.threads[slot] = t
	w.Watcher.Start(slot, t)
}

// Load is the same for a thread that goes on.
func (w *worker) Load(slot int, t *dispatch.Thread, state []byte) error {
	w.threads[slot] = t
	return w.Watcher.Load(slot, t, state)
}

// Resume runs a thread instruction by instruction. One that waits has not run.
func (w *worker) Resume(slot, budget int) (status dispatch.Status, err error) {
	for ; budget > 0 && status == dispatch.Running && err == nil; budget-- {
		e := &w.event
		e.Thread, e.Values, e.Follow = w.threads[slot], false, w.follow
		w.Before(slot, &e.Step)
		for _, o := range w.to {
			e.Values = o.Wants(e) || e.Values
		}
		if e.Values { // Before clears what it told
			w.Before(slot, &e.Step)
		}
		if status, err = w.Watcher.Resume(slot, 1); status == dispatch.Waiting || status == dispatch.Listening || e.Index < 0 {
			continue
		}
		w.After(slot, &e.Step)
		e.Err = err
		for _, o := range w.to {
			o.Ran(e)
		}
	}
	return status, err
}
