package message

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"unsafe"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/mem"
)

// What a message reaches that the launch does not have.
var (
	ErrNoSLM     = errors.New("access to shared local memory: the launch gives the kernel none")
	ErrNoScratch = errors.New("access to scratch space: the launch gives the thread none")
)

// LaneError is an access that a lane cannot do, or with Lane -1 the whole thread.
type LaneError struct {
	Lane int // element of the instruction
	Err  error
}

// Error is the cause.
func (e *LaneError) Error() string { return e.Err.Error() }

// Unwrap is the cause, such as a *mem.Fault.
func (e *LaneError) Unwrap() error { return e.Err }

// Outside is an access past the end of a surface, where reads give 0 and writes
// are dropped.
type Outside struct {
	Buffer *mem.Buffer // nil: there was none
	Lane   int         // the first, as an element of the instruction; -1: of the whole thread
	Write  bool
}

// Port executes messages, those of one thread at a time. What a message names it asks of
// mem.States once: what is bound later under a name that was used is not seen.
type Port struct {
	Left  Outside // of the last message that left a surface
	Aside Aside   // of the thread whose messages are next

	refs     mem.Resolver
	local    mem.Surface
	scratch  mem.Surface
	indirect mem.Surface
	slm      *mem.Buffer
	space    *mem.Buffer
	data     *mem.Buffer // of indirect

	at   [mem.Lanes]uint64
	old  [8 * mem.Lanes]byte
	tex  mem.Texels
	pack [2][8 * mem.Lanes * 4]byte // parts of payloads whose registers do not follow each other
}

// Attach sets what the next messages reach: what states name, shared local memory and
// scratch space, of which the last two may be nil.
func (p *Port) Attach(s mem.States, slm, scratch *mem.Buffer) {
	p.refs.Attach(s)
	if p.slm != slm {
		p.slm, p.local = slm, slm.Surface(mem.Local)
	}
	if p.space != scratch || scratch != nil && p.scratch.Bias != scratch.Base {
		p.space, p.scratch = scratch, scratch.Surface(mem.Stateless)
	}
}

// Tables are the surfaces of a port as far as they are known, where they lie.
type Tables struct {
	Table    *mem.Surface // by binding table index
	Local    *mem.Surface
	Scratch  *mem.Surface
	Indirect *mem.Surface
	Near     *mem.Surface // what Near has kept, by slot
	Placed   *mem.Placed  // bindless ones, by slot
}

// Tables are those of the port.
func (p *Port) Tables() Tables {
	placed, near := p.refs.Places()
	return Tables{&p.refs.Table[0], &p.local, &p.scratch, &p.indirect, near, placed}
}

// Near keeps, by a slot that the caller chooses, the buffer that a message by 64-bit addresses is about to reach with the first lane
// of em.
func (p *Port) Near(slot int, m *Message, regs []byte, em uint32) {
	if m.Action.Whole() {
		p.refs.Near(slot, p.blockAt(m, &p.refs.Flat, regs))
		return
	}
	p.refs.Near(slot, binary.LittleEndian.Uint64(p.gather(m, &m.Addr, regs, 0)[8*(bits.TrailingZeros32(em)&(mem.Lanes-1)):]))
}

// AttachIndirect sets what addresses of 32 bits reach beside scratch space: indirect data, or
// nil.
func (p *Port) AttachIndirect(indirect *mem.Buffer) {
	if p.data != indirect || indirect != nil && p.indirect.Bias != indirect.Base {
		p.data, p.indirect = indirect, indirect.Surface(mem.Stateless)
	}
}

// Run executes a message for the lanes of em on registers, which Quick has not done. It reports whether lanes
// left a surface, which Left describes; the error is a *LaneError.
func (p *Port) Run(m *Message, regs []byte, em uint32) (left bool, err error) {
	em &= uint32(1)<<m.Lanes - 1
	if m.Header >= 0 && m.Sample {
		em &= word(regs, m.Header, fixed.MemorySamples.Dword())
	}
	if em == 0 || m.Action <= Barrier {
		if em != 0 && m.Action == Forget {
			p.refs.Forget()
		}
		return false, nil
	}
	p.Left = Outside{}
	if m.Action >= UrbWrite {
		return false, p.entry(m, regs, em)
	}
	if m.Action >= Sample {
		err := p.image(m, regs, em)
		return p.Left.Buffer != nil, err
	}
	s, err := p.surface(m, regs, em)
	if err != nil {
		return false, &LaneError{-1, err}
	}
	switch m.Action {
	case BlockRead, BlockWrite:
		err = p.block(m, s, regs)
	case MaskedWrite:
		p.dwords(p.base(m, s, regs)+m.Fixed, m)
		err = p.transfer(m, s, regs, em)
	default:
		if m.Pair {
			if em, err = p.vectors(m, s, regs, em); err != nil {
				return false, err
			}
		} else {
			p.addresses(m, s, regs, em)
		}
		if m.Action == Atomic {
			err = p.atomicRow(m, s, regs, em)
		} else {
			err = p.transfer(m, s, regs, em)
		}
	}
	return p.Left.Buffer != nil, err
}

