package message

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
)

// An atomic addition on qwords of flat memory carries into their upper halves,
// whether others use the memory or not.
func TestAtomicQuads(t *testing.T) {
	const flatAtomic, quads, add = 0x12 << 14, 1 << 12, 7 << 8
	for _, shared := range []bool{false, true} {
		b := newBench(t)
		b.mem.SetShared(shared)
		b.buf.SetBytes(0, []byte{0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0})
		base := b.buf.Base
		b.quads(20, base, base, base+8, base+16, base+24, base+32, base+40, base+48)
		b.quads(22, 1, 0x1_0000_0000, 0xFFFF_FFFF, 2, 3, 4, 5, 6)
		b.ok(0xFF, dc1, 4, 0, 2, flatAtomic|returns|quads|add|255)
		assert.Equal(t, []uint32{0xFFFFFFFF, 1, 0, 2, 102, 103, 104, 105}, b.got(10, 8))
		assert.Equal(t, []uint32{106, 107, 108, 109, 110, 111, 112, 113}, b.got(11, 8))
		want := []uint64{3 << 32, 102 + 0xFFFF_FFFF + 103<<32, 104 + 2 + 105<<32, 106 + 3 + 107<<32, 108 + 4 + 109<<32, 110 + 5 + 111<<32, 112 + 6 + 113<<32}
		for i, w := range want {
			assert.Equal(t, w, binary.LittleEndian.Uint64(b.buf.Bytes()[8*i:]), "qword %d", i)
		}
	}
}
