package eu

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// At names the instruction that a thread runs next by its offset in the code.
func (w *worker) At(slot int) dispatch.Place {
	pc := w.threads[slot].pc
	if pc >= len(w.prog.Insts) {
		return dispatch.Place{Where: fmt.Sprintf("ip %#05x", w.prog.length), Inst: "past the last instruction"}
	}
	in := &w.prog.Insts[pc]
	return dispatch.Place{Where: fmt.Sprintf("ip %#05x", w.prog.ips[pc]), Inst: fmt.Sprintf("%s (%d|M%d)", in.Op, in.ExecSize, in.ChanOff)}
}
