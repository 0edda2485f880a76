package message

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestMoveEights lets each lane in turn not follow the one before: then nothing is
// moved.
func TestMoveEights(t *testing.T) {
	if !haveEights {
		t.Skip("the processor has no AVX2")
	}
	for _, lanes := range []int{8, 16, 32} {
		for odd := -1; odd < lanes; odd++ {
			offs, from, to := make([]byte, 4*lanes), make([]byte, 4*lanes), make([]byte, 4*lanes+4)
			for i := range lanes {
				off := uint32(0xFFFFFFF0 + 4*i)
				if i == odd {
					off ^= 1 << i
				}
				binary.LittleEndian.PutUint32(offs[4*i:], off)
				binary.LittleEndian.PutUint32(from[4*i:], uint32(100+i))
			}
			moved := false
			if lanes == 32 {
				moved = moveAll(unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&offs[0]))
			} else {
				moved = moveEights(unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&offs[0]), lanes)
			}
			require.Equal(t, odd < 0, moved, "%d lanes, lane %d apart", lanes, odd)
			want := make([]byte, 4*lanes+4)
			if moved {
				copy(want, from)
			}
			require.Equal(t, want, to)
		}
	}
}

// TestPairs: dwords two at a time follow each other, or are the same; those behind the last do not count.
func TestPairs(t *testing.T) {
	pair := func(low, high uint32) uint64 { return uint64(high)<<32 | uint64(low) }
	for _, c := range []struct {
		offs            [mem.Lanes / 2]uint64
		pairs           int
		ascending, same bool
	}{
		{[16]uint64{pair(4, 8), pair(12, 16), pair(20, 24), pair(28, 32)}, 4, true, false},
		{[16]uint64{pair(4, 8), pair(12, 16), pair(20, 24), pair(28, 36)}, 4, false, false},
		{[16]uint64{pair(4, 8), pair(12, 16), pair(20, 24), pair(32, 32)}, 4, false, false},
		{[16]uint64{pair(4, 8), pair(12, 17), pair(20, 24), pair(28, 32)}, 4, false, false},
		{[16]uint64{pair(4, 8), pair(13, 16), pair(20, 24), pair(28, 32)}, 4, false, false},
		{[16]uint64{pair(4, 8), pair(12, 16), pair(20, 24), 1}, 3, true, false},
		{[16]uint64{pair(4, 4), pair(4, 4), pair(4, 4), 1}, 3, false, true},
		{[16]uint64{pair(4, 4), pair(4, 4), pair(4, 4), 1}, 4, false, false},
		{[16]uint64{pair(4, 4), pair(5, 4), pair(4, 4), pair(4, 4)}, 4, false, false},
		{[16]uint64{pair(4, 4), pair(4, 4), pair(4, 4), pair(4, 5)}, 4, false, false},
	} {
		require.Equal(t, []bool{c.ascending, c.same}, []bool{ascending(&c.offs, c.pairs), same(&c.offs, c.pairs)}, "%v", c.offs)
	}
}

// TestQuick: which messages Quick does, and what it leaves to Run.
func TestQuick(t *testing.T) {
	follow, all := seq(16, 4, 8), []uint32{24, 24, 24, 24, 24, 24, 24, 24}
	for _, c := range []struct {
		name    string
		offs    []uint32
		mlen    uint32
		rlen    uint32
		desc    uint32
		prepare func(b *bench)
		want    bool
	}{
		{"a read of lanes that follow", follow, 1, 1, untypedRead | x | simd8 | 3, nil, true},
		{"a read of the same", all, 1, 1, untypedRead | x | simd8 | 3, nil, true},
		{"a read of the same four", all, 1, 4, untypedRead | xyzw | simd8 | 3, nil, true},
		{"four dwords of lanes that follow", follow, 1, 4, untypedRead | xyzw | simd8 | 3, nil, false},
		{"lanes apart", []uint32{16, 20, 24, 28, 32, 36, 40, 48}, 1, 1, untypedRead | x | simd8 | 3, nil, false},
		{"a last lane that differs", []uint32{24, 24, 24, 24, 24, 24, 24, 28}, 1, 1, untypedRead | x | simd8 | 3, nil, false},
		{"up to the end", seq(224, 4, 8), 1, 1, untypedRead | x | simd8 | 3, nil, true},
		{"past the end", seq(228, 4, 8), 1, 1, untypedRead | x | simd8 | 3, nil, false},
		{"the same past the end", []uint32{256, 256, 256, 256, 256, 256, 256, 256}, 1, 1, untypedRead | x | simd8 | 3, nil, false},
		{"around 2^32", seq(0xFFFFFFF0, 4, 8), 1, 1, untypedRead | x | simd8 | 3, nil, false},
		{"shared memory", follow, 1, 1, untypedRead | x | simd8 | 3, func(b *bench) { b.mem.SetShared(true) }, false},
		{"a write", follow, 2, 0, untypedWrite | x | simd8 | 3, nil, true},
		{"a write to the same", all, 2, 0, untypedWrite | x | simd8 | 3, nil, false},
		{"an atomic", follow, 1, 1, untypedAtomic | returns | atomic8 | 5<<8 | 3, nil, false},
	} {
		b := newBench(t).dwords(20, c.offs...)
		if c.prepare != nil {
			c.prepare(b)
		}
		require.NoError(t, b.resolve(dc1, c.mlen, 0, c.rlen, c.desc), c.name)
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		require.False(t, b.port.Quick(&b.msg, b.regs), "a surface that no message has named: %s", c.name)
		_, err := b.execute(0xFF)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, b.port.Quick(&b.msg, b.regs), c.name)
	}
}

