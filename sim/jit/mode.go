package jit

import (
	"unsafe"

	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// writesMode says that a control instruction writes one dword that has a template to cr0.0, as most threads do at their start.
func writesMode(p *code.Program, o *code.Op) bool {
	if o.Form != code.FormState || o.Pred != native.PredNone || o.NoMask == 0 || o.Flags&code.FlagQuarters != 0 {
		return false
	}
	in := &p.States[o.Ext]
	t := &templates[in.Class][in.Kern]
	d := &in.Dst
	return in.Form == code.FormALU && in.Class == code.ClassRaw && in.N == 1 && in.Flags&^may == code.FlagDirect && in.NoMask != 0 && in.Pred == native.PredNone &&
		d.Mode == code.DstReg && d.Size == 4 && int(d.Addr) == p.FileBytes+code.OffCR0 && d.Enable&1 != 0 && t.sources > 0 && reads(in, t.sources)
}

// mode emits a write of cr0 that gives the mode that the worker remembers; another one is left to the EU model.
func (e *emitter) mode(s *sequence, o *code.Op) {
	in := &e.prog.States[o.Ext]
	t := &templates[in.Class][in.Kern]
	src := e.sources(in, t.sources, t.uniform)
	out := e.compute(in, t.steps, &src, false)
	e.emit(x64.Inst{Op: x64.VMOVDStore, Reg: out[0], Last: x64.R(elements)})
	e.emit(x64.Inst{Op: x64.CMPQ, Reg: elements, Last: field(unsafe.Offsetof(eu.Frame{}.Known))})
	e.unless(x64.JNE, s.from, 1)
	e.emit(x64.Inst{Op: x64.MOVStore, Reg: elements, Last: e.memory(code.SpaceRegs, in.Dst.Addr, 4)})
	e.emit(x64.Inst{Op: x64.MOVQImm, Last: field(unsafe.Offsetof(eu.Frame{}.Took)), Imm: 1})
	s.mode, s.modes = true, true
	s.next = append(s.next, s.from+1)
	e.onward(s.from + 1)
}
