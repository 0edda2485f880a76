package native

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNarrowestAccess: words of a0, f and tdr0, dwords of cr, n and ip, bytes of the others
// (Ivy Bridge PRM vol. 4 part 3, 3.3.3.2).
func TestNarrowestAccess(t *testing.T) {
	narrow := RuleByID("eu.arf.narrow")
	for reg, least := range map[int32]int{
		ARFA0: 2, ARFAcc0: 1, ARFAcc1: 1, ARFF0: 2, ARFCE0: 1, ARFSR0: 1, ARFCR0: 4, ARFN0: 4, ARFIP: 4, ARFTDR0: 2, ARFTM0: 1,
	} {
		for _, ty := range []Type{UB, UW, UD} {
			in := Inst{Op: OpMov, ExecSize: 1, Dst: GRFOperand(2, 0, Dst1, UD), Src: [3]Operand{{File: ARF, Reg: reg, Type: ty, Region: Scalar}}}
			c := newChecked(SKL, &in)
			assert.Equal(t, ty.Size() < least, narrow.broken(&c), "register %#x as %s", reg, ty)
		}
	}
}
