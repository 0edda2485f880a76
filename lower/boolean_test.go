package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/internal/values"
	"github.com/genvisa/genvisa/native"
)

// TestBooleanSteps: without the instruction each of the 256 functions of three bits gives its table, when the sources are what its
// columns are called by: aa, cc and f0.
func TestBooleanSteps(t *testing.T) {
	row := func(v uint32) string { return strings.TrimSpace(strings.Repeat(fmt.Sprintf("%08x ", v), 8)) }
	for _, target := range []native.Target{native.SKL, native.TGL, native.DG2} {
		for table := range 256 {
			text := fmt.Sprintf("bfn.x%x (M1, 8) D:ud A:ud B:ud C:ud\nA: %s\nB: %s\nC: %s\nD= %s\n", table,
				row(0xaaaaaaaa), row(0xcccccccc), row(0xf0f0f0f0), row(uint32(table)*0x01010101))
			if testing.Short() && table%16 != 6 {
				continue
			}
			cases, err := values.Parse("BFN.txt", text)
			require.NoError(t, err)
			r, err := compileCase(&cases[0], target)
			require.NoError(t, err)
			steps := 0
			for i := range r.Program.Insts {
				switch in := &r.Program.Insts[i]; in.Op {
				case native.OpBfn:
					assert.Equal(t, native.DG2, target)
				case native.OpAnd, native.OpOr, native.OpXor, native.OpNot:
					steps++
				}
			}
			assert.LessOrEqual(t, steps, 9, "bfn.x%x for %v", table, target)
			s, err := runCase(&cases[0], target)
			require.NoError(t, err)
			assert.Empty(t, cases[0].Diff(s), "bfn.x%x for %v", table, target)
		}
	}
}
