package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGrowth: a heap of few live bytes grows to 64 MB, a large one to twice what is alive.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{
		{0, 1500}, {1 << 20, 1500}, {4 << 20, 1500}, {8 << 20, 700}, {16 << 20, 300}, {32 << 20, 100}, {48 << 20, 100}, {1 << 40, 100},
	} {
		assert.Equal(t, c.want, growth(c.live), "%d live bytes", c.live)
	}
}
