package hazard

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
)

// TestPlacesOfLanes: with two places that have lanes at a time the thread takes the ways that it
// takes with three, in code of up to a hundred branches; what code of more than manyBranches is walked with.
func TestPlacesOfLanes(t *testing.T) {
	if _, ok := corpus.Full(); !ok {
		t.Skip("no code with doubles in the subset")
	}
	n := 0
	for _, f := range kernels(t, native.MTL, "mtl-h") {
		branches := 0
		for i := range f.insts {
			if f.insts[i].Op.IsBranch() {
				branches++
			}
		}
		if branches == 0 || branches > 100 {
			continue
		}
		n++
		assert.Equal(t, edgesOf(walkPlaces(native.MTL, f.insts, f.offs, maxPlaces)), edgesOf(walkPlaces(native.MTL, f.insts, f.offs, fewPlaces)), f.name)
	}
	floor.Exact(t, "kernels of mtl that are walked with two and with three places", n)
}

// edgesOf are the edges of a graph in order, each as two instructions, with a sign for one
// without lanes.
func edgesOf(g *graph) (out [][2]int) {
	name := func(n int32, in int) int {
		switch {
		case int(n) >= len(g.of):
			return 1 << 30
		case int(n) >= in:
			return -1 - int(g.of[n])
		}
		return int(g.of[n])
	}
	for from, list := range g.next {
		for _, to := range list {
			out = append(out, [2]int{name(int32(from), len(g.parts)), name(to, len(g.parts))})
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return out
}
