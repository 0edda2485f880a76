package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/run"
)

// TestProgressWhere: only a terminal gets a bar; a file or a pipe stays clean.
func TestProgressWhere(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer f.Close()
	assert.Nil(t, newBars(f))
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	none := newBars(null) // a device, and no terminal
	assert.Nil(t, none)
	assert.Nil(t, newBars(&bytes.Buffer{}))
	var o run.Options
	none.tells(&o)
	none.stop()
	assert.Nil(t, o.Progress)
	assert.Nil(t, o.Buffers)
}

// TestProgressParts: each part of a run has a bar of its own, and none that takes less than
// a second.
func TestProgressParts(t *testing.T) {
	var out bytes.Buffer
	b := &bars{out: &out, start: time.Now(), next: time.Hour}
	var o run.Options
	b.tells(&o)
	o.Buffers(512<<20, 1<<30)
	o.Progress(dispatch.Progress{Done: 1, Total: 4, Instructions: 7_000_000})
	b.stop()
	assert.Empty(t, out.String())

	b.next = 0
	o.Buffers(512<<20, 1<<30)
	b.next = 0
	o.Progress(dispatch.Progress{Done: 1, Total: 4, Instructions: 7_000_000})
	b.stop()
	assert.Contains(t, out.String(), "buffers 512.00 MiB / 1.00 GiB [")
	assert.Contains(t, out.String(), "groups 1 / 4 [")
	assert.Contains(t, out.String(), "7.0 million instructions")
}

// TestExecuted: what a group that takes long shows.
func TestExecuted(t *testing.T) {
	assert.Equal(t, "12.3 million instructions, 6.2 million a second", executed(12_345_678, 2*time.Second))
	assert.Equal(t, "0.0 million instructions, 0.0 million a second", executed(0, 0))
}
