package lower

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
	"github.com/genvisa/genvisa/visa"
)

// What reads other elements than its channel's own: dot products and sums of differences
// in groups of channels, lines and planes. The passes behind know no such operand but in
// whole registers, side by side: everything else goes through temporaries, all channels of
// them, since the neighbours of a channel count whether they are on or not.

// planeFloats are the floats that coefficients lie in, accWords the words of the accumulator.
const (
	planeFloats = 4
	accWords    = 16
)

// emitGroups: a source is whole registers or one number, and so is a float result.
func emitGroups(s *selector) {
	src := [2]native.Operand{s.neighbours(visa.ArgSrc0), s.neighbours(visa.ArgSrc1)}
	if !s.T.HasOp(s.r.op) {
		s.sumOfProducts(src)
		return
	}
	in := s.inst(s.r.op)
	in.Src = [3]native.Operand{src[0], src[1]}
	s.store(in)
}

// emitSad2: every second element of the result is one.
func emitSad2(s *selector) {
	if !s.T.HasOp(s.r.op) {
		s.differences(native.Operand{})
		return
	}
	emitGroups(s)
}

// emitSad2add adds through the accumulator, whose words have more bits than the operands'. It
// has no sign but that of the result, by which it would be clamped.
func emitSad2add(s *selector) {
	dst, add := s.arg(visa.ArgDst), s.src(s.arg(visa.ArgSrc2))
	t := s.typ(dst.Type)
	if !s.T.HasOp(s.r.op) || s.in.Sat() && edit.ValueType(&add).IsSigned() != t.IsSigned() {
		s.differences(add)
		return
	}
	size := int(s.in.Exec.Size)
	in := s.inst(s.r.op)
	in.Src = [3]native.Operand{s.neighbours(visa.ArgSrc0), s.neighbours(visa.ArgSrc1), add}
	for i := range in.Src {
		if o := &in.Src[i]; size > accWords && o.File != native.Imm && s.writes(o) {
			*o = s.copied(*o, size)
		}
	}
	in.Dst, in.Uses = s.dst(dst), s.uses()
	for k := 0; k < size; k += accWords {
		p := edit.Part(in, k, min(size, accWords))
		p.Src[2] = native.Operand{}
		m := edit.Part(in, k, min(size, accWords))
		if !add.Indirect { // sleeping lanes may have no address
			m = edit.Unmasked(m)
		}
		m.Op, m.Sat, m.Src = native.OpMov, false, [3]native.Operand{m.Src[2]}
		at := int(p.ChanOff) % accWords // where the channels of p have their words
		m.Dst = native.Operand{File: native.ARF, Reg: native.ARFAcc0, Sub: uint16(at * t.Size()), Type: t, Region: native.Dst1}
		s.emit(m)
		s.emit(p)
	}
}

// emitPlane: the coefficients lie in half a register, what belongs to channels in whole ones.
func emitPlane(s *selector) {
	coefficients, places := s.arg(visa.ArgSrc0), s.arg(visa.ArgSrc1)
	size := int(s.in.Exec.Size)
	p := s.src(coefficients)
	at, by := s.r.op.Reach(1)
	if at != nil { // neither region counts
		p.Region = edit.FitRegion(native.Region{V: 1, W: 1}, planeFloats)
	} else {
		p.Region = edit.FitRegion(native.Region{V: coefficients.Region.V, W: coefficients.Region.W, H: coefficients.Region.H}, planeFloats)
	}
	p = s.copied(p, planeFloats)
	p.Region = native.Scalar
	u, own := s.src(places), s.T.HasOp(s.r.op) && (size == 8 || size == 16)
	switch {
	case at != nil:
		u = s.rows(places, by*size/8)
	case own:
		u = s.wholeRegisters(u, size)
	}
	if !own {
		s.sumOfProducts([2]native.Operand{p, u})
		return
	}
	in := s.inst(s.r.op)
	in.Src = [3]native.Operand{p, u}
	s.store(in)
}

