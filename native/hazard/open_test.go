package hazard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/corpus"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/flow"
)

// TestOpen lists the pairs of compiled code that only an assumption covers which
// gen-execution 8.3 leaves open: testdata/open.txt has all of them, so that another one
// is seen.
func TestOpen(t *testing.T) {
	if _, ok := corpus.Full(); !ok {
		t.Skip("no Gen12 code in the subset")
	}
	var list strings.Builder
	for _, a := range []struct {
		name string
		less assumptions
	}{
		{"a result in order is there behind a jump", assumptions{jumps: true}},
		{"messages to one function have read their sources in order", assumptions{later: true}},
		{"a later message of one function answers when an earlier one has read", assumptions{turns: true}},
	} {
		n := 0
		var lines []string
		for _, f := range files(t, native.TGL, "tgllp", "../shipped/tgl") {
			p, err := flow.Placed(native.TGL, f.insts, f.offs)
			require.NoError(t, err)
			xs, _ := insns(native.TGL, p)
			b := newBrute(native.TGL, f.insts, xs, f.ways())
			assert.Empty(t, b.find(), f.name)
			b.less = a.less
			var places []string
			for x := range b.find() {
				places = append(places, fmt.Sprintf("%#05x-%#05x", f.offs[x.by], f.offs[x.inst]))
			}
			slices.Sort(places)
			if n += len(places); len(places) > 0 {
				lines = append(lines, fmt.Sprintf("%s: %s\n", strings.TrimPrefix(f.name, "../"), strings.Join(places, " ")))
			}
		}
		fmt.Fprintf(&list, "# %s: %d pairs, FIRST-SECOND instruction\n%s", a.name, n, strings.Join(lines, ""))
	}
	path := filepath.Join("testdata", "open.txt")
	if floor.Updating() {
		require.NoError(t, os.WriteFile(path, []byte(list.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), list.String(), "-update writes it")
}
