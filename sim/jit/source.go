package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// loads are the instructions that widen integers narrower than a dword: one to a general register, and
// eight that follow each other.
var loads = [native.NumTypes]struct {
	one, eight x64.Op
	size       int
}{
	native.W: {x64.MOVSXW, x64.VPMOVSXWD, 2}, native.UW: {x64.MOVZXW, x64.VPMOVZXWD, 2},
	native.B: {one: x64.MOVSXB, size: 1}, native.UB: {one: x64.MOVZXB, size: 1},
}

// source is a source of an op while it is compiled.
type source struct {
	*code.Source
	uniform bool        // one element for all lanes
	operand x64.Operand // of a uniform one, where it is
}

// readable says that a source has a load here.
func readable(o *code.Op, s *code.Source) bool {
	if s.Hook != code.HookNone || s.Indirect {
		return false
	}
	if s.Mod != code.ModNone && modifiers[isFloat(o)][s.Mod] == nil {
		return false
	}
	whole := s.Type.Size() == 4 && s.Type.IsFloat() == (o.Class == code.ClassFloat)
	switch s.Mode {
	case code.SrcRow, code.SrcSpread:
		return true
	case code.SrcWord, code.SrcUnsigned:
		return o.Class == code.ClassRaw
	case code.SrcWords, code.SrcShorts:
		return o.Class == code.ClassRaw && o.N%8 == 0
	case code.SrcSigned:
		return whole
	case code.SrcScalar:
		return whole || o.Class == code.ClassRaw && loads[s.Type].one != 0
	}
	return false
}

// isUniform says that a source that readable allows is one element for all lanes.
func isUniform(s *code.Source) bool {
	switch s.Mode {
	case code.SrcSpread, code.SrcWord, code.SrcUnsigned, code.SrcScalar:
		return true
	}
	return false
}

// sources are the first n sources of an op; the uniform ones, and all of an op of one lane, are loaded.
func (e *emitter) sources(o *code.Op, n, uniform int) (list [3]source) {
	for i := range n {
		s := &list[i]
		s.Source = &o.Src[i]
		s.uniform = i+1 == uniform || isUniform(s.Source) || o.N == 1
		if s.uniform {
			s.operand = x64.R(e.single(o, s.Source))
		}
	}
	return list
}

// single loads an element to all lanes, its modifier applied; of an op of one lane to the first.
func (e *emitter) single(o *code.Op, s *code.Source) x64.Reg {
	r := e.take()
	l := loads[native.UD]
	switch s.Mode {
	case code.SrcWord:
		l = loads[native.W]
	case code.SrcUnsigned:
		l = loads[native.UW]
	case code.SrcScalar:
		l = loads[s.Type]
	}
	spread := x64.Inst{Op: x64.VPBROADCASTD, Wide: true, Reg: r, Last: x64.R(r)}
	if l.size != 0 {
		e.emit(x64.Inst{Op: l.one, Reg: scratch, Last: e.memory(s.Space, s.Addr, l.size)})
		e.emit(x64.Inst{Op: x64.VMOVDLoad, Reg: r, Last: x64.R(scratch)})
		if o.N != 1 {
			e.emit(spread)
		}
	} else {
		spread.Last = e.memory(s.Space, s.Addr, 4)
		if o.N == 1 {
			spread.Op, spread.Wide = x64.VMOVDLoad, false
		}
		e.emit(spread)
	}
	e.modify(o, s, r)
	return r
}

// modify applies the modifier of a source to what was loaded.
func (e *emitter) modify(o *code.Op, s *code.Source, r x64.Reg) {
	if s.Mod == code.ModNone || s.Mode != code.SrcSigned && s.Mode != code.SrcScalar {
		return
	}
	list := modifiers[isFloat(o)][s.Mod]
	slots := [numSlots]x64.Operand{res: x64.R(r)}
	for _, t := range between(list) {
		slots[t] = x64.R(e.take())
	}
	e.steps(list, &slots)
}

// isFloat is 1 for ops on floats, else 0.
func isFloat(o *code.Op) int {
	if o.Class == code.ClassFloat {
		return 1
	}
	return 0
}

// eight is eight elements of a source, from element 8 group on: where they are, or loaded.
func (e *emitter) eight(o *code.Op, s *source, group int) x64.Operand {
	if s.uniform {
		return s.operand
	}
	at := s.Addr + uint32(rowBytes*group)
	switch s.Mode {
	case code.SrcWords:
		return e.widened(x64.VPMOVZXWD, s, group)
	case code.SrcShorts:
		return e.widened(x64.VPMOVSXWD, s, group)
	}
	from := e.memory(s.Space, at, rowBytes)
	if s.Space == code.SpaceRegs {
		if r, ok := e.find(held{aRow, at}); ok {
			from = x64.R(r)
		}
	}
	if s.Mode != code.SrcSigned || s.Mod == code.ModNone {
		return from
	}
	r := e.take()
	e.emit(x64.Inst{Op: x64.VMOVDQULoad, Wide: true, Reg: r, Last: from})
	e.modify(o, s.Source, r)
	return x64.R(r)
}

// widened loads eight words.
func (e *emitter) widened(op x64.Op, s *source, group int) x64.Operand {
	r := e.take()
	e.emit(x64.Inst{Op: op, Wide: true, Reg: r, Last: e.memory(s.Space, s.Addr+uint32(rowBytes/2*group), rowBytes/2)})
	return x64.R(r)
}
