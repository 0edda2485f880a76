package interp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/sem"
)

// Every type, stride, size and mask: enabled elements hold the low bits of the
// row, and no other byte of the image changes.
func TestStoreRegions(t *testing.T) {
	b := newBench()
	for _, typ := range []visa.Type{visa.UB, visa.W, visa.UD, visa.D, visa.UQ} {
		for _, c := range []sem.Class{sem.UD, sem.D, sem.X} {
			for _, n := range []int{1, 8, 16, 32} {
				for _, h := range []uint8{1, 2, 4} {
					for _, mask := range []uint32{0xFFFFFFFF, 0x0F0F0F0F, 0x80000001, 0x00000100} {
						if typ.Size()*n*int(h) <= 400 {
							b.checkStore(t, typ, c, n, h, mask&fullMask(n))
						}
					}
				}
			}
		}
	}
}

func (b *bench) checkStore(t *testing.T, typ visa.Type, c sem.Class, n int, h uint8, mask uint32) {
	t.Helper()
	o := visa.Operand{Kind: visa.General, Var: b.v, Type: typ, Region: visa.Region{H: h}, Row: 2, Col: 1}
	d, err := b.d.dest(&o, 0, c, n)
	require.NoError(t, err)
	r := b.w.frame.Row(0)
	for i := range n {
		switch c {
		case sem.UD:
			r.U()[i] = uint32(0xFFFF0000 + 77*i)
		case sem.D:
			r.W()[i] = -5 - int32(i)*1000003
		default:
			r.X()[i] = -7 - int64(i)*99999999977
		}
	}
	want := append([]byte(nil), b.t.image...)
	for i := range n {
		at := int(b.d.l.off[b.v]) + 64 + typ.Size() + i*int(h)*typ.Size()
		for k := range typ.Size() {
			if mask>>i&1 != 0 {
				want[at+k] = byte(got(r, c, i) >> (8 * k))
			}
		}
	}
	b.w.frame.N = n
	require.NoError(t, d.store(b.w, b.t, &d, mask))
	require.Equal(t, want, b.t.image, "%s from class %d, size %d, stride %d, mask %#x", typ, c, n, h, mask)
}

func TestStorePredicateWritesOnlyItsLanes(t *testing.T) {
	b := newBench()
	b.t.preds[1] = 0xFFFF0000
	b.d.in.Exec.Mask = 3 // M4: from lane 12
	d, err := b.d.dest(&visa.Operand{Kind: visa.Predicate, Var: 1}, 0, sem.UD, 8)
	require.NoError(t, err)
	b.w.frame.Bits[0] = 0x5A
	require.NoError(t, d.store(b.w, b.t, &d, 0xF3))
	assert.Equal(t, uint32(0xFFF52000), b.t.preds[1])
}

func TestStoreIndirectOutside(t *testing.T) {
	b := newBench()
	o := visa.Operand{Kind: visa.Indirect, Type: visa.UD, Region: visa.Region{H: 1}, Imm: uint64(0xFFFFFFFFFFFFFFFC)}
	d, err := b.d.dest(&o, 0, sem.UD, 4)
	require.NoError(t, err)
	b.w.frame.N = 4
	var fault *RegionFault
	require.ErrorAs(t, d.store(b.w, b.t, &d, 1), &fault)
	assert.Equal(t, int64(0xFFFC), fault.Addr)
	b.t.addrs[0] = uint16(len(b.t.image))
	require.ErrorAs(t, d.store(b.w, b.t, &d, 3), &fault)
	assert.Equal(t, int64(len(b.t.image)), fault.Addr)
	require.NoError(t, d.store(b.w, b.t, &d, 1), "element 1 is not enabled")
}
