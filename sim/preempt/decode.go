package preempt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/internal/quote"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/machine"
)

// Saved is a file that was read. Its bytes are those of the file.
type Saved struct {
	State   *dispatch.State
	Machine *machine.Machine // what places in the image depend on, and the name
}

// Error is a place of a file that cannot be.
type Error struct {
	Offset int    // of the field, in bytes
	Field  string // row of specs/eu/context.md
	Msg    string
}

// Error is "offset 0x28: Page EUs: what is wrong".
func (e *Error) Error() string {
	return fmt.Sprintf("offset %#x: %s: %s", e.Offset, e.Field, quote.Name(e.Msg))
}

// The most that fields of a file may have: those of a machine, and of a launch.
const (
	maxOfMachine = 256     // slices, subslices, EUs, threads, blocks
	maxLocal     = 1 << 20 // bytes of a block of local memory
	maxName      = 1 << 12
)

// Decode reads a file of Encode. Errors are of type *Error. It takes memory in proportion to
// the records; contents stay where they are.
func Decode(src []byte) (*Saved, error) {
	d := &decoder{src: src, at: fixed.SavedPage.Bytes()}
	out := d.page()
	if d.err == nil {
		d.groups(out.State)
	}
	if d.err == nil {
		d.buffers(out.State)
	}
	if d.err == nil && d.at != len(src) {
		d.fail(d.at, "end", "%d bytes too many", len(src)-d.at)
	}
	if d.err != nil {
		return nil, d.err
	}
	return out, nil
}

// decoder reads records; after the first error all numbers are 0.
type decoder struct {
	src      []byte
	at       int // what is read next
	image    []byte
	layout   *machine.Image
	taken    map[int]bool // places of threads
	locals   [][2]int     // local memory of groups: begin and end
	stopped  int
	nbuffers int
	err      error
}

func (d *decoder) fail(at int, field, format string, args ...any) {
	if d.err == nil {
		d.err = &Error{at, field, fmt.Sprintf(format, args...)}
	}
}

// number is one of a record that begins at an offset of the file.
func (d *decoder) number(base int, part fixed.Part, field string, least, most uint64) uint64 {
	if d.err != nil {
		return 0
	}
	p := part.In(d.src[base:])
	v := uint64(0)
	if len(p) == 8 {
		v = binary.LittleEndian.Uint64(p)
	} else {
		v = uint64(binary.LittleEndian.Uint32(p))
	}
	if v < least || v > most {
		d.fail(base+part.At(), field, "%d: want %d to %d", v, least, most)
		return 0
	}
	return v
}

// take is the next n bytes.
func (d *decoder) take(n uint64, field string) []byte {
	if d.err == nil && n > uint64(len(d.src)-d.at) {
		d.fail(d.at, field, "%d bytes are left: want %d", len(d.src)-d.at, n)
	}
	if d.err != nil || n == 0 {
		return nil
	}
	p := d.src[d.at:][:n:n]
	d.at += int(n)
	return p
}

// record passes one, and says where it begins.
func (d *decoder) record(whole fixed.Part, field string) int {
	at := d.at
	d.take(uint64(whole.Bytes()), field)
	return at
}

// page reads what the file begins with.
func (d *decoder) page() *Saved {
	size := fixed.SavedPage.Bytes()
	out := &Saved{State: new(dispatch.State), Machine: new(machine.Machine)}
	switch {
	case len(d.src) < size:
		d.fail(0, "Page", "%d bytes: want %d at least", len(d.src), size)
	case len(d.src) > MaxFile:
		d.fail(0, "Page", "%d bytes: want %d at most", len(d.src), MaxFile)
	case !bytes.Equal(fixed.SavedPageMagic.In(d.src), []byte(magic)):
		d.fail(fixed.SavedPageMagic.At(), "Page Magic", "%q: want %q", fixed.SavedPageMagic.In(d.src), magic)
	}
	d.number(0, fixed.SavedPageVersion, "Page Version", version, version)
	d.number(0, fixed.SavedPageBase, "Page Base", uint64(size), uint64(size))
	d.machine(out.Machine)
	d.launch(out.State)
	if d.err != nil {
		return out
	}
	image, err := out.Machine.ContextImage()
	if err != nil {
		d.fail(fixed.SavedPageImage.At(), "Page Image", "%v", err)
		return out
	}
	d.number(0, fixed.SavedPageImage, "Page Image", uint64(image.Bytes()), uint64(image.Bytes()))
	d.layout, d.image, d.taken = image, d.take(uint64(image.Bytes()), "image"), map[int]bool{}
	return out
}

// machine reads what places in the image depend on.
func (d *decoder) machine(m *machine.Machine) {
	for _, f := range []struct {
		field string
		part  fixed.Part
		most  uint64
		to    *int
	}{
		{"Slices", fixed.SavedPageSlices, maxOfMachine, &m.Slices}, {"Subslices", fixed.SavedPageSubslices, maxOfMachine, &m.Subslices},
		{"EUs", fixed.SavedPageEUs, maxOfMachine, &m.EUs}, {"Threads", fixed.SavedPageThreads, maxOfMachine, &m.Threads},
		{"Blocks", fixed.SavedPageBlocks, maxOfMachine, &m.Blocks}, {"SLM", fixed.SavedPageSLM, maxLocal, &m.SLM}, {"Unit", fixed.SavedPageUnit, maxLocal, &m.Unit},
	} {
		*f.to = int(d.number(0, f.part, "Page "+f.field, 1, f.most))
	}
	m.Off = uint32(d.number(0, fixed.SavedPageOff, "Page Off", 0, math.MaxUint32))
	m.Pools = uint32(d.number(0, fixed.SavedPagePools, "Page Pools", 0, math.MaxUint32))
	m.Pooled = m.Pools != 0
	if d.err == nil {
		name, _, _ := bytes.Cut(fixed.SavedPageMachine.In(d.src), []byte{0})
		m.Name = string(name)
	}
}

// launch reads how far the launch is.
func (d *decoder) launch(s *dispatch.State) {
	g := &s.Geometry
	for _, f := range []struct {
		field string
		part  fixed.Part
		to    *int
	}{
		{"GroupThreads", fixed.SavedPageGroupThreads, &g.Threads}, {"Payload", fixed.SavedPagePayload, &g.PayloadSize}, {"Local", fixed.SavedPageLocal, &g.SLM},
		{"Scratch", fixed.SavedPageScratch, &g.ScratchSize}, {"Private", fixed.SavedPagePrivate, &g.Private}, {"Buffers", fixed.SavedPageBuffers, &d.nbuffers},
	} {
		*f.to = int(d.number(0, f.part, "Page "+f.field, 0, math.MaxInt32))
	}
	d.stopped = int(d.number(0, fixed.SavedPageStopped, "Page Stopped", 0, dispatch.ThreadIDs))
	for _, f := range []struct {
		field string
		part  fixed.Part
		to    *uint64
	}{
		{"Next", fixed.SavedPageNext, &s.Next}, {"Ended", fixed.SavedPageEnded, &s.DoneGroups}, {"EndedThreads", fixed.SavedPageEndedThreads, &s.DoneThreads},
		{"Instructions", fixed.SavedPageInstructions, &s.Instructions},
	} {
		*f.to = d.number(0, f.part, "Page "+f.field, 0, math.MaxUint64)
	}
	if d.err == nil {
		for i := range g.Groups {
			g.Groups[i] = binary.LittleEndian.Uint32(fixed.SavedPageGrid.In(d.src)[4*i:])
		}
	}
}
