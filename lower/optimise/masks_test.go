package optimise

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// TestMasks: an instruction for all lanes gets the channels of what reads its result, and stays where
// that is not one channel for each element, or not on when it runs.
func TestMasks(t *testing.T) {
	const a, r, first, second = 0, 1, 2, 3
	moved := func(v, sub int32, from, at int32, size uint8) native.Inst {
		return native.Inst{
			Op: native.OpMov, ExecSize: size, Dst: edit.Virt(v, int(sub), native.Dst1, native.D),
			Src: [3]native.Operand{edit.Virt(from, int(at), packed8, native.D)},
		}
	}
	all := func(in native.Inst) native.Inst { in.NoMask = true; return in }
	on := func(from uint8, in native.Inst) native.Inst { in.ChanOff = from; return in }
	with := func(in native.Inst, change func(in *native.Inst)) native.Inst { change(&in); return in }
	made := all(moved(first, 0, a, 0, 8))
	read := on(8, moved(r, 32, first, 0, 8))
	for name, c := range map[string]struct {
		insts []native.Inst
		want  []int // channels from which on instructions are masked, -1 for all lanes
	}{
		"its channels":            {[]native.Inst{made, read}, []int{8, 8}},
		"one after another":       {[]native.Inst{made, all(moved(second, 0, first, 0, 8)), on(8, moved(r, 32, second, 0, 8))}, []int{8, 8, 8}},
		"twice":                   {[]native.Inst{made, moved(r, 0, first, 0, 8), all(moved(first, 0, a, 32, 8)), read}, []int{0, 0, 8, 8}},
		"of sixteen":              {[]native.Inst{all(moved(first, 0, a, 0, 16)), moved(r, 0, first, 0, 8), on(8, moved(r, 32, first, 32, 8))}, []int{0, 0, 8}},
		"several channels":        {[]native.Inst{made, moved(r, 0, first, 0, 8), read}, []int{-1, 0, 8}},
		"another element":         {[]native.Inst{all(moved(first, 0, a, 0, 16)), moved(r, 0, first, 32, 8)}, []int{-1, 0}},
		"in the middle":           {[]native.Inst{made, on(4, read)}, []int{-1, 4}},
		"all lanes":               {[]native.Inst{made, all(read)}, []int{-1, -1}},
		"one value for all":       {[]native.Inst{made, with(read, func(in *native.Inst) { in.Src[0].Region = native.Scalar })}, []int{-1, 8}},
		"nobody":                  {[]native.Inst{made}, []int{-1}},
		"behind a branch":         {[]native.Inst{made, {Op: native.OpJoin, ExecSize: 16}, read}, []int{-1, 0, 8}},
		"read before":             {[]native.Inst{read, made, read}, []int{8, -1, 8}},
		"a message":               {[]native.Inst{made, {Op: native.OpSend, ExecSize: 8, Src: [3]native.Operand{edit.Virt(first, 0, packed8, native.D)}}}, []int{-1, 0}},
		"some lanes":              {[]native.Inst{with(made, func(in *native.Inst) { in.PredCtrl = native.PredSeq }), read}, []int{-1, 8}},
		"a condition":             {[]native.Inst{with(made, func(in *native.Inst) { in.Cond = native.CondEQ }), read}, []int{-1, 8}},
		"few channels":            {[]native.Inst{with(made, func(in *native.Inst) { in.ExecSize = 4 }), with(read, func(in *native.Inst) { in.ExecSize = 4 })}, []int{-1, 8}},
		"more than the kernel":    {[]native.Inst{made, on(16, read)}, []int{-1, 16}},
		"an address":              {[]native.Inst{made, read, with(read, func(in *native.Inst) { in.Src[1] = native.Operand{File: native.Imm, AddrOf: first + 1} })}, []int{-1, 8, 8}},
		"an instruction's places": {[]native.Inst{made, read, with(read, func(in *native.Inst) { in.Uses = []int32{first} })}, []int{-1, 8, 8}},
		"through an address":      {[]native.Inst{with(made, func(in *native.Inst) { in.Src[0].Indirect = true }), read}, []int{-1, 8}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &native.Program{SIMD: 16, Insts: c.insts}
			for range 4 {
				p.Vars = append(p.Vars, native.Var{Size: 64, Align: 32, Fixed: -1})
			}
			want := 0
			for i := range c.insts {
				if c.insts[i].NoMask && c.want[i] >= 0 {
					want++
				}
			}
			assert.Equal(t, want, Masks(p))
			for i := range p.Insts {
				got := int(p.Insts[i].ChanOff)
				if p.Insts[i].NoMask {
					got = -1
				}
				assert.Equal(t, c.want[i], got, "instruction %d", i)
			}
		})
	}
	p := &native.Program{SIMD: 16, Insts: []native.Inst{made, read}, Vars: []native.Var{{Size: 64, Fixed: -1}, {Size: 64, Fixed: -1}, {Size: 64, Fixed: 320}}}
	assert.Zero(t, Masks(p), "a variable with a place")
}
