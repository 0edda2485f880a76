package estimate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestPressure: registers that hold values while each instruction runs.
func TestPressure(t *testing.T) {
	mov := func(dst, src string) string {
		return "mov (8|M0) " + dst + ".0<1>:d " + src + ".0<8;8,1>:d\n"
	}
	for name, c := range map[string]struct {
		text string
		want []int
	}{
		"a chain":         {mov("r1", "r2") + mov("r3", "r1") + mov("r127", "r3") + end, []int{1, 1, 1, 1}},
		"two at once":     {mov("r1", "r2") + mov("r3", "r4") + "add (8|M0) r127.0<1>:d r1.0<8;8,1>:d r3.0<8;8,1>:d\n" + end, []int{2, 2, 2, 1}},
		"two registers":   {"mov (16|M0) r2.0<1>:d r8.0<0;1,0>:d\nadd (16|M0) r4.0<1>:d r2.0<8;8,1>:d 1:d\n" + mov("r127", "r5") + end, []int{2, 2, 1, 1}},
		"nobody reads it": {mov("r1", "r2") + mov("r127", "r9") + end, []int{2, 1, 1}},
		"half of it stays": {"mov (4|M0) r1.0<1>:d r2.0<4;4,1>:d\nmov (4|M0) r1.4<1>:d r3.0<4;4,1>:d\n" + mov("r127", "r1") + end,
			[]int{2, 2, 1, 1}},
		"a predicate keeps it":   {"(f0.0) mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d\n" + mov("r127", "r1") + end, []int{2, 1, 1}},
		"nothing has written it": {mov("r127", "r30") + end, []int{1, 1}},
		"or the rest of it":      {"mov (4|M0) r30.0<1>:d r2.0<4;4,1>:d\nmov (8|M0) r127.0<1>:d r30.0<8;8,1>:d\n" + end, []int{1, 1, 1}},
		"around a loop": {"L:\n" + mov("r3", "r1") + "add (8|M0) r1.0<1>:d r3.0<8;8,1>:d 1:d\n(f0.0) while (8|M0) L\n" + mov("r127", "r9") + end,
			[]int{2, 2, 2, 1, 1}},
		"lanes that wait": {"(f0.0) goto (8|M0) L L\n" + mov("r1", "r2") + mov("r127", "r1") + "L:\njoin (8|M0) M\nM:\n" + mov("r127", "r3") + end,
			[]int{2, 2, 2, 1, 1, 1}},
	} {
		p := of(t, native.SKL, c.text).Pressure
		assert.Equal(t, c.want, p.Alive, name)
	}
	p := of(t, native.SKL, mov("r1", "r2")+mov("r3", "r4")+"add (8|M0) r127.0<1>:d r1.0<8;8,1>:d r3.0<8;8,1>:d\n"+end).Pressure
	assert.Equal(t, []int{2, 0, 5}, []int{p.Most, p.At, p.Used})
	assert.Equal(t, []Stretch{{0, 2, 2}, {2, 4, 2}}, p.Chart(2))
	assert.Equal(t, []Stretch{{0, 1, 2}, {1, 2, 2}, {2, 3, 2}, {3, 4, 1}}, p.Chart(16), "no more than instructions")
}

// TestManyBlocks: what is too large to follow is not counted, and says so.
func TestManyBlocks(t *testing.T) {
	e := of(t, native.SKL, strings.Repeat("jmpi r3.0\n", maxBlocks)+end)
	assert.Nil(t, e.Pressure)
	assert.Equal(t, "loops are not known, and values are followed in the order of the code: more than 4096 blocks; registers that hold values are not counted: more than the estimate follows", e.Note)
	assert.Len(t, e.Blocks, maxBlocks+1)
	c := Compare(Side{Estimate: e}, Side{Estimate: e})
	assert.True(t, c.Same())
	assert.Equal(t, "too many blocks to match: compared as a whole", c.Note)
	assert.Len(t, c.Pairs, 1)
}
