package eu

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// At names the instruction that a thread runs next by its offset in the code.
func (w *worker) At(slot int) dispatch.Place { return w.prog.placeOf(w.threads[slot].pc) }

// placeOf names the instruction of an index.
func (p *Program) placeOf(pc int) dispatch.Place {
	where := fmt.Sprintf("ip %#05x", p.ipOf(pc))
	if pc >= len(p.Insts) {
		return dispatch.Place{Where: where, Inst: "past the last instruction"}
	}
	in := &p.Insts[pc]
	return dispatch.Place{Where: where, Inst: fmt.Sprintf("%s (%d|M%d)", in.Op, in.ExecSize, in.ChanOff)}
}
