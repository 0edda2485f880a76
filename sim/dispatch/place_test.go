package dispatch

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// TestStopPlaces: a launch that is stopped says where its threads are, of the
// lowest group, and how many others had started.
func TestStopPlaces(t *testing.T) {
	stay := func(*Thread) (Status, error) { return Running, nil }
	first := func(t *Thread) (Status, error) {
		if t.Index == 1 {
			return Done, nil
		}
		return Running, nil
	}
	code := fakeEngine{first}
	for range 50 {
		code = append(code, stay)
	}
	g := grid{groups: [3]uint32{3, 1, 1}, threads: 7}
	_, err := Run(context.Background(), &Launch{Engine: code, Payloads: g, Mem: mem.New(), Deterministic: true, Limit: 306 + 26, Budget: 4})
	var stopped *StopError
	require.ErrorAs(t, err, &stopped)
	assert.Equal(t, 6, stopped.Left)
	assert.Equal(t, []uint32{1, 0, 0}, stopped.At[0].Group[:])
	assert.EqualError(t, err, `limit of 332 instructions reached
  group [1 0 0] thread 0 at step 6: fake
  group [1 0 0] thread 2 at step 4: fake
  group [1 0 0] thread 3 at step 4: fake
  group [1 0 0] thread 4 at step 4: fake
  and 2 more`)

	ctx, cancel := context.WithCancel(context.Background())
	var started atomic.Int32
	both := func(t *Thread) (Status, error) {
		if started.Add(1) == 2 {
			cancel()
		}
		for ctx.Err() == nil || started.Load() < 2 { // two workers have a group each
		}
		return Running, nil
	}
	yield := func(t *Thread) (Status, error) { // to what stops the launch
		runtime.Gosched()
		return Running, nil
	}
	endless := fakeEngine{both}
	for range 1 << 20 {
		endless = append(endless, yield)
	}
	_, err = Run(ctx, &Launch{Engine: endless, Payloads: grid{groups: [3]uint32{2, 1, 1}, threads: 1}, Mem: mem.New(), Workers: 2, Budget: 1})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorAs(t, err, &stopped)
	assert.Equal(t, 2, stopped.Left)
	require.Len(t, stopped.At, 1, "of the lowest group")
	assert.Zero(t, stopped.At[0].Group[0])
}

// TestProgress: a launch of one long group says how far it is.
func TestProgress(t *testing.T) {
	var seen []Progress
	code := fakeEngine{loop, loop, loop, loop, loop}
	_, err := Run(context.Background(), &Launch{
		Engine: code, Payloads: grid{groups: [3]uint32{2, 1, 1}, threads: 1}, Mem: mem.New(), Deterministic: true, Budget: 2,
		Progress: func(p Progress) { seen = append(seen, p) },
	})
	require.NoError(t, err)
	assert.Equal(t, []Progress{{0, 2, 2}, {0, 2, 4}, {1, 2, 5}, {1, 2, 7}, {1, 2, 9}, {2, 2, 10}}, seen)
}
