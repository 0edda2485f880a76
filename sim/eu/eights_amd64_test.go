package eu

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/num"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// TestEights: rows of eight lanes give the bits of the loops in Go, and touch
// nothing behind the last lane.
func TestEights(t *testing.T) {
	if !haveEights {
		t.Skip("this processor has no AVX2")
	}
	defer func() { haveEights = true }()
	rnd := rand.New(rand.NewPCG(3, 4))
	special := []uint32{0, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC12345, 0xFF812345, 1, 0x80000001, 0x7F7FFFFF, 0x3F800000, 31, 32, ^uint32(0)}
	var a, b, c [maxLanes]uint32
	both := func(n int, f func(d *[maxLanes]uint32) uint32) {
		var fast, slow [maxLanes]uint32
		for i := range fast {
			fast[i], slow[i] = uint32(i)*77, uint32(i)*77
		}
		haveEights = true
		x := f(&fast)
		haveEights = false
		y := f(&slow)
		require.Equal(t, slow, fast, "%d lanes of %x, %x, %x", n, a, b, c)
		require.Equal(t, y, x, "%d lanes of %x and %x", n, a, b)
		haveEights = true
	}
	mode := arith{Mode: num.IEEE, ieee: true}
	th := &thread{mode: mode, work: new(Worker)}
	quick := []code.Kernel{code.KernAdd, code.KernMul, code.KernMad, code.KernAddSpread, code.KernMulSpread, code.KernMadSpread}
	for range 400 {
		for i := range a {
			a[i], b[i], c[i] = rnd.Uint32(), rnd.Uint32(), rnd.Uint32()
			if rnd.IntN(3) == 0 {
				a[i] = special[rnd.IntN(len(special))]
			}
			if rnd.IntN(3) == 0 {
				b[i] = some(rnd, append(special, a[i]))
			}
		}
		for _, n := range []int{8, 16, 32} {
			fc := uint8(rnd.Uint32())
			for _, k := range []code.Kernel{code.KernAdd, code.KernSub} {
				both(n, func(d *[maxLanes]uint32) uint32 { carryRow(k, d, new([maxLanes]uint32), &a, &b, n); return 0 })
				both(n, func(d *[maxLanes]uint32) uint32 { carryRow(k, new([maxLanes]uint32), d, &a, &b, n); return 0 })
			}
			both(n, func(d *[maxLanes]uint32) uint32 { booleanRow(fc, d, &a, &b, &c, n); return 0 })
			for k := range code.NumNamedKernels {
				if rawRows[k] != nil {
					both(n, func(d *[maxLanes]uint32) uint32 { rawRows[k](d, &a, &b, &c, n); return 0 })
				}
				if slices.Contains(quick, k) {
					both(n, func(d *[maxLanes]uint32) uint32 {
						f := func(p *[maxLanes]uint32) *[maxLanes]float32 { return as[float32](unsafe.Pointer(p)) }
						floatRows[k](&mode, f(d), f(&a), f(&b), f(&c), n)
						return 0
					})
				}
			}
			pa, pb := unsafe.Pointer(&a), unsafe.Pointer(&b)
			for _, cond := range []native.CondMod{native.CondEQ, native.CondNE, native.CondGT, native.CondGE, native.CondLT, native.CondLE, native.CondUN} {
				both(n, func(*[maxLanes]uint32) uint32 { return th.compareRows(code.ClassRaw, code.KernCmp, cond, pa, pb, n) })
				both(n, func(*[maxLanes]uint32) uint32 {
					return th.compareRows(code.ClassRaw, code.KernCmpSigned, cond, pa, pb, n)
				})
				both(n, func(*[maxLanes]uint32) uint32 { return th.compareRows(code.ClassFloat, code.KernCmp, cond, pa, pb, n) })
			}
			for m := code.ModNeg; m <= code.ModNot; m++ {
				both(n, func(d *[maxLanes]uint32) uint32 { modifyRow(code.ClassRaw, m, pa, unsafe.Pointer(d), n); return 0 })
			}
			for m := code.ModNeg; m <= code.ModNegAbs; m++ {
				both(n, func(d *[maxLanes]uint32) uint32 { modifyRow(code.ClassFloat, m, pa, unsafe.Pointer(d), n); return 0 })
			}
			em := rnd.Uint32() & ones(n)
			both(n, func(d *[maxLanes]uint32) uint32 {
				chooseRows(em, code.ClassRaw, unsafe.Pointer(d), pa, pb, n)
				return 0
			})
			both(n, func(d *[maxLanes]uint32) uint32 { broadcast32(as[uint64](unsafe.Pointer(d)), a[0], n); return 0 })
			both(n, func(d *[maxLanes]uint32) uint32 { loadWords(pa, d, n); return 0 })
			both(n, func(d *[maxLanes]uint32) uint32 { loadShorts(pa, d, n); return 0 })
			both(n, func(d *[maxLanes]uint32) uint32 { storePacked(unsafe.Pointer(d), em, pa, n); return 0 })
		}
	}
}
