package message

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestScratchMask: where no bit of the descriptor asks for it, a scratch write obeys
// the mask all the same, unless the instruction ignores it.
func TestScratchMask(t *testing.T) {
	const write = header | 1<<18 | 1<<17
	for target := range native.NumTargets {
		for _, noMask := range []bool{false, true} {
			b, src := newBench(t).dwords(20, 0, 0, 0, 0, 0, 0x10000|7).dwords(21, seq(1, 1, 8)...), places
			msg := native.Message{SFID: dc0, Desc: 2<<25 | write}
			require.NoError(t, Resolve(&b.msg, target, &msg, &src, noMask))
			b.port.Attach(b.mem.States(), b.slm, b.scr)
			_, err := b.execute(5)
			require.NoError(t, err)
			want := []uint32{1, 2, 3, 4}
			if target >= native.CNL && !noMask {
				want = []uint32{1, 0, 3, 0}
			}
			assert.Equal(t, want, []uint32{word32(b.scr, 0), word32(b.scr, 1), word32(b.scr, 2), word32(b.scr, 3)}, "%v, NoMask %v", target, noMask)
		}
	}
}