// dwords puts the lanes at dwords that follow each other.
func (p *Port) dwords(base uint32, m *Message) {
	for lane := range m.Lanes {
		p.at[lane] = uint64(base + 4*uint32(lane))
	}
}

// word is a dword of the header.
func word(regs []byte, header int32, i int) uint32 {
	return binary.LittleEndian.Uint32(regs[int(header)+4*i:])
}

// surface is what the message reaches.
func (p *Port) surface(m *Message, regs []byte, em uint32) (*mem.Surface, error) {
	switch {
	case m.Space == Flat:
		return &p.refs.Flat, nil
	case p.data != nil && m.stateless() && p.indirect.Inside(p.first(m, regs, em), 1):
		return &p.indirect, nil
	case m.Space == Scratch || m.stateless():
		if p.space == nil {
			return nil, ErrNoScratch
		}
		return &p.scratch, nil
	case m.BTI == fixed.SurfaceLocal:
		if p.slm == nil {
			return nil, ErrNoSLM
		}
		return &p.local, nil
	}
	return p.refs.Surface(m.ref(regs))
}

// first is the address that a message on stateless memory begins at.
func (p *Port) first(m *Message, regs []byte, em uint32) uint64 {
	if m.Action == BlockRead || m.Action == BlockWrite {
		return p.blockAt(m, &p.indirect, regs)
	}
	p.addresses(m, &p.indirect, regs, em)
	return uint64(uint32(p.at[bits.TrailingZeros32(em)&31]))
}

// base is what the header adds to every offset: in scratch space, all that 32-bit
// stateless addresses reach, its address; elsewhere the global offset.
func (p *Port) base(m *Message, s *mem.Surface, regs []byte) (add uint32) {
	if m.Header < 0 {
		return 0
	}
	if s.Kind == mem.Stateless {
		add = word(regs, m.Header, fixed.MemoryBase.Dword()) & fixed.MemoryBase.Mask()
	}
	if m.Global {
		add += word(regs, m.Header, fixed.MemoryOffset.Dword()) * m.Scale
	}
	return add
}

// addresses gathers the addresses of the lanes: 64-bit ones, or offsets.
func (p *Port) addresses(m *Message, s *mem.Surface, regs []byte, em uint32) {
	src := p.gather(m, &m.Addr, regs, 0)
	if m.Space == Flat {
		from := (*[mem.Lanes]uint64)(unsafe.Pointer(&src[0]))
		copy(p.at[:m.Lanes], from[:m.Lanes])
		return
	}
	from := (*[mem.Lanes]uint32)(unsafe.Pointer(&src[0]))
	scale, add := m.Scale, p.base(m, s, regs)
	for i := range m.Lanes & 31 {
		p.at[i&31] = uint64(from[i&31]*scale + add)
	}
}

// gather is a part of the payload as bytes that follow each other.
func (p *Port) gather(m *Message, part *Part, regs []byte, scratch int) []byte {
	if part.Whole {
		return regs[part.Regs[0]:]
	}
	out := p.pack[scratch][:]
	for i := range int(part.Count) {
		copy(out[i*int(m.GRF):][:m.GRF], regs[part.Regs[i]:])
	}
	return out
}

// transfer moves the elements of the lanes, those of one element after the other.
func (p *Port) transfer(m *Message, s *mem.Surface, regs []byte, em uint32) error {
	write := m.Action != Read
	row := mem.Row{Mask: em, Size: int(m.Size), Cell: int(m.Cell), Step: uint64(m.Size), Stride: int(m.Cell), Next: int(m.Lanes) * int(m.Cell)}
	if write {
		row.Data = p.gather(m, &m.Data, regs, 1)
	} else {
		row.Data = regs[m.Dst:]
	}
	for i := range m.Runs {
		r := m.Runs[i]
		if r.Count == 0 {
			break
		}
		if i == 0 && r.First != 0 {
			p.advance(uint64(r.First) * uint64(m.Size))
		} else if i > 0 {
			before := m.Runs[i-1]
			p.advance(uint64(r.First-before.First) * uint64(m.Size))
			row.Data = row.Data[int(before.Count)*row.Next:]
		}
		row.Count = int(r.Count)
		if outside := access(s, &p.at, &row, write); outside != 0 {
			if err := p.outside(s, &row, outside, write); err != nil {
				return err
			}
		}
	}
	return nil
}

