package follow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/native/asm"
)

// TestUses: signatures by literal values. An address is followed around a loop, through a
// function and on both sides of a condition; what overwrites it ends that, and a comparison
// does not count.
func TestUses(t *testing.T) {
	const text = `
		(W) mov (1|M0) r4.0<1>:uq 0x6E10CA2E:uq
		(W) mov (1|M0) r5.0<1>:ud 0x1:ud
	L0:
		(W) add (1|M0) r5.2<1>:uq r4.0<0;1,0>:uq 8:w
		cmp (8|M0) (lt)f0.0 null<1>:ud r4.0<0;1,0>:ud r5.0<0;1,0>:ud
		(W) call (8|M0) r6.0:ud L2
		(W) mov (1|M0) r4.0<1>:uq r7.0<0;1,0>:uq
		(f0.0) while (8|M0) L0
		(W) mov (1|M0) r7.0<1>:uq 0x0:uq
		(W) mov (1|M0) r4.0<1>:uq r7.0<0;1,0>:uq
		add (8|M0) r20.0<1>:q r30.0<4;4,1>:q r4.0<0;1,0>:q
		(W) mov (8|M0) r112.0<1>:f r0.0<8;8,1>:f
		(W) send (8|M0) null r112:f 0x27 0x02000010 {EOT}
	L2:
		(W) mov (1|M0) r7.0<1>:uq r5.2<0;1,0>:uq
		(f0.0) ret (8|M0) r6.0:ud
		(W) send (1|M0) r42:uq r7:f 0xC 0x042402FF
		(W) ret (8|M0) r6.0:ud
	`
	code, err := asm.Assemble("k", native.SKL, strings.NewReader(text))
	require.NoError(t, err)
	insts, offs, err := native.DecodeAll(native.SKL, code)
	require.NoError(t, err)
	u, err := New(native.SKL, insts, offs)
	require.NoError(t, err)
	does, messages, err := u.Of([]int{0})
	require.NoError(t, err)
	assert.Equal(t, "add (1|M0) true 0 uq 0x8:w\nsend (1|M0) true 0 uq to 12 0x42402ff 0x0 false false, bytes 0:000000ff", does)
	assert.Equal(t, []int{14}, messages)
	does, messages, err = u.Of([]int{7})
	require.NoError(t, err)
	assert.Equal(t, "add (8|M0) false 0 q", does)
	assert.Empty(t, messages)
	u.visits = MaxVisits
	_, _, err = u.Of([]int{0})
	require.ErrorIs(t, err, ErrVisits)
}
