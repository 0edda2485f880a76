package mem

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/genvisa/genvisa/internal/avx"
)

// The loops over lanes. Each does the lanes of m in ascending order and returns
// those from the first on that lies outside or, in shared storage, is not
// aligned; 0 when all are done. There is no call per lane in them but for the
// atomic merge of a byte or word into shared storage.

type element interface {
	uint8 | uint16 | uint32 | uint64
}

// move picks the loop of a shape.
func (c *column) move(sh shape, m uint32, write bool) uint32 {
	if size := c.runSize(sh); size > 0 {
		if rest, ok := c.run(size, m, write); ok {
			return rest
		}
	}
	switch {
	case c.s.Shared && write:
		return c.storeShared(sh, m)
	case c.s.Shared:
		return c.loadShared(sh, m)
	case write:
		return c.storeOwn(sh, m)
	}
	return c.loadOwn(sh, m)
}

func (c *column) loadOwn(sh shape, m uint32) uint32 {
	switch sh {
	case dwordCells:
		return load[uint32, uint32](c, m)
	case qwordCells:
		return load[uint64, uint64](c, m)
	case byteIn4:
		return load[uint8, uint32](c, m)
	case wordIn4:
		return load[uint16, uint32](c, m)
	case wordCells:
		return load[uint16, uint16](c, m)
	}
	return load[uint8, uint8](c, m)
}

func (c *column) storeOwn(sh shape, m uint32) uint32 {
	switch sh {
	case dwordCells:
		return store[uint32, uint32](c, m)
	case qwordCells:
		return store[uint64, uint64](c, m)
	case byteIn4:
		return store[uint8, uint32](c, m)
	case wordIn4:
		return store[uint16, uint32](c, m)
	case wordCells:
		return store[uint16, uint16](c, m)
	}
	return store[uint8, uint8](c, m)
}

func (c *column) loadShared(sh shape, m uint32) uint32 {
	switch sh {
	case dwordCells:
		return c.loadShared4(m)
	case qwordCells:
		return c.loadShared8(m)
	case byteIn4:
		return loadPart[uint8, uint32](c, m)
	case wordIn4:
		return loadPart[uint16, uint32](c, m)
	case wordCells:
		return loadPart[uint16, uint16](c, m)
	}
	return loadPart[uint8, uint8](c, m)
}

func (c *column) storeShared(sh shape, m uint32) uint32 {
	switch sh {
	case dwordCells:
		return c.storeShared4(m)
	case qwordCells:
		return c.storeShared8(m)
	case byteIn4:
		return storePart[uint8, uint32](c, m)
	case wordIn4:
		return storePart[uint16, uint32](c, m)
	case wordCells:
		return storePart[uint16, uint16](c, m)
	}
	return storePart[uint8, uint8](c, m)
}

func load[E, C element](c *column, m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end {
			return m
		}
		*(*C)(unsafe.Add(c.data, lane*c.stride)) = C(*(*E)(unsafe.Add(base, off)))
	}
	return 0
}

func store[E, C element](c *column, m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end {
			return m
		}
		*(*E)(unsafe.Add(base, off)) = E(*(*C)(unsafe.Add(c.data, lane*c.stride)))
	}
	return 0
}

func (c *column) loadShared4(m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end || off&3 != 0 {
			return m
		}
		*(*uint32)(unsafe.Add(c.data, lane*c.stride)) = atomic.LoadUint32((*uint32)(unsafe.Add(base, off)))
	}
	return 0
}

func (c *column) loadShared8(m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end || off&7 != 0 {
			return m
		}
		*(*uint64)(unsafe.Add(c.data, lane*c.stride)) = atomic.LoadUint64((*uint64)(unsafe.Add(base, off)))
	}
	return 0
}

func (c *column) storeShared4(m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end || off&3 != 0 {
			return m
		}
		atomic.StoreUint32((*uint32)(unsafe.Add(base, off)), *(*uint32)(unsafe.Add(c.data, lane*c.stride)))
	}
	return 0
}

func (c *column) storeShared8(m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end || off&7 != 0 {
			return m
		}
		atomic.StoreUint64((*uint64)(unsafe.Add(base, off)), *(*uint64)(unsafe.Add(c.data, lane*c.stride)))
	}
	return 0
}

// loadPart reads a byte or word as part of its aligned dword, which exists as a
// whole in storage.
func loadPart[E uint8 | uint16, C element](c *column, m uint32) uint32 {
	base, add, mask := c.s.Base, c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end || off&uint64(unsafe.Sizeof(E(0))-1) != 0 {
			return m
		}
		word := atomic.LoadUint32((*uint32)(unsafe.Add(base, off&^3)))
		*(*C)(unsafe.Add(c.data, lane*c.stride)) = C(E(word >> (off & 3 * 8)))
	}
	return 0
}

func storePart[E uint8 | uint16, C element](c *column, m uint32) uint32 {
	add, mask := c.add, c.s.Mask
	for ; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		off := (c.at[lane&31] + add) & mask
		if off >= c.end || off&uint64(unsafe.Sizeof(E(0))-1) != 0 {
			return m
		}
		v := E(*(*C)(unsafe.Add(c.data, lane*c.stride)))
		c.s.buf.merge(off>>2, uint32(^E(0))<<(off&3*8), uint32(v)<<(off&3*8))
	}
	return 0
}

