package avx

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSteps: numbers grow by a step, or one of them does not.
func TestSteps(t *testing.T) {
	if !Have {
		t.Skip("this processor has no AVX2")
	}
	rng := rand.New(rand.NewPCG(1, 7))
	for _, n := range []int{4, 8, 12, 16, 28, 32} {
		for _, step := range []uint64{0, 4, 8, 1 << 31, 1 << 32, ^uint64(3)} {
			var a [Lanes]uint64
			a[0] = rng.Uint64()
			for i := 1; i < n; i++ {
				a[i] = a[i-1] + step
			}
			assert.True(t, Steps(&a[0], step, n), "%d of %#x", n, step)
			for i := 1; i < n; i++ {
				for _, bit := range []int{0, 31, 32, 63} {
					a[i] ^= 1 << bit
					assert.False(t, Steps(&a[0], step, n), "%d of %#x, number %d", n, step, i)
					a[i] ^= 1 << bit
				}
			}
		}
	}
}

// TestWidenSums: sums of 32 bits wrap, and nothing behind the last is written.
func TestWidenSums(t *testing.T) {
	if !Have {
		t.Skip("this processor has no AVX2")
	}
	a := [Lanes]uint32{0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 5, 6, 7, 8}
	var d [Lanes]uint64
	for n := 8; n <= Lanes; n += 8 {
		for i := range d {
			d[i] = 99
		}
		WidenSums(&d[0], &a[0], 0x80000001, n)
		assert.Equal(t, []uint64{0x80000001, 0x80000002, 0, 1, 0x80000000, 0x80000006}, d[:6])
		for i := n; i < Lanes; i++ {
			assert.Equal(t, uint64(99), d[i])
		}
	}
}
