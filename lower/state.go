package lower

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// state is a surface or sampler variable.
type state struct {
	table visa.StateVar
	v     int32
}

// findVariableStates finds the state variables whose contents have to be in a
// register: an index that is no constant where it is used, or one that a movs reads.
// Constants go into descriptors (findStates).
func (c *compiler) findVariableStates() {
	c.states = map[state]int32{}
	wanted, set := map[state]bool{}, map[state]bool{}
	want := func(o *visa.Operand, table visa.StateVar, index int32) {
		if o != nil && index == noBTI && (o.Kind == visa.Surface || o.Kind == visa.Sampler) {
			wanted[state{table, o.Var}] = true
		}
	}
	for i := range c.k.Insts {
		in := &c.k.Insts[i]
		want(in.Arg(visa.ArgSurface), visa.SurfaceVar, c.surfaces[i])
		want(in.Arg(visa.ArgSampler), visa.SamplerVar, c.samplers[i])
		if in.Op != visa.OpMovs {
			continue
		}
		if dst := visa.AsMovs(in).Dst(); dst.Kind == visa.State {
			set[state{dst.StateVar, dst.Var}] = true
		}
		if src := visa.AsMovs(in).Src0(); src.Kind == visa.State {
			wanted[state{src.StateVar, src.Var}] = true
		}
	}
	for i := range c.k.Inputs { // nothing fills those
		delete(set, state{c.k.Inputs[i].Kind, c.k.Inputs[i].Var})
	}
	for i := range c.k.Insts { // in the order of the text
		in := &c.k.Insts[i]
		if in.Op != visa.OpMovs {
			continue
		}
		dst := visa.AsMovs(in).Dst()
		at := state{dst.StateVar, dst.Var}
		if _, have := c.states[at]; dst.Kind == visa.State && wanted[at] && set[at] && !have {
			c.P.Vars = append(c.P.Vars, native.Var{Name: "state", Size: 4, Align: 4, Fixed: -1})
			c.states[at] = int32(len(c.P.Vars) - 1)
		}
	}
}

// emitMovs: a constant index of a surface or sampler goes into descriptors
// (findStates), so that the move itself is nothing unless the variable is in a
// register.
func emitMovs(s *selector) {
	dst, src := visa.AsMovs(s.in).Dst(), visa.AsMovs(s.in).Src0()
	if dst.Kind == visa.State {
		if _, val, ok := stateMove(s.in, dst.StateVar); ok && val != noBTI && !s.inRegister(dst) {
			return
		}
	}
	packed := src.Type == visa.V || src.Type == visa.UV
	if s.in.Exec.Size != 1 || packed || dst.Kind == visa.State && dst.Off != 0 || src.Kind == visa.State && src.Off != 0 {
		s.unsupported("movs of other than one number")
		return
	}
	in := s.inst(native.OpMov)
	switch {
	case dst.Kind != visa.State:
		in.Dst = s.dst(dst)
	case s.inRegister(dst):
		in.Dst = edit.Virt(s.states[state{dst.StateVar, dst.Var}], 0, native.Dst1, native.UD)
	default:
		return // nothing uses it
	}
	switch {
	case src.Kind != visa.State:
		in.Src[0] = s.src(src)
	case s.inRegister(src):
		in.Src[0] = edit.Virt(s.states[state{src.StateVar, src.Var}], 0, native.Scalar, native.UD)
	default:
		s.unsupported("movs from a surface or sampler variable that nothing sets")
		return
	}
	s.emit(in)
}

// inRegister says that the contents of a state variable are in a register.
func (s *selector) inRegister(o *visa.Operand) bool {
	_, ok := s.states[state{o.StateVar, o.Var}]
	return ok
}

