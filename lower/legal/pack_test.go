package legal

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/native"
)

// TestPackStep: elements of a destination are as far apart as the widest operand, halves and integers in one another as dwords;
// a move of bits has none.
func TestPackStep(t *testing.T) {
	for _, c := range []struct {
		op       native.Op
		dst, src native.Type
		want     int
	}{
		{native.OpMov, native.UB, native.HF, 4}, {native.OpMov, native.W, native.HF, 4}, {native.OpMov, native.D, native.HF, 4}, {native.OpMov, native.Q, native.HF, 8},
		{native.OpMov, native.HF, native.UB, 4}, {native.OpMov, native.HF, native.D, 4}, {native.OpMov, native.HF, native.F, 4}, {native.OpMov, native.HF, native.HF, 2},
		{native.OpMov, native.UB, native.UB, 1}, {native.OpMov, native.B, native.UB, 1}, {native.OpMov, native.UB, native.UW, 2}, {native.OpMov, native.UB, native.UD, 4}, {native.OpNot, native.UW, native.UW, 2},
	} {
		in := &native.Inst{Op: c.op, ExecSize: 8}
		in.Dst = native.Operand{File: native.Virt, Type: c.dst}
		in.Src[0] = native.Operand{File: native.Virt, Type: c.src}
		assert.Equal(t, c.want, PackStep(in), "%v from %v", c.dst, c.src)
	}
}