func access(s *mem.Surface, at *[mem.Lanes]uint64, row *mem.Row, write bool) uint32 {
	if write {
		return s.Store(at, row)
	}
	return s.Load(at, row)
}

// advance moves all addresses on. Offsets of 32 bits wrap in the surface's mask.
func (p *Port) advance(by uint64) {
	for i := range p.at {
		p.at[i] += by
	}
}

// outside is what lanes outside mean: a note, or where it is a fault the first
// element and lane that is not there.
func (p *Port) outside(s *mem.Surface, row *mem.Row, outside uint32, write bool) error {
	if !s.Kind.Faults() {
		return p.note(s, outside, row.Size, write)
	}
	n, mask, data := row.Count, row.Mask, row.Data
	defer func() { row.Count, row.Mask, row.Data = n, mask, data }()
	row.Count = 1
	for c := range n {
		row.Mask, row.Data = outside, data[c*row.Next:]
		if bad := access(s, &p.at, row, write); bad != 0 {
			return p.note(s, bad, row.Size, write)
		}
		p.advance(row.Step)
	}
	return nil
}

// note keeps where a surface was left; for surfaces that fault it is the fault of
// the first lane.
func (p *Port) note(s *mem.Surface, outside uint32, size int, write bool) error {
	lane := bits.TrailingZeros32(outside)
	if s.Kind.Faults() {
		return &LaneError{lane, fault(s, p.at[lane], size, write)}
	}
	if p.Left.Buffer == nil {
		p.Left = Outside{s.Buffer(), lane, write}
	}
	return nil
}

// fault names an access that is not there; 32-bit addresses as they wrap.
func fault(s *mem.Surface, addr uint64, size int, write bool) error {
	if s.Kind == mem.Stateless {
		addr = uint64(uint32(addr))
	}
	return &mem.Fault{Addr: addr, Size: size, Write: write}
}

func (p *Port) misaligned(s *mem.Surface, lane, size int) error {
	e := &mem.AlignError{Off: p.at[lane] & s.Mask, Size: size}
	if b := s.Buffer(); b != nil {
		e.Buffer = b.Name
	} else if in := (*mem.AlignError)(nil); errors.As(s.Misaligned(p.at[lane], size), &in) {
		e = in
	}
	return &LaneError{lane, e}
}

// blockAt is the address of a block.
func (p *Port) blockAt(m *Message, s *mem.Surface, regs []byte) uint64 {
	addr := uint64(p.base(m, s, regs) + m.Fixed)
	switch at := regs[m.Addr.Regs[0]:]; {
	case m.Beside && m.Space == Flat:
		return binary.LittleEndian.Uint64(at)
	case m.Beside:
		return uint64(binary.LittleEndian.Uint32(at))
	}
	switch m.Space {
	case Flat:
		low := fixed.MemoryAddress.Dword()
		addr = uint64(word(regs, m.Header, low)) | uint64(word(regs, m.Header, low+1))<<32
	case Surface:
		addr += uint64(word(regs, m.Header, fixed.MemoryOffset.Dword()) * m.Scale)
	}
	return addr
}

// block moves consecutive bytes between memory and whole registers.
func (p *Port) block(m *Message, s *mem.Surface, regs []byte) error {
	addr := p.blockAt(m, s, regs)
	if err := s.MisalignedBlock(addr, int(m.Bytes)); err != nil {
		return &LaneError{-1, err}
	}
	write := m.Action == BlockWrite
	var ok bool
	if write {
		ok = s.WriteBlock(addr, p.gather(m, &m.Data, regs, 1)[m.High:][:m.Bytes])
	} else {
		ok = s.ReadBlock(addr, regs[m.Dst+m.High:][:m.Bytes])
	}
	switch {
	case ok:
		return nil
	case s.Kind.Faults():
		return &LaneError{-1, fault(s, addr, int(m.Bytes), write)}
	}
	p.Left = Outside{s.Buffer(), -1, write}
	return nil
}
