package origin

import (
	"fmt"
	"strings"

	"github.com/genvisa/genvisa/internal/source"
	nasm "github.com/genvisa/genvisa/native/asm"
	"github.com/genvisa/genvisa/sim/dispatch"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/visa"
	"github.com/genvisa/genvisa/visa/asm"
)

// Listing is the text of a program, instruction by instruction as its engine
// counts them.
type Listing struct {
	kernel     *visa.Kernel  // of what the interpreter runs
	code       *code.Program // of what the EU model runs
	lines      *lines        // of code that was compiled here
	provenance *Provenance
}

// NewListing is that of what an engine runs: k, or for the EU model its code.
func NewListing(e dispatch.Engine, k *visa.Kernel, o *Provenance) *Listing {
	if p, ok := e.(*eu.Program); ok {
		return &Listing{code: p.Program, lines: o.compiled, provenance: o}
	}
	return &Listing{kernel: k, provenance: o}
}

// Native is the code that the EU model runs, nil for the interpreter.
func (l *Listing) Native() *code.Program { return l.code }

// HasLines says that instructions have lines of a vISA text.
func (l *Listing) HasLines() bool { return l.code == nil || l.lines != nil }

// HasSource says that instructions have lines of a source text.
func (l *Listing) HasSource() bool { return l.provenance.known() }

// Len is the number of instructions.
func (l *Listing) Len() int {
	if l.code != nil {
		return len(l.code.Insts)
	}
	return len(l.kernel.Insts)
}

// from is the vISA instruction that instruction i is or comes from, or nil.
func (l *Listing) from(i int) (*visa.Kernel, *visa.Inst) {
	switch {
	case l.code == nil:
		return l.kernel, &l.kernel.Insts[i]
	case l.lines == nil || i >= len(l.lines.from) || l.lines.from[i] == 0:
		return nil, nil
	}
	return l.lines.kernel, &l.lines.kernel.Insts[l.lines.from[i]-1]
}

// Line is the line of the vISA text, or -1.
func (l *Listing) Line(i int) int {
	if _, in := l.from(i); in != nil {
		return int(in.Pos.Line)
	}
	return -1
}

// SourceLine is the line of the source text, if it is known.
func (l *Listing) SourceLine(i int) source.Line {
	if l.code != nil {
		return l.provenance.ip(l.IP(i))
	}
	return l.provenance.inst(i)
}

// Place is an instruction with all that is known of where it stands.
func (l *Listing) Place(i int) dispatch.Place {
	return dispatch.Place{Where: l.Where(i), Inst: l.Text(i), Line: l.SourceLine(i)}
}

// IP is the offset in native code, or -1.
func (l *Listing) IP(i int) int {
	if l.code == nil {
		return -1
	}
	return int(l.code.IP(i))
}

// Where is the place of an instruction: file and line, or offset.
func (l *Listing) Where(i int) string {
	if l.code != nil {
		return fmt.Sprintf("ip %#05x", l.code.IP(i))
	}
	return fmt.Sprintf("%s:%v", l.kernel.FileOf(int(i)), l.kernel.Insts[i].Pos)
}

// Text is an instruction in the text of its instruction set.
func (l *Listing) Text(i int) string {
	if l.code != nil {
		return strings.Join(strings.Fields(nasm.Inst(l.code.Target, &l.code.Insts[i], int(l.code.IP(i)))), " ")
	}
	return asm.Text(l.kernel, &l.kernel.Insts[i])
}

// CompiledFrom is the line that native code was compiled from, or "".
func (l *Listing) CompiledFrom(i int) string {
	if k, in := l.from(i); l.code != nil && in != nil {
		return fmt.Sprintf("%s:%v: %s", k.File, in.Pos, asm.Text(k, in))
	}
	return ""
}
