package num

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var bfloat = Format{8, 7}

// Every bfloat16 is the upper half of its float, and comes back; a NaN comes back canonical.
func TestBFloatExhaustive(t *testing.T) {
	for v := range uint32(1 << 16) {
		w := bfloat.Widen(v)
		require.Equal(t, v<<16, w)
		if f := math.Float32frombits(w); f == f {
			require.Equal(t, v, bfloat.Round(Mode{Round: Round(v & 3)}, f))
		} else {
			require.Equal(t, uint32(0x7FC0), bfloat.Round(IEEE, f))
		}
	}
}

// The format of halves is what the functions on halves have of it.
func TestFormatOfHalves(t *testing.T) {
	half := Format{5, 10}
	for v := range uint32(1 << 16) {
		require.Equal(t, WidenHalf(uint16(v)), half.Widen(v))
	}
	rng := rand.New(rand.NewPCG(11, 3))
	for range 400_000 {
		f := math.Float32frombits(rng.Uint32())
		if rng.IntN(2) == 0 {
			f = math.Float32frombits(rng.Uint32()&0x807FF000 | rng.Uint32N(3)<<11 | uint32(98+rng.IntN(48))<<23)
		}
		m := Mode{Round: Round(rng.IntN(4))}
		require.Equal(t, uint32(FToHalf(m, f)), half.Round(m, f), "%x mode %d", f, m.Round)
	}
}

// Small formats are walked whole: a number between two neighbours becomes the one that the
// mode names, by the values of big floats.
func TestFormatsRound(t *testing.T) {
	for _, f := range []Format{{5, 2}, {4, 3}, {3, 4}, {2, 5}, {8, 7}} {
		inf := uint32(1<<f.Exp-1) << f.Man
		for v := range inf - 1 {
			low, high := math.Float32frombits(f.Widen(v)), math.Float32frombits(f.Widen(v+1))
			middle := new(big.Float).Add(big.NewFloat(float64(low)), big.NewFloat(float64(high)))
			mid, _ := middle.Quo(middle, big.NewFloat(2)).Float32()
			require.Less(t, low, high)
			even := v + v&1
			for r, want := range map[Round][3]uint32{NearestEven: {v, even, v + 1}, Up: {v + 1, v + 1, v + 1}, Down: {v, v, v}, TowardZero: {v, v, v}} {
				m := Mode{Round: r}
				below, above := math.Nextafter32(mid, low), math.Nextafter32(mid, high)
				got := [3]uint32{f.Round(m, below), f.Round(m, mid), f.Round(m, above)}
				require.Equal(t, want, got, "%v: %x to %x, mode %d", f, v, v+1, r)
				neg := m // rounding of a magnitude is that of the other direction
				if r == Up || r == Down {
					neg.Round = Up + Down - r
				}
				require.Equal(t, got[1]|1<<(f.Exp+f.Man), f.Round(neg, -mid))
			}
		}
		assert.Equal(t, inf, f.Round(IEEE, math.MaxFloat32), "%v", f)
		assert.Equal(t, inf-1, f.Round(Mode{Round: TowardZero}, math.MaxFloat32), "%v", f)
		assert.Equal(t, inf, f.Round(IEEE, float32(math.Inf(1))))
		assert.Equal(t, inf|1<<(f.Man-1), f.Round(IEEE, float32(math.NaN())))
	}
}

// What LLVM makes of the same floats.
func TestFormatsAgainstLLVM(t *testing.T) {
	text, err := os.ReadFile("testdata/narrow.txt")
	require.NoError(t, err)
	n := 0
	for l := range strings.Lines(string(text)) {
		var v, b, h uint32
		if _, err := fmt.Sscanf(l, "%x %x %x", &v, &b, &h); err != nil {
			continue
		}
		n++
		f := math.Float32frombits(v)
		assert.Equal(t, b, bfloat.Round(IEEE, f), "%x", v)
		assert.Equal(t, h, Format{5, 10}.Round(IEEE, f), "%x", v)
	}
	assert.Equal(t, 600, n)
}
