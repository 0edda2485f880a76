package launch

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/genvisa/genvisa/internal/fixed"
)

// NativeState is what the state registers of all threads of a native launch start with, and
// the system routine that takes their exceptions.
type NativeState struct {
	Exceptions uint32    // cr0.1: those that are enabled
	Notified   [2]uint32 // n0.1 and n0.2
	Halt       uint64    // instructions after which the external halt reaches a thread; 0: never
	Routine    string    // file of the system routine, assembly text or native code
	RoutineAt  uint32    // byte offset in the code where it begins instead; 0: nowhere
}

// NativePlace is where a thread is in the device (sr0.0, sr0.1).
type NativePlace struct {
	Slice, Subslice, EU, Thread, FFID, FFTID, Priority uint8
	High                                               bool // of the high priority class
}

// enables are the bits of cr0.1 that a dispatcher sets.
func enables() uint32 {
	return fixed.ExceptionBreakEnable.Mask() | fixed.ExceptionSoftwareEnable.Mask() | fixed.ExceptionIllegalEnable.Mask() | fixed.ExceptionStackEnable.Mask()
}

// dispatcherKeys are the keys of NativeState, placeKeys those of NativePlace.
var (
	dispatcherKeys = []string{"sip", "exceptions", "notified", "halt_after"}
	placeKeys      = []string{"slice", "subslice", "eu", "thread", "ffid", "fftid", "priority", "high"}
)

// DispatcherKeys are the keys of a launch for what NativeState has.
func DispatcherKeys() []string { return slices.Clone(dispatcherKeys) }

// CheckExceptions refuses bits of cr0.1 that no dispatcher sets.
func CheckExceptions(bits uint32) error {
	if wrong := bits &^ enables(); wrong != 0 {
		return fmt.Errorf("exceptions: bits %#x of cr0.1: legal are those of %#x", wrong, enables())
	}
	return nil
}

// state reads the keys of NativeState.
func (r *nativeReader) state() error {
	s := &r.n.State
	for _, key := range dispatcherKeys {
		at, ok := r.at[key]
		if !ok {
			continue
		}
		var err error
		switch key {
		case "sip":
			err = r.routine(at)
		case "exceptions":
			var v uint64
			v, err = at.unsigned(math.MaxUint32)
			s.Exceptions = uint32(v)
		case "notified":
			err = counts(at, s.Notified[:], []uint64{fixed.NotificationHost.Max(), fixed.NotificationThreads.Max()})
		case "halt_after":
			if s.Halt, err = at.unsigned(math.MaxInt64); err == nil && s.Halt == 0 {
				err = at.want("a number of instructions from 1 on")
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// routine reads the file of the system routine, or where it begins in the code.
func (r *nativeReader) routine(at node) (err error) {
	s := &r.n.State
	if _, number := strconv.ParseUint(at.text(), 0, 64); number != nil {
		s.Routine, err = r.l.path(at)
		r.l.reads = append(r.l.reads, s.Routine) // no result may be written over it
		return err
	}
	v, err := at.unsigned(math.MaxInt32)
	if err == nil && v == 0 {
		return at.want("a file, or the offset of an instruction behind the first")
	}
	s.RoutineAt = uint32(v)
	return err
}

// counts reads a list of as many numbers as out has, each up to its limit.
func counts[T uint16 | uint32](at node, out []T, limits []uint64) error {
	items, err := at.items()
	if err != nil {
		return err
	}
	if len(items) != len(out) {
		return at.errorf("%d numbers: want %d", len(items), len(out))
	}
	for i, it := range items {
		v, err := it.unsigned(limits[i])
		if err != nil {
			return err
		}
		out[i] = T(v)
	}
	return nil
}

// threadState reads a thread's place and the words of tdr0.
func threadState(t *NativeThread, key string, at node) (err error) {
	if key == "place" {
		t.Place, err = located(at)
		return err
	}
	limits := make([]uint64, len(t.Dependencies))
	for i := range limits {
		limits[i] = uint64(fixed.DependencyValid.Mask() | fixed.DependencyFFTID.Mask())
	}
	if err := counts(at, t.Dependencies[:], limits); err != nil {
		return err
	}
	for i, w := range t.Dependencies {
		if bad := uint64(w) &^ limits[i]; bad != 0 {
			return at.errorf("word %d: bits %#x: legal are an FFTID up to 255, and bit 15 where it is valid", i, bad)
		}
	}
	return nil
}

func located(at node) (*NativePlace, error) {
	fields, err := at.fields(placeKeys...)
	if err != nil {
		return nil, err
	}
	p := new(NativePlace)
	numbers := map[string]*uint8{"slice": &p.Slice, "subslice": &p.Subslice, "eu": &p.EU, "thread": &p.Thread, "ffid": &p.FFID, "fftid": &p.FFTID, "priority": &p.Priority}
	for _, f := range fields {
		to, number := numbers[f.key]
		if !number {
			p.High, err = f.val.boolean()
		} else {
			var v uint64
			v, err = f.val.unsigned(math.MaxUint8)
			*to = uint8(v)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// checkState finds what the state of a native launch may not be.
func (n *Native) checkState(at func(part string) node) error {
	s := &n.State
	switch {
	case s.Exceptions&^enables() != 0:
		return at("exceptions").errorf("bits %#x of cr0.1: legal are those of %#x", s.Exceptions&^enables(), enables())
	case s.Routine != "" && s.RoutineAt != 0:
		return at("sip").errorf("a file and the offset %#x: want one of them", s.RoutineAt)
	}
	return nil
}
