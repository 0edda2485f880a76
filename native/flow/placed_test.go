package flow

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestPlaced: branches of decoded code, one of them to the end, become labels; the
// instructions that it was given stay as they are.
func TestPlaced(t *testing.T) {
	insts := []native.Inst{
		{Op: native.OpMov, Compact: true},
		{Op: native.OpGoto, JIP: 16, UIP: 24},
		{Op: native.OpMov, Compact: true},
		{Op: native.OpWhile, JIP: -32},
	}
	offsets := []int{0, 8, 24, 32}
	insts[1].UIP = 40 // past the end of the loop
	p, err := Placed(native.SKL, insts, offsets)
	require.NoError(t, err)
	require.Len(t, p.Insts, 4)
	target := func(label int32) int { return p.Labels[label-1] }
	assert.Equal(t, 2, target(p.Insts[1].Label))
	assert.Equal(t, 4, target(p.Insts[1].Label2))
	assert.Equal(t, 0, target(p.Insts[3].Label))
	assert.Zero(t, p.Insts[0].Label)
	assert.Zero(t, insts[1].Label)

	insts[3].JIP = -28
	_, err = Placed(native.SKL, insts, offsets)
	var bad *InstError
	require.ErrorAs(t, err, &bad)
	require.ErrorContains(t, err, "while to offset 0x4, where no instruction begins")
	empty, err := Placed(native.SKL, nil, nil)
	require.NoError(t, err)
	assert.Empty(t, empty.Insts)
}

// TestPlacedEnds: offsets of call count from the branch, those of calla from the start of
// the code; a branch may go behind the last instruction, compact or not, and no further.
func TestPlacedEnds(t *testing.T) {
	for name, c := range map[string]struct {
		op      native.Op
		compact bool
		rel     int32
		to      int // -1: refused
	}{
		"forward":           {native.OpCall, false, 16, 2},
		"itself":            {native.OpCall, false, 0, 1},
		"absolute":          {native.OpCalla, false, 16, 1},
		"absolute start":    {native.OpCalla, false, 0, 0},
		"end":               {native.OpJmpi, false, 32, 3},
		"absolute end":      {native.OpCalla, false, 48, 3},
		"end of compact":    {native.OpJmpi, true, 24, 3},
		"middle":            {native.OpJmpi, false, 24, -1},
		"past the end":      {native.OpJmpi, false, 48, -1},
		"past compact":      {native.OpJmpi, true, 32, -1},
		"before":            {native.OpJmpi, false, -32, -1},
		"absolute negative": {native.OpCalla, false, -16, -1},
	} {
		p, err := Placed(native.SKL, []native.Inst{{Op: native.OpMov}, {Op: c.op, JIP: c.rel}, {Op: native.OpMov, Compact: c.compact}}, []int{0, 16, 32})
		if c.to < 0 {
			var bad *InstError
			require.ErrorAs(t, err, &bad, name)
			require.Equal(t, 1, bad.Inst, name)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, []int{c.to}, p.Labels, name)
	}
}

// TestPlacedAlone: a branch alone may go to its end.
func TestPlacedAlone(t *testing.T) {
	p, err := Placed(native.SKL, []native.Inst{{Op: native.OpJmpi, JIP: 16}}, []int{0})
	require.NoError(t, err)
	assert.Equal(t, []int{1}, p.Labels)
}
