package launch

import (
	"os"
	"syscall"
	"unsafe"
)

// madvPopulateWrite is MADV_POPULATE_WRITE of Linux 5.14; older kernels refuse it.
const madvPopulateWrite = 23

// populate asks for the pages of memory that is about to be written all over, in
// one call instead of a fault for each page. It is advice: an error changes
// nothing. Pages of 2 MiB are not asked for: in a virtual machine whose host has
// yet to back them they take several times as long as all the small ones.
func populate(b []byte) {
	page := os.Getpagesize()
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) & (page - 1)
	if n := (len(b) - skip) &^ (page - 1); n > 0 {
		_ = syscall.Madvise(b[skip:skip+n], madvPopulateWrite)
	}
}
