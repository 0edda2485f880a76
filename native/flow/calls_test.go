package flow

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGraphCalls: two calls of a routine, one of them while lanes wait, and a call in that
// routine. Lanes go to the routine alone; the thread may come to a call without lanes.
// Returns lead behind each call. What waits at a call waits in what it calls.
func TestGraphCalls(t *testing.T) {
	p := &native.Program{SIMD: 16}
	end := func() {
		plain(p, 1)
		p.Insts[len(p.Insts)-1] = native.Inst{Op: native.OpSend, ExecSize: 8, NoMask: true, Msg: native.Message{EOT: true}}
	}
	call := func(op native.Op, at int) { always(branch(p, op, at, -1)) }
	call(native.OpCall, 7)           // 0
	branch(p, native.OpGoto, 4, 4)   // 1
	plain(p, 1)                      // 2
	call(native.OpCall, 7)           // 3
	branch(p, native.OpJoin, -1, -1) // 4
	plain(p, 1)                      // 5
	end()                            // 6
	plain(p, 1)                      // 7 outer
	call(native.OpCall, 10)          // 8
	call(native.OpRet, -1)           // 9
	plain(p, 1)                      // 10 inner
	call(native.OpRet, -1)           // 11
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	assert.Equal(t, []Block{
		{Start: 0, End: 1, Lane: []int32{4}, Thread: []int32{4, 1}, Wait: None, Call: 1},
		{Start: 1, End: 2, Lane: []int32{2, 3}, Thread: []int32{2, 3}, Wait: 3},
		{Start: 2, End: 4, Lane: []int32{4}, Thread: []int32{4, 3}, Wait: None, Waiting: []int32{3}, Call: 1},
		{Start: 4, End: 7, Lane: []int32{}, Thread: []int32{}, Wait: None},
		{Start: 7, End: 9, Lane: []int32{6}, Thread: []int32{6, 5}, Wait: None, Waiting: []int32{3}, Call: 2, Depth: 1},
		{Start: 9, End: 10, Lane: []int32{1, 3}, Thread: []int32{1, 3}, Wait: None, Waiting: []int32{3}, Returns: true, Depth: 1},
		{Start: 10, End: 12, Lane: []int32{5}, Thread: []int32{5}, Wait: None, Waiting: []int32{3}, Returns: true, Depth: 2},
	}, g.Blocks)
	require.Len(t, g.Routines, 2)
	outer, inner := g.Routines[0], g.Routines[1]
	outer.own, inner.own = nil, nil
	assert.Equal(t, Routine{Entry: 4, Calls: []int32{0, 2}, Rets: []int32{5}, Blocks: []int32{4, 5, 6}}, outer)
	assert.Equal(t, Routine{Entry: 6, Calls: []int32{4}, Rets: []int32{6}, Blocks: []int32{6}}, inner)
}

// TestGraphRecursion: a routine that calls itself is among what it calls, and as deep as
// anything can be.
func TestGraphRecursion(t *testing.T) {
	p := &native.Program{SIMD: 16}
	always(branch(p, native.OpCall, 2, -1)) // 0
	plain(p, 1)                             // 1
	p.Insts[1] = native.Inst{Op: native.OpSend, ExecSize: 8, NoMask: true, Msg: native.Message{EOT: true}}
	branch(p, native.OpGoto, 4, 4)          // 2
	always(branch(p, native.OpCall, 2, -1)) // 3
	branch(p, native.OpJoin, -1, -1)        // 4
	always(branch(p, native.OpRet, -1, -1)) // 5
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	require.Len(t, g.Routines, 1)
	assert.Equal(t, []int32{0, 3}, g.Routines[0].Calls)
	assert.Equal(t, []int32{2, 3, 4}, g.Routines[0].Blocks)
	assert.Equal(t, []int32{4}, g.Blocks[2].Waiting, "lanes of an outer call wait at the join")
	for _, b := range []int{2, 3, 4} {
		assert.EqualValues(t, maxDepth, g.Blocks[b].Depth, b)
	}
}

// TestGraphCircle: a routine that calls two which call each other has the blocks of all three, each once.
func TestGraphCircle(t *testing.T) {
	p := &native.Program{SIMD: 16}
	always(branch(p, native.OpCall, 2, -1)) // 0
	plain(p, 1)                             // 1
	p.Insts[1] = native.Inst{Op: native.OpSend, ExecSize: 8, NoMask: true, Msg: native.Message{EOT: true}}
	always(branch(p, native.OpCall, 4, -1)) // 2 first
	always(branch(p, native.OpRet, -1, -1)) // 3
	branch(p, native.OpGoto, 6, 6)          // 4 second
	always(branch(p, native.OpCall, 8, -1)) // 5
	branch(p, native.OpJoin, -1, -1)        // 6
	always(branch(p, native.OpRet, -1, -1)) // 7
	branch(p, native.OpGoto, 10, 10)        // 8 third
	always(branch(p, native.OpCall, 4, -1)) // 9
	branch(p, native.OpJoin, -1, -1)        // 10
	always(branch(p, native.OpRet, -1, -1)) // 11
	g, err := New(p, native.SKL)
	require.NoError(t, err)
	require.Len(t, g.Routines, 3)
	assert.Equal(t, []int32{2, 3, 4, 5, 6, 7, 8, 9}, g.Routines[0].Blocks)
	assert.Equal(t, []int32{4, 5, 6, 7, 8, 9}, g.Routines[1].Blocks)
	assert.Equal(t, []int32{4, 5, 6, 7, 8, 9}, g.Routines[2].Blocks)
}
