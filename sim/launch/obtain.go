package launch

import "fmt"

// MemoryError is memory that the machine does not have for what a launch asks for. It is
// found before the memory is taken.
type MemoryError struct{ Bytes int64 }

// Error names the bytes.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("out of memory: this machine has no %d bytes for the buffers of the launch", e.Bytes)
}

// obtain refuses memory of so many bytes when there is none; little is not asked for.
func obtain(bytes int64) error {
	const little = 1 << 20
	if bytes > little && !obtainable(bytes+bytes/8) {
		return &MemoryError{bytes}
	}
	return nil
}

// take counts the bytes of a buffer or of what it is compared with, before they
// are read or generated.
func (l *Launch) take(n node, size int64) error {
	if size > l.room {
		return n.errorf("buffers and their expectations to this one have %d bytes together: the limit is %d", maxBuffers-l.room+size, int64(maxBuffers))
	}
	l.room -= size
	if err := obtain(size); err != nil {
		e := n.errorf("%v", err)
		e.Err = err
		return e
	}
	return nil
}

// Obtain refuses buffers and images that need more memory than there is.
func (l *Launch) Obtain() error {
	size := int64(0)
	for i := range l.Args {
		if a := &l.Args[i]; a.Kind == BufferArg || a.Kind == ImageArg {
			size += int64(a.Len())
		}
	}
	return obtain(size)
}
