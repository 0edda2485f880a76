package load

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestChannelsOf: Intel's compiler for tgl makes uniform kernels all NoMask but for the
// waits, which name one channel; they do not say how wide the kernel is.
func TestChannelsOf(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"(W) mov (1|M0) r10.0<1>:ud 5:ud\n", 0},
		{"(W) mov (1|M0) r10.0<1>:ud 5:ud\nsync.nop null {$0.src}\nsync.allwr null\nnop\n", 0},
		{"sync.nop null {$0.src}\nadd (8|M8) r10.0<1>:d r11.0<8;8,1>:d 1:w\n", 16},
		{"if (16|M0) 16 16\nendif (16|M0) 16\n", 16},
		{"sync.nop null\nsend.dc1 (16|M16) null r10 r12 0x80 0x04025EFE {$1}\n", 32},
	} {
		code, err := asm.Assemble("k.asm", native.TGL, strings.NewReader(c.text))
		require.NoError(t, err, c.text)
		insts, _, err := native.DecodeAll(native.TGL, code)
		require.NoError(t, err)
		assert.Equal(t, c.want, channelsOf(native.TGL, insts), c.text)
	}
}

// TestChannelsOfPairs: on Ivy Bridge alone doubles are written with twice as many channels
// as they have.
func TestChannelsOfPairs(t *testing.T) {
	for target, want := range map[native.Target]int{native.IVB: 12, native.HSW: 16} {
		code, err := asm.Assemble("k.asm", target, strings.NewReader("add (8|M8) r10.0<1>:df r12.0<4;4,1>:df r14.0<4;4,1>:df\n"))
		require.NoError(t, err)
		insts, _, err := native.DecodeAll(target, code)
		require.NoError(t, err)
		assert.Equal(t, want, channelsOf(target, insts), target)
	}
}
