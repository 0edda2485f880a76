//go:build linux && (amd64 || arm64)

package heap

import (
	"syscall"
	"unsafe"
)

const (
	page  = 2 << 20
	chunk = 4 << 20 // what Go maps at least

	// Advice to the system that package syscall does not name.
	hugePages = 14 // MADV_HUGEPAGE: give large pages on the first write
	collapse  = 25 // MADV_COLLAPSE: put small ones together
)

// init is early: package syscall alone comes before this one, of what is first in the order
// of names.
func init() {
	Room(1)
	first := uintptr(unsafe.Pointer(new([64]byte))) &^ (chunk - 1)
	advise(first, chunk, hugePages)
	for half := first; half < first+chunk; half += page {
		advise(half, page, collapse)
	}
}

// Room has n times 128 MB of the heap made of large pages, those that it has of them counted
// as long as they are free.
func Room(n int) {
	if n == 0 {
		return
	}
	mapped := make(chan struct{})
	go func() {
		deep(nil, n)
		close(mapped)
	}()
	<-mapped
}

// room is memory that a function has on its stack twice, as its own and as an argument. Go
// takes the next power of two.
type room [60 << 20]byte

// deep asks for large pages on the stack that the call below would take, and makes none.
//
//go:noinline
func deep(never *room, n int) {
	if never != nil {
		fill(*never)
	}
	var here byte
	const most = 128 << 20
	advise((uintptr(unsafe.Pointer(&here))-most)&^(page-1), 2*most, hugePages)
	Room(n - 1) // while this stack is there
}

//go:noinline
func fill(room) {}

// advise tells the system how n bytes will be used. It passes over those of them that are
// not mapped; a system that knows no such advice leaves all as it is.
func advise(at, n, how uintptr) { _, _, _ = syscall.Syscall(syscall.SYS_MADVISE, at, n, how) }
