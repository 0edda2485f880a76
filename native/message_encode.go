package native

import (
	"fmt"
	"slices"
)

// EncodeMessage writes the descriptors of a message: values as DecodeMessage
// gives them, lengths by the message's formulas. split is how many GRFs of the
// payload come from the second part of a split send, 0 for send. Fields that
// name the same bits as an earlier one (the channel count beside the channel
// mask) follow from it, and their value is ignored. Where a value has several
// codes, the lowest is taken. The error is a *MessageError.
func EncodeMessage(t Target, k MessageKind, f DescValues, split int) (Message, error) {
	for i := range messages {
		if m := &messages[i]; m.kind == k && m.targets>>t&1 != 0 {
			most, _ := t.Caps().SplitGRFs() // without split sends no register of a payload comes apart
			return m.encode(f, split, most)
		}
	}
	return Message{}, &MessageError{Why: fmt.Sprintf("%v: unknown to %v", k, t)}
}

func (m *message) encode(f DescValues, split, maxSplit int) (Message, error) {
	msg := Message{SFID: m.sfid}
	for _, c := range m.match {
		msg.Desc |= c.want << c.lo
	}
	var done Desc
	for _, b := range m.fields {
		bits := Desc(1)<<b.n - 1
		if done>>b.lo&bits != 0 {
			continue
		}
		code, ok := b.code(f[b.field])
		if !ok {
			return msg, &MessageError{msg, fmt.Sprintf("%v: %s is %d: want %s", m.kind, descFieldNames[b.field], f[b.field], b.legal())}
		}
		done |= bits << b.lo
		msg.Desc |= code << b.lo
	}
	for _, b := range m.extended {
		code, ok := b.code(f[b.field])
		if !ok {
			return msg, &MessageError{msg, fmt.Sprintf("%v: %s is %d: want %s", m.kind, descFieldNames[b.field], f[b.field], b.legal())}
		}
		msg.ExDesc |= ExDesc(code) << b.lo
	}
	if m.header == headerYes {
		f[DescHeader] = 1
	}
	var ok bool
	if m.header == headerNone {
		ok = f[DescHeader] == 0
	} else {
		msg.Desc, ok = msg.Desc.WithHeader(f[DescHeader])
	}
	if !ok {
		return msg, &MessageError{msg, fmt.Sprintf("%v: header is %d: want 0 or 1", m.kind, f[DescHeader])}
	}
	info, err := m.decode(&msg, 0)
	if err != nil {
		return msg, err
	}
	info.Field[DescMlen], info.Field[DescRlen] = f[DescMlen], f[DescRlen]
	first := lengthOf(m.payload, &info.Field) + info.Field[DescHeader] - split
	rlen := lengthOf(m.response, &info.Field)
	desc, okFirst := msg.Desc.WithMlen(first)
	desc, _ = desc.WithRlen(min(rlen, maxResponse))
	ex, okSecond := msg.ExDesc.WithMlen(split)
	if first < 1 || !okFirst || split > maxSplit || !okSecond || rlen > maxResponse {
		return msg, &MessageError{msg, fmt.Sprintf("%v: %d and %d GRFs of payload, %d of response: want 1..15, 0..%d, 0..%d", m.kind, first, split, rlen, maxSplit, maxResponse)}
	}
	msg.Desc, msg.ExDesc = desc, ex
	return msg, nil
}

// ImmediateDesc reports whether an instruction of t has room for a descriptor; others come
// from an address register.
func (t Target) ImmediateDesc(op Op, d Desc) bool {
	fields := fieldsOf(t, op)
	i := slices.IndexFunc(fields, func(f field) bool { return f.slot == slotMsgDesc })
	if i < 0 {
		return false
	}
	_, ok := fields[i].raw(uint64(d), 0)
	return ok
}

// FieldShift is the lowest bit of a field in the descriptor of a message, for values
// that only a register has; ok is false for a message without that field.
func FieldShift(t Target, k MessageKind, field DescField) (shift int, ok bool) {
	for i := range messages {
		m := &messages[i]
		if m.kind != k || m.targets>>t&1 == 0 {
			continue
		}
		for _, b := range m.fields {
			if b.field == field {
				return int(b.lo), true
			}
		}
	}
	return 0, false
}

// maxResponse is the longest response of any message, which is fewer registers
// than its field can say.
const maxResponse = 16

// legal describes the values of a field, for errors.
func (b *descBits) legal() string {
	if b.codes == nil {
		return fmt.Sprintf("0..%d", 1<<b.n-1)
	}
	var values []int
	for _, v := range b.codes {
		if v >= 0 {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return fmt.Sprintf("one of %v", slices.Compact(values))
}

// code is the lowest code of a value.
func (b *descBits) code(v int) (Desc, bool) {
	if b.codes == nil {
		return Desc(v), v >= 0 && v < 1<<b.n
	}
	for c, have := range b.codes {
		if have == v {
			return Desc(c), true
		}
	}
	return 0, false
}
