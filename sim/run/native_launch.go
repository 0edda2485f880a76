package run

import (
	"encoding/binary"
	"fmt"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/launch"
	"github.com/genvisa/genvisa/sim/machine"
	"github.com/genvisa/genvisa/sim/media"
	"github.com/genvisa/genvisa/sim/mem"
)

// nativePayload is what the threads of a native launch start with. It is a
// dispatch.Payloads.
type nativePayload struct {
	n      *launch.Native
	groups [3]uint32
	size   int            // bytes of registers that any thread starts with
	walked []media.Thread // those of a media walker, in their order
	needs  []media.Dependencies
}

// inFlight is how many threads of a media walker are at work at the same time: those of
// eight EUs with eight threads each.
const inFlight = 64

// Where r0 of a group's thread names the group.
var groupDwords = [3]int{fixed.ThreadGroupX.Dword(), fixed.ThreadGroupY.Dword(), fixed.ThreadGroupZ.Dword()}

func newNativePayload(n *launch.Native) *nativePayload {
	p := &nativePayload{n: n, groups: [3]uint32{uint32(len(n.Threads) / n.GroupThreads()), 1, 1}, size: max(len(n.Common), abi.GRFSize)}
	for _, list := range [][]launch.NativeThread{n.Threads, n.Each} {
		for i := range list {
			p.size = max(p.size, len(list[i].Registers))
		}
	}
	switch {
	case n.Walker != nil:
		p.walked, p.needs, _ = n.Walk() // the launch is checked
		p.groups[0] = uint32((len(p.walked) + inFlight - 1) / inFlight)
	case n.Threads == nil:
		for d := range p.groups {
			p.groups[d] = n.Grid[1][d] - n.Grid[0][d]
		}
	}
	return p
}

// control is cr0.0 when a thread of the launch starts.
func control(l *launch.Launch) uint32 {
	if l.Native == nil {
		return 0
	}
	return l.Native.Control
}

// Groups are those of the grid, of the threads that are listed, or of threads of the media
// walker that are in flight together.
func (p *nativePayload) Groups() [3]uint32 { return p.groups }

// MaxThreads is the number of threads of a group.
func (p *nativePayload) MaxThreads() int {
	if p.walked != nil {
		return min(inFlight, len(p.walked))
	}
	return p.n.GroupThreads()
}

// Threads is the number of threads of a group: the last ones of the media walker may be
// fewer.
func (p *nativePayload) Threads(group [3]uint32) int {
	if p.walked != nil {
		return min(inFlight, len(p.walked)-int(group[0])*inFlight)
	}
	return p.n.GroupThreads()
}

// demand corrects what the groups of the payload need by what no metadata says.
func (p *nativePayload) demand(d *machine.Demand) {
	d.Barrier = p.n.GroupThreads() > 1
	if p.walked != nil {
		d.Groups, d.Threads = uint64(len(p.walked)), 1
	}
}

// Depends says that the threads are those of the media walker.
func (p *nativePayload) Depends() bool { return p.walked != nil }

// Needs are the threads in flight that a thread depends on by the scoreboard.
func (p *nativePayload) Needs(group [3]uint32, thread int) (out dispatch.Needs) {
	first := int(group[0]) * inFlight
	for i := range out {
		out[i] = -1
		if p.needs != nil {
			out[i] = max(int(p.needs[first+thread][i])-first, -1) // those of groups before have ended
		}
	}
	return out
}

// PayloadSize is all registers that any thread starts with.
func (p *nativePayload) PayloadSize() int { return p.size }

// SLMSize is that of a group.
func (p *nativePayload) SLMSize() int { return p.n.SLM }

// ScratchSize is none.
func (p *nativePayload) ScratchSize() int { return 0 }

// IndirectSize is the bytes of the data that r0.0 points to.
func (p *nativePayload) IndirectSize() int { return len(p.n.Indirect) }

// IndirectBase is their address.
func (p *nativePayload) IndirectBase() uint64 { return uint64(p.n.IndirectAt) }

// FillIndirect writes them, which are the same for all groups.
func (p *nativePayload) FillIndirect(dst []byte, _ [3]uint32) { copy(dst, p.n.Indirect) }

// Entry is the first instruction.
func (p *nativePayload) Entry() uint32 { return 0 }

// Extent is PayloadSize, and what lies in memory.
func (p *nativePayload) Extent() int { return p.size + len(p.n.Indirect) }

// Fill writes the registers of a thread over those of all threads; those that the
// launch does not name are 0.
func (p *nativePayload) Fill(dst []byte, group [3]uint32, thread int) uint32 {
	clear(dst[copy(dst, p.n.Common):])
	own := p.start(dst, group, thread)
	p.pointer(dst)
	if own != nil && own.Mask != nil {
		return *own.Mask
	}
	return p.n.Mask
}

