package interp_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/mem"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestCallsMoved: a thread with calls that have not returned, saved and loaded
// into another worker after every instruction, gives the literals of its case;
// damaged stacks are refused.
func TestCallsMoved(t *testing.T) {
	cases, err := valueCases()
	require.NoError(t, err)
	deepest := 0
	for _, c := range cases {
		if c.Page != "FCALL" && c.Page != "CALL" {
			continue
		}
		p, err := interp.New(c.kernel)
		require.NoError(t, err)
		memory := mem.New()
		out, flat := memory.Alloc("out", values.OutBytes), memory.Alloc("flat", 256)
		memory.Bind(values.OutSurface, out)
		env := &dispatch.Thread{Group: &dispatch.Group{SLM: mem.NewLocal(values.SLMBytes)}, Payload: c.Registers(flat.Base), Mask: c.Mask, Mem: memory}
		w := p.NewWorker(1)
		w.Start(0, env)
		for status := dispatch.Running; status != dispatch.Done; {
			status, err = w.Resume(0, 1)
			require.NoError(t, err, c.Pos)
			if status == dispatch.Done {
				break
			}
			state := w.Save(0, nil)
			deepest = max(deepest, len(state))
			w = p.NewWorker(1)
			require.ErrorIs(t, w.Load(0, env, state[:len(state)-1]), interp.ErrState)
			require.NoError(t, w.Load(0, env, state), c.Pos)
		}
		assert.Empty(t, c.Diff(values.State{Out: out.Bytes(), Surface: make([]byte, 256), SLM: make([]byte, 256), Flat: make([]byte, 256)}), c.Pos)
	}
	assert.Greater(t, deepest, 7*32*4, "no case was saved inside of calls")
}

// TestCallDepth: calls without end are a fault that says so, in bounded memory.
func TestCallDepth(t *testing.T) {
	k, err := asm.ParseLinked("t", []byte(".version 4.1\n.kernel \"k\"\n.kernel_attr SimdSize=8\nfcall (M1, 8) f 0 0\nret (M1, 1)\n"),
		[]byte(".version 4.1\n.global_function \"f\"\nfcall (M1, 8) f 0 0\nfret (M1, 8)\n"))
	require.NoError(t, err)
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Payload: make([]byte, 32), Mask: 0xff, Mem: mem.New()})
	_, err = w.Resume(0, 5000)
	require.ErrorIs(t, err, interp.ErrCallDepth)
	assert.ErrorContains(t, err, "t:3:1: kernel k, all lanes: fcall (M1, 8): more than 1024 calls")
}

// start is a kernel as one thread of eight lanes.
func start(t *testing.T, k *visa.Kernel) dispatch.Worker {
	t.Helper()
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Payload: make([]byte, p.PayloadSize()), Mask: 0xff, Mem: mem.New()})
	return w
}

// TestOpaque: an instruction without a page stops the thread that comes to it.
func TestOpaque(t *testing.T) {
	op := visa.NumOps.String() // the first without a page
	k, err := asm.Parse("t", []byte(".version 4.1\n.kernel \"k\"\n.decl P1 v_type=P num_elts=8\n.kernel_attr SimdSize=8\n"+
		"cmp.eq (M1, 8) P1 %r0(0,0)<0;1,0> 0x0:ud\n(P1) goto (M1, 8) e\n"+op+" (M1, 8) a\ne:\nret (M1, 8)\n"))
	require.NoError(t, err)
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	payload := make([]byte, 32)
	w.Start(0, &dispatch.Thread{Payload: payload, Mask: 0xff, Mem: mem.New()})
	status, err := w.Resume(0, 9)
	require.NoError(t, err)
	assert.Equal(t, dispatch.Done, status)

	payload[0] = 1
	w.Start(0, &dispatch.Thread{Payload: payload, Mask: 0xff, Mem: mem.New()})
	_, err = w.Resume(0, 9)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	var fault *interp.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "t:7:1 "+op, fmt.Sprintf("%s:%v %s", fault.File, fault.Pos, fault.Inst))
	assert.ErrorContains(t, err, op+": the interpreter does not support it: no page in specs/visa says what it does")
}
