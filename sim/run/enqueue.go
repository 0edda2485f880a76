package run

import (
	"fmt"
	"github.com/genvisa/genvisa/sim/load"
)

// enqueueError refuses a kernel that enqueues others: queues, events and blocks are
// things of the host.
func enqueueError(path, kernel string) error {
	return &load.UnsupportedError{Path: path, What: fmt.Sprintf("kernel %s enqueues kernels (enqueue_kernel): device-side enqueue is", kernel)}
}
