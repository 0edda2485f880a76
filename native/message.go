package native

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/lazy"
)

// DescValues are the fields of a descriptor as values (lanes, counts, bytes);
// a field that the message does not have is 0.
type DescValues [NumDescFields]int

// MessageInfo is a decoded message. The fields DescMlen and DescRlen are GRFs
// as the descriptor says, DescMlen of both parts of a split send together.
type MessageInfo struct {
	Kind     MessageKind
	Field    DescValues
	Payload  int  // GRFs after the header that the message needs
	Response int  // GRFs that it writes back
	Block    bool // it is one transfer for the whole thread, whatever lanes are enabled
}

// String is the message's name in specs/eu/messages.md.
func (k MessageKind) String() string {
	if k >= numMessageKinds {
		return "message?"
	}
	return messageNames[k]
}

// String is the field's name in specs/eu/messages.md.
func (f DescField) String() string {
	if f >= NumDescFields {
		return "field?"
	}
	return descFieldNames[f]
}

// messageCode is the names of a field's codes in messages of a kind.
type messageCode struct {
	kind  MessageKind
	field DescField
	names []string // by code, "" for one without
}

// CodeNames are what specs/eu/messages.md calls the codes of a field, by code; nil where it has no names for them.
func (k MessageKind) CodeNames(f DescField) []string {
	for i := range messageCodes {
		if c := &messageCodes[i]; c.kind == k && c.field == f {
			return c.names
		}
	}
	return nil
}

// Whether a message has a header.
const (
	headerNo = iota
	headerYes
	headerOptional
	headerNone // nor a bit that says so
)

// Whose the dwords of payload and response are.
const (
	lanesDword   = iota // dword i of every group of ExecSize dwords is lane i's
	lanesQword          // 64-bit addresses, data of dwords or, when wide, of qwords
	lanesQwords         // 64-bit addresses and data
	lanesQbytes         // 64-bit addresses, bytes in dwords, or 8 of them
	lanesDqwords        // 32-bit addresses, data of qwords
	lanesWord           // lanes have 16 bits of data
	lanesSized          // addresses and data in cells as their fields say
	lanesVectors        // two vectors of four lanes, a dword each in every register
	lanesThread         // one transfer for the whole thread
)

type descMatch struct {
	lo, n uint8
	want  Desc
}

type descBits struct {
	field DescField
	lo, n uint8
	codes []int // value by code, -1 reserved; nil: the code itself
}

type message struct {
	kind     MessageKind
	targets  uint16
	sfid     uint8
	match    []descMatch
	fields   []descBits
	extended []descBits // of the extended descriptor
	header   uint8
	lanes    uint8
	ignored  ExDesc // bits that may have any value
	payload  uint8  // lengthOf
	response uint8
}

// sharedFunction is the name of what messages of an SFID go to on some targets.
type sharedFunction struct {
	sfid    uint8
	targets uint16
	name    string
}

// SharedFunction names what messages of an SFID go to: the enumeration SFID has what it
// is, or its name.
func (t Target) SharedFunction(sfid uint8) string {
	if name := t.function(sharedFunctions, sfid); name != "" {
		return name
	}
	return fmt.Sprintf("no shared function of %v", t)
}

// SFIDName is the shared function of a send that has two payloads, in its mnemonic.
func (t Target) SFIDName(sfid uint8) string {
	if name := t.function(sfidTexts, sfid); name != "" {
		return name
	}
	return fmt.Sprintf("sfid%d", sfid)
}

func (t Target) function(list []sharedFunction, sfid uint8) string {
	for i := range list {
		if f := &list[i]; f.sfid == sfid && f.targets>>t&1 != 0 {
			return f.name
		}
	}
	return ""
}

func descGet(desc Desc, lo, n uint8) Desc { return desc >> lo & (1<<n - 1) }

// messagesTo are the messages of a shared function, in the order of the table.
func messagesTo(sfid uint8) []*message { return bySFID.From(sortBySFID)[sfid&15] }

var bySFID lazy.Table[[1 << 4][]*message]

func sortBySFID() *[1 << 4][]*message {
	var to [1 << 4][]*message
	for i := range messages {
		m := &messages[i]
		to[m.sfid] = append(to[m.sfid], m)
	}
	return &to
}

func (m *message) matches(t Target, msg *Message) bool {
	if m.targets>>t&1 == 0 || m.sfid != msg.SFID {
		return false
	}
	for _, c := range m.match {
		if descGet(msg.Desc, c.lo, c.n) != c.want {
			return false
		}
	}
	return true
}

// BindlessBTI is the binding table index of a surface whose state the extended
// descriptor finds, on targets with the fact Bindless.
const BindlessBTI = fixed.SurfaceBindless