// neighbours is a source whose elements all channels of a group read.
func (s *selector) neighbours(name visa.ArgName) native.Operand {
	from, size := s.src(s.arg(name)), int(s.in.Exec.Size)
	switch n, ok := edit.Stride(from.Region, size); {
	case from.Region.V == native.VxH:
		s.unsupported("an address for each row of a source whose neighbours count")
	case from.File == native.Imm && !edit.IsVectorImm(&from):
		o := s.copied(from, 1)
		o.Region = native.Scalar
		return o
	case edit.IsReg(&from) && ok && n == 0:
		return from
	}
	return s.wholeRegisters(from, size)
}

// wholeRegisters is a source that stands side by side from the start of a register on.
func (s *selector) wholeRegisters(from native.Operand, size int) native.Operand {
	if n, ok := edit.Stride(from.Region, size); edit.IsReg(&from) && ok && n == 1 && s.EnsureAlign(&from, grfBytes) {
		return from
	}
	mod := from.Mod // the negative of a byte is none
	from.Mod = native.ModNone
	to := s.copied(from, size)
	to.Mod = mod
	return to
}

// rows is so many floats from the place of an operand on, which has no region.
func (s *selector) rows(o *visa.Operand, floats int) native.Operand {
	const most = 16 // floats that a move takes
	from := s.src(o)
	from.Region = edit.FitRegion(native.Region{V: 1, W: 1}, most)
	packed := edit.FitRegion(native.Region{V: 1, W: 1}, int(s.in.Exec.Size))
	if edit.IsReg(&from) && s.EnsureAlign(&from, grfBytes) && !s.writes(&from) {
		from.Region = packed
		return from
	}
	to := s.NewVar("places", floats*from.Type.Size(), grfBytes)
	for k := 0; k < floats; k += most {
		s.emit(s.copyOf(from, edit.Virt(to, k*from.Type.Size(), native.Dst1, from.Type), most))
		edit.Advance(&from, false, most)
	}
	return edit.Virt(to, 0, packed, from.Type)
}

// writes says that a register operand shares its variable with the destination.
func (s *selector) writes(o *native.Operand) bool {
	dst := s.dst(s.arg(visa.ArgDst))
	return dst.Indirect || dst.File == o.File && dst.Reg == o.Reg
}

// copied is a register with the elements of an operand, whatever lanes run.
func (s *selector) copied(from native.Operand, size int) native.Operand {
	t := edit.ValueType(&from)
	to := edit.Virt(s.NewVar("group", size*t.Size(), grfBytes), 0, native.Dst1, t)
	s.emit(s.copyOf(from, to, size))
	to.Region = edit.FitRegion(native.Region{V: 1, W: 1}, size)
	return to
}

func (s *selector) copyOf(from, to native.Operand, size int) native.Inst {
	m := edit.Unmasked(s.inst(native.OpMov))
	m.Sat, m.ExecSize, m.Dst, m.Src[0] = false, uint8(size), to, from
	if from.Indirect {
		m.Uses = s.uses()
	}
	return m
}

// store lets an instruction write its destination, floats that stand side by side from the
// start of a register on or words; others get a copy.
func (s *selector) store(in native.Inst) {
	dst := s.dst(s.arg(visa.ArgDst))
	if !dst.Type.IsFloat() || edit.IsReg(&dst) && dst.Region.H == 1 && s.EnsureAlign(&dst, grfBytes) {
		in.Dst, in.Uses = dst, s.uses()
		s.emit(in)
		return
	}
	size := int(in.ExecSize)
	in.Dst = edit.Virt(s.NewVar("group", size*dst.Type.Size(), grfBytes), 0, native.Dst1, dst.Type)
	s.emit(in)
	m := s.inst(native.OpMov)
	m.Sat, m.Dst, m.Uses = false, dst, s.uses()
	m.Src[0] = edit.Virt(in.Dst.Reg, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), dst.Type)
	s.emit(m)
}
