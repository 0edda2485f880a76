package load

import (
	"fmt"

	"github.com/genvisa/genvisa/internal/files"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/abi"
)

// Code of several sections runs in one range of instruction addresses, as the
// runtime's heap of instructions: the kernel's at 0, where the engine begins, and
// the sections that it reaches behind it. Calls between them take the distance of
// two addresses, so only their order in memory is ours.

// codeAlign is what sections of code are aligned to, in bytes (that of sections
// in a zebin).
const codeAlign = 64

// codeSection is a section of code and its first byte in the range.
type codeSection struct {
	*abi.Section
	at int
}

// layout places the sections that a native kernel's code reaches.
func (s *Linkage) layout(p *Program) (out []codeSection, err error) {
	if p == nil || p.VISA != nil || s.Link == nil || s.Kernel == nil || p.Code == nil {
		return nil, nil
	}
	at := p.Code.Bytes
	for _, sec := range s.Link.Reached(abi.TextSection(s.Kernel.Name)) {
		at += -at & (codeAlign - 1)
		out = append(out, codeSection{sec, at})
		if at += len(sec.Bytes); int64(at) > files.Native.Limit() {
			return nil, fmt.Errorf("%s: more than %d bytes of code up to section %s", p.Path, files.Native.Limit(), sec.Name)
		}
	}
	return out, nil
}

// whole is the program that runs: l's kernel and the sections behind it, linked.
func (s *Linkage) whole(p *Program) (insts []native.Inst, offs []int, relocs []native.Reloc, err error) {
	l := p.link
	sections, err := s.layout(p)
	if err != nil {
		return nil, nil, nil, err
	}
	of := s.Link.Of(abi.TextSection(s.Kernel.Name))
	if l.moved {
		if of, err = l.move(p.Path, of); err != nil {
			return nil, nil, nil, err
		}
	}
	insts, offs = append(insts, l.insts...), append(offs, l.offs...)
	names := s.Link.Names()
	if relocs, err = s.relocations(of, names, insts, offs); err != nil {
		return nil, nil, nil, err
	}
	end := p.Code.Bytes
	for _, sec := range sections {
		code, places, err := native.DecodeAll(l.target, sec.Bytes)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %s: %w", p.Path, sec.Name, err)
		}
		more, err := s.relocations(s.Link.Of(sec.Name), names, code, places)
		if err != nil {
			return nil, nil, nil, err
		}
		insts, offs = filled(insts, offs, end, sec.at)
		for _, r := range more {
			r.Inst += len(insts)
			relocs = append(relocs, r)
		}
		for i := range code {
			insts, offs = append(insts, code[i]), append(offs, sec.at+places[i])
		}
		end = sec.at + len(sec.Bytes)
	}
	return insts, offs, relocs, nil
}

// filled appends what fills bytes from to to between sections: nothing that may
// be executed.
func filled(insts []native.Inst, offs []int, from, to int) ([]native.Inst, []int) {
	const half, full = 8, 16 // bytes of an instruction, compact or not
	for from < to {
		gap := native.Inst{Op: native.OpIllegal, Compact: from%full != 0}
		insts, offs = append(insts, gap), append(offs, from)
		if from += full; gap.Compact {
			from -= half
		}
	}
	return insts, offs
}

// Relocated refuses native code with addresses that only relocations could fill
// in: run as it is, it would read at the placeholder.
func (s *Linkage) Relocated(p *Program) error {
	if len(p.open) == 0 || s.needs(p) {
		return nil
	}
	return s.notRelocated(p, p.open)
}

// notRelocated is relocated for addresses that are left.
func (s *Linkage) notRelocated(p *Program, open []uint32) error {
	list := "the compiler's .reloc"
	if s.From != "" {
		list = s.From
	}
	return &UnsupportedError{p.Path, fmt.Sprintf("instruction at ip %#05x: an address that a loader fills in (program-scope data or a function; relocations are in %s), 1 of %d here,",
		open[0], list, len(open))}
}
