package preempt

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/machine"
)

// Room is where the groups of a launch run in a machine: the dispatch.Seats of a launch that
// can be saved.
type Room struct {
	machine *machine.Machine
	seats   []machine.Seat
	image   *machine.Image
}

var _ dispatch.Seats = (*Room)(nil)

// NewRoom is that of a launch whose groups need what d says. The error is a group that the
// machine has no room for, or an image that is too large for it.
func NewRoom(m *machine.Machine, d machine.Demand) (*Room, error) {
	image, err := m.ContextImage()
	if err != nil {
		return nil, err
	}
	seats, err := m.Seats(d)
	if err != nil {
		return nil, err
	}
	return &Room{m, seats, image}, nil
}

// Groups are those in flight at most.
func (r *Room) Groups() int { return len(r.seats) }

// Locate is where a thread of the group at a seat runs.
func (r *Room) Locate(seat, thread int) dispatch.Location {
	p := r.seats[seat].At(thread)
	return dispatch.Location{Slice: uint8(p.Slice), Subslice: uint8(p.Subslice), EU: uint8(p.EU), Thread: uint8(p.Thread)}
}

// Fits wants that a file was saved on a machine of the same shape.
func (r *Room) Fits(s *Saved) error {
	if got, want := shapeOf(s.Machine), shapeOf(r.machine); got != want {
		return fmt.Errorf("the launch was saved on machine %q (%v), the run is on %q (%v)", s.Machine.Name, got, r.machine.Name, want)
	}
	return nil
}

// shape is what places in an image depend on.
type shape struct {
	slices, subslices, eus, threads, blocks, slm, unit int
	off, pools                                         uint32
}

func shapeOf(m *machine.Machine) shape {
	s := shape{m.Slices, m.Subslices, m.EUs, m.Threads, m.Blocks, m.SLM, m.Unit, m.Off, 0}
	if m.Pooled {
		s.pools = m.Pools
	}
	return s
}

// String is "1 slices of 3 subslices of 6 EUs of 6 threads, ..."
func (s shape) String() string {
	text := fmt.Sprintf("%d slices of %d subslices of %d EUs of %d threads, %d blocks of %d bytes of local memory in parts of %d",
		s.slices, s.subslices, s.eus, s.threads, s.blocks, s.slm, s.unit)
	if s.off != 0 {
		text += fmt.Sprintf(", without subslices %#x", s.off)
	}
	if s.pools != 0 {
		text += fmt.Sprintf(", pools %#x", s.pools)
	}
	return text
}
