//go:build !linux || !(amd64 || arm64)

package heap

// Room does nothing: the system has no large pages on request.
func Room(int) {}
