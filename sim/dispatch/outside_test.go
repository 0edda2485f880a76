package dispatch

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// The first place does not depend on the number of workers; each buffer and
// local memory is named with the count of its accesses.
func TestOutside(t *testing.T) {
	g := grid{groups: [3]uint32{4, 3, 1}, threads: 2, slm: 16}
	for _, workers := range []int{1, 5} {
		m := mem.New()
		m.Alloc("quiet", 8)
		out := m.Alloc("out", 8)
		asked := 0
		place := func() Place { asked++; return Place{Where: "k:7:1", Inst: "mov"} }
		code := fakeEngine{func(t *Thread) (Status, error) {
			if t.Group.ID[0] < 2 || t.Index == 0 {
				return Running, nil
			}
			out.Load32(100)
			t.Outside(out, 5, false, place)
			t.Group.SLM.Store32(16, 1)
			t.Outside(t.Group.SLM, -1, true, place)
			t.Group.SLM.Store32(20, 1)
			t.Outside(t.Group.SLM, 9, true, place)
			return Running, nil
		}}
		res, err := Run(context.Background(), &Launch{Engine: code, Payloads: g, Mem: m, Workers: workers})
		require.NoError(t, err)
		first := ThreadPlace{[3]uint32{2, 0, 0}, 1, Place{Where: "k:7:1", Inst: "mov"}}
		assert.Equal(t, []Outside{
			{Buffer: "out", Count: 6, End: 104, First: &Access{ThreadPlace: first, Lane: 5}},
			{Buffer: mem.LocalName, Count: 12, End: 24, First: &Access{ThreadPlace: first, Lane: -1, Write: true}},
		}, res.Outside)
		if workers == 1 {
			assert.Equal(t, 2, asked)
		}
		assert.Equal(t, "6 accesses past the end of out (reads gave 0, writes were dropped); the first: read, group [2 0 0] thread 1 lane 5 at k:7:1: mov",
			res.Outside[0].String())
		assert.Equal(t, "12 accesses past the end of shared local memory (reads gave 0, writes were dropped); the first: write, group [2 0 0] thread 1 at k:7:1: mov",
			res.Outside[1].String())
	}
}

// Reads outside of variables come behind buffers, by name, with all lanes counted; the first
// does not depend on the number of workers.
func TestOutsideVariables(t *testing.T) {
	for _, workers := range []int{1, 5} {
		m := mem.New()
		out := m.Alloc("out", 8)
		code := fakeEngine{func(t *Thread) (Status, error) {
			place := func() Place { return Place{Where: "k:7:1", Inst: "mov"} }
			if t.Group.ID[0] == 1 {
				t.OutsideVariable("W", 3, 32, place)
			}
			t.OutsideVariable("V", t.Index, -4, place)
			t.OutsideVariable("V", t.Index+8, -8, place)
			out.Load32(100)
			return Running, nil
		}}
		res, err := Run(context.Background(), &Launch{Engine: code, Payloads: grid{groups: [3]uint32{3, 2, 1}, threads: 1}, Mem: m, Workers: workers})
		require.NoError(t, err)
		at := func(x uint32) ThreadPlace {
			return ThreadPlace{[3]uint32{x, 0, 0}, 0, Place{Where: "k:7:1", Inst: "mov"}}
		}
		assert.Equal(t, []Outside{
			{Buffer: "out", Count: 6, End: 104},
			{Variable: "V", Count: 12, First: &Access{ThreadPlace: at(0), Offset: -4}},
			{Variable: "W", Count: 2, First: &Access{ThreadPlace: at(1), Lane: 3, Offset: 32}},
		}, res.Outside)
		assert.Equal(t, "12 reads outside of variable V (they gave 0); the first: read at byte -4, group [0 0 0] thread 0 lane 0 at k:7:1: mov", res.Outside[1].String())
	}
	new(Thread).OutsideVariable("V", 0, 4, nil)
}

// Threads outside a launch tell nobody; a buffer whose engine does not tell has
// no first place.
func TestOutsideWithoutAPlace(t *testing.T) {
	new(Thread).Outside(mem.NewBuffer("b", 0, 1), 0, false, func() Place { return Place{} })
	m := mem.New()
	b := m.Alloc("b", 4)
	code := fakeEngine{func(*Thread) (Status, error) { b.Load32(4); return Running, nil }}
	res, err := Run(context.Background(), &Launch{Engine: code, Payloads: grid{groups: [3]uint32{1, 1, 1}, threads: 1}, Mem: m})
	require.NoError(t, err)
	require.Len(t, res.Outside, 1)
	assert.Equal(t, "1 accesses past the end of b (reads gave 0, writes were dropped)", res.Outside[0].String())
}
