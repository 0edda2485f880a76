package sem

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/visa"
)

// Ops of whose sources the low 64 bits suffice give the same low 64 bits to
// signed and unsigned rows with the same bits; of every other op that has both
// kernels some source is not marked, and some elements tell the rows apart.
func TestLowSources(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	low, other := 0, 0
	for op := range visa.NumOps {
		info := op.Info()
		signed, unsigned := Rows[op][Q], Rows[op][UQ]
		if signed == nil || unsigned == nil {
			continue
		}
		all := true
		for _, s := range info.Slots {
			all = all && (s.Kind != visa.SlotVec || s.Low)
		}
		differ := false
		for range 300 {
			a, b := frames(rng, info)
			require.NoError(t, signed(a))
			require.NoError(t, unsigned(b))
			for slot, s := range info.Slots {
				for i := range Lanes {
					if s.Kind == visa.SlotDst && (uint64(a.Row(slot).X()[i]) != b.Row(slot).Q()[i] || a.Bits[slot] != b.Bits[slot]) {
						differ = true
					}
				}
			}
		}
		assert.Equal(t, all, !differ, info.Name)
		if all {
			low++
		} else {
			other++
		}
	}
	floor.Exact(t, "ops whose sources only matter in their low bits", low)
	floor.Exact(t, "ops whose sources matter whole", other)
}

// frames are two frames with the same bits in the signed and in the unsigned
// rows of the sources, many of them negative or small.
func frames(rng *rand.Rand, info *visa.OpInfo) (a, b *Frame) {
	a = NewFrame()
	a.N, a.EM, a.ChEn, a.Pred, a.GRFSize = Lanes, ^uint32(0), ^uint32(0), rng.Uint32(), 32
	for slot, s := range info.Slots {
		a.Width[slot] = 64
		if s.Enum != nil {
			a.Field[slot] = int64(s.Enum.Values[rng.IntN(len(s.Enum.Values))].Code)
		}
	}
	b = NewFrame()
	rows := b.Base
	*b = *a
	b.Base = rows
	for slot, s := range info.Slots {
		for i := range Lanes {
			if s.Kind == visa.SlotVec {
				v := uint64(int64(rng.Uint64()) >> rng.UintN(64))
				a.Row(slot).X()[i], b.Row(slot).Q()[i] = int64(v), v
			}
		}
	}
	return a, b
}
