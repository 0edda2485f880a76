package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// align16Packed is the region of a packed Align16 source.
var align16Packed = native.Region{V: 4, W: 4, H: 1}

// ternary: where three-source instructions exist in Align16 only, sources are
// registers of one type, packed at 16 bytes or one value for all channels.
func (l *legaliser) ternary(in *native.Inst) bool {
	if edit.NumSrcs(in) != 3 || in.Align16 || l.Caps.TernaryAlign1 {
		return false
	}
	t := ternaryType(in)
	place := ternaryAlign(in, t)
	if in.Dst.Type.Size() != t.Size() || in.Dst.Region.H != 1 && in.ExecSize > 1 || !edit.IsReg(&in.Dst) || !l.EnsureAlign(&in.Dst, place) {
		l.viaTemp(*in, t, 1)
		return true
	}
	for s := range in.Src {
		o := &in.Src[s]
		if o.File == native.Imm || !l.ternarySource(in, o, t) {
			*o = l.toTemp(in, *o, t)
			l.EnsureAlign(o, place)
		}
		if n, _ := edit.Stride(o.Region, int(in.ExecSize)); n == 0 && in.ExecSize > 1 && t.Size() == 8 {
			*o = l.repeated(in, *o, t)
		}
		if !t.IsFloat() {
			o.Type = t
		}
		o.Swizzle = native.IdentitySwizzle
		if n, _ := edit.Stride(o.Region, int(in.ExecSize)); n == 0 {
			o.Region = native.Scalar
		} else {
			o.Region = align16Packed
		}
	}
	in.Dst.Type, in.Dst.Region, in.Dst.ChanEn = t, native.Dst1, native.AllChannels
	in.Align16 = true
	if in.ExecSize == 1 {
		oneElement(in, t)
	}
	l.out.Add(*in)
	return true
}

// oneElement: a group of channels of which the first element is enabled stands
// for one channel, which Align16 does not have.
func oneElement(in *native.Inst, t native.Type) {
	n := uint8(max(t.Size()/4, 1)) // channel enables of an element
	in.ExecSize, in.Dst.ChanEn = 4/n, 1<<n-1
}

// ternaryAlign is where packed operands stand: what is longer than an oword
// begins with a register, so that each register of the destination gets its data
// from one.
func ternaryAlign(in *native.Inst, t native.Type) int {
	if int(in.ExecSize)*t.Size() > 16 {
		return grfBytes
	}
	return 16
}

// repeated copies one value to all channels of a packed temporary: 64 bits are
// not replicated.
func (l *legaliser) repeated(in *native.Inst, o native.Operand, t native.Type) native.Operand {
	size := int(in.ExecSize)
	v := l.NewVar("repeated", size*t.Size(), ternaryAlign(in, t))
	m := native.Inst{Op: native.OpMov, ExecSize: in.ExecSize, NoMask: true, Dst: edit.Virt(v, 0, native.Dst1, t), Src: [3]native.Operand{o}}
	m.Src[0].Mod = native.ModNone
	l.run(m)
	out := edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)
	out.Mod = o.Mod
	return out
}

// ternaryType is the one type of a three-source instruction: of floats the
// widest, since the result is rounded to the destination only afterwards.
func ternaryType(in *native.Inst) native.Type {
	switch t := in.Dst.Type; {
	case t.IsFloat():
		for i := range in.Src {
			if s := edit.ValueType(&in.Src[i]); s.IsFloat() && s.Size() > t.Size() {
				t = s
			}
		}
		return t
	case t.IsSigned():
		return native.D
	}
	return native.UD
}

func (l *legaliser) ternarySource(in *native.Inst, o *native.Operand, t native.Type) bool {
	if !edit.IsReg(o) || o.Type.Size() != t.Size() || o.Type.IsFloat() != t.IsFloat() {
		return false
	}
	n, ok := edit.Stride(o.Region, int(in.ExecSize))
	return ok && (n == 0 && l.EnsureAlign(o, l.ternaryStep) || n == 1 && l.EnsureAlign(o, ternaryAlign(in, t)))
}

// mathOperands: the operands of math are packed whole registers or scalars of
// one type.
func (l *legaliser) mathOperands(in *native.Inst) bool {
	if in.Op != native.OpMath {
		return false
	}
	t := mathType(in)
	if in.Dst.Type != t || in.Sat && !t.IsFloat() {
		l.mathTemp(*in, t)
		return true
	}
	if !edit.IsReg(&in.Dst) || in.Dst.Region.H != 1 || !l.EnsureAlign(&in.Dst, grfBytes) {
		l.viaTemp(*in, in.Dst.Type, 1)
		return true
	}
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		n, ok := edit.Stride(o.Region, int(in.ExecSize))
		if o.Type == in.Dst.Type && edit.IsReg(o) && ok && !(in.IsMathInt() && o.Mod != native.ModNone) && (n == 0 || n == 1 && l.EnsureAlign(o, grfBytes)) {
			continue
		}
		if in.IsMathInt() {
			*o = l.load(in, *o, t)
		} else {
			*o = l.toTemp(in, *o, t) // a move with modifier would flush denormals
		}
		l.EnsureAlign(o, grfBytes)
		l.run(*in)
		return true
	}
	return false
}

// mathType is the type of a math instruction: of floats the wider, of integers
// UD when both sources are unsigned without (-), else D.
func mathType(in *native.Inst) native.Type {
	t := in.Dst.Type
	if in.IsMathInt() {
		t = native.UD
	}
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		switch {
		case !in.IsMathInt() && edit.ValueType(o).Size() > t.Size():
			t = edit.ValueType(o)
		case in.IsMathInt() && (o.Type.IsSigned() || o.Mod&native.ModNeg != 0 || o.Type == native.V):
			t = native.D
		}
	}
	return t
}

// mathTemp runs in with a result of type t; the move to the destination converts
// and saturates it.
func (l *legaliser) mathTemp(in native.Inst, t native.Type) {
	size := int(in.ExecSize)
	v := l.NewVar("math", max(size*t.Size(), grfBytes), grfBytes)
	last := in
	last.Op, last.MathFC = native.OpMov, 0
	last.Src = [3]native.Operand{edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, size), t)}
	if edit.MaskFree(&in) {
		in = edit.Unmasked(in)
	}
	in.Dst, in.Sat = edit.Virt(v, 0, native.Dst1, t), false
	l.run(in)
	l.run(last)
}
