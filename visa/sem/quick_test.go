package sem

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/avx"
	"github.com/genvisa/genvisa/internal/floor"
	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/visa"
)

// special are floats and integers at which rows differ from loops, if they do.
var special = []uint32{0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC12345, 0xFF812345, 1, 0x80000001, 0x7F7FFFFF, 0x3F800000, 0x00800000, 0x33800000, 31, 32, 33, ^uint32(0)}

// specialRow is a row of any numbers and of special ones.
func specialRow(rng *rand.Rand, row *[Lanes]uint32) {
	for i := range row {
		row[i] = rng.Uint32()
		if rng.IntN(3) == 0 {
			row[i] = special[rng.IntN(len(special))]
		}
	}
}

// sources are the slots of an op's vector sources, and that of its destination.
func sources(info *visa.OpInfo) (src []int, dst int) {
	for slot, s := range info.Slots {
		switch s.Kind {
		case visa.SlotVec:
			src = append(src, slot)
		case visa.SlotDst:
			dst = slot
		}
	}
	return src, dst
}

// TestQuicks: a row by the processor's vectors is that of the kernel bit for bit, with rows
// apart and with the destination on any source, also with one element for all, and
// touches nothing behind its last element.
func TestQuicks(t *testing.T) {
	if !avx.Have {
		t.Skip("this processor has no AVX2")
	}
	rng := rand.New(rand.NewPCG(11, 2))
	kernels := 0
	for op := range visa.NumOps {
		for class := range NumClasses {
			if q := &Quicks[op][class]; q.Row != nil {
				kernels++
				for range 300 {
					quickRound(t, rng, op, class, q)
				}
			}
		}
	}
	floor.Exact(t, "kernels by the processor's vectors", kernels)
}

func quickRound(t *testing.T, rng *rand.Rand, op visa.Op, class Class, q *Quick) {
	info := op.Info()
	src, dst := sources(info)
	f := NewFrame()
	f.N, f.Mode = 8+8*rng.IntN(4), num.IEEE
	for slot := range info.Slots {
		f.Width[slot] = 32
		specialRow(rng, f.Row(slot).U())
	}
	one := q.One != nil && rng.IntN(2) == 0
	var rows [3][Lanes]uint32
	for i, slot := range src {
		if one && i == int(q.Which) {
			for k := range Lanes {
				f.Row(slot).U()[k] = f.Row(slot).U()[0]
			}
		}
		rows[i] = *f.Row(slot).U()
	}
	out := *f.Row(dst).U()
	d := &out
	if over := rng.IntN(len(src) + 1); over < len(src) {
		*f.Row(dst).U() = rows[over]
		d = &rows[over]
	}
	require.NoError(t, Rows[op][class](f))
	call := q.Row
	if one {
		call = q.One
	}
	a, b := 0, 1
	if q.Swaps && !one && rng.IntN(2) == 0 {
		a, b = 1, 0
	}
	call(d, &rows[a], &rows[b], &rows[2], f.N)
	require.Equal(t, *f.Row(dst).U(), *d, "%s class %d, %d elements, one %t", info.Name, class, f.N, one)
}

// TestQuickTests: comparisons give the kernel's bits.
func TestQuickTests(t *testing.T) {
	if !avx.Have {
		t.Skip("this processor has no AVX2")
	}
	rng := rand.New(rand.NewPCG(5, 8))
	src, dst := sources(visa.OpCmp.Info())
	for class, tests := range QuickTests {
		for relation, test := range tests {
			for range 300 {
				if test == nil {
					continue
				}
				f := NewFrame()
				f.N, f.Mode, f.IsPred, f.Field[0] = 8+8*rng.IntN(4), num.IEEE, 1<<dst, int64(relation)
				a, b := f.Row(src[0]).U(), f.Row(src[1]).U()
				specialRow(rng, a)
				specialRow(rng, b)
				for i := range b {
					if rng.IntN(3) == 0 {
						b[i] = a[i]
					}
				}
				require.NoError(t, Rows[visa.OpCmp][class](f))
				require.Equal(t, f.Bits[dst], test(a, b, f.N), "class %d relation %d, %d elements", class, relation, f.N)
			}
		}
	}
}

// TestAddresses: sums of addresses are those of the loops.
func TestAddresses(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	for range 200 {
		n := 1 + rng.IntN(Lanes)
		var offsets [Lanes]uint32
		var wide, at [Lanes]uint64
		for i := range offsets {
			offsets[i], wide[i], at[i] = rng.Uint32(), rng.Uint64(), 7
		}
		base, base64 := rng.Uint32(), rng.Uint64()
		dwordAddresses(at[:n], offsets[:n], base)
		for i := range at {
			want := uint64(7)
			if i < n {
				want = uint64(offsets[i] + base)
			}
			require.Equal(t, want, at[i])
		}
		qwordAddresses(at[:n], wide[:n], base64)
		require.Equal(t, wide[n-1]+base64, at[n-1])
	}
}
