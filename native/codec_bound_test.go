package native

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCodecForgets: whatever it meets, a codec remembers no more shapes than it may, and
// gives those that it meets again a new number.
func TestCodecForgets(t *testing.T) {
	c, r := NewCodec(SKL), rand.New(rand.NewPCG(2, 3))
	first := Inst{Op: OpMov, ExecSize: 8, Dst: GRFOperand(1, 0, Dst1, F), Src: [3]Operand{GRFOperand(2, 0, Region{8, 8, 1}, F)}}
	var in Inst
	number := func(like Inst) int {
		b, err := c.AppendPatched(nil, &like, &Patch{})
		require.NoError(t, err)
		_, shape, err := c.Next(&in, b)
		require.NoError(t, err)
		require.Equal(t, like, in)
		return shape
	}
	require.Equal(t, 1, number(first))
	for i := range 3 * mostShapes {
		like := first
		like.ExecSize, like.PredCtrl, like.PredInv = 1<<r.IntN(4), PredCtrl(r.IntN(12)), r.IntN(2) == 0
		like.Sat, like.AccWr, like.NoMask, like.DepCtrl = r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, uint8(r.IntN(4))
		like.Cond, like.Flag, like.Src[0].Mod = CondMod(r.IntN(7)), Flag{Reg: uint8(r.IntN(2)), Sub: uint8(r.IntN(2))}, SrcMod(r.IntN(4))
		number(like)
		kept := 0
		for _, plan := range c.rows {
			kept += len(plan.insts)
		}
		if kept > mostShapes || len(c.plans) > mostShapes {
			t.Fatalf("after %d: %d and %d are kept", i, kept, len(c.plans))
		}
	}
	require.Greater(t, c.shapes, 2*mostShapes, "enough were met")
	again := number(first)
	assert.Greater(t, again, 1)
	assert.Equal(t, again, number(first))
}
