package eu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// TestRefusedForms: each edit alone makes an instruction that runs one that is refused.
func TestRefusedForms(t *testing.T) {
	f, uw, d := native.F, native.UW, native.D
	for name, c := range map[string]struct {
		target native.Target
		in     native.Inst
		edits  map[string]func(*native.Inst)
	}{
		"csel": {native.SKL, cond(ins(native.OpCsel, 4, dst(10, f), vec(1, f), vec(2, f), vec(3, f)), native.CondGT), map[string]func(*native.Inst){
			"overflow":     func(in *native.Inst) { in.Cond = native.CondOV },
			"no condition": func(in *native.Inst) { in.Cond = native.CondNone },
			"predicate":    func(in *native.Inst) { in.PredCtrl = native.PredSeq },
		}},
		"pln": {native.SKL, ins(native.OpPln, 8, dst(10, f), region(vec(1, f), 0, 1, 0), vec(2, f)), map[string]func(*native.Inst){
			"coefficients in the file of others": func(in *native.Inst) { in.Src[0].File = native.ARF },
			"coefficients by address":            func(in *native.Inst) { in.Src[0].Indirect = true },
			"coefficients in a row":              func(in *native.Inst) { in.Src[0].Region = native.Region{V: 8, W: 8, H: 1} },
			"coefficients at a quarter":          func(in *native.Inst) { in.Src[0].Sub = 8 },
			"negated coefficients":               func(in *native.Inst) { in.Src[0].Mod = native.ModNeg },
			"rows by address":                    func(in *native.Inst) { in.Src[1].Indirect = true },
			"rows in the middle":                 func(in *native.Inst) { in.Src[1].Sub = 4 },
			"strided rows":                       func(in *native.Inst) { in.Src[1].Region.H = 2 },
			"Align16":                            func(in *native.Inst) { in.Align16, in.Dst.ChanEn = true, 15 },
			"four channels":                      func(in *native.Inst) { in.ExecSize = 4 },
			"dwords":                             func(in *native.Inst) { in.Dst.Type = d },
		}},
		"dim": {native.HSW, ins(native.OpDim, 1, dst(10, native.DF), imm(1, native.DF)), map[string]func(*native.Inst){
			"two channels": func(in *native.Inst) { in.ExecSize = 2 },
			"half enables": func(in *native.Inst) { in.Align16, in.Dst.ChanEn = true, 3 },
			"register":     func(in *native.Inst) { in.Src[0] = vec(1, native.DF) },
			"float":        func(in *native.Inst) { in.Src[0].Type = f },
			"to floats":    func(in *native.Inst) { in.Dst.Type = f },
			"by address":   func(in *native.Inst) { in.Dst.Indirect = true },
			"saturation":   func(in *native.Inst) { in.Sat = true },
			"accumulator":  func(in *native.Inst) { in.AccWr = true },
			"condition":    func(in *native.Inst) { in.Cond = native.CondGT },
		}},
		"mov into ip": {native.IVB, scalar(ins(native.OpMov, 1, arf(native.ARFIP, 0, native.UD), imm(16, native.UD))), map[string]func(*native.Inst){
			"by address":            func(in *native.Inst) { in.Src[0] = vec(1, native.UD); in.Src[0].Indirect = true },
			"architecture register": func(in *native.Inst) { in.Src[0] = arf(native.ARFA0, 0, native.UD) },
			"negated":               func(in *native.Inst) { in.Src[0] = neg(vec(1, native.UD)) },
			"word":                  func(in *native.Inst) { in.Src[0].Type = uw },
			"saturation":            func(in *native.Inst) { in.Sat = true },
			"condition":             func(in *native.Inst) { in.Cond = native.CondGT },
			"channels":              func(in *native.Inst) { in.ExecSize = 2 },
			"masked":                func(in *native.Inst) { in.NoMask = false },
		}},
		"f16to32": {native.IVB, ins(native.OpF16to32, 8, dst(10, f), vec(1, uw)), map[string]func(*native.Inst){
			"modifier":    func(in *native.Inst) { in.Src[0].Mod = native.ModNeg },
			"saturation":  func(in *native.Inst) { in.Sat = true },
			"accumulator": func(in *native.Inst) { in.AccWr = true },
			"condition":   func(in *native.Inst) { in.Cond = native.CondGT },
			"Align16":     func(in *native.Inst) { in.Align16, in.Dst.ChanEn = true, 15 },
			"immediate":   func(in *native.Inst) { in.Src[0] = imm(1, uw) },
			"dwords":      func(in *native.Inst) { in.Src[0].Type = d },
			"no float":    func(in *native.Inst) { in.Dst.Type = uw },
		}},
	} {
		_, err := loadInsts(name, c.target, []native.Inst{c.in, eot()})
		require.NoError(t, err, name)
		for edit, make := range c.edits {
			in := c.in
			make(&in)
			_, err := loadInsts(name, c.target, []native.Inst{in, eot()})
			assert.ErrorContains(t, err, name, "%s: %s", name, edit)
		}
	}
}
