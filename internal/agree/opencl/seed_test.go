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
	forms := map[string]int{}
	for seed := range uint64(20) {
		p := generate(seed, 3, true)
		assert.Equal(t, p, generate(seed, 3, true))
		assert.NotContains(t, generate(seed, 3, false).src, "double")
		assert.False(t, seen[p.src])
		seen[p.src] = true
		for _, form := range []string{") GO(", "// within ", "p[l] =", "b[l] =", "w[l] =", "sh[l] =", "special[", "__local uint sh", "__local ushort"} {
			forms[form] += strings.Count(p.src, form)
		}
		assert.Equal(t, 3*outputs, strings.Count(p.src, "\n  o[g * "))
		assert.Equal(t, 3, strings.Count(p.src, "__kernel void"))
		for _, pair := range []string{"()", "{}", "[]"} {
			assert.Equal(t, strings.Count(p.src, pair[:1]), strings.Count(p.src, pair[1:]), pair)
		}
	}
	for form, n := range forms {
		assert.Greater(t, n, 5, form)
	}
}

// TestNear: doubles of functions are known by their comments, in the kernel that has them.
func TestNear(t *testing.T) {
	src := "__kernel void k0(\n  o[g * 8 + 2] = (uint)d2; // within 16 \n  o[g * 8 + 4] = (uint)d4; // within 0 or the other zero\n__kernel void k1(\n  o[g * 8 + 0] = (uint)d0; // within 3\n"
	assert.Equal(t, map[int]limit{2: {ulps: 16}, 4: {beside: otherZero}}, near(src, 0))
	assert.Equal(t, map[int]limit{0: {ulps: 3}}, near(src, 1))
	assert.Empty(t, near(src, 2))
}