// runSize is the element size of a shape whose cells lie as elements do in
// memory; 0 for others.
func (c *column) runSize(sh shape) int {
	switch {
	case sh == dwordCells && c.stride == 4:
		return 4
	case sh == qwordCells && c.stride == 8:
		return 8
	}
	return 0
}

// run does lanes that follow each other, in the mask and in memory, and loads of
// one address by all lanes. It does nothing, ok false, when they are not such, or
// not all inside and aligned.
func (c *column) run(size int, m uint32, write bool) (rest uint32, ok bool) {
	first := bits.TrailingZeros32(m)
	n := bits.OnesCount32(m)
	if n < 4 || m>>first != 1<<n-1 {
		return m, false
	}
	step := c.at[first+1] - c.at[first]
	if step != uint64(size) && (step != 0 || write) {
		return m, false
	}
	if !c.steps(first, n, step) {
		return m, false
	}
	off, ok := c.s.block(c.at[first]+c.add, step*uint64(n-1)+uint64(size))
	if !ok || c.s.Shared && off&uint64(size-1) != 0 {
		return m, false
	}
	p, cells := unsafe.Add(c.s.Base, off), c.cell(first)
	switch {
	case step == 0:
		c.uniform(p, cells, size, n)
	case c.s.Shared:
		c.runShared(p, cells, size, n, write)
	case write:
		copyRun(p, cells, n*size)
	default:
		copyRun(cells, p, n*size)
	}
	return 0, true
}

// block is where bytes that follow each other begin; ok is false when not all are inside.
func (s *Surface) block(at, bytes uint64) (off uint64, ok bool) {
	off = at & s.Mask
	return off, off <= s.Len && bytes <= s.Len-off && (at+bytes-1)&s.Mask == off+bytes-1
}

// dwords is run of rows of one dword for each lane, side by side in Data, of storage that is
// no one else's. It does nothing, and reports false, for all others.
func (s *Surface) dwords(at *[Lanes]uint64, r *Row, write bool) bool {
	first, n := bits.TrailingZeros32(r.Mask), bits.OnesCount32(r.Mask)
	if !avx.Have || r.Size != 4 || r.Cell != 4 || r.Stride != 4 || r.Count != 1 || s.flat != nil || s.Shared ||
		n < 8 || n&7 != 0 || r.Mask>>(first&31) != 1<<n-1 || 4*(first+n) > len(r.Data) {
		return false
	}
	step := at[first+1] - at[first]
	if step != 4 && (step != 0 || write) || !avx.Steps(&at[first], step, n) {
		return false
	}
	off, ok := s.block(at[first]-s.Bias, step*uint64(n-1)+4)
	if !ok {
		return false
	}
	p, cells := unsafe.Add(s.Base, off), unsafe.Pointer(&r.Data[4*first])
	switch {
	case step == 0:
		avx.Spread((*uint32)(cells), *(*uint32)(p), n)
	case write:
		copyRun(p, cells, 4*n)
	default:
		copyRun(cells, p, 4*n)
	}
	return true
}

// copyRun copies bytes between storage and cells, the most frequent numbers of them without a
// call.
func copyRun(to, from unsafe.Pointer, n int) {
	switch n {
	case 32:
		*(*[32]byte)(to) = *(*[32]byte)(from)
	case 64:
		*(*[64]byte)(to) = *(*[64]byte)(from)
	default:
		copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
	}
}

// steps says that the addresses of n lanes grow by as much from each to the next.
func (c *column) steps(first, n int, step uint64) bool {
	if avx.Have && n&3 == 0 {
		return avx.Steps(&c.at[first], step, n)
	}
	for i, a := first+1, c.at[first]; i < first+n; i++ {
		if a += step; c.at[i] != a {
			return false
		}
	}
	return true
}

func (c *column) uniform(p, cells unsafe.Pointer, size, n int) {
	switch {
	case size == 4 && c.s.Shared:
		fill(unsafe.Slice((*uint32)(cells), n), atomic.LoadUint32((*uint32)(p)))
	case size == 4:
		fill(unsafe.Slice((*uint32)(cells), n), *(*uint32)(p))
	case c.s.Shared:
		fill(unsafe.Slice((*uint64)(cells), n), atomic.LoadUint64((*uint64)(p)))
	default:
		fill(unsafe.Slice((*uint64)(cells), n), *(*uint64)(p))
	}
}

func fill[E element](cells []E, v E) {
	for i := range cells {
		cells[i] = v
	}
}

func (c *column) runShared(p, cells unsafe.Pointer, size, n int, write bool) {
	switch {
	case size == 4 && write:
		to := unsafe.Slice((*uint32)(p), n)
		for i, v := range unsafe.Slice((*uint32)(cells), n) {
			atomic.StoreUint32(&to[i], v)
		}
	case size == 4:
		from, to := unsafe.Slice((*uint32)(p), n), unsafe.Slice((*uint32)(cells), n)
		for i := range from {
			to[i] = atomic.LoadUint32(&from[i])
		}
	case write:
		to := unsafe.Slice((*uint64)(p), n)
		for i, v := range unsafe.Slice((*uint64)(cells), n) {
			atomic.StoreUint64(&to[i], v)
		}
	default:
		from, to := unsafe.Slice((*uint64)(p), n), unsafe.Slice((*uint64)(cells), n)
		for i := range from {
			to[i] = atomic.LoadUint64(&from[i])
		}
	}
}
