package dispatch

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// Save and Load of the fake engine: the step and the payload.
func (w *fakeWorker) Save(slot int, dst []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(w.pc[slot])), w.threads[slot].Payload...)
}

func (w *fakeWorker) Load(slot int, t *Thread, state []byte) error {
	if len(state) != 4+len(t.Payload) {
		return errors.New("length")
	}
	w.threads[slot], w.pc[slot] = *t, int(binary.LittleEndian.Uint32(state))
	w.threads[slot].Payload = append([]byte(nil), state[4:]...)
	return nil
}

// tickets is a kernel whose result depends on the order of its threads: each
// takes two tickets, one before and one after a barrier, and leaves in local
// memory, scratch and the buffer what it got.
func tickets(m *mem.Memory, g grid) fakeEngine {
	out := m.Alloc("out", 8*int(g.groups[0])*g.threads+4)
	ticket := func(t *Thread, word uint32) {
		n := out.Load32(0)
		out.Store32(0, n+1)
		out.Store32(4+8*number(t, g)+4*word, n+1000*t.ID)
	}
	nothing := func(*Thread) (Status, error) { return Running, nil }
	return fakeEngine{
		func(t *Thread) (Status, error) {
			t.Group.SLM.Store32(uint32(4*t.Index), 7+uint32(t.Index))
			t.Scratch.Store32(8, number(t, g))
			ticket(t, 0)
			return Running, nil
		},
		nothing, signal, wait, nothing,
		func(t *Thread) (Status, error) {
			if t.Group.SLM.Load32(uint32(4*((t.Index+1)%g.threads))) != 7+uint32((t.Index+1)%g.threads) || t.Scratch.Load32(8) != number(t, g) {
				return Done, errors.New("local memory or scratch lost")
			}
			ticket(t, 1)
			return Running, nil
		},
	}
}

// through is a state whose changes do not reach the one that it is of.
func through(t *testing.T, s *State) *State {
	t.Helper()
	text, err := json.Marshal(s)
	require.NoError(t, err)
	got := new(State)
	require.NoError(t, json.Unmarshal(text, got))
	return got
}

// A launch that is stopped after any number of instructions, and once more, goes
// on as if it had not been.
//
// seed: Broxton vol. 6 GPGPU Context Switch
func TestStateAtEveryInstruction(t *testing.T) {
	g := grid{groups: [3]uint32{3, 1, 1}, threads: 4, slm: 64, scratch: 1024}
	for _, budget := range []int{1, 4, 100} {
		want := mem.New()
		all := Launch{Engine: tickets(want, g), Payloads: g, Mem: want, Workers: 1, Budget: budget}
		whole, err := Run(context.Background(), &all)
		require.NoError(t, err)
		for n := range whole.Instructions {
			var from *State
			for _, limit := range []uint64{n, (n + whole.Instructions) / 2} {
				m := mem.New()
				l := Launch{Engine: tickets(m, g), Payloads: g, Mem: m, Workers: 1, Budget: budget, Save: true, From: from, Limit: max(limit, 1)}
				res, err := Run(context.Background(), &l)
				require.ErrorAs(t, err, new(*LimitError))
				require.Equal(t, max(limit, 1), res.Instructions)
				from = through(t, res.State)
			}
			m := mem.New()
			res, err := Run(context.Background(), &Launch{Engine: tickets(m, g), Payloads: g, Mem: m, Workers: 1, Budget: budget, From: from})
			require.NoError(t, err)
			require.Equal(t, want.Buffers()[0].Bytes(), m.Buffers()[0].Bytes(), "budget %d, stopped after %d", budget, n)
			assert.Equal(t, []uint64{whole.Groups, whole.Threads, whole.Instructions}, []uint64{res.Groups, res.Threads, res.Instructions})
		}
	}
}

// Groups that were saved by several workers run on as many as there are, and
// no two threads that run have one number.
func TestStateOfSeveralWorkers(t *testing.T) {
	g := grid{groups: [3]uint32{9, 1, 1}, threads: 2, slm: 8, scratch: 1024}
	kernel := func(m *mem.Memory) fakeEngine {
		out := m.Alloc("out", 9*2*4)
		return fakeEngine{
			func(t *Thread) (Status, error) { t.Scratch.Store32(0, number(t, g)); return Running, nil },
			func(t *Thread) (Status, error) {
				out.Store32(4*number(t, g), t.Scratch.Load32(0))
				return Running, nil
			},
		}
	}
	for _, workers := range []int{1, 2, 4} {
		m := mem.New()
		res, err := Run(context.Background(), &Launch{Engine: kernel(m), Payloads: g, Mem: m, Workers: 3, Budget: 1, Limit: 17, Save: true})
		require.ErrorAs(t, err, new(*LimitError))
		m = mem.New()
		done, err := Run(context.Background(), &Launch{Engine: kernel(m), Payloads: g, Mem: m, Workers: workers, From: through(t, res.State)})
		require.NoError(t, err)
		assert.Equal(t, uint64(36), done.Instructions)
		for n := range uint32(18) {
			assert.Equal(t, n, m.Buffers()[0].Load32(4*n))
		}
	}
	r := &run{paused: []GroupState{{Group: 1, Worker: 2}, {Group: 4, Worker: 0}}}
	_, ok := r.takePaused(1, 3)
	assert.False(t, ok, "worker 2 runs and has its numbers")
	got, ok := r.takePaused(1, 2)
	assert.True(t, ok)
	assert.Equal(t, uint64(1), got.Group)
	got, ok = r.takePaused(0, 2)
	assert.True(t, ok)
	assert.Equal(t, uint64(4), got.Group)
}

