package num

// Round is a rounding mode, with the codes of cr0.0 bits 5:4.
type Round uint8

// Rounding modes.
const (
	NearestEven Round = iota
	Up
	Down
	TowardZero
)

// Floats says which floats of 32 bits there are, in operands and results alike.
type Floats uint8

// Kinds of floats.
const (
	Normal  Floats = iota // denormals are flushed to signed zero
	Keep                  // all
	AltMode               // no infinities, NaNs and denormals (Ivy Bridge PRM vol. 4 part 3, 1.2 and 2.3.2)
)

// Mode is the part of cr0.0 that arithmetic obeys: rounding, which floats there are,
// and for the other types whether denormals are kept (true) or flushed to signed zero.
// It has four fields at most: the compiler keeps no larger structure in registers.
type Mode struct {
	Round  Round
	KeepHF bool
	F      Floats // ModeOf leaves AltMode to engines that have it
	KeepDF bool
}

// IEEE rounds to nearest even and keeps all denormals: what compiled kernels set.
var IEEE = Mode{KeepHF: true, F: Keep, KeepDF: true}

// ModeOf reads the mode from a value of cr0.0 (gen-execution 3.1).
func ModeOf(cr0 uint32) Mode {
	return Mode{Round: Round(cr0 >> 4 & 3), KeepDF: cr0>>6&1 != 0, F: Floats(cr0 >> 7 & 1), KeepHF: cr0>>10&1 != 0}
}
