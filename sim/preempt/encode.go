package preempt

import (
	"encoding/binary"
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// magic and version begin a file.
const (
	magic   = "genvisa\n"
	version = 2
)

// MaxFile is how many bytes a file may have: buffers are up to 1 GiB.
const MaxFile = 2 << 30

// Flags of a member.
const (
	ended = 1
	came  = 2
)

// Encode is the file of a launch that was stopped in the room. The error is a group or thread
// that has no place there, or more than MaxFile bytes.
func (r *Room) Encode(s *dispatch.State) ([]byte, error) {
	base := fixed.SavedPage.Bytes()
	out := make([]byte, base+r.image.Bytes(), base+r.image.Bytes()+restOf(s))
	r.page(out[:base], s)
	e := encoder{room: r, image: out[base:], rest: out}
	for i := range s.Groups {
		if err := e.group(&s.Groups[i]); err != nil {
			return nil, fmt.Errorf("group %d: %w", s.Groups[i].Group, err)
		}
	}
	for i := range s.Buffers {
		e.buffer(&s.Buffers[i])
	}
	if len(e.rest) > MaxFile {
		return nil, fmt.Errorf("%d bytes: legal are up to %d", len(e.rest), MaxFile)
	}
	return e.rest, nil
}

// restOf is about how many bytes stand behind the image.
func restOf(s *dispatch.State) (n int) {
	for i := range s.Groups {
		n += fixed.SavedGroup.Bytes()
		for k := range s.Groups[i].Threads {
			t := &s.Groups[i].Threads[k]
			n += fixed.SavedMember.Bytes() + len(t.Scratch) + len(t.Private) + max(0, len(t.Engine)-fixed.SavedThread.Bytes())
		}
	}
	for i := range s.Buffers {
		n += fixed.SavedBuffer.Bytes() + len(s.Buffers[i].Name) + len(s.Buffers[i].Bytes)
	}
	return n
}

// put stores a number in a part of a record, of four or eight bytes.
func put(record []byte, part fixed.Part, v uint64) {
	if p := part.In(record); len(p) == 8 {
		binary.LittleEndian.PutUint64(p, v)
	} else {
		binary.LittleEndian.PutUint32(p, uint32(v))
	}
}

// page fills what the file begins with.
func (r *Room) page(p []byte, s *dispatch.State) {
	copy(fixed.SavedPageMagic.In(p), magic)
	m, g := shapeOf(r.machine), &s.Geometry
	for _, f := range []struct {
		part fixed.Part
		v    uint64
	}{
		{fixed.SavedPageVersion, version}, {fixed.SavedPageBase, uint64(fixed.SavedPage.Bytes())}, {fixed.SavedPageImage, uint64(r.image.Bytes())},
		{fixed.SavedPageSlices, uint64(m.slices)}, {fixed.SavedPageSubslices, uint64(m.subslices)}, {fixed.SavedPageEUs, uint64(m.eus)},
		{fixed.SavedPageThreads, uint64(m.threads)}, {fixed.SavedPageBlocks, uint64(m.blocks)}, {fixed.SavedPageUnit, uint64(m.unit)},
		{fixed.SavedPageSLM, uint64(m.slm)}, {fixed.SavedPageOff, uint64(m.off)}, {fixed.SavedPagePools, uint64(m.pools)},
		{fixed.SavedPageGroupThreads, uint64(g.Threads)}, {fixed.SavedPagePayload, uint64(g.PayloadSize)}, {fixed.SavedPageLocal, uint64(g.SLM)},
		{fixed.SavedPageScratch, uint64(g.ScratchSize)}, {fixed.SavedPagePrivate, uint64(g.Private)},
		{fixed.SavedPageNext, s.Next}, {fixed.SavedPageEnded, s.DoneGroups}, {fixed.SavedPageEndedThreads, s.DoneThreads},
		{fixed.SavedPageInstructions, s.Instructions}, {fixed.SavedPageStopped, uint64(len(s.Groups))}, {fixed.SavedPageBuffers, uint64(len(s.Buffers))},
	} {
		put(p, f.part, f.v)
	}
	for i, n := range g.Groups {
		binary.LittleEndian.PutUint32(fixed.SavedPageGrid.In(p)[4*i:], n)
	}
	copy(fixed.SavedPageMachine.In(p), r.machine.Name)
}

// encoder appends records to a file.
type encoder struct {
	room  *Room
	image []byte
	rest  []byte // the file, up to what is behind the last record
}

// record appends a record of zeros.
func (e *encoder) record(whole fixed.Part) []byte {
	at := len(e.rest)
	e.rest = append(e.rest, make([]byte, whole.Bytes())...)
	return e.rest[at:]
}

func (e *encoder) group(g *dispatch.GroupState) error {
	if g.Worker < 0 || g.Worker >= len(e.room.seats) {
		return fmt.Errorf("it has seat %d of the groups in flight: machine %s has room for %d", g.Worker, e.room.machine.Name, len(e.room.seats))
	}
	seat := &e.room.seats[g.Worker]
	if seat.Local+len(g.SLM) > e.room.image.Slot(0) {
		return fmt.Errorf("%d bytes of local memory: the seat has less", len(g.SLM))
	}
	if len(g.Threads) > seat.Threads() {
		return fmt.Errorf("%d threads: the seat has %d", len(g.Threads), seat.Threads())
	}
	copy(e.image[seat.Local:], g.SLM)
	r := e.record(fixed.SavedGroup)
	for _, f := range []struct {
		part fixed.Part
		v    uint64
	}{
		{fixed.SavedGroupNumber, g.Group}, {fixed.SavedGroupSeat, uint64(g.Worker)}, {fixed.SavedGroupTurn, uint64(g.Slot)},
		{fixed.SavedGroupLeft, uint64(g.Left)}, {fixed.SavedGroupHeld, uint64(g.Waiting)}, {fixed.SavedGroupArrived, uint64(g.Arrived)},
		{fixed.SavedGroupCount, uint64(g.Count)}, {fixed.SavedGroupMembers, uint64(len(g.Threads))}, {fixed.SavedGroupLocalAt, uint64(seat.Local)},
	} {
		put(r, f.part, f.v)
	}
	for i := range g.Threads {
		at, err := e.room.image.Thread(seat.At(i))
		if err != nil {
			return fmt.Errorf("thread %d: %w", i, err)
		}
		e.member(&g.Threads[i], at)
	}
	return nil
}

// member appends a thread that lies at an offset of the image.
func (e *encoder) member(t *dispatch.ThreadState, at int) {
	r, flags := e.record(fixed.SavedMember), uint64(0)
	if t.Came {
		flags |= came
	}
	put(r, fixed.SavedMemberNotified, uint64(t.Notified))
	if t.Done {
		put(r, fixed.SavedMemberState, flags|ended)
		return
	}
	put(r, fixed.SavedMemberState, flags)
	put(r, fixed.SavedMemberBytes, uint64(len(t.Engine)))
	put(r, fixed.SavedMemberAt, uint64(at))
	n := copy(e.image[at:at+fixed.SavedThread.Bytes()], t.Engine)
	e.rest = append(append(append(e.rest, t.Engine[n:]...), t.Scratch...), t.Private...)
}

func (e *encoder) buffer(b *dispatch.BufferState) {
	r := e.record(fixed.SavedBuffer)
	put(r, fixed.SavedBufferAddress, b.Base)
	put(r, fixed.SavedBufferSize, uint64(len(b.Bytes)))
	put(r, fixed.SavedBufferName, uint64(len(b.Name)))
	e.rest = append(append(e.rest, b.Name...), b.Bytes...)
}
