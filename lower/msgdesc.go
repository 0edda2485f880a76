package lower

import "github.com/genvisa/genvisa/native"

// message is a send before it is an instruction.
type message struct {
	kind  native.MessageKind
	field native.DescValues

	dst        native.Operand // response; unused when the message has none
	src0, src1 native.Operand
	split      int // GRFs that src1 holds, 0 for none
}

// send emits a message with the size, mask and predicate of in.
func (s *selector) send(in native.Inst, m *message) {
	msg, err := native.EncodeMessage(s.t, m.kind, m.field, m.split)
	if err != nil {
		s.unsupported("%v", err)
		return
	}
	in.Op, in.Sat, in.Msg = native.OpSend, false, msg
	s.addIndices(m.kind, &in.Msg)
	in.Dst, in.Src[0] = m.dst, m.src0
	if in.Dst.File == native.NoFile {
		in.Dst = native.NullDst(native.UD)
	}
	if m.split > 0 {
		in.Op, in.Src[1] = native.OpSends, m.src1
	}
	if m.field[native.DescBti] == native.BindlessBTI {
		s.addHandle(&in)
	}
	s.emit(in)
}

// sendLengths are the GRFs of response, first and second payload part.
func sendLengths(in *native.Inst) (response, first, second int) {
	return in.MessageGRFs()
}
