package sem

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
)

// Where InPlace holds, a kernel gives the same when its destination is any of
// its sources.
func TestInPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	kernels := 0
	for op := range visa.NumOps {
		info := op.Info()
		for class := range NumClasses {
			k := Rows[op][class]
			if k == nil || !InPlace[op] || class == P {
				continue
			}
			kernels++
			for round := range 40 {
				a, b := frames(rng, info)
				a.Mode, b.Mode = num.IEEE, num.IEEE
				dst, src := -1, []int{}
				for slot, s := range info.Slots {
					a.Width[slot] = 32
					switch s.Kind {
					case visa.SlotDst:
						dst = slot
					case visa.SlotVec:
						src = append(src, slot)
					}
				}
				if round%3 == 0 {
					a.N = 1 + rng.IntN(Lanes)
					b.N = a.N
				}
				b.Off[dst] = b.Off[src[round%len(src)]]
				require.NoError(t, k(a))
				require.NoError(t, k(b))
				size := 8
				if class == UD || class == D || class == HF || class == F {
					size = 4
				}
				require.Equal(t, bytesOf(a, dst, size), bytesOf(b, dst, size), "%s class %d", info.Name, class)
			}
		}
	}
	floor.Exact(t, "kernels that may write over their sources", kernels)
}

func bytesOf(f *Frame, slot, size int) []uint32 { return f.Row(slot).U()[:min(f.N*size/4, Lanes)] }

// Ops with two destinations, or that look at other lanes, are not among them.
func TestNotInPlace(t *testing.T) {
	for _, op := range []visa.Op{visa.OpAddc, visa.OpSubb, visa.OpSetp, visa.OpMov} {
		assert.False(t, InPlace[op], op.String())
	}
	for _, op := range []visa.Op{visa.OpAdd, visa.OpMad, visa.OpSel, visa.OpCmp, visa.OpBfi} {
		assert.True(t, InPlace[op], op.String())
	}
}
