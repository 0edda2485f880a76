package eu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// A program of nested blocks, for all lanes as instructions and for one as a walk over
// the tree. Each lane has a word of state that every condition is about.

const (
	deepState   = 10 // register of the state
	deepCounter = 20 // of the counters of loops, two registers each
	deepLevels  = 200
	deepLoops   = 4
)

type deepKind uint8

const (
	deepMix  deepKind = iota // state ^= value + 1
	deepIf                   // state & value != 0: then, else other
	deepLoop                 // (state & 3) + 1 times
	deepStop                 // state & value != 0: break
	deepNext                 // state & value != 0: continue
	deepSkip                 // state & value != 0: not then
)

type deepNode struct {
	kind        deepKind
	value       uint16
	loop        int
	bottom      bool // the innermost block of all
	then, other []deepNode
}

// deepBlock is a block with levels more inside it; loops are those around it.
func deepBlock(r *rand.Rand, levels, loops int, gotos bool) []deepNode {
	bit := func() uint16 { return 1 << r.IntN(16) }
	often, seldom := uint16(0xFFFF), uint16(0) // but for few levels, or no lane would come to the innermost
	if r.IntN(100) == 0 {
		often, seldom = bit(), bit()
	}
	mix := deepNode{kind: deepMix, value: uint16(r.Uint32())}
	if levels <= 0 {
		mix.bottom = levels == 0
		return []deepNode{mix}
	}
	out := []deepNode{mix, {kind: deepIf, value: bit(), then: deepBlock(r, -1, loops, gotos), other: deepBlock(r, -1, loops, gotos)}}
	if loops > 0 {
		out = append(out, deepNode{kind: deepStop + deepKind(r.IntN(2)), value: seldom})
	}
	switch at := r.IntN(10); {
	case loops < deepLoops && levels%(deepLevels/deepLoops) == 0:
		out = append(out, deepNode{kind: deepLoop, loop: loops, then: deepBlock(r, levels-1, loops+1, gotos)})
	case at < 3 && gotos:
		out = append(out, deepNode{kind: deepSkip, value: seldom, then: deepBlock(r, levels-1, loops, gotos)})
	case at < 6:
		out = append(out, deepNode{kind: deepIf, value: often, then: deepBlock(r, levels-1, loops, gotos)})
	default:
		out = append(out, deepNode{kind: deepIf, value: seldom, then: deepBlock(r, -1, loops, gotos), other: deepBlock(r, levels-1, loops, gotos)})
	}
	return append(out, mix)
}

// deepWalk runs a block for one lane; it says whether the lane left it, and how.
func deepWalk(block []deepNode, state *uint16, bottoms *int) (left bool, how deepKind) {
	for i := range block {
		n := &block[i]
		yes := *state&n.value != 0
		switch n.kind {
		case deepMix:
			*state ^= n.value + 1
			if n.bottom {
				*bottoms++
			}
		case deepStop, deepNext:
			if yes {
				return true, n.kind
			}
		case deepLoop:
			for k := *state&3 + 1; k > 0; k-- {
				if left, how := deepWalk(n.then, state, bottoms); left && how == deepStop {
					break
				}
			}
		case deepIf, deepSkip:
			inside := n.then
			if yes == (n.kind == deepSkip) {
				inside = n.other
			}
			if left, how := deepWalk(inside, state, bottoms); left {
				return left, how
			}
		}
	}
	return false, 0
}

// deepCode writes instructions of n channels from channel off on.
type deepCode struct {
	insts   []native.Inst
	n, off  uint8
	jumpsOn bool  // a forward goto moves channels whose predicate is true
	whiles  []int // branches that wait for the end of the loop
}

func (c *deepCode) emit(in native.Inst) int {
	in.ExecSize, in.ChanOff = c.n, c.off
	c.insts = append(c.insts, in)
	return len(c.insts) - 1
}

func (c *deepCode) wide(reg int) native.Operand { return vec(reg, native.UW) }

func (c *deepCode) test(value uint16) {
	c.emit(cond(ins(native.OpAnd, c.n, native.NullDst(native.UW), c.wide(deepState), imm(uint64(value), native.UW)), native.CondNE))
}

func (c *deepCode) branch(op native.Op, when, inv bool) int {
	in := native.Inst{Op: op, Dst: native.NullDst(native.UD)}
	if when {
		in = predicated(in, 0, inv)
	}
	return c.emit(in)
}

func (c *deepCode) jip(at, to int) { c.insts[at].JIP = int32(16 * (to - at)) }
func (c *deepCode) uip(at, to int) { c.insts[at].UIP = int32(16 * (to - at)) }

// inner emits a block. What jumps to the end of the innermost block is bound to the
// place at which the caller ends it: an else, endif, while or join.
func (c *deepCode) inner(block []deepNode) (bind func(end int)) {
	var open []int
	for i := range block {
		open = append(open, c.node(&block[i])...)
	}
	return func(end int) {
		for _, at := range open {
			c.jip(at, end)
		}
	}
}