// room is a machine with seats in several subslices.
type room int

func (r room) Groups() int { return int(r) }

func (r room) Locate(seat, thread int) Location {
	return Location{Subslice: uint8(seat), EU: uint8(thread / 2), Thread: uint8(thread % 2)}
}

// TestSeats: no more groups run together than a machine has room for, and threads are where
// it says; a saved group of another seat is refused.
func TestSeats(t *testing.T) {
	g := grid{groups: [3]uint32{3, 1, 1}, threads: 4, slm: 64, scratch: 1024}
	var mu sync.Mutex
	seen := map[uint32]Location{}
	m := mem.New()
	note := fakeEngine{func(t *Thread) (Status, error) {
		mu.Lock()
		defer mu.Unlock()
		seen[t.ID] = t.Place
		return Running, nil
	}}
	res, err := Run(context.Background(), &Launch{Engine: note, Payloads: g, Mem: m, Workers: 9, Seats: room(2)})
	require.NoError(t, err)
	assert.Equal(t, 2, res.Workers)
	for id, at := range seen {
		assert.Equal(t, Location{Subslice: uint8(id / 4), EU: uint8(id % 4 / 2), Thread: uint8(id % 2), FFID: Spawner, FFTID: uint8(id)}, at, id)
	}
	m = mem.New()
	res, err = Run(context.Background(), &Launch{Engine: tickets(m, g), Payloads: g, Mem: m, Workers: 1, Limit: 9, Save: true})
	require.ErrorAs(t, err, new(*LimitError))
	res.State.Groups[0].Worker = 2
	m = mem.New()
	_, err = Run(context.Background(), &Launch{Engine: tickets(m, g), Payloads: g, Mem: m, Workers: 1, From: res.State, Seats: room(2)})
	assert.EqualError(t, err, "saved state: group 0: it has seat 2 of the groups in flight: there is room for 2")
}

// A state that another launch or nobody made is refused, and the buffers stay.
func TestStateIsRefused(t *testing.T) {
	g := grid{groups: [3]uint32{3, 1, 1}, threads: 4, slm: 64, scratch: 1024}
	m := mem.New()
	res, err := Run(context.Background(), &Launch{Engine: tickets(m, g), Payloads: g, Mem: m, Workers: 1, Limit: 9, Save: true})
	require.ErrorAs(t, err, new(*LimitError))
	for _, c := range []struct {
		change func(*State)
		want   string
	}{
		{func(s *State) { s.Geometry.Threads = 5 }, "it is of a launch with {Groups:[3 1 1] Threads:5"},
		{func(s *State) { s.Next = 4 }, "0 groups have ended and 1 run, of 4 that started and 3 in all"},
		{func(s *State) { s.Groups = nil }, "0 groups have ended and 0 run, of 1 that started"},
		{func(s *State) { s.Groups[0].Group = 1 }, "group 1: it runs, but only 1 have started"},
		{func(s *State) { s.Next, s.Groups = 2, append(s.Groups, s.Groups[0]) }, "group 0 stands twice or out of order"},
		{func(s *State) { s.Groups[0].Threads = s.Groups[0].Threads[1:] }, "group 0: 3 threads: the launch has 4"},
		{func(s *State) { s.Groups[0].Slot = 5 }, "slot 5, left 16381"},
		{func(s *State) { s.Groups[0].Arrived = 4 }, "arrived 4 of 4 do not fit 4 threads"},
		{func(s *State) { s.Groups[0].Worker = 128 }, "worker 128: 4 threads have 512 numbers"},
		{func(s *State) { s.Groups[0].Worker = math.MaxInt }, "4 threads have 512 numbers"},
		{func(s *State) {
			s.Next, s.Groups = 2, append(s.Groups, s.Groups[0])
			s.Groups[1].Group = 1
		}, "group 1: worker 0 has another group"},
		{func(s *State) { s.Groups[0].SLM = nil }, "0 bytes of local memory: the launch has 64"},
		{func(s *State) { s.Groups[0].Threads[3].Scratch = nil }, "thread 3: 0 bytes of scratch"},
		{func(s *State) { s.Groups[0].Threads[2].Notified = -1 }, "thread 2: 1024 bytes of scratch, -1 notifications"},
		{func(s *State) { s.Groups[0].Threads[1].Engine = nil }, "group [0 0 0] thread 1: length"},
		{func(s *State) { s.Buffers = nil }, "0 buffers: the launch has 1"},
		{func(s *State) { s.Buffers[0].Bytes = s.Buffers[0].Bytes[1:] }, "buffer out of 99 bytes at 0x100000000: the launch has out of 100 bytes"},
	} {
		s := through(t, res.State)
		c.change(s)
		m := mem.New()
		_, err := Run(context.Background(), &Launch{Engine: tickets(m, g), Payloads: g, Mem: m, Workers: 1, From: s})
		require.ErrorContains(t, err, c.want)
	}
}
