package launch

import "syscall"

// obtainable says whether so many bytes of memory can be had, by asking for them: limits of
// the process and of the machine answer, and Go would end the process.
func obtainable(bytes int64) bool {
	b, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return false
	}
	return syscall.Munmap(b) == nil
}
