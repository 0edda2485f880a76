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

// Mode is the part of cr0.0 that arithmetic obeys: rounding, and per type
// whether denormals are kept (true) or flushed to signed zero.
type Mode struct {
	Round                 Round
	KeepHF, KeepF, KeepDF bool
	// Alt is the alternative mode of floats, which has no infinities, NaNs and
	// denormals, in operands and results alike (Ivy Bridge PRM vol. 4 part 3, 1.2 and
	// 2.3.2). KeepF is false then. ModeOf leaves it to engines that have the mode.
	Alt bool
}

// IEEE rounds to nearest even and keeps all denormals: what compiled kernels set.
var IEEE = Mode{KeepHF: true, KeepF: true, KeepDF: true}

// ModeOf reads the mode from a value of cr0.0 (gen-execution 3.1).
func ModeOf(cr0 uint32) Mode {
	return Mode{Round: Round(cr0 >> 4 & 3), KeepDF: cr0>>6&1 != 0, KeepF: cr0>>7&1 != 0, KeepHF: cr0>>10&1 != 0}
}
