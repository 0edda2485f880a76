package media

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// grid is 3 columns by 2 rows in raster order.
func grid(t *testing.T) []Thread {
	w := whole(Loop{Resolution: XY{3, 2}, Stride: XY{0, 1}, Unit: XY{1, 0}, Count: 1})
	threads, err := w.Threads(10)
	require.NoError(t, err)
	return threads
}

// TestDepend: each thread depends on its neighbours of the same color that exist.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestDepend(t *testing.T) {
	needs, err := Depend(grid(t), []XY{{-1, 0}, {1, -1}})
	require.NoError(t, err)
	none := int32(-1)
	row := func(left, above int32) Dependencies {
		return Dependencies{left, above, none, none, none, none, none, none}
	}
	assert.Equal(t, []Dependencies{row(none, none), row(0, none), row(1, none), row(none, 1), row(3, 2), row(4, none)}, needs)

	colors := []Thread{{XY{0, 0}, 0}, {XY{0, 0}, 1}, {XY{1, 0}, 1}}
	needs, err = Depend(colors, []XY{{-1, 0}})
	require.NoError(t, err)
	assert.Equal(t, []Dependencies{row(none, none), row(none, none), row(1, none)}, needs)
}

// TestDependErrors: what can never be met is named by its threads.
func TestDependErrors(t *testing.T) {
	for want, entries := range map[string][]XY{
		"a cycle of dependencies: (1, 0) depends on (2, 0), and that on the first":                                     {{1, 0}, {-1, 0}},
		"a cycle of dependencies: (2, 0) depends on (1, 1) depends on (2, 1), and that on the first":                   {{1, 0}, {-1, 1}, {0, -1}},
		"a cycle of dependencies: (0, 0), and that on the first":                                                       {{0, 0}},
		"the thread at (0, 0) depends on the one at (0, 1), which is dispatched later: a dependency that is never met": {{0, 1}, {-1, 0}},
	} {
		_, err := Depend(grid(t), entries)
		assert.EqualError(t, err, want)
	}
	_, err := Depend(append(grid(t), Thread{XY{1, 1}, 0}), nil)
	assert.EqualError(t, err, "two threads are at (1, 1): the scoreboard knows a thread by its place")
	ring := make([]Thread, 12)
	for i := range ring {
		ring[i].At.X = i
	}
	_, err = Depend(ring, []XY{{1, 0}, {-7, 0}, {-8, 0}})
	assert.ErrorContains(t, err, "(10, 0) depends on (11, 0), and that on the first")
	_, err = Depend(ring, []XY{{1, 0}, {-8, 0}})
	assert.ErrorContains(t, err, "(10, 0) depends on 1 more, and that on the first")
}
