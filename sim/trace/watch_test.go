package trace

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
)

// script is a worker of one thread whose instruction n does what it says: "run",
// "wait" once and then run, "end", or an error.
type script struct {
	dispatch.Worker
	steps  []string
	at     int
	asked  bool
	buffer *mem.Buffer
	thread *dispatch.Thread
}

func (s *script) NewWorker(int) dispatch.Worker                  { return s }
func (s *script) Start(_ int, t *dispatch.Thread)                { s.thread = t }
func (s *script) Load(_ int, t *dispatch.Thread, _ []byte) error { s.thread = t; return nil }
func (s *script) Before(_ int, step *dispatch.Step) {
	step.Clear()
	step.Index, step.Lanes, step.Width = s.at, 0xf, 8
	switch s.steps[s.at] {
	case "send":
		step.Message = "Read"
	case "fence":
		step.Effect = dispatch.NoEffect
	}
	if step.Follow {
		step.Touches = append(step.Touches, mem.Touch{Bytes: s.at + 1})
	}
	if step.Values {
		step.Sources = dispatch.Add(step.Sources, dispatch.Value{Name: "src0", Bits: nil})
	}
}
func (s *script) After(_ int, step *dispatch.Step) {
	if step.Values {
		step.Dests = dispatch.Add(step.Dests, dispatch.Value{Name: "dst"})
	}
}
func (s *script) Resume(_, budget int) (dispatch.Status, error) {
	if budget != 1 {
		return dispatch.Done, fmt.Errorf("budget %d: want 1", budget)
	}
	what := s.steps[s.at]
	switch what {
	case "wait":
		if !s.asked {
			s.asked = true
			return dispatch.Waiting, nil
		}
	case "send":
		s.buffer.OutOfBounds.Add(3)
	case "fail":
		return dispatch.Done, errors.New("fails")
	}
	if s.at++; s.at == len(s.steps) {
		return dispatch.Done, nil
	}
	return dispatch.Running, nil
}

// told is what an observer hears.
type told struct {
	want  int // index of the instruction whose values it wants
	heard []string
}

func (o *told) Wants(e *Event) bool { return e.Index == o.want }
func (o *told) Ran(e *Event) {
	o.heard = append(o.heard, fmt.Sprintf("%d %#x %d/%d %v", e.Index, e.Lanes, len(e.Sources), len(e.Dests), e.Err))
}

// TestWatch: each instruction that ran is told once, with values where somebody
// wants them; a wait is told when it is over.
func TestWatch(t *testing.T) {
	m := mem.New()
	s := &script{steps: []string{"run", "wait", "send", "fence", "fail"}, buffer: m.Alloc("arg0", 64)}
	o, stats := &told{want: 2}, NewStats(5)
	w := Watch(s, o, stats).NewWorker(1)
	w.Start(0, &dispatch.Thread{Mem: m, Group: &dispatch.Group{}})
	status, err := w.Resume(0, 100)
	assert.Equal(t, dispatch.Waiting, status)
	assert.NoError(t, err)
	assert.Equal(t, []string{"0 0xf 0/0 <nil>"}, o.heard)
	status, err = w.Resume(0, 2)
	assert.Equal(t, dispatch.Running, status)
	assert.NoError(t, err)
	_, err = w.Resume(0, 100)
	assert.EqualError(t, err, "fails")
	assert.Equal(t, []string{"0 0xf 0/0 <nil>", "1 0xf 0/0 <nil>", "2 0xf 1/1 <nil>", "3 0xf 0/0 <nil>", "4 0xf 0/0 fails"}, o.heard)

	assert.Equal(t, Count{5, 20}, stats.All)
	assert.Equal(t, uint64(40), stats.Slots)
	assert.Equal(t, []Count{{1, 4}, {1, 4}, {1, 4}, {1, 4}, {1, 4}}, stats.Instructions)
	assert.Equal(t, map[string]*Count{"Read": {1, 4}}, stats.Messages)
	assert.Equal(t, [dispatch.NumEffects]uint64{4, 0, 1}, stats.Effects)
	assert.Equal(t, []Place{{Index: 2, Buffer: "arg0"}}, stats.Places())
	assert.Equal(t, uint64(3), stats.Outside[Place{Index: 2, Buffer: "arg0"}])

	plain := Watch(unwatched{}, o).NewWorker(1)
	assert.Equal(t, unwatched{}, plain, "an engine that does not tell runs as it is")
	assert.NoError(t, w.Load(0, &dispatch.Thread{Mem: m}, nil))
}

type unwatched struct{ dispatch.Worker }

func (u unwatched) NewWorker(int) dispatch.Worker { return u }

// follower is an observer that wants accesses.
type follower struct {
	told
	bytes []int
}

func (f *follower) Follows() {}
func (f *follower) Ran(e *Event) {
	for _, t := range e.Touches {
		f.bytes = append(f.bytes, t.Bytes)
	}
}

// TestFollow: accesses are asked for when one observer wants them, and told once where
// another wants values.
func TestFollow(t *testing.T) {
	m := mem.New()
	s := &script{steps: []string{"run", "send", "run"}, buffer: m.Alloc("arg0", 64)}
	f, o := &follower{told: told{want: -1}}, &told{want: 1}
	w := Watch(s, o, f).NewWorker(1)
	w.Start(0, &dispatch.Thread{Mem: m, Group: &dispatch.Group{}})
	_, err := w.Resume(0, 100)
	assert.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3}, f.bytes)

	s.at = 0
	w = Watch(s, o).NewWorker(1)
	w.Start(0, &dispatch.Thread{Mem: m, Group: &dispatch.Group{}})
	_, err = w.Resume(0, 100)
	assert.NoError(t, err)
	assert.Empty(t, w.(*worker).event.Touches)
}
