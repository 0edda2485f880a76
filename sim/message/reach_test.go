package message

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/mem"
)

// reach is what a message would access.
func (b *bench) reach(em uint32, sfid uint8, mlen, split, rlen, desc uint32) []mem.Touch {
	b.t.Helper()
	require.NoError(b.t, b.resolve(sfid, mlen, split, rlen, desc))
	b.port.Attach(b.mem.States(), b.slm, b.scr)
	return b.port.Reach(nil, &b.msg, b.regs, em)
}

// at puts addresses in the lanes 0, 1 and so on.
func at(v ...uint64) (out [mem.Lanes]uint64) {
	copy(out[:], v)
	return out
}

// TestReach: addresses of messages by lane, in local memory as offsets, else as those of the
// flat space.
func TestReach(t *testing.T) {
	const scratch, write, masked = 1 << 18, 1 << 17, 1 << 16
	b := newBench(t)
	base := b.buf.Base
	for _, c := range []struct {
		name  string
		set   func()
		em    uint32
		sfid  uint8
		mlen  uint32
		rlen  uint32
		desc  uint32
		wants []mem.Touch
	}{
		{"local memory", func() { b.dwords(20, 0x10000004, 8, 0, 12) }, 0xB, dc1, 1, 1, untypedRead | x | simd8 | 254,
			[]mem.Touch{{Local: true, Lanes: 0xB, At: at(4, 8, 0, 12), Bytes: 4}}},
		{"two runs of dwords", func() { b.dwords(20, 0, 16) }, 3, dc1, 1, 2, untypedRead | xz | simd8 | 3,
			[]mem.Touch{{Lanes: 3, At: at(base, base+16), Bytes: 4}, {Lanes: 3, At: at(base+8, base+24), Bytes: 4}}},
		{"one run of four", func() { b.dwords(20, 32) }, 1, dc1, 1, 4, untypedRead | xyzw | simd8 | 3, []mem.Touch{{Lanes: 1, At: at(base + 32), Bytes: 16}}},
		{"a lane past the end", func() { b.dwords(20, 252, 256) }, 3, dc1, 1, 1, untypedRead | x | simd8 | 3, []mem.Touch{{Lanes: 1, At: at(base + 252), Bytes: 4}}},
		{"a block", func() { b.dwords(20, 0, 0, 4) }, 1, dc0, 1, 1, header | 2<<8 | 3, []mem.Touch{{Lanes: 1, At: at(base + 64), Bytes: 32}}},
		{"a block of flat memory", func() { b.quads(20, base+16) }, 1, dc1, 1, 1, header | 0x14<<14 | 2<<8 | 255, []mem.Touch{{Lanes: 1, At: at(base + 16), Bytes: 32}}},
		{"an atomic", func() { b.dwords(20, 8, 8) }, 3, dc1, 2, 1, untypedAtomic | returns | atomic8 | 7<<8 | 3, []mem.Touch{{Lanes: 3, At: at(base+8, base+8), Bytes: 4}}},
		{"scratch under a mask", func() { b.dwords(20, 0, 0, 0, 0, 0, 0x10000|7) }, 5, dc0, 2, 0, header | scratch | write | masked | 3,
			[]mem.Touch{{Lanes: 5, At: at(0x10060, 0, 0x10068), Bytes: 4}}},
		{"no lane", func() {}, 0, dc1, 1, 1, untypedRead | x | simd8 | 3, nil},
		{"a surface that is not there", func() {}, 1, dc1, 1, 1, untypedRead | x | simd8 | 4, nil},
		{"by a sample mask", func() { b.dwords(20, 0, 0, 0, 0, 0, 0, 0, 2).dwords(21, 0, 4) }, 3, dc1, 2, 1, header | untypedRead | x | simd8 | 3,
			[]mem.Touch{{Lanes: 2, At: at(0, base+4), Bytes: 4}}},
	} {
		clear(b.regs)
		c.set()
		assert.Equal(t, c.wants, b.reach(c.em, c.sfid, c.mlen, 0, c.rlen, c.desc), c.name)
	}
	assert.Equal(t, uint64(100), uint64(word32(b.buf, 0)), "nothing ran")
}
