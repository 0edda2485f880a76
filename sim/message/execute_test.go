package message

import (
	"slices"

	"github.com/stretchr/testify/require"
)

// execute is Run for some channels; for all of them Quick does the same, or nothing.
func (b *bench) execute(em uint32) (left bool, err error) {
	m := &b.msg
	if all := uint32(1)<<m.Lanes - 1; em&all != all || !m.Plain && !m.Payload {
		return b.port.Run(m, b.regs, em)
	}
	state := [][]byte{b.regs, b.buf.Contents(), b.slm.Contents(), b.scr.Contents()}
	before := clones(state)
	left, err = b.port.Run(m, b.regs, em)
	after := clones(state)
	restore(state, before)
	if !b.port.Quick(m, b.regs) {
		require.Equal(b.t, before, clones(state), "a message that Quick leaves")
		restore(state, after)
		return left, err
	}
	require.NoError(b.t, err)
	require.False(b.t, left)
	require.Equal(b.t, after, clones(state), "Quick and Run")
	return left, err
}

// restore writes back what clones has kept.
func restore(state, kept [][]byte) {
	for i := range state {
		copy(state[i], kept[i])
	}
}

// clones are copies.
func clones(state [][]byte) (out [][]byte) {
	for _, s := range state {
		out = append(out, slices.Clone(s))
	}
	return out
}
