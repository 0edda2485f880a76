package code

import "github.com/genvisa/genvisa/native"

// stately makes an instruction one of its own block that touches what the flow of the
// thread or its clock depend on: a write of cr0, sr0, n0 or tdr0, a read of tm0. What it
// computes is an op of its own.
func (l *loader) stately() {
	o := l.op
	if o.Form.IsControl() || !o.touchesState() {
		return
	}
	l.prog.States = append(l.prog.States, *o)
	o.Form, o.Ext = FormState, int32(len(l.prog.States)-1)
}

// touchesState says that an op has a register with a hook that stately is about.
func (o *Op) touchesState() bool {
	switch {
	case o.Dst.Mode == DstNone:
	case o.Dst.Hook == HookMode, o.Dst.Hook == HookDispatch, o.Dst.Hook == HookNotify, o.Dst.Hook == HookDependency:
		return true
	}
	return o.ReadsTime()
}

// ReadsTime says that an op reads tm0.
func (o *Op) ReadsTime() bool {
	return o.Src[0].Hook == HookTime || o.Src[1].Hook == HookTime || o.Src[2].Hook == HookTime
}

// offN2 is the last count of n0.
const offN2 = 8

// resolveWait is wait for a count of n0.
func resolveWait(l *loader) error {
	src := &l.in.Src[0]
	if src.File != native.ARF || src.Reg != native.ARFN0 || src.Sub%4 != 0 || src.Sub > offN2 {
		return l.refuse("wait for another register than n0.0, n0.1 and n0.2")
	}
	l.op.Form, l.op.Ext = FormWait, int32(src.Sub/4)
	return nil
}
