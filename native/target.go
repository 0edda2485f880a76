package native

import "fmt"

// Target is a device whose native code can be named on the command line.
type Target uint8

// Targets in order of generation.
const (
	IVB Target = iota
	HSW
	BDW
	SKL
	BXT
	ICL
	LKF
	TGL
	NumTargets
)

var targetNames = [NumTargets]string{"ivb", "hsw", "bdw", "skl", "bxt", "icl", "lkf", "tgl"}

// String is the target's name on the command line.
func (t Target) String() string { return targetNames[t] }

// ParseTarget finds a target by name.
func ParseTarget(s string) (Target, error) {
	for t := range NumTargets {
		if targetNames[t] == s {
			return t, nil
		}
	}
	return 0, fmt.Errorf("unknown target %q: want one of %v", s, targetNames)
}
