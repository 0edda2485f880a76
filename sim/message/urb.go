package message

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// Urb is what a message on the URB does, beside the common fields of Message.
type Urb struct {
	Offset     uint32 // of the descriptor
	Unit       uint32 // bytes that offsets of two entries count; 0: SIMD8 messages
	Interleave bool   // the upper halves of registers are of a second entry
	PerSlot    bool   // offsets are added, those of the header or of the channels
	Masked     bool   // SIMD8: a register has a mask for each channel
	Registers  uint8  // of data
}

// Bytes of half a register, and of a whole one.
const (
	owordBytes = 16
	hwordBytes = 32
	dwordBytes = 4
)

// urb takes what a message on the URB does from the fields.
func (m *Message) urb(s shape, info *native.MessageInfo) error {
	f, u := &info.Field, &m.Urb
	*u = Urb{Offset: uint32(f[native.DescOffset]), Interleave: f[native.DescInterleave] != 0, PerSlot: f[native.DescPerslot] != 0, Masked: f[native.DescMasked] != 0}
	registers := f[native.DescRlen]
	if m.Action == UrbWrite {
		registers = f[native.DescMlen] - f[native.DescHeader]
	}
	switch s {
	case entryHwords:
		u.Unit = hwordBytes
	case entryOwords:
		u.Unit = owordBytes
		if registers > 1 {
			return unmodelled("message %v of %d registers: no source says where the second one lies", m.Kind, registers)
		}
	default:
		if m.Action == UrbWrite {
			registers -= f[native.DescPerslot] + f[native.DescMasked]
		}
		if registers > 8 || registers < 0 {
			return fmt.Errorf("%v of %d dwords: legal are 0 to 8", m.Kind, registers)
		}
	}
	u.Registers = uint8(registers)
	return nil
}

// entry executes a message on the URB for the lanes of em.
func (p *Port) entry(m *Message, regs []byte, em uint32) error {
	if m.Urb.Unit == 0 {
		return p.slots(m, regs, em)
	}
	em &= fixed.UrbMask.Of(word(regs, m.Header, fixed.UrbMask.Dword()))
	for v, at := range [...][2]fixed.Field{{fixed.UrbHandle0, fixed.UrbOffset0}, {fixed.UrbHandle1, fixed.UrbOffset1}} {
		if v == 1 && !m.Urb.Interleave {
			break
		}
		off := m.Urb.Offset
		if m.Urb.PerSlot {
			off += word(regs, m.Header, at[1].Dword())
		}
		handle := uint16(at[0].Of(word(regs, m.Header, at[0].Dword())))
		if err := p.vertex(m, regs, em, v, handle, uint64(off)*uint64(m.Urb.Unit)); err != nil {
			return err
		}
	}
	return nil
}

// vertex moves the dwords of one entry: those of a half of each register when the data are interleaved, else of whole
// registers, or of the lower halves where the message has half registers.
func (p *Port) vertex(m *Message, regs []byte, em uint32, v int, handle uint16, at uint64) error {
	first, n := 0, int(m.Urb.Unit)/dwordBytes
	if m.Urb.Interleave {
		first, n = v*vectorLanes, vectorLanes
	}
	lanes := em >> first & (1<<n - 1)
	if lanes == 0 || m.Urb.Registers == 0 {
		return nil
	}
	b, err := p.refs.Entry(handle)
	if err != nil {
		return &LaneError{-1, err}
	}
	for r := range int(m.Urb.Registers) {
		for i := range n {
			if lanes>>i&1 == 0 {
				continue
			}
			off := at + uint64(r)*uint64(m.urbStride()) + uint64(i)*dwordBytes
			if err := p.dword(m, regs, b, r, first+i, off, handle); err != nil {
				return err
			}
		}
	}
	return nil
}

// urbStride is how far apart the dwords of one entry in consecutive registers are.
func (m *Message) urbStride() int {
	if m.Urb.Interleave {
		return owordBytes
	}
	return hwordBytes
}

// slots executes a message with a handle for each channel.
func (p *Port) slots(m *Message, regs []byte, em uint32) error {
	data := 0
	next := func() int { data++; return data - 1 }
	offsets, masks := -1, -1
	if m.Urb.PerSlot {
		offsets = next()
	}
	if m.Urb.Masked {
		masks = next()
	}
	for lane := range int(m.Lanes) {
		if em>>lane&1 == 0 {
			continue
		}
		handle := uint16(fixed.UrbSlotsHandle.Of(word(regs, m.Header, lane)))
		off, mask := uint64(m.Urb.Offset), uint32(0xFF)
		if offsets >= 0 {
			off += uint64(word(regs, int32(m.Data.Regs[offsets]), lane))
		}
		if masks >= 0 {
			mask = fixed.UrbSlotsMask.Of(word(regs, int32(m.Data.Regs[masks]), lane))
		}
		b, err := p.refs.Entry(handle)
		if err != nil {
			return &LaneError{lane, err}
		}
		for r := range int(m.Urb.Registers) {
			if mask>>r&1 == 0 {
				continue
			}
			if err := p.dword(m, regs, b, data+r, lane, off*owordBytes+uint64(r)*dwordBytes, handle); err != nil {
				return err
			}
		}
	}
	return nil
}

// dword moves dword lane of register r of the data, of the payload or of the response. Behind the end of an entry lie
// others, which a launch does not place.
func (p *Port) dword(m *Message, regs []byte, b *mem.Buffer, r, lane int, off uint64, handle uint16) error {
	if n := uint64(b.Len()); off >= n || n-off < dwordBytes {
		return &LaneError{lane, fmt.Errorf("message %v: bytes %d to %d of the entry of the URB with handle %#x, which has %d", m.Kind, off, off+dwordBytes-1, handle, n)}
	}
	if m.Action == UrbWrite {
		at := int(m.Data.Regs[r]) + dwordBytes*lane
		b.WriteBytes(off, regs[at:at+dwordBytes])
		return nil
	}
	if m.Urb.Unit == 0 {
		r -= int(m.Data.Count)
	}
	at := int(m.Dst) + r*int(m.GRF) + dwordBytes*lane
	b.ReadBytes(off, regs[at:at+dwordBytes])
	return nil
}
