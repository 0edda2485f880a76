package eu

import (
	"fmt"

	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu/code"
)

// At names the instruction that a thread runs next by its offset in the code.
func (w *Worker) At(slot int) dispatch.Place { return placeOf(w.prog, w.threads[slot].pc) }

// placeOf names the instruction of an index.
func placeOf(p *code.Program, pc int) dispatch.Place {
	where := fmt.Sprintf("ip %#05x", p.IP(pc))
	if pc >= len(p.Insts) {
		return dispatch.Place{Where: where, Inst: "past the last instruction"}
	}
	return dispatch.Place{Where: where, Inst: p.Summary(pc)}
}

// instAt is the summary of the instruction at an offset in the code.
func instAt(p *code.Program, ip uint32) string {
	if pc, ok := p.Index(ip); ok && pc < len(p.Insts) {
		return p.Summary(pc)
	}
	return ""
}
