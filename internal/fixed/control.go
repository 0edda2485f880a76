package fixed

// Bits of cr0.0, the control register of a thread, that say how instructions compute (Ivy Bridge PRM vol. 4 part 3,
// 3.3.3.8).
const (
	ControlAlt      = 1 << 0 // floats of the alternative mode
	ControlNoAcc    = 1 << 1
	ControlSingle   = 1 << 2 // single program flow
	ControlVector   = 1 << 3 // the vector mask, not the dispatch mask
	ControlRounding = 3 << 4
	ControlKeepDF   = 1 << 6 // denormals
	ControlKeepF    = 1 << 7
	ControlKeepHF   = 1 << 10
)

// ControlModes are the bits of cr0.0 with which a driver can start threads.
const ControlModes = ControlAlt | ControlNoAcc | ControlSingle | ControlVector | ControlRounding | ControlKeepDF | ControlKeepF | ControlKeepHF
