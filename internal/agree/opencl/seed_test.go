package opencl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSeeds: a seed makes one program, with all its kernels, and brackets that
// close.
func TestSeeds(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		p := generate(seed, 3, true)
		assert.Equal(t, p, generate(seed, 3, true))
		assert.NotContains(t, generate(seed, 3, false).src, "double")
		assert.False(t, seen[p.src])
		seen[p.src] = true
		assert.Equal(t, 3*outputs, strings.Count(p.src, "\n  o[g * "))
		assert.Equal(t, 3, strings.Count(p.src, "__kernel void"))
		for _, pair := range []string{"()", "{}", "[]"} {
			assert.Equal(t, strings.Count(p.src, pair[:1]), strings.Count(p.src, pair[1:]), pair)
		}
	}
}