// addIndices puts the descriptor of a message into a0.0 when an index in it is no
// constant: the sum of what is known, which Msg.Desc keeps, and the index. As in the
// finalizer's code nothing masks the index: RATIONALE.md.
func (s *selector) addIndices(kind native.MessageKind, msg *native.Message) {
	if o := s.in.Arg(visa.ArgSurface); o != nil && o.Kind == visa.Surface && s.surfaces[s.idx] == noBTI && o.Var != visa.SurfaceBindless {
		s.addIndex(kind, msg, native.DescBti, state{visa.SurfaceVar, o.Var})
	}
	if o := s.in.Arg(visa.ArgSampler); o != nil && s.samplers[s.idx] == noBTI && !s.handled(s.in) {
		s.addIndex(kind, msg, native.DescIndex, state{visa.SamplerVar, o.Var})
	}
}

func (s *selector) addIndex(kind native.MessageKind, msg *native.Message, field native.DescField, of state) {
	index := edit.Virt(s.states[of], 0, native.Scalar, native.UD)
	shift, ok := native.FieldShift(s.T, kind, field)
	if !ok {
		s.unsupported("index in a register of a message without one")
		return
	}
	if shift > 0 {
		v := s.NewVar("index", 4, 4)
		s.emit(s.scalar(native.OpShl, edit.Virt(v, 0, native.Dst1, native.UD), index, native.ImmOperand(uint64(shift), native.UD)))
		index = edit.Virt(v, 0, native.Scalar, native.UD)
	}
	a0 := native.Operand{File: native.ARF, Reg: native.ARFA0, Type: native.UD, Region: native.Dst1}
	if msg.DescReg { // with another index already
		sum := a0
		sum.Region = native.Scalar
		s.emit(s.scalar(native.OpAdd, a0, sum, index))
		return
	}
	s.emit(s.scalar(native.OpAdd, a0, index, native.ImmOperand(uint64(msg.Desc), native.UD)))
	msg.DescReg, msg.DescSub = true, 0
}

// fitDesc puts a descriptor that the instruction has no room for into a0.0.
func (s *selector) fitDesc(in *native.Inst) {
	if in.Msg.DescReg || s.T.ImmediateDesc(in.Op, in.Msg.Desc) {
		return
	}
	a0 := native.Operand{File: native.ARF, Reg: native.ARFA0, Type: native.UD, Region: native.Dst1}
	s.emit(s.scalar(native.OpMov, a0, native.ImmOperand(uint64(in.Msg.Desc), native.UD)))
	in.Msg.DescReg, in.Msg.DescSub = true, 0
}

// addHandle puts the extended descriptor of a message on a bindless surface into an
// address register: the sum of its other fields and the handle. Only a split send takes
// it from there.
func (s *selector) addHandle(in *native.Inst) {
	handle := edit.Virt(s.states[state{visa.SurfaceVar, visa.SurfaceBindless}], 0, native.Scalar, native.UD)
	if s.Caps.BindlessOffset {
		s.addPlace(in, handle)
		return
	}
	a0 := s.handleRegister(in)
	s.emit(s.scalar(native.OpAdd, a0, handle, native.ImmOperand(uint64(in.Msg.FullExDesc()), native.UD)))
	if in.Src[1].File == native.NoFile {
		in.Op, _ = s.T.SendOp(true)
		in.Src[1] = native.NullDst(native.UD)
	}
}

// addPlace puts the offset of a surface state into an address register, which has no other
// field of the extended descriptor.
func (s *selector) addPlace(in *native.Inst, place native.Operand) {
	s.emit(s.scalar(native.OpMov, s.handleRegister(in), place))
	in.Msg.ExBSO, in.Msg.Src1Len, in.Msg.ExDesc = true, uint8(in.Msg.ExDesc.Mlen()), 0
	if in.Src[1].File == native.NoFile {
		in.Src[1] = native.NullDst(native.UD)
	}
}

// handleRegister is where the extended descriptor of a message comes from, as a destination.
func (s *selector) handleRegister(in *native.Inst) native.Operand {
	sub := uint8(0)
	if in.Msg.DescReg { // the descriptor is in a0.0
		sub = handleSub
	}
	in.Msg.ExDescReg, in.Msg.ExDescSub = true, sub
	return native.Operand{File: native.ARF, Reg: native.ARFA0, Sub: uint16(sub), Type: native.UD, Region: native.Dst1}
}

// handleSub is the byte of a0 that an extended descriptor has beside a descriptor.
const handleSub = 8
