package lower

import (
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// maxSampler is the registers that the payload of a sampler message can have.
const maxSampler = 11

// emitSampler lowers messages to the sampler: their parameters are those of the
// vISA instruction, in its order.
func emitSampler(s *selector) {
	if o := s.in.Arg(visa.ArgPaired); o != nil && o.Kind != visa.None && o.Var != visa.VarNull {
		s.unsupported("paired surface in %s: want %%null.0", s.k.Vars[o.Var].Name)
		return
	}
	if o := s.in.Arg(visa.ArgState); o != nil && o.Imm != 0 {
		s.unsupported("a message of threads that may have different samplers (divS): where execution units are fused it has to be parted")
		return
	}
	n := s.perLane()
	m := message{kind: native.MsgSampler}
	op, _ := s.samplerOp()
	m.field[native.DescType] = int(op.Info().Fixed[0].Value)
	m.field[native.DescBti], m.field[native.DescSimd] = s.bti(), s.simd()
	if s.in.Arg(visa.ArgSampler) != nil {
		m.field[native.DescIndex] = s.sampler()
	}
	channels, each := 15, n
	if o := s.in.Arg(visa.ArgChannels); o != nil {
		channels = int(o.Imm)
	}
	dst := s.arg(visa.ArgDst)
	if s.k.Vars[dst.Var].Type.Size() == 2 {
		m.kind, each = native.MsgSamplerHalf, 1
	}
	m.dst = s.rawDst(dst)
	m.field[native.DescRlen] = each * bits.OnesCount(uint(channels))
	if h, ok := s.samplerHeader(); ok {
		m.field[native.DescHeader] = 1
		m.parts = append(m.parts, payloadPart{o: h, n: 1, fixed: true})
	}
	m.parts = append(m.parts, s.samplerParams(n)...)
	if registersOf(m.parts) > maxSampler {
		s.unsupported("sampler message of %d registers: want at most %d", registersOf(m.parts), maxSampler)
		return
	}
	s.send(s.inst(native.OpSend), &m)
}

// samplerOp is the instruction whose message the sampler gets, and the place where a level
// of 0 has to be put among its parameters, or -1: a target without LevelZero has only
// messages with a level that do the same.
func (s *selector) samplerOp() (op visa.Op, level int) {
	switch {
	case !s.r.later || s.Caps.LevelZero:
		return s.in.Op, -1
	case s.r.leveled == visa.OpInvalid:
		s.unsupported("a message that the sampler of target %v has not: want one of %v", s.T, targetsThat(func(t native.Target) bool { return t.Caps().LevelZero }))
		return s.in.Op, -1
	}
	return s.r.leveled, s.r.level
}

// samplerParams are the parameters, of n registers each.
func (s *selector) samplerParams(n int) (parts []payloadPart) {
	args := &s.in.Op.Info().Args
	var params []visa.Operand
	if first := args[visa.ArgParams]; first > 0 {
		params = s.in.Args[first-1:]
	} else if lod := args[visa.ArgLod]; lod > 0 {
		params = s.in.Args[lod-1 : lod]
	}
	for i := range params {
		o := &params[i]
		if s.k.Vars[o.Var].Type.Size() == 2 {
			s.unsupported("sampler parameters of 16 bits")
		}
		parts = append(parts, s.rowPart(o, n))
	}
	if _, level := s.samplerOp(); level >= 0 && level < len(parts) { // what is left out is 0, too
		parts = slices.Insert(parts, level, payloadPart{n: n, zero: true})
	}
	if s.exchangesLevel() && len(parts) > 1 {
		if len(parts) == 2 { // the third one was left out
			parts = append(parts, payloadPart{n: n, zero: true})
		}
		parts[1], parts[2] = parts[2], parts[1]
	}
	if len(parts) == 0 {
		parts = append(parts, whole(s.r0(0, edit.Row8), 1)) // a message has a payload
	}
	return parts
}

// exchangesLevel says that a load_3d has v where the target has the level of detail.
func (s *selector) exchangesLevel() bool {
	if s.in.Op != visa.OpLoad3d {
		return false
	}
	if s.loads == nil {
		s.loads = visa.LoadsOf(s.text)
	}
	order := s.loads.Order(s.in)
	if order == visa.LoadOrderOpen {
		s.unsupported("parameters that are %s in text for Gen8 and before and %s in later text: want the platform that the text was made for, which it does not tell",
			visa.LevelSecond, visa.LevelThird)
	}
	return (order == visa.LevelSecond) != s.Caps.LevelSecond
}

// sampler is the index of the instruction's sampler, as bti is that of its surface.
func (s *selector) sampler() int {
	if s.handled(s.in) {
		if !s.Caps.BindlessSamplers {
			s.unsupported("the bindless sampler %s, which has a handle, which target %v has not: want an index, or one of %v", visa.BindlessSampler, s.T,
				targetsThat(func(t native.Target) bool { return t.Caps().BindlessSamplers }))
		}
		return 0
	}
	i := s.samplers[s.idx]
	if i == noBTI {
		if _, ok := s.states[state{visa.SamplerVar, s.in.Arg(visa.ArgSampler).Var}]; !ok {
			s.unsupported("sampler %s, whose index nothing says", s.k.Samplers[s.in.Arg(visa.ArgSampler).Var].Name)
		}
		return 0
	}
	return int(i)
}

// handled says that the sampler of a message has a handle, which is in the message's header.
func (c *compiler) handled(in *visa.Inst) bool {
	o := in.Arg(visa.ArgSampler)
	return o != nil && o.Kind == visa.Sampler && c.k.Samplers[o.Var].Name == visa.BindlessSampler
}

// headerWord is dword 2 of the header of a sampler message, but for an offset that is
// no constant. needed is false for a message that does without header: the first
// components come back, nothing is added to places, and the target lets it be.
func (c *compiler) headerWord(in *visa.Inst) (word uint32, offset *visa.Operand, needed bool) {
	channels := uint32(15)
	if o := in.Arg(visa.ArgChannels); o != nil {
		channels = uint32(o.Imm)
	}
	if o := in.Arg(visa.ArgChannel); o != nil {
		word = fixed.SamplerChannel.In(uint32(o.Imm))
	}
	offset = in.Arg(visa.ArgAoffimmi)
	if offset != nil && offset.Kind == visa.Immediate {
		word |= fixed.SamplerOffsets.In(uint32(offset.Imm))
		offset = nil
	}
	prefix := channels&(channels+1) == 0
	needed = c.Caps.SamplerHeader || !prefix || word != 0 || offset != nil || in.Op == visa.OpSampleinfo || c.handled(in)
	return word | fixed.SamplerMask.In(^channels), offset, needed
}

// startHeader makes registers for the headers of all sampler messages, in which only
// dword 2 changes, and dword 3 where samplers have handles.
func (c *compiler) startHeader() {
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		if rules[in.Op].msg != native.MsgSampler {
			continue
		}
		h := c.headerOf(in)
		if _, _, needed := c.headerWord(in); !needed || h.made {
			continue
		}
		s := &selector{compiler: c, in: in, out: &c.P.Insts}
		h.reg, h.made = s.NewVar("header", grfBytes, grfBytes), true
		s.emit(s.wholeCopy(h.reg))
	}
}

