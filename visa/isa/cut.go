package isa

import (
	"fmt"

	"github.com/genvisa/genvisa/visa"
)

// cut is the error for instructions as one compiler of 2022 wrote them (IGC 1.0.12504 as
// Debian 12 has it): each without as many of its last operands as it has sizes and
// predicates. What those were is lost, so that the file can be recognised and not read.
// Nil when the instructions are not like that: cut so, they must give every label of a
// kernel and then a return.
func (h *Header) cut(src []byte, v version, p *Profile) error {
	c := cutCodec(v, p)
	for i := range h.Kernels {
		k := &h.Kernels[i]
		if err := isCut(newDecoder("", src, k.Routine, c), false, k.InputOffset); err != nil {
			return err
		}
	}
	for i := range h.Functions {
		if f := &h.Functions[i]; !f.elsewhere() {
			if err := isCut(newDecoder("", src, f.Routine, c), true, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// isCut tries to read a routine so.
func isCut(d *decoder, function bool, inputs uint32) error {
	start := d.at
	d.routine(function, int(inputs))
	labels := 0
	for i := range d.k.Insts {
		switch info := d.k.Insts[i].Op.Info(); {
		case info.Layout == "L":
			labels++
		case info.Sem == visa.SemHook && (info.Hook == visa.HookRet || info.Hook == visa.HookFret) && labels == len(d.k.Labels):
			return fmt.Errorf("offset %d: %w: with all operands they are no vISA, without the last ones they have all %d labels and an end: a compiler of 2022 wrote them so, and what it left out is lost; the native code of the file is whole", start, ErrCut, labels)
		}
	}
	return nil
}

// cutCodec has the forms of that compiler.
func cutCodec(v version, p *Profile) *codec {
	c := newCodec(v, p, nil)
	for i := range c.byOp {
		f := &c.byOp[i]
		for _, x := range f.fields {
			if x.letter == 'e' || x.letter == 'x' || x.letter == 'p' {
				f.drop++
			}
		}
	}
	return c
}
