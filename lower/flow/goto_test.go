package flow

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/internal/listing"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestGoto: branches for lanes, and those of all lanes among them, on targets that have goto.
func TestGoto(t *testing.T) {
	targets := []native.Target{native.BDW, native.SKL, native.LKF, native.TGL}
	listing.Check(t, "goto.txt", targets, func(p *native.Program, target native.Target) error {
		return Run(edit.New(p, target))
	})
}

// TestBroadcast: channel 0 of a flag goes through one dword.
func TestBroadcast(t *testing.T) {
	e := edit.New(&native.Program{SIMD: 16}, native.SKL)
	f := &flowState{Editor: e}
	out := &edit.Sequence{}
	assert.EqualValues(t, 1, f.broadcast(e.NewFlag("q", 16), out))
	assert.Equal(t, []native.Var{{Name: "t0", Size: 4, Align: 4, Fixed: -1}}, e.P.Vars)
	assert.Equal(t, native.Inst{
		Op: native.OpAnd, ExecSize: 1, NoMask: true, Dst: edit.Virt(0, 0, native.Dst1, native.D),
		Src: [3]native.Operand{edit.FlagReg(0, 0, native.Scalar, native.UW), native.ImmOperand(1, native.UW)},
	}, out.Insts[0])
}

// TestJump: what asks any or all channels of a flag that is the same in all asks the first; one without a predicate asks none.
func TestJump(t *testing.T) {
	p := &native.Program{SIMD: 16, Flags: []native.FlagVar{{Name: "q", Bits: 16}}}
	for from, want := range map[native.PredCtrl]native.PredCtrl{
		native.PredNone: native.PredNone, native.PredSeq: native.PredSeq, native.PredAny16H: native.PredSeq, native.PredAll16H: native.PredSeq,
	} {
		in := native.Inst{Op: native.OpGoto, ExecSize: 16, PredCtrl: from, PredInv: true, Flag: native.Flag{Virt: 1}, Label: 1}
		assert.True(t, together(p, &in, []int{16}), from)
		assert.Equal(t, from == native.PredNone, together(p, &in, []int{8}), "a flag that differs behind channel 8")
		jump(&in)
		assert.Equal(t, native.Inst{Op: native.OpJmpi, ExecSize: 1, NoMask: true, PredCtrl: want, PredInv: true, Flag: native.Flag{Virt: 1}, Label: 1}, in)
	}
	half := native.Inst{Op: native.OpGoto, ExecSize: 8, ChanOff: 8, Flag: native.Flag{Virt: 1}}
	assert.False(t, together(p, &half, []int{16}), "of some lanes")
}
