package launch_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/load"
	"github.com/genvisa/genvisa/sim/run"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGeneratedOnce: a generated buffer costs its own size once, filled, run and
// compared.
func TestGeneratedOnce(t *testing.T) {
	inSaxpy(t)
	const size = 8 << 20
	text := strings.Replace(goodLaunch, "{buffer: x.in, type: f32}",
		fmt.Sprintf("{buffer: {bytes: %d, fill: {random: 1, type: f32, min: 0, max: 1}}, type: f32}", size), 1)
	text = strings.Replace(text, "expect: y.exp, check: exact", "output: true", 1)
	l, err := launch.Parse("l.yaml", []byte(text))
	require.NoError(t, err)
	assert.Equal(t, size, l.Args[1].Len())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rep, err := run.Run(context.Background(), l, run.Options{Engine: load.Interp, Workers: 1})
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	assert.True(t, rep.OK())
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size+4<<20))

	rep.Buffers[1][size-1] ^= 1
	changed := l.Args[1].Compare(1, rep.Buffers[1], nil)[0]
	assert.Equal(t, 1, changed.Mismatches)
	assert.Equal(t, size/4, changed.Elements)
	assert.Equal(t, size/4-1, changed.First[0].Index)
}

// TestSizesFirst: the sum of all sizes is known before anything is generated or
// read, and the number of arguments is bounded.
func TestSizesFirst(t *testing.T) {
	inSaxpy(t)
	args := func(arg string, n int) error {
		_, err := launch.Parse("l.yaml", []byte("kernel: k\nglobal: [1]\nlocal: [1]\nargs:\n"+strings.Repeat("  - "+arg+"\n", n)))
		return err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := args("{buffer: {bytes: 1073741824, fill: {random: 1, type: u32, min: 0, max: 9}}}", 2)
	runtime.ReadMemStats(&after)
	require.EqualError(t, err, "l.yaml:6:14: error: buffers and their expectations to this one have 2147483648 bytes together: the limit is 1073741824")
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	require.NoError(t, args("{i32: 0}", 1024))
	require.EqualError(t, args("{i32: 0}", 1025), "l.yaml:5:3: error: 1025 arguments: the limit is 1024")
	runtime.ReadMemStats(&before)
	require.EqualError(t, args("{i32: 0}", 300_000), "l.yaml:1:1: error: about 600007 entries: the limit is 200000")
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
}
