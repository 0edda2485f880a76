package flow

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSpans compares the tree with a loop over all intervals.
func TestSpans(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		n := 1 + r.Intn(20)
		s, ends := newSpans(n), make([]int, n)
		for range n {
			i := r.Intn(n)
			ends[i] = r.Intn(n + 2)
			s.set(i, ends[i])
		}
		for at := range n + 1 {
			want := -1
			for i, e := range ends {
				if i < at && at < e {
					want = i
				}
			}
			assert.Equal(t, want, s.over(at), "%v over %d", ends, at)
		}
	}
}
