package mem

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// model is the plain meaning of a buffer: bytes outside read 0 and vanish.
type model []byte

func (m model) load(off uint64, size int) (v uint64) {
	for i := range uint64(size) {
		if o := off + i; o >= off && o < uint64(len(m)) {
			v |= uint64(m[o]) << (8 * i)
		}
	}
	return v
}

func (m model) store(off uint64, size int, v uint64) {
	for i := range uint64(size) {
		if o := off + i; o >= off && o < uint64(len(m)) {
			m[o] = byte(v >> (8 * i))
		}
	}
}

// at is byte i of a block at off.
func (m model) at(off uint64, i int) byte {
	if o := off + uint64(i); o >= off {
		return byte(m.load(o, 1))
	}
	return 0
}

func TestBufferAgainstBytes(t *testing.T) {
	for _, shared := range []bool{false, true} {
		for _, size := range []int{0, 1, 3, 4, 7, 8, 23, 64} {
			t.Run(fmt.Sprintf("shared=%v/size=%d", shared, size), func(t *testing.T) {
				b, m := NewBuffer("b", 0, size), make(model, size)
				b.Shared = shared
				rng := rand.New(rand.NewPCG(1, uint64(size)))
				for range 4000 {
					step(t, rng, b, m)
				}
				assert.Equal(t, []byte(m), append([]byte{}, b.Bytes()...))
			})
		}
	}
}

// step does one random access on both.
func step(t *testing.T, rng *rand.Rand, b *Buffer, m model) {
	off := rng.Uint64N(uint64(len(m)) + 12)
	if rng.IntN(50) == 0 {
		off = -rng.Uint64N(9) - 1
	}
	size, v := 1<<rng.IntN(4), rng.Uint64()
	block := make([]byte, rng.IntN(20))
	switch rng.IntN(6) {
	case 0:
		require.NoError(t, b.Store(off, size, v))
		m.store(off, size, v)
	case 1:
		off = uint64(uint32(off))
		b.Store32(uint32(off), uint32(v))
		m.store(off, 4, v)
	case 2:
		off = uint64(uint32(off))
		require.Equal(t, uint32(m.load(off, 4)), b.Load32(uint32(off)))
	case 3:
		b.ReadBytes(off, block)
		for i, c := range block {
			require.Equal(t, m.at(off, i), c)
		}
	case 4:
		for i := range block {
			block[i] = byte(rng.Uint32())
		}
		b.WriteBytes(off, block)
		for i, c := range block {
			if o := off + uint64(i); o >= off {
				m.store(o, 1, uint64(c))
			}
		}
	}
	got, err := b.Load(off, size)
	require.NoError(t, err)
	require.Equal(t, m.load(off, size), got, "load of %d at %#x", size, off)
}

func TestOutOfBoundsIsCountedPerAccess(t *testing.T) {
	b := NewBuffer("b", 0, 6)
	b.Store32(4, 0xAABBCCDD)
	assert.Equal(t, uint32(0x0000CCDD), b.Load32(4))
	b.ReadBytes(0, make([]byte, 6))
	b.ReadBytes(0, make([]byte, 7))
	assert.Equal(t, uint64(3), b.OutOfBounds.Load())
}

func TestLocalUsesLow16Bits(t *testing.T) {
	b := NewLocal(256)
	b.Store32(0x10000010, 7)
	assert.Equal(t, uint32(7), b.Load32(0x10))
	old, err := b.Atomic(0x10000010, 4, func(v, _, _ uint64) uint64 { return v + 1 }, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, uint64(7), old)
	assert.Equal(t, uint32(8), b.Load32(0x10))
	assert.Zero(t, b.OutOfBounds.Load())
}

func TestAtomic(t *testing.T) {
	for _, size := range []int{4, 8} {
		b := NewBuffer("b", 0, 16)
		b.Shared = true
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 500 {
					_, _ = b.Atomic(8, size, func(old, x, _ uint64) uint64 { return old + x }, 3, 0)
				}
			})
		}
		wg.Wait()
		got, _ := b.Load(8, size)
		assert.Equal(t, uint64(4*500*3), got)

		var bad *AlignError
		_, err := b.Atomic(2, size, func(v, _, _ uint64) uint64 { return v }, 0, 0)
		require.ErrorAs(t, err, &bad)
		assert.Equal(t, uint64(2), bad.Off)
		old, err := b.Atomic(16, size, func(_, _, _ uint64) uint64 { return 1 }, 0, 0)
		require.NoError(t, err)
		assert.Zero(t, old)
		assert.Equal(t, uint64(1), b.OutOfBounds.Load())
	}
}

// An atomic starts again when another worker has come between.
func TestAtomicRetries(t *testing.T) {
	for _, size := range []int{4, 8} {
		b := NewBuffer("b", 0, 16)
		b.Shared = true
		calls := 0
		old, err := b.Atomic(8, size, func(old, x, _ uint64) uint64 {
			if calls++; calls == 1 {
				_ = b.Store(8, size, old+100)
			}
			return old + x
		}, 3, 0)
		require.NoError(t, err)
		assert.Equal(t, uint64(100), old)
		got, _ := b.Load(8, size)
		assert.Equal(t, uint64(103), got)
		assert.Equal(t, 2, calls)
	}
}

