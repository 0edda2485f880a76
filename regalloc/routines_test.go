package regalloc

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestPassedRoutines: what lives across a call is apart from what the routine writes and from
// what that one calls writes, and from nothing that lives across other calls of them.
func TestPassedRoutines(t *testing.T) {
	p := newProg()
	id := p.input("id", 32, 64)
	v, w, y := p.newVar("v", 64), p.newVar("w", 64), p.newVar("y", 64)
	outer, inner := p.newVar("outer", 64), p.newVar("inner", 64)
	link, far := p.newVar("link", 8), p.newVar("far", 8)
	sub, deep := p.label(), p.label()
	across := func(x, label, link int32) {
		p.alu(native.OpAdd, vec(x), vec(id), imm(1))
		p.call(label, link)
		p.store(id, x)
	}
	across(v, sub, link)
	across(w, sub, link)
	across(y, deep, far)
	p.routine(sub, link, func() {
		p.alu(native.OpAdd, vec(outer), vec(id), imm(9))
		p.store(id, outer)
		p.call(deep, far)
	})
	p.routine(deep, far, func() {
		p.alu(native.OpAdd, vec(inner), vec(id), imm(9))
		p.store(id, inner)
	})
	a, err := analyse(p.Program, testLimits, 0)
	require.NoError(t, err)
	g := a.graph()
	all := []int32{v, w, y, outer, inner, link, far}
	for x, want := range map[int32][]int32{v: {outer, inner, link, far}, w: {outer, inner, link, far}, y: {inner, far}, link: {v, w, outer, inner, far}} {
		var near []int32
		for _, nb := range sortedNeighbours(g, x) {
			if slices.Contains(all, nb.obj()) && nb.kind() == apart {
				near = append(near, nb.obj())
			}
		}
		assert.Equal(t, want, near, p.Vars[x].Name)
	}
}
