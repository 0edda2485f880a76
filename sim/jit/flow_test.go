package jit

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// flowOf is a program of random ops and branches among them, which is no more than its ops say: where branches go, and what they do.
func flowOf(t testing.TB, rnd *rand.Rand, n int) *code.Program {
	t.Helper()
	all := kernels()
	ops := make([]code.Op, n)
	for i := range ops {
		k := all[rnd.IntN(len(all))]
		if rnd.IntN(3) == 0 { // flags for branches
			k = kernel{code.FormCmp, code.ClassRaw, code.KernCmp, pick(rnd, native.CondEQ, native.CondLT, native.CondGE)}
		}
		ops[i] = opOf(rnd, k, lanesOf(rnd))
	}
	p := program(t, ops)
	leaders := map[int]bool{}
	for i := 2; i < n; i++ {
		if rnd.IntN(4) != 0 {
			continue
		}
		target := func() int32 { return int32(1 + rnd.IntN(n)) }
		f := code.Flow{IfTrue: target(), IfFalse: int32(i + 1)}
		if rnd.IntN(4) == 0 {
			f.IfFalse = target()
		}
		f.When = pick(rnd, code.AnyThere, code.AnyTrue, code.AnyActive)
		f.First, f.Other = f.IfTrue, f.IfFalse
		if f.When == code.AnyThere && rnd.IntN(2) == 0 {
			f.First, f.Other = f.Other, f.First
		}
		o := code.Op{Form: pick(rnd, code.FormBranch, code.FormBranch, code.FormJmpi), N: pick[uint8](rnd, 8, 16, 32), Ext: int32(len(p.Flows)), FlagReg: uint8(rnd.IntN(2))}
		if o.Form == code.FormJmpi {
			o.N, o.NoMask = 1, ^uint32(0)
		}
		o.Full = ^uint32(0) >> (32 - o.N)
		if rnd.IntN(4) > 0 {
			o.Pred, o.PredInv, o.Flags = native.PredSeq, pick(rnd, 0, ^uint32(0)), code.FlagPredicated
			if pred := pick[native.PredCtrl](rnd, native.PredAny8H, native.PredAll16H, native.PredAny32H); rnd.IntN(3) == 0 {
				if o.Pred = pred; !hasPredicate(&o) {
					o.Pred = native.PredSeq
				}
			}
		}
		p.Flows, p.Ops[i] = append(p.Flows, f), o
		for _, to := range []int32{f.IfTrue, f.IfFalse, int32(i + 1)} {
			leaders[int(to)] = true
		}
	}
	next := int32(len(p.Ops))
	for i := len(p.Ops) - 1; i >= 0; i-- {
		if p.Ops[i].Form.IsControl() {
			next = int32(i)
		}
		if p.Ends[i] = next; leaders[i] {
			next = int32(i)
		}
	}
	return p
}

// wander is a thread after each of several turns.
func wander(t testing.TB, p *code.Program, c *eu.Compiled, mask uint32, seed uint64, turns []int) (out [][]byte, executed uint64) {
	t.Helper()
	w, _ := thread(t, p, c, mask, seed)
	for _, n := range turns {
		_, err := w.Resume(0, n)
		if err != nil {
			return append(out, []byte(err.Error())), w.Executed()
		}
		out = append(out, w.Save(0, nil))
	}
	return out, w.Executed()
}

// TestFlow: threads that branch are at the same place with the same registers, after any number of ops.
func TestFlow(t *testing.T) {
	available(t)
	rnd := rand.New(rand.NewPCG(31, 32))
	branches := 0
	for n := range 1500 {
		p := flowOf(t, rnd, 4+rnd.IntN(24))
		c := compile(p)
		fast := onPages(t, p, c, compileSome(p, c.sequences))
		for i := range c.sequences {
			if s := &c.sequences[i]; p.Ops[s.from].Form.IsControl() {
				branches++
			}
		}
		mask, seed := maskOf(rnd), rnd.Uint64()
		turns := []int{1 + rnd.IntN(30), 1, 1 + rnd.IntN(300), 2000}
		want, executed := wander(t, p, nil, mask, seed, turns)
		got, by := wander(t, p, fast, mask, seed, turns)
		require.Equal(t, executed, by, "program %d", n)
		require.Len(t, got, len(want))
		for i := range want {
			require.True(t, bytes.Equal(want[i], got[i]), "program %d after turn %d: %s", n, i, got[i])
		}
	}
	assert.Equal(t, 4951, branches, "branches with code")
}

// TestHeading: where channels that agree go from a branch, by what it is.
func TestHeading(t *testing.T) {
	type way struct {
		to        int
		alone, ok bool
	}
	for _, c := range []struct {
		f       code.Flow
		yes, no way
	}{
		{code.Flow{IfTrue: 9, IfFalse: 4, First: 9, Other: 4, When: code.AnyThere}, way{9, false, true}, way{4, true, true}},
		{code.Flow{IfTrue: 9, IfFalse: 4, First: 4, Other: 9, When: code.AnyThere}, way{9, true, true}, way{4, false, true}},
		{code.Flow{IfTrue: 9, IfFalse: 4, First: 9, Other: 4, When: code.AnyTrue}, way{9, false, true}, way{4, false, true}},
		{code.Flow{IfTrue: 9, IfFalse: 4, First: 9, Other: 4, When: code.AnyActive}, way{9, false, true}, way{4, false, false}},
		{code.Flow{IfTrue: 9, IfFalse: 4, First: 9, Other: 4, When: code.AllAlike}, way{9, true, true}, way{4, true, true}},
		{code.Flow{IfTrue: 9, IfFalse: 4, First: 7, Other: 4, When: code.AnyTrue}, way{9, false, false}, way{4, false, true}},
	} {
		for yes, want := range map[bool]way{true: c.yes, false: c.no} {
			to, alone, ok := heading(&c.f, yes)
			assert.Equal(t, want, way{to, alone, ok}, "%+v %v", c.f, yes)
		}
	}
}
