package interp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/visa/asm"
	"github.com/genvisa/genvisa/visa/interp"
)

// TestAt: a thread says which instruction it runs next, by its line of the text.
func TestAt(t *testing.T) {
	k, err := asm.Parse("k.visaasm", []byte(`.version 4.1
.kernel "k"
.decl X v_type=G type=ud num_elts=8 align=GRF
.kernel_attr SimdSize=8
    mov (M1_NM, 8) X(0,0)<1> 0x1:ud
    add (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x1:ud
`))
	require.NoError(t, err)
	p, err := interp.New(k)
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Payload: make([]byte, 64), Mask: 0xFF})
	assert.Equal(t, dispatch.Place{Where: "k.visaasm:5:5", Inst: "mov (M1_NM, 8)"}, w.At(0))
	st, err := w.Resume(0, 1)
	require.NoError(t, err)
	require.Equal(t, dispatch.Running, st)
	assert.Equal(t, dispatch.Place{Where: "k.visaasm:6:5", Inst: "add (M1, 8)"}, w.At(0))
	_, err = w.Resume(0, 9)
	require.ErrorIs(t, err, interp.ErrFellOff)
	assert.Equal(t, dispatch.Place{Where: "k.visaasm", Inst: "past the last instruction"}, w.At(0))
}
