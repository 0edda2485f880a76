package optimise

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestChains: lists that stay in order, each instruction once.
func TestChains(t *testing.T) {
	c := cut([]int32{2, 0, 1})
	for _, i := range []int{3, 3, 7} {
		c.push(0, i)
	}
	for _, i := range []int{5, 1, 5, 9} {
		c.add(0, i)
	}
	c.add(1, 4)
	assert.Equal(t, [][]int32{{1, 3, 5, 7, 9}, {4}, {}}, c.lists)
	assert.Equal(t, []int32{1, 3}, c.before(0, 5))
	assert.Equal(t, []int32{1, 3, 5}, c.before(0, 6))
	assert.Equal(t, []int32{7, 9}, c.after(0, 5))
	assert.Equal(t, []int32{5, 7, 9}, c.after(0, 4))
}

// TestFindMentions: who mentions and writes each variable, in lists that have room for as
// many mentions as there are.
func TestFindMentions(t *testing.T) {
	k := edit.New(&native.Program{}, native.SKL)
	for range 5 {
		k.NewVar("v", 64, 32)
	}
	twice := sum()
	twice.Src[1] = twice.Src[0]
	k.P.Insts = []native.Inst{copyOf(), sum(), twice}
	o := &optimiser{Editor: k}
	o.findMentions()
	assert.Equal(t, [][]int32{{}, {0, 1, 2}, {0}, {1}, {1, 2}}, o.mentions.lists)
	assert.Equal(t, [][]int32{{}, {0}, {}, {}, {1, 2}}, o.writes.lists)
	var room [2][]int
	for v := range k.P.Vars {
		room[0], room[1] = append(room[0], cap(o.mentions.lists[v])), append(room[1], cap(o.writes.lists[v]))
	}
	assert.Equal(t, [2][]int{{0, 4, 1, 1, 2}, {0, 1, 0, 0, 2}}, room)
}
