package num

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What QuickFmaF takes is FmaF; ties of two roundings, denormals and what is no
// number are left to that.
func TestQuickFmaF(t *testing.T) {
	for _, c := range []struct {
		a, b, c float32
		want    float32
		ok      bool
	}{
		{2, 3, 4, 10, true}, {-2, 3, 4, -2, true},
		{1, 0x1p-126, 0, 0x1p-126, true}, {0.5, 0x1p-126, 0, 0, false}, {0, 1, 0, 0, false},
		{0x1p-24, 1, 1, 0, false}, {0x1p-24, -1, 1, 1 - 0x1p-24, true}, {math.MaxFloat32, 2, 0, float32(math.Inf(1)), true},
		{float32(math.Inf(1)), 1, 0, 0, false}, {float32(math.NaN()), 1, 0, 0, false},
	} {
		v, ok := QuickFmaF(c.a, c.b, c.c)
		require.Equal(t, c.ok, ok, "%v*%v+%v", c.a, c.b, c.c)
		if ok {
			assert.Equal(t, c.want, v, "%v*%v+%v", c.a, c.b, c.c)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	taken := 0
	for range 200_000 {
		bits := func() float32 { return math.Float32frombits(rng.Uint32()&0x807FFFFF | uint32(110+rng.IntN(30))<<23) }
		a, b, c := bits(), bits(), bits()
		if v, ok := QuickFmaF(a, b, c); ok {
			taken++
			require.Equal(t, FmaF(IEEE, a, b, c), v, "%v*%v+%v", a, b, c)
		}
	}
	assert.Equal(t, 200_000, taken)
}
