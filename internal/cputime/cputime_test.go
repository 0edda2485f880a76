//go:build unix

package cputime

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNow: work takes processor time, and sleep hardly any.
func TestNow(t *testing.T) {
	start, ok := Now()
	require.True(t, ok)
	n, end := 0, start
	for end-start < 20*time.Millisecond {
		for range 1 << 16 {
			n++
		}
		end, _ = Now()
	}
	assert.Positive(t, n)
	time.Sleep(50 * time.Millisecond)
	slept, _ := Now()
	assert.Less(t, slept-end, 50*time.Millisecond)
}
