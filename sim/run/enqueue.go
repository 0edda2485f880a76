package run

import (
	"fmt"
)

// enqueueError refuses a kernel that enqueues others: queues, events and blocks are
// things of the host.
func enqueueError(path, kernel string) error {
	return &UnsupportedError{path, fmt.Sprintf("kernel %s enqueues kernels (enqueue_kernel): device-side enqueue is", kernel)}
}
