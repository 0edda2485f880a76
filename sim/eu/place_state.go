package eu

import (
	"github.com/genvisa/genvisa/internal/fixed"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/dispatch"
)

// seat is the place of a thread, or its number among those that run, as sr0.0 and sr0.1 have it on a target; the masks behind
// them are the thread's.
func seat(target native.Target, at *dispatch.Location, number uint32) (sr0 [4]uint32) {
	sr0[0] = fixed.StateThread.In(uint32(at.Thread)) | fixed.StatePriority.In(uint32(at.Priority)) | fixed.StateFFID.In(uint32(at.FFID)) |
		deposit(uint32(at.EU), target.StateBits(native.StateEU)) |
		deposit(uint32(at.Subslice), target.StateBits(native.StateSubslice)) |
		deposit(uint32(at.Slice), target.StateBits(native.StateSlice))
	if at.High {
		sr0[0] |= fixed.StateClass.Mask()
	}
	if bits, ok := target.Caps().StateThread(); ok { // of which no source says what else is where
		sr0[0] = deposit(number, bits)
	}
	sr0[fixed.StateFFTID.Dword()] = fixed.StateFFTID.In(uint32(at.FFTID))
	return sr0
}
