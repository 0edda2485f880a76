package code

import "github.com/genvisa/genvisa/native"

// long gives FlagLong to a step of a long multiply that writes accumulator dwords from byte at on,
// when its sources are integers as they are, of registers or constants.
func (l *loader) long(at int) {
	o, n := l.op, int(l.op.N)
	if off := at - l.prog.FileBytes - OffAcc; off%AccRegBytes+native.UD.Size()*n > AccRegBytes || off%native.UD.Size() != 0 || o.AccDrop != 0 {
		return
	}
	for i := range 2 {
		s := &o.Src[i]
		constant := s.Mode == SrcRow && s.Space == SpaceConsts // all elements are alike, Step is 0
		if s.Mode != SrcScalar && s.Mode != SrcStrided && !constant || s.Indirect || s.Hook != HookNone || s.Mod != ModNone || !isDword(s.Type) && !isWord(s.Type) {
			return
		}
	}
	o.Flags |= FlagLong
	if o.Form == FormMach {
		o.AccReads = l.prog.AccRange(l.prog.FileBytes+OffAcc, AccDwordLanes*native.D.Size())
		o.AccKinds = AccEach(AccDwords) & o.AccReads
	}
	o.AccWrites = l.prog.AccRange(at, native.UD.Size()*n)
	o.AccBecome = AccEach(AccDwords) & o.AccWrites
}
