package code

import "github.com/genvisa/genvisa/native"

// long gives FlagLong to a step of a long multiply that writes accumulator dwords from byte at on,
// when its sources are integers as they are, of registers or constants.
func (l *loader) long(at int) {
	o, n := l.op, int(l.op.N)
	if off := at - l.prog.FileBytes - OffAcc; off%AccRegBytes+native.UD.Size()*n > AccRegBytes || off%native.UD.Size() != 0 || o.AccDrop != 0 {
		return
	}
	src := [2]Source{o.Src[0], o.Src[1]}
	for i := range src {
		s := &src[i]
		if s.Mode == SrcRow && s.Space == SpaceConsts {
			s.Mode = SrcScalar // all elements of the row are alike
		}
		if s.Mode != SrcScalar && s.Mode != SrcStrided || s.Indirect || s.Hook != HookNone || s.Mod != ModNone || !isDword(s.Type) && !isWord(s.Type) {
			return
		}
	}
	copy(o.Src[:], src[:])
	o.Flags |= FlagLong
	if o.Form == FormMach {
		o.AccReads = l.prog.AccRange(l.prog.FileBytes+OffAcc, AccDwordLanes*native.D.Size())
		o.AccKinds = AccEach(AccDwords) & o.AccReads
	}
	o.AccWrites = l.prog.AccRange(at, native.UD.Size()*n)
	o.AccBecome = AccEach(AccDwords) & o.AccWrites
}
