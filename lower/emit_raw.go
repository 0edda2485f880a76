package lower

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// rawTo and rawEOT are what the extended descriptor of a raw message says: the shared function, and the end of the thread.
const (
	rawTo  = 0xF
	rawEOT = 1 << 5
)

// emitRaw sends a message as the text has it, whose descriptors are those of the target already: raw_sendc waits for the threads
// that this one depends on.
func emitRaw(s *selector) {
	ex, sources, results := uint32(s.field(visa.ArgExmsgdesc)), int(s.field(visa.ArgNumsrc)), int(s.field(visa.ArgNumdst))
	desc := s.in.Arg(visa.ArgDesc)
	switch {
	case desc.Kind != visa.Immediate:
		s.unsupported("a raw message whose descriptor is no constant")
	case ex&rawEOT != 0:
		s.unsupported("a raw message that ends the thread (%#x): want ret behind a message without that bit", ex)
	case ex&^rawTo != 0:
		s.unsupported("a raw message with the extended descriptor %#x: want a shared function, 0x0 to 0xf", ex)
	}
	if s.err != nil {
		return
	}
	msg := native.Message{SFID: uint8(ex & rawTo), Desc: native.Desc(uint32(desc.Imm))}
	if _, err := native.DecodeMessage(s.T, &msg); err != nil {
		s.unsupported("%v", err)
		return
	}
	if msg.Desc.Mlen() != sources || msg.Desc.Rlen() != results {
		s.unsupported("a raw message of %d registers with %d of response, whose descriptor has %d and %d", sources, results, msg.Desc.Mlen(), msg.Desc.Rlen())
		return
	}
	in := s.inst(native.OpSend)
	if s.in.Op == visa.OpRawSendc {
		in.Op = native.OpSendc
	}
	in.Msg, in.Sat = msg, false
	in.Dst, in.Src[0] = s.rawDst(s.in.Arg(visa.ArgDst)), s.payload(s.in.Arg(visa.ArgSrc))
	s.emit(in)
}
