package preempt

import (
	"fmt"
	"math"

	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// groups reads those that were stopped.
func (d *decoder) groups(s *dispatch.State) {
	for n := 0; n < d.stopped && d.err == nil; n++ {
		s.Groups = append(s.Groups, d.group(fmt.Sprintf("Group %d ", n), &s.Geometry))
	}
}

func (d *decoder) group(what string, geo *dispatch.Geometry) (g dispatch.GroupState) {
	at := d.record(fixed.SavedGroup, what[:len(what)-1])
	g.Group = d.number(at, fixed.SavedGroupNumber, what+"Number", 0, math.MaxUint64)
	members := 0
	for _, f := range []struct {
		field string
		part  fixed.Part
		most  uint64
		to    *int
	}{
		{"Seat", fixed.SavedGroupSeat, dispatch.ThreadIDs, &g.Worker}, {"Turn", fixed.SavedGroupTurn, dispatch.ThreadIDs, &g.Slot},
		{"Left", fixed.SavedGroupLeft, math.MaxInt32, &g.Left}, {"Held", fixed.SavedGroupHeld, dispatch.ThreadIDs, &g.Waiting},
		{"Arrived", fixed.SavedGroupArrived, dispatch.ThreadIDs, &g.Arrived}, {"Count", fixed.SavedGroupCount, dispatch.ThreadIDs, &g.Count},
		{"Members", fixed.SavedGroupMembers, dispatch.ThreadIDs, &members},
	} {
		*f.to = int(d.number(at, f.part, what+f.field, 0, f.most))
	}
	g.SLM = d.local(at, what+"LocalAt", geo.SLM)
	for n := 0; n < members && d.err == nil; n++ {
		g.Threads = append(g.Threads, d.member(fmt.Sprintf("%sMember %d ", what, n), geo))
	}
	return g
}

// local is the local memory of a group whose record begins at an offset.
func (d *decoder) local(at int, field string, size int) []byte {
	if size == 0 || d.err != nil {
		return nil
	}
	blocks := d.layout.Slot(0)
	if size > blocks {
		d.fail(fixed.SavedPageLocal.At(), "Page Local", "%d: want 0 to %d, the blocks of local memory", size, blocks)
		return nil
	}
	begin := int(d.number(at, fixed.SavedGroupLocalAt, field, 0, uint64(blocks-size)))
	if d.err != nil {
		return nil
	}
	for _, o := range d.locals {
		if begin < o[1] && o[0] < begin+size {
			d.fail(at+fixed.SavedGroupLocalAt.At(), field, "%#x: another group has local memory there", begin)
		}
	}
	d.locals = append(d.locals, [2]int{begin, begin + size})
	return d.image[begin:][:size:size]
}

func (d *decoder) member(what string, geo *dispatch.Geometry) (t dispatch.ThreadState) {
	at := d.record(fixed.SavedMember, what[:len(what)-1])
	flags := d.number(at, fixed.SavedMemberState, what+"State", 0, ended|came)
	t.Done, t.Came = flags&ended != 0, flags&came != 0
	t.Notified = int(d.number(at, fixed.SavedMemberNotified, what+"Notified", 0, math.MaxInt32))
	if t.Done || d.err != nil {
		return t
	}
	slot := fixed.SavedThread.Bytes()
	size := int(d.number(at, fixed.SavedMemberBytes, what+"Bytes", 0, math.MaxInt32))
	place := int(d.number(at, fixed.SavedMemberAt, what+"At", uint64(d.layout.Slot(0)), uint64(d.layout.Bytes()-slot)))
	switch {
	case d.err != nil:
		return t
	case (place-d.layout.Slot(0))%slot != 0:
		d.fail(at+fixed.SavedMemberAt.At(), what+"At", "%#x: want a multiple of %#x behind %#x", place, slot, d.layout.Slot(0))
	case d.taken[place]:
		d.fail(at+fixed.SavedMemberAt.At(), what+"At", "%#x: another thread is there", place)
	}
	if d.err != nil {
		return t
	}
	d.taken[place] = true
	t.Engine = d.image[place:][:min(size, slot):min(size, slot)]
	if more := d.take(uint64(max(0, size-slot)), what+"Bytes"); more != nil {
		t.Engine = append(t.Engine, more...)
	}
	t.Scratch, t.Private = d.take(uint64(geo.ScratchSize), what+"scratch memory"), d.take(uint64(geo.Private), what+"private memory")
	return t
}

// buffers reads those of the launch.
func (d *decoder) buffers(s *dispatch.State) {
	for n := 0; n < d.nbuffers && d.err == nil; n++ {
		what := fmt.Sprintf("Buffer %d ", n)
		at := d.record(fixed.SavedBuffer, what[:len(what)-1])
		b := dispatch.BufferState{Base: d.number(at, fixed.SavedBufferAddress, what+"Address", 0, math.MaxUint64)}
		size := d.number(at, fixed.SavedBufferSize, what+"Size", 0, MaxFile)
		b.Name = string(d.take(d.number(at, fixed.SavedBufferName, what+"Name", 0, maxName), what+"Name"))
		b.Bytes = d.take(size, what+"contents")
		s.Buffers = append(s.Buffers, b)
	}
}