// Neighbouring bytes written by several workers must all survive.
func TestSharedByteStores(t *testing.T) {
	b := NewBuffer("b", 0, 64)
	b.Shared = true
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for round := range 20_000 {
				for i := uint64(w); i < 16; i += 4 {
					_ = b.Store(i, 1, uint64(round+w))
					if v, _ := b.Load(i, 1); v != uint64(uint8(round+w)) {
						t.Errorf("byte %d is %d, its only writer wrote %d", i, v, uint8(round+w))
						return
					}
				}
			}
		})
	}
	wg.Wait()
}

// Aligned quadwords are one access, beside atomics and plain stores.
func TestSharedQuadsAreWhole(t *testing.T) {
	b := NewBuffer("b", 0, 64)
	b.Shared = true
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		invert := func(old, _, _ uint64) uint64 { return ^old }
		for n := 0; !stop.Load(); n++ {
			if n&1 == 0 {
				_, _ = b.Atomic(8, 8, invert, 0, 0)
			} else {
				_ = b.Store(8, 8, 0)
			}
		}
	})
	p := make([]byte, 24)
	for range 200000 {
		v, _ := b.Load(8, 8)
		b.ReadBytes(0, p)
		if w := binary.LittleEndian.Uint64(p[8:]); v+1 > 1 || w+1 > 1 {
			t.Errorf("half of a store is seen: %#x, %#x", v, w)
			break
		}
	}
	stop.Store(true)
	wg.Wait()
}

func TestMemory(t *testing.T) {
	m := New()
	x, y := m.Alloc("x", 100), m.Alloc("y", 8192)
	assert.Zero(t, x.Base%4096)
	assert.GreaterOrEqual(t, y.Base, x.Base+100+4096)
	m.Bind(3, y)
	got, err := m.Surface(3)
	require.NoError(t, err)
	assert.Same(t, y, got)
	_, err = m.Surface(4)
	require.ErrorIs(t, err, ErrUnbound)
	assert.EqualError(t, err, "binding table index 4: no surface is bound (bound: [3])")

	f := m.Flat()
	require.NoError(t, f.Store(y.Base+8, 8, 0x1122334455667788))
	v, err := f.Load(y.Base+12, 2)
	require.NoError(t, err)
	assert.Equal(t, uint64(0x3344), v)

	var fault *Fault
	for _, addr := range []uint64{0, x.Base - 1, x.Base + 97, x.Base + 100, y.Base + 8190, 1 << 63, ^uint64(0)} {
		_, err = f.Load(addr, 4)
		require.ErrorAs(t, err, &fault, "%#x", addr)
		assert.Equal(t, Fault{Addr: addr, Size: 4}, *fault)
		assert.Error(t, f.Store(addr, 4, 0))
		assert.Error(t, f.WriteBytes(addr, make([]byte, 4)))
	}
}

func TestAccessesDoNotAllocate(t *testing.T) {
	m := New()
	b := m.Alloc("b", 4096)
	f := m.Flat()
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		_, _ = f.Load(b.Base+5, 8)
		_ = f.Store(b.Base+5, 2, 1)
		b.Store32(4098, b.Load32(4097))
		_, _ = b.Atomic(8, 4, func(old, x, _ uint64) uint64 { return old + x }, 3, 0)
	}))
}

func BenchmarkBuffer(b *testing.B) {
	for _, shared := range []bool{false, true} {
		buf := NewBuffer("b", 0, 4096)
		buf.Shared = shared
		b.Run(fmt.Sprintf("load32/shared=%v", shared), func(b *testing.B) {
			var sum uint32
			for i := range b.N {
				sum += buf.Load32(uint32(i) * 4 & 0xFFF)
			}
			buf.Store32(0, sum)
		})
		b.Run(fmt.Sprintf("store32/shared=%v", shared), func(b *testing.B) {
			for i := range b.N {
				buf.Store32(uint32(i)*4&0xFFF, uint32(i))
			}
		})
		b.Run(fmt.Sprintf("store8/shared=%v", shared), func(b *testing.B) {
			for i := range b.N {
				_ = buf.Store(uint64(i)&0xFFF, 1, uint64(i))
			}
		})
	}
}

func BenchmarkFlatLoad(b *testing.B) {
	m := New()
	for range 8 {
		m.Alloc("b", 4096)
	}
	f, base := m.Flat(), m.flat.buffers[5].Base
	for i := range b.N {
		_, _ = f.Load(base+uint64(i)*4&0xFFC, 4)
	}
}

// TestApart: buffers that are apart leave no way from one to the next by a 32-bit index.
func TestApart(t *testing.T) {
	m := New()
	m.SetApart()
	a, b := m.Alloc("a", 5000), m.Alloc("b", 1)
	assert.Equal(t, uint64(FirstAddress+1<<37), a.Base)
	assert.Equal(t, a.Base+8192+1<<37, b.Base)
}

// TestFarthest: where accesses with bytes outside ended, by every way.
func TestFarthest(t *testing.T) {
	for name, access := range map[string]func(*Buffer){
		"load":   func(b *Buffer) { b.Load32(6); b.Load32(20); b.Load32(4) },
		"store":  func(b *Buffer) { b.Store32(20, 1); b.Store(7, 2, 1) },
		"read":   func(b *Buffer) { b.ReadBytes(16, make([]byte, 8)) },
		"write":  func(b *Buffer) { b.WriteBytes(16, make([]byte, 8)) },
		"atomic": func(b *Buffer) { _, _ = b.Atomic(20, 4, nil, 0, 0) },
	} {
		b := NewBuffer("b", 0, 8)
		access(b)
		assert.Equal(t, uint64(24), b.Farthest.Load(), name)
	}
}