// headerOf is what a sampler message has as header if it needs one.
func (c *compiler) headerOf(in *visa.Inst) *samplerHeaders {
	if c.handled(in) {
		return &c.handleHeader
	}
	return &c.header
}

// wholeCopy makes a register a copy of r0.
func (s *selector) wholeCopy(v int32) native.Inst {
	in := native.Inst{Op: native.OpMov, ExecSize: 8, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, native.UD)}
	in.Src[0] = s.r0(0, edit.Row8)
	return in
}

// samplerHeader is the header of a sampler message; ok is false for one that needs
// none.
func (s *selector) samplerHeader() (h native.Operand, ok bool) {
	word, offset, needed := s.headerWord(s.in)
	if !needed {
		return h, false
	}
	now := s.headerOf(s.in)
	at := edit.Virt(now.reg, fixed.SamplerOffsets.Byte(), native.Dst1, native.UD)
	if block := s.blocks[s.idx]; !now.known || now.word != word || now.block != block || offset != nil {
		s.emit(s.scalar(native.OpMov, at, native.ImmOperand(uint64(word), native.UD)))
		now.known, now.word, now.block = offset == nil, word, block
	}
	if offset != nil {
		from := at
		from.Region = native.Scalar
		s.emit(s.scalar(native.OpOr, at, from, s.scalarSrc(offset)))
	}
	if s.handled(s.in) {
		handle := edit.Virt(s.states[state{visa.SamplerVar, s.in.Arg(visa.ArgSampler).Var}], 0, native.Scalar, native.UD)
		s.emit(s.scalar(native.OpMov, edit.Virt(now.reg, fixed.SamplerStates.Byte(), native.Dst1, native.UD), handle))
	}
	return edit.Virt(now.reg, 0, edit.Row8, native.UD), true
}

// samplerHeaders is the register that sampler messages have as header, and what its
// dword 2 holds at the end of the code so far, in a block.
type samplerHeaders struct {
	reg   int32
	made  bool
	known bool
	word  uint32
	block int32
}

