package run

import (
	"github.com/genvisa/genvisa/sim/abi"
	"github.com/genvisa/genvisa/sim/mem"
)

// maxPrivate bounds the private memory of all threads that can run at the same
// time.
const maxPrivate = 1 << 30

// private allocates the private memory of the kernel's threads, nil when it has
// none: so much for each number of a thread, as a driver does. Only what threads
// touch takes memory of the machine.
func (s *Session) private(m *mem.Memory) (*mem.Buffer, error) {
	if s.privateSize() == 0 {
		return nil, nil
	}
	n := s.privateSize() * abi.ThreadIDs
	if n > maxPrivate {
		return nil, s.launch.Unsupportedf("info", "private memory of %d bytes a thread, %d for %d threads: up to %d in all",
			s.privateSize(), n, abi.ThreadIDs, maxPrivate)
	}
	return m.Alloc("private memory", n), nil
}

// privateSize is the private memory of a thread in bytes.
func (s *Session) privateSize() int {
	if s.kernel == nil {
		return 0
	}
	return s.kernel.PrivateSize()
}
