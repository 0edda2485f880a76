package message

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/mem"
)

// MaxPayload is the registers that the payload of a message can have.
const MaxPayload = 31

// Action is what a message does.
type Action uint8

// Actions.
const (
	Nothing     Action = iota // a fence, the end of the thread: memory is always in order here
	Forget                    // states that were decoded are decoded again
	Barrier                   // for the engine: the thread has arrived
	Read                      // elements of each lane into the response
	Write                     // elements of each lane from the payload
	Atomic                    // read-modify-write of each lane
	BlockRead                 // consecutive bytes for the whole thread
	BlockWrite                // whatever lanes are enabled
	MaskedWrite               // as many registers as lanes fill, the dwords of enabled ones
	Sample                    // a message to the sampler, but a flush
	TypedRead                 // texels of each lane
	TypedWrite
	TypedAtomic
	MediaRead // a rectangle of an image for the whole thread
	MediaWrite
	SampleBlock // a block of pixels for the whole thread
	RenderWrite // colours of the pixels of a thread
	RenderRead
	UrbWrite // dwords of entries of the URB
	UrbRead
)

// Whole says that the message is one transfer for the thread.
func (a Action) Whole() bool {
	return a == BlockRead || a == BlockWrite || a == MediaRead || a == MediaWrite || a == SampleBlock
}

// Space is what the addresses of a message mean.
type Space uint8

// Spaces.
const (
	Surface Space = iota // offsets in the surface BTI, which may be local or stateless
	Scratch              // offsets in the scratch space that the header names
	Flat                 // 64-bit addresses
)

// Message is a send as plain data. Register places are bytes of the file.
type Message struct {
	Kind   native.MessageKind
	Action Action
	Space  Space
	BTI    uint8 // native.BindlessBTI for a surface by the place of its state
	Place  int32 // of that state
	Named  int32 // byte of the registers that has the place instead; -1: Place
	Sample bool  // a header holds a sample mask

	Lanes   uint8
	Size    uint8  // bytes of an element
	Cell    uint8  // bytes of an element in registers
	Runs    [2]Run // elements of each lane
	Scale   uint32 // bytes that an offset counts
	Fixed   uint32 // added to every offset
	Bytes   int32  // of a block
	Beside  bool   // the address of a block is its first register, not in a header
	High    int32  // byte of the registers where a block begins: 16 in the high half of the only one
	Op      Op
	Global  bool  // the header has an offset for all lanes
	Plain   bool  // lanes move dwords from the first on, and payloads are whole
	Payload bool  // a block is read from stateless memory, where indirect data can be
	Return  bool  // an atomic gives its old value
	Pair    bool  // lane i is dword i%4 of vector i/4 of two
	Kept    uint8 // of a pair, the lanes that the descriptor leaves
	Two     bool  // an atomic has two operands
	One     bool  // an atomic has one operand at least

	GRF    int32 // bytes of a register
	Header int32 // M0; -1 without a header
	Addr   Part
	Data   Part // data of a write or block, first operand of an atomic
	Second Part // second operand
	Dst    int32

	Response int32 // bytes from Dst on that the message may write

	Texture Texture
	Render  Render
	Urb     Urb
}

// Run is Count consecutive elements from element First on.
type Run struct{ First, Count uint8 }

// Part is a part of the payload: bytes of registers that follow each other, or in a
// split send may not.
type Part struct {
	Regs  [MaxPayload]uint16 // byte of each register
	Count uint8
	Whole bool // they follow each other
}

// Sources are the payload registers of a send.
type Sources struct {
	First, Second int // first byte of each part; Second is -1 when there is none
	Split         int // registers of the second part
	Dst           int // first byte of the response; -1 without one
	GRF, Limit    int // bytes of a register and of the file
	Channels      int // of the instruction
	Surface       int // byte of the address register with the place of a surface state; 0 when the descriptors are known
}

// Unmodelled is a message that is legal but not covered.
type Unmodelled struct{ What string }

// Error says what is not modelled.
func (e *Unmodelled) Error() string { return e.What }

// Is reports that the error is errors.ErrUnsupported.
func (e *Unmodelled) Is(target error) bool { return target == errors.ErrUnsupported }

func unmodelled(format string, args ...any) error {
	return &Unmodelled{fmt.Sprintf(format, args...)}
}

