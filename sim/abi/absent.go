package abi

// Kernels list pointers to memory that a driver provides, such as their private
// memory, whether they use it or not. What is not modelled gets addresses where
// no buffer ever is: a kernel that does not use it runs, and one that does
// faults at an address that Absent names.
const (
	absentFirst = 1 << 46
	absentEach  = 1 << 40 // bytes for each: the private memory of every thread
	addressBits = 48      // tags of generic pointers lie above
)

// absentAddress takes the next range of addresses for memory called what, the
// middle of it: offsets may be negative.
func (b *Builder) absentAddress(what ArgType) uint64 {
	b.absent = append(b.absent, string(what))
	return absentFirst + uint64(len(b.absent)-1)*absentEach + absentEach/2
}

// Absent names the payload argument through which an address can only have come
// that lies in memory that is not modelled.
func (b *Builder) Absent(addr uint64) (what string, ok bool) {
	addr &= 1<<addressBits - 1
	if n := (addr - absentFirst) / absentEach; addr >= absentFirst && n < uint64(len(b.absent)) {
		return b.absent[n], true
	}
	return "", false
}
