package native

import "fmt"

// String is the target's name on the command line.
func (t Target) String() string { return targetNames[t] }

// Decodes reports whether the target's code can be read and written: it has a
// layout.
func (t Target) Decodes() bool { return layouts[t] != nil }

// ParseTarget finds a target by name.
func ParseTarget(s string) (Target, error) {
	for t := range NumTargets {
		if targetNames[t] == s {
			return t, nil
		}
	}
	return 0, fmt.Errorf("unknown target %q: want one of %v", s, targetNames)
}
