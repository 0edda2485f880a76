package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestInPairs: what is written of instructions in elements is read as those; other
// targets and types stay as they are, and places without a form are told.
func TestInPairs(t *testing.T) {
	reg := func(sub uint16, ty native.Type, r native.Region) native.Operand {
		return native.Operand{File: native.GRF, Reg: 10, Sub: sub, Type: ty, Region: r}
	}
	packed, one := native.Region{V: 4, W: 4, H: 1}, native.Region{H: 1}
	inst := func(n uint8, dst, src native.Operand) native.Inst {
		return native.Inst{Op: native.OpMov, ExecSize: n, Dst: dst, Src: [3]native.Operand{src}}
	}
	paired := inst(4, reg(0, native.D, native.Region{H: 2}), reg(0, native.DF, packed))
	paired.Paired = true
	for name, c := range map[string]struct {
		in   native.Inst
		src  native.Region // as written; of no source: there is no form
		dst  uint8
		none bool
	}{
		"packed":          {in: inst(4, reg(0, native.DF, one), reg(0, native.DF, packed)), src: native.Region{V: 8, W: 8, H: 1}, dst: 1},
		"over a register": {in: inst(4, reg(0, native.DF, one), reg(16, native.DF, packed)), src: native.Region{V: 4, W: 4, H: 1}, dst: 1},
		"at 8 bytes":      {in: inst(4, reg(0, native.DF, one), reg(8, native.DF, packed)), src: native.Region{V: 2, W: 2, H: 1}, dst: 1},
		"scalar":          {in: inst(4, reg(0, native.DF, one), reg(0, native.DF, native.Scalar)), src: native.Region{W: 2, H: 1}, dst: 1},
		"one":             {in: inst(1, reg(0, native.DF, one), reg(8, native.DF, native.Scalar)), src: native.Region{W: 2, H: 1}, dst: 1},
		"floats":          {in: inst(4, reg(0, native.DF, one), reg(0, native.F, packed)), src: native.Region{V: 1, W: 2}, dst: 1},
		"floats apart":    {in: inst(4, reg(0, native.DF, one), reg(0, native.F, native.Region{V: 8, W: 4, H: 2})), src: native.Region{V: 2, W: 2}, dst: 1},
		"one float":       {in: inst(4, reg(0, native.DF, one), reg(0, native.F, native.Scalar)), src: native.Scalar, dst: 1},
		"to dwords":       {in: paired, src: native.Region{V: 8, W: 8, H: 1}, dst: 1},
		"not paired":      {in: inst(4, reg(0, native.D, native.Region{H: 2}), reg(0, native.DF, packed)), none: true},
		"apart":           {in: inst(4, reg(0, native.DF, one), reg(0, native.DF, native.Region{V: 8, W: 4, H: 2})), none: true},
		"result apart":    {in: inst(4, reg(0, native.DF, native.Region{H: 2}), reg(0, native.DF, packed)), none: true},
		"at 4 bytes":      {in: inst(4, reg(4, native.DF, one), reg(0, native.DF, packed)), none: true},
		"words":           {in: inst(4, reg(0, native.DF, one), reg(0, native.W, packed)), none: true},
	} {
		w, ok := native.IVB.InPairs(&c.in)
		assert.Equal(t, !c.none, ok, name)
		if c.none {
			assert.Equal(t, c.in, w, name)
			continue
		}
		assert.Equal(t, 2*c.in.ExecSize, w.ExecSize, name)
		assert.Equal(t, c.src, w.Src[0].Region, name)
		assert.Equal(t, c.dst, w.Dst.Region.H, name)
		back, ok := native.IVB.Elements(&w)
		assert.True(t, ok, name)
		assert.Equal(t, c.in.ExecSize, back.ExecSize, name)
		assert.Equal(t, c.in.Paired, back.Paired, name)
		assert.Equal(t, c.in.Dst.Region, back.Dst.Region, name)
		same, ok := native.HSW.InPairs(&c.in)
		assert.True(t, ok, name)
		assert.Equal(t, c.in, same, name)
	}
}
