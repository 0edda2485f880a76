package jit

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestSaved: a thread that is saved after any number of ops goes on by the other way with the same state.
func TestSaved(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	all := kernels()
	for range 40 {
		ops := make([]code.Op, 12)
		for i := range ops {
			ops[i] = opOf(rnd, all[rnd.IntN(len(all))], lanesOf(rnd))
			if i == 5 {
				ops[i].Src[0].Indirect = true // which ends a sequence; its address is in a0, zeros
				ops[i].Src[0].Addr = uint32(128*32 + code.OffA0)
				ops[i].Flags &^= code.FlagDirect | code.FlagInPlace
			}
		}
		p := program(t, ops)
		c := compile(p)
		fast := onPages(t, p, c, compileSome(p, c.sequences))
		mask, seed := maskOf(rnd), rnd.Uint64()
		end := func(w *eu.Worker, n int) []byte {
			_, err := w.Resume(0, n)
			require.NoError(t, err)
			return w.Save(0, nil)
		}
		for n := range len(ops) {
			var want []byte
			for _, ways := range [][2]*eu.Compiled{{nil, nil}, {nil, fast}, {fast, nil}, {fast, fast}} {
				first, env := thread(t, p, ways[0], mask, seed)
				other := eu.New(p).Worker(1)
				other.Use(ways[1])
				require.NoError(t, other.Load(0, env, end(first, n)))
				got := end(other, len(ops)-n)
				if want == nil {
					want = got
				}
				require.True(t, bytes.Equal(want, got), "saved after %d", n)
			}
		}
	}
}

// worker is one of an engine, of a thread that begins.
func worker(t *testing.T, e dispatch.Engine) dispatch.Worker {
	t.Helper()
	w := e.NewWorker(1)
	env := &dispatch.Thread{Group: &dispatch.Group{}, Mask: 0xFF, Mem: mem.New(), Payload: make([]byte, 32)}
	env.Group.Barrier.Reset(1)
	w.Start(0, env)
	return w
}

// adds is a program of one addition, of r2 and r3 to r1.
func adds(t *testing.T) *eu.Program {
	t.Helper()
	o := code.Op{Form: code.FormALU, Kern: code.KernAdd, N: 8, Full: 0xFF, Flags: code.FlagDirect | code.FlagInPlace}
	o.Dst = code.Dest{Mode: code.DstReg, Type: native.UD, Size: 4, Step: 4, Addr: 32, Enable: ^uint32(0)}
	o.Src[0], o.Src[1] = code.Source{Addr: 64, Type: native.UD}, code.Source{Addr: 96, Type: native.UD}
	return eu.New(program(t, []code.Op{o}))
}

// TestEngine: the workers of a program share its code, which adds by itself.
func TestEngine(t *testing.T) {
	available(t)
	e := Every(adds(t))
	for range 2 {
		w := worker(t, e).(*eu.Worker)
		require.NotNil(t, e.code)
		require.NotZero(t, e.code.Begins[1].Code)
		_, err := w.Resume(0, 1)
		require.NoError(t, err)
		regs := w.Ahead(0).Registers
		regs[64], regs[96] = 3, 4
		_, err = w.Resume(0, 1)
		require.NoError(t, err)
		assert.EqualValues(t, 7, regs[32])
	}
}

// TestNoPages: where the system gives no memory, or code has a breakpoint, the EU model executes everything.
func TestNoPages(t *testing.T) {
	_, err := newPages(nil)
	require.Error(t, err)
	p := adds(t)
	p.Breaks = true
	e := New(p)
	worker(t, e)
	require.Nil(t, e.code)
}

// TestBounded: a program has code for no more than a bound of bytes, and a sequence no more ops than another.
func TestBounded(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	ops := make([]code.Op, 3*maxOps)
	for i := range ops {
		ops[i] = opOf(rnd, kernel{form: code.FormALU, class: code.ClassRaw, kern: code.KernRol}, 32)
	}
	p := program(t, ops)
	list := compile(p).sequences
	require.Len(t, list, 3)
	for i, s := range list {
		assert.Equal(t, [2]int{1 + maxOps*i, 1 + maxOps*(i+1)}, [2]int{s.from, s.to})
	}
	for len(ops) < 64*maxOps {
		ops = append(ops, ops[:maxOps]...)
	}
	all := compile(program(t, ops))
	assert.Len(t, all.sequences, 21)
	assert.Less(t, len(all.code), maxCode+1000*maxOps)
}

// TestPassed: code of a short sequence that nothing follows is not called, unless it ends with a message or a branch, or all is.
func TestPassed(t *testing.T) {
	next := []sequence{
		{from: 0, to: fewOps - 1, next: []int{fewOps - 1}},
		{from: 20, to: 20 + fewOps, next: []int{20 + fewOps}},
		{from: 40, to: 41, next: []int{50}, acts: true},
		{from: 60, to: 61, next: []int{40}},
	}
	c := compiled{sequences: next}
	c.pass()
	var passed []bool
	for i := range c.sequences {
		passed = append(passed, c.sequences[i].passed)
	}
	assert.Equal(t, []bool{true, false, false, false}, passed)
	table := c.table(&code.Program{Ops: make([]code.Op, 64)}, 1)
	assert.Zero(t, table.Begins[0].Code)
	assert.NotZero(t, table.Begins[20].Code)
	assert.EqualValues(t, 20, table.Next[0], "the next code that is called")
}
