package native

// String is the target's name on the command line.
func (t Target) String() string { return targetNames[t] }

// Decodes reports whether the target's code can be read and written: it has a
// layout.
func (t Target) Decodes() bool { return layouts[t] != nil }
