package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// movCode is mov (8) r2.0<1>:f r4.0<8;8,1>:f for Skylake.
func movCode(t *testing.T) (native.Inst, []byte) {
	in := op(mov, 8, dst(2, 0, 1, f), reg(4, 0, 8, 8, 1, f))
	code, err := native.AppendPatched(nil, native.SKL, &in, &native.Patch{})
	require.NoError(t, err)
	require.Len(t, code, 16)
	return in, code
}

// TestPatch: the bits of a mask take their new value, the others stay, behind what is there.
func TestPatch(t *testing.T) {
	in, plain := movCode(t)
	code, err := native.AppendPatched([]byte{7}, native.SKL, &in, &native.Patch{Mask: [2]uint64{1 << 30, 3 << 62}, Bits: [2]uint64{^uint64(0), 1 << 63}})
	require.NoError(t, err)
	want := append([]byte{7}, plain...)
	want[1+3] |= 0x40
	want[1+15] = want[1+15]&^0xC0 | 0x80
	assert.Equal(t, want, code)
}

// TestRestate: what differs from the encoding of an instruction is its patch; there is
// none for another opcode, another size, code that ends early or another target.
func TestRestate(t *testing.T) {
	in, code := movCode(t)
	p, ok := native.NewCodec(native.SKL).Restate(&in, code)
	require.True(t, ok)
	assert.Zero(t, p.Mask)
	code[15] ^= 0x80
	p, ok = native.NewCodec(native.SKL).Restate(&in, code)
	require.True(t, ok)
	assert.Equal(t, [2]uint64{0, 1 << 63}, p.Mask)
	again, err := native.AppendPatched(nil, native.SKL, &in, &p)
	require.NoError(t, err)
	assert.Equal(t, code, again)

	refused := func(why string, target native.Target, in native.Inst, code []byte) {
		t.Helper()
		_, ok := native.NewCodec(target).Restate(&in, code)
		assert.False(t, ok, why)
	}
	other := append([]byte(nil), code...)
	other[0] ^= 1
	refused("another opcode", native.SKL, in, other)
	refused("too short", native.SKL, in, code[:15])
	refused("none", native.SKL, in, nil)
	compact := in
	compact.Compact = true
	refused("another size", native.SKL, compact, code)
	wide := in
	wide.ExecSize = 3
	refused("no encoding", native.SKL, wide, code)
	short, err := native.AppendPatched(nil, native.SKL, &compact, &native.Patch{})
	require.NoError(t, err)
	require.Len(t, short, 8)
	p, ok = native.NewCodec(native.SKL).Restate(&compact, short)
	assert.True(t, ok)
	assert.Zero(t, p.Mask)
	refused("another size", native.SKL, in, short)
}

// TestCodecRefusesLabels: of a shape that a codec knows, too.
func TestCodecRefusesLabels(t *testing.T) {
	in := native.Inst{Op: native.OpEndif, ExecSize: 8, JIP: 16}
	c := native.NewCodec(native.SKL)
	for range 2 {
		_, err := c.AppendPatched(nil, &in, &native.Patch{})
		require.NoError(t, err)
	}
	in.Label = 1
	_, err := c.AppendPatched(nil, &in, &native.Patch{})
	assert.ErrorContains(t, err, "labels 1, 0: want offsets in JIP and UIP")
}