// Resolve makes m the message of a descriptor. noMask says that the send ignores
// the execution mask. What is legal but not modelled is an *Unmodelled error;
// other errors are those of native.DecodeMessage, or payloads outside the register
// file.
func Resolve(m *Message, t native.Target, msg *native.Message, src *Sources, noMask bool) error {
	info, err := native.DecodeMessage(t, msg)
	may, must := info.Kind.Ends()
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return unmodelled("%v", err)
	case err != nil:
		return err
	case !runs(t, info.Kind):
		return unmodelled("message %v: %s", info.Kind, stops[info.Kind])
	case info.Field[native.DescInvalidate] != 0:
		return unmodelled("message %v that drops what it read from the cache", info.Kind)
	case msg.EOT && !may || !msg.EOT && must:
		return unmodelled("end of thread by message %v", info.Kind)
	}
	row := &kinds[info.Kind]
	*m = Message{Kind: info.Kind, Action: actionOf(&info), Space: spaceOf(info.Kind.Memory()), Sample: row.sample, Header: -1, Scale: 1, GRF: int32(src.GRF), Dst: int32(src.Dst)}
	m.Texture.levelSecond, m.Texture.bindless = t.Caps().LevelSecond, t.Caps().BindlessSamplers
	index, err := row.surfaceIndex(&info, msg)
	if err != nil {
		return err
	}
	if err := m.table(t, msg, index, src); err != nil {
		return err
	}
	if !t.Caps().ScratchByDword { // no bit asks for it: every scratch write obeys the mask
		info.Field[native.DescDwords] = 1
	}
	if row.shape.cached() {
		err = m.cached(row.shape, &info, msg, src)
	} else {
		err = m.elements(t, row.shape, &info, noMask, src)
	}
	if err != nil {
		return err
	}
	return m.place(t, &info, src)
}

// ref names the surface of the message.
func (m *Message) ref(regs []byte) mem.Ref {
	return mem.Ref{Bindless: m.BTI == native.BindlessBTI, BTI: m.BTI, Place: m.placeIn(regs)}
}

// placeIn is the place of the surface's state.
func (m *Message) placeIn(regs []byte) int32 {
	if m.Named < 0 {
		return m.Place
	}
	return int32(native.PlaceOf(native.ExDesc(binary.LittleEndian.Uint32(regs[m.Named:]))))
}

// table checks the binding table index.
func (m *Message) table(t native.Target, msg *native.Message, bti int, src *Sources) error {
	m.BTI, m.Named = uint8(bti), -1
	addressed := m.Action > Barrier
	switch {
	case addressed && m.Space == Surface && bti == native.BindlessBTI && t.Caps().Bindless:
		if m.Place = int32(msg.Surface()); src.Surface > 0 {
			m.Named = int32(src.Surface)
		}
	case addressed && m.Space == Surface && bti >= mem.Indexed && bti < fixed.SurfaceNonCoherent:
		return unmodelled("binding table index %d with bindless or reserved meaning", bti)
	case addressed && m.Space == Flat && bti != fixed.SurfaceStateless && bti != fixed.SurfaceNonCoherent:
		return unmodelled("binding table index %d of a message on 64-bit addresses", bti)
	}
	return nil
}

// stateless says that 32-bit addresses reach stateless memory.
func (m *Message) stateless() bool {
	return m.Space == Surface && m.Action > Barrier && (m.BTI == fixed.SurfaceStateless || m.BTI == fixed.SurfaceNonCoherent)
}

// elements takes what each lane moves, or how long a block is, from the fields.
func (m *Message) elements(t native.Target, s shape, info *native.MessageInfo, noMask bool, src *Sources) error {
	f := &info.Field
	m.Lanes = uint8(f[native.DescSimd])
	if m.Lanes == 0 {
		m.Lanes = 8
	}
	m.Size, m.Cell, m.Runs[0].Count = 4, 4, uint8(f[native.DescElements])
	switch s {
	case bytes:
		m.Size, m.Runs[0].Count = uint8(f[native.DescBytes]), 1
		if m.Space == Flat {
			m.Size = uint8(f[native.DescElements]) // so many bytes are one element
		}
		if m.Size == 8 {
			m.Cell = 8
		}
		m.Global = true
	case dwords:
		m.Global = true
		if m.Space == Surface {
			m.Scale = 4
		}
	case qwords:
		m.Size, m.Cell = 8, 8
		if f[native.DescHeader] != 0 {
			return unmodelled("message %v with a header: no source says what it adds to the offsets", m.Kind)
		}
	case channels:
		m.channels(f[native.DescOff])
	case owords, dwordAligned:
		m.Bytes = int32(16 * f[native.DescOwords])
		if s == owords {
			m.Scale = 16
		}
		m.High = int32(16 * f[native.DescHalf])
	case grfs:
		return m.scratch(f, noMask, src)
	case integers, floats, words, halves:
		return m.atomic(s, f)
	case vectorDwords, vectorOwords, vectorIntegers:
		return m.pair(s, f)
	case texels, vectorTexels:
		return m.texture(s, info)
	case entryHwords, entryOwords, entrySlots:
		return m.urb(s, info)
	case colours:
		return m.render(t, info)
	}
	return nil
}

