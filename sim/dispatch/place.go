package dispatch

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/internal/source"
)

// Place is an instruction of a program, for people.
type Place struct {
	Where       string `json:"where"`       // "k.visaasm:12:5", or of native code "ip 0x00040"
	Inst        string `json:"instruction"` // mnemonic, execution size and mask
	source.Line        // where the program names one; engines do not
}

// At is Where, with the source line in parentheses if there is one.
func (p Place) At() string { return p.Where + p.Behind() }

// ThreadPlace is where a thread was when the launch was stopped.
type ThreadPlace struct {
	Group  [3]uint32 `json:"group"`
	Thread int       `json:"thread"`
	Place
}

// String names group, thread and instruction.
func (p ThreadPlace) String() string {
	return fmt.Sprintf("group %v thread %d at %s: %s", p.Group, p.Thread, p.At(), p.Inst)
}

// StopError is a launch that was ended from outside, by its limit or its
// context, while groups were running.
type StopError struct {
	Err  error         // *LimitError, or the context's
	Left int           // threads that had started and not ended
	At   []ThreadPlace // the first of them, of the lowest group; at most maxPlaces
}

// maxPlaces is how many places a StopError names.
const maxPlaces = 4

// Error is the reason and the places.
func (e *StopError) Error() string { return e.Err.Error() + lines(e.At, e.Left) }

// lines is the places, each on a line of its own, and how many of all threads
// are not among them.
func lines(at []ThreadPlace, all int) string {
	var b strings.Builder
	for _, p := range at {
		b.WriteString("\n  " + p.String())
	}
	if more := all - len(at); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}

// Unwrap is the reason.
func (e *StopError) Unwrap() error { return e.Err }

// places lists where the first threads of the group are that have not ended,
// and counts them all.
func (s *stepper) places() (at []ThreadPlace, left int) {
	for i := range s.at.n {
		if s.done[i] {
			continue
		}
		if left++; len(at) < maxPlaces {
			at = append(at, ThreadPlace{s.group.ID, i, s.w.At(i)})
		}
	}
	return at, left
}

// leave records the threads of a group that is stopped. Of several groups the
// lowest is named.
func (r *run) leave(group uint64, at []ThreadPlace, left int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 || group < r.leftGroup {
		r.leftGroup, r.leftAt = group, at
	}
	r.left += left
}

// stopError is the reason to stop with the places that are known.
func (r *run) stopError() error {
	if r.left == 0 || r.stopErr == nil {
		return r.stopErr
	}
	return &StopError{Err: r.stopErr, Left: r.left, At: r.leftAt}
}
