package lower

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// Fields of the channels of sample_unorm: the components in the low bits, what comes back of a pixel above.
const (
	unormChannels = 15
	unormOutput   = 4
	unormApart    = 3 // bytes, of which two components have every second pixel
)

// emitUnorm lowers sample_unorm: the header says which components come back and how, four numbers where the pixels are.
func emitUnorm(s *selector) {
	code := s.field(visa.ArgChannels)
	channels, output := code&unormChannels, code>>unormOutput
	if output == unormApart {
		s.unsupported("bytes of which R and B have every second pixel: no source says whether they share a register")
		return
	}
	n := s.in.Slot(int(s.in.Op.Info().Args[visa.ArgDst])-1).Bytes(s.in, 0)
	m := message{kind: s.r.msg}
	m.field[native.DescBti], m.field[native.DescIndex], m.field[native.DescRlen] = s.bti(), s.sampler(), n/grfBytes
	h, block := s.NewVar("header", grfBytes, grfBytes), s.NewVar("block", grfBytes, grfBytes)
	s.emit(s.wholeCopy(h))
	word := fixed.SamplerMask.In(^channels) | fixed.SamplerOutput.In(output)
	s.emit(s.scalar(native.OpMov, edit.Virt(h, fixed.SamplerMask.Byte(), native.Dst1, native.UD), native.ImmOperand(uint64(word), native.UD)))
	s.emit(s.wholeCopy(block)) // the dwords beside the numbers mean nothing
	for i, at := range [...]fixed.Field{fixed.UnormBlockU, fixed.UnormBlockV, fixed.UnormBlockDeltaU, fixed.UnormBlockDeltaV} {
		from := s.arg([...]visa.ArgName{visa.ArgUOffset, visa.ArgVOffset, visa.ArgDeltau, visa.ArgDeltav}[i])
		s.emit(s.scalar(native.OpMov, edit.Virt(block, at.Byte(), native.Dst1, native.F), s.scalarSrc(from)))
	}
	m.field[native.DescHeader], m.dst = 1, s.rawDst(s.arg(visa.ArgDst))
	m.parts = []payloadPart{header(h), whole(edit.Virt(block, 0, edit.Row8, native.UD), 1)}
	s.send(native.Inst{ExecSize: 8, NoMask: true}, &m)
}