// MessageError is a descriptor that contradicts the message that it names: its
// lengths or its header bit are not that message's.
type MessageError struct {
	Msg Message
	Why string
}

// Error names the message by its numbers.
func (e *MessageError) Error() string { return e.Msg.fault(e.Why) }

// UnknownMessageError says which message, or which form of one, the tables do
// not have.
type UnknownMessageError struct {
	Msg Message
	Why string
}

// Error names the message by its numbers.
func (e *UnknownMessageError) Error() string { return e.Msg.fault(e.Why) }

// Is reports that the error is errors.ErrUnsupported.
func (e *UnknownMessageError) Is(target error) bool { return target == errors.ErrUnsupported }

func (m *Message) fault(why string) string {
	return fmt.Sprintf("message sfid %d desc %#08x: %s", m.SFID, m.Desc, why)
}

// DwordLanes reports whether dword i of every group of ExecSize dwords of the
// message's payload and response belongs to lane i. It is false for messages
// with 64-bit addresses or data, for block messages, and for those that no table
// has. Targets do not matter: a message that several have is the same on all.
func (m *Message) DwordLanes() bool {
	if !m.Known() {
		return false
	}
	row, _, err := m.row()
	return err == nil && row != nil && row.lanes == lanesDword
}

// BlockBytes are the bytes of its response that a block load with a vector size writes, however few lanes it is an
// instruction of; 0 for other messages. Like DwordLanes it asks for no target.
func (m *Message) BlockBytes() int {
	if !m.Known() {
		return 0
	}
	row, info, err := m.row()
	if row == nil || err != nil || !info.Block || info.Response == 0 {
		return 0
	}
	return info.Field[DescBytes] * info.Field[DescVector]
}

// row is the message of the table that this is on some target, with its fields; nil for none.
func (m *Message) row() (*message, MessageInfo, error) {
	for _, row := range messagesTo(m.SFID) {
		if row.matches(rowTarget(row), m) {
			info, err := row.decode(m, *anyRegionBits.From(unitedRegionBits))
			return row, info, err
		}
	}
	return nil, MessageInfo{}, nil
}

// LaneCells are the bytes that each lane has of every group in the payload: first
// its address, ExecSize of them after each other, then as many cells of data as
// fill the payload, and of the response, group by group. They are 0 where no table
// says whose a dword is. Like DwordLanes it asks for no target.
func (m *Message) LaneCells() (address, data int) {
	if !m.Known() {
		return 0, 0
	}
	row, info, err := m.row()
	switch {
	case row == nil || err != nil:
		return 0, 0
	case row.lanes == lanesDword:
		return 4, 4
	case row.lanes == lanesQwords, row.lanes == lanesQword && info.Field[DescWide] != 0:
		return 8, 8
	case row.lanes == lanesSized:
		return cellOf(info.Field[DescAddress] / 8), cellOf(info.Field[DescCell])
	case row.lanes == lanesQword, row.lanes == lanesQbytes && info.Field[DescElements] <= 4:
		return 8, 4
	}
	return 0, 0
}

// rowTarget is one of the targets of a row.
func rowTarget(m *message) Target { return Target(bits.TrailingZeros16(m.targets)) }

// DecodeMessage finds the message of a descriptor that is Known and reads its
// fields. The error is an *UnknownMessageError for a register descriptor, an
// unknown message, a bit without a meaning or a reserved code; and a
// *MessageError for a header that must or must not be there, or lengths that are
// not the message's.
func DecodeMessage(t Target, msg *Message) (MessageInfo, error) {
	if !msg.Known() {
		return MessageInfo{}, &UnknownMessageError{*msg, "the descriptor is in a register"}
	}
	for _, m := range messagesTo(msg.SFID) {
		if m.matches(t, msg) {
			bits, _ := t.Caps().RegionBits() // none: no bit is without effect
			info, err := m.decode(msg, ExDesc(bits))
			if err == nil {
				err = info.lengths(msg)
			}
			return info, err
		}
	}
	return MessageInfo{}, &UnknownMessageError{*msg, fmt.Sprintf("unknown to %v (%s)", t, t.SharedFunction(msg.SFID))}
}

// lengths checks the lengths of a descriptor against those of the message.
func (info *MessageInfo) lengths(msg *Message) error {
	mlen, rlen := info.Field[DescMlen], info.Field[DescRlen]
	want := info.Payload + info.Field[DescHeader]
	if info.Payload < 0 {
		return &MessageError{*msg, fmt.Sprintf("%v: a header in %d GRFs of payload", info.Kind, mlen)}
	}
	if mlen != want || rlen != info.Response {
		return &MessageError{*msg, fmt.Sprintf("%v: %d GRFs of payload and %d of response: want %d and %d", info.Kind, mlen, rlen, want, info.Response)}
	}
	return nil
}

