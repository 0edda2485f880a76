package lower

import (
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// perLane is how many GRFs hold one dword per lane.
func (s *selector) perLane() int {
	if s.in.Exec.Size > 16 {
		s.unsupported("scattered message of %d lanes: want at most 16", s.in.Exec.Size)
	}
	return (max(int(s.in.Exec.Size), edit.Lanes8)*4 + grfBytes - 1) / grfBytes
}

// raw is a raw operand as the start of a payload or response.
func (s *selector) raw(o *visa.Operand) native.Operand {
	if o.Var == visa.VarNull {
		return native.NullDst(native.UD)
	}
	reg, off, err := s.varFor(o.Var)
	if err != nil {
		s.unsupported("%v", err)
	}
	return edit.Virt(reg, off+int(o.Off), edit.Row8, native.UD)
}

// payload is a raw operand that a message reads.
func (s *selector) payload(o *visa.Operand) native.Operand {
	if o.Var == visa.VarNull && s.err == nil {
		s.err = s.errorf(s.in.Pos, "%s reads %%null: want a variable that holds the data or addresses", s.in.Op)
	}
	return s.raw(o)
}

func (s *selector) rawDst(o *visa.Operand) native.Operand {
	d := s.raw(o)
	d.Region = native.Dst1
	return d
}

// bti is the index of the instruction's surface in its descriptor: 0 for one that is no
// constant, which send adds.
func (s *selector) bti() int {
	b := s.surfaces[s.idx]
	if b == noBTI {
		if _, ok := s.states[state{visa.SurfaceVar, s.in.Arg(visa.ArgSurface).Var}]; !ok {
			s.unsupported("surface %s, whose binding table index nothing says", s.k.Surfaces[s.in.Arg(visa.ArgSurface).Var].Name)
		}
		if s.in.Arg(visa.ArgSurface).Var == visa.SurfaceBindless {
			if !s.Caps.Bindless {
				s.unsupported("surface %s by a handle, which target %v has not: want a binding table index, or one of %v", s.k.Surfaces[visa.SurfaceBindless].Name, s.T,
					targetsThat(func(t native.Target) bool { return t.Caps().Bindless }))
			}
			return native.BindlessBTI
		}
		return 0
	}
	return int(b)
}

// addresses are the n registers of byte offsets: the element offsets, with the
// global offset added where it is not zero.
func (s *selector) addresses(global, element *visa.Operand, n int) payloadPart {
	base := s.payload(element)
	if global.Kind == visa.Immediate && global.Imm == 0 {
		return rows(base, n, 4)
	}
	return s.sum(base, s.src(global), native.UD)
}

// sum is a row of addresses of a type: the sums of one of each lane and a common one.
func (s *selector) sum(base, common native.Operand, t native.Type) payloadPart {
	size := int(s.in.Exec.Size)
	bytes := max(size, edit.Lanes8) * t.Size()
	v := s.NewVar("addr", bytes, grfBytes)
	add := s.step(native.OpAdd)
	add.Dst = edit.Virt(v, 0, native.Dst1, t)
	base.Region, base.Type = edit.FitRegion(native.Region{V: 1, W: 1}, size), t
	add.Src = [3]native.Operand{base, common}
	s.emit(add)
	return payloadPart{o: edit.Virt(v, 0, edit.Row8, native.UD), n: bytes / grfBytes, cell: t.Size(), own: true}
}

// noBase begins a message with an address in each lane with a header where the target
// asks for one on stateless memory.
func (s *selector) noBase(m *message) {
	if m.field[native.DescBti] != fixed.SurfaceStateless || s.Caps.BareStateless {
		return
	}
	if s.plain == 0 {
		s.plain = s.NewVar("header", grfBytes, grfBytes) + 1
	}
	m.parts = append(m.parts, whole(edit.Virt(s.plain-1, 0, edit.Row8, native.UD), 1))
	m.field[native.DescHeader] = 1
}

// startPlain makes, in front of all else, the header that noBase gives messages: it adds
// nothing, and switches no lane off.
func (c *compiler) startPlain() {
	if c.plain == 0 {
		return
	}
	var start []native.Inst
	s := &selector{compiler: c, in: &c.k.Insts[0], out: &start}
	clear := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: edit.Virt(c.plain-1, 0, native.Dst1, native.UD)}
	clear.Src[0] = native.ImmOperand(0, native.UD)
	s.emit(clear)
	s.emit(s.scalar(native.OpMov, edit.Virt(c.plain-1, fixed.MemorySamples.Byte(), native.Dst1, native.UD), native.ImmOperand(uint64(fixed.MemorySamples.Mask()), native.UD)))
	c.P.Insts = slices.Insert(c.P.Insts, 0, start...)
	for l := range c.P.Labels {
		c.P.Labels[l] += len(start)
	}
}

