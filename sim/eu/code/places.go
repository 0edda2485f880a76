package code

import (
	"fmt"

	"github.com/genvisa/genvisa/native"
)

// Summary is an instruction without operands.
func (p *Program) Summary(pc int) string {
	in := &p.Insts[pc]
	return fmt.Sprintf("%s (%d|M%d)", in.Op, in.ExecSize, in.ChanOff)
}

// operandsOf is a loader at an instruction that is loaded.
func (p *Program) operandsOf(i int) *loader {
	return &loader{prog: p, in: &p.Counted[i], op: &p.Ops[i], index: i, srcs: p.Insts[i].Op.Sources()}
}

// SourceOffsets are the byte offsets of the elements of a source of instruction i from its first.
func (p *Program) SourceOffsets(i, src int) []uint16 {
	return p.operandsOf(i).offsets(&p.Counted[i].Src[src], int(p.Ops[i].N))
}

// DestOffsets are those of its destination. Align16 has no stride, and means elements side by side.
func (p *Program) DestOffsets(i int) []uint16 {
	d := &p.Counted[i].Dst
	return offsets(native.Region{W: 255, H: max(1, d.Region.H)}, d.Type.Size(), int(p.Ops[i].N))
}

// Byte is the register byte of an operand of instruction i, or of the a0 sub-register with its address,
// whose elements end reach bytes behind; ok is false for one that has none.
func (p *Program) Byte(i int, op *native.Operand, reach int) (at int, ok bool) {
	l := p.operandsOf(i)
	if op.Indirect {
		return int(l.address(op)), true
	}
	at, _, err := l.place(op, reach)
	return at, err == nil
}
