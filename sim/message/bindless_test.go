package message

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// TestBindless: index 252 takes the surface from the extended descriptor, on targets that
// have such messages.
//
// seed: Broxton vol. 6 Bindless Sampler State
func TestBindless(t *testing.T) {
	read := native.Message{SFID: dc1, Desc: 0x02100000 | untypedRead | x | simd8 | native.BindlessBTI, ExDesc: native.ExDesc(mem.Handle(3))}
	for target := range native.NumTargets {
		b, src := newBench(t).dwords(20, 8, 0, 0, 0, 0, 0, 0, 252), places
		err := Resolve(&b.msg, target, &read, &src, false)
		if target < native.SKL {
			require.Error(t, err, target)
			continue
		}
		require.NoError(t, err, target)
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		_, err = b.execute(0x81)
		require.NoError(t, err)
		assert.Equal(t, []uint32{102, 0, 0, 0, 0, 0, 0, 163}, b.got(10, 8), target)
	}
	for _, ex := range []native.ExDesc{0, 3 << 12, native.ExDesc(mem.Handle(mem.Indexed))} {
		b, src := newBench(t), places
		read.ExDesc = ex
		var none *mem.HandleError
		require.NoError(t, Resolve(&b.msg, native.SKL, &read, &src, false))
		b.port.Attach(b.mem.States(), b.slm, b.scr)
		_, err := b.execute(0x81)
		require.ErrorAs(t, err, &none)
		assert.Equal(t, uint32(ex), none.Handle)
	}
	read.Desc, read.ExDesc = read.Desc&^0xFF|3, native.ExDesc(mem.Handle(3))
	err := Resolve(new(Message), native.SKL, &read, &places, false)
	require.ErrorContains(t, err, "bits 0x80003000 of the extended descriptor have no meaning", "with an index of its own")
}
