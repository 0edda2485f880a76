package interp

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
)

// At names the instruction that a thread runs next by its line of the text.
func (w *worker) At(slot int) dispatch.Place {
	return w.place(&w.prog.code[w.threads[slot].pc])
}

// place is an instruction, for people.
func (w *worker) place(in *inst) dispatch.Place {
	k := w.prog.kernel
	if in.step == stepEnd {
		return dispatch.Place{Where: k.File, Inst: "past the last instruction"}
	}
	src := &k.Insts[in.index]
	return dispatch.Place{Where: fmt.Sprintf("%s:%v", k.FileOf(int(in.index)), src.Pos), Inst: summary(src)}
}
