package lower

import "github.com/genvisa/genvisa/native"

// message is a send before it is an instruction.
type message struct {
	kind  native.MessageKind
	field native.DescValues

	dst   native.Operand // response; unused when the message has none
	parts []payloadPart  // what it is sent with, one behind the other
	place native.Operand // offset of a surface state, of messages to the load/store cache
}

// send emits a message with the size, mask and predicate of in. What it is sent with
// comes in one payload or in two, as the target can and as it takes fewer copies.
func (s *selector) send(in native.Inst, m *message) {
	if has := func(t native.Target) bool { return m.kind.Fields(t) != nil }; !has(s.T) {
		s.unsupported("message %v, which target %v has not: want one of %v", m.kind, s.T, targetsThat(has))
		return
	}
	first := s.division(m.parts)
	m.field[native.DescMlen] = registersOf(m.parts)
	msg, err := native.EncodeMessage(s.T, m.kind, m.field, registersOf(m.parts[first:]))
	if err != nil {
		s.unsupported("%v", err)
		return
	}
	in.Op, _ = s.T.SendOp(first < len(m.parts)) // division asks whether there is one
	in.Sat, in.Msg = false, msg
	in.Src[0] = s.joined(m.parts[:first])
	if first < len(m.parts) {
		in.Src[1] = s.joined(m.parts[first:])
	}
	s.addIndices(m.kind, &in.Msg)
	s.fitDesc(&in)
	if in.Dst = m.dst; in.Dst.File == native.NoFile {
		in.Dst = native.NullDst(native.UD)
	}
	switch {
	case m.place.File != native.NoFile:
		s.addPlace(&in, m.place)
	case m.field[native.DescBti] == native.BindlessBTI:
		s.addHandle(&in)
	}
	s.emit(in)
}
