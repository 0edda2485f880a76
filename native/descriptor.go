package native

// Desc is a message descriptor. Its fields that every message has are methods,
// generated from the table in specs/eu/messages.md; those of one kind of message are
// read by DecodeMessage.
type Desc uint32

// ExDesc is an extended descriptor. Message.ExDesc has neither SFID nor EOT,
// which are fields of their own there.
type ExDesc uint32

// FullExDesc is the extended descriptor with SFID and end of thread, as
// assembly text shows it and an address register holds it.
func (m *Message) FullExDesc() ExDesc {
	ex, _ := m.ExDesc.WithSFID(int(m.SFID))
	if m.EOT {
		ex, _ = ex.WithEOT(1)
	}
	return ex
}

// Resolved is the message with descriptors that it has in registers: desc and ex
// are what the registers hold, and are ignored where it has none.
func (m Message) Resolved(desc Desc, ex ExDesc) Message {
	if m.DescReg {
		m.Desc, m.DescReg = desc, false
	}
	switch {
	case m.ExDescReg && m.ExBSO:
		m.ExDesc, m.ExDescReg = ex, false
	case m.ExDescReg:
		m.SFID, m.EOT = uint8(ex.SFID()), m.EOT || ex.EOT() != 0
		ex, _ = ex.WithSFID(0)
		ex, _ = ex.WithEOT(0)
		m.ExDesc, m.ExDescReg = ex, false
	}
	return m
}

// Known says that Desc tells which message it is and how long: it is an immediate, or
// the compiler has left there what it adds an index to.
func (m *Message) Known() bool { return (!m.ExDescReg || m.ExBSO) && (!m.DescReg || m.Desc != 0) }

// Headed says that the message has a header, or may have one.
func (m *Message) Headed() bool {
	if !m.Known() {
		return true
	}
	row, _, err := m.row()
	return m.Desc.Header() != 0 && (row == nil || err != nil || row.header != headerNone)
}

// Second is the registers of the second payload, where no register says it.
func (m *Message) Second() int {
	if m.ExBSO {
		return int(m.Src1Len)
	}
	return m.ExDesc.Mlen()
}

// Surface is the place of a bindless surface state in its heap, in units of 64 bytes, of a
// message whose extended descriptor is known.
func (m *Message) Surface() int {
	if m.ExBSO {
		return PlaceOf(m.ExDesc)
	}
	return m.ExDesc.Surface()
}

// PlaceOf is the place of Surface that the address register of a message with ExBSO has.
func PlaceOf(register ExDesc) int { return int(register >> PlaceShift) }

// PlaceShift is the lowest bit of that: those below it are of an offset inside of a surface state, which is 64 bytes.
const PlaceShift = 6

// MessageGRFs are the registers of response, first and second payload of a
// send, header included: 0 for what the instruction lacks, -1 for what a
// descriptor in a register says.
func (in *Inst) MessageGRFs() (response, first, second int) {
	response, first = in.Msg.Desc.Rlen(), in.Msg.Desc.Mlen()
	if in.Msg.DescReg && in.Msg.Desc == 0 {
		response, first = -1, -1
	}
	if f := in.Src[1].File; in.Op.IsSplit() || f == GRF || f == Virt { // every send of Gen12 may have two
		second = in.Msg.Second()
		if in.Msg.ExDescReg && !in.Msg.ExBSO {
			second = -1
		}
	}
	return response, first, second
}
