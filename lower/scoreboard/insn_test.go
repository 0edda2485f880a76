package scoreboard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/effects"
	"github.com/genvisa/genvisa/native/flow"
)

// TestBytesOf: the bytes of each register, as far as there are any.
func TestBytesOf(t *testing.T) {
	assert.Equal(t, []touch{{0, 0xFFF00000}, {1, 0x00000FFF}}, bytesOf(nil, 20, 24))
	assert.Equal(t, []touch{{9, 1}, {3, 0xFFFFFFFF}, {4, 1}}, bytesOf([]touch{{9, 1}}, 96, 33))
	assert.Equal(t, []touch{{255, 0xFF000000}}, bytesOf(nil, 256*32-8, 40))
	assert.Equal(t, []touch{{254, 0x80000000}, {255, 0xFFFFFFFF}}, bytesOf(nil, 255*32-1, effects.Rest))
}

// TestEverything: what an operand behind an address may touch is all of each general register.
func TestEverything(t *testing.T) {
	assert.Len(t, everything, native.MostGRFs)
	for r, x := range everything {
		assert.Equal(t, touch{int32(r), 0xFFFFFFFF}, x)
	}
}

// TestAdd: a board is in the order of the instructions.
func TestAdd(t *testing.T) {
	b := board{}
	for _, i := range []int32{4, 1, 8, 6, 2} {
		b = b.add(flight{inst: i})
	}
	assert.Equal(t, board{{inst: 1}, {inst: 2}, {inst: 4}, {inst: 6}, {inst: 8}}, b)
}

// TestReadsFirst: of two messages of one unit for the same channels, under the same predicate or none, the first reads first.
func TestReadsFirst(t *testing.T) {
	store := native.Inst{Op: native.OpSend, ExecSize: 8, Msg: native.Message{SFID: 10}}
	for _, c := range []struct {
		name string
		y, x func(*native.Inst)
		want bool
	}{
		{"the same", nil, nil, true},
		{"another unit", nil, func(in *native.Inst) { in.Msg.SFID = 12 }, false},
		{"more channels", nil, func(in *native.Inst) { in.ExecSize = 16 }, false},
		{"other channels", nil, func(in *native.Inst) { in.ChanOff = 8 }, false},
		{"one predicate", nil, func(in *native.Inst) { in.PredCtrl = native.PredSeq }, false},
		{"the other's predicate", func(in *native.Inst) { in.PredCtrl = native.PredSeq }, nil, false},
		{"both", func(in *native.Inst) { in.PredCtrl = native.PredSeq }, func(in *native.Inst) { in.PredCtrl = native.PredSeq }, true},
		{"of two flags", func(in *native.Inst) { in.PredCtrl = native.PredSeq }, func(in *native.Inst) { in.PredCtrl, in.Flag.Reg = native.PredSeq, 1 }, false},
		{"flags that nobody reads", func(in *native.Inst) { in.Flag.Reg = 1 }, nil, true},
	} {
		y, x := store, store
		if c.y != nil {
			c.y(&y)
		}
		if c.x != nil {
			c.x(&x)
		}
		assert.Equal(t, c.want, readsFirst(&insn{Inst: &y}, &insn{Inst: &x}), c.name)
	}
}

// TestComes: a thread goes past the next block, to which all lanes go, only without any: for lanes that wait there or behind.
func TestComes(t *testing.T) {
	for _, c := range []struct {
		lane, waiting []int32
		to            int
		want          bool
	}{
		{[]int32{3}, nil, 3, true},
		{[]int32{3}, nil, 4, false},
		{[]int32{3}, []int32{3}, 4, false},
		{[]int32{3}, []int32{3, 4}, 4, true},
		{[]int32{3}, []int32{5}, 4, true},
		{[]int32{4}, nil, 4, true},
		{[]int32{1}, nil, 4, true},
		{[]int32{3, 4}, nil, 4, true},
		{nil, nil, 4, true},
	} {
		s := &placer{graph: &flow.Graph{Blocks: make([]flow.Block, 6)}}
		s.graph.Blocks[2].Lane, s.graph.Blocks[2].Waiting = c.lane, c.waiting
		assert.Equal(t, c.want, s.comes(2, c.to), "%+v", c)
	}
}

// TestLater: who takes a token that a later one of the unit had shows that the sources are read; one of the unit has it from
// then on, another takes it away.
func TestLater(t *testing.T) {
	message, math := &insn{Inst: &native.Inst{Op: native.OpSend}, token: 3}, &insn{Inst: &native.Inst{Op: native.OpMath}, token: 3}
	f := flight{read: true, after: 1<<3 | 1<<5}
	f.later(math, message)
	assert.Equal(t, flight{after: 1 << 5}, f)
	f = flight{read: true, after: 1 << 5}
	f.later(message, message)
	assert.Equal(t, flight{read: true, after: 1<<3 | 1<<5}, f)
	f.later(message, message)
	assert.Equal(t, flight{after: 1<<3 | 1<<5}, f)
}

// TestJoin: of an instruction in flight on two paths both count; later ones of its unit show only on both that it has read.
func TestJoin(t *testing.T) {
	b, grew := board{{inst: 2, age: 3}, {inst: 4, token: 1, read: true, after: 6}}.join(board{{inst: 1, age: 9}, {inst: 2, age: 2}, {inst: 4, token: 1, read: true, write: true, after: 3}})
	assert.True(t, grew)
	assert.Equal(t, board{{inst: 1, age: 9}, {inst: 2, age: 2}, {inst: 4, token: 1, read: true, write: true, after: 2}}, b)
	b, grew = b.join(board{{inst: 2, age: 5}, {inst: 4, token: 1, write: true}})
	assert.False(t, grew)
	assert.Len(t, b, 3)
	b, grew = board{{inst: 4, token: 1, write: true}}.join(board{{inst: 4, token: 1, read: true, after: 5}})
	assert.True(t, grew)
	assert.Equal(t, board{{inst: 4, token: 1, read: true, write: true, after: 5}}, b)
}

// TestSync: one channel in all lanes, of the instruction of the text that it stands in front of.
func TestSync(t *testing.T) {
	one := sync(native.TGL, 7, native.SyncAllwr, 1<<4, native.Sync{Dst: 1 << 4})
	assert.Equal(t, []any{native.OpSync, uint8(1), true, int32(7), uint8(native.SyncNop)}, []any{one.Op, one.ExecSize, one.NoMask, one.VISA, one.SyncFC})
	two := sync(native.TGL, 7, native.SyncAllwr, 6, native.Sync{Dst: 6})
	assert.Equal(t, []any{uint8(1), uint8(native.SyncAllwr), native.ImmOperand(6, native.UD)}, []any{two.ExecSize, two.SyncFC, two.Src[0]})
}