// node emits one node and gives the branches that jump to the end of its block.
func (c *deepCode) node(n *deepNode) []int {
	switch n.kind {
	case deepMix:
		c.emit(ins(native.OpXor, c.n, dst(deepState, native.UW), c.wide(deepState), imm(uint64(n.value+1), native.UW)))
		return nil
	case deepStop, deepNext:
		c.test(n.value)
		at := c.branch(map[deepKind]native.Op{deepStop: native.OpBreak, deepNext: native.OpCont}[n.kind], true, false)
		c.whiles = append(c.whiles, at)
		return []int{at}
	case deepLoop:
		c.loop(n)
		return nil
	case deepSkip:
		c.test(n.value)
		at := c.branch(native.OpGoto, true, !c.jumpsOn)
		bind := c.inner(n.then)
		join := c.branch(native.OpJoin, false, false)
		bind(join)
		c.jip(at, join)
		c.uip(at, join)
		return []int{join}
	}
	c.test(n.value)
	start := c.branch(native.OpIf, true, false)
	bind := c.inner(n.then)
	over := -1
	if n.other != nil {
		over = c.branch(native.OpElse, false, false)
		bind(over)
		c.jip(start, over+1)
		bind = c.inner(n.other)
	}
	end := c.branch(native.OpEndif, false, false)
	bind(end)
	c.uip(start, end)
	if over < 0 {
		c.jip(start, end)
	} else {
		c.jip(over, end)
		c.uip(over, end)
	}
	return []int{end}
}

func (c *deepCode) loop(n *deepNode) {
	counter := deepCounter + 2*n.loop
	c.emit(ins(native.OpAnd, c.n, dst(counter, native.UW), c.wide(deepState), imm(3, native.UW)))
	c.emit(ins(native.OpAdd, c.n, dst(counter, native.UW), c.wide(counter), imm(2, native.UW)))
	outer := c.whiles
	head := c.emit(cond(ins(native.OpAdd, c.n, dst(counter, native.W), vec(counter, native.W), imm(0xFFFF, native.W)), native.CondNE))
	leave := c.branch(native.OpBreak, true, true)
	c.whiles = []int{leave}
	bind := c.inner(n.then)
	end := c.branch(native.OpWhile, false, false)
	bind(end)
	c.jip(leave, end)
	c.jip(end, head)
	for _, at := range c.whiles {
		c.uip(at, end)
	}
	c.whiles = outer
}

// TestDeepFlow: blocks 200 deep, with branches on which channels do not agree at every
// level, leave in each lane what one lane alone would compute: if with and without
// else, loops inside loops with break and continue from any depth, and from Gen8 on
// goto and join, for each width, from other channels than 0 on, with lanes missing. Up to
// Gen7.5 32 channels have the enables of 16.
func TestDeepFlow(t *testing.T) {
	shapes := [][2]uint8{{4, 0}, {8, 0}, {8, 8}, {16, 0}, {16, 16}, {32, 0}}
	for target := range native.NumTargets {
		reached, short := 0, 0
		for seed, shape := range shapes {
			r := rand.New(rand.NewPCG(uint64(seed), 7))
			gotos := target.Flow(native.OpGoto, false).When != native.FlowNone && seed%2 == 1
			tree := deepBlock(r, deepLevels, 0, gotos)
			c := &deepCode{n: shape[0], off: shape[1], jumpsOn: target.Caps().GotoTrueJumps}
			c.inner(tree)(0)
			for i := range c.insts { // the end of an outermost block is the next instruction
				if in := &c.insts[i]; in.JIP == int32(-16*i) && (in.Op == native.OpEndif || in.Op == native.OpJoin) {
					c.jip(i, i+1)
				}
			}
			mask := r.Uint32() | r.Uint32()
			p, err := loadInsts("deep", target, append(c.insts, eot()))
			require.NoError(t, err, target)
			rig := rigOf(p, mask)
			var wants []uint16
			for k := range int(c.n) {
				lane := uint16(r.Uint32())
				want, bottoms := lane, 0
				if mask>>(uint(k)+uint(c.off))&1 != 0 {
					deepWalk(tree, &want, &bottoms)
				}
				if bottoms > 0 {
					reached++
				} else {
					short++
				}
				get16 := (*[256]uint16)(unsafePointer(rig.thread, deepState))
				get16[k] = lane
				wants = append(wants, want)
			}
			status, err := rig.w.Resume(0, 100_000_000)
			if shape[0] > 16 && target.Caps().FixedHalves {
				require.ErrorContains(t, err, "not modelled: channel enables of 32 channels", target)
				continue
			}
			require.NoError(t, err, target)
			require.Equal(t, dispatch.Done, status)
			assert.Equal(t, wants, get[uint16](rig, deepState, int(c.n)), fmt.Sprint(target, shape))
		}
		t.Logf("%v: %d lanes come to the innermost block, %d do not", target, reached, short)
		assert.Positive(t, reached, target)
		assert.Positive(t, short, target)
	}
}
