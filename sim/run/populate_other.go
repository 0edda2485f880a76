//go:build !linux

package run

// large does nothing: pages come as the system gives them.
func large([]byte) {}

// populate does nothing: pages come as they are written.
func populate([]byte) {}
