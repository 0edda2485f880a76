package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProgressWhere: only a terminal gets a bar; a file or a pipe stays clean.
func TestProgressWhere(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer f.Close()
	update, stop := progress(f, groupsText)
	assert.Nil(t, update)
	stop()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	update, stop = progress(null, groupsText) // a device, and no terminal
	assert.Nil(t, update)
	stop()
	update, stop = progress(&bytes.Buffer{}, groupsText)
	assert.Nil(t, update)
	stop()
}

// TestExecuted: what a group that takes long shows.
func TestExecuted(t *testing.T) {
	assert.Equal(t, "12.3 million instructions, 6.2 million a second", executed(12_345_678, 2*time.Second))
	assert.Equal(t, "0.0 million instructions, 0.0 million a second", executed(0, 0))
}