// TestQuickPair: a message and the next one in one do what each does alone, or nothing.
func TestQuickPair(t *testing.T) {
	if !haveEights {
		t.Skip("the processor has no AVX2")
	}
	read, write := uint32(untypedRead|x|simd16|3), uint32(untypedWrite|x|simd16|3)
	for _, c := range []struct {
		name   string
		desc   uint32
		offs   []uint32
		change func(first, next *Sources)
		next   uint32 // descriptor of the next; 0 for the same
		pairs  bool
		want   bool
	}{
		{"a read", read, seq(16, 4, 32), nil, 0, true, true},
		{"a write", write, seq(16, 4, 32), nil, 0, true, true},
		{"up to the end", read, seq(128, 4, 32), nil, 0, true, true},
		{"past the end", read, seq(132, 4, 32), nil, 0, true, false},
		{"around 2^32", read, seq(0xFFFFFFC0, 4, 32), nil, 0, true, false},
		{"halves apart", read, append(seq(16, 4, 16), seq(84, 4, 16)...), nil, 0, true, false},
		{"a last lane apart", write, append(seq(16, 4, 31), 144), nil, 0, true, false},
		{"a read and a write", read, seq(16, 4, 32), nil, write, false, false},
		{"two surfaces", read, seq(16, 4, 32), nil, read&^255 | 4, false, false},
		{"two dwords of a lane", untypedRead | 12<<8 | simd16 | 3, seq(16, 4, 32), nil, 0, false, false},
		{"8 lanes", untypedRead | x | simd8 | 3, seq(16, 4, 32), nil, 0, false, false},
		{"addresses apart", read, seq(16, 4, 32), func(_, next *Sources) { next.First += 32 }, 0, false, false},
		{"responses apart", read, seq(16, 4, 32), func(_, next *Sources) { next.Dst += 32 }, 0, false, false},
		{"data apart", write, seq(16, 4, 32), func(_, next *Sources) { next.Second += 32 }, 0, false, false},
		{"a response where addresses are", read, seq(16, 4, 32), func(first, next *Sources) { first.Dst, next.Dst = 22*32, 24*32 }, 0, false, false},
		{"a response in front of addresses", read, seq(16, 4, 32), func(first, next *Sources) { first.Dst, next.Dst = 16*32, 18*32 }, 0, true, true},
	} {
		b := newBench(t).dwords(20, c.offs...).dwords(30, seq(1000, 1, 32)...)
		first, next := places, places
		next.First, next.Second, next.Dst = places.First+64, places.Second+64, places.Dst+64
		if c.change != nil {
			c.change(&first, &next)
		}
		var messages [2]Message
		for i, src := range []*Sources{&first, &next} {
			desc := c.desc
			if i == 1 && c.next != 0 {
				desc = c.next
			}
			regs := uint32(2)
			if desc&(1<<12) == 0 {
				regs = 1
			}
			msg := native.Message{SFID: dc1, Desc: native.Desc(regs<<25 | regs<<20 | desc)}
			switch desc &^ 255 {
			case write &^ 255:
				msg = native.Message{SFID: dc1, Desc: native.Desc(2<<25 | desc), ExDesc: 2 << 6}
				src.Split = 2
			case untypedRead | 12<<8 | simd16:
				msg.Desc += 2 << 20
			}
			require.NoError(t, Resolve(&messages[i], native.SKL, &msg, src, false), c.name)
		}
		require.Equal(t, c.pairs, messages[0].Pairs(&messages[1]), c.name)
		if !c.pairs {
			continue
		}
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		regs, bytes := append([]byte(nil), b.regs...), append([]byte(nil), b.buf.Bytes()...)
		for i := range messages { // which makes the surface known, too
			_, err := b.port.Run(&messages[i], b.regs, 0xFFFF)
			require.NoError(t, err, c.name)
		}
		wantRegs, wantBytes := append([]byte(nil), b.regs...), append([]byte(nil), b.buf.Bytes()...)
		copy(b.regs, regs)
		for i := range len(bytes) / 4 {
			require.NoError(t, b.buf.Store(uint64(4*i), 4, uint64(binary.LittleEndian.Uint32(bytes[4*i:]))))
		}
		require.Equal(t, c.want, b.port.QuickPair(&messages[0], b.regs), c.name)
		if !c.want {
			wantRegs, wantBytes = regs, bytes
		}
		require.Equal(t, wantRegs, b.regs, c.name)
		require.Equal(t, wantBytes, b.buf.Bytes(), c.name)
	}
}
