package jit

import (
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/sim/eu/code"
	"github.com/genvisa/genvisa/sim/jit/x64"
)

// loads are the instructions that widen an integer narrower than a dword to a general register.
var loads = [native.NumTypes]struct {
	one  x64.Op
	size int
}{
	native.W: {x64.MOVSXW, 2}, native.UW: {x64.MOVZXW, 2}, native.B: {x64.MOVSXB, 1}, native.UB: {x64.MOVZXB, 1},
}

// eights are how eight elements of a type are loaded that are some bytes apart: from so many bytes, and what follows, with
// the next rowBytes as s1.
type eights struct {
	op    x64.Op
	bytes int
	then  []step
}

func lowest(c constant) []step { return []step{{op: x64.VPAND, to: res, a: res, last: k(c)}} }

func extended(c constant) []step {
	return []step{{op: x64.VPSLLVD, to: res, a: res, last: k(c)}, {op: x64.VPSRAVD, to: res, a: res, last: k(c)}}
}

var everySecond = map[int16]eights{8: {x64.VMOVDQULoad, 2 * rowBytes, []step{
	{op: x64.VSHUFPS, to: res, a: res, last: s1, imm: 0x88}, {op: x64.VPERMQ, to: res, last: res, imm: 0xD8},
}}}

// strided are those of each type, by the bytes between elements.
var strided = [native.NumTypes]map[int16]eights{
	native.D: everySecond, native.UD: everySecond, native.F: everySecond,
	native.UW: {2: {x64.VPMOVZXWD, rowBytes / 2, nil}, 4: {x64.VMOVDQULoad, rowBytes, lowest(lowWord)}},
	native.W:  {2: {x64.VPMOVSXWD, rowBytes / 2, nil}, 4: {x64.VMOVDQULoad, rowBytes, extended(wordShift)}},
	native.UB: {1: {x64.VPMOVZXBD, rowBytes / 4, nil}, 2: {x64.VPMOVZXWD, rowBytes / 2, lowest(lowByte)}, 4: {x64.VMOVDQULoad, rowBytes, lowest(lowByte)}},
	native.B:  {1: {x64.VPMOVSXBD, rowBytes / 4, nil}, 2: {x64.VPMOVZXWD, rowBytes / 2, extended(byteShift)}, 4: {x64.VMOVDQULoad, rowBytes, extended(byteShift)}},
}

// stridedAs is the type and the bytes between elements of a source that is no row of dwords.
func stridedAs(s *code.Source) (native.Type, int16) {
	switch s.Mode {
	case code.SrcWords:
		return native.UW, 2
	case code.SrcShorts:
		return native.W, 2
	}
	return s.Type, s.Step
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
	case code.SrcRows:
		return hasRows(o, s)
	case code.SrcWord, code.SrcUnsigned:
		return o.Class == code.ClassRaw
	case code.SrcWords, code.SrcShorts, code.SrcStrided:
		ty, step := stridedAs(s)
		_, has := strided[ty][step]
		return has && ty.IsFloat() == (o.Class == code.ClassFloat)
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
	if s.Mod == code.ModNone || s.Mode != code.SrcSigned && s.Mode != code.SrcScalar && s.Mode != code.SrcStrided {
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
	switch s.Mode {
	case code.SrcWords, code.SrcShorts, code.SrcStrided:
		return e.apart(o, s, group)
	case code.SrcRows:
		return e.gathered(s, group)
	}
	at := s.Addr + uint32(rowBytes*group)
	from := e.memory(s.Space, at, rowBytes)
	if s.Space == code.SpaceRegs {
		if r, ok := e.find(held{aRow, at}); ok {
			from = x64.R(r)
		} else if o.N == 4 { // what is behind them may have been written apart, for which a load of all would wait
			r := e.take()
			e.emit(x64.Inst{Op: x64.VMOVDQULoad, Reg: r, Last: from})
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

// apart loads eight elements that are no row of dwords.
func (e *emitter) apart(o *code.Op, s *source, group int) x64.Operand {
	ty, step := stridedAs(s.Source)
	l := strided[ty][step]
	from := e.memory(s.Space, s.Addr+8*uint32(step)*uint32(group), l.bytes)
	r := e.take()
	e.emit(x64.Inst{Op: l.op, Wide: true, Reg: r, Last: from})
	slots := [numSlots]x64.Operand{res: x64.R(r), s1: from}
	slots[s1].Disp += rowBytes
	e.steps(l.then, &slots)
	e.modify(o, s.Source, r)
	return x64.R(r)
}
