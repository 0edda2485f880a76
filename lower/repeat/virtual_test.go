package repeat

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestVirtual: which moves to a0.0 stay before registers have places.
func TestVirtual(t *testing.T) {
	a0 := native.Operand{File: native.ARF, Reg: native.ARFA0, Type: native.UD, Region: native.Dst1}
	from := func(v int32) native.Inst {
		return native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: a0, Src: [3]native.Operand{edit.Virt(v, 4, native.Scalar, native.UD)}}
	}
	write := func(v int32, at int) native.Inst {
		return native.Inst{Op: native.OpMov, ExecSize: 1, NoMask: true, Dst: edit.Virt(v, at, native.Dst1, native.UD), Src: [3]native.Operand{native.ImmOperand(1, native.UD)}}
	}
	address := native.Inst{
		Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: native.Operand{File: native.VirtAddr, Type: native.UW, Region: native.Dst1},
		Src: [3]native.Operand{native.ImmOperand(0, native.UW)},
	}
	word := from(0)
	word.Dst = edit.Virt(1, 12, native.Dst1, native.UD)
	masked := from(0)
	masked.PredCtrl = native.PredSeq
	jump := native.Inst{Op: native.OpJmpi, ExecSize: 1, NoMask: true, Label: 1}
	for name, c := range map[string]struct {
		insts []native.Inst
		left  int
	}{
		"the same":                   {[]native.Inst{from(0), write(1, 0), from(0)}, 2},
		"three times":                {[]native.Inst{from(0), from(0), from(0)}, 1},
		"another":                    {[]native.Inst{from(0), from(1), from(0)}, 3},
		"changed in between":         {[]native.Inst{from(0), write(0, 4), from(0)}, 3},
		"a dword beside it":          {[]native.Inst{from(0), write(0, 8), from(0)}, 2},
		"an address in between":      {[]native.Inst{from(0), address, from(0)}, 3},
		"a word of a header":         {[]native.Inst{word, write(1, 8), word}, 2},
		"that word changed":          {[]native.Inst{word, write(1, 12), word}, 3},
		"what it is of changed":      {[]native.Inst{word, write(0, 4), word}, 3},
		"beside an address":          {[]native.Inst{word, address, word}, 2},
		"perhaps":                    {[]native.Inst{masked, from(0)}, 2},
		"perhaps another in between": {[]native.Inst{from(0), masked, from(0)}, 3},
		"in another block":           {[]native.Inst{from(0), jump, from(0)}, 3},
	} {
		p := &native.Program{Insts: c.insts, Vars: []native.Var{{Size: 32, Align: 32, Fixed: -1}, {Size: 32, Align: 32, Fixed: -1}}, Addrs: []native.AddrVar{{Words: 8}}, Labels: []int{len(c.insts)}}
		require.NoError(t, Run(edit.New(p, native.DG2)))
		assert.Len(t, p.Insts, c.left, name)
		assert.Equal(t, []int{c.left}, p.Labels, name)
	}
}
