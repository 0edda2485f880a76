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
	return dispatch.Place{Where: where, Inst: p.summary(pc)}
}

// summary is an instruction without operands.
func (p *Program) summary(pc int) string {
	in := &p.Insts[pc]
	return fmt.Sprintf("%s (%d|M%d)", in.Op, in.ExecSize, in.ChanOff)
}

// instAt is the summary of the instruction at an offset in the code.
func (p *Program) instAt(ip uint32) string {
	if pc, ok := p.index(ip); ok && pc < len(p.Insts) {
		return p.summary(pc)
	}
	return ""
}
