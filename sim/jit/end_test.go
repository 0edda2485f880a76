package jit

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/message"
)

// TestEnd: compiled code ends a thread where it is, within its budget, and the message counts.
func TestEnd(t *testing.T) {
	available(t)
	add := code.Op{Form: code.FormALU, Kern: code.KernAdd, N: 8, Full: 0xFF, Flags: code.FlagDirect | code.FlagInPlace}
	add.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 512, Enable: ^uint32(0)}
	for i := range add.Src {
		add.Src[i] = code.Source{Type: native.UD, Addr: 512 + 32*uint32(i), Reach: 32}
	}
	p := program(t, []code.Op{add, add, add})
	p.Sends[0].Checks = false
	c, own := onPages(t, p, compile(p), compileSome(p, compile(p).sequences)), 0
	call := c.Call
	c.Call = func(code uintptr, regs, consts unsafe.Pointer, channels uint32, f *eu.Frame) int32 {
		before := f.Left
		at := call(code, regs, consts, channels, f)
		own += int(before - f.Left)
		return at
	}
	for _, budget := range []int{4, 5, 1 << 20} {
		w, _ := thread(t, p, c, 0xFF, 1)
		own = 0
		status, err := w.Resume(0, budget)
		require.NoError(t, err)
		assert.Equal(t, [2]any{dispatch.Done, uint64(5)}, [2]any{status, w.Executed()})
		assert.Equal(t, 4, own, "ops of compiled code")
		assert.Equal(t, "ip 0x00040", w.At(0).Where)
	}
	w, _ := thread(t, p, c, 0xFF, 1)
	status, err := w.Resume(0, 3)
	require.NoError(t, err)
	assert.Equal(t, dispatch.Running, status, "the budget has no room for the message")
	status, err = w.Resume(0, 1)
	require.NoError(t, err)
	assert.Equal(t, [2]any{dispatch.Done, uint64(5)}, [2]any{status, w.Executed()})
}

// TestEndsThread: only a message that does nothing else has code.
func TestEndsThread(t *testing.T) {
	for name, c := range map[string]struct {
		want bool
		set  func(o *code.Op, s *code.Send)
	}{
		"an end":                            {true, func(*code.Op, *code.Send) {}},
		"with a message to the barrier":     {true, func(_ *code.Op, s *code.Send) { s.Message.Action = message.Barrier }},
		"with a message that does more":     {false, func(_ *code.Op, s *code.Send) { s.Message.Action = message.Barrier + 1 }},
		"no end":                            {false, func(_ *code.Op, s *code.Send) { s.In.EOT = false }},
		"a descriptor in a0":                {false, func(_ *code.Op, s *code.Send) { s.Register = true }},
		"one that waits for other threads":  {false, func(_ *code.Op, s *code.Send) { s.Checks = true }},
		"another form of control":           {false, func(o *code.Op, _ *code.Send) { o.Form = code.FormWait }},
		"a message that is not for control": {false, func(o *code.Op, _ *code.Send) { o.Form = code.FormMessage }},
	} {
		p := program(t, nil)
		o := &p.Ops[1]
		require.Equal(t, code.FormSend, o.Form)
		p.Sends[o.Ext].Checks = false
		c.set(o, &p.Sends[o.Ext])
		assert.Equal(t, c.want, endsThread(p, o), name)
	}
}
