package interp

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa/asm"
)

// nested is a thread of eight lanes, of which 0 to 3 have called f, and 0 and 1 of those f again.
func nested(t *testing.T) (*worker, *dispatch.Thread) {
	t.Helper()
	k, err := asm.ParseLinked("t", []byte(".version 4.1\n.kernel \"k\"\n.decl P1 v_type=P num_elts=8\n.kernel_attr SimdSize=8\n"+
		"setp (M1_NM, 8) P1 0xf:ud\n(P1) fcall (M1, 8) f 0 0\nret (M1, 1)\n"),
		[]byte(".version 4.1\n.global_function \"f\"\n.decl X v_type=G type=ud num_elts=8 align=GRF\n.decl XW v_type=G type=uw num_elts=16 align=GRF alias=<X, 0>\n.decl P2 v_type=P num_elts=8\n.decl A0 v_type=A num_elts=2\n"+
			"mov (M1_NM, 8) X(0,0)<1> 0x7:ud\naddr_add (M1_NM, 2) A0(0)<1> &X 0x8:uw\nsetp (M1_NM, 8) P2 0x3:ud\n(P2) fcall (M1, 8) f 0 0\nfret (M1, 8)\n"))
	require.NoError(t, err)
	p, err := New(k)
	require.NoError(t, err)
	w := p.NewWorker(1).(*worker)
	env := &dispatch.Thread{Payload: make([]byte, 32), Mask: 0xff, Mem: mem.New()}
	w.Start(0, env)
	status, err := w.Resume(0, 6)
	require.NoError(t, err)
	require.Equal(t, dispatch.Running, status)
	return w, env
}

// TestSavedStacks: calls that have not returned, as the state of a thread has them, and what is
// refused of damaged ones.
func TestSavedStacks(t *testing.T) {
	w, env := nested(t)
	th := &w.threads[0]
	require.Len(t, th.stack, 2)
	fn := &w.prog.functions[0]
	assert.Equal(t, []int32{2, 3}, []int32{th.stack[0].ret, fn.entry})
	assert.Equal(t, []uint32{0xF, 0xF0, 3, 0xC}, []uint32{th.stack[0].called, th.stack[0].aside, th.stack[1].called, th.stack[1].aside})
	require.Equal(t, 32+8*2+4, fn.size())
	assert.Equal(t, fn.size(), th.saved)
	assert.Nil(t, th.stack[0].saved)
	saved := th.stack[1].saved
	require.Len(t, saved, fn.size())
	assert.Equal(t, []byte{7, 0, 0, 0, 7}, saved[:5])
	assert.Equal(t, []byte{3, 0, 0, 0}, saved[48:])
	fresh := fn.save(th, []byte{9})
	assert.Equal(t, append([]byte{9}, make([]byte, fn.size())...), fresh, "the callee's variables are new")

	base, state := w.stateSize(), w.Save(0, nil)
	le := binary.LittleEndian
	require.Len(t, state, base+4+2*savedFrame+fn.size())
	assert.Equal(t, []uint32{2, 2, 0xF, 0xF0, 0, 0}, words(state[base:], 6))
	assert.Equal(t, []uint32{7, 3, 0xC, 0, 1}, words(state[base+4+savedFrame:], 5))
	assert.Equal(t, saved, state[base+4+2*savedFrame:])

	first, second, vars := base+4, base+4+savedFrame, base+4+2*savedFrame
	for _, c := range []struct {
		at   int
		v    uint32
		want string
	}{
		{base, 0, "lanes 0x3 in a call of 0xff, 348 bytes too many"}, {base, 1, "200 bytes too many"}, {base, 3, "3 calls in 348 bytes: legal are 0..1024"},
		{base, 1025, "1025 calls in 348 bytes: legal are 0..1024"},
		{first, 9, "call 0: function 0, return to instruction 9"}, {first, 1 << 31, "return to instruction -2147483648"}, {first + 20, 9, "call 0: function 0, return to instruction 2"},
		{first + 20 + 4*31, 9, "call 0: function 0, return to instruction 2"},
		{first + 4, 0, "call 0: lanes 0x0 called, 0xf0 did not, of 0xff"}, {first + 4, 0x1F, "call 0: lanes 0x1f called, 0xf0 did not"}, {first + 4, 0x10F, "call 0: lanes 0x10f called"},
		{first + 8, 0x1F0, "call 0: lanes 0xf called, 0x1f0 did not, of 0xff"}, {first + 12, 1, "call 0: function 1"}, {first + 12, 0xFFFFFFFE, "call 0: function -2"},
		{first + 12, 0xFFFFFFFF, "call 1: variables of function 0 that it does not have"}, {first + 16, 1, "call 0: variables of function 0 that it does not have"},
		{second + 16, 0, "call 1: variables of function 0 that it does not have"}, {second + 4, 0x13, "call 1: lanes 0x13 called, 0xc did not, of 0xf"},
		{second + 4, 1, "lanes 0x3 in a call of 0x1, 0 bytes too many"},
	} {
		bad := append([]byte{}, state...)
		le.PutUint32(bad[c.at:], c.v)
		err := w.prog.NewWorker(1).Load(0, env, bad)
		require.ErrorIs(t, err, ErrState, "%+v", c)
		assert.ErrorContains(t, err, c.want)
	}
	for size, want := range map[int]string{base + 3: "no stack of calls", vars: "call 1: 0 bytes are left: want 52", len(state) - 1: "call 1: 51 bytes are left: want 52", vars - 1: "2 calls in 295 bytes"} {
		assert.ErrorContains(t, w.prog.NewWorker(1).Load(0, env, state[:size]), want)
	}

	// Loaded, it is the same, and ends as it would have.
	next := w.prog.NewWorker(1).(*worker)
	require.NoError(t, next.Load(0, env, state))
	assert.Equal(t, state, next.Save(0, nil))
	assert.Equal(t, fn.size(), next.threads[0].saved)
	fn.load(&next.threads[0], saved)
	assert.Equal(t, saved, fn.save(&next.threads[0], nil))
	assert.Equal(t, uint16(w.prog.layout.off[len(w.prog.layout.off)-1])+8, next.threads[0].addrs[fn.addrs.First])
}

func words(b []byte, n int) (out []uint32) {
	for i := range n {
		out = append(out, le32(b[4*i:]))
	}
	return out
}

// TestCallsKeepTheirLanes: variables and lanes of a call come back with it.
func TestCallsKeepTheirLanes(t *testing.T) {
	w, _ := nested(t)
	th := &w.threads[0]
	fn := &w.prog.functions[0]
	th.live, th.exec = 3, 3
	th.pop(w.prog)
	assert.Equal(t, []any{uint32(0xF), uint32(0xF), int32(7), 0, 1}, []any{th.live, th.exec, th.pc, th.saved, len(th.stack)})
	assert.Equal(t, []byte{7, 0, 0, 0}, fn.save(th, nil)[:4])
	th.pop(w.prog)
	assert.Equal(t, []any{uint32(0xFF), uint32(0xFF), int32(2), 0, 0}, []any{th.live, th.exec, th.pc, th.saved, len(th.stack)})
}
