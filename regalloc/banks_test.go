package regalloc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestBanks: of three registers that a mad reads, the last goes to the next place but one, where the bank of the second is not.
func TestBanks(t *testing.T) {
	for _, c := range []struct {
		target native.Target
		want   []int32 // registers of the variables
	}{
		{native.SKL, []int32{1, 2, 3, 5}}, // sources 1 and 2 are variables 1 and 3: r4 has the bank of r2
		{native.BDW, []int32{1, 2, 3, 5}},
		{native.LKF, []int32{1, 2, 3, 4}}, // takes three of one bank
		{native.TGL, []int32{1, 2, 3, 4}}, // not known
	} {
		p := &native.Program{Name: "banks", SIMD: 8}
		p.Vars = append(p.Vars, native.Var{Name: "r0", Size: 32, Fixed: 0, LiveIn: true})
		for range c.want {
			p.Vars = append(p.Vars, native.Var{Size: 32, Fixed: -1})
		}
		virt := func(v int32) native.Operand {
			return native.Operand{File: native.Virt, Reg: v, Type: native.F, Region: native.Region{V: 8, W: 8, H: 1}}
		}
		write := func(v int32) native.Operand {
			o := virt(v)
			o.Region = native.Region{H: 1}
			return o
		}
		for v := range c.want {
			p.Insts = append(p.Insts, native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: write(int32(v) + 1), Src: [3]native.Operand{virt(0)}})
		}
		p.Insts = append(p.Insts, native.Inst{Op: native.OpMad, ExecSize: 8, NoMask: true, Dst: write(3), Src: [3]native.Operand{virt(1), virt(2), virt(4)}})
		p.Insts = append(p.Insts, native.Inst{Op: native.OpAdd, ExecSize: 8, NoMask: true, Dst: write(0), Src: [3]native.Operand{virt(3), virt(1)}})
		st, err := Allocate(p, c.target, Options{Verify: true})
		require.NoError(t, err)
		var got []int32
		for _, at := range st.Vars[1:] {
			got = append(got, at/32)
		}
		assert.Equal(t, c.want, got, c.target)
	}
}
