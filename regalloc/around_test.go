package regalloc

import (
	"testing"

	"github.com/genvisa/genvisa/native"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// loopBetween is a program with n values that are made in front of a loop full of others, and
// used behind it in three blocks; with used they are used in the loop, too.
func loopBetween(n int, used bool) *native.Program {
	p := newProg()
	id, sum, f, head := p.input("id", 32, 64), p.newVar("sum", 64), p.newFlag(16), p.label()
	p.alu(native.OpMov, vec(sum), vec(id))
	var kept, busy []int32
	for range n {
		kept = append(kept, p.newVar("kept", 64))
		p.alu(native.OpMov, vec(kept[len(kept)-1]), vec(id))
		p.alu(native.OpAdd, vec(kept[len(kept)-1]), vec(kept[len(kept)-1]), vec(sum))
	}
	p.place(head)
	for range 5 {
		busy = append(busy, p.newVar("busy", 64))
		p.alu(native.OpAdd, vec(busy[len(busy)-1]), vec(sum), vec(id))
	}
	for _, v := range busy {
		p.alu(native.OpXor, vec(sum), vec(sum), vec(v))
	}
	if used {
		p.alu(native.OpAdd, vec(sum), vec(sum), vec(kept[0]))
	}
	p.cmp(f, native.CondLT, vec(sum), imm(9))
	p.branch(native.OpWhile, f, head, 0)
	for range 3 {
		skip := p.label()
		p.cmp(f, native.CondLT, vec(sum), imm(2))
		p.branch(native.OpGoto, f, skip, skip)
		for _, v := range kept {
			p.alu(native.OpAdd, vec(sum), vec(sum), vec(v))
		}
		p.place(skip)
		p.branch(native.OpJoin, -1, 0, 0)
	}
	p.store(id, sum)
	p.eot()
	return p.Program
}

// TestAroundLoops: what a loop does not use is saved once in front of it and loaded once behind it.
func TestAroundLoops(t *testing.T) {
	for _, c := range []struct {
		used         bool
		fills, saves int
	}{{false, 2, 2}, {true, 2, 2}} {
		p := loopBetween(4, c.used)
		before := Snapshot(p)
		s, err := Allocate(p, native.SKL, Options{GRFs: 20})
		require.NoError(t, err)
		require.NoError(t, Verify(before, p, native.SKL))
		assert.Equal(t, c.fills, s.Fills)
		assert.Equal(t, c.saves, s.Saves)
	}
}
