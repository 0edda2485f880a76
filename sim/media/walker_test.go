package media

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// whole makes the global loop one block of the local loop's rectangle.
func whole(local Loop) Walker {
	r := local.Resolution
	return Walker{Local: local, Global: Loop{Resolution: r, Stride: XY{r.X, 0}, Unit: XY{0, r.Y}}}
}

// order is the threads of a walker as text.
func order(t *testing.T, w Walker) string {
	t.Helper()
	threads, err := w.Threads(1000)
	require.NoError(t, err)
	var out []string
	for _, th := range threads {
		out = append(out, th.String())
	}
	return strings.Join(out, " ")
}

// TestOrders: the patterns of Intel's media driver, with the strides and units that it
// gives them (cm_hal, codechal_secure of that repository), by hand.
//
// seed: Broxton vol. 6 Media State and Primitive Commands
func TestOrders(t *testing.T) {
	size := XY{4, 3}
	for name, c := range map[string]struct {
		w    Walker
		want string
	}{
		"raster": {whole(Loop{Resolution: size, Stride: XY{0, 1}, Unit: XY{1, 0}, Count: 2}),
			"(0, 0) (1, 0) (2, 0) (3, 0) (0, 1) (1, 1) (2, 1) (3, 1) (0, 2) (1, 2) (2, 2) (3, 2)"},
		"vertical": {whole(Loop{Resolution: size, Stride: XY{1, 0}, Unit: XY{0, 1}, Count: 3}),
			"(0, 0) (0, 1) (0, 2) (1, 0) (1, 1) (1, 2) (2, 0) (2, 1) (2, 2) (3, 0) (3, 1) (3, 2)"},
		"45 degrees": {whole(Loop{Resolution: size, Stride: XY{1, 0}, Unit: XY{-1, 1}, Count: 0x3FF}),
			"(0, 0) (1, 0) (0, 1) (2, 0) (1, 1) (0, 2) (3, 0) (2, 1) (1, 2) (3, 1) (2, 2) (3, 2)"},
		"26 degrees": {whole(Loop{Resolution: size, Stride: XY{1, 0}, Unit: XY{-2, 1}, Count: 0x3FF}),
			"(0, 0) (1, 0) (2, 0) (0, 1) (3, 0) (1, 1) (2, 1) (0, 2) (3, 1) (1, 2) (2, 2) (3, 2)"},
		"a count that ends before the rectangle does": {whole(Loop{Resolution: size, Stride: XY{1, 0}, Unit: XY{-1, 1}, Count: 1}), "(0, 0) (1, 0) (0, 1)"},
		"a start within": {whole(Loop{Resolution: size, Start: XY{1, 1}, Stride: XY{0, 1}, Unit: XY{1, 0}, Count: 9}), "(1, 1) (2, 1) (3, 1) (1, 2) (2, 2) (3, 2)"},
		"backwards":      {whole(Loop{Resolution: size, Start: XY{3, 2}, Stride: XY{0, -1}, Unit: XY{-3, 0}, Count: 9}), "(3, 2) (0, 2) (3, 1) (0, 1) (3, 0) (0, 0)"},
		"middle steps": {Walker{Local: Loop{Resolution: size, Stride: XY{2, 0}, Unit: XY{0, 2}, Count: 1}, Middle: XY{1, 0}, Extra: 1,
			Global: Loop{Resolution: size, Unit: XY{9, 9}}}, "(0, 0) (0, 2) (1, 0) (1, 2) (2, 0) (2, 2) (3, 0) (3, 2)"},
		"colors": {Walker{Local: Loop{Resolution: XY{2, 1}, Unit: XY{1, 0}}, Global: Loop{Resolution: XY{2, 1}, Unit: XY{2, 1}}, Colors: 2},
			"(0, 0) (0, 0) color 1 (1, 0) (1, 0) color 1"},
		"blocks, the last of which are cut": {Walker{Local: Loop{Resolution: XY{2, 2}, Stride: XY{0, 1}, Unit: XY{1, 0}, Count: 1},
			Global: Loop{Resolution: XY{3, 3}, Stride: XY{0, 2}, Unit: XY{2, 0}, Count: 1}},
			"(0, 0) (1, 0) (0, 1) (1, 1) (2, 0) (2, 1) (0, 2) (1, 2) (2, 2)"},
	} {
		assert.Equal(t, c.want, order(t, c.w), name)
	}
}

// TestWalkerBounds: a walker of too many threads, or of lines without end that hold none, is
// refused before it takes memory for them.
func TestWalkerBounds(t *testing.T) {
	w := whole(Loop{Resolution: XY{2047, 2047}, Stride: XY{0, 1}, Unit: XY{1, 0}, Count: 4095})
	_, err := w.Threads(1000)
	assert.EqualError(t, err, "the walker gives more than 1000 threads")
	w = whole(Loop{Resolution: XY{4, 4}, Start: XY{9, 9}, Stride: XY{1, 1}, Unit: XY{1, 0}, Count: 4095})
	w.Extra = 31
	_, err = w.Threads(100)
	assert.EqualError(t, err, "the walker tries more than 1600 lines for its first 0 threads")
	threads, err := w.Threads(1 << 20)
	assert.NoError(t, err)
	assert.Empty(t, threads)
}