// channels lists the dwords of an untyped message as runs. A set bit switches one
// off.
func (m *Message) channels(off int) {
	m.Runs = [2]Run{}
	r := 0
	for c := range uint8(4) {
		switch {
		case off>>c&1 != 0:
		case m.Runs[r].Count == 0:
			m.Runs[r] = Run{c, 1}
		case m.Runs[r].First+m.Runs[r].Count == c:
			m.Runs[r].Count++
		default:
			r++
			m.Runs[r] = Run{c, 1}
		}
	}
}

// scratch is a scratch block: offset and length count registers. Under a mask
// dword i is lane i's.
func (m *Message) scratch(f *native.DescValues, noMask bool, src *Sources) error {
	n := f[native.DescGrfs]
	m.Bytes, m.Fixed = int32(src.GRF*n), uint32(src.GRF*f[native.DescHword])
	if m.Action != BlockWrite || f[native.DescDwords] == 0 || noMask {
		return nil
	}
	m.Action, m.Runs[0].Count = MaskedWrite, 1
	m.Lanes = uint8(min(n*src.GRF/4, mem.Lanes))
	if n > 1 && n*src.GRF/4 != src.Channels {
		return unmodelled("scratch block write of %d registers under a mask of %d channels", n, src.Channels)
	}
	return nil
}

// place finds payload and response in the registers.
func (m *Message) place(t native.Target, info *native.MessageInfo, src *Sources) error {
	total := info.Field[native.DescMlen]
	var all Part
	if total > MaxPayload {
		return unmodelled("payload of %d registers", total)
	}
	for i := range total {
		at := src.First + i*src.GRF
		if i >= total-src.Split {
			if src.Second < 0 {
				return errors.New("split send without a second payload register")
			}
			at = src.Second + (i-total+src.Split)*src.GRF
		}
		if at < 0 || at+src.GRF > src.Limit {
			return fmt.Errorf("payload reaches byte %d of a register file of %d", at+src.GRF, src.Limit)
		}
		all.Regs[i] = uint16(at)
	}
	all.Count = uint8(total)
	m.Response = int32(info.Response * src.GRF)
	at := 0
	if info.Field[native.DescHeader] != 0 {
		m.Header, at = int32(all.Regs[0]), 1
	} else if m.stateless() && !t.Caps().BareStateless {
		return unmodelled("message %v on stateless memory without a header on %s", m.Kind, t)
	}
	m.parts(&all, at, src.GRF)
	m.Payload = m.Action == BlockRead && m.stateless()
	m.Plain = !m.Pair && !(m.Sample && m.Header >= 0) && int(m.Lanes) <= src.Channels && m.Space == Surface && (m.Action == Read || m.Action == Write) && m.Scale == 1 && m.Size == 4 &&
		m.Runs[0].First == 0 && m.Runs[0].Count > 0 && m.Runs[1].Count == 0 && m.Addr.Whole && m.Data.Whole
	switch {
	case info.Response == 0, m.Dst < 0 && m.Action <= Forget: // a fence that tells nobody, as drivers' kernels for hsw have
		m.Dst, m.Response = -1, 0
	case m.Dst < 0:
		return fmt.Errorf("%v writes %d registers to a null destination", info.Kind, info.Response)
	case int(m.Dst)+info.Response*src.GRF > src.Limit:
		return fmt.Errorf("response reaches byte %d of a register file of %d", int(m.Dst)+info.Response*src.GRF, src.Limit)
	}
	return nil
}

// parts divides the payload after the header: addresses, data, second operand.
func (m *Message) parts(all *Part, at, grf int) {
	if m.Beside {
		m.Addr = all.part(at, 1, grf)
		at++
	}
	if m.Action >= BlockRead {
		m.Data = all.part(at, int(all.Count)-at, grf)
		return
	}
	if m.Action < Read {
		return
	}
	size := 4
	if m.Space == Flat {
		size = 8
	}
	n := int(m.Lanes) * size / grf
	m.Addr = all.part(at, n, grf)
	at += n
	if m.Two && !m.Pair {
		n = int(m.Lanes) * int(m.Cell) / grf
		m.Data, m.Second = all.part(at, n, grf), all.part(at+n, n, grf)
		return
	}
	m.Data = all.part(at, int(all.Count)-at, grf)
}

// part is n registers from number at on.
func (p *Part) part(at, n, grf int) (out Part) {
	out.Whole = true
	for i := range n { // lengths are the message's
		out.Regs[i] = p.Regs[at+i]
		out.Count++
		out.Whole = out.Whole && int(out.Regs[i]) == int(out.Regs[0])+i*grf
	}
	return out
}
