package eu

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// The thread dependency registers tdr0.0 to tdr0.7: words with the number (FFTID) of a
// thread, and a bit that it has not ended (Ivy Bridge PRM vol. 4 part 3, 3.3.3.11).
const tdrNumber = 0xFF

// dispatchTDR fills the registers of a thread that starts.
func (t *thread) dispatchTDR() {
	for i := range dispatch.MaxNeeds {
		id, inFlight := t.env.Needs(i)
		word := uint16(id & tdrNumber)
		if inFlight {
			word |= uint16(fixed.DependencyValid.Mask())
		}
		t.words(code.OffTDR0)[i] = word
	}
}

// retire ends the dependencies on threads that have ended since the thread ran last.
func (t *thread) retire() {
	for i := range dispatch.MaxNeeds {
		if _, inFlight := t.env.Needs(i); !inFlight {
			t.words(code.OffTDR0)[i] &^= uint16(fixed.DependencyValid.Mask())
		}
	}
}
