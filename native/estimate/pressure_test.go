package estimate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// TestManyBlocks: what is too large to follow is one block, and says so.
func TestManyBlocks(t *testing.T) {
	e := of(t, native.SKL, strings.Repeat("jmpi r3.0\n", maxBlocks)+end)
	assert.Equal(t, "loops are not known, and values are followed in the order of the code: more than 4096 blocks, which are taken as one", e.Note)
	require.Len(t, e.Blocks, 1)
	assert.EqualValues(t, 8*maxBlocks+2, e.Clocks)
	assert.Equal(t, e.Clocks, e.Blocks[0].Clocks)
}

// TestManyWaits: so is where lanes wait in more places than are followed.
func TestManyWaits(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "(f0.0) goto (8|M0) J%d E\nJ%d:\njoin (8|M0) E\n", i, i)
	}
	e := of(t, native.SKL, text.String()+"E:\njoin (8|M0) F\nF:\n"+end)
	require.NotNil(t, e.Pressure)
	text.Reset()
	for i := range 600 {
		fmt.Fprintf(&text, "W%d:\n", i)
	}
	for i := range 600 {
		fmt.Fprintf(&text, "%s(f0.0) while (8|M0) W%d\n", free, i)
	}
	e = of(t, native.SKL, text.String()+end)
	assert.Nil(t, e.Pressure)
	assert.Equal(t, "registers that hold values are not counted: more than the estimate follows", e.Note)
	c := Compare(Side{Estimate: e}, Side{Estimate: e})
	assert.True(t, c.Same())
	assert.Empty(t, c.Note)
}

// TestMatchMany: more pairs of blocks than are looked at are compared as a whole.
func TestMatchMany(t *testing.T) {
	var text strings.Builder
	for i := range 2100 {
		fmt.Fprintf(&text, "(f0.0) jmpi L%d\nL%d:\n", i, i)
	}
	e := of(t, native.SKL, text.String()+end)
	require.Len(t, e.Blocks, 2101)
	c := Compare(Side{Estimate: e}, Side{Estimate: e})
	assert.True(t, c.Same())
	assert.Equal(t, "too many blocks to match: compared as a whole", c.Note)
	assert.Len(t, c.Pairs, 1)
}