// start writes what differs from thread to thread, and gives the thread's entry of the launch; nil without.
func (p *nativePayload) start(dst []byte, group [3]uint32, thread int) (own *launch.NativeThread) {
	if p.n.Threads != nil {
		own = &p.n.Threads[int(group[0])*p.n.GroupThreads()+thread]
		put(dst, own)
		return own
	}
	if p.n.Each != nil {
		own = &p.n.Each[thread%len(p.n.Each)]
		put(dst, own)
	}
	if p.walked != nil {
		p.place(dst, p.walked[int(group[0])*inFlight+thread])
		return own
	}
	for d, dword := range groupDwords {
		binary.LittleEndian.PutUint32(dst[4*dword:], p.n.Grid[0][d]+group[d])
	}
	return own
}

// positions are the fields of r0 that have the place of a media thread: column, row and
// color.
type positions [3]fixed.Field

// place writes where a thread of the media pipeline is into its r0.
func (p *nativePayload) place(dst []byte, t media.Thread) {
	at := positions{fixed.PositionX, fixed.PositionY, fixed.PositionColor}
	if p.n.Target.Caps().PackedPosition {
		at = positions{fixed.PackedPositionX, fixed.PackedPositionY, fixed.PackedPositionColor}
	}
	for i, v := range [...]int{t.At.X, t.At.Y, t.Color} {
		word := dst[at[i].Byte():]
		binary.LittleEndian.PutUint32(word, binary.LittleEndian.Uint32(word)&^at[i].Mask()|at[i].In(uint32(v)))
	}
}

// put writes the registers that are a thread's own.
func put(dst []byte, t *launch.NativeThread) {
	for at := 0; at < len(t.Registers); at += abi.GRFSize {
		if t.Owns(at / abi.GRFSize) {
			copy(dst[at:], t.Registers[at:at+abi.GRFSize])
		}
	}
}

// pointer puts the pointer to samplers in memory into r0, unless the launch has something there.
func (p *nativePayload) pointer(r0 []byte) {
	f := fixed.ThreadSamplers
	was := binary.LittleEndian.Uint32(r0[f.Byte():])
	if t := &p.n.Tables.Samplers; t.Given && f.Of(was) == 0 {
		binary.LittleEndian.PutUint32(r0[f.Byte():], was|t.Pointer&f.Mask())
	}
}

// bindNative puts the launch's surfaces into the binding table, rectangles for
// messages on images too, and its samplers at their indices.
func (s *Session) bindNative(m *mem.Memory, buffers []*mem.Buffer) {
	for i, surface := range s.launch.Native.Surfaces {
		if surface.Entry {
			m.BindEntry(surface.Handle, buffers[i])
		}
		if surface.Unbound {
			continue
		}
		m.Bind(surface.BTI, buffers[i])
		if surface.Shape != nil {
			m.BindImage(surface.BTI, mem.NewImage(*surface.Shape, buffers[i]))
		}
	}
	for i := range s.launch.Native.Samplers {
		sampler := &s.launch.Native.Samplers[i]
		m.BindSampler(sampler.Index, &sampler.State)
	}
}

// fitsOptions finds options that a native launch has no use for.
func fitsOptions(l *launch.Launch, o Options) error {
	const none = "a launch with registers and surfaces (dispatch)"
	switch {
	case !o.Target.Open() && o.Target.Device() != l.Native.Target:
		return l.Errorf("target", "the launch is for %s, the target is %s", l.Native.Target, o.Target.Device())
	case o.Info != "":
		return l.Errorf("dispatch", "--info %s: %s has no kernel metadata", o.Info, none)
	case o.Metadata != nil || o.Data != nil:
		return l.Errorf("dispatch", "kernel metadata or program-scope data: %s has none", none)
	case o.Platform != "":
		return l.Errorf("dispatch", "--platform %s: %s runs native code, which is for its target", o.Platform, none)
	}
	return nil
}

// post makes the write of a launch that has ended. Nothing shows one to memory that the launch has not, but a note.
func (s *Session) post(rep *Report, m *mem.Memory) {
	if s.native == nil || s.native.n.Behind == nil {
		return
	}
	w := s.native.n.Behind
	if err := m.Flat().WriteBytes(w.At, binary.LittleEndian.AppendUint64(nil, w.Value)); err != nil {
		rep.Notes = append(rep.Notes, fmt.Sprintf("the value %#x that the walker writes to %#x behind its last thread is in no memory of the launch", w.Value, w.At))
	}
}
