//go:build !linux

package run

// populate does nothing: pages come as they are written.
func populate([]byte) {}
