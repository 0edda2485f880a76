package asm

import (
	"slices"

	"github.com/genvisa/genvisa/visa"
)

// Paired says whether the sampler messages of a text have the operand of a paired
// surface: the version in the text does not tell.
type Paired uint8

// What is known of the paired surface.
const (
	PairedOpen    Paired = iota // the operands tell
	PairedWritten               // a compiler since 2024 made the text
	PairedAbsent                // one before it did
)

// options is what a text has shown of the operand that some releases of the compiler
// do not write, the paired surface of sampler messages.
type options struct {
	paired  Paired
	written pos   // of the first one; line 0 when there was none
	missing []int // instructions without one, by index
}

// option reads an operand that may be missing. A null says that it is there, since
// compilers write no other and no message has a null as its first parameter. The
// text's version says less: that of 2022, without the operand, and of 2024 is 4.1.
func (p *parser) option(info *visa.OpInfo, slot int) visa.Operand {
	if t := p.tok(); t.text == "%null" {
		if p.options.written == (pos{}) {
			p.options.written = t.at
		}
		return p.operand(info, slot)
	}
	p.options.missing = append(p.options.missing, len(p.k.Insts))
	return visa.Operand{}
}

// settle gives the instructions without a null the operand that they have all the same
// when others of the text have one, or its version is one that only later releases
// write: what was read as the first parameter. Of a text with errors nothing is settled:
// instructions are missing that were counted.
func (p *parser) settle() {
	if len(p.errs) > 0 {
		return
	}
	if o := &p.options; o.paired == PairedAbsent {
		if o.written != (pos{}) {
			p.report(&fault{at: o.written, msg: "a paired surface, which the compiler of this text does not write"})
		}
		return
	}
	if p.options.written == (pos{}) && p.options.paired == PairedOpen && (p.k.Major < 4 || p.k.Major == 4 && p.k.Minor < 2) {
		return
	}
	for _, i := range p.options.missing {
		in := &p.k.Insts[i]
		slots := in.Op.Info().Slots
		first := len(slots) - 1
		at := slices.IndexFunc(slots, func(s visa.Slot) bool { return s.Optional })
		if len(in.Args)-first < 2 {
			p.report(&fault{at: pos{in.Pos.Line, in.Pos.Col}, msg: "'" + slots[at].Name + "' of '" + in.Op.String() + "' is missing: other instructions of this text have it, or its version; the form is " + form(in.Op)})
			return
		}
		in.Args[at] = in.Args[first]
		in.Args = slices.Delete(in.Args, first, first+1)
	}
}
