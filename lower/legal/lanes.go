package legal

import (
	"github.com/genvisa/genvisa/lower/edit"
	"github.com/genvisa/genvisa/native"
)

// Elements of 64 bits at steps that no region of dwords has are moved one by one, each as two
// dwords.

// wideStep tells destinations of 64 bits that no region of dwords can name.
func wideStep(in *native.Inst) bool {
	return in.Dst.Type.Size() == 8 && !in.Dst.IsNull() && in.ExecSize > 1 && 2*in.Dst.Region.H > maxStride
}

// laneByLane runs an instruction with such a destination into a temporary, over a copy of
// what was there where a mask may leave some of it.
func (l *legaliser) laneByLane(in native.Inst) {
	n, dst := int(in.ExecSize), in.Dst
	v := l.NewTemp(n * dst.Type.Size())
	temp := edit.Virt(v, 0, native.Dst1, dst.Type)
	if !in.NoMask || in.PredCtrl != native.PredNone {
		l.eachLane(&in, func(k int) (to, from native.Operand) { return lane(temp, true, k), lane(dst, true, k) })
	}
	back := in
	in.Dst = temp
	l.run(in)
	l.eachLane(&back, func(k int) (to, from native.Operand) { return lane(dst, true, k), lane(temp, true, k) })
}

// gathered is a source of 64 bits in a temporary, without its modifier; false when each row
// has an address of its own.
func (l *legaliser) gathered(in *native.Inst, o native.Operand) (native.Operand, bool) {
	if o.Region.V == native.VxH {
		return o, false
	}
	n := int(in.ExecSize)
	v := l.NewTemp(n * o.Type.Size())
	l.eachLane(in, func(k int) (to, from native.Operand) {
		return lane(edit.Virt(v, 0, native.Dst1, o.Type), true, k), lane(o, false, k)
	})
	return edit.Virt(v, 0, edit.FitRegion(native.Region{V: 1, W: 1}, n), o.Type), true
}

// eachLane moves an element for each channel of an instruction.
func (l *legaliser) eachLane(in *native.Inst, of func(k int) (to, from native.Operand)) {
	for k := range int(in.ExecSize) {
		m := native.Inst{Op: native.OpMov, ExecSize: 2, NoMask: true}
		m.Dst, m.Src[0] = of(k)
		m.Dst.Region, m.Src[0].Region = native.Dst1, edit.FitRegion(native.Region{V: 1, W: 1}, 2)
		if m.Dst.Indirect || m.Src[0].Indirect {
			m.Uses = in.Uses
		}
		l.run(m)
	}
}

// lane is element k of an operand as dwords.
func lane(o native.Operand, dst bool, k int) native.Operand {
	edit.Advance(&o, dst, k)
	o.Type, o.Mod = native.UD, native.ModNone
	return o
}
