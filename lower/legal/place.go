package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// floatPlace: where the pipe of floats moves no element from its place, integers are copied to
// the places that an instruction with a float destination wants, and from those where it has them.
func (l *legaliser) floatPlace(in *native.Inst) bool {
	d := &in.Dst
	if in.ExecSize == 1 || d.IsNull() || !d.Type.IsFloat() || d.Type.Size() > 4 && edit.NumSrcs(in) < 3 { // qwords has the others
		return false
	}
	bits := rawMove(in) && in.Cond == native.CondNone && in.Src[0].File != native.Imm
	for s := range edit.NumSrcs(in) {
		o := &in.Src[s]
		switch {
		case o.File == native.Imm || o.IsNull() || l.inPlace(in, o):
			continue
		case bits: // an integer move has any places
			d.Type, o.Type = edit.BitsOf(d.Type), edit.BitsOf(o.Type)
		case d.Indirect || !l.startsRegister(d):
			l.viaTemp(*in, d.Type, int(d.Region.H))
			return true
		case int(d.Region.H)*d.Type.Size() > maxStride*o.Type.Size():
			l.viaTemp(*in, d.Type, 1)
			return true
		default:
			*o = l.toPlaces(in, *o, int(d.Region.H)*d.Type.Size())
		}
		l.run(*in)
		return true
	}
	return false
}

// startsRegister tells a destination in whose registers a copy may begin that has its places.
func (l *legaliser) startsRegister(d *native.Operand) bool {
	return !edit.IsReg(d) || l.offset(d) == 0
}

// inPlace tells a source that is one value, or that has its elements where the destination has its own.
func (l *legaliser) inPlace(in *native.Inst, o *native.Operand) bool {
	n, ok := edit.Stride(o.Region, int(in.ExecSize))
	d := &in.Dst
	switch {
	case o.Indirect || d.Indirect:
		return false
	case ok && n == 0:
		return true
	case !ok:
		return false
	case packedMix(d, o, n):
		return l.mixBegins(d) && l.mixBegins(o)
	case n*o.Type.Size() != int(d.Region.H)*d.Type.Size():
		return false
	}
	return !edit.IsReg(d) || !edit.IsReg(o) || l.offset(o) == l.offset(d)
}

// offset is where an operand begins in its register: its variable begins with one, if it may move.
func (l *legaliser) offset(o *native.Operand) int {
	if v := &l.P.Vars[o.Reg]; v.Fixed < 0 {
		v.Align = grfBytes
	}
	at, _ := l.Base(o)
	return at % grfBytes
}

// packedMix tells packed halves beside packed floats, whose channels are counted in elements.
func packedMix(d, o *native.Operand, n int) bool {
	mixed := o.Type == native.HF && d.Type == native.F || o.Type == native.F && d.Type == native.HF
	return mixed && n == 1 && d.Region.H == 1
}

// mixBegins makes such an operand begin with a register, or halves with half of one.
func (l *legaliser) mixBegins(o *native.Operand) bool {
	return !edit.IsReg(o) || l.EnsureAlign(o, doublesAtOnce*2*o.Type.Size())
}

// toPlaces copies the elements of a source so many bytes apart from the start of a register on. Bytes
// become words, as they count.
func (l *legaliser) toPlaces(in *native.Inst, o native.Operand, step int) native.Operand {
	t := o.Type
	switch t {
	case native.UB:
		t = native.UW
	case native.B:
		t = native.W
	}
	mod := o.Mod
	o.Mod = native.ModNone
	from, to := o, t
	if t.IsFloat() && t.Size() < 8 { // moves of doubles come apart by themselves
		from.Type, to = edit.BitsOf(t), edit.BitsOf(t)
	}
	h := max(step/t.Size(), 1)
	v := l.NewVar("places", int(in.ExecSize)*h*t.Size(), grfBytes)
	m := native.Inst{Op: native.OpMov, ExecSize: in.ExecSize, NoMask: true, Dst: edit.Virt(v, 0, native.Region{H: uint8(h)}, to), Src: [3]native.Operand{from}}
	if o.Indirect {
		m.Uses = in.Uses
	}
	if o.Indirect && o.Region.V == native.VxH {
		m.NoMask, m.ChanOff = in.NoMask, in.ChanOff
	}
	l.run(m)
	out := edit.Virt(v, 0, edit.FitRegion(native.Region{V: uint8(h), W: 1}, int(in.ExecSize)), t)
	out.Mod = mod
	return out
}
