//go:build !linux

package launch

// populate does nothing: pages come as they are written.
func populate([]byte) {}
