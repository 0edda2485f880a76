package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// TestAt: a thread says which instruction it runs next, by its byte offset.
func TestAt(t *testing.T) {
	second := ins(native.OpAdd, 8, dst(3, native.UD), vec(1, native.UD), vec(2, native.UD))
	second.ChanOff = 8
	r := load(t, 0xFF, ins(native.OpMov, 16, dst(2, native.UD), vec(1, native.UD)), second)
	assert.Equal(t, dispatch.Place{Where: "ip 0x00000", Inst: "mov (16|M0)"}, r.w.At(0))
	st, err := r.w.Resume(0, 1)
	require.NoError(t, err)
	require.Equal(t, dispatch.Running, st)
	assert.Equal(t, dispatch.Place{Where: "ip 0x00010", Inst: "add (8|M8)"}, r.w.At(0))

	p, err := loadInsts("open", native.SKL, []native.Inst{ins(native.OpMov, 8, dst(2, native.UD), vec(1, native.UD))})
	require.NoError(t, err)
	w := p.NewWorker(1)
	w.Start(0, &dispatch.Thread{Group: &dispatch.Group{}, Payload: make([]byte, 64), Mask: 0xFF})
	_, err = w.Resume(0, 9)
	require.Error(t, err)
	assert.Equal(t, dispatch.Place{Where: "ip 0x00010", Inst: "past the last instruction"}, w.At(0))
}
