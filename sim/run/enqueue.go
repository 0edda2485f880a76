package run

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/grf"
	"github.com/genvisa/genvisa/native"
)

// enqueueError refuses a kernel that enqueues others: queues, events and blocks are
// things of the host.
func enqueueError(path, kernel string) error {
	return &UnsupportedError{path, fmt.Sprintf("kernel %s enqueues kernels (enqueue_kernel): device-side enqueue is", kernel)}
}

// readsBehind says that code reads a register that neither the code above nor the
// payload of so many bytes, r0 included, has set.
func readsBehind(insts []native.Inst, payload int) bool {
	set := map[int32]bool{}
	first := int32(payload / grf.Bytes)
	for i := range insts {
		in := &insts[i]
		for j := range in.Src {
			if o := &in.Src[j]; o.File == native.GRF && !o.Indirect && !in.Op.IsSend() && o.Reg >= first && !set[o.Reg] {
				return true
			}
		}
		if o := &in.Dst; o.File == native.GRF && !o.Indirect {
			n := 1 + int(in.ExecSize)*max(int(o.Region.H), 1)*o.Type.Size()/grf.Bytes
			if in.Op.IsSend() {
				n = in.Msg.Desc.Rlen()
			}
			for r := range int32(n) {
				set[o.Reg+r] = true
			}
		}
	}
	return false
}
