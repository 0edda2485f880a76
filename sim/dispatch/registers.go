package dispatch

// Location is the place of a thread in the device, and what made it (sr0.0 and sr0.1; Ivy
// Bridge PRM vol. 4 part 3, 3.3.3.7). Fields that a target has fewer bits for lose the
// others.
type Location struct {
	Slice, Subslice, EU, Thread uint8 // Thread is the slot of the unit
	FFID                        uint8 // fixed function that made the thread
	FFTID                       uint8 // number that it gave the thread
	Priority                    uint8 // age among the threads of the unit: 0 at dispatch
	High                        bool  // of the high priority class
}

// Spawner is the FFID of the general purpose thread spawner, which makes the threads of
// compute kernels (Lakefield PRM vol. 2b, FFID).
const Spawner = 7

// Seats are the places of the groups that a machine has in flight together.
type Seats interface {
	Groups() int // that there is room for
	// Locate is where a thread of the group at a seat runs: Slice, Subslice, EU and Thread.
	Locate(seat, thread int) Location
}

// Device is how many of each there are of what a Location names.
type Device struct{ Slices, Subslices, EUs, Threads int }

// defaultDevice is that of a launch that names none.
func defaultDevice() Device { return Device{1, 2, 8, 8} }

// Locate is where thread number id runs. Consecutive numbers fill the slots of a unit, then
// the units of a subslice, the subslices of a slice and the slices; behind the last place
// they begin again.
func (d Device) Locate(id uint32) Location {
	digit := func(n int) uint8 {
		v := id % uint32(max(n, 1))
		id /= uint32(max(n, 1))
		return uint8(v)
	}
	l := Location{FFID: Spawner, FFTID: uint8(id)}
	l.Thread, l.EU, l.Subslice, l.Slice = digit(d.Threads), digit(d.EUs), digit(d.Subslices), digit(d.Slices)
	return l
}

// Registers is what the architecture registers of a thread of native code hold when it
// starts, as far as a dispatcher says it.
type Registers struct {
	Control      uint32    // cr0.0
	Exceptions   uint32    // cr0.1
	Notified     [2]uint32 // n0.1 and n0.2, which are not reset at dispatch
	Dependencies [8]uint16 // tdr0: FFTIDs, with bit 15 where they are valid
	Place        Location  // sr0.0 and sr0.1
	Halt         uint64    // instructions after which the external halt reaches the thread; 0: never
}