// simd is the lane count of the message.
func (s *selector) simd() int { return max(int(s.in.Exec.Size), edit.Lanes8) }

// scattered is the common part of messages with an address per lane, of n
// GRFs, and data or response of c times as many.
func (s *selector) scattered(m *message, n, c int) {
	m.kind = s.r.msg
	m.field[native.DescBti], m.field[native.DescSimd] = s.bti(), s.simd()
	s.noBase(m)
	m.parts = append(m.parts, s.addresses(s.arg(visa.ArgOffset), s.arg(visa.ArgElementOffset), n))
	if dst := s.in.Arg(visa.ArgDst); dst != nil {
		m.dst = s.rawDst(dst)
	} else {
		m.parts = append(m.parts, rows(s.payload(s.arg(visa.ArgSrc)), n*c, 4))
	}
	s.send(s.inst(native.OpSend), m)
}

// emitByteScattered lowers gather_scaled and scatter_scaled: one, two or four
// bytes per lane in the low end of a dword.
func emitByteScattered(s *selector) {
	m := message{field: native.DescValues{native.DescBytes: 1 << s.field(visa.ArgNumBlocks)}}
	s.scattered(&m, s.perLane(), 1)
}

// channelBits is the width of a channel mask.
const channelBits = 4

// emitUntyped lowers gather4_scaled and scatter4_scaled: up to four dwords per
// lane. The native channel mask names the components that stay away.
func emitUntyped(s *selector) {
	mask := s.field(visa.ArgChannels)
	m := message{field: native.DescValues{native.DescOff: int(^mask & (1<<channelBits - 1))}}
	s.scattered(&m, s.perLane(), bits.OnesCount32(mask))
}

// emitBlock lowers oword_ld, oword_ld_unaligned and oword_st: one transfer, so
// without mask, of as many channels as it has dwords.
func emitBlock(s *selector) {
	owords := 1 << s.field(visa.ArgSize)
	m := message{kind: s.r.msg, field: native.DescValues{native.DescBti: s.bti(), native.DescOwords: owords}}
	h := s.NewVar("header", grfBytes, grfBytes)
	s.emit(s.scalar(native.OpMov, edit.Virt(h, fixed.MemoryOffset.Byte(), native.Dst1, native.UD), s.scalarSrc(s.arg(visa.ArgOffset))))
	if m.field[native.DescBti] == fixed.SurfaceStateless { // offsets are addresses: no base is added
		s.emit(s.scalar(native.OpMov, edit.Virt(h, fixed.MemoryBase.Byte(), native.Dst1, native.UD), native.ImmOperand(0, native.UD)))
	}
	s.block(&m, h, owords)
}

// block sends a message of as many owords whose header is the variable h.
func (s *selector) block(m *message, h int32, owords int) {
	m.parts = []payloadPart{header(h)}
	once := native.Inst{ExecSize: uint8(min(owords*4, 16)), NoMask: true}
	dst := s.in.Arg(visa.ArgDst)
	switch {
	case dst == nil:
		m.parts = append(m.parts, whole(s.payload(s.arg(visa.ArgSrc)), max(1, owords/2)))
		s.send(once, m)
	case owords == 1:
		s.halfBlock(once, m, s.rawDst(dst))
	default:
		m.dst = s.rawDst(dst)
		s.send(once, m)
	}
}

// halfBlock reads one oword: the upper half of the response is not data, and
// must not reach the destination.
func (s *selector) halfBlock(once native.Inst, m *message, dst native.Operand) {
	v := s.NewVar("oword", grfBytes, grfBytes)
	m.dst = edit.Virt(v, 0, native.Dst1, native.UD)
	s.send(once, m)
	once.Op, once.Dst = native.OpMov, dst
	once.Src[0] = edit.Virt(v, 0, native.Region{V: 4, W: 4, H: 1}, native.UD)
	s.emit(once)
}

// scalarSrc reads a vector operand for a single channel.
func (s *selector) scalarSrc(o *visa.Operand) native.Operand {
	out := s.src(o)
	if out.File != native.Imm {
		out.Region = native.Scalar
	}
	return out
}
