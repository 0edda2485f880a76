package lower

import (
	"math"

	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// emitLrp: without the instruction its four steps, each of which is rounded.
func emitLrp(s *selector) {
	if s.T.HasOp(s.r.op) {
		emitPlain(s)
		return
	}
	weight, first, second := s.src(s.arg(visa.ArgSrc0)), s.src(s.arg(visa.ArgSrc1)), s.src(s.arg(visa.ArgSrc2))
	one := native.ImmOperand(uint64(math.Float32bits(1)), native.F)
	product := s.stepTo(native.OpMul, native.F, weight, first)
	rest := weight
	rest.Mod = edit.Negated(weight.Mod)
	if weight.File == native.Imm {
		rest = native.ImmOperand(weight.Imm^1<<31, native.F)
	}
	rest = s.stepTo(native.OpMul, native.F, s.stepTo(native.OpAdd, native.F, rest, one), second)
	last := s.inst(native.OpAdd)
	last.Dst, last.Src, last.Uses = s.dst(s.arg(visa.ArgDst)), [3]native.Operand{product, rest}, s.uses()
	s.emit(last)
}