// emitTyped lowers gather4_typed and scatter4_typed: one texel per lane of eight.
func emitTyped(s *selector) {
	mask := s.field(visa.ArgChannels)
	m := message{kind: s.r.msg}
	m.field[native.DescBti], m.field[native.DescSlots] = s.bti(), 1
	m.field[native.DescOff] = int(^mask & (1<<channelBits - 1))
	m.parts = s.coordinates()
	if o := s.in.Arg(visa.ArgSrc); o != nil {
		m.parts = append(m.parts, rows(s.payload(o), bits.OnesCount32(mask), 4))
	} else {
		m.dst = s.rawDst(s.arg(visa.ArgDst))
	}
	s.send(s.inst(native.OpSend), &m)
}

// coordinates are those of a typed message that the instruction has; null at the end is
// none.
func (s *selector) coordinates() (parts []payloadPart) {
	if s.in.Exec.Size > edit.Lanes8 {
		s.unsupported("typed message of %d lanes: want at most %d", s.in.Exec.Size, edit.Lanes8)
	}
	n := 0
	for i, name := range [...]visa.ArgName{visa.ArgU, visa.ArgV, visa.ArgR, visa.ArgLod} {
		o := s.arg(name)
		if o.Var != visa.VarNull {
			n = i + 1
		}
		parts = append(parts, s.rowPart(o, 1))
	}
	return parts[:max(n, 1)]
}

// emitTypedAtomic lowers typed_atomic.
func emitTypedAtomic(s *selector) {
	op := s.field(visa.ArgOp)
	a := atomicOps[op&atomicOpBits]
	if !a.ok || a.float || op&(atomic16|atomic64) != 0 {
		s.unsupported("typed atomic operation %#x", op)
	}
	m := message{kind: native.MsgTypedAtomic, field: native.DescValues{native.DescOp: a.op, native.DescBti: s.bti()}}
	operands := []*visa.Operand{s.arg(visa.ArgSrc0), s.arg(visa.ArgSrc1)}
	if a.swap {
		operands[0], operands[1] = operands[1], operands[0]
	}
	m.parts = s.coordinates()
	for _, o := range operands[:a.srcs] {
		m.parts = append(m.parts, rows(s.payload(o), 1, 4))
	}
	if dst := s.arg(visa.ArgDst); dst.Var != visa.VarNull {
		m.dst, m.field[native.DescReturn] = s.rawDst(dst), 1
	}
	s.send(s.inst(native.OpSend), &m)
}

// evenLines is the code of the even lines of a media block; that of the odd ones is one more.
const evenLines = 6

// emitMedia lowers media_ld and media_st: a rectangle of bytes for the whole thread.
func emitMedia(s *selector) {
	width, height := s.field(visa.ArgBlockWidth), s.field(visa.ArgBlockHeight)
	pitch := uint32(4)
	for pitch < width {
		pitch *= 2
	}
	n := int(pitch*height+grfBytes-1) / grfBytes
	m := message{kind: s.r.msg}
	m.field[native.DescBti] = s.bti() + int(s.field(visa.ArgPlane))
	if first, interlaced := visa.MediaField(uint64(s.field(visa.ArgModifiers))); interlaced {
		m.field[native.DescLines] = first + evenLines
	}
	h := s.NewVar("header", grfBytes, grfBytes)
	s.emit(s.wholeCopy(h))
	for i, v := range []native.Operand{
		s.scalarSrc(s.arg(visa.ArgXOffset)), s.scalarSrc(s.arg(visa.ArgYOffset)),
		native.ImmOperand(uint64(fixed.MediaWidth.In(width-1)|fixed.MediaHeight.In(height-1)), native.UD),
	} {
		at := [...]fixed.Field{fixed.MediaX, fixed.MediaY, fixed.MediaWidth}[i].Byte()
		s.emit(s.scalar(native.OpMov, edit.Virt(h, at, native.Dst1, native.UD), v))
	}
	m.parts = []payloadPart{header(h)}
	if o := s.in.Arg(visa.ArgSrc); o != nil {
		m.parts = append(m.parts, whole(s.payload(o), n))
	} else {
		m.dst, m.field[native.DescRlen] = s.rawDst(s.arg(visa.ArgDst)), n
	}
	s.send(native.Inst{ExecSize: 8, NoMask: true}, &m)
}

// emitSamplerFlush waits until the sampler sees what was written.
func emitSamplerFlush(s *selector) {
	once := native.Inst{ExecSize: 8, NoMask: true}
	v := s.NewVar("flush", grfBytes, grfBytes)
	s.send(once, &message{kind: native.MsgSamplerFlush, parts: []payloadPart{whole(s.r0(0, edit.Row8), 1)}, dst: edit.Virt(v, 0, native.Dst1, native.UD)})
	once.Op, once.Dst = native.OpMov, native.NullDst(native.UD)
	once.Src[0] = edit.Virt(v, 0, edit.Row8, native.UD)
	s.emit(once)
}
