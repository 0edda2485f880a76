package mem

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page of memory on the hosts that have them.
const hugePage = 2 << 20

// preferHuge asks the system to back the whole large pages of b by such, which
// takes one fault for each of them instead of 512. It is a hint: refused, all
// stays as it is.
func preferHuge(b []byte) {
	if len(b) < 2*hugePage {
		return
	}
	skip := -uintptr(unsafe.Pointer(&b[0])) & (hugePage - 1)
	whole := (uintptr(len(b)) - skip) &^ (hugePage - 1)
	_ = syscall.Madvise(b[skip:skip+whole], syscall.MADV_HUGEPAGE)
}
