package interp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/interp"
)

// savedBody has lanes that leave a loop at different times, local memory,
// atomics, barriers, predicates, indirect operands and a changed float mode; lane
// i of thread 0 and 1 start with i and i+1.
var savedBody = lines("or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x30:ud", "mov (M1_NM, 32) TMP(0,0)<1> 0x0:ud",
	"dword_atomic.add (M1, 16) %slm TMP.0 IN.0 %null.0 OUT.64", "mov (M1_NM, 32) OUT(0,0)<1> 0x0:ud",
	"addr_add (M1_NM, 16) A0(0)<1> &IN 0x0:uw") + "loop:\n" +
	lines("add (M1, 32) OUT(0,0)<1> OUT(0,0)<1;1,0> 0x3:ud", "cmp.eq (M1, 32) P1 IN(0,0)<1;1,0> 0x0:ud",
		"(P1) goto (M1, 32) done", "add (M1, 32) IN(0,0)<1> IN(0,0)<1;1,0> 0xffffffff:ud", "goto (M1, 32) loop") +
	"done:\n" + lines("barrier", "dword_atomic.inc (M1, 16) %slm TMP.0 %null.0 %null.0 %null.0", "barrier",
	"gather4_scaled.R (M1, 16) %slm 0x0:ud TMP.0 OUT.0", "add (M1, 16) OUT(0,0)<1> OUT(0,0)<1;1,0> r[A0(0),0]<0;1,0>:ud",
	"mov (M5, 8) OUTF(2,0)<1> IND(0,0)<0;1,0>", "mov (M1_NM, 1) OUT(3,7)<1> P1")

// pair runs a kernel as a group of two threads, in turns of budget instructions.
type pair struct {
	p       *interp.Program
	w       dispatch.Worker
	threads [2]*dispatch.Thread
	outs    [2]*mem.Buffer
	done    [2]bool
}

func newPair(t *testing.T, p *interp.Program) *pair {
	t.Helper()
	r := &pair{p: p, w: p.NewWorker(2)}
	group := &dispatch.Group{SLM: mem.NewLocal(64)}
	group.Barrier.Reset(2)
	for i := range r.threads {
		m := newMachine()
		m.mask, m.group = 0xFFFF0FFF, group
		for j := range m.in {
			m.in[j] = uint32(i+j) & 7
		}
		memory := mem.New()
		r.outs[i] = memory.Alloc("out", 128)
		memory.Bind(0, r.outs[i])
		r.threads[i] = m.thread(memory)
		r.threads[i].Index = i
		r.w.Start(i, r.threads[i])
	}
	return r
}

// turn resumes thread i; true when both have ended.
func (r *pair) turn(t *testing.T, i, budget int) bool {
	t.Helper()
	if !r.done[i] {
		status, err := r.w.Resume(i, budget)
		require.NoError(t, err)
		r.done[i] = status == dispatch.Done
	}
	return r.done[0] && r.done[1]
}

// move saves the threads and loads them into a new worker, in the other slots
// than before for those that have not ended.
func (r *pair) move(t *testing.T) {
	t.Helper()
	next := r.p.NewWorker(2)
	for i := range r.threads {
		if !r.done[i] {
			state := r.w.Save(i, []byte{1, 2, 3})
			require.Equal(t, []byte{1, 2, 3}, state[:3], "Save appends")
			r.threads[i].Payload = nil
			require.NoError(t, next.Load(i, r.threads[i], state[3:]))
		}
	}
	r.w = next
}

// A group that moves to another worker after any number of instructions ends
// with the same bytes.
func TestSaveAnywhere(t *testing.T) {
	p, err := interp.New(parse(t, savedBody))
	require.NoError(t, err)
	for budget := 1; budget <= 3; budget++ {
		want, turns := newPair(t, p), 1
		for !want.turn(t, turns&1, budget) {
			turns++
		}
		require.Equal(t, []int{0, 108, 54, 37}[budget], turns, "budget %d", budget)
		for stop := range turns {
			r := newPair(t, p)
			for n := 1; ; n++ {
				if r.turn(t, n&1, budget) {
					break
				}
				if n == stop || stop == 0 {
					r.move(t)
				}
			}
			require.Equal(t, want.outs[0].Bytes(), r.outs[0].Bytes(), "budget %d, moved after turn %d", budget, stop)
			require.Equal(t, want.outs[1].Bytes(), r.outs[1].Bytes(), "budget %d, moved after turn %d", budget, stop)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	p, err := interp.New(parse(t, savedBody))
	require.NoError(t, err)
	r := newPair(t, p)
	for n := range 60 {
		r.turn(t, n&1, 1)
	}
	state := r.w.Save(0, nil)
	w, env := p.NewWorker(2), r.threads[0]
	require.NoError(t, w.Load(0, env, state))
	for _, bad := range [][]byte{nil, state[:len(state)-1], append(state[:len(state):len(state)], 0)} {
		err := w.Load(0, env, bad)
		require.ErrorIs(t, err, interp.ErrState)
		assert.Regexp(t, "bytes: want at least|no stack of calls|bytes too many", err)
	}
	other, err := interp.New(parse(t, lines("mov (M1, 8) OUT(0,0)<1> 0x1:ud")))
	require.NoError(t, err)
	size := len(other.NewWorker(1).Save(0, nil))
	assert.ErrorContains(t, other.NewWorker(1).Load(0, env, state[:size:size]), "of another program")
	const preds = 4
	for _, c := range []struct {
		at  int
		v   byte
		why string
	}{
		{8, 200, "instruction 200"}, {12 + 1, 0xFF, "live lanes"}, {16 + 1, 0xF0, "active"}, {20, 2, "barrier 2"},
		{24 + 4*31, 200, "for lane 31 instruction 200"}, {24 + 3, 0x80, "for lane 0"},
		{24 + 4*32 + 4*preds, 250, "address element 0 is of variable 250"}, {24 + 4*32 + 4*preds + 3, 0x80, "address element 0"},
	} {
		bad := append([]byte(nil), state...)
		bad[c.at] = c.v
		err := w.Load(0, env, bad)
		require.ErrorIs(t, err, interp.ErrState, "byte %d", c.at)
		assert.ErrorContains(t, err, c.why)
	}
	branched, err := interp.New(parse(t, lines("cmp.lt (M1, 32) P1 IN(0,0)<1;1,0> 0x3:ud", "(P1) goto (M1, 32) L1", "mov (M1, 8) OUT(0,0)<1> 0x1:ud")+"L1:\n"))
	require.NoError(t, err)
	apart := newPair(t, branched)
	apart.turn(t, 0, 2)
	waiting := apart.w.Save(0, nil)
	require.NoError(t, branched.NewWorker(1).Load(0, apart.threads[0], waiting))
	waiting[24] = 1 // lane 0
	assert.ErrorContains(t, branched.NewWorker(1).Load(0, apart.threads[0], waiting), "lane 0 waits at instruction 1, the others are at 2")
	narrow := *env
	narrow.Mask = 0xFFF
	assert.ErrorContains(t, w.Load(0, &narrow, state), "the thread has lanes 0xfff")
}