// Fields are those of a kind of message on target t beside lengths and header, in
// the order of their table; nil when the target has no such message.
func (k MessageKind) Fields(t Target) []DescField {
	for i := range messages {
		if m := &messages[i]; m.kind == k && m.targets>>t&1 != 0 {
			fields := make([]DescField, 0, len(m.fields)+len(m.extended))
			for _, list := range [][]descBits{m.fields, m.extended} {
				for i := range list {
					fields = append(fields, list[i].field)
				}
			}
			return fields
		}
	}
	return nil
}

// Vectors says that on target t the message has two vectors of four lanes, each of
// which has its dword of every register of payload and response.
func (k MessageKind) Vectors(t Target) bool {
	return slices.ContainsFunc(messages[:], func(m message) bool {
		return m.kind == k && m.targets>>t&1 != 0 && m.lanes == lanesVectors
	})
}

// named are the bits of the descriptor that the row gives a meaning.
func (m *message) named() Desc {
	bits := descCommon
	if m.header == headerNone {
		bits, _ = bits.WithHeader(0)
	}
	for _, c := range m.match {
		bits |= (1<<c.n - 1) << c.lo
	}
	for _, b := range m.fields {
		bits |= (1<<b.n - 1) << b.lo
	}
	return bits
}

// namedExtended are the bits of the extended descriptor that the row gives a meaning.
func (m *message) namedExtended() (bits ExDesc) {
	for _, b := range m.extended {
		bits |= (1<<b.n - 1) << b.lo
	}
	return bits
}

// values takes fields from a descriptor.
func (m *message) values(f *DescValues, fields []descBits, msg *Message, word Desc) error {
	for _, b := range fields {
		v := int(descGet(word, b.lo, b.n))
		if b.codes != nil {
			if b.codes[v] < 0 {
				return &UnknownMessageError{*msg, fmt.Sprintf("%v: code %d of %s is reserved", m.kind, v, descFieldNames[b.field])}
			}
			v = b.codes[v]
		}
		f[b.field] = v
	}
	return nil
}

// anyRegionBits are the facts RegionBits of all targets.
var anyRegionBits lazy.Table[ExDesc]

func unitedRegionBits() *ExDesc {
	bits := new(ExDesc)
	for t := range NumTargets {
		own, _ := t.Caps().RegionBits()
		*bits |= ExDesc(own)
	}
	return bits
}

// decode takes the fields of a message from its descriptors, but for a place in a register; region are bits of the extended one that
// have no effect in messages of one payload.
func (m *message) decode(msg *Message, region ExDesc) (MessageInfo, error) {
	info := MessageInfo{Kind: m.kind}
	if extra := msg.Desc &^ m.named(); extra != 0 {
		return info, &UnknownMessageError{*msg, fmt.Sprintf("%v: bits %#x have no meaning", m.kind, extra)}
	}
	f := &info.Field
	f[DescMlen] = msg.Desc.Mlen() + msg.Second()
	f[DescRlen] = msg.Desc.Rlen()
	if m.header != headerNone {
		f[DescHeader] = msg.Desc.Header()
	}
	if err := m.values(f, m.fields, msg, msg.Desc); err != nil {
		return info, err
	}
	if msg.ExBSO {
		return m.sized(info), nil
	}
	common := exDescCommon
	if f[DescBti] != BindlessBTI {
		common, _ = common.WithSurface(0)
		common |= m.namedExtended()
		if msg.ExDesc.Mlen() == 0 {
			common |= region
		}
		if err := m.values(f, m.extended, msg, Desc(msg.ExDesc)); err != nil {
			return info, err
		}
	}
	if extra := msg.ExDesc &^ (common | m.ignored); extra != 0 {
		return info, &UnknownMessageError{*msg, fmt.Sprintf("%v: bits %#x of the extended descriptor have no meaning", m.kind, extra)}
	}
	if m.header < headerOptional && int(m.header) != f[DescHeader] {
		return info, &MessageError{*msg, fmt.Sprintf("%v: header bit is %d", m.kind, f[DescHeader])}
	}
	return m.sized(info), nil
}

// sized adds the lengths that follow from the fields.
func (m *message) sized(info MessageInfo) MessageInfo {
	info.Payload, info.Response, info.Block = lengthOf(m.payload, &info.Field), lengthOf(m.response, &info.Field), m.lanes == lanesThread
	return info
}

// cellOf is the bytes that a number of so many has in registers: those of a dword at least.
func cellOf(bytes int) int { return max(bytes, UD.Size()) }
